/** The terminal's colours. Ground, ink and accent are those of `styles/tokens.css` (a test compares them). */
import type { ITheme } from "@xterm/xterm";

export const DARK: ITheme = {
  background: "#141517",
  foreground: "#e9e6e1",
  cursor: "#e9e6e1",
  cursorAccent: "#141517",
  selectionBackground: "#e6a54a55",
  selectionInactiveBackground: "#e6a54a33",
  scrollbarSliderBackground: "#e9e6e122",
  scrollbarSliderHoverBackground: "#e9e6e144",
  scrollbarSliderActiveBackground: "#e9e6e155",
  black: "#3b3e44",
  red: "#df7b6d",
  green: "#7fbf7f",
  yellow: "#e6a54a",
  blue: "#7aa7e0",
  magenta: "#b69be0",
  cyan: "#6cbcb8",
  white: "#cfcbc4",
  brightBlack: "#8f8a82",
  brightRed: "#f0958a",
  brightGreen: "#9bd69b",
  brightYellow: "#f4c173",
  brightBlue: "#9dc1f0",
  brightMagenta: "#cdb6ef",
  brightCyan: "#8fd3cf",
  brightWhite: "#f6f3ee",
};

export const LIGHT: ITheme = {
  background: "#fdfcfa",
  foreground: "#2a2824",
  cursor: "#2a2824",
  cursorAccent: "#fdfcfa",
  selectionBackground: "#b8741a44",
  selectionInactiveBackground: "#b8741a2a",
  scrollbarSliderBackground: "#2a282422",
  scrollbarSliderHoverBackground: "#2a282444",
  scrollbarSliderActiveBackground: "#2a282455",
  black: "#2a2824",
  red: "#b3402f",
  green: "#2f7a3b",
  yellow: "#8f5a10",
  blue: "#3a6db3",
  magenta: "#7b55b3",
  cyan: "#1f7672",
  white: "#6b665e",
  brightBlack: "#716c64",
  brightRed: "#a3321f",
  brightGreen: "#256b31",
  brightYellow: "#7d4d0b",
  brightBlue: "#2a5ca3",
  brightMagenta: "#6a44a3",
  brightCyan: "#146561",
  brightWhite: "#57534c",
};

/** Ground and ink at their furthest, where the learner asks for more contrast. */
const MORE = {
  dark: { background: "#000000", foreground: "#ffffff", cursor: "#ffffff", cursorAccent: "#000000" },
  light: { background: "#ffffff", foreground: "#000000", cursor: "#000000", cursorAccent: "#ffffff" },
} as const;

/** Of text, where the learner asks for more: AAA (WCAG 2.1, 1.4.6). What a program colours fainter is drawn clearer. */
const MORE_CONTRAST = 7;

export interface Look {
  theme: ITheme;
  /** Of text at least, whatever the settings say. */
  contrast: number;
}

export interface Wishes {
  dark: boolean;
  moreContrast: boolean;
  /** The colours that the system forces, as CSS colours; null where it forces none. */
  forced: ForcedColours | null;
}

export interface ForcedColours {
  canvas: string;
  text: string;
  highlight: string;
  highlightText: string;
}

export function lookFor({ dark, moreContrast, forced }: Wishes): Look {
  const theme = dark ? DARK : LIGHT;
  if (forced) {
    return {
      theme: {
        ...theme,
        background: forced.canvas,
        foreground: forced.text,
        cursor: forced.text,
        cursorAccent: forced.canvas,
        selectionBackground: forced.highlight,
        selectionInactiveBackground: forced.highlight,
        selectionForeground: forced.highlightText,
      },
      contrast: MORE_CONTRAST,
    };
  }
  if (!moreContrast) return { theme, contrast: 1 };
  return { theme: { ...theme, ...MORE[dark ? "dark" : "light"] }, contrast: MORE_CONTRAST };
}

/** Calls `apply` with the look that the system wishes, now and at every change. Answers what stops it. */
export function followSystemLook(apply: (look: Look) => void): () => void {
  const [dark, more, forced] = [
    window.matchMedia("(prefers-color-scheme: dark)"),
    window.matchMedia("(prefers-contrast: more)"),
    window.matchMedia("(forced-colors: active)"),
  ] as const;
  const change = (): void =>
    apply(
      lookFor({
        dark: dark.matches,
        moreContrast: more.matches,
        forced: forced.matches ? forcedColours() : null,
      }),
    );
  change();
  const queries = [dark, more, forced];
  queries.forEach((query) => query.addEventListener("change", change));
  return () => queries.forEach((query) => query.removeEventListener("change", change));
}

/** What the names of the system's colours stand for: xterm.js takes no names. */
function forcedColours(): ForcedColours {
  const probe = document.body.appendChild(document.createElement("span"));
  const valueOf = (name: string): string => {
    probe.style.color = name;
    return getComputedStyle(probe).color;
  };
  const colours = {
    canvas: valueOf("Canvas"),
    text: valueOf("CanvasText"),
    highlight: valueOf("Highlight"),
    highlightText: valueOf("HighlightText"),
  };
  probe.remove();
  return colours;
}

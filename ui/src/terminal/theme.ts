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

/** Calls `apply` with the theme of the system, now and at every change. Answers what stops it. */
export function followSystemTheme(apply: (theme: ITheme) => void): () => void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const change = (): void => apply(dark.matches ? DARK : LIGHT);
  change();
  dark.addEventListener("change", change);
  return () => dark.removeEventListener("change", change);
}

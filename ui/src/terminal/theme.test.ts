import type { ITheme } from "@xterm/xterm";
import { describe, expect, it } from "vitest";
import css from "../styles/tokens.css?raw";
import { DARK, LIGHT, lookFor } from "./theme";

/** The part of the style sheet for these wishes alone. */
const partFor = (query: string): string => css.split(`@media ${query} {`)[1]?.split("@media")[0] ?? "";
const light = css.split("@media")[0] ?? "";
const dark = partFor("(prefers-color-scheme: dark)");
const moreLight = partFor("(prefers-contrast: more)");
const moreDark = partFor("(prefers-contrast: more) and (prefers-color-scheme: dark)");
const token = (part: string, name: string): string =>
  new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(part)?.[1] ?? "";

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2.1, 1.4.3. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each([
  ["dark", DARK, dark],
  ["light", LIGHT, light],
] as [string, ITheme, string][])("the %s theme", (name, theme, part) => {
  it("has the ground and the ink of the window", () => {
    expect(theme.background).toBe(token(part, "terminal"));
    expect(theme.foreground).toBe(token(part, "ink"));
  });

  it("has colours that can be read as text (AA)", () => {
    for (const [key, value] of Object.entries(theme)) {
      // Black on black is a ground, not a text; the rest are no texts either.
      const isText = /^(foreground|(bright)?(Red|Green|Yellow|Blue|Magenta|Cyan|White)|brightBlack)$/i.test(
        key,
      );
      if (!isText || typeof value !== "string") continue;
      expect(contrast(value, theme.background ?? ""), `${name} ${key}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("has words in the window that can be read on every ground they stand on (AA)", () => {
    const grounds = ["ground", "side", "raised", "terminal"].map((ground) => token(part, ground));
    for (const word of ["ink", "soft", "quiet", "accent-text", "green-text", "blue-text", "red-text"]) {
      for (const ground of grounds) {
        expect(contrast(token(part, word), ground), `${name} ${word} on ${ground}`).toBeGreaterThanOrEqual(
          4.5,
        );
      }
    }
  });
});

describe.each([
  ["light", false, moreLight],
  ["dark", true, moreDark],
])("with more contrast, the %s look", (_name, isDark, part) => {
  const look = lookFor({ dark: isDark, moreContrast: true, forced: null });

  it("has the ground and the ink of the window, and makes every text AAA", () => {
    expect(look.theme.background).toBe(token(part, "terminal"));
    expect(look.theme.foreground).toBe(token(part, "ink"));
    expect(look.contrast).toBe(7);
  });

  it("has words that reach AAA, and lines and marks that can be made out (3:1)", () => {
    for (const ground of ["ground", "side", "raised", "terminal"]) {
      for (const word of ["ink", "soft", "quiet", "accent-text", "green-text", "blue-text", "red-text"]) {
        const reached = contrast(token(part, word), token(part, ground));
        expect(reached, `${word} on ${ground}`).toBeGreaterThanOrEqual(7);
      }
      for (const mark of ["line", "faint", "accent", "green", "blue", "red"]) {
        const reached = contrast(token(part, mark), token(part, ground));
        expect(reached, `${mark} on ${ground}`).toBeGreaterThanOrEqual(3);
      }
    }
    expect(contrast(token(part, "on-accent"), token(part, "accent"))).toBeGreaterThanOrEqual(4.5);
  });
});

it("takes the colours that the system forces", () => {
  const forced = { canvas: "rgb(0, 0, 0)", text: "rgb(255, 255, 0)", highlight: "rgb(0, 0, 255)" };
  const look = lookFor({
    dark: true,
    moreContrast: true,
    forced: { ...forced, highlightText: "rgb(255, 255, 255)" },
  });
  expect([look.theme.background, look.theme.foreground, look.theme.selectionBackground]).toEqual(
    Object.values(forced),
  );
});

it("leaves it to the settings where the system wishes nothing", () => {
  expect(lookFor({ dark: false, moreContrast: false, forced: null }).contrast).toBe(1);
});

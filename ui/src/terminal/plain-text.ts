/** What a program says of itself, as text on one line: it may be hostile, and may be long. */
export function plainText(said: string, longest: number): string {
  const text = said
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    // They turn the direction of reading.
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .trim();
  if (text.length <= longest) return text;
  // Not in the middle of a character.
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

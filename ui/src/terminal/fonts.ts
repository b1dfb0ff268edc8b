/** The bundled fonts, and waiting for them: text that was measured with another font stays wrong. */
import type { Terminal } from "@xterm/xterm";

/** The second has lines and blocks only, see `styles/lines.css`; as the first it would set the height of rows. */
export const MONO = '"JetBrains Mono Variable", "Terminal Lines", ui-monospace, monospace';

/** A window must not stay empty for a font that does not come. */
const PATIENCE_MS = 1500;

export function terminalFontsReady(): Promise<void> {
  return ready(["400 13px", "700 13px"].map((style) => `${style} "JetBrains Mono Variable"`));
}

export function interfaceFontsReady(): Promise<void> {
  return ready(['400 13px "Inter Variable"']);
}

/**
 * Greek, Cyrillic or italics come from files that are loaded when they are first drawn. WebGL keeps the glyphs
 * that it drew before with another font, until it is told. Answers what stops it.
 */
export function redrawWithLateFonts(term: Pick<Terminal, "clearTextureAtlas">): () => void {
  if (!("fonts" in document)) return () => undefined;
  const redraw = (): void => term.clearTextureAtlas();
  document.fonts.addEventListener("loadingdone", redraw);
  return () => document.fonts.removeEventListener("loadingdone", redraw);
}

async function ready(fonts: readonly string[]): Promise<void> {
  // jsdom has no font set.
  if (!("fonts" in document)) return;
  const loading = Promise.all(fonts.map((font) => document.fonts.load(font)));
  const patience = new Promise((resolve) => window.setTimeout(resolve, PATIENCE_MS));
  await Promise.race([loading, patience]).catch((thrown: unknown) => {
    console.warn("A bundled font could not be loaded.", thrown);
  });
}

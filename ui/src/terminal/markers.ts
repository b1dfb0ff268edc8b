/**
 * A reset of xterm.js drops its lines, but not what stands on them: markers, such as those of hyperlinks (OSC 8), hold on
 * to all of the lines among which they were set. Every keyframe begins with a reset, so they are taken off before it.
 */
import type { IDisposable, Terminal } from "@xterm/xterm";

interface Inside {
  _core?: { buffers?: Record<"normal" | "alt", { clearAllMarkers(): void } | undefined> };
}

/** Takes the markers off all lines, of both screens. */
export function forgetMarkers(term: Terminal): void {
  const buffers = (term as Inside)._core?.buffers;
  buffers?.normal?.clearAllMarkers();
  buffers?.alt?.clearAllMarkers();
}

/** Does so before every RIS. To be called before any other handler of RIS is registered: the last one is called first. */
export function forgetMarkersAtReset(term: Terminal): IDisposable {
  return term.parser.registerEscHandler({ final: "c" }, () => {
    forgetMarkers(term);
    return false;
  });
}

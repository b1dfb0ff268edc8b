/** What the pretended engine begins with, and how `npm run dev` chooses it by its address. */
import { sampleNotes, sampleRows } from "./fake-samples";
import { SAMPLE_FAULTS, sampleSettings } from "./fake-settings";
import type { Damage } from "./generated/Damage";
import type { Note } from "./generated/Note";
import type { Platform } from "./generated/Platform";
import type { Renderer } from "./generated/Renderer";
import type { Saving } from "./generated/Saving";
import type { SessionRow } from "./generated/SessionRow";
import type { Settings } from "./generated/Settings";

export interface Scenario {
  rows: SessionRow[];
  notes: Note[];
  settings: Settings;
  saving: Saving;
  damage: Damage | null;
  renderer: Renderer;
  platform: Platform;
  /** The session that the window was opened for. */
  showing: string | null;
}

/**
 * `?start=empty`, `?start=damaged`, `?saving=stopped`, `?renderer=dom`, `?settings=faults`, `?platform=macos`,
 * `?showing=<session>`.
 */
export function scenario(params: URLSearchParams): Scenario {
  const now = Date.now();
  const start = params.get("start");
  return {
    rows: start === "empty" ? [] : sampleRows(now),
    notes: start === "empty" ? [] : sampleNotes(now),
    settings: sampleSettings(params.get("settings") === "faults" ? SAMPLE_FAULTS : []),
    saving:
      params.get("saving") === "stopped"
        ? { state: "stopped", since: now - 8 * 60_000, why: "the disk is full" }
        : { state: "saved", at: null },
    damage:
      start === "damaged"
        ? {
            file: "/home/ada/.local/share/inglenook/inglenook.db",
            why: "Its first page is not that of a database.",
            backupAt: now - 26 * 3_600_000,
          }
        : null,
    renderer: params.get("renderer") === "dom" ? "dom" : "auto",
    platform: params.get("platform") === "macos" ? "macos" : "linux",
    showing: params.get("showing"),
  };
}

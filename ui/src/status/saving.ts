/** What the status bar says about saving: the truth, and only what is known. */
import type { Saving } from "../backend/generated/Saving";
import { clock } from "../time/when";

export interface SavingWords {
  tone: "good" | "busy" | "bad";
  text: string;
}

export function savingWords(saving: Saving): SavingWords {
  switch (saving.state) {
    case "saved":
      return { tone: "good", text: saving.at === null ? "Saved" : `Saved ${clock(saving.at)}` };
    case "saving":
      return { tone: "busy", text: "Saving…" };
    case "stopped": {
      const why = saving.why.trim().replace(/\.$/, "");
      const cause = why === "" ? "" : ` · ${why}`;
      return {
        tone: "bad",
        text: `Saving has stopped since ${clock(saving.since)}${cause}. What you see is kept in memory and saved when there is room.`,
      };
    }
  }
}

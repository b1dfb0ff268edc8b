import { describe, expect, it } from "vitest";
import { after, chosen, deleted, eight, seven } from "./reducer.samples";
import { sampleRow } from "../backend/fake-samples";
import { reduce, start, type Heard, type State } from "./reducer";
import { inUse, restoredSplit, wordsOfSplit } from "./split";

const nine = sampleRow({ id: "nine", revision: 12, lastActiveAt: 30 });
const beside = (session: string): Heard => ({ heard: "beside", session });
const closed = (session: string): Heard => ({ heard: "half-closed", session });
/** `seven* | eight`: what is where, and which has the keys. */
function said({ view, split }: State): string {
  const shown = view.page === "session" ? view.session : view.page;
  if (!split) return shown;
  const halves = split.sessions.map((session, at) => (at === split.active ? `${session}*` : session));
  expect(view.page !== "session" || inUse(split) === shown, "the one in use is the one in view").toBe(true);
  return view.page === "session" ? halves.join(" | ") : `${shown} over ${halves.join(" | ")}`;
}
const form: Heard = { heard: "chosen", view: { page: "new-session" } };

describe("two sessions side by side", () => {
  it.each<[string, Heard[], string]>([
    ["one comes beside the one in view", [beside("eight")], "seven | eight*"],
    ["nothing comes beside itself", [beside("seven")], "seven"],
    ["nothing that is not there comes beside", [beside("gone")], "seven"],
    ["a third takes the place of the one not in use", [beside("eight"), beside("nine")], "nine* | eight"],
    ["one that is there already is used", [beside("eight"), beside("seven")], "seven* | eight"],
    ["a choice is shown in the half in use", [beside("eight"), chosen("nine")], "seven | nine*"],
    ["one in the other half is used there", [beside("eight"), chosen("seven")], "seven* | eight"],
    ["a page lies over both", [beside("eight"), form], "new-session over seven | eight*"],
    ["and both come back", [beside("eight"), form, chosen("seven")], "seven* | eight"],
    ["a half that is closed leaves the other", [beside("eight"), closed("eight")], "seven"],
    ["also where the other was in use", [beside("eight"), closed("seven")], "eight"],
    ["a session that is in no half closes none", [beside("eight"), closed("nine")], "seven | eight*"],
    ["one that is deleted leaves the other", [beside("eight"), deleted("eight")], "seven"],
    ["from under a page too", [beside("eight"), form, deleted("seven")], "new-session"],
    ["both that are deleted leave what was used last", [beside("eight"), deleted("seven", "eight")], "nine"],
    ["another that is deleted changes nothing", [beside("eight"), deleted("nine")], "seven | eight*"],
    ["beside a page there is no place", [form, beside("eight")], "eight"],
  ])("%s", (_name, heard, wanted) => {
    expect(said(after([seven, eight, nine], chosen("seven"), ...heard))).toBe(wanted);
  });

  it("comes back with the page, where both are still there", () => {
    const rows = [seven, eight, nine];
    const words = wordsOfSplit(after(rows, chosen("seven"), beside("eight")).split);
    expect(said(start(rows, ["eight"], words))).toBe("seven | eight*");
    expect(said(start(rows, ["seven"], words))).toBe("seven* | eight");
    expect(said(start(rows, ["nine"], words))).toBe("nine");
    expect(said(start([seven, nine], ["seven"], words))).toBe("seven");
    expect(said(reduce(start(rows, ["seven"], words), closed("seven")))).toBe("eight");
  });

  it.each([null, "", "{", "7", '["a"]', '["a","a"]', '["a",7]', '["a","b","c"]'])(
    "does not come back from %j",
    (words) => {
      expect(restoredSplit(words, "a", () => true)).toBeNull();
    },
  );
});

import { describe, expect, it } from "vitest";
import { sampleRow } from "../backend/fake-samples";
import type { SessionRow } from "../backend/generated/SessionRow";
import { reduce, start, type Heard, type State } from "./reducer";
import { deleted, listed, seven } from "./reducer.samples";

const other = sampleRow({ id: "other", title: "Other", status: "asleep", revision: 5 });
const live = { ...other, status: "live", activity: "prompt", run: 9, revision: 20 } as const;
const unlisted = { live: 0, asleep: 1, ended: 0 };

const begun = (...all: Heard[]): State => all.reduce(reduce, start([seven], [], null, unlisted));
const whole = (...rows: SessionRow[]): Heard => ({ heard: "listed", rows });

describe("a list of which the first rows came alone", () => {
  it("counts what is to come, and is whole once it came", () => {
    expect(begun().rest?.unlisted).toEqual(unlisted);
    const state = begun(whole({ ...seven, revision: 12 }, { ...other, revision: 12 }));
    expect([...state.rows.keys()]).toEqual(["seven", "other"]);
    expect(state.rest).toBeNull();
    expect(start([seven]).rest, "nothing was left out").toBeNull();
  });

  it("counts no session twice of which something is told before it is listed", () => {
    const state = begun(listed(live));
    expect([...state.rows.keys()]).toEqual(["seven"]);
    expect(state.rest?.unlisted).toEqual(unlisted);
  });

  it("believes what was told meanwhile, and not the older list that comes after it", () => {
    const list = whole({ ...seven, revision: 12 }, { ...other, revision: 12 });
    expect(begun(listed(live), list).rows.get("other")).toEqual(live);
    expect(begun(deleted("other"), list).rows.has("other")).toBe(false);
    expect(begun(listed(live), deleted("other"), list).rows.has("other")).toBe(false);
    expect(begun(deleted("other"), listed(live), list).rows.get("other")).toEqual(live);
  });

  it("a newer list needs nothing of what was told before it", () => {
    const newest = { ...other, title: "Newest", revision: 30 };
    const state = begun(listed(live), whole({ ...seven, revision: 30 }, newest));
    expect(state.rows.get("other")).toEqual(newest);
  });

  it("changes the rows that are there at once", () => {
    const renamed = { ...seven, title: "Renamed", revision: 20 };
    const state = begun(listed(renamed));
    expect(state.rows.get("seven")).toEqual(renamed);
    expect(reduce(state, whole({ ...seven, revision: 12 }, other)).rows.get("seven")).toEqual(renamed);
  });

  it("shows what was made here at once", () => {
    const state = begun({ heard: "created", row: live });
    expect(state.rows.get("other")).toEqual(live);
    const later = reduce(state, listed({ ...live, title: "Later", revision: 25 }));
    expect(later.rows.get("other")?.title).toBe("Later");
  });

  it("a whole list that is told ends it too", () => {
    const rows = [{ ...seven, revision: 12 }];
    const state = begun({ heard: "event", event: { event: "sessions.listed", rows } });
    expect(state.rest).toBeNull();
  });
});

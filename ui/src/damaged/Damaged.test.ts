import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { failure } from "../backend/fake";
import { failureOf } from "../backend/failure";
import Damaged from "./Damaged.svelte";

const backupAt = new Date(2026, 10, 29, 12, 36).getTime();
const damage = { file: "/home/ada/inglenook.db", why: "Its first page is not that of a database.", backupAt };

describe("the page of a damaged database", () => {
  it("says what happened, where, and that nothing was deleted", () => {
    render(Damaged, { damage, onrecover: vi.fn(), wordsOf: failureOf });
    const text = screen.getByTestId("damaged").textContent;
    expect(text).toContain("/home/ada/inglenook.db");
    expect(text).toContain("Its first page is not that of a database.");
    expect(text).toContain("Nothing was deleted");
  });

  it("offers the backup, and an empty start", async () => {
    const onrecover = vi.fn(() => Promise.resolve());
    render(Damaged, { damage, onrecover, wordsOf: failureOf });
    const user = userEvent.setup();
    expect(screen.getByTestId("recover-backup").textContent).toContain("29 November 2026, 12:36");
    await user.click(screen.getByTestId("recover-backup"));
    await user.click(screen.getByTestId("recover-fresh"));
    expect(onrecover.mock.calls).toEqual([[false], [true]]);
  });

  it("offers only the empty start without a backup", () => {
    render(Damaged, { damage: { ...damage, backupAt: null }, onrecover: vi.fn(), wordsOf: failureOf });
    expect(screen.queryByTestId("recover-backup")).toBeNull();
    expect(screen.getByTestId("damaged").textContent).toContain("no backup yet");
  });

  it("says why it did not work", async () => {
    const refused = failure("StoreFull", "The disk is full.");
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the border does
    render(Damaged, { damage, onrecover: () => Promise.reject(refused), wordsOf: failureOf });
    await userEvent.setup().click(screen.getByTestId("recover-backup"));
    expect((await screen.findByRole("alert")).textContent).toContain("The disk is full.");
  });
});

import { expect, it, vi } from "vitest";
import { Copying } from "./copying";

function copying(write: (text: string) => Promise<void>) {
  const toasts = { say: vi.fn<(text: string) => void>() };
  const announcer = { say: vi.fn<(text: string) => void>() };
  vi.stubGlobal("navigator", { clipboard: { writeText: write } });
  return { copying: new Copying(announcer, toasts), toasts, announcer };
}

it.each([
  [null, null, "There is no output of a command here yet."],
  [{ text: "", whole: true }, null, "The last command printed nothing."],
  [{ text: "one", whole: true }, "one", "Copied 1 line."],
  [{ text: "one\ntwo", whole: true }, "one\ntwo", "Copied 2 lines."],
  [{ text: "b\nc", whole: false }, "b\nc", /^Copied the last 2 lines; /],
])("the output %j is copied as %j, and it is said", async (output, copied, said) => {
  const write = vi.fn(() => Promise.resolve());
  const { copying: one, toasts } = copying(write);
  await one.output(output);
  expect(write.mock.calls).toEqual(copied === null ? [] : [[copied]]);
  expect(toasts.say).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(said));
});

it("where the clipboard cannot be reached, it says so and claims nothing", async () => {
  const { copying: one, toasts, announcer } = copying(() => Promise.reject(new Error("refused")));
  await one.text("x");
  await one.output({ text: "x", whole: true });
  expect(announcer.say).not.toHaveBeenCalled();
  expect(toasts.say).toHaveBeenCalledTimes(2);
  expect(toasts.say).toHaveBeenLastCalledWith(expect.stringContaining("cannot be reached"));
});

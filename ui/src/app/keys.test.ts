import { expect, it } from "vitest";
import { appKey, clipboardKey, commandKey, isComposing, whereTo } from "./keys";
import { tilde } from "./paths";

const press = (keys: string) => {
  const parts = keys.split(/\+(?=.)/);
  return {
    key: parts.at(-1) ?? "",
    ctrlKey: parts.includes("Ctrl"),
    metaKey: parts.includes("Cmd"),
    shiftKey: parts.includes("Shift"),
    altKey: parts.includes("Alt"),
  };
};

it.each([
  ["Ctrl+n", "new-session", null],
  ["Cmd+n", null, "new-session"],
  ["Ctrl+k", "palette", null],
  ["Cmd+K", null, "palette"],
  ["Ctrl+Tab", "next-live", "next-live"],
  ["Ctrl+Shift+Tab", null, null],
  ["Ctrl+Shift+P", "park", null],
  ["Ctrl+Shift+B", "beside", null],
  ["Cmd+Shift+o", null, "other-half"],
  ["Ctrl+Shift+M", "menu", null],
  ["Ctrl+Shift+X", null, null],
  ["Ctrl+,", "settings", null],
  ["Ctrl+=", "larger", null],
  ["Ctrl++", "larger", null],
  ["Ctrl+Shift++", "larger", null],
  ["Cmd+=", null, "larger"],
  ["Ctrl+-", "smaller", null],
  ["Cmd+-", null, "smaller"],
  ["Ctrl+0", "usual-size", null],
  ["Ctrl+Shift+0", "usual-size", null],
  ["Ctrl+Shift+_", null, null],
  ["Ctrl+Alt+-", null, null],
  ["+", null, null],
  ["Ctrl+c", null, null],
  ["Ctrl+Alt+n", null, null],
  ["n", null, null],
  ["Tab", null, null],
])("%s is the app's own: on Linux %s, on a Mac %s", (keys, linux, macos) => {
  expect(appKey(press(keys), "linux")).toBe(linux);
  expect(appKey(press(keys), "macos")).toBe(macos);
});

it.each([
  ["Ctrl+Shift+C", "copy"],
  ["Ctrl+Shift+v", "paste"],
  ["Ctrl+c", null],
])("%s is for the clipboard: %s", (keys, does) => {
  expect(clipboardKey(press(keys), "linux")).toBe(does);
  expect(clipboardKey(press(keys), "macos")).toBeNull();
});

it.each([
  ["Ctrl+ArrowUp", "previous", null],
  ["Cmd+ArrowDown", null, "next"],
  ["Ctrl+Shift+ArrowUp", null, null],
  ["Ctrl+Alt+ArrowUp", null, null],
  ["ArrowUp", null, null],
  ["Ctrl+ArrowLeft", null, null],
])("%s goes to a command: on Linux %s, on a Mac %s", (keys, linux, macos) => {
  expect(commandKey(press(keys), "linux")).toBe(linux);
  expect(commandKey(press(keys), "macos")).toBe(macos);
});

it.each([
  [{ isComposing: true, keyCode: 13 }, true],
  [{ isComposing: false, keyCode: 229 }, true],
  [{ isComposing: false, keyCode: 13 }, false],
])("%j belongs to an input method: %s", (event, belongs) => {
  expect(isComposing(event)).toBe(belongs);
});

it.each([
  ["/home/ada/study", "~/study"],
  ["/home/ada", "~"],
  ["/home/adalbert", "/home/adalbert"],
  ["/tmp", "/tmp"],
])("%s is shown as %s", (path, shown) => {
  expect(tilde(path, "/home/ada")).toBe(shown);
});

it.each([
  ["Ctrl+x", "apart"],
  ["Cmd+x", "apart"],
  ["Ctrl+Shift+x", "apart"],
  ["Shift+x", "beside"],
  ["Alt+x", "here"],
])("with %s a session that is chosen opens %s", (keys, where) => {
  expect(whereTo(press(keys))).toBe(where);
});

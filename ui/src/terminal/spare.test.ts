import { afterEach, expect, it, vi } from "vitest";
import { giveBack, takeXterm } from "./spare";
import type { Setup, Xterm } from "./xterm";

const setup: Setup = {
  platform: "linux",
  drawing: { renderer: "dom", fontSize: 13, minimumContrast: 1 },
  openLink: vi.fn(),
};
const place = (): HTMLElement => document.body.appendChild(document.createElement("div"));
const taken = (host = place()): Promise<Xterm> => takeXterm(host, setup);
const written = ({ term }: Xterm, text: string): Promise<void> =>
  new Promise((resolve) => term.write(text, resolve));
const textOf = ({ term }: Xterm): string =>
  Array.from({ length: term.buffer.active.length }, (_, y) =>
    term.buffer.active.getLine(y)?.translateToString(true),
  ).join("");

afterEach(() => document.body.replaceChildren());

it("a session is shown by the terminal that showed the one before", async () => {
  const first = await taken();
  giveBack(first, 0);
  const host = place();
  const second = await taken(host);
  expect(second).toBe(first);
  expect(host.querySelectorAll(".xterm")).toHaveLength(1);
  giveBack(second, 0);
});

it("nothing of a session is left for the next one", async () => {
  const one = await taken();
  const { term } = one;
  const heard = vi.fn();
  await written(one, "old\r\n".repeat(100));
  const marker = term.registerMarker(0);
  term.registerDecoration({ marker });
  await written(one, "\x1b[?2004h\x1b[?1003h\x1b[?1h\x1b[?2026h\x1b[31;1m\x1b[?1049hfull screen\x1b[4;10r");
  term.options.scrollback = 50_000;
  term.options.screenReaderMode = true;
  term.options.disableStdin = false;
  // In the middle of an OSC that is not whole.
  term.write("\x1b]133;C;cmdline_url=half");
  giveBack(one, 0);
  const next = await taken();
  expect(next).toBe(one);
  next.term.parser.registerOscHandler(133, () => {
    heard();
    return true;
  });
  await written(next, "new");
  expect(heard).not.toHaveBeenCalled();
  expect(textOf(next)).toBe("new");
  expect(term.buffer.active.type).toBe("normal");
  expect(term.modes).toMatchObject({
    bracketedPasteMode: false,
    mouseTrackingMode: "none",
    applicationCursorKeysMode: false,
    synchronizedOutputMode: false,
  });
  expect(term.buffer.active.getLine(0)?.getCell(0)?.isBold()).toBe(0);
  expect(marker.isDisposed).toBe(true);
  expect(term.options).toMatchObject({ scrollback: 10_000, screenReaderMode: false, disableStdin: true });
  giveBack(next, 0);
});

it("no style sheet comes or goes with a session, since a web view makes its fonts anew for each", async () => {
  const one = await taken();
  const sheets = [...document.head.querySelectorAll("style")];
  expect(one.term.element?.querySelectorAll("style")).toHaveLength(0);
  const changes = vi.fn();
  const watch = new MutationObserver(changes);
  watch.observe(document.head, { childList: true, subtree: true, characterData: true });
  giveBack(one, 0);
  const next = await taken();
  await written(next, "new");
  expect([...document.head.querySelectorAll("style")]).toEqual(sheets);
  expect(changes).not.toHaveBeenCalled();
  watch.disconnect();
  giveBack(next, 0);
});

it("what was still to be parsed is never the next session's", async () => {
  const one = await taken();
  one.term.write("old ".repeat(10_000));
  giveBack(one, 40_000);
  const next = await taken();
  expect(textOf(next)).toBe("");
  giveBack(next, 0);
});

it("a terminal with much still to be parsed is not waited for", async () => {
  const one = await taken();
  giveBack(one, 1024 * 1024);
  const next = await taken();
  expect(next).not.toBe(one);
  giveBack(next, 0);
});

it("as many wait as a window has halves", async () => {
  const three = [await taken(), await taken(), await taken()];
  three.forEach((one) => giveBack(one, 0));
  const again = [await taken(), await taken(), await taken()];
  expect(again.filter((one) => three.includes(one))).toHaveLength(2);
  again.forEach((one) => giveBack(one, 0));
});

it("a link is opened by the session in which it stands", async () => {
  const [first, second] = [vi.fn(), vi.fn()];
  const one = await takeXterm(place(), { ...setup, openLink: first });
  giveBack(one, 0);
  const next = await takeXterm(place(), { ...setup, openLink: second });
  const click = new MouseEvent("click", { ctrlKey: true });
  const range = { start: { x: 1, y: 1 }, end: { x: 2, y: 1 } };
  next.term.options.linkHandler?.activate(click, "https://example.org/", range);
  expect(first).not.toHaveBeenCalled();
  expect(second).toHaveBeenCalledExactlyOnceWith("https://example.org/");
  giveBack(next, 0);
});

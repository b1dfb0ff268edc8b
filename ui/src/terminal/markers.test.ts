import { Terminal } from "@xterm/xterm";
import { afterEach, expect, it } from "vitest";
import { forgetMarkersAtReset } from "./markers";
import { giveBack, takeXterm } from "./spare";

const LINK = "\x1b]8;;https://example.org\x07here\x1b]8;;\x07";
const LINK_BY_ID = "\x1b]8;id=1;https://example.org\x07here\r\nand here\x1b]8;;\x07";

const written = (term: Terminal, text: string): Promise<void> =>
  new Promise((resolve) => term.write(text, resolve));

/** Links that xterm.js remembers, each of which holds on to lines. */
function linksIn(term: Terminal): number {
  const inside = term as unknown as { _core: { _oscLinkService: { _dataByLinkId: Map<number, unknown> } } };
  return inside._core._oscLinkService._dataByLinkId.size;
}

afterEach(() => document.body.replaceChildren());

it.each([
  ["a link", LINK],
  ["a link on several lines", LINK_BY_ID],
  ["a link in the history", LINK + "\r\n".repeat(100)],
  ["a link on the other screen", `\x1b[?1049h${LINK}`],
  ["a link on both", `${LINK}\x1b[?1049h${LINK_BY_ID}`],
])("a reset lets go of %s", async (_what, output) => {
  const term = new Terminal({ allowProposedApi: true });
  forgetMarkersAtReset(term);
  await written(term, output);
  expect(linksIn(term)).toBeGreaterThan(0);
  await written(term, "\x1bc");
  expect(linksIn(term)).toBe(0);
});

it("a link after the reset is one still", async () => {
  const term = new Terminal({ allowProposedApi: true });
  forgetMarkersAtReset(term);
  await written(term, `${LINK}\x1bc${LINK}`);
  expect(linksIn(term)).toBe(1);
});

it("a session that is left keeps none of its links", async () => {
  const host = document.body.appendChild(document.createElement("div"));
  const setup = {
    platform: "linux",
    drawing: { renderer: "dom", fontSize: 13, minimumContrast: 1 },
    openLink: () => undefined,
  } as const;
  const one = await takeXterm(host, setup);
  await written(one.term, LINK);
  giveBack(one, 0);
  const next = await takeXterm(host, setup);
  expect(next).toBe(one);
  expect(linksIn(next.term)).toBe(0);
});

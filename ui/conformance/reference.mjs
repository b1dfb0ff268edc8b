// Compares two xterm.js terminals: one that was fed a whole stream, and one that was fed a keyframe and the rest.
//
// Reads a JSON object a line from stdin, writes one a line to stdout:
//   in:  { id, columns, rows, prefix: Step[], dirt?: base64, at: [columns, rows], keyframe: base64, tail: Step[] }
//        where a Step is { feed: base64 } or { resize: [columns, rows] }
//   out: { id, differences: string[], threw?: string }
// The first terminal takes prefix and tail. The second starts at the size `at`, takes `dirt` (to be in any state), the
// keyframe, and the tail. They are compared after the keyframe and after the tail. `threw` says that the first one
// threw an error, as xterm.js 6.0.0 does on some sequences: then there is nothing to compare with.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(import.meta.url);
const { Terminal } = require("@xterm/headless");
const { Unicode11Addon } = require("@xterm/addon-unicode11");

const SCROLLBACK = 10_000;
const MOST_DIFFERENCES = 8;
// Bytes of one write: xterm.js decodes 128 KiB at a time.
const WRITE = 60_000;
// Bits of xterm.js' common/buffer/Constants.ts.
const COLOR_MODE = 0x3000000;
const FG_FLAGS = 0xfc000000 & ~0x10000000;
const BG_FLAGS = 0x4000000 | 0x8000000 | 0x20000000 | 0x40000000;

/** A terminal as the pane has it, and a way to feed it at once. */
class Subject {
  constructor(columns, rows) {
    this.terminal = new Terminal({
      cols: columns,
      rows,
      scrollback: SCROLLBACK,
      allowProposedApi: true,
      logLevel: "off",
      windowOptions: { pushTitle: true, popTitle: true },
    });
    this.terminal.loadAddon(new Unicode11Addon());
    this.terminal.unicode.activeVersion = "11";
    this.core = this.terminal._core;
    this.held = new Uint8Array(0);
  }

  // xterm.js loses some characters that are cut in two by the end of a write; the pane hands over whole ones too.
  feed(bytes) {
    const all = new Uint8Array(this.held.length + bytes.length);
    all.set(this.held);
    all.set(bytes, this.held.length);
    const whole = incompleteFrom(all, 0, all.length);
    this.held = all.slice(whole);
    for (let start = 0; start < whole;) {
      const end = start + WRITE < whole ? incompleteFrom(all, start, start + WRITE) : whole;
      this.core._inputHandler.parse(all.subarray(start, end));
      start = end;
    }
  }

  // An alternate screen that is not up keeps the greatest height it ever had as its limit, and then has history where
  // there is none.
  resize(columns, rows) {
    this.terminal.resize(columns, rows);
    const { alt } = this.core._bufferService.buffers;
    if (alt.lines.length === 0) alt.lines.maxLength = rows;
  }

  run(steps) {
    for (const step of steps) {
      if (step.resize) this.resize(step.resize[0], step.resize[1]);
      else this.feed(Buffer.from(step.feed, "base64"));
    }
  }
}

/** Where an unfinished UTF-8 sequence at the end of a stretch starts; its end when there is none. */
function incompleteFrom(bytes, start, end) {
  for (let back = 1; back <= 3 && end - back >= start; back++) {
    const byte = bytes[end - back];
    if ((byte & 0xc0) === 0x80) continue;
    const needs =
      byte >= 0xf0 && byte < 0xf8 ? 4 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xc0 && byte < 0xe0 ? 2 : 1;
    return needs > back ? end - back : end;
  }
  return end;
}

const color = (value) => {
  const mode = value & COLOR_MODE;
  const used = mode === 0x3000000 ? 0xffffff : mode ? 0xff : 0;
  return `${mode >>> 24}:${(value & used).toString(16)}`;
};

function link(subject, attr) {
  if (!attr.hasExtendedAttrs() || !attr.extended.urlId) return "";
  const data = subject.core._oscLinkService.getLinkData(attr.extended.urlId);
  // xterm.js forgets a link once the lines it was first on are gone, though cells still carry its number.
  return data ? `${data.id ?? ""};${data.uri}` : "?";
}

/** How an attribute shows, whatever the bits are that lead there. */
function look(attr) {
  const style = attr.getUnderlineStyle();
  const line = style ? `${style}/${color(attr.extended.underlineColor)}` : "";
  const flags = ((attr.fg & FG_FLAGS) >>> 0).toString(16) + "." + ((attr.bg & BG_FLAGS) >>> 0).toString(16);
  return `${color(attr.fg)} ${color(attr.bg)} ${flags} ${line}`;
}

const sameLink = (a, b) => a === b || a === "?" || b === "?";

function* lines(a, b, bufferA, bufferB, name) {
  if (bufferA.lines.length !== bufferB.lines.length) {
    yield `${name}: ${bufferA.lines.length} lines / ${bufferB.lines.length}`;
  }
  if (bufferA.ybase !== bufferB.ybase) yield `${name}: screen starts at ${bufferA.ybase} / ${bufferB.ybase}`;
  const columns = a.terminal.cols;
  const cellA = bufferA.getNullCell().constructor.fromCharData([0, "", 1, 0]);
  const cellB = bufferA.getNullCell().constructor.fromCharData([0, "", 1, 0]);
  // From the bottom, so that a difference in the number of lines does not make all differ.
  const count = Math.min(bufferA.lines.length, bufferB.lines.length);
  for (let back = count; back >= 1; back--) {
    const lineA = bufferA.lines.get(bufferA.lines.length - back);
    const lineB = bufferB.lines.get(bufferB.lines.length - back);
    const y = bufferA.lines.length - back - bufferA.ybase;
    if (lineA.isWrapped !== lineB.isWrapped)
      yield `${name} row ${y}: wrapped ${lineA.isWrapped} / ${lineB.isWrapped}`;
    for (let x = 0; x < columns; x++) {
      lineA.loadCell(x, cellA);
      lineB.loadCell(x, cellB);
      if (
        cellA.content === cellB.content &&
        cellA.fg === cellB.fg &&
        cellA.bg === cellB.bg &&
        !cellA.isCombined() &&
        !cellA.hasExtendedAttrs()
      ) {
        continue;
      }
      // Half of a wide character on the cursor's line, cut by a narrower size: nothing but a resize leaves that.
      const cut = (at) => lineA.getWidth(at) === 2 && (at === columns - 1 || lineA.getWidth(at + 1) !== 0);
      if (cut(x)) continue;
      if (x > 0 && cut(x - 1) && cellA.content === 1 << 22 && cellB.getWidth() === 0) continue;
      const at = `${name} cell ${x},${y}`;
      const textA = `${JSON.stringify(cellA.getChars())} w${cellA.getWidth()}`;
      const textB = `${JSON.stringify(cellB.getChars())} w${cellB.getWidth()}`;
      if (textA !== textB) yield `${at}: ${textA} / ${textB}`;
      if (look(cellA) !== look(cellB)) yield `${at} ${textA}: ${look(cellA)} / ${look(cellB)}`;
      const [linkA, linkB] = [link(a, cellA), link(b, cellB)];
      if (!sameLink(linkA, linkB)) yield `${at}: link ${linkA} / ${linkB}`;
    }
  }
}

/** What a terminal is besides its cells, by name. */
function state(subject) {
  const { core } = subject;
  const { buffers, cols, rows } = core._bufferService;
  const handler = core._inputHandler;
  const alternate = buffers.active === buffers.alt;
  const facts = {
    size: `${cols}x${rows}`,
    alternate,
    cursor: `${buffers.active.x},${buffers.active.y}`,
    rendition: look(handler._curAttrData),
    title: sanitised(handler._windowTitle),
    titles: handler._windowTitleStack.map(sanitised).join("|"),
    hidden: core.coreService.isCursorHidden,
    insert: core.coreService.modes.insertMode,
    mouse: core.coreMouseService.activeProtocol,
    encoding: core.coreMouseService.activeEncoding,
    blink: core.optionsService.rawOptions.cursorBlink,
    newline: core.optionsService.rawOptions.convertEol,
    joins: (handler._parser.precedingJoinState >> 1) & 3,
    parser: handler._parser.currentState,
    ...core.coreService.decPrivateModes,
  };
  // The row of the cursor that the alternate screen will overwrite matters to a resize only.
  if (alternate) facts.cursorBelow = buffers.normal.y;
  for (const [name, buffer] of [
    ["normal", buffers.normal],
    ["alternate", buffers.alt],
  ]) {
    const savedRow = Math.min(Math.max(buffer.savedY - buffer.ybase, 0), rows - 1);
    facts[`${name} saved`] =
      `${Math.min(buffer.savedX, cols - 1)},${savedRow} ${look(buffer.savedCurAttrData)}`;
    facts[`${name} region`] = `${buffer.scrollTop}-${buffer.scrollBottom}`;
    facts[`${name} tabs`] = Object.keys(buffer.tabs)
      .filter((x) => buffer.tabs[x] && x < cols)
      .join();
  }
  return facts;
}

/** Things that are the same when they are the same object. */
function objects(subject) {
  const { core } = subject;
  const { buffers } = core._bufferService;
  const charsets = core._charsetService;
  return {
    charset: charsets.charset,
    G0: charsets._charsets[0],
    G1: charsets._charsets[1],
    G2: charsets._charsets[2],
    G3: charsets._charsets[3],
    level: charsets.glevel,
    "normal saved charset": buffers.normal.savedCharset,
    "alternate saved charset": buffers.alt.savedCharset,
  };
}

// As the engine does: a title is text.
function sanitised(title) {
  return [...title]
    .filter((c) => !/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(c))
    .slice(0, 200)
    .join("");
}

function* differences(a, b) {
  const [stateA, stateB] = [state(a), state(b)];
  for (const name of Object.keys(stateA)) {
    if (stateA[name] !== stateB[name]) yield `${name}: ${stateA[name]} / ${stateB[name]}`;
  }
  const [objectsA, objectsB] = [objects(a), objects(b)];
  for (const name of Object.keys(objectsA)) {
    if (objectsA[name] !== objectsB[name]) yield `${name} differs`;
  }
  const [linkA, linkB] = [a, b].map((subject) => link(subject, subject.core._inputHandler._curAttrData));
  if (!sameLink(linkA, linkB)) yield `link: ${linkA} / ${linkB}`;
  const [buffersA, buffersB] = [a.core._bufferService.buffers, b.core._bufferService.buffers];
  yield* lines(a, b, buffersA.normal, buffersB.normal, "normal");
  if (buffersA.active === buffersA.alt) yield* lines(a, b, buffersA.alt, buffersB.alt, "alternate");
}

function compare(task) {
  const found = [];
  const collect = (a, b, when) => {
    for (const difference of differences(a, b)) {
      found.push(`${when}: ${difference}`);
      if (found.length >= MOST_DIFFERENCES) return;
    }
  };
  const a = new Subject(task.columns, task.rows);
  const b = new Subject(task.at[0], task.at[1]);
  try {
    a.run(task.prefix);
  } catch (error) {
    return { id: task.id, differences: [], threw: String(error) };
  }
  if (task.dirt) {
    try {
      b.run([{ feed: task.dirt }]);
    } catch {
      // Any state will do.
    }
  }
  b.run([{ feed: task.keyframe }]);
  collect(a, b, "after the keyframe");
  if (found.length === 0) {
    try {
      a.run(task.tail);
    } catch (error) {
      return { id: task.id, differences: [], threw: String(error) };
    }
    b.run(task.tail);
    collect(a, b, "after the tail");
  }
  for (const subject of [a, b]) subject.terminal.dispose();
  return { id: task.id, differences: found };
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  process.stdout.write(JSON.stringify(compare(JSON.parse(line))) + "\n");
}

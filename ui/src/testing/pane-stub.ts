/** Stands in for the pane around xterm.js, which needs a real window to measure in: it notes what it was asked. */
import type { IModes } from "@xterm/xterm";
import type { Output } from "../terminal/command-marks";
import type { Drawing } from "../terminal/drawing";
import type { PaneOptions, TerminalPane } from "../terminal/pane";

type Asked = Pick<
  TerminalPane,
  | "attach"
  | "rest"
  | "draw"
  | "focus"
  | "greet"
  | "dump"
  | "usedHeight"
  | "lastOutput"
  | "hasSelection"
  | "find"
  | "copy"
  | "paste"
  | "selectAll"
  | "answerPaste"
  | "drop"
  | "tellScreenReader"
  | "dispose"
>;

export interface StubPane extends Asked {
  options: PaneOptions;
  /** `attach 7`, `rest joins`, in order. */
  asked: string[];
  output: Output | null;
  /** Whether a screen reader is told what it shows. */
  spoken: boolean;
  /** As it was drawn last. */
  drawing: Drawing;
}

export const panes: StubPane[] = [];

export function openPane(host: HTMLElement, options: PaneOptions): Promise<StubPane> {
  const asked: string[] = [];
  // As in xterm, a hidden field has the keys.
  const xterm = document.createElement("div");
  xterm.className = "xterm";
  const keys = xterm.appendChild(document.createElement("textarea"));
  keys.dataset.testid = "terminal-keys";
  host.append(xterm);
  const pane: StubPane = {
    options,
    asked,
    output: null,
    spoken: false,
    tellScreenReader: (tell) => void (pane.spoken = tell),
    drawing: options.drawing,
    lastOutput: () => pane.output,
    hasSelection: () => false,
    find: {
      seek: ({ text }: { text: string }) => Promise.resolve(void asked.push(`seek ${text}`)),
      step: (direction: string) => void asked.push(direction),
      close: () => void asked.push("close find"),
    } as unknown as StubPane["find"],
    copy: () => void asked.push("copy"),
    paste: () => void asked.push("paste"),
    selectAll: () => void asked.push("select all"),
    answerPaste: (paste) => {
      asked.push(paste ? "paste it" : "do not paste");
      options.told.asks(null);
      keys.focus();
    },
    drop: (paths) => {
      asked.push(`drop ${paths.join()}`);
      keys.focus();
    },
    attach: (run) => void asked.push(`attach ${run}`),
    rest: (session) => void asked.push(`rest ${session}`),
    draw: (drawing) => {
      pane.drawing = drawing;
    },
    focus: () => keys.focus(),
    greet: () => undefined,
    usedHeight: () => 0,
    dump: () => ({
      columns: 80,
      rows: 24,
      cursor: { x: 0, y: 0, hidden: false },
      modes: {} as IModes,
      alternate: false,
      base: 0,
      view: 0,
      lines: [],
    }),
    dispose: () => void asked.push("dispose"),
  };
  panes.push(pane);
  options.told.fits({ columns: 80, rows: 24 });
  return Promise.resolve(pane);
}

/** The newest pane of a session. Each was asked for its session or its run first. */
export function paneOf(asked: string): StubPane {
  const pane = panes.filter((each) => each.asked[0] === asked).at(-1);
  if (!pane)
    throw new Error(`no pane was asked for ${asked}: ${panes.map((each) => each.asked.join()).join("; ")}`);
  return pane;
}

export function paneInView(): StubPane {
  const pane = panes.at(-1);
  if (!pane) throw new Error("no pane was opened");
  return pane;
}

/** What is shown first is asked for before anything is drawn, so the window never shows an empty list. */
import { mount, unmount } from "svelte";
import type { Backend } from "../backend/backend";
import { failureOf } from "../backend/failure";
import type { Snapshot } from "../backend/generated/Snapshot";
import Damaged from "../damaged/Damaged.svelte";
import { Sessions } from "../sessions/store.svelte";
import { interfaceFontsReady } from "../terminal/fonts";
import App from "./App.svelte";
import { drawn } from "./drawn";
import { askFirst, type Asked } from "./first";
import { Panes } from "./panes.svelte";
import { HALVES, remembered, SHOWN } from "./remembered";
import Unreachable from "./Unreachable.svelte";

/** Answers once all of it is there. `asked`: what was asked already. */
export async function begin(
  root: HTMLElement,
  backend: Backend,
  asked: Asked = askFirst(backend),
): Promise<void> {
  const fonts = interfaceFontsReady();
  let snapshot: Snapshot;
  try {
    snapshot = await asked.snapshot;
  } catch (thrown) {
    await fonts;
    await explain(root, backend, thrown);
    return;
  }
  await fonts;
  const sessions = new Sessions(backend, snapshot, remembered(SHOWN, "reload"), remembered(HALVES, "reload"));
  asked.hear((event) => sessions.hear(event));
  const panes = new Panes();
  mount(App, { target: root, props: { sessions, panes } });
  // The terminal's code and the rest of the list each take the page for a tenth of a second. In the frame before either,
  // whoever clicked or typed meanwhile is heard.
  await drawn(document);
  await drawn(document);
  await panes.read();
  await drawn(document);
  await sessions.readRest();
}

/** The database cannot be read, or the engine did not answer: said plainly, never an empty list. */
async function explain(root: HTMLElement, backend: Backend, thrown: unknown): Promise<void> {
  const failure = failureOf(thrown);
  const damage = failure.code === "StoreDamaged" ? await backend.damage().catch(() => null) : null;
  if (!damage) {
    mount(Unreachable, { target: root, props: { failure } });
    return;
  }
  const page = mount(Damaged, {
    target: root,
    props: {
      damage,
      wordsOf: failureOf,
      onrecover: async (fresh: boolean) => {
        await backend.recover(fresh);
        await unmount(page);
        await begin(root, backend);
      },
    },
  });
}

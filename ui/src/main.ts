/** The window starts: what it shows first is asked for before anything is drawn, so nothing flashes. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "@fontsource-variable/jetbrains-mono/wght-italic.css";
import { mount, unmount } from "svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import App from "./app/App.svelte";
import Unreachable from "./app/Unreachable.svelte";
import type { Backend } from "./backend/backend";
import type { Event } from "./backend/generated/Event";
import type { Snapshot } from "./backend/generated/Snapshot";
import Damaged from "./damaged/Damaged.svelte";
import { failureOf, Sessions } from "./sessions/store.svelte";
import { interfaceFontsReady } from "./terminal/fonts";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
void begin(target);

async function begin(root: HTMLElement): Promise<void> {
  const backend = await chooseBackend();
  const fonts = interfaceFontsReady();
  let snapshot: Snapshot;
  // Listening starts before the list is read, so that no change falls between the two.
  const early: Event[] = [];
  let hear = (event: Event): void => void early.push(event);
  let stopListening = (): void => undefined;
  try {
    stopListening = await backend.listen((event) => hear(event));
    snapshot = await backend.snapshot();
  } catch (thrown) {
    stopListening();
    await fonts;
    await explain(root, backend, thrown);
    return;
  }
  await fonts;
  const sessions = new Sessions(backend, snapshot);
  hear = (event) => sessions.hear(event);
  early.forEach(hear);
  mount(App, { target: root, props: { sessions } });
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
        await begin(root);
      },
    },
  });
}

async function chooseBackend(): Promise<Backend> {
  // In a browser, while developing, there is no engine: a pretended one takes its place. A build has only the real one.
  if (import.meta.env.DEV && !("__TAURI_INTERNALS__" in window)) {
    const { FakeBackend, scenario } = await import("./backend/fake");
    return new FakeBackend(scenario(new URLSearchParams(location.search)));
  }
  const { tauri } = await import("./backend/tauri");
  return tauri;
}

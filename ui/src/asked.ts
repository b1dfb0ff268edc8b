/** Evaluated before the rest of the window's code: while that is read, what it shows first is on its way. */
import { askFirst } from "./app/first";
import type { Backend } from "./backend/backend";
import { tauri } from "./backend/tauri";
import { interfaceFontsReady } from "./terminal/fonts";

export const backend = await chooseBackend();
export const asked = askFirst(backend);
void interfaceFontsReady();

async function chooseBackend(): Promise<Backend> {
  // In a browser, while developing, there is no engine: a pretended one takes its place. A build has only the real one.
  if (import.meta.env.DEV && !("__TAURI_INTERNALS__" in window)) {
    const { FakeBackend, scenario } = await import("./backend/fake");
    return new FakeBackend(scenario(new URLSearchParams(location.search)));
  }
  return tauri;
}

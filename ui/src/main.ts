/** The window starts: styles, the backend, and then what it shows first. */
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "@fontsource-variable/jetbrains-mono/wght-italic.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/lines.css";
import { begin } from "./app/begin";
import { noteWhatUses } from "./app/used-by";
import type { Backend } from "./backend/backend";

const root = document.getElementById("app");
if (!root) throw new Error("index.html has no #app");
noteWhatUses(document);
void begin(root, await chooseBackend());

async function chooseBackend(): Promise<Backend> {
  // In a browser, while developing, there is no engine: a pretended one takes its place. A build has only the real one.
  if (import.meta.env.DEV && !("__TAURI_INTERNALS__" in window)) {
    const { FakeBackend, scenario } = await import("./backend/fake");
    return new FakeBackend(scenario(new URLSearchParams(location.search)));
  }
  const { tauri } = await import("./backend/tauri");
  return tauri;
}

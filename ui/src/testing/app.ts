/** A whole window over the pretended engine, for the tests of what it does. */
import { render, screen } from "@testing-library/svelte";
import userEvent, { type UserEvent } from "@testing-library/user-event";
import App from "../app/App.svelte";
import { Panes } from "../app/panes.svelte";
import { FakeBackend } from "../backend/fake";
import { sampleRows } from "../backend/fake-samples";
import type { Scenario } from "../backend/fake-scenario";
import Halves from "../pane/Halves.svelte";
import { Sessions } from "../sessions/store.svelte";
import { panes } from "./pane-stub";

export interface OpenWindow {
  backend: FakeBackend;
  sessions: Sessions;
  user: UserEvent;
  row: (session: string) => HTMLElement;
  inMenu: (item: string) => Promise<void>;
}

/** A test that uses it mocks `../terminal/pane` by `pane-stub`. */
export async function openWindow(with_: Partial<Scenario> = {}): Promise<OpenWindow> {
  panes.length = 0;
  localStorage.clear();
  sessionStorage.clear();
  const backend = new FakeBackend({ rows: sampleRows(Date.now()), ...with_ });
  const sessions = new Sessions(backend, await backend.snapshot(null));
  await backend.listen((event) => sessions.hear(event));
  render(App, { sessions, panes: new Panes(Halves) });
  const user = userEvent.setup();
  const row = (session: string): HTMLElement => {
    const found = screen.getAllByTestId("session-row").find((each) => each.dataset.sessionId === session);
    if (!found) throw new Error(`no row ${session}`);
    return found;
  };
  const inMenu = async (item: string): Promise<void> => {
    await user.click(screen.getByTestId("session-menu"));
    await user.click(screen.getByTestId(item));
  };
  return { backend, sessions, user, row, inMenu };
}

/**
 * The window's state and its thin effects: what is heard goes through the reducer, what the learner chooses
 * goes to the backend, and the answer through the reducer again.
 */
import { isFailure, type Backend } from "../backend/backend";
import type { Event } from "../backend/generated/Event";
import type { Failure } from "../backend/generated/Failure";
import type { GridSize } from "../backend/generated/GridSize";
import type { NewSession } from "../backend/generated/NewSession";
import type { Platform } from "../backend/generated/Platform";
import type { Renderer } from "../backend/generated/Renderer";
import type { Saving } from "../backend/generated/Saving";
import type { SessionRow } from "../backend/generated/SessionRow";
import type { Snapshot } from "../backend/generated/Snapshot";
import { Toasts } from "../app/toasts.svelte";
import { savingWords } from "../status/saving";
import { readable } from "../terminal/input";
import { announcements } from "./announce";
import { clickOn } from "./click";
import { nextLive } from "./groups";
import { homeOf, needsHealing, reduce, rowInView, start, type Heard, type State, type View } from "./reducer";

/** How long a resumed session goes on showing what its last run did not take. */
const UNSENT_MS = 30_000;

export class Sessions {
  readonly home: string;
  readonly platform: Platform;
  readonly renderer: Renderer;
  readonly toasts = new Toasts();

  // Replaced, never changed in place: so it needs no proxies, and two states can be compared.
  #state = $state.raw<State>(start([]));
  #saving = $state.raw<Saving>({ state: "saved", at: null });
  #subjects = $state.raw<string[]>([]);
  /** What a screen reader is told next. */
  announcement = $state("");
  /** The session that is being ended although something runs, with the engine's words. */
  busy = $state.raw<{ session: string; failure: Failure } | null>(null);
  /** What was typed and could not be sent, by session. */
  unsent = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** The grid of the pane in view. */
  grid = $state.raw<GridSize | null>(null);
  now = $state(Date.now());

  private fits: GridSize | null = null;
  private measured: ((size: GridSize) => void)[] = [];

  constructor(
    readonly backend: Backend,
    snapshot: Snapshot,
  ) {
    this.home = snapshot.home;
    this.platform = snapshot.platform;
    this.renderer = snapshot.renderer;
    this.#state = start(snapshot.sessions);
    this.#saving = snapshot.saving;
    this.#subjects = snapshot.subjects;
  }

  get rows(): SessionRow[] {
    return [...this.#state.rows.values()];
  }
  get view(): View {
    return this.#state.view;
  }
  get row(): SessionRow | null {
    return rowInView(this.#state);
  }
  get opening(): ReadonlySet<string> {
    return this.#state.opening;
  }
  get failures(): ReadonlyMap<string, Failure> {
    return this.#state.failures;
  }
  get saving(): Saving {
    return this.#saving;
  }
  /** Subjects that are known, for completion: those of the snapshot and those that came since. */
  get subjects(): string[] {
    const used = this.rows.flatMap((row) => (row.subject ? [row.subject] : []));
    return [...new Set([...this.#subjects, ...used])].sort((one, other) => one.localeCompare(other));
  }

  hear(event: Event): void {
    if (event.event === "saving.changed") {
      const was = this.#saving.state;
      this.#saving = event.saving;
      if ((was === "stopped") !== (event.saving.state === "stopped")) {
        this.announcement = savingWords(event.saving).text;
      }
      return;
    }
    this.dispatch({ heard: "event", event });
  }

  /** The lists of a snapshot that was read after listening began. */
  list(snapshot: Snapshot): void {
    this.#saving = snapshot.saving;
    this.#subjects = snapshot.subjects;
    this.dispatch({ heard: "listed", rows: snapshot.sessions });
  }

  /** The learner chose a row, by click or key. */
  choose(session: string): void {
    const row = this.#state.rows.get(session);
    if (!row) return;
    this.dispatch({ heard: "chosen", view: { page: "session", session } });
    if (clickOn(row, this.#state.opening.has(session)) === "open") void this.open(session);
  }

  showForm(): void {
    this.dispatch({ heard: "chosen", view: { page: "new-session" } });
  }

  /** Back from the form to where the learner was, or to the session that was used last. */
  leaveForm(back: View | null): void {
    const known = back?.page === "session" && this.#state.rows.has(back.session);
    this.dispatch({ heard: "chosen", view: known ? back : homeOf(this.#state.rows) });
  }

  showNextLive(): void {
    const next = nextLive(this.#state.rows.values(), this.row?.id ?? null);
    if (next) this.choose(next);
  }

  /** Opens a session: its live run, or a new one below the kept screen. */
  async open(session: string): Promise<void> {
    if (this.#state.opening.has(session)) return;
    this.dispatch({ heard: "opening", session });
    try {
      const opened = await this.backend.open(session, await this.paneSize());
      this.dispatch({ heard: "opened", row: opened.session, run: opened.run });
      // What was not sent stays in sight for a while, to be typed or pasted into the new run.
      setTimeout(() => this.forgetUnsent(session), UNSENT_MS);
    } catch (thrown) {
      const failure = failureOf(thrown);
      this.dispatch({ heard: "failed", session, failure });
      this.announcement = words(failure);
    }
  }

  /** Makes a session and opens it. Rejects with a `Failure` that belongs into the form. */
  async create(asked: NewSession): Promise<void> {
    const row = await this.backend.create(asked);
    this.dispatch({ heard: "created", row });
    this.dispatch({ heard: "chosen", view: { page: "session", session: row.id } });
    void this.open(row.id);
  }

  async rename(session: string, title: string): Promise<void> {
    await this.attempt(() => this.backend.rename(session, title));
  }

  async pin(session: string, pinned: boolean): Promise<void> {
    await this.attempt(() => this.backend.pin(session, pinned));
  }

  /** Ends the live run; asks first only where something runs in it. */
  async end(session: string, force = false): Promise<void> {
    this.busy = null;
    try {
      await this.backend.end(session, force);
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.code === "Busy") {
        this.busy = { session, failure };
        this.announcement = `${failure.message} End it?`;
      }
      // Gone already: that is what was asked for.
      else if (failure.code !== "RunGone") this.toasts.say(words(failure));
    }
  }

  keepRunning(): void {
    this.busy = null;
  }

  /** Deletes at once, with ten seconds to take it back. */
  async remove(session: string): Promise<void> {
    const title = this.#state.rows.get(session)?.title ?? "";
    const ok = await this.attempt(() => this.backend.delete(session));
    if (!ok) return;
    this.dispatch({ heard: "event", event: { event: "sessions.changed", rows: [], gone: [session] } });
    this.toasts.offerUndo(
      `Deleted “${title}”.`,
      () => void this.attempt(() => this.backend.undelete(session)),
    );
  }

  /** An answer said that a run is gone: believed at once, and the list read again, once for each run. */
  runGone(run: number, failure: Failure): void {
    const first = needsHealing(this.#state, run);
    this.dispatch({ heard: "run-gone", run, failure, now: Date.now() });
    if (first) void this.refresh();
  }

  /** The picture of a session cannot be shown. */
  lost(session: string, failure: Failure): void {
    this.dispatch({ heard: "failed", session, failure });
  }

  keepUnsent(session: string, typed: string): void {
    const text = readable(typed);
    if (text === "") return;
    const before = this.unsent.get(session) ?? "";
    this.unsent = new Map(this.unsent).set(session, before + text);
  }

  forgetUnsent(session: string): void {
    if (!this.unsent.has(session)) return;
    this.unsent = new Map([...this.unsent].filter(([other]) => other !== session));
  }

  async copyUnsent(session: string): Promise<void> {
    const text = this.unsent.get(session);
    if (text === undefined) return;
    try {
      await navigator.clipboard.writeText(text.replaceAll("⏎", "\n"));
      this.announcement = "Copied.";
    } catch {
      this.toasts.say("The clipboard cannot be reached here. You can select the text and copy it.");
    }
  }

  /** The learner has read the band and wants the session again as it is. */
  settle(session: string): void {
    this.forgetUnsent(session);
    this.dispatch({ heard: "settled", session });
  }

  /** The pane was measured: what waits for a size goes on. */
  paneFits(size: GridSize): void {
    this.fits = size;
    this.measured.splice(0).forEach((resolve) => resolve(size));
  }

  tick(now: number): void {
    this.now = now;
  }

  private paneSize(): Promise<GridSize> {
    return this.fits ? Promise.resolve(this.fits) : new Promise((resolve) => this.measured.push(resolve));
  }

  private async refresh(): Promise<void> {
    await this.attempt(async () => this.list(await this.backend.snapshot()));
  }

  /** Answers whether it worked; what went wrong is said. */
  private async attempt(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (thrown) {
      this.toasts.say(words(failureOf(thrown)));
      return false;
    }
  }

  private dispatch(heard: Heard): void {
    const before = this.#state;
    this.#state = reduce(before, heard);
    const said = announcements(before, this.#state);
    if (said.length > 0) this.announcement = said.join(" ");
    if (this.busy && this.#state.rows.get(this.busy.session)?.status !== "live") this.busy = null;
  }
}

export function failureOf(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: "Internal", message, hint: "", session: null, reason: null };
}

function words(failure: Failure): string {
  return [failure.message, failure.hint].filter((part) => part !== "").join(" ");
}

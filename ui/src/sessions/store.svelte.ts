/**
 * The window's state and its thin effects: what is heard goes through the reducer, what the learner chooses
 * goes to the backend, and the answer through the reducer again.
 */
import type { Backend } from "../backend/backend";
import { failureOf, sentence, wordsOf } from "../backend/failure";
import type { Event } from "../backend/generated/Event";
import type { Failure } from "../backend/generated/Failure";
import type { GroupCounts } from "../backend/generated/GroupCounts";
import type { NewSession } from "../backend/generated/NewSession";
import type { Platform } from "../backend/generated/Platform";
import type { Saving } from "../backend/generated/Saving";
import type { SessionRow } from "../backend/generated/SessionRow";
import type { Snapshot } from "../backend/generated/Snapshot";
import { Announcer } from "../app/announcer.svelte";
import { Copying } from "../app/copying";
import { Toasts } from "../app/toasts.svelte";
import { Notes } from "../desk/notes.svelte";
import { Quitting } from "../quit/quitting.svelte";
import { FontSize } from "../settings/font-size.svelte";
import { SettingsInForce } from "../settings/store.svelte";
import { savingWords } from "../status/saving";
import { announcements } from "./announce";
import { clickOn } from "./click";
import { nextLive } from "./groups";
import type { Circumstances } from "./line";
import { PaneSizes } from "./pane-sizes.svelte";
import {
  NONE,
  homeOf,
  needsHealing,
  reduce,
  rowInView,
  start,
  type Heard,
  type State,
  type View,
} from "./reducer";
import { other, type Split } from "./split";
import type { Drawing } from "../terminal/drawing";
import type { Refused } from "../terminal/input";
import { Unsent } from "./unsent.svelte";

/** How long a resumed session goes on showing what its last run did not take. */
const UNSENT_MS = 30_000;

export class Sessions {
  readonly home: string;
  readonly platform: Platform;
  /** What a screen reader is told. */
  readonly announcer = new Announcer();
  readonly toasts = new Toasts((text) => this.announcer.say(text));
  readonly copying = new Copying(this.announcer, this.toasts);
  readonly unsent = new Unsent();
  readonly sizes = new PaneSizes();
  readonly notes: Notes;
  readonly settings: SettingsInForce;
  readonly fontSize: FontSize;
  readonly quitting: Quitting;

  // Replaced, never changed in place: so it needs no proxies, and two states can be compared.
  #state = $state.raw<State>(start([]));
  #saving = $state.raw<Saving>({ state: "saved", at: null });
  #subjects = $state.raw<string[]>([]);
  /** Sessions that are being ended although something runs, with the engine's words. */
  busy = $state.raw<ReadonlyMap<string, Failure>>(new Map());
  now = $state(Date.now());

  /** Sessions whose program waited for the learner when they were last live. */
  private waits: ReadonlySet<string> = new Set();
  private readingRest: Promise<void> | null = null;

  /** `shown`, `halves`: what this window showed before its page was loaded again. */
  constructor(
    readonly backend: Backend,
    snapshot: Snapshot,
    shown: string | null = null,
    halves: string | null = null,
  ) {
    this.home = snapshot.home;
    this.platform = snapshot.platform;
    this.notes = new Notes(backend, this.toasts);
    this.settings = new SettingsInForce(backend, snapshot.settings);
    this.fontSize = new FontSize(this.settings, this.announcer, this.toasts);
    this.quitting = new Quitting(backend);
    this.#state = start(
      snapshot.sessions,
      [shown, snapshot.showing].filter((session) => session !== null),
      halves,
      snapshot.unlisted,
    );
    this.waits = waitingIn(this.rows, this.waits);
    this.#saving = snapshot.saving;
    this.#subjects = snapshot.subjects;
  }

  get rows(): SessionRow[] {
    return [...this.#state.rows.values()];
  }
  /** How many rows are still on their way, after the first ones. */
  get unlisted(): GroupCounts {
    return this.#state.rest?.unlisted ?? NONE;
  }
  /** Whether all sessions are among the rows. */
  get whole(): boolean {
    return this.#state.rest === null;
  }
  get view(): View {
    return this.#state.view;
  }
  get row(): SessionRow | null {
    return rowInView(this.#state);
  }
  get split(): Split | null {
    return this.#state.split;
  }
  rowsOf(sessions: readonly string[]): SessionRow[] {
    return sessions.flatMap((session) => this.#state.rows.get(session) ?? []);
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
  get drawing(): Drawing {
    return { ...this.settings.drawing, fontSize: this.fontSize.now };
  }
  /** Whether a screen reader is told what terminals show. */
  get screenReader(): boolean {
    return this.settings.value("appearance.screen_reader") === "true";
  }
  get given(): Circumstances {
    return { now: this.now, idleAfter: this.settings.idleAfter };
  }
  /** Subjects that are known, for completion: those of the snapshot and those that came since. */
  get subjects(): string[] {
    const used = this.rows.flatMap((row) => (row.subject ? [row.subject] : []));
    return [...new Set([...this.#subjects, ...used])].sort((one, other) => one.localeCompare(other));
  }

  hear(event: Event): void {
    switch (event.event) {
      case "saving.changed":
        this.hearSaving(event.saving);
        break;
      case "notes.changed":
        this.notes.hear(event.session, event.notes);
        break;
      case "settings.changed":
        this.settings.hear(event.settings);
        break;
      case "quit.asked":
        this.quitting.hear(event.work);
        break;
      case "sessions.listed":
        // Told instead of many events, which may have been about notes as well.
        this.dispatch({ heard: "event", event });
        void this.notes.show(this.row?.id ?? null);
        break;
      default:
        this.dispatch({ heard: "event", event });
    }
  }

  /** The lists of a snapshot that was read after listening began. */
  list(snapshot: Snapshot): void {
    this.#saving = snapshot.saving;
    this.#subjects = snapshot.subjects;
    this.settings.hear(snapshot.settings);
    this.dispatch({ heard: "listed", rows: snapshot.sessions });
  }

  /** Reads the whole list where only the first rows are there. */
  async readRest(): Promise<void> {
    if (!this.whole) await (this.readingRest ??= this.refresh().finally(() => (this.readingRest = null)));
  }

  /** The learner chose a row, by click or key. */
  choose(session: string): void {
    this.show(session, { heard: "chosen", view: { page: "session", session } });
  }

  /** Beside the one in view. */
  chooseBeside(session: string): void {
    this.show(session, { heard: "beside", session });
  }

  /** The keys are in this half now. */
  use(session: string): void {
    if (this.#state.rows.has(session)) this.dispatch({ heard: "chosen", view: { page: "session", session } });
  }

  useOther(): void {
    if (this.split) this.use(other(this.split));
  }

  /** The session goes on, out of sight. */
  closeHalf(session: string): void {
    this.dispatch({ heard: "half-closed", session });
  }

  private show(session: string, heard: Heard): void {
    const row = this.#state.rows.get(session);
    if (!row) return;
    this.dispatch(heard);
    if (clickOn(row, this.#state.opening.has(session)) === "open") void this.open(session);
  }

  showForm(): void {
    this.dispatch({ heard: "chosen", view: { page: "new-session" } });
  }

  showSettings(): void {
    this.dispatch({ heard: "chosen", view: { page: "settings" } });
    // The file may have been edited since.
    void this.attempt(() => this.settings.read());
  }

  /** Back from a page to where the learner was, or to the session that was used last. */
  leavePage(back: View | null): void {
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
      const opened = await this.backend.open(session, await this.sizes.of(session, this.split === null));
      this.dispatch({ heard: "opened", row: opened.session, run: opened.run });
      // What was not sent stays in sight for a while, to be typed or pasted into the new run.
      const shown = this.unsent.piecesOf(session);
      setTimeout(() => this.unsent.forget(session, shown), UNSENT_MS);
    } catch (thrown) {
      const failure = failureOf(thrown);
      this.dispatch({ heard: "failed", session, failure });
      this.announcer.say(wordsOf(failure));
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

  /** Opens a session in the learner's home, as its own directory is gone. */
  async openAtHome(session: string): Promise<void> {
    if (await this.attempt(() => this.backend.move(session, "~"))) await this.open(session);
  }

  async pin(session: string, pinned: boolean): Promise<void> {
    await this.attempt(() => this.backend.pin(session, pinned));
  }

  /** Ends the live run; asks first only where something runs in it. */
  async end(session: string, force = false): Promise<void> {
    this.keepRunning(session);
    try {
      await this.backend.end(session, force);
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (failure.code === "Busy") {
        this.busy = new Map(this.busy).set(session, failure);
        this.announcer.say(`${sentence(failure.message)} End it?`);
      }
      // Gone already: that is what was asked for.
      else if (failure.code !== "RunGone") this.toasts.say(wordsOf(failure));
    }
  }

  keepRunning(session: string): void {
    this.askAboutOnly((asked) => asked !== session);
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

  /**
   * Whether the program of a session hides what is typed, as it was last known to do: somebody who types a
   * password goes on for a moment after the run has ended.
   */
  hides(session: string): boolean {
    return this.waits.has(session);
  }

  /** The terminal of a session refused this. */
  notSent(session: string, { typed, hidden }: Refused): void {
    if (hidden) this.unsent.hide(session);
    this.unsent.keep(session, typed);
  }

  async copyUnsent(session: string): Promise<void> {
    const text = this.unsent.of(session);
    if (text !== null) await this.copying.text(text.replaceAll("⏎", "\n"));
  }

  /** The learner has read the band and wants the session again as it is. */
  settle(session: string): void {
    this.unsent.forget(session);
    this.dispatch({ heard: "settled", session });
  }

  tick(now: number): void {
    this.now = now;
  }

  async openWindow(session: string): Promise<void> {
    await this.attempt(() => this.backend.openWindow(session));
  }

  /** Asks to quit; the engine asks back where work would be interrupted. */
  async quit(): Promise<void> {
    await this.attempt(() => this.backend.quit());
  }

  private hearSaving(saving: Saving): void {
    const was = this.#saving.state;
    this.#saving = saving;
    if ((was === "stopped") !== (saving.state === "stopped")) this.announcer.say(savingWords(saving).text);
  }

  private askAboutOnly(kept: (session: string) => boolean): void {
    const left = [...this.busy].filter(([session]) => kept(session));
    if (left.length < this.busy.size) this.busy = new Map(left);
  }

  private async refresh(): Promise<void> {
    await this.attempt(async () => this.list(await this.backend.snapshot(null)));
  }

  /** Answers whether it worked; what went wrong is said. */
  private async attempt(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (thrown) {
      this.toasts.say(wordsOf(failureOf(thrown)));
      return false;
    }
  }

  private dispatch(heard: Heard): void {
    const before = this.#state;
    this.#state = reduce(before, heard);
    this.waits = waitingIn(this.rows, this.waits);
    // What was just told is not to be said with the time of half a minute ago.
    this.tick(Date.now());
    for (const { text, toast } of announcements(before, this.#state, this.given)) {
      // A toast is said aloud by itself.
      if (toast) this.toasts.say(text);
      else this.announcer.say(text);
    }
    this.askAboutOnly((session) => this.#state.rows.get(session)?.status === "live");
  }
}

function waitingIn(rows: readonly SessionRow[], before: ReadonlySet<string>): ReadonlySet<string> {
  const waits = rows.filter((row) =>
    row.status === "live" ? row.activity === "waiting" : before.has(row.id),
  );
  return new Set(waits.map((row) => row.id));
}

/**
 * An engine that is pretended, in memory: for component tests and for `npm run dev` in a browser. It keeps
 * the contract of `backend.ts`: the order of telling, and what is refused.
 */
import type { Backend } from "./backend";
import { FakeEngine } from "./fake-engine";
import { failure, thrown } from "./fake-failure";
import { firstOf } from "./fake-first";
import { FakeNotes } from "./fake-notes";
import { sampleRow } from "./fake-samples";
import type { Scenario } from "./fake-scenario";
import { sampleSettings, withSetting } from "./fake-settings";
import { workOf } from "./fake-work";
import type { Damage } from "./generated/Damage";
import type { GridSize } from "./generated/GridSize";
import type { NewSession } from "./generated/NewSession";
import type { Note } from "./generated/Note";
import type { NoteKind } from "./generated/NoteKind";
import type { Opened } from "./generated/Opened";
import type { Profile } from "./generated/Profile";
import type { SessionRow } from "./generated/SessionRow";
import type { Settings } from "./generated/Settings";
import type { Snapshot } from "./generated/Snapshot";

export { failure } from "./fake-failure";
export { scenario } from "./fake-scenario";

const HOME = "/home/ada";
/** The window that asks, where a test has only one. */
const MAIN = "main";
const DIRECTORIES = ["~/study/", "~/study/aoc25/", "~/study/rustlings/", "~/study/sql/", "~/notes/"];

export class FakeBackend extends FakeEngine implements Backend {
  readonly opened: string[] = [];
  /** Sessions that were opened in a window of their own. */
  readonly windows: string[] = [];
  /** Answers to the question whether to quit. */
  readonly answers: boolean[] = [];
  readonly desk: FakeNotes;
  private readonly erased = new Map<string, SessionRow>();
  private damaged: Damage | null;
  private inForce: Settings;
  private ids = 100;

  constructor(private readonly begun: Partial<Scenario> = {}) {
    super(begun.rows ?? []);
    this.damaged = begun.damage ?? null;
    this.inForce = settingsOf(begun);
    this.desk = new FakeNotes(begun.notes ?? []);
  }

  snapshot(most: number | null): Promise<Snapshot> {
    if (this.damaged) return Promise.reject(thrown(failure("StoreDamaged", "The database cannot be read.")));
    return this.answer("snapshot", () => ({
      ...firstOf(this.rows.values(), most ?? Infinity, this.begun.showing ?? null),
      subjects: ["C", "Git", "Maths", "Python", "Rust", "SQL"],
      saving: this.begun.saving ?? { state: "saved", at: null },
      home: HOME,
      platform: this.begun.platform ?? "linux",
      renderer: this.begun.renderer ?? "dom",
      settings: this.inForce,
      showing: this.begun.showing ?? null,
    }));
  }

  damage(): Promise<Damage | null> {
    return Promise.resolve(this.damaged);
  }

  recover(): Promise<void> {
    return this.answer("recover", () => {
      this.damaged = null;
    });
  }

  profiles(): Promise<Profile[]> {
    return this.answer("profiles", () => [
      { id: "shell", name: "Shell", detail: "bash", found: true },
      { id: "python", name: "Python", detail: "3.11", found: true },
      { id: "node", name: "Node", detail: "20.20", found: true },
      { id: "sqlite", name: "SQLite", detail: "3.40", found: true },
      { id: "julia", name: "Julia", detail: "", found: false },
    ]);
  }

  completeDirectory(typed: string): Promise<string[]> {
    return this.answer("completeDirectory", () => DIRECTORIES.filter((path) => path.startsWith(typed)));
  }

  create(asked: NewSession): Promise<SessionRow> {
    return this.answer("create", () => {
      if (asked.directory.includes("nowhere")) {
        throw thrown(
          failure("DirectoryMissing", `There is no directory ${asked.directory}`, {
            hint: "Check the spelling, or make it first.",
          }),
        );
      }
      const row = sampleRow({
        id: `s${this.ids++}`,
        title: asked.title || `${asked.profile} in ${asked.directory || "~"}`,
        subject: asked.subject || null,
        directory: (asked.directory || "~").replace(/^~/, HOME),
        profile: asked.profile,
        command: asked.command || "bash",
        createdAt: Date.now(),
        lastActiveAt: Date.now(),
        revision: this.revision++,
      });
      this.rows.set(row.id, row);
      return row;
    });
  }

  open(session: string, size: GridSize): Promise<Opened> {
    this.opened.push(session);
    return this.answer("open", () => {
      const row = this.known(session);
      if (row.status === "elsewhere") {
        throw thrown(
          failure("OpenElsewhere", "The command nook (process 4312) has had it open since 14:02", {
            hint: "Leave it there, then try again.",
            session,
          }),
        );
      }
      if (row.run !== null) return { session: row, run: row.run };
      const run = this.ids++;
      const kept = this.screens.get(session);
      const mark = kept ? "\r\n\x1b[90m──── Resumed ────\x1b[0m\r\n" : "";
      this.runs.start(run, session, `${kept ?? ""}${mark}$ `, size);
      const opened = this.change(session, {
        status: "live",
        activity: "prompt",
        activitySince: Date.now(),
        run,
        lastActiveAt: Date.now(),
      });
      return { session: opened, run };
    });
  }

  move(session: string, directory: string): Promise<void> {
    return this.answer("move", () => void this.change(session, { directory }));
  }

  rename(session: string, title: string): Promise<void> {
    return this.answer("rename", () => void this.change(session, { title }));
  }

  pin(session: string, pinned: boolean): Promise<void> {
    return this.answer("pin", () => void this.change(session, { pinned }));
  }

  end(session: string, force: boolean): Promise<void> {
    return this.answer("end", () => {
      const row = this.known(session);
      if (row.run === null) return;
      if (row.activity === "busy" && !force) throw thrown(failure("Busy", "cargo is running", { session }));
      this.retire(row.run, "closed");
    });
  }

  delete(session: string): Promise<void> {
    return this.answer("delete", () => {
      const row = this.known(session);
      if (row.run !== null) this.retire(row.run, "closed");
      this.erased.set(session, this.known(session));
      this.rows.delete(session);
      this.tell({ event: "sessions.changed", rows: [], gone: [session] });
    });
  }

  undelete(session: string): Promise<void> {
    return this.answer("undelete", () => {
      const row = this.erased.get(session);
      if (!row) throw thrown(failure("NotFound", "It is not there any more."));
      this.rows.set(session, row);
      this.change(session, {});
    });
  }

  openLink(url: string): Promise<void> {
    return this.answer("openLink", () => console.info("open", url));
  }

  notes(session: string | null, window = MAIN): Promise<Note[]> {
    return this.answer("notes", () => this.desk.read(session, window));
  }

  draftNote(id: string, session: string | null, kind: NoteKind, body: string, window = MAIN): Promise<void> {
    return this.answer("draftNote", () => {
      const kept = this.desk.draft({ id, session, run: this.runOf(session), kind, body }, window);
      if (!kept) throw thrown(failure("Invalid", "This is a note already."));
    });
  }

  parkNote(id: string, session: string | null, kind: NoteKind, body: string): Promise<Note> {
    return this.answer("parkNote", () => {
      const note = this.desk.park({ id, session, run: this.runOf(session), kind, body });
      this.tellNotes(note);
      return note;
    });
  }

  /** The same engine, as another window has it: the drafts that it holds are its own. */
  inWindow(window: string): Backend {
    const own: Partial<Backend> = {
      notes: (session) => this.notes(session, window),
      draftNote: (draft, session, kind, body) => this.draftNote(draft, session, kind, body, window),
    };
    const its = (name: string | symbol): unknown => Reflect.get(name in own ? own : this, name);
    return new Proxy<Backend>(this, {
      get: (_, name) => {
        const value = its(name);
        return typeof value === "function" ? (value.bind(this) as unknown) : value;
      },
    });
  }

  editNote(note: string, kind: NoteKind, body: string): Promise<void> {
    return this.answer("editNote", () => this.tellNotes(this.desk.change(note, { kind, body })));
  }

  markNote(note: string, done: boolean): Promise<void> {
    return this.answer("markNote", () =>
      this.tellNotes(this.desk.change(note, { state: done ? "done" : "open" })),
    );
  }

  deleteNote(note: string): Promise<void> {
    return this.answer("deleteNote", () => this.tellNotes(this.desk.remove(note)));
  }

  undeleteNote(note: string): Promise<void> {
    return this.answer("undeleteNote", () => this.tellNotes(this.desk.restore(note)));
  }

  settings(): Promise<Settings> {
    return this.answer("settings", () => this.inForce);
  }

  setSetting(key: string, value: string): Promise<Settings> {
    return this.answer("setSetting", () => {
      const now = withSetting(this.inForce, key, value);
      if (typeof now === "string") throw thrown(failure("Invalid", now));
      this.inForce = now;
      this.tell({ event: "settings.changed", settings: now });
      return now;
    });
  }

  openWindow(session: string): Promise<void> {
    return this.answer("openWindow", () => void this.windows.push(session));
  }

  quit(): Promise<void> {
    return this.answer("quit", () => {
      const work = workOf(this.rows.values());
      if (work.length > 0) this.tell({ event: "quit.asked", work });
    });
  }

  answerQuit(quit: boolean): Promise<void> {
    return this.answer("answerQuit", () => void this.answers.push(quit));
  }

  private runOf(session: string | null): number | null {
    return session === null ? null : this.known(session).run;
  }

  private tellNotes(changed: { session: string | null } | null): void {
    if (!changed) throw thrown(failure("NotFound", "That note is not there any more."));
    const { session } = changed;
    const notes = this.desk.told(session);
    if (session !== null && this.rows.has(session)) this.change(session, { notes: notes.length });
    this.tell({ event: "notes.changed", session, notes });
  }
}

/** The renderer is a setting like any other. */
function settingsOf({ settings = sampleSettings(), renderer = "dom" }: Partial<Scenario>): Settings {
  const values = settings.values.map((each) =>
    each.key === "appearance.renderer" ? { ...each, value: renderer } : each,
  );
  return { ...settings, values };
}

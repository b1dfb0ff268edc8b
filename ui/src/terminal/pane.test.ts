import { afterEach, describe, expect, it, vi } from "vitest";
import { FakeBackend } from "../backend/fake";
import { sampleRow } from "../backend/fake-samples";
import { openPane, type TerminalPane } from "./pane";
import { USUAL_SIZE } from "./xterm";
import { eventually } from "../testing/eventually";

const live = sampleRow({ id: "joins", status: "live", activity: "prompt", run: 7 });
const asleep = sampleRow({ id: "aoc", status: "asleep" });

let pane: TerminalPane | null = null;

async function opened({ used = true, backend = new FakeBackend({ rows: [live, asleep] }) } = {}) {
  const told = {
    fits: vi.fn(),
    grid: vi.fn(),
    ended: vi.fn(),
    rested: vi.fn(),
    gone: vi.fn(),
    lost: vi.fn(),
    unsent: vi.fn(),
    says: vi.fn(),
    titled: vi.fn(),
    notice: vi.fn(),
    asks: vi.fn(),
    menu: vi.fn(),
    found: vi.fn(),
  };
  const host = document.createElement("div");
  document.body.append(host);
  const one = await openPane(host, {
    backend,
    platform: "linux",
    drawing: { renderer: "dom", fontSize: 13, minimumContrast: 4.5 },
    hides: () => false,
    used: () => used,
    told,
  });
  pane = one;
  const shows = (text: string): Promise<void> =>
    eventually(() =>
      expect(
        one
          .dump()
          .lines.map((line) => line.text)
          .join("\n"),
      ).toContain(text),
    );
  const field = (): HTMLTextAreaElement => {
    const found = host.querySelector("textarea");
    if (!found) throw new Error("xterm has no field");
    return found;
  };
  const paste = (text: string): void => {
    const event = new Event("paste", { bubbles: true });
    Object.assign(event, { clipboardData: { getData: () => text } });
    field().dispatchEvent(event);
  };
  return { backend, told, host, one, shows, paste, field };
}

afterEach(() => {
  pane?.dispose();
  pane = null;
  document.body.replaceChildren();
});

it.each([true, false])("that is in use or not (%s) takes the keys or not", async (used) => {
  const { one, field } = await opened({ used });
  one.attach(7);
  expect(document.activeElement === field()).toBe(used);
});

describe("a pane", () => {
  it("tells a size even where nothing can be measured, since opening waits for one", async () => {
    const { told } = await opened();
    expect(told.fits).toHaveBeenCalledExactlyOnceWith(USUAL_SIZE);
  });

  it("shows a live run and its output, and takes the keys", async () => {
    const { backend, one, shows, paste, field } = await opened();
    one.attach(7);
    await shows("Lucía");
    expect(document.activeElement).toBe(field());
    paste("SELECT");
    await eventually(() => expect(backend.written).toEqual(["SELECT"]));
    await shows("sqlite> SELECT");
  });

  it("tells what the program calls itself, as text", async () => {
    const { backend, told, one, shows } = await opened();
    one.attach(7);
    await shows("Lucía");
    backend.print(7, "\x1b]2;tree.c \u202e(~/study) - VIM\x07");
    await eventually(() => expect(told.titled).toHaveBeenLastCalledWith("tree.c (~/study) - VIM"));
    backend.print(7, "\x1b]0;\x07");
    await eventually(() => expect(told.titled).toHaveBeenLastCalledWith(""));
  });

  it("lets no answer of its own out", async () => {
    const { backend, one, shows } = await opened();
    one.attach(7);
    await shows("Lucía");
    backend.print(7, "\x1b[c\x1b[6n\x1b]11;?\x07\x1b[?1004hdone");
    await shows("done");
    expect(backend.written).toEqual([]);
  });

  it("changes its grid when the stream says so", async () => {
    const { backend, told, one, shows } = await opened();
    one.attach(7);
    await shows("Lucía");
    await backend.resize(7, { columns: 100, rows: 30 });
    await eventually(() => expect(told.grid).toHaveBeenLastCalledWith({ columns: 100, rows: 30 }));
    expect([one.dump().columns, one.dump().rows]).toEqual([100, 30]);
  });

  it("keeps the last picture when the run ends, and takes no more keys", async () => {
    const { backend, told, one, shows, paste } = await opened();
    one.attach(7);
    await shows("Lucía");
    const read = vi.spyOn(backend, "lastScreen");
    backend.print(7, "last words");
    backend.retire(7, "exited", { kind: "code", code: 0 });
    one.rest("joins");
    await shows("last words");
    await eventually(() => expect(told.ended).toHaveBeenCalledOnce());
    paste("too late");
    expect(backend.written).toEqual([]);
    expect(read, "the picture is there already").not.toHaveBeenCalled();
  });

  it("hands back what a run that is gone did not take", async () => {
    const { backend, told, one, shows, paste } = await opened();
    one.attach(7);
    await shows("Lucía");
    vi.spyOn(backend, "write").mockImplementation(() =>
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the border does
      Promise.reject({ code: "RunGone", message: "Over.", hint: "", session: "joins", reason: "idle" }),
    );
    paste("ls");
    await eventually(() => expect(told.unsent).toHaveBeenCalledOnce());
    expect(told.unsent.mock.calls[0]?.[0]).toEqual({ typed: "ls", hidden: false });
    expect(told.gone).toHaveBeenCalled();
  });

  it("fetches the last screen of a session at rest, and a later run replaces it", async () => {
    const { backend, told, one, shows } = await opened();
    one.rest("aoc");
    await shows("24 passed; 0 failed");
    await eventually(() => expect(told.rested).toHaveBeenCalledOnce());
    const { run } = await backend.open("aoc", USUAL_SIZE);
    one.attach(run);
    await shows("Resumed");
  });

  it("loads all that is kept before it finds, while it runs and at rest", async () => {
    const first = await opened();
    const numbers = Array.from({ length: 9000 }, (_, at) => `number ${at + 1}`).join("\r\n");
    first.backend.print(7, `\r\n${numbers}`);
    first.one.dispose();
    const { backend, told, one, shows } = await opened({ backend: first.backend });
    one.attach(7);
    await shows("number 9000");
    expect(one.dump().lines[0]?.text, "a pane begins with a part").toMatch(/^number 70/);
    const query = { text: "number 1", matchCase: false };
    await one.find.seek(query);
    expect(told.found).toHaveBeenLastCalledWith({ loading: false, count: 1111, at: 1110 });
    expect(one.dump().lines.map((line) => line.text)).toContain("number 1");
    backend.print(7, "\r\nnumber 1 again");
    await shows("number 1 again");

    backend.retire(7, "exited", { kind: "code", code: 0 });
    one.dispose();
    const rest = await opened({ backend });
    rest.one.rest("joins");
    await rest.shows("number 1 again");
    expect(rest.one.dump().lines[0]?.text).toMatch(/^number 70/);
    await rest.one.find.seek(query);
    expect(rest.told.found).toHaveBeenLastCalledWith({ loading: false, count: 1112, at: 1111 });
  });

  it("shows no command as running in the last screen of a session at rest", async () => {
    const { told, one, field } = await opened();
    one.rest("aoc");
    await eventually(() => expect(told.rested).toHaveBeenCalledOnce());
    const up = new KeyboardEvent("keydown", { key: "ArrowUp", ctrlKey: true, bubbles: true });
    field().dispatchEvent(up);
    expect(told.says).toHaveBeenCalledExactlyOnceWith("exit · ended");
  });

  it("fetches the last screen where the run was over before it could be shown", async () => {
    const { backend, told, one, shows } = await opened();
    backend.retire(7, "exited", { kind: "code", code: 0 });
    one.attach(7);
    one.rest("joins");
    await shows("Lucía");
    expect(told.gone).toHaveBeenCalledOnce();
  });

  it("shows nothing, and complains about nothing, where there is no screen yet", async () => {
    const { backend, told, one } = await opened();
    const row = await backend.create({
      title: "",
      subject: "",
      directory: "",
      profile: "shell",
      command: "",
    });
    one.rest(row.id);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told.lost).not.toHaveBeenCalled();
  });

  it("detaches when it goes", async () => {
    const { backend, one, shows } = await opened();
    one.attach(7);
    await shows("Lucía");
    const detach = vi.spyOn(backend, "detach");
    one.dispose();
    pane = null;
    expect(detach).toHaveBeenCalledOnce();
  });

  it("sends what is typed during a flood of output in order, and all of it", async () => {
    const { backend, one, shows, paste } = await opened();
    one.attach(7);
    await shows("Lucía");
    const sent: string[] = [];
    vi.spyOn(backend, "write").mockImplementation(async (_run, data) => {
      await new Promise((resolve) => setTimeout(resolve, 3));
      sent.push(data);
    });
    let typed = "";
    for (let at = 0; at < 300; at += 1) {
      backend.print(7, "flood ".repeat(200));
      paste(`${at},`);
      typed += `${at},`;
      if (at % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    await eventually(() => expect(sent.join("")).toBe(typed));
  });

  describe("an input method", () => {
    const compose = (field: HTMLTextAreaElement, type: string, data: string): boolean =>
      field.dispatchEvent(new CompositionEvent(type, { data, bubbles: true }));
    const key = (field: HTMLTextAreaElement, with_: KeyboardEventInit, keyCode = 229): boolean => {
      const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...with_ });
      Object.defineProperty(event, "keyCode", { value: keyCode });
      return field.dispatchEvent(event);
    };

    it("composes a word, and only the word is sent", async () => {
      const { backend, one, shows, field } = await opened();
      one.attach(7);
      await shows("Lucía");
      const area = field();
      key(area, { key: "Process" });
      compose(area, "compositionstart", "");
      for (const part of ["k", "か", "かん", "漢字"]) {
        area.value = part;
        compose(area, "compositionupdate", part);
        expect(key(area, { key: "Process", isComposing: true }), "left to the input method").toBe(true);
      }
      key(area, { key: "Enter", isComposing: true });
      compose(area, "compositionend", "漢字");
      await eventually(() => expect(backend.written.join("")).toBe("漢字"));
      key(area, { key: "Enter" }, 13);
      await eventually(() => expect(backend.written.join("")).toBe("漢字\r"));
    });

    it("has the keys that would be ours otherwise", async () => {
      const { backend, told, one, shows, field } = await opened();
      one.attach(7);
      backend.print(7, "\x1b]133;C\x07\x1b]133;D;0\x07");
      await shows("Lucía");
      key(field(), { key: "ArrowUp", ctrlKey: true, isComposing: true });
      key(field(), { key: "V", ctrlKey: true, shiftKey: true, isComposing: true });
      expect(told.says).not.toHaveBeenCalled();
      expect(backend.written).toEqual([]);
    });

    it("sends the letter of a dead key once", async () => {
      const { backend, one, shows, field } = await opened();
      one.attach(7);
      await shows("Lucía");
      const area = field();
      key(area, { key: "Dead" });
      compose(area, "compositionstart", "");
      area.value = "´";
      compose(area, "compositionupdate", "´");
      key(area, { key: "e", isComposing: true });
      area.value = "é";
      compose(area, "compositionupdate", "é");
      compose(area, "compositionend", "é");
      await eventually(() => expect(backend.written).toEqual(["é"]));
    });
  });

  it("jumps to commands only where a shell marks them and the primary screen is shown", async () => {
    const { backend, told, one, shows, field } = await opened();
    one.attach(7);
    await shows("Lucía");
    const up = (): void => {
      const event = new KeyboardEvent("keydown", { key: "ArrowUp", ctrlKey: true, bubbles: true });
      Object.defineProperty(event, "keyCode", { value: 38 });
      field().dispatchEvent(event);
    };
    up();
    await eventually(() => expect(backend.written).toEqual(["\x1b[1;5A"]));
    backend.print(
      7,
      "\x1b]133;A\x07$ \x1b]133;B\x07ls\r\n\x1b]133;C;cmdline_url=ls\x07file\r\n\x1b]133;D;0\x07end",
    );
    await shows("end");
    up();
    expect(told.says).toHaveBeenCalledExactlyOnceWith("ls · done");
    expect(one.lastOutput()?.text).toBe("file");
    backend.print(7, "\x1b[?1049hfull");
    await shows("full");
    up();
    await eventually(() => expect(backend.written).toHaveLength(2));
    expect(told.says).toHaveBeenCalledOnce();
  });

  it("leaves the key that finds to the window, unless a full-screen program wants it", async () => {
    const { backend, one, shows, field } = await opened();
    one.attach(7);
    await shows("Lucía");
    const press = (with_: KeyboardEventInit = {}): boolean => {
      const event = new KeyboardEvent("keydown", {
        key: "f",
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
        ...with_,
      });
      Object.defineProperty(event, "keyCode", { value: 70 });
      return field().dispatchEvent(event);
    };
    expect(press()).toBe(true);
    expect(backend.written).toEqual([]);
    backend.print(7, "\x1b[?1049hfull");
    await shows("full");
    expect(press(), "taken by the terminal").toBe(false);
    expect(press({ key: "F", shiftKey: true })).toBe(true);
    await eventually(() => expect(backend.written).toEqual(["\x06"]));
  });

  it("gives the app its keys, the program the others, and at rest the window", async () => {
    const { backend, one, shows, field } = await opened();
    one.attach(7);
    await shows("Lucía");
    const press = (key: string, keyCode: number, with_: KeyboardEventInit = {}): boolean => {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...with_ });
      Object.defineProperty(event, "keyCode", { value: keyCode });
      return field().dispatchEvent(event);
    };
    expect(press("n", 78, { ctrlKey: true }), "left alone, so that the window hears it").toBe(true);
    expect(press("c", 67, { ctrlKey: true }), "taken by the terminal").toBe(false);
    await eventually(() => expect(backend.written).toEqual(["\x03"]));
    backend.retire(7, "idle");
    await eventually(() => expect(press("Enter", 13)).toBe(true));
  });
});

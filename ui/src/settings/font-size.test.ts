import { describe, expect, it, vi } from "vitest";
import { failure } from "../backend/fake";
import { openWindow } from "../testing/app";
import { eventually } from "../testing/eventually";
import { paneInView } from "../testing/pane-stub";

vi.mock("../terminal/pane", () => import("../testing/pane-stub"));

async function openTerminal() {
  const opened = await openWindow();
  await opened.user.click(opened.row("joins"));
  await eventually(() => expect(paneInView().drawing.fontSize).toBe(13));
  const kept = () => opened.sessions.settings.value("appearance.font_size");
  return { ...opened, kept };
}

describe("the size of the terminal's text", () => {
  it.each([
    ["{Control>}={/Control}", 14],
    ["{Control>}{Shift>}+{/Shift}{/Control}", 14],
    ["{Control>}-{/Control}", 12],
    ["{Control>}==={/Control}", 16],
    ["{Control>}===0{/Control}", 13],
  ])("%s makes it %d, in the pane at once and then in the settings", async (keys, size) => {
    const { user, kept } = await openTerminal();
    await user.keyboard(keys);
    await eventually(() => expect(paneInView().drawing.fontSize).toBe(size));
    await eventually(() => expect(kept()).toBe(String(size)));
  });

  it.each([
    ["=", "32"],
    ["-", "8"],
  ])("%s that is held stops at %s", async (key, end) => {
    const { user, kept } = await openTerminal();
    await user.keyboard(`{Control>}{${key}>30/}{/Control}`);
    await eventually(() => expect(kept()).toBe(end));
    expect(paneInView().drawing.fontSize).toBe(Number(end));
  });

  it("is written once for all that comes while it is being written", async () => {
    const { backend, user, kept } = await openTerminal();
    const set = backend.setSetting.bind(backend);
    let go = (): void => undefined;
    const setting = vi.spyOn(backend, "setSetting").mockImplementationOnce(async (key, size) => {
      await new Promise<void>((resolve) => (go = resolve));
      return set(key, size);
    });
    await user.keyboard("{Control>}{=>10/}{/Control}");
    go();
    await eventually(() => expect(kept()).toBe("23"));
    expect(setting.mock.calls.map(([, size]) => size)).toEqual(["14", "23"]);
  });

  it("goes back where it cannot be kept, and says why", async () => {
    const { backend, user, sessions } = await openTerminal();
    backend.refuse.set("setSetting", failure("StoreFull", "The disk is full", { hint: "Free some space" }));
    const said = vi.spyOn(sessions.toasts, "say");
    await user.keyboard("{Control>}={/Control}");
    await eventually(() => expect(said).toHaveBeenCalledWith("The disk is full. Free some space."));
    expect(paneInView().drawing.fontSize).toBe(13);
  });

  it("follows what another window or the file says", async () => {
    const { backend } = await openTerminal();
    await backend.setSetting("appearance.font_size", "20");
    await backend.setSetting("appearance.minimum_contrast", "7");
    await backend.setSetting("appearance.renderer", "auto");
    const drawing = { fontSize: 20, minimumContrast: 7, renderer: "auto" };
    await eventually(() => expect(paneInView().drawing).toEqual(drawing));
  });
});

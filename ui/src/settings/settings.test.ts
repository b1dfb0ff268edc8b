import { screen, within } from "@testing-library/svelte";
import { describe, expect, it, vi } from "vitest";
import { failure } from "../backend/fake";
import { SAMPLE_FAULTS, sampleSettings } from "../backend/fake-settings";
import { openWindow } from "../testing/app";
import { eventually } from "../testing/eventually";

vi.mock("../terminal/pane", () => import("../testing/pane-stub"));

async function openSettings(faults = false) {
  const opened = await openWindow({
    renderer: "auto",
    settings: sampleSettings(faults ? SAMPLE_FAULTS : []),
  });
  await opened.user.keyboard("{Control>},{/Control}");
  const field = (key: string): HTMLInputElement => screen.getByTestId(`setting-${key}`);
  const value = (key: string) => opened.sessions.settings.value(key);
  return { ...opened, field, value };
}

describe("the settings page", () => {
  it("has every setting with its control, its words and its default", async () => {
    const { field } = await openSettings();
    expect(field("sessions.idle_after").value).toBe("6h");
    expect(field("sessions.max_live").value).toBe("16");
    expect(field("app.keep_running_in_background").getAttribute("aria-checked")).toBe("false");
    expect(field("appearance.renderer").value).toBe("auto");
    const page = screen.getByTestId("settings").textContent.replace(/\s+/g, " ");
    for (const words of ["Sleep when idle", "Default: 6h", "Default: off", "Like 6h, 90s or never"]) {
      expect(page).toContain(words);
    }
    expect(screen.getByTestId("settings-file").textContent).toBe("~/.config/inglenook/settings.toml");
    expect(page, "all are at their defaults").not.toContain("Reset to default");
  });

  it("a duration is taken by Enter, and can be reset", async () => {
    const { user, field, value } = await openSettings();
    await user.clear(field("sessions.idle_after"));
    await user.type(field("sessions.idle_after"), "90m{Enter}");
    await eventually(() => expect(value("sessions.idle_after")).toBe("90m"));
    await user.click(screen.getByTestId("reset-sessions.idle_after"));
    await eventually(() => expect(value("sessions.idle_after")).toBe("6h"));
    expect(field("sessions.idle_after").value).toBe("6h");
    expect(screen.queryByTestId("reset-sessions.idle_after")).toBeNull();
  });

  it("one that is left is taken too", async () => {
    const { user, field, value } = await openSettings();
    await user.clear(field("sessions.max_live"));
    await user.type(field("sessions.max_live"), "4");
    await user.tab();
    await eventually(() => expect(value("sessions.max_live")).toBe("4"));
  });

  it("what cannot be is said beside the field, and what was typed stays", async () => {
    const { user, field, value } = await openSettings();
    const idle = field("sessions.idle_after");
    await user.clear(idle);
    await user.type(idle, "soon{Enter}");
    const error = await screen.findByTestId("setting-error");
    expect(error.textContent).toContain("“soon” is not a length of time. Write it like 90s");
    expect(idle.value).toBe("soon");
    expect(idle.getAttribute("aria-invalid")).toBe("true");
    expect(idle.getAttribute("aria-describedby")).toContain(error.id);
    expect(value("sessions.idle_after")).toBe("6h");
    await user.clear(idle);
    await user.type(idle, "never{Enter}");
    await eventually(() => expect(value("sessions.idle_after")).toBe("never"));
    expect(screen.queryByTestId("setting-error")).toBeNull();
  });

  it("what is typed while a value is on its way is taken after it", async () => {
    const { backend, user, field, value } = await openSettings();
    const set = backend.setSetting.bind(backend);
    let go = (): void => undefined;
    vi.spyOn(backend, "setSetting").mockImplementationOnce(async (key, wanted) => {
      await new Promise<void>((resolve) => (go = resolve));
      return set(key, wanted);
    });
    await user.clear(field("sessions.max_live"));
    await user.type(field("sessions.max_live"), "4{Enter}2{Enter}");
    go();
    await eventually(() => expect(value("sessions.max_live")).toBe("42"));
    await eventually(() => expect(field("sessions.max_live").value).toBe("42"));
  });

  it("a number has its range, and is taken within it", async () => {
    const { user, field, value } = await openSettings();
    const size = field("appearance.font_size");
    expect([size.type, size.min, size.max, size.step]).toEqual(["number", "8", "32", "1"]);
    await user.clear(size);
    await user.type(size, "40{Enter}");
    expect((await screen.findByTestId("setting-error")).textContent).toContain("from 8 to 32");
    expect(value("appearance.font_size")).toBe("13");
    await user.clear(size);
    await user.type(size, "18{Enter}");
    await eventually(() => expect(value("appearance.font_size")).toBe("18"));
    await user.clear(field("appearance.minimum_contrast"));
    await user.type(field("appearance.minimum_contrast"), "7.5{Enter}");
    await eventually(() => expect(value("appearance.minimum_contrast")).toBe("7.5"));
  });

  it("a switch and a choice are taken at once", async () => {
    const { user, field, value } = await openSettings();
    await user.click(field("app.keep_running_in_background"));
    await eventually(() => expect(value("app.keep_running_in_background")).toBe("true"));
    expect(field("app.keep_running_in_background").getAttribute("aria-checked")).toBe("true");
    await user.selectOptions(field("appearance.renderer"), "dom");
    await eventually(() => expect(value("appearance.renderer")).toBe("dom"));
  });

  it("a file that cannot be written is said in the engine's words", async () => {
    const { backend, user, field } = await openSettings();
    backend.refuse.set("setSetting", failure("StoreFull", "The disk is full", { hint: "Free some space" }));
    await user.click(field("app.keep_running_in_background"));
    expect((await screen.findByTestId("setting-error")).textContent).toBe(
      "The disk is full. Free some space.",
    );
  });

  it("follows what another window changed", async () => {
    const { backend, field } = await openSettings();
    await backend.setSetting("sessions.max_live", "3");
    await eventually(() => expect(field("sessions.max_live").value).toBe("3"));
  });

  it("Escape leads back to the session", async () => {
    const { user, row } = await openSettings();
    await user.keyboard("{Escape}");
    expect(screen.queryByTestId("settings")).toBeNull();
    expect(screen.getByTestId("terminal")).toBeTruthy();
    await user.click(row("numpy"));
    await user.keyboard("{Control>}k{/Control}");
    await user.type(screen.getByTestId("search"), "settings{Enter}");
    expect(screen.getByTestId("settings")).toBeTruthy();
    await user.click(screen.getByTestId("close-settings"));
    expect(screen.getByTestId("terminal").dataset.sessionId).toBe("numpy");
  });
});

describe("what the file says wrong", () => {
  it("is listed with its line and what may stand there", async () => {
    await openSettings(true);
    const faults = screen.getAllByTestId("setting-fault");
    expect(faults.map((each) => each.dataset.line)).toEqual(["4", "9"]);
    expect(faults[0]?.textContent.replace(/\s+/g, " ")).toContain(
      "Line 4, sessions.idle_after. “soon” is not a length of time. Write it like 90s",
    );
  });

  it("is hinted at in the status bar, which leads to the page", async () => {
    const { user } = await openWindow({ settings: sampleSettings(SAMPLE_FAULTS) });
    const bar = within(screen.getByTestId("status-bar"));
    await user.click(bar.getByTestId("settings-hint"));
    expect(screen.getByTestId("settings")).toBeTruthy();
  });
});

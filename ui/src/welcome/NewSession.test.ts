import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { failure, FakeBackend } from "../backend/fake";
import type { Failure } from "../backend/generated/Failure";
import type { Profile } from "../backend/generated/Profile";
import type { NewSession } from "../backend/generated/NewSession";
import Form from "./NewSession.svelte";
import { eventually } from "../testing/eventually";

async function form(refused?: Failure) {
  const create = vi.fn<(asked: NewSession) => Promise<void>>();
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the border does
  if (refused) create.mockImplementationOnce(() => Promise.reject(refused));
  create.mockResolvedValue();
  render(Form, { backend: new FakeBackend(), subjects: ["Python", "Rust"], create });
  await screen.findByTestId("profile-python");
  return { create, user: userEvent.setup() };
}

describe("the form of a new session", () => {
  it("sends what was written, and Enter is enough", async () => {
    const { create, user } = await form();
    await user.type(screen.getByTestId("field-title"), " Ownership ");
    await user.type(screen.getByTestId("field-subject"), "Rust");
    await user.type(screen.getByTestId("field-directory"), "~/study/rustlings{Escape}{Enter}");
    expect(create).toHaveBeenCalledExactlyOnceWith({
      title: "Ownership",
      subject: "Rust",
      directory: "~/study/rustlings",
      profile: "shell",
      command: "",
    });
  });

  it("shows what was not found on this computer, and does not let it be chosen", async () => {
    const { create, user } = await form();
    const julia = screen.getByTestId("profile-julia");
    expect(julia.textContent).toContain("not found");
    await user.click(julia);
    await user.click(screen.getByTestId("profile-python"));
    await user.click(screen.getByTestId("start"));
    expect(create.mock.calls[0]?.[0].profile).toBe("python");
  });

  it("shows no tile until all are known, so that none moves away below the pointer", async () => {
    const backend = new FakeBackend();
    let found: (profiles: Profile[]) => void = () => undefined;
    const asked = vi.spyOn(backend, "profiles").mockReturnValue(new Promise((resolve) => (found = resolve)));
    render(Form, { backend, subjects: [], create: () => Promise.resolve() });
    await eventually(() => expect(asked, "once the form is drawn").toHaveBeenCalledOnce());
    expect(screen.queryAllByTestId(/^profile-/)).toEqual([]);
    found([{ id: "shell", name: "Shell", detail: "bash", found: true }]);
    await screen.findByTestId("profile-shell");
    expect(screen.getAllByTestId(/^profile-/).map((tile) => tile.dataset.testid)).toEqual([
      "profile-shell",
      "profile-command",
    ]);
  });

  it("leaves a command to be run where the programs could not be looked for", async () => {
    const backend = new FakeBackend();
    // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as the border does
    backend.profiles = () => Promise.reject(failure("Internal", "The programs could not be listed"));
    render(Form, { backend, subjects: [], create: () => Promise.resolve() });
    expect(await screen.findByTestId("field-command")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toContain("could not be listed");
  });

  it("asks for a command only where one is wanted", async () => {
    const { create, user } = await form();
    expect(screen.queryByTestId("field-command")).toBeNull();
    await user.click(screen.getByTestId("profile-command"));
    await user.click(screen.getByTestId("start"));
    expect(create).not.toHaveBeenCalled();
    expect(screen.getByRole("alert").textContent).toContain("Write the command");
    expect(document.activeElement).toBe(screen.getByTestId("field-command"));
    await user.type(screen.getByTestId("field-command"), "node app.js{Enter}");
    expect(create.mock.calls[0]?.[0]).toMatchObject({ profile: "command", command: "node app.js" });
  });

  it("says beside the directory that it is not there, and keeps what was written", async () => {
    const { user } = await form(failure("DirectoryMissing", "There is no ~/nowhere", { hint: "Check it" }));
    await user.type(screen.getByTestId("field-title"), "Mine");
    await user.type(screen.getByTestId("field-directory"), "~/nowhere{Enter}");
    const field = screen.getByTestId<HTMLInputElement>("field-directory");
    await eventually(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
    expect(screen.getByRole("alert").textContent).toBe("There is no ~/nowhere. Check it.");
    expect(field.getAttribute("aria-describedby")).toBe(screen.getByRole("alert").id);
    expect(document.activeElement).toBe(field);
    expect(screen.getByTestId<HTMLInputElement>("field-title").value).toBe("Mine");
    await user.type(field, "x");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("says beside the command that it was not found", async () => {
    const { user } = await form(failure("CommandNotFound", "There is no program nodee"));
    await user.click(screen.getByTestId("profile-command"));
    await user.type(screen.getByTestId("field-command"), "nodee{Enter}");
    await eventually(() =>
      expect(screen.getByTestId("field-command").getAttribute("aria-invalid")).toBe("true"),
    );
  });

  it("says other failures in the form", async () => {
    const { user } = await form(failure("StoreFull", "The disk is full", { hint: "Make room" }));
    await user.click(screen.getByTestId("start"));
    expect((await screen.findByRole("alert")).textContent).toBe("The disk is full. Make room.");
  });
});

describe("the directory field", () => {
  it("lists directories that exist; arrows choose, Enter takes, and then goes deeper", async () => {
    const { create, user } = await form();
    const field = screen.getByTestId<HTMLInputElement>("field-directory");
    await user.type(field, "~/s");
    await eventually(() => expect(field.getAttribute("aria-expanded")).toBe("true"));
    await user.keyboard("{ArrowDown}");
    const active = field.getAttribute("aria-activedescendant") ?? "";
    expect(document.getElementById(active)?.textContent.trim()).toBe("~/study/");
    await user.keyboard("{Enter}");
    expect(field.value).toBe("~/study/");
    expect(create).not.toHaveBeenCalled();
    await eventually(() => expect(field.getAttribute("aria-expanded")).toBe("true"));
    await user.keyboard("{Escape}");
    expect(field.getAttribute("aria-expanded")).toBe("false");
  });
});

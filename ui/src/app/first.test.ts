import { expect, it, vi } from "vitest";
import { failure, FakeBackend } from "../backend/fake";
import type { Event } from "../backend/generated/Event";
import { askFirst } from "./first";

const told = (session: string): Event => ({ event: "sessions.changed", rows: [], gone: [session] });

it("what is told before anybody shows the list is handed over, once and in order", async () => {
  const backend = new FakeBackend();
  const asked = askFirst(backend);
  await asked.snapshot;
  backend.tell(told("a"));
  backend.tell(told("b"));
  const heard: Event[] = [];
  asked.hear((event) => heard.push(event));
  backend.tell(told("c"));
  expect(heard).toEqual([told("a"), told("b"), told("c")]);
});

it("the list is asked for after listening began", async () => {
  const backend = new FakeBackend();
  const order: string[] = [];
  const listen = backend.listen.bind(backend);
  vi.spyOn(backend, "listen").mockImplementation(async (handler) => {
    const stop = await listen(handler);
    order.push("listening");
    return stop;
  });
  const read = backend.snapshot.bind(backend);
  vi.spyOn(backend, "snapshot").mockImplementation((...most) => {
    order.push("asked");
    return read(...most);
  });
  await askFirst(backend).snapshot;
  expect(order).toEqual(["listening", "asked"]);
});

it("where the list cannot be read nothing is listened to any more", async () => {
  const backend = new FakeBackend();
  backend.refuse.set("snapshot", failure("Internal", "The engine did not start."));
  const asked = askFirst(backend);
  const heard = vi.fn();
  await expect(asked.snapshot).rejects.toMatchObject({ code: "Internal" });
  asked.hear(heard);
  backend.tell(told("a"));
  expect(heard).not.toHaveBeenCalled();
});

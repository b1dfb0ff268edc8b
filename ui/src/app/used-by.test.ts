import { fireEvent } from "@testing-library/svelte";
import { expect, it } from "vitest";
import { noteWhatUses } from "./used-by";

it("the window knows whether it is used by keys or by a pointer; a modifier alone says nothing", async () => {
  noteWhatUses(document);
  const root = document.documentElement;
  await fireEvent.keyDown(document.body, { key: "Tab" });
  expect(root.dataset.usedBy).toBe("keys");
  await fireEvent.pointerDown(document.body);
  expect(root.dataset.usedBy).toBe("pointer");
  await fireEvent.keyDown(document.body, { key: "Control" });
  expect(root.dataset.usedBy).toBe("pointer");
});

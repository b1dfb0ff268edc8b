import { afterEach, expect, it } from "vitest";
import { mayTakeFocus } from "./focus";

afterEach(() => document.body.replaceChildren());

it.each([
  ["a row of the sidebar", '<button data-has=""></button>', true],
  ["nothing", "", true],
  ["a thought that is being typed", '<textarea data-has=""></textarea>', false],
  ["a title that is being changed", '<input data-has="">', false],
  ["a question", '<div role="alertdialog"><button data-has=""></button></div>', false],
  ["the terminal itself", '<div id="host"><textarea data-has=""></textarea></div>', true],
])("where the focus is in %s", (_, html, may) => {
  document.body.innerHTML = html;
  document.querySelector<HTMLElement>("[data-has]")?.focus();
  const host = document.getElementById("host") ?? document.createElement("div");
  expect(mayTakeFocus(host)).toBe(may);
});

// Types a letter again and again, and answers how long each took until it was drawn, in milliseconds.
const [count, done] = arguments;
const rows = document.querySelector(".xterm-rows");
const input = document.querySelector("textarea.xterm-helper-textarea");
const shown = () => rows.textContent.split("x").length - 1;
const times = [];
const before = shown();
let pressed = 0;
const press = () => {
  pressed = performance.now();
  input.dispatchEvent(new KeyboardEvent("keydown", { key: "x", code: "KeyX", keyCode: 88, bubbles: true }));
};
// xterm.js writes its rows within an animation frame: what is written is painted by that frame.
const watch = new MutationObserver(() => {
  if (shown() <= before + times.length) return;
  times.push(performance.now() - pressed);
  if (times.length < count) return void setTimeout(press, 20 + Math.random() * 40);
  watch.disconnect();
  done(times);
});
watch.observe(rows, { childList: true, subtree: true, characterData: true });
press();

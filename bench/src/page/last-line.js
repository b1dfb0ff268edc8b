// Answers when this text was drawn in the terminal in view, in milliseconds since 1970.
const [text, done] = arguments;
const rows = document.querySelector(".xterm-rows");
const look = () => {
  if (!rows.textContent.includes(text)) return;
  watch.disconnect();
  done(performance.timeOrigin + performance.now());
};
const watch = new MutationObserver(look);
watch.observe(rows, { childList: true, subtree: true, characterData: true });
look();

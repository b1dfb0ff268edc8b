// Clicks on a session's row, and answers how long it took until its screen was drawn, in milliseconds.
const [session, text, done] = arguments;
const pane = `[data-testid=terminal][data-session-id="${session}"] .xterm-rows`;
const watch = new MutationObserver(() => {
  if (!document.querySelector(pane)?.textContent.includes(text)) return;
  watch.disconnect();
  done(performance.now() - clicked);
});
watch.observe(document.body, { childList: true, subtree: true, characterData: true });
const clicked = performance.now();
document.querySelector(`[data-testid=session-row][data-session-id="${session}"]`).click();

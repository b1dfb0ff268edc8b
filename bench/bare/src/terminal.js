// xterm.js over a bare terminal, by the same way as the window's: a command that answers raw bytes, asked again when
// xterm.js has taken in the last ones. `COLUMNS` and `ROWS` are put before it.
document.addEventListener("DOMContentLoaded", () => {
  const { invoke } = window.__TAURI_INTERNALS__;
  const style = document.createElement("style");
  style.textContent = STYLE;
  document.head.append(style);
  document.body.replaceChildren();
  const term = new Terminal({
    cols: COLUMNS,
    rows: ROWS,
    fontFamily: "monospace",
    fontSize: 13.4,
    lineHeight: 1.15,
    scrollback: 10000,
  });
  term.open(document.body);
  term.focus();
  term.onData((data) => void invoke("write", { data }));
  const follow = async () => {
    for (;;) {
      const bytes = new Uint8Array(await invoke("read"));
      if (bytes.length === 0) return;
      await new Promise((taken) => term.write(bytes, taken));
    }
  };
  void follow();
});

//! A window of Tauri with nothing in it, or with xterm.js over a bare terminal: what the app's window is compared with.
//!
//! `bare-window`, or `bare-window COLUMNS ROWS PROGRAM`.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};
use tauri::ipc::Response;
use tauri::{Manager, State, WebviewUrl, WebviewWindowBuilder};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

/// What the terminal has said and the page has not read; the way in to it; and the terminal, which closes with this.
struct Terminal {
    said: tokio::sync::Mutex<UnboundedReceiver<Vec<u8>>>,
    input: Mutex<Box<dyn Write + Send>>,
    _master: Mutex<Box<dyn MasterPty + Send>>,
}

/// Empty: it has ended.
#[tauri::command]
async fn read(terminal: State<'_, Terminal>) -> Result<Response, ()> {
    let mut said = terminal.said.lock().await;
    let mut bytes = said.recv().await.unwrap_or_default();
    while let Ok(more) = said.try_recv() {
        bytes.extend(more);
    }
    Ok(Response::new(bytes))
}

#[tauri::command]
fn write(terminal: State<'_, Terminal>, data: &str) {
    let mut input = terminal.input.lock().unwrap_or_else(PoisonError::into_inner);
    // Its end is told by the next read.
    let _ = input.write_all(data.as_bytes()).and_then(|()| input.flush());
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<_> = std::env::args().skip(1).collect();
    tauri::Builder::default()
        .invoke_handler(tauri::generate_handler![read, write])
        .setup(move |app| {
            let mut window =
                WebviewWindowBuilder::new(app, "main", WebviewUrl::default()).inner_size(1280.0, 800.0);
            if let Some(folder) = std::env::var_os("HOME") {
                window = window.data_directory(Path::new(&folder).join("web-view"));
            }
            if let [columns, rows, program] = &words[..] {
                app.manage(start(columns.parse()?, rows.parse()?, program)?);
                window = window.initialization_script(page(columns, rows)?);
            }
            window.build()?;
            Ok(())
        })
        .run(tauri::generate_context!())?;
    Ok(())
}

fn start(cols: u16, rows: u16, program: &str) -> Result<Terminal, Box<dyn std::error::Error>> {
    let pair = native_pty_system().openpty(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 })?;
    pair.slave.spawn_command(CommandBuilder::new(program))?;
    let mut reader = pair.master.try_clone_reader()?;
    let (tell, said) = unbounded_channel();
    std::thread::spawn(move || {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(read @ 1..) = reader.read(&mut buffer) {
            if tell.send(buffer[..read].to_vec()).is_err() {
                break;
            }
        }
    });
    Ok(Terminal {
        said: tokio::sync::Mutex::new(said),
        input: Mutex::new(pair.master.take_writer()?),
        _master: Mutex::new(pair.master),
    })
}

/// xterm.js as the window has it, and what feeds it.
fn page(columns: &str, rows: &str) -> Result<String, Box<dyn std::error::Error>> {
    let xterm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/node_modules/@xterm/xterm");
    let (script, style) = (
        std::fs::read_to_string(xterm.join("lib/xterm.js"))?,
        std::fs::read_to_string(xterm.join("css/xterm.css"))?,
    );
    let style = serde_json::to_string(&style)?;
    let feeds = include_str!("terminal.js");
    Ok(format!("{script}\nconst COLUMNS = {columns}, ROWS = {rows}, STYLE = {style};\n{feeds}"))
}

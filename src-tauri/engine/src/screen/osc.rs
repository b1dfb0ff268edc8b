//! Operating system commands: titles, directory, hyperlinks, colours, prompt marks, progress, clipboard.
//!
//! Titles (0, 2), colours (4, 10 to 12, 104, 110 to 112) and the clipboard (52) are in xterm's "Control Sequences"; links
//! (8) have a description of their own, <https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda>; the
//! directory is told with 7, progress with 9;4 as in ConEmu, prompts with 133 as in FinalTerm.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::color::{self, SPECIAL, Slot};
use super::state::State;
use super::{PromptMark, Signal};

/// Characters of a title.
const TITLE_MAX: usize = 200;
/// Bytes of a link's address, and of its id, as in VTE: longer ones are no links.
const URI_MAX: usize = 2083;
const ID_MAX: usize = 250;
/// Bytes of a directory's path.
const PATH_MAX: usize = 4096;

impl State {
    pub(crate) fn command(&mut self, payload: &[u8]) {
        let Ok(payload) = std::str::from_utf8(payload) else { return };
        let (number, data) = payload.split_once(';').unwrap_or((payload, ""));
        if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return;
        }
        match number.parse() {
            Ok(0 | 2) => self.set_title(data),
            Ok(4) => self.indexed_colors(data),
            Ok(7) => self.directory(data),
            Ok(8) => self.hyperlink(data),
            Ok(9) => self.progress(data),
            Ok(number @ 10..=12) => self.special_colors(data, number - 10),
            Ok(52) => self.clipboard(data),
            Ok(104) => self.restore_colors(data),
            Ok(number @ 110..=112) => self.palette.restore(SPECIAL[number - 110]),
            Ok(133) => self.prompt(data),
            _ => {}
        }
    }

    pub(crate) fn set_title(&mut self, title: &str) {
        let title = sanitised(title);
        if self.title.as_deref() != Some(&title) {
            self.title = Some(title.clone());
            self.signal(Signal::Title(title));
        }
    }

    fn hyperlink(&mut self, data: &str) {
        let Some((params, uri)) = data.split_once(';') else { return };
        if uri.is_empty() && !params.trim().is_empty() {
            return;
        }
        let id = params.trim().split(':').find_map(|param| param.strip_prefix("id="));
        let id = id.filter(|id| !id.is_empty()).map(str::to_owned);
        let fits = uri.len() <= URI_MAX && id.as_ref().is_none_or(|id| id.len() <= ID_MAX);
        let link = (!uri.is_empty() && fits).then(|| Arc::new(self.link(id, uri.to_owned())));
        self.rendition.set_link(link);
        self.dip();
    }

    /// OSC 4: pairs of a number and what is to become of its colour.
    fn indexed_colors(&mut self, data: &str) {
        let parts: Vec<&str> = data.split(';').collect();
        for pair in parts.chunks_exact(2) {
            if let Ok(index) = pair[0].parse() {
                self.color(Slot::Indexed(index), &format!("4;{index}"), pair[1]);
            }
        }
    }

    /// OSC 10 to 12: one colour after the other, from the one that the number says.
    fn special_colors(&mut self, data: &str, first: usize) {
        for (offset, (slot, spec)) in SPECIAL[first..].iter().zip(data.split(';')).enumerate() {
            self.color(*slot, &(10 + first + offset).to_string(), spec);
        }
    }

    /// Sets a colour, or tells it where that is asked for.
    fn color(&mut self, slot: Slot, command: &str, spec: &str) {
        if spec == "?" {
            let color = color::write(self.palette.get(slot));
            self.reply(&format!("\x1b]{command};{color}\x1b\\"));
        } else if let Some(color) = color::parse(spec) {
            self.palette.set(slot, color);
        }
    }

    /// OSC 104: the numbers named, or all.
    fn restore_colors(&mut self, data: &str) {
        if data.is_empty() {
            self.palette.restore_indexed();
            return;
        }
        for index in data.split(';').filter_map(|index| index.parse().ok()) {
            self.palette.restore(Slot::Indexed(index));
        }
    }

    /// OSC 7: `file://host/path`.
    fn directory(&mut self, data: &str) {
        let Some(rest) = data.strip_prefix("file://") else { return };
        let Some((host, path)) = rest.find('/').map(|start| rest.split_at(start)) else { return };
        let plain = |path: &String| path.len() <= PATH_MAX && !path.chars().any(char::is_control);
        if let Some(path) = percent_decoded(path).filter(plain) {
            self.signal(Signal::Directory { host: host.to_owned(), path });
        }
    }

    /// OSC 9;4: state and percent.
    fn progress(&mut self, data: &str) {
        let mut parts = data.split(';');
        if parts.next() != Some("4") {
            return;
        }
        let Some(Ok(state @ 0..=4)) = parts.next().map(str::parse) else { return };
        let percent = parts.next().and_then(|part| part.parse::<u32>().ok()).unwrap_or(0).min(100) as u8;
        self.signal(Signal::Progress { state, percent });
    }

    /// OSC 52: only setting; a question (`?`) is no base64 and has no answer.
    fn clipboard(&mut self, data: &str) {
        let Some((_, encoded)) = data.split_once(';') else { return };
        let decoded = STANDARD.decode(encoded).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        if let Some(text) = decoded.filter(|text| !text.is_empty()) {
            self.signal(Signal::Clipboard(text));
        }
    }

    fn prompt(&mut self, data: &str) {
        if let Some(mark) = PromptMark::parse(data) {
            self.mark(data, &mark);
            self.signal(Signal::Prompt(mark));
        }
    }
}

/// A title as text: no control and no bidirectional characters, and not long.
pub(crate) fn sanitised(title: &str) -> String {
    let hostile = |c: &char| {
        c.is_control()
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    title.chars().filter(|c| !hostile(c)).take(TITLE_MAX).collect()
}

pub(crate) fn percent_decoded(text: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let digit = |byte: Option<u8>| byte.and_then(|byte| (byte as char).to_digit(16));
            let (high, low) = (digit(bytes.next())?, digit(bytes.next())?);
            decoded.push((high * 16 + low) as u8);
        } else {
            decoded.push(byte);
        }
    }
    String::from_utf8(decoded).ok()
}

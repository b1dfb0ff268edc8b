//! What pieces bytes become, and what is kept of those that are unfinished.

use super::*;

#[derive(Debug, Default)]
struct Heard(Vec<String>);

impl Pieces for Heard {
    fn text(&mut self, text: &[u8]) {
        self.0.push(format!("text {}", String::from_utf8_lossy(text)));
    }

    fn control(&mut self, control: u8) {
        self.0.push(format!("control {control:#x}"));
    }

    fn sequence(&mut self, sequence: &[u8]) {
        self.0.push(format!("sequence {}", sequence.escape_ascii()));
    }

    fn command(&mut self, payload: &[u8]) {
        self.0.push(format!("command {}", String::from_utf8_lossy(payload)));
    }

    fn device(&mut self, payload: &[u8]) {
        self.0.push(format!("device {}", String::from_utf8_lossy(payload)));
    }
}

#[test]
fn bytes_become_text_controls_and_whole_sequences() {
    let table: [(&str, &[&str], &str); 10] = [
        ("a\x1b[1;31mb", &["text a", "sequence \\x1b[1;31m", "text b"], ""),
        ("\x1b[3\n1m", &["control 0xa", "sequence \\x1b[31m"], ""),
        ("\u{9b}31m\u{84}", &["sequence \\x1b[31m", "control 0x84"], ""),
        ("\x1b]0;tïtle\x07\x1b]2;b\x1b\\", &["command 0;tïtle", "command 2;b", "sequence \\x1b\\\\"], ""),
        ("\x1bP$qm\u{9c}x", &["device $qm", "text x"], ""),
        ("\x1b_what\x1b^is this\u{9c}x", &["text x"], ""),
        ("\x1b[?>1cx", &["text x"], ""),
        ("\x1b]0;gone\x18x", &["control 0x18", "text x"], ""),
        ("x\x1b[38;5;1", &["text x"], "\x1b[38;5;1"),
        ("\x1b[3\n1", &["control 0xa"], "\x1b[31"),
    ];
    for (bytes, pieces, pending) in table {
        let (mut splitter, mut heard) = (Splitter::default(), Heard::default());
        splitter.advance(bytes.as_bytes(), &mut heard);
        assert_eq!(heard.0, pieces, "{bytes:?}");
        assert_eq!(splitter.pending(), pending.as_bytes(), "{bytes:?}");
    }
}

#[test]
fn a_character_that_is_cut_in_two_is_kept_until_it_is_whole() {
    let (mut splitter, mut heard) = (Splitter::default(), Heard::default());
    splitter.advance(b"a\xe6\xbc", &mut heard);
    assert_eq!(splitter.pending(), b"\xe6\xbc");
    splitter.advance(b"\xa2b", &mut heard);
    assert_eq!(heard.0, ["text a", "text 漢b"]);
}

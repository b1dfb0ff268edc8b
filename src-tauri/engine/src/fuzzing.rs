//! What must hold whatever bytes come: bodies for the fuzzers in `fuzz/`, and for the test below, which runs them for a
//! while on what fuzzers found worth keeping.

pub use crate::log::fuzz as log;
use crate::screen::{self, HistoryLines, Screen, Size};

/// A screen after these bytes, in pieces; one that begins with `ff` resizes as well, to no fewer columns than `least` of
/// those that it has: fuzzers find that soon.
fn fed(data: &[u8], least: fn(u16) -> u16, mut after_each: impl FnMut(&dyn Screen)) -> Box<dyn Screen> {
    let mut terminal = screen::new(Size::new(20, 8));
    for piece in data.chunks(61) {
        if let [0xff, columns, rows, ..] = *piece {
            let columns = u16::from(columns).max(least(terminal.size().columns));
            terminal.resize(Size::new(columns, u16::from(rows)));
        }
        terminal.feed(piece);
        after_each(&*terminal);
    }
    terminal
}

/// Nothing panics, and a keyframe and a checkpoint can be made at any moment. A screen's own checkpoint is good; any
/// other bytes are refused or read.
pub fn screen(data: &[u8]) {
    let terminal = fed(data, |_| 0, |terminal| drop(terminal.keyframe(100)));
    let _ = terminal.resume_bytes("Resumed");
    assert!(screen::restore(&terminal.checkpoint(), HistoryLines::default()).is_ok(), "its own checkpoint");
    let _ = screen::restore(data, HistoryLines::default());
}

/// A keyframe brings a screen that has seen other things to what this one shows. Not where it was made narrower: that
/// may leave halves of wide characters, which no sequence does (`tests/corpus/known-differences.md`).
pub fn keyframe(data: &[u8]) {
    let one = fed(data, |columns| columns, |_| ());
    let mut two = screen::new(one.size());
    two.feed(b"\x1b[?1049h\x1b[3;5r\x1b[?6h\x1b(0\x1b[41mleft over\x1b]0;other");
    two.feed(&one.keyframe(100));
    assert_eq!(two.rows_text(), one.rows_text());
    assert_eq!(two.is_alternate(), one.is_alternate());
    assert_eq!(two.title().unwrap_or_default(), one.title().unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::{Duration, Instant};

    /// Each; with the window's frames, a minute in all.
    const FOR: Duration = Duration::from_secs(15);
    const LONGEST: usize = 4096;

    /// What fuzzers found, changed at random: a tenth of a fuzzer, which needs no other compiler.
    fn run(target: &str, holds: fn(&[u8])) {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
        let files =
            std::fs::read_dir(corpus).unwrap().map(|file| std::fs::read(file.unwrap().path()).unwrap());
        let mut known: Vec<Vec<u8>> = files.collect();
        known.sort();
        assert!(known.len() > 10, "the corpus of {target} is there");
        known.iter().for_each(|data| holds(data));
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut below = |bound: usize| {
            // Marsaglia's xorshift, with his numbers for 64 bits.
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            (seed >> 16) as usize % bound.max(1)
        };
        let end = Instant::now() + FOR;
        while Instant::now() < end {
            let mut data = known[below(known.len())].clone();
            for _ in 0..=below(8) {
                let at = below(data.len());
                match below(4) {
                    0 if !data.is_empty() => data[at] = below(256) as u8,
                    1 => data.truncate(at),
                    2 => {
                        let other = &known[below(known.len())];
                        let from = below(other.len());
                        let piece = &other[from..];
                        data.splice(at..at, piece.iter().copied());
                    }
                    _ => data.insert(at, below(256) as u8),
                }
            }
            data.truncate(LONGEST);
            holds(&data);
        }
    }

    #[test]
    fn no_bytes_break_a_screen() {
        run("screen", super::screen);
    }

    #[test]
    fn a_keyframe_shows_what_its_screen_shows_whatever_came() {
        run("keyframe", super::keyframe);
    }

    #[test]
    fn no_bytes_break_the_reading_of_a_log() {
        run("log", super::log);
    }
}

//! Hostile bytes: random ones, recordings that were damaged, sizes that change all the time. Nothing panics, and
//! keyframe, checkpoint and resuming work at each step.
//!
//! Runs for 10 seconds; `INGLENOOK_HOSTILE_SECONDS` and `INGLENOOK_SEED` change that.

#![allow(clippy::expect_used, reason = "a test")]

mod support;

use std::panic::AssertUnwindSafe;
use std::time::{Duration, Instant};

use inglenook_engine::screen::{self, HISTORY_IN_MEMORY, HistoryLines, Size};
use support::rng::Rng;
use support::{Kept, Step, corpus, generator, setting};

/// Sequences that carry numbers as large as they come.
const GREEDY: &[&str] = &[
    "\x1b[4294967295;4294967295H",
    "\x1b[2147483647b",
    "\x1b[99999999999999999999@",
    "\x1b[65536P",
    "\x1b[2147483647S",
    "\x1b[2147483647T",
    "\x1b[2147483647L",
    "\x1b[2147483647M",
    "\x1b[2147483647X",
    "\x1b[2147483647I",
    "\x1b[2147483647Z",
    "\x1b[2147483647C\x1b[2147483647B",
    "\x1b[?6h\x1b[2;2147483647r",
    "\x1b[2147483647 @",
    "\x1b[2147483647 A",
    "\x1b[2147483647'}",
    "\x1b[2147483647'~",
    "\x1b[38;2;2147483647;2147483647;2147483647m",
    "\x1b[4:2147483647m",
    "\x1b]4;255;rgb:ffff/ffff/ffff\x07",
    "\x1b]4;256;?\x07",
    "\x1b]7;file:///%\x07",
    "\x1b]52;c;????\x07",
    "\x1b]8;id=\u{301};\u{202e}\x07",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "\x1b[?1049h\x1b[?47l\x1b[?1048l",
];

#[derive(Debug)]
struct Hostile {
    rng: Rng,
    recordings: Vec<Vec<u8>>,
}

impl Hostile {
    fn bytes(&mut self) -> Vec<u8> {
        let length = self.rng.range(1, 2_000) as usize;
        match self.rng.range(0, 4) {
            0 => (0..length).map(|_| self.rng.next() as u8).collect(),
            // Mostly what sequences are made of.
            1 => (0..length)
                .map(|_| self.rng.pick(b"\x1b\x1b[[]P_?;:0123456789hlmHJKABrtqp \x07\x9c\xc2\xe3\x80"))
                .collect(),
            2 => {
                let whole = self.rng.next() as usize % self.recordings.len();
                let whole = &self.recordings[whole];
                let from = self.rng.next() as usize % whole.len();
                let mut bytes = whole[from..(from + length).min(whole.len())].to_vec();
                for _ in 0..self.rng.range(0, 20) {
                    let at = self.rng.next() as usize % bytes.len();
                    bytes[at] = self.rng.next() as u8;
                }
                bytes
            }
            3 => (0..self.rng.range(1, 8)).flat_map(|_| self.rng.pick(GREEDY).bytes()).collect(),
            _ => {
                let steps = generator::stream(&mut self.rng, 20).steps;
                let feeds = steps.into_iter().filter_map(|step| match step {
                    Step::Feed(bytes) => Some(bytes),
                    Step::Resize(_) => None,
                });
                feeds.flatten().collect()
            }
        }
    }

    fn size(&mut self) -> Size {
        let columns = if self.rng.chance(80) { self.rng.range(0, 40) } else { self.rng.range(0, 65_535) };
        let rows = if self.rng.chance(80) { self.rng.range(0, 20) } else { self.rng.range(0, 65_535) };
        Size::new(columns as u16, rows as u16)
    }

    /// One screen's life.
    fn life(&mut self) {
        let mut kept = Kept::new(self.size());
        for _ in 0..self.rng.range(1, 12) {
            let step = if self.rng.chance(25) { Step::Resize(self.size()) } else { Step::Feed(self.bytes()) };
            kept.run(&[step]);
            let history = self.rng.pick(&[0, 1, 50, HISTORY_IN_MEMORY]);
            let frame = kept.screen.keyframe(history);
            assert!(frame.len() < 64 * 1024 * 1024, "a keyframe of {} bytes", frame.len());
            let checkpoint = kept.screen.checkpoint();
            let restored = screen::restore(&checkpoint, kept.history.iter().cloned().collect())
                .expect("its own checkpoint");
            assert_eq!(restored.rows_text(), kept.screen.rows_text(), "a restored screen shows the same");
            let mut damaged = checkpoint;
            let at = self.rng.next() as usize % damaged.len();
            damaged[at] = self.rng.next() as u8;
            if let Ok(mut screen) = screen::restore(&damaged, HistoryLines::default()) {
                screen.feed(&self.bytes());
                screen.keyframe(history);
                screen.resize(self.size());
            }
            if self.rng.chance(10) {
                let resume = kept.screen.resume_bytes("Resumed · Mon 30 Nov 14:02");
                kept.run(&[Step::Feed(resume)]);
                assert!(!kept.screen.is_alternate(), "a resumed screen is the primary one");
            }
        }
    }
}

#[test]
fn hostile_bytes_never_panic() {
    let seconds = setting("INGLENOOK_HOSTILE_SECONDS", 10);
    let first = setting("INGLENOOK_SEED", 1);
    let until = Instant::now() + Duration::from_secs(seconds);
    let recordings: Vec<Vec<u8>> = corpus::recordings()
        .into_iter()
        .map(|(_, stream)| {
            let feeds = stream.steps.into_iter().filter_map(|step| match step {
                Step::Feed(bytes) => Some(bytes),
                Step::Resize(_) => None,
            });
            feeds.flatten().collect()
        })
        .collect();
    let mut seed = first;
    while Instant::now() < until {
        let mut hostile = Hostile { rng: Rng::new(seed), recordings: recordings.clone() };
        let outcome = std::panic::catch_unwind(AssertUnwindSafe(|| hostile.life()));
        assert!(outcome.is_ok(), "seed {seed} panicked: INGLENOOK_SEED={seed} INGLENOOK_HOSTILE_SECONDS=1");
        seed += 1;
    }
    eprintln!("{} screens", seed - first);
}

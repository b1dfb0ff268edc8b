//! What a screen costs: memory, and time for each byte.

use std::time::Instant;

use inglenook_engine::screen::{self, HISTORY_IN_MEMORY, Screen, Size};

/// What the kernel hands over in one read of a terminal.
const READ: usize = 3_800;

fn lines(count: usize, line: impl Fn(usize) -> String) -> Vec<u8> {
    (0..count).flat_map(|n| line(n).into_bytes()).collect()
}

/// 76 characters and a line break.
fn plain(n: usize) -> String {
    format!("{n:08} {:<67}\r\n", "the quick brown fox jumps over the lazy dog and then some more")
}

fn feed(screen: &mut dyn Screen, output: &[u8]) {
    for bytes in output.chunks(READ) {
        screen.feed(bytes);
    }
}

#[cfg(target_os = "linux")]
fn resident_bytes() -> Option<usize> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(statm.split(' ').nth(1)?.parse::<usize>().ok()? * 4096)
}

#[test]
#[cfg(target_os = "linux")]
fn a_quiet_run_with_full_history_weighs_less_than_a_megabyte() {
    const RUNS: usize = 10;
    let output = lines(HISTORY_IN_MEMORY + 2_000, plain);
    let before = resident_bytes();
    let screens: Vec<_> = (0..RUNS)
        .map(|_| {
            let mut screen = screen::new(Size::new(80, 24));
            feed(screen.as_mut(), &output);
            screen.settle();
            screen
        })
        .collect();
    let each = resident_bytes().zip(before).map(|(after, before)| after.saturating_sub(before) / RUNS);
    assert!(screens.iter().all(|screen| screen.history_len() >= HISTORY_IN_MEMORY), "the history is full");
    assert!(each.is_some_and(|each| each < 1_000_000), "a run takes {each:?} bytes");
}

/// `cargo test --release -p inglenook-engine --test weight -- --ignored --nocapture`
#[test]
#[ignore = "a measurement: of use in a release build on a quiet machine"]
fn megabytes_a_second() {
    let full_screen = |n: usize| {
        let rows = (1..=24).map(|row| format!("\x1b[{row};1H{:<79}", format!("row {row} of frame {n}")));
        rows.collect::<String>()
    };
    let colours = |n: usize| {
        let (named, indexed, red) = (n % 8, n % 256, n % 255);
        format!(
            "\x1b[1;3{named}m{n:08}\x1b[0m \x1b[38;5;{indexed}mquick \x1b[4mbrown\x1b[24m \x1b[48;2;{red};2;3mfox\x1b[m\r\n"
        )
    };
    let wide =
        |_| "漢字かな交じり文。日本語の句読点、長い行はどこで折り返すのか、それが問題です。\r\n".to_owned();
    let streams = [
        ("plain", lines(200_000, plain)),
        ("colours", lines(100_000, colours)),
        ("wide", lines(60_000, wide)),
        ("full screen", lines(5_000, full_screen)),
    ];
    for (name, output) in streams {
        let mut screen = screen::new(Size::new(80, 24));
        let start = Instant::now();
        feed(screen.as_mut(), &output);
        println!("{name}: {:.0} MB/s", output.len() as f64 / 1e6 / start.elapsed().as_secs_f64());
    }
}

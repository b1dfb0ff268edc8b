//! Whatever a program prints, in whatever pieces and sizes: the screen does not panic, and its keyframe and
//! checkpoint can be made at any moment.
#![no_main]

use inglenook_engine::screen::{self, Size};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut terminal = screen::new(Size::new(20, 8));
    for piece in data.chunks(61) {
        // A piece that begins so resizes: fuzzers find that soon.
        if let [0xff, columns, rows, ..] = *piece {
            terminal.resize(Size::new(u16::from(columns), u16::from(rows)));
        }
        terminal.feed(piece);
        let _ = terminal.keyframe(100);
    }
    let checkpoint = terminal.checkpoint();
    let _ = terminal.resume_bytes("Resumed");
    // Its own checkpoint is always good; any other bytes must be refused or read, never followed blindly.
    assert!(screen::restore(&checkpoint, Vec::new()).is_ok());
    let _ = screen::restore(data, Vec::new());
});

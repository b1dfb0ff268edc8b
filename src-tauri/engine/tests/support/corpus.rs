//! Recordings of real programs: see `corpus/record.py`.

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use inglenook_engine::screen::Size;
use serde::Deserialize;

use super::rng::Rng;
use super::{Step, Stream};

#[derive(Deserialize)]
struct Recording {
    columns: u16,
    rows: u16,
    events: Vec<Event>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Event {
    Output(#[allow(dead_code, reason = "only its place counts")] String, String),
    Resize(#[allow(dead_code, reason = "only its place counts")] String, u16, u16),
}

/// All recordings, by name.
pub fn recordings() -> Vec<(String, Stream)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let mut recordings: Vec<(String, Stream)> = std::fs::read_dir(&directory)
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let text = std::fs::read(&path).expect("a recording");
            (name, stream(&serde_json::from_slice(&text).expect("a recording")))
        })
        .collect();
    recordings.sort_by(|a, b| a.0.cmp(&b.0));
    recordings
}

fn stream(recording: &Recording) -> Stream {
    let step = |event: &Event| match event {
        Event::Output(_, bytes) => Step::Feed(STANDARD.decode(bytes).expect("base64")),
        Event::Resize(_, columns, rows) => Step::Resize(Size::new(*columns, *rows)),
    };
    Stream {
        size: Size::new(recording.columns, recording.rows),
        steps: recording.events.iter().map(step).collect(),
    }
}

/// Where to cut a stream: at both ends, in the middle of sequences and characters, and anywhere.
pub fn cuts(stream: &Stream, seed: u64) -> Vec<usize> {
    let mut rng = Rng::new(seed);
    let bytes: Vec<u8> = stream
        .steps
        .iter()
        .flat_map(|step| match step {
            Step::Feed(bytes) => bytes.as_slice(),
            Step::Resize(_) => &[],
        })
        .copied()
        .collect();
    let mut cuts = vec![0, bytes.len()];
    // vttest's screens, each where it is to be looked at.
    let asks = b"Push <RETURN>";
    cuts.extend((0..bytes.len()).filter(|at| bytes[..*at].ends_with(asks)));
    let mut take = |positions: Vec<usize>, count: usize| {
        if !positions.is_empty() {
            cuts.extend((0..count).map(|_| rng.pick(&positions)));
        }
    };
    take((0..bytes.len()).collect(), 14);
    let after = |which: &dyn Fn(u8) -> bool, by: usize| -> Vec<usize> {
        (0..bytes.len().saturating_sub(by)).filter(|at| which(bytes[*at])).map(|at| at + by).collect()
    };
    take(after(&|byte| byte == 0x1b, 1), 4);
    take(after(&|byte| byte == 0x1b, 3), 6);
    take(after(&|byte| byte >= 0xc0, 1), 4);
    take(after(&|byte| byte >= 0xe0, 2), 4);
    cuts
}

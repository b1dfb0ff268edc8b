//! What must hold of the log's encodings whatever bytes are in a block.

use super::LogEvent;
use super::block::{compress, decompress};
use super::event::Events;
use super::history::decode_lines;

/// Any bytes are refused or read, what was read is written the same, and a changed byte in a block never reads as other
/// output.
pub fn fuzz(data: &[u8]) {
    let events: Vec<(i64, LogEvent<'_>)> = Events::new(data).collect();
    let mut written = Vec::new();
    for (delta, event) in &events {
        event.encode(*delta, &mut written);
    }
    assert_eq!(Events::new(&written).collect::<Vec<_>>(), events);
    let _ = decode_lines(data);
    let _ = decompress(data);
    let mut block = compress(data);
    assert_eq!(decompress(&block).as_deref().ok(), Some(data));
    let at = data.iter().map(|byte| usize::from(*byte)).sum::<usize>() % block.len();
    block[at] ^= 1 << (data.len() % 8);
    assert!(decompress(&block).map_or(true, |read| read == data), "a flipped bit at {at}");
}

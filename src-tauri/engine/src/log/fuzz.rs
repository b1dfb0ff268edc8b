//! What must hold of the log's encodings whatever bytes are in a block.

use super::event::{Columns, first_format};
use super::history::unpack;
use crate::packing::{FAST, Packer, decompress};

/// Any bytes are refused or read, what was read is written the same, and a changed byte in a block never reads as other
/// output.
pub fn fuzz(data: &[u8]) {
    let old = first_format(data);
    let mut written = Columns::default();
    old.events().for_each(|(delta, event)| written.push(delta, &event));
    assert_eq!(written, old);
    if let Ok(columns) = Columns::decode(data) {
        let mut written = Columns::default();
        columns.events().for_each(|(delta, event)| written.push(delta, &event));
        assert_eq!(written.events().collect::<Vec<_>>(), columns.events().collect::<Vec<_>>());
    }
    let _ = unpack(data);
    let _ = decompress(data);
    let mut block = Packer::default().compress(data, FAST);
    assert_eq!(decompress(&block).as_deref().ok(), Some(data));
    let at = data.iter().map(|byte| usize::from(*byte)).sum::<usize>() % block.len();
    block[at] ^= 1 << (data.len() % 8);
    assert!(decompress(&block).map_or(true, |read| read == data), "a flipped bit at {at}");
}

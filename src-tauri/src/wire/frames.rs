//! The binary body that a viewer reads: a row of frames, each `kind u8 · length u32 · payload`, numbers in
//! little-endian order.

use inglenook_engine::{Frame, ViewerId};

use super::EndedFrame;

const KEYFRAME: u8 = 1;
const OUTPUT: u8 = 2;
const RESIZED: u8 = 3;
const ENDED: u8 = 4;

pub(crate) fn encode(frames: &[Frame]) -> Vec<u8> {
    let mut body = Vec::new();
    append(&mut body, frames);
    body
}

/// The viewer that was made, `id u64`, and what it read at once.
pub(crate) fn encode_attached(viewer: ViewerId, frames: &[Frame]) -> Vec<u8> {
    let mut body = viewer.0.to_le_bytes().to_vec();
    append(&mut body, frames);
    body
}

fn append(body: &mut Vec<u8>, frames: &[Frame]) {
    for frame in frames {
        match frame {
            Frame::Keyframe { size, offset, above, bytes } => {
                let columns = size.columns.to_le_bytes();
                let rows = size.rows.to_le_bytes();
                let (offset, above) = (offset.to_le_bytes(), above.to_le_bytes());
                put(body, KEYFRAME, &[&columns, &rows, &offset, &above, bytes]);
            }
            Frame::Output(bytes) => put(body, OUTPUT, &[bytes]),
            Frame::Resized(size) => {
                put(body, RESIZED, &[&size.columns.to_le_bytes(), &size.rows.to_le_bytes()]);
            }
            Frame::Ended { reason, exit } => {
                let ended = EndedFrame { reason: (*reason).into(), exit: exit.map(Into::into) };
                // Two enums and a number always have a JSON form.
                put(body, ENDED, &[&serde_json::to_vec(&ended).unwrap_or_default()]);
            }
        }
    }
}

fn put(body: &mut Vec<u8>, kind: u8, parts: &[&[u8]]) {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    body.push(kind);
    // A body is bounded far below 4 GiB by the viewer protocol.
    body.extend_from_slice(&u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
    for part in parts {
        body.extend_from_slice(part);
    }
}

#[cfg(test)]
mod tests {
    use inglenook_engine::{Exit, Reason, Size};

    use super::*;

    #[test]
    fn a_body_is_a_row_of_frames() {
        let body = encode(&[
            Frame::Keyframe { size: Size::new(80, 24), offset: 7, above: 9, bytes: b"k".to_vec() },
            Frame::Output(b"ab".to_vec()),
            Frame::Resized(Size::new(90, 30)),
            Frame::Ended { reason: Reason::Exited, exit: Some(Exit::Code(3)) },
        ]);
        let mut expected = vec![1, 21, 0, 0, 0, 80, 0, 24, 0, 7, 0, 0, 0, 0, 0, 0, 0];
        expected.extend_from_slice(&[9, 0, 0, 0, 0, 0, 0, 0, b'k']);
        expected.extend_from_slice(&[2, 2, 0, 0, 0, b'a', b'b', 3, 4, 0, 0, 0, 90, 0, 30, 0]);
        let json = br#"{"reason":"exited","exit":{"kind":"code","code":3}}"#;
        expected.extend_from_slice(&[4, json.len() as u8, 0, 0, 0]);
        expected.extend_from_slice(json);
        assert_eq!(body, expected);
    }

    #[test]
    fn the_number_of_a_new_viewer_stands_before_its_frames() {
        let frames = [Frame::Output(b"ab".to_vec())];
        let body = encode_attached(ViewerId(513), &frames);
        assert_eq!(body[..8], [1, 2, 0, 0, 0, 0, 0, 0]);
        assert_eq!(body[8..], encode(&frames));
    }
}

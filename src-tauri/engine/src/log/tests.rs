use proptest::prelude::*;

use super::block::{BLOCK_BYTES, OpenBlock};
use super::event::{LogEvent, first_format};
use super::guard::PANIC;
use super::history::{HistoryPacker, LINES};
use super::*;
use crate::id::{RunId, SessionId};
use crate::packing::{Data, FAST, Packer, SMALL, put_number};
use crate::screen::{self, HistoryLine, HistoryLines, Size};

#[derive(Debug, Clone, PartialEq, Eq)]
enum Owned {
    Output(Vec<u8>),
    Resized(Size),
    Mark(String),
}

impl Owned {
    fn borrow(&self) -> LogEvent<'_> {
        match self {
            Self::Output(bytes) => LogEvent::Output(bytes),
            Self::Resized(size) => LogEvent::Resized(*size),
            Self::Mark(text) => LogEvent::Mark(text),
        }
    }
}

fn event() -> impl Strategy<Value = Owned> {
    prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..300).prop_map(Owned::Output),
        (2_u16..1000, 1_u16..500).prop_map(|(columns, rows)| Owned::Resized(Size::new(columns, rows))),
        ".{0,20}".prop_map(Owned::Mark),
    ]
}

/// As the store has it.
fn stored(data: Vec<u8>) -> Block {
    Block { sequence: 0, first_offset: 0, started_at: 0, last_at: 0, length: 0, data: Data::Packed(data) }
}

fn seen(block: &Block) -> Vec<(i64, Owned)> {
    let own = |event: LogEvent<'_>| match event {
        LogEvent::Output(bytes) => Owned::Output(bytes.to_vec()),
        LogEvent::Resized(size) => Owned::Resized(size),
        LogEvent::Mark(text) => Owned::Mark(text.to_owned()),
    };
    let events = block.decode().unwrap();
    events.events().map(|(delta, event)| (delta, own(event))).collect()
}

proptest! {
    #[test]
    fn events_come_back_from_a_block_as_they_went_in(events in proptest::collection::vec((0_i64..100_000, event()), 0..50)) {
        let mut block = OpenBlock::new(7, 40, 1000);
        let mut now = 1000;
        for (later, event) in &events {
            now += later;
            block.push(&event.borrow(), now);
        }
        let raw = block.finish();
        prop_assert_eq!(&seen(&raw), &events);
        for level in [FAST, SMALL] {
            let mut packed = raw.clone();
            packed.data.pack(&mut Packer::default(), level);
            prop_assert_eq!(&seen(&packed), &events);
        }
    }

    #[test]
    fn blocks_of_the_first_format_are_read(events in proptest::collection::vec((0_i64..100_000, event()), 0..50)) {
        let mut raw = Vec::new();
        for (delta, event) in &events {
            let (kind, payload) = match event {
                Owned::Output(bytes) => (1, bytes.clone()),
                Owned::Resized(size) => (2, [size.columns.to_le_bytes(), size.rows.to_le_bytes()].concat()),
                Owned::Mark(text) => (3, text.clone().into_bytes()),
            };
            put_number(*delta as u64, &mut raw);
            raw.push(kind);
            put_number(payload.len() as u64, &mut raw);
            raw.extend(payload);
        }
        prop_assert_eq!(seen(&stored(Packer::default().compress(&raw, FAST))), events);
    }

    #[test]
    fn hostile_bytes_are_no_events_and_no_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000)) {
        first_format(&bytes).events().for_each(drop);
        let _ = stored(bytes.clone()).decode();
        let _ = stored([vec![2], bytes.clone()].concat()).decode();
        let _ = unpack(&bytes);
    }

    #[test]
    fn history_lines_come_back_as_they_went_in(lines in proptest::collection::vec((any::<bool>(), proptest::collection::vec(any::<u8>(), 0..40)), 0..2500)) {
        let lines: Vec<_> = lines.into_iter().map(|(wrapped, ansi)| HistoryLine { wrapped, ansi: ansi.into() }).collect::<Vec<_>>();
        let mut packer = HistoryPacker::new(5);
        for some in lines.chunks(7) {
            packer.push(&some.iter().cloned().collect(), 9);
        }
        let mut next = 5;
        let mut seen = Vec::new();
        for block in packer.take() {
            prop_assert_eq!(block.first_line, next);
            next += block.count;
            seen.extend(unpack(&block.data.packed()).unwrap());
        }
        prop_assert_eq!(next, packer.next_line());
        prop_assert_eq!(seen, lines);
    }
}

#[test]
fn the_lines_of_a_replay_become_blocks_like_those_of_a_live_run() {
    let line =
        |n: usize| HistoryLine { wrapped: n.is_multiple_of(3), ansi: n.to_string().into_bytes().into() };
    let mut packer = HistoryPacker::new(0);
    packer.push(&(0..LINES / 2).map(line).collect(), 9);
    packer.push(&(LINES / 2..7 * LINES).map(line).collect(), 9);
    let blocks = packer.take();
    assert_eq!(blocks.iter().map(|block| block.count).collect::<Vec<_>>(), [LINES as i64; 7]);
    let lines = blocks.iter().flat_map(|block| unpack(&block.data.packed()).unwrap());
    assert!(lines.eq((0..7 * LINES).map(line)));
}

#[test]
fn a_clock_that_is_set_back_does_not_turn_the_log_around() {
    let mut block = OpenBlock::new(0, 0, 1000);
    block.push(&LogEvent::Output(b"a"), 1500);
    block.push(&LogEvent::Output(b"b"), 200);
    let block = block.finish();
    assert_eq!((block.started_at, block.last_at), (1000, 1500));
}

fn run_log() -> RunLog {
    RunLog::new(SessionId::generate(), RunId(1), LogStart { sequence: 3, offset: 100, line: 0 })
}

#[test]
fn a_full_block_is_sealed_and_the_next_begins_where_it_ends() {
    let log = run_log();
    assert!(log.append(&LogEvent::Output(&vec![b'x'; BLOCK_BYTES]), 1), "the first event is unsaved news");
    assert!(!log.append(&LogEvent::Output(b"y"), 2), "the second is not");
    let batch = log.take();
    assert_eq!(batch.blocks.iter().map(|block| block.sequence).collect::<Vec<_>>(), [3]);
    let open = batch.open.expect("the rest is in the open block");
    assert_eq!((open.sequence, open.first_offset), (4, 100 + BLOCK_BYTES as i64));
}

#[test]
fn what_could_not_be_saved_comes_first_the_next_time() {
    let log = run_log();
    log.append(&LogEvent::Output(&vec![b'x'; BLOCK_BYTES]), 1);
    log.checkpoint(&Guarded::new(screen::new(Size::new(80, 24))), 1);
    let batch = log.take();
    log.append(&LogEvent::Output(&vec![b'y'; BLOCK_BYTES]), 2);
    log.append(&LogEvent::Output(b"z"), 2);
    log.put_back(batch);
    let again = log.take();
    assert_eq!(again.blocks.iter().map(|block| block.sequence).collect::<Vec<_>>(), [3, 4]);
    assert_eq!(again.checkpoints.len(), 1);
    assert!(again.open.is_some(), "with the unfinished block");
}

#[test]
fn what_waits_for_a_disk_that_is_late_is_kept_small() {
    let log = run_log();
    let mebibyte = vec![b'x'; 1024 * 1024];
    for _ in 0..100 {
        log.append(&LogEvent::Output(&mebibyte), 1);
    }
    // It would wait for ever.
    log.wait_for_room();
    let batch = log.take();
    let raw = batch.blocks.iter().filter(|block| matches!(block.data, Data::Raw(_))).count();
    assert_eq!((batch.blocks.len(), raw), (100, 8), "only what came before the disk was late is as it came");
}

#[test]
fn a_checkpoint_seals_the_block_so_that_replay_begins_at_one() {
    let log = run_log();
    log.append(&LogEvent::Output(b"before"), 1);
    log.checkpoint(&Guarded::new(screen::new(Size::new(80, 24))), 1);
    log.append(&LogEvent::Output(b"after"), 2);
    let batch = log.take();
    assert_eq!(batch.checkpoints[0].next_sequence, 4);
    assert_eq!(batch.open.expect("what came after").sequence, 4);
}

/// Blocks of a run that wrote these stretches, one block each.
fn blocks(stretches: &[&[u8]]) -> Vec<Block> {
    let mut offset = 0;
    let numbered = stretches.iter().enumerate();
    numbered
        .map(|(sequence, stretch)| {
            let mut block = OpenBlock::new(sequence as i64, offset, 0);
            offset += stretch.len() as i64;
            block.push(&LogEvent::Output(stretch), 0);
            block.finish()
        })
        .collect()
}

fn kept(checkpoints: Vec<Checkpoint>, blocks: Vec<Block>) -> Kept {
    Kept { checkpoints, history: HistoryLines::default(), history_end: 0, blocks, size: Size::new(80, 24) }
}

#[test]
fn a_screen_is_rebuilt_from_checkpoint_and_tail_as_from_the_whole_log() {
    let blocks = blocks(&[b"one\r\n", b"\x1b[31mtwo\x1b[0m\r\n", b"three"]);
    let mut before = screen::new(Size::new(80, 24));
    before.feed(b"one\r\n");
    before.feed(b"\x1b[31mtwo\x1b[0m\r\n");
    let checkpoint = Checkpoint {
        next_sequence: 2,
        log_offset: 17,
        next_line: 0,
        own_lines: 0,
        size: Size::new(80, 24),
        created_at: 0,
        data: Data::Raw(before.checkpoint()),
    };
    let damaged = Checkpoint { data: Data::Packed(b"\xff\xff".to_vec()), ..checkpoint.clone() };
    let whole = rebuild(&kept(Vec::new(), blocks.clone()));
    let short = rebuild(&kept(vec![damaged, checkpoint], blocks));
    assert_eq!(short.screen.keyframe(100), whole.screen.keyframe(100));
    assert_eq!(short.start, whole.start);
    assert_eq!((short.unreadable, whole.unreadable), (1, 0));
}

#[test]
fn a_block_that_cannot_be_read_is_passed_over() {
    let mut blocks = blocks(&[b"one\r\n", b"two\r\n", b"three"]);
    blocks[1].data = Data::Packed(b"not a frame".to_vec());
    let rebuilt = rebuild(&kept(Vec::new(), blocks));
    assert_eq!(rebuilt.screen.rows_text()[..2], ["one", "three"]);
    assert_eq!((rebuilt.unreadable, rebuilt.start.sequence), (1, 3));
}

#[test]
fn a_screen_that_panics_costs_a_stretch_of_output_and_nothing_else() {
    let broken = [b"bad ".as_slice(), PANIC].concat();
    let blocks = blocks(&[b"one\r\n", &broken, b"three"]);
    let rebuilt = rebuild(&kept(Vec::new(), blocks));
    assert_eq!(
        rebuilt.screen.rows_text()[..2],
        ["one", "three"],
        "only the stretch that broke it is missing"
    );
    assert_eq!(rebuilt.unreadable, 1, "and that is counted");

    let mut live = Guarded::new(screen::new(Size::new(80, 24)));
    live.feed(&broken);
    assert!(live.is_broken() && live.checkpoint().is_none(), "an empty screen is never taken for the truth");
    live.feed(b"goes on");
    assert_eq!(live.rows_text()[0], "goes on", "and it goes on in the other's place");
}

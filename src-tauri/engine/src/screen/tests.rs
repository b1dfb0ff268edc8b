//! Behaviour of the screen that needs no reference: history, answers, signals, resuming, limits.

use super::*;

fn screen(columns: u16, rows: u16) -> Box<dyn Screen> {
    new(Size::new(columns, rows))
}

fn fed(columns: u16, rows: u16, output: &str) -> Box<dyn Screen> {
    let mut screen = screen(columns, rows);
    screen.feed(output.as_bytes());
    screen
}

fn numbered(lines: std::ops::Range<usize>) -> String {
    lines.map(|n| format!("line {n}\r\n")).collect()
}

fn texts(lines: &[HistoryLine]) -> Vec<String> {
    lines.iter().map(HistoryLine::text).collect()
}

#[test]
fn lines_become_history_once_and_in_order() {
    let mut screen = screen(20, 5);
    let mut history = Vec::new();
    for n in 0..3_000 {
        history.extend(screen.feed(format!("line {n}\r\n").as_bytes()).history);
    }
    assert!(history.len() > 2_000, "most have left for good, {} have", history.len());
    for (n, line) in history.iter().enumerate() {
        assert_eq!(line.text(), format!("line {n}"), "no line is lost or doubled");
    }
    assert_eq!(screen.history_len(), 3_000 - 4, "all but the rows above the cursor's are above the screen");
}

#[test]
fn history_in_memory_is_bounded_and_all_of_it_is_handed_on() {
    let mut screen = screen(20, 5);
    let effects = screen.feed(numbered(0..30_000).as_bytes());
    assert!(effects.history.len() > 29_000, "what leaves is handed on, {} were", effects.history.len());
    assert!(
        (HISTORY_IN_MEMORY..HISTORY_IN_MEMORY + 1_000).contains(&screen.history_len()),
        "{} lines in memory",
        screen.history_len()
    );
}

#[test]
fn cleared_history_is_handed_on_and_no_longer_shown() {
    for (name, clear) in [("ED 3", "\x1b[3J"), ("RIS", "\x1bc")] {
        let mut screen = screen(20, 4);
        let mut history: Vec<_> = screen.feed(numbered(0..50).as_bytes()).history.into_iter().collect();
        history.extend(screen.feed(clear.as_bytes()).history);
        let expected: Vec<String> = (0..47).map(|n| format!("line {n}")).collect();
        assert_eq!(texts(&history), expected, "{name}: what was above the screen is kept");
        assert_eq!(screen.history_len(), 0, "{name}: nothing is above the screen");
    }
}

#[test]
fn a_history_line_says_its_colours_and_whether_it_goes_on() {
    let mut screen = screen(10, 2);
    let red = screen.feed(b"\x1b[1;31mred\x1b[m\tx\r\n0123456789wrapped\r\n");
    let mut history: Vec<_> = red.history.into_iter().collect();
    history.extend(screen.feed(b"\r\n\r\n\x1b[3J").history);
    assert_eq!(texts(&history)[..3], ["red     x", "0123456789", "wrapped"]);
    assert_eq!(history[0].ansi.as_ref(), b"\x1b[;1;31mred\x1b[5C\x1b[mx");
    assert_eq!(history.iter().map(|line| line.wrapped).collect::<Vec<_>>()[..3], [false, true, false]);
}

#[test]
fn questions_are_answered() {
    let table = [
        ("\x1b[c", "\x1b[?1;2c"),
        ("\x1b[>c", "\x1b[>0;276;0c"),
        ("\x1b[=c", "\x1bP!|00000000\x1b\\"),
        ("\x1b[5n", "\x1b[0n"),
        ("\x1b[2;3H\x1b[6n", "\x1b[2;3R"),
        ("\x1b[2;3H\x1b[?6n", "\x1b[?2;3R"),
        ("0123456789\x1b[6n", "\x1b[1;10R"),
        ("\x1b[?2004h\x1b[?2004$p", "\x1b[?2004;1$y"),
        ("\x1b[?7777$p", "\x1b[?7777;0$y"),
        ("\x1b[4$p", "\x1b[4;2$y"),
        ("\x1bP$qr\x1b\\", "\x1bP1$r1;5r\x1b\\"),
        ("\x1bP$qz\x1b\\", "\x1bP0$r\x1b\\"),
        ("\x1b]11;?\x07", "\x1b]11;rgb:1414/1515/1717\x1b\\"),
        ("\x1b]10;?;?\x1b\\", "\x1b]10;rgb:e9e9/e6e6/e1e1\x1b\\\x1b]11;rgb:1414/1515/1717\x1b\\"),
        ("\x1b]4;1;#0f0;1;?\x07", "\x1b]4;1;rgb:0000/f0f0/0000\x1b\\"),
        ("\x1b]4;231;?\x07", "\x1b]4;231;rgb:ffff/ffff/ffff\x1b\\"),
        ("\x1b[18t", "\x1b[8;5;10t"),
        // Titles and the clipboard are not told.
        ("\x1b]2;secret\x07\x1b[21t\x1b[20t", ""),
        ("\x1b]52;c;?\x07", ""),
    ];
    for (question, answer) in table {
        let replies = screen(10, 5).feed(question.as_bytes()).replies;
        assert_eq!(String::from_utf8_lossy(&replies), answer, "to {question:?}");
    }
    let version = screen(10, 5).feed(b"\x1b[>q").replies;
    assert_eq!(version, format!("\x1bP>|Inglenook {}\x1b\\", env!("CARGO_PKG_VERSION")).into_bytes());
}

#[test]
fn programs_tell_title_directory_prompt_progress_and_clipboard() {
    let table = [
        ("\x1b]0;ls\x07", Signal::Title("ls".into())),
        ("\x1b]2;a\u{202e}b\u{200f}c\x1b\\", Signal::Title("abc".into())),
        (
            "\x1b]7;file://host/home/a%20b/%C3%A9\x07",
            Signal::Directory { host: "host".into(), path: "/home/a b/é".into() },
        ),
        ("\x07", Signal::Bell),
        ("\x1b]133;A;k=v\x07", Signal::Prompt(PromptMark::PromptStart)),
        ("\x1b]133;B\x07", Signal::Prompt(PromptMark::CommandStart)),
        ("\x1b]133;C\x07", Signal::Prompt(PromptMark::OutputStart { line: None })),
        (
            "\x1b]133;C;k=v;cmdline_url=cargo%20test%0A%E2%80%AE\x07",
            Signal::Prompt(PromptMark::OutputStart { line: Some("cargo test".into()) }),
        ),
        ("\x1b]133;C;cmdline_url=%20\x07", Signal::Prompt(PromptMark::OutputStart { line: None })),
        ("\x1b]133;D;130\x07", Signal::Prompt(PromptMark::CommandEnd { exit: Some(130) })),
        ("\x1b]133;D\x07", Signal::Prompt(PromptMark::CommandEnd { exit: None })),
        ("\x1b]9;4;1;50\x07", Signal::Progress { state: 1, percent: 50 }),
        ("\x1b]9;4;3\x07", Signal::Progress { state: 3, percent: 0 }),
        ("\x1b]52;c;aGk=\x07", Signal::Clipboard("hi".into())),
    ];
    for (output, signal) in table {
        assert_eq!(screen(10, 5).feed(output.as_bytes()).signals, [signal], "{output:?}");
    }
    let nothing = [
        "\x1b]7;file://host/%0a\x07",
        "\x1b]7;/plain\x07",
        "\x1b]9;text\x07",
        "\x1b]52;c;%%\x07",
        "\x1b]0;x\x18",
    ];
    for output in nothing {
        assert_eq!(screen(10, 5).feed(output.as_bytes()).signals, [], "{output:?}");
    }
}

#[test]
fn a_title_is_short_and_comes_back_when_popped() {
    let long = "x".repeat(500);
    let mut screen = fed(10, 5, &format!("\x1b]2;{long}\x07"));
    assert_eq!(screen.title().map(str::len), Some(200));
    screen.feed(b"\x1b]2;shell\x07\x1b[22;0t\x1b]2;editor\x07");
    let signals = screen.feed(b"\x1b[23;0t").signals;
    assert_eq!(signals, [Signal::Title("shell".into())]);
}

#[test]
fn sequences_and_characters_cut_anywhere_have_the_same_effect() {
    let output = "\x1b[1;32mgrün\x1b[0m 漢字 \x1b]2;tïtle\x1b\\\x1b[?2004h👩‍🔬。’\x1b[2;2Hx".as_bytes();
    let whole = {
        let mut screen = screen(12, 4);
        screen.feed(output);
        screen.keyframe(0)
    };
    for cut in 0..output.len() {
        let mut screen = screen(12, 4);
        screen.feed(&output[..cut]);
        screen.feed(&output[cut..]);
        assert_eq!(screen.keyframe(0), whole, "cut at {cut}");
    }
    let mut screen = screen(12, 4);
    for byte in output {
        screen.feed(&[*byte]);
    }
    assert_eq!(screen.keyframe(0), whole, "byte by byte");
}

#[test]
fn bytes_inside_a_synchronised_update_are_not_held_back() {
    let screen = fed(10, 2, "\x1b[?2026hshown");
    assert_eq!(screen.rows_text()[0], "shown");
}

#[test]
fn a_command_without_end_costs_no_more_than_its_limit() {
    let mut screen = fed(10, 2, "\x1b]2;");
    let piece = vec![b'x'; 100_000];
    for _ in 0..30 {
        screen.feed(&piece);
    }
    assert!(screen.keyframe(0).len() < 2_000, "what is too long is not kept");
    screen.feed(b"\x07after");
    assert_eq!(screen.title(), None, "and has no effect");
    assert_eq!(screen.rows_text()[0], "after", "but it ends where it ends");
}

#[test]
fn combining_characters_without_end_do_not_fill_the_memory() {
    let screen = fed(10, 2, &format!("e{}", "\u{301}".repeat(5_000)));
    assert!(screen.rows_text()[0].chars().count() <= 32);
}

#[test]
fn a_keyframe_has_no_more_history_than_was_asked_for() {
    let screen = fed(20, 4, &numbered(0..1_000));
    for asked in [0, 1, 10, 600, 900] {
        let frame = fed(20, 4, &String::from_utf8_lossy(&screen.keyframe(asked)));
        assert_eq!(frame.history_len(), asked);
        assert_eq!(frame.rows_text(), screen.rows_text());
    }
}

#[test]
fn a_resumed_screen_keeps_its_text_and_nothing_else() {
    let full_screen = "$ vim\r\n\x1b[?1049h\x1b[?1000;1006;2004h\x1b[?25l\x1b[3;5r\x1b[4h\x1b[?6h\x1b(0\x1b[31m~\x1b]8;;http://x\x07\x1b[38;5";
    let mut screen = fed(30, 8, &format!("\x1b[32mold\x1b[m text\r\n{full_screen}"));
    let resume = screen.resume_bytes("Resumed · Mon 30 Nov 14:02");
    screen.feed(&resume);
    assert!(!screen.is_alternate());
    let rows = screen.rows_text();
    assert_eq!(rows[..4], ["old text", "$ vim", "─ Resumed · Mon 30 Nov 14:02 ─", ""]);
    let after = screen.feed(b"\x1b[6n").replies;
    assert_eq!(after, b"\x1b[4;1R", "the cursor is below the line");
    // A terminal that was always plain, with the same text: the keyframes are the same.
    let rule = "\x1b[2m─ Resumed · Mon 30 Nov 14:02 ─\x1b[m";
    let plain = fed(30, 8, &format!("\x1b[32mold\x1b[m text\r\n$ vim\r\n{rule}\r\n\x1b7"));
    assert_eq!(screen.keyframe(0).escape_ascii().to_string(), plain.keyframe(0).escape_ascii().to_string());
}

#[test]
fn resuming_a_full_screen_scrolls_and_a_blank_one_starts_at_the_top() {
    let mut screen = fed(30, 3, "one\r\ntwo\r\nthree");
    screen.feed(&screen.resume_bytes("again"));
    assert_eq!(screen.rows_text(), ["three", "─────────── again ────────────", ""]);
    let mut blank = fed(4, 3, "");
    blank.feed(&blank.resume_bytes("Resumed"));
    assert_eq!(blank.rows_text(), ["Resu", "", ""], "a mark that does not fit is cut");
}

#[test]
fn a_checkpoint_that_is_not_one_is_refused() {
    assert_eq!(restore(b"", HistoryLines::default()).err(), Some(RestoreError::Damaged));
    assert_eq!(restore(b"\x09rest", HistoryLines::default()).err(), Some(RestoreError::Version(9)));
    let good = fed(20, 4, &numbered(0..20)).checkpoint();
    for length in 1..good.len() {
        assert_eq!(
            restore(&good[..length], HistoryLines::default()).err(),
            Some(RestoreError::Damaged),
            "cut at {length}"
        );
    }
}

#[test]
fn a_checkpoint_with_a_wide_cell_of_no_character_is_refused() {
    let mut checkpoint = fed(20, 4, "漢").checkpoint();
    // The character with its width, as LEB128, and no character of that width.
    let at = checkpoint.windows(3).position(|bytes| bytes == [0x8a, 0xf9, 0x06]).unwrap();
    checkpoint[at..at + 3].copy_from_slice(&[0x82, 0x80, 0x00]);
    assert_eq!(restore(&checkpoint, HistoryLines::default()).err(), Some(RestoreError::Damaged));
}

#[test]
fn a_size_is_brought_into_its_limits() {
    assert_eq!(Size::new(0, 0), Size { columns: 2, rows: 1 });
    assert_eq!(Size::new(u16::MAX, u16::MAX), Size { columns: 1000, rows: 500 });
    let mut screen = screen(2, 1);
    screen.feed("漢字かな\r\n\x1b[5;5H\x1b[?1049hx\x1b[?1049l".as_bytes());
    screen.resize(Size { columns: 0, rows: 0 });
    assert_eq!(screen.size(), Size { columns: 2, rows: 1 });
}

/// A shell's command as it is marked: the prompt, what is typed, what it prints, how it ends.
fn command(line: &str, output: &str, exit: i32) -> String {
    format!(
        "\x1b]133;A\x07$ \x1b]133;B\x07{line}\r\n\x1b]133;C;cmdline_url={line}\x07{output}\x1b]133;D;{exit}\x07"
    )
}

/// The marks in a keyframe, in order, each with the row from the oldest line and the column where a screen hears it.
fn marks_of(keyframe: &[u8], columns: u16) -> Vec<(String, usize, usize)> {
    let mut told = Vec::new();
    let mut rest = keyframe;
    let mut seen = new(Size::new(columns, 500));
    while let Some(start) = rest.windows(6).position(|bytes| bytes == b"\x1b]133;") {
        seen.feed(&rest[..start]);
        let end = start + rest[start..].windows(2).position(|bytes| bytes == b"\x1b\\").unwrap_or_default();
        let place = seen.feed(b"\x1b[6n").replies;
        let place = String::from_utf8_lossy(&place[2..place.len() - 1]).into_owned();
        let (row, column) = place.split_once(';').unwrap_or_default();
        let mark = String::from_utf8_lossy(&rest[start + 6..end]).into_owned();
        told.push((mark, row.parse().unwrap_or(0), column.parse().unwrap_or(0)));
        rest = &rest[end + 2..];
    }
    told
}

#[test]
fn a_keyframe_says_where_commands_were_typed_ran_and_ended() {
    let screen = fed(20, 5, &(command("one", "1\r\n2", 0) + &command("two", &"x\r\n".repeat(6), 3)));
    let told = [
        ("A", 1, 1),
        ("B", 1, 3),
        ("C;cmdline_url=one", 2, 1),
        ("D;0", 3, 2),
        ("A", 3, 2),
        ("B", 3, 4),
        ("C;cmdline_url=two", 4, 1),
        ("D;3", 10, 1),
    ];
    let told: Vec<_> = told.map(|(mark, row, column)| (mark.to_owned(), row, column)).into();
    assert_eq!(marks_of(&screen.keyframe(HISTORY_IN_MEMORY), 20), told);
    let restored = restore(&screen.checkpoint(), HistoryLines::default()).unwrap();
    assert_eq!(marks_of(&restored.keyframe(HISTORY_IN_MEMORY), 20), told, "and so does a restored screen");
    assert_eq!(
        marks_of(&screen.keyframe(0), 20),
        [("D;3".to_owned(), 5, 1)],
        "those above what is shown are left out"
    );
}

#[test]
fn marks_are_in_the_history_and_no_text() {
    let mut screen = screen(20, 5);
    let commands: String = (0..600).map(|n| command(&format!("c{n}"), "out\r\n", n % 3)).collect();
    let history: Vec<_> = screen.feed(commands.as_bytes()).history.into_iter().collect();
    assert!(history.len() > 100);
    assert_eq!(history[0].ansi.as_ref(), b"\x1b]133;A\x1b\\$ \x1b]133;B\x1b\\c0");
    assert_eq!(history[1].ansi.as_ref(), b"\x1b]133;C;cmdline_url=c0\x1b\\out");
    assert_eq!(history[1].text(), "out");
    let told = |mark: &str, keyframe: &[u8]| {
        let mark = format!("\x1b]133;{mark}");
        keyframe.windows(mark.len()).filter(|bytes| *bytes == mark.as_bytes()).count()
    };
    let keyframe = screen.keyframe(HISTORY_IN_MEMORY);
    assert_eq!((told("A", &keyframe), told("C", &keyframe), told("D", &keyframe)), (600, 600, 600));
    let restored = restore(&screen.checkpoint(), screen.history()).unwrap();
    assert_eq!(restored.keyframe(HISTORY_IN_MEMORY), keyframe, "with the lines that the store has");
}

#[test]
fn a_mark_over_empty_cells_stays_at_its_column_in_the_history() {
    let mut screen = screen(20, 2);
    let marked = screen.feed(b"a\x1b[5C\x1b]133;C\x07\x1b[3Cz\r\n\x1b[4C\x1b]133;D\x07\r\n\r\n");
    let mut history: Vec<_> = marked.history.into_iter().collect();
    history.extend(screen.feed(b"\x1b[3J").history);
    assert_eq!(history[0].ansi.as_ref(), b"a\x1b[5C\x1b]133;C\x1b\\\x1b[3Cz");
    assert_eq!(history[1].ansi.as_ref(), b"\x1b]133;D\x1b\\", "there is no such column on an empty line");
}

#[test]
fn marks_stay_with_their_rows_and_go_with_them() {
    let marked = command("one", "1\r\n", 0);
    for (name, after, left) in [
        ("a prompt that is drawn again", "\r\x1b[2K\x1b]133;A\x07# \x1b]133;B\x07".to_owned(), "ABCDAB"),
        ("the line is erased", "\x1b[1;1H\x1b[2K".into(), "ABCD"),
        ("the screen is erased", "\x1b[H\x1b[2J".into(), ""),
        ("the rest of the screen is erased", "\x1b[2;1H\x1b[J".into(), "ABC"),
        ("the row is deleted", "\x1b[1;1H\x1b[M".into(), "CD"),
        ("a row is inserted", "\x1b[1;1H\x1b[L".into(), "ABCD"),
        ("what is above is forgotten", format!("{}\x1b[3J", "\r\n".repeat(8)), ""),
        ("characters are inserted before them", "\x1b[1;1H\x1b[9@\x1b[4hxyz\x1b[4l".into(), "ABCD"),
        ("characters are deleted before them", "\x1b[1;1H\x1b[2P".into(), "ABCD"),
        ("linked text is written over", "\x1b[1;1H\x1b]8;;x\x1b\\linked\x1b]8;;\x1b\\plain".into(), "ABCD"),
        ("the same is said over and over", "\x1b]133;D\x07\x1b]133;C\x07".repeat(50), "ABCDCDCDCDC"),
        ("a full-screen program says something", format!("\x1b[?1049h{marked}\x1b[?1049l"), "ABCD"),
        ("the prompt of a further line", "\x1b]133;A;k=s\x07> ".into(), "ABCD"),
        ("a reset", "\x1bc".into(), ""),
    ] {
        let screen = fed(20, 5, &(marked.clone() + &after));
        let told: String =
            marks_of(&screen.keyframe(HISTORY_IN_MEMORY), 20).iter().map(|(mark, ..)| &mark[..1]).collect();
        assert_eq!(told, left, "{name}");
    }
}

#[test]
fn marks_follow_their_text_when_lines_wrap_anew() {
    let long = "long ".repeat(10);
    let marked = command("one", &format!("{long}\r\n"), 0) + &command("two", "unfinished", 1) + "\r\n\r\n";
    let mut screen = fed(20, 12, &marked);
    for (columns, ends) in [(9, (10, 2)), (70, (4, 11)), (20, (6, 11))] {
        screen.resize(Size::new(columns, 12));
        let told = marks_of(&screen.keyframe(HISTORY_IN_MEMORY), columns);
        let kinds: String = told.iter().map(|(mark, ..)| &mark[..1]).collect();
        assert_eq!(kinds, "ABCDABCD", "at {columns} columns");
        assert_eq!((told[7].1, told[7].2), ends, "the end of unfinished output at {columns} columns");
    }
}

#[test]
fn nothing_runs_any_more_when_a_new_process_takes_over() {
    let running = "\x1b]133;A\x07$ \x1b]133;B\x07x\r\n\x1b]133;C;cmdline_url=x\x07...";
    for (output, ends) in [(running.to_owned(), true), (command("x", "", 0), false), ("$ x".into(), false)] {
        let mut screen = fed(20, 5, &output);
        let again = restore(&screen.checkpoint(), HistoryLines::default()).unwrap();
        let bytes = screen.resume_bytes("Resumed");
        assert_eq!(again.resume_bytes("Resumed"), bytes, "a restored screen knows it too");
        assert_eq!(bytes.windows(7).any(|bytes| bytes == b"\x1b]133;D"), ends, "after {output:?}");
        screen.feed(&bytes);
        let told = marks_of(&screen.keyframe(HISTORY_IN_MEMORY), 20);
        assert!(told.last().is_none_or(|(mark, ..)| mark.starts_with('D')), "{told:?}");
    }
}

#[test]
fn a_checkpoint_from_before_marks_were_kept_is_read_and_a_forged_mark_is_none() {
    let screen = fed(20, 5, &command("one", "1\r\n", 0));
    let checkpoint = screen.checkpoint();
    let length = u32::from_le_bytes(checkpoint[1..5].try_into().unwrap()) as usize;
    let mut record: serde_json::Value = serde_json::from_slice(&checkpoint[5..5 + length]).unwrap();
    let with = |record: &serde_json::Value| {
        let record = serde_json::to_vec(record).unwrap();
        [&checkpoint[..1], &(record.len() as u32).to_le_bytes(), &record, &checkpoint[5 + length..]].concat()
    };
    record["commands"] = serde_json::json!([[0, [[99, "A"], [1, "nonsense"]]], [999, [[0, "B"]]]]);
    let restored = restore(&with(&record), HistoryLines::default()).unwrap();
    assert_eq!(marks_of(&restored.keyframe(0), 20), [("A".to_owned(), 1, 20)]);
    record.as_object_mut().unwrap().retain(|key, _| key != "commands" && key != "is_running");
    let restored = restore(&with(&record), HistoryLines::default()).unwrap();
    assert_eq!(marks_of(&restored.keyframe(0), 20), []);
    assert_eq!(restored.rows_text(), screen.rows_text());
}

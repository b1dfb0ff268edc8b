//! The life of sessions on real PTYs and a real database.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "tests")]

mod common;

use std::time::Duration;

use common::{Desk, is_running, until};
use inglenook_engine::{Error, Event, Exit, Frame, Moment, Moments, Reason, SessionId, Size, Status};
use tokio::sync::broadcast::Receiver;

#[tokio::test(flavor = "multi_thread")]
async fn what_a_program_prints_is_on_the_screen_and_comes_back_after_its_end() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("read go; printf 'hello \\033[31mred\\033[0m\\n'; exit 3").await;
    let ended = desk.go(run).await;
    assert!(ended.text.contains("hello"), "the viewer saw the output: {:?}", ended.text);
    assert_eq!(ended.end, Some((Reason::Exited, Some(Exit::Code(3)))));

    let row = desk.row(session).await;
    assert_eq!(row.status, Status::Ended);
    assert_eq!(row.last_run.map(|run| (run.reason, run.exit)), Some((Reason::Exited, Some(Exit::Code(3)))));
    let Frame::Keyframe { bytes, .. } = desk.engine.last_screen(session, 0).await.unwrap() else {
        panic!("a last screen is a keyframe");
    };
    assert!(String::from_utf8_lossy(&bytes).contains("hello"), "the last screen is kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_openers_at_once_get_the_same_run() {
    let desk = Desk::new().await;
    let session = desk.create("exec cat").await;
    let size = Size::new(80, 24);
    let (one, two) = tokio::join!(desk.engine.open(session, size), desk.engine.open(session, size));
    assert_eq!(one.unwrap().run, two.unwrap().run);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_ended_while_it_starts_has_ended() {
    let moments = Moments::default();
    let desk = Desk::with(moments.clone()).await;
    let session = desk.create("exec cat").await;
    let claimed = moments.hold(Moment::Claimed);
    let engine = desk.engine.clone();
    let opener = tokio::spawn(async move { engine.open(session, Size::new(80, 24)).await });
    claimed.arrived().await;
    let engine = desk.engine.clone();
    let ender = tokio::spawn(async move { engine.end(session, true).await });
    // Whether it waits or not: it has had its turn.
    while !ender.is_finished() && desk.engine.show(session).await.unwrap().revision < 20 {}
    claimed.release();
    let run = opener.await.unwrap().unwrap().run;
    ender.await.unwrap().unwrap();
    let row = desk.row(session).await;
    assert_eq!(row.last_run.map(|last| (last.id, last.reason)), Some((run, Reason::Closed)), "{row:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn input_arrives_whole_and_in_order() {
    let desk = Desk::new().await;
    let (_, run) = desk.open("stty -echo -icanon; echo ready; exec cat").await;
    desk.wait_for_text(run, "ready").await;
    let viewer = desk.engine.attach(run, "test").await.unwrap();
    let first = desk.engine.read(viewer).await.unwrap();
    assert!(matches!(first[..], [Frame::Keyframe { .. }]), "a viewer begins with the screen");
    let mut expected = String::new();
    for number in 0..2000 {
        let word = format!("<{number}>");
        desk.engine.write(run, word.clone().into_bytes()).await.unwrap();
        expected.push_str(&word);
    }
    let mut seen = String::new();
    while !seen.contains("<1999>") {
        for frame in desk.engine.read(viewer).await.unwrap() {
            if let Frame::Output(bytes) = frame {
                seen.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
    }
    // Not as a whole: it would fill the screen.
    let differs = seen.bytes().zip(expected.bytes()).position(|(one, other)| one != other);
    assert_eq!((differs, seen.len()), (None, expected.len()), "every word, once, in order");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resumed_session_goes_on_below_its_old_screen() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("read go; seq 1 100; echo first run").await;
    desk.go(run).await;
    let opened = desk.engine.open(session, Size::new(80, 24)).await.unwrap();
    assert!(opened.run > run, "a run's id is never used again");
    let ended = desk.go(opened.run).await;
    let keyframe = ended.keyframe;
    assert!(keyframe.contains("first run") && keyframe.contains("Resumed ·"), "in {keyframe:?}");
    assert!(
        keyframe.contains("\n1\r\n2\r\n") || keyframe.contains("1\r\n2\r\n"),
        "with its history: {keyframe:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_run_is_refused_and_nothing_is_made() {
    let desk = Desk::new().await;
    let missing = desk.try_create("no-such-program-here", "").await;
    assert!(matches!(missing, Err(Error::CommandNotFound(name)) if name == "no-such-program-here"));
    let nowhere = desk.try_create("cat", "/no/such/place").await;
    assert!(matches!(nowhere, Err(Error::DirectoryMissing(_))));
    let open_quote = desk.try_create("echo 'never closed", "").await;
    assert!(matches!(open_quote, Err(Error::Invalid(_))));
    assert!(desk.engine.list().await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_leaves_sessions_asleep_and_no_process_behind() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("echo $$; exec cat").await;
    let pid = desk.wait_for_number(run).await;
    desk.engine.shut_down().await;
    assert!(!is_running(pid), "process {pid} is gone");
    let again = desk.again().await;
    let row = again.row(session).await;
    assert_eq!(row.status, Status::Asleep);
    assert_eq!(row.last_run.map(|run| run.reason), Some(Reason::AppQuit));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_session_can_be_taken_back_and_is_erased_only_later() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("echo kept; exec cat").await;
    desk.wait_for_text(run, "kept").await;
    desk.engine.delete(session).await.unwrap();
    assert!(desk.engine.list().await.unwrap().is_empty(), "off the list at once");
    desk.engine.write(run, b"still here\n".to_vec()).await.unwrap();
    desk.engine.undelete(session).await.unwrap();
    assert_eq!(desk.row(session).await.status, Status::Live, "as it was");

    desk.engine.delete(session).await.unwrap();
    let mut events = desk.engine.events();
    desk.advance(13_000);
    // Told when its process goes, and again when it is erased.
    while desk.engine.last_screen(session, 0).await.is_ok() {
        until(&mut events, |event| matches!(event, Event::Changed { gone, .. } if gone.contains(&session)))
            .await;
    }
    assert!(matches!(desk.engine.last_screen(session, 0).await, Err(Error::NotFound { .. })), "erased");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_session_is_not_opened_and_nothing_starts() {
    let desk = Desk::new().await;
    let session = desk.create("exec cat").await;
    desk.engine.delete(session).await.unwrap();
    let opened = desk.engine.open(session, Size::new(80, 24)).await;
    assert!(matches!(opened, Err(Error::NotFound { .. })), "it is off the list: {opened:?}");
    desk.engine.undelete(session).await.unwrap();
    let row = desk.row(session).await;
    assert_eq!((row.status, row.last_run), (Status::Asleep, None), "it is as it was");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_was_never_recorded_whole_comes_back_at_its_own_width() {
    let desk = Desk::new().await;
    let wide = "x".repeat(110);
    let session = desk.create(&format!("read go; echo {wide}; exec cat")).await;
    let opened = desk.engine.open(session, Size::new(120, 30)).await.unwrap();
    desk.engine.write(opened.run, b"\n".to_vec()).await.unwrap();
    desk.wait_for_text(opened.run, &wide).await;
    desk.until_saved().await;
    // Another engine sees what a crash would leave: a log, no checkpoint, and no end.
    let Frame::Keyframe { size, .. } = desk.again().await.engine.last_screen(session, 0).await.unwrap()
    else {
        panic!("a last screen is a keyframe");
    };
    assert_eq!(size, Size::new(120, 30));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_programs_questions_are_answered_with_nobody_looking() {
    let desk = Desk::new().await;
    // Asks for the cursor's place and the device's attributes, and prints what it hears.
    let ask = r#"stty -echo -icanon min 1; printf "abc\033[6n\033[c"; answer=$(dd bs=1 count=11 2>/dev/null | tr "\033" "E"); echo "heard $answer"; exec cat"#;
    let (session, run) = desk.open(ask).await;
    desk.until_output(session, "heard E[1;4RE[?1;").await;
    desk.wait_for_text(run, "heard E[1;4RE[?1;").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_again_sees_what_nobody_saw_and_follows_from_there() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("echo one; read go; echo two; read go; echo three; read go").await;
    let first = desk.engine.attach(run, "main").await.unwrap();
    desk.follow(first, |text| text.contains("one\r\n")).await;
    desk.engine.write(run, b"\n".to_vec()).await.unwrap();
    let logged = async || String::from_utf8(desk.engine.output(session).await.unwrap()).unwrap();
    while !logged().await.contains("two") {}
    let second = desk.engine.attach(run, "main").await.unwrap();
    let frames = desk.engine.read(second).await.unwrap();
    assert!(
        matches!(&frames[..], [Frame::Keyframe { bytes, .. }]
        if String::from_utf8_lossy(bytes).contains("two")),
        "what nobody saw is in the keyframe: {frames:?}"
    );
    desk.engine.write(run, b"\n".to_vec()).await.unwrap();
    let seen = desk.follow(second, |text| text.contains("three\r\n")).await;
    assert!(!seen.text.contains("two"), "and what follows comes once: {}", seen.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_are_counted_with_those_that_the_screen_still_holds() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("read go; seq 1 3000").await;
    desk.go(run).await;
    // 3,000 lines and the echo of the line that let them go, less 24 rows with the cursor on the last.
    assert_eq!(desk.row(session).await.lines, 3001 - 23);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_that_dies_before_its_first_end_leaves_a_log_that_goes_on() {
    let desk = Desk::new().await;
    let (session, run) = desk.open("echo first life; exec cat").await;
    desk.wait_for_text(run, "first life").await;
    desk.until_saved().await;
    // A database as a crash leaves it, taken over without a look at the list.
    let copy = desk.as_after_a_crash();
    let other = copy.again().await;
    let opened = other.engine.open(session, Size::new(80, 24)).await.unwrap();
    other.wait_for_text(opened.run, "Resumed ·").await;
    other.until_saved().await;
    let output = String::from_utf8_lossy(&other.engine.output(session).await.unwrap()).into_owned();
    let (before, after) = output.split_once("Resumed ·").expect("the new run's output is kept");
    assert!(before.contains("first life") && after.contains("first life"), "below the old one's: {output:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_is_recorded_after_half_a_minute_of_quiet_and_every_four_mebibytes() {
    let desk = Desk::new().await;
    let (_, run) = desk.open("echo ready; read go; head -c 9000000 /dev/zero | tr '\\0' x; exec cat").await;
    desk.wait_for_text(run, "ready").await;
    desk.until_saved().await;
    assert_eq!(desk.checkpoints().await, 0, "there is no need yet");
    desk.advance(31_000);
    desk.until_checkpoints(1).await;
    // 9 MB of output.
    desk.engine.write(run, b"\n".to_vec()).await.unwrap();
    desk.until_checkpoints(3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_lets_a_shell_save_its_history() {
    let desk = Desk::new().await;
    let home = tempfile::tempdir().unwrap();
    let saved = home.path().join("history");
    let command = format!("env HISTFILE={} bash --norc --noprofile -i", saved.display());
    let row = desk.try_create(&command, "/").await.unwrap();
    let run = desk.engine.open(row.id, Size::new(80, 24)).await.unwrap().run;
    desk.wait_for_text(run, "bash-").await;
    desk.engine.write(run, b"echo to be remembered\n".to_vec()).await.unwrap();
    // Typed, printed, and at its prompt again.
    desk.read_until(run, |seen| {
        seen.split("to be remembered").nth(2).is_some_and(|after| after.contains("bash-"))
    })
    .await;
    desk.engine.shut_down().await;
    let last = desk.again().await.row(row.id).await.last_run;
    let history = std::fs::read_to_string(saved).unwrap_or_else(|error| panic!("{error}: {last:?}"));
    assert!(history.contains("echo to be remembered"), "{history:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn quitting_takes_five_seconds_at_most_whatever_the_programs_do() {
    let desk = Desk::new().await;
    let mut pids = Vec::new();
    for _ in 0..8 {
        let (_, run) = desk.open(r#"trap "" HUP TERM; echo $$; while :; do sleep 1; done"#).await;
        pids.push(desk.wait_for_number(run).await);
    }
    let quit = tokio::time::timeout(std::time::Duration::from_secs(5), desk.engine.shut_down()).await;
    assert!(quit.is_ok(), "the promise to the desktop");
    assert!(!pids.iter().any(|pid| is_running(*pid)), "and none is left");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_process_makes_is_told_within_a_look_or_two() {
    let desk = Desk::new().await;
    let mut events = desk.engine.events();
    let other = desk.again().await;
    let session = other.create("cat").await;
    let tells = |event: &Event, title: &str| matches!(event, Event::Changed { rows, .. } if rows.iter().any(|row| row.id == session && row.title == title));
    let title = desk.row(session).await.title;
    until(&mut events, |event| tells(event, &title)).await;
    other.engine.rename(session, "Renamed elsewhere").await.unwrap();
    until(&mut events, |event| tells(event, "Renamed elsewhere")).await;
    other.engine.delete(session).await.unwrap();
    until(&mut events, |event| matches!(event, Event::Changed { gone, .. } if gone.contains(&session))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_process_pins_is_kept_and_what_it_unpins_is_not() {
    let desk = Desk::new().await;
    let mut events = desk.engine.events();
    let mut shells = Vec::new();
    for _ in 0..2 {
        let session = desk.try_create("sh -i", "/").await.unwrap().id;
        let run = desk.engine.open(session, Size::new(80, 24)).await.unwrap().run;
        desk.engine.write(run, b"echo u''p\n".to_vec()).await.unwrap();
        desk.wait_for_text(run, "up\r").await;
        shells.push((session, run));
    }
    let [(pinned, its_run), (other, _)] = shells[..] else { panic!("there are two") };
    let elsewhere = desk.again().await;
    elsewhere.engine.pin(pinned, true).await.unwrap();
    for _ in 0..2 {
        until_reclaimed(&desk, &mut events, other).await;
        desk.engine.resize(its_run, Size::new(81, 24)).await.expect("the pinned one lives");
        desk.engine.open(other, Size::new(80, 24)).await.unwrap();
    }
    elsewhere.engine.pin(pinned, false).await.unwrap();
    until_reclaimed(&desk, &mut events, pinned).await;
}

/// A shell may print its prompt after the clock was moved, and that is output as any other.
async fn until_reclaimed(desk: &Desk, events: &mut Receiver<Event>, session: SessionId) {
    let reclaimed =
        |event: &Event| matches!(event, Event::Reclaimed { session: gone, .. } if *gone == session);
    desk.advance(7 * 60 * 60 * 1000);
    while tokio::time::timeout(Duration::from_secs(3), until(events, reclaimed)).await.is_err() {
        desk.advance(7 * 60 * 60 * 1000);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_start_that_fails_while_the_disk_refuses_is_closed_once_it_does_not() {
    let desk = Desk::new().await;
    let folder = tempfile::tempdir().unwrap();
    let session = desk.create_in("cat", folder.path()).await;
    let held = desk.moments.hold(Moment::Claimed);
    let engine = desk.engine.clone();
    let opening = tokio::spawn(async move { engine.open(session, Size::new(80, 24)).await });
    common::arrived(&held).await;
    let path = folder.path().to_owned();
    drop(folder);
    // Whoever holds the write lock for longer than the engine waits is a disk that refuses.
    let busy = desk.hold_write_lock().await;
    held.release();
    assert!(matches!(opening.await.unwrap(), Err(Error::DirectoryMissing(_))));
    assert_eq!(desk.row(session).await.status, Status::Ended, "the list says what will be written");
    drop(busy);
    std::fs::create_dir(&path).unwrap();
    let mut events = desk.engine.events();
    let mut opened = desk.engine.open(session, Size::new(80, 24)).await;
    while matches!(opened, Err(Error::StoreFull(_))) {
        until(&mut events, |event| matches!(event, Event::Changed { .. })).await;
        opened = desk.engine.open(session, Size::new(80, 24)).await;
    }
    assert!(opened.is_ok(), "{opened:?}");
    std::fs::remove_dir(&path).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn after_quitting_the_session_that_was_used_last_is_the_one_that_was_used_last() {
    let desk = Desk::new().await;
    let (first, first_run) = desk.open("trap '' HUP; exec cat").await;
    desk.advance(60_000);
    let (second, second_run) = desk.open("exec cat").await;
    for (run, line) in [(first_run, "one\n"), (second_run, "two\n")] {
        desk.advance(60_000);
        desk.engine.write(run, line.as_bytes().to_vec()).await.unwrap();
        // Echoed, and then answered.
        desk.read_until(run, |seen| seen.matches(line.trim()).count() >= 2).await;
    }
    desk.advance(60_000);
    // The first takes a second longer to go.
    desk.engine.shut_down().await;
    let again = desk.again().await;
    let (first, second) = (again.row(first).await, again.row(second).await);
    assert!(second.last_active_at > first.last_active_at, "{first:?} {second:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_process_deletes_is_told_also_as_the_first_thing_it_does() {
    let other = Desk::new().await;
    let session = other.create("cat").await;
    let desk = other.again().await;
    let mut events = desk.engine.events();
    other.engine.delete(session).await.unwrap();
    let gone =
        until(&mut events, |event| matches!(event, Event::Changed { gone, .. } if !gone.is_empty())).await;
    assert!(matches!(gone, Event::Changed { rows, gone } if rows.is_empty() && gone == [session]));
}

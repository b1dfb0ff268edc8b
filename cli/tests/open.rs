//! `nook open` in a real terminal: what is typed, what is shown, and every way out.

#![allow(clippy::expect_used, reason = "a test")]

mod support;

use anyhow::{Context, Result};
use rustix::process::Signal;
use support::{LEAVE, Place, Terminal, until};

/// Says that it is there, then what it is told.
const ECHO: &str = "echo ready; exec cat";
/// Says that it is there, and lives until it is ended.
const STAYS: &str = "echo ready; exec sleep 1000";

fn opened(place: &Place, session: &str) -> Result<Terminal> {
    let terminal = place.open(&["open", session])?;
    terminal.wait_for("ready")?;
    Ok(terminal)
}

#[test]
fn a_session_that_is_left_is_asleep_and_goes_on_below_its_old_screen() -> Result<()> {
    let place = Place::new()?;
    let id = place.new_session("rust loops", ECHO)?;
    let mut terminal = opened(&place, "rust loops")?;
    terminal.type_text("a thought to keep\r")?;
    terminal.wait_for("a thought to keep\na thought to keep")?;
    terminal.type_text(LEAVE)?;
    let ended = terminal.wait()?;
    assert_eq!(ended.code, 0, "{}", ended.text());
    assert!(ended.text().contains("“rust loops” is asleep. nook open"), "it says so:\n{}", ended.text());
    assert!(ended.text().contains("a thought to keep"), "the screen stays in view:\n{}", ended.text());

    let row = place.listed(&id)?;
    assert_eq!(row["status"], "asleep");
    assert_eq!(row["last_run"]["reason"], "app_quit");
    assert_eq!(row["why"], "Left in a terminal");

    let mut again = opened(&place, &id)?;
    again.wait_for("Resumed · ")?;
    let text = again.text();
    let (old, mark) = (text.find("a thought to keep"), text.find("Resumed · "));
    assert!(old.is_some() && old < mark, "the old screen is above the mark:\n{text}");
    again.type_text("more\r")?;
    again.wait_for("more\nmore")?;
    again.type_text(LEAVE)?;
    assert_eq!(again.wait()?.code, 0);
    let shown = place.run(&["show", &id])?;
    assert!(shown.out.contains("a thought to keep") && shown.out.contains("more"), "{}", shown.out);
    Ok(())
}

#[test]
fn a_program_that_exits_ends_its_session_and_its_outcome_is_said() -> Result<()> {
    let place = Place::new()?;
    for (title, script, said, why) in [
        ("fails", "echo last words; exit 3", "“fails” has ended: Exited with code 3.", "Exited with code 3"),
        ("finishes", "echo last words", "“finishes” has ended: Finished.", "Finished"),
        (
            "crashes",
            "echo last words; kill -SEGV $$",
            "has ended: Stopped by signal SEGV.",
            "Stopped by signal SEGV",
        ),
    ] {
        let id = place.new_session(title, script)?;
        let ended = place.open(&["open", &id])?.wait()?;
        assert_eq!(ended.code, 0, "{title}: {}", ended.text());
        assert!(ended.text().contains(said), "{title}:\n{}", ended.text());
        assert!(ended.text().contains("last words"), "{title}: all of it is shown:\n{}", ended.text());
        let row = place.listed(&id)?;
        assert_eq!((row["status"].as_str(), row["why"].as_str()), (Some("ended"), Some(why)), "{title}");
    }
    Ok(())
}

#[test]
fn a_new_session_can_be_opened_at_once() -> Result<()> {
    let place = Place::new()?;
    let mut terminal = place.open(&["new", "--title", "at once", "--open", "--", "sh", "-c", ECHO])?;
    terminal.wait_for("ready")?;
    terminal.type_text(LEAVE)?;
    let ended = terminal.wait()?;
    assert!(ended.text().contains("“at once” is asleep."), "{}", ended.text());
    Ok(())
}

#[test]
fn a_session_that_is_open_elsewhere_is_refused_and_its_owner_named() -> Result<()> {
    let place = Place::new()?;
    let id = place.new_session("taken", STAYS)?;
    let owner = opened(&place, &id)?;
    let owner_pid = owner.pid()?;
    let pid = owner_pid.to_string();

    let refused = place.open(&["open", &id])?.wait()?;
    assert_eq!(refused.code, 4, "{}", refused.text());
    let text = String::from_utf8_lossy(&refused.bytes).replace("\r\n", " ");
    assert!(text.contains(&format!("another terminal, by nook (process {pid})")), "{text}");
    assert!(text.contains("Nothing of it is lost"), "{text}");

    let row = place.listed(&id)?;
    assert_eq!(row["status"], "elsewhere");
    assert_eq!((row["owner"]["kind"].as_str(), row["owner"]["pid"].to_string()), (Some("nook"), pid.clone()));
    assert!(place.run(&["ls"])?.out.contains(&format!("(process {pid})")));
    until("what it printed is saved", || {
        let shown = place.run(&["show", &id])?.out;
        assert!(shown.contains(&format!("(process {pid})")), "show names the owner: {shown}");
        Ok(shown.contains("ready"))
    })?;
    let doctor = place.json(&["doctor", "--json"])?;
    let owners = doctor["instances"].as_array().context("a list")?;
    let found = owners.iter().find(|program| program["pid"] == owner_pid).context("the owner is listed")?;
    assert_eq!(found["sessions"][0]["title"], "taken");
    owner.signal(Signal::TERM)?;
    assert_eq!(owner.wait()?.code, 0);
    assert_eq!(place.listed(&id)?["status"], "asleep");
    Ok(())
}

#[test]
fn signals_and_a_closed_terminal_leave_the_session_asleep() -> Result<()> {
    let place = Place::new()?;
    for signal in [Signal::HUP, Signal::TERM, Signal::INT, Signal::QUIT] {
        let id = place.new_session("signalled", STAYS)?;
        let terminal = opened(&place, &id)?;
        terminal.signal(signal)?;
        let ended = terminal.wait()?;
        assert_eq!(ended.code, 0, "{signal:?}: {}", ended.text());
        assert_eq!(place.listed(&id)?["last_run"]["reason"], "app_quit", "{signal:?}");
    }
    let id = place.new_session("closed", STAYS)?;
    let terminal = opened(&place, &id)?;
    assert_eq!(terminal.close("typed last")?, 0, "it leaves in order");
    let row = place.listed(&id)?;
    assert_eq!(
        (row["status"].as_str(), row["last_run"]["reason"].as_str()),
        (Some("asleep"), Some("app_quit"))
    );
    Ok(())
}

#[test]
fn a_nook_that_is_killed_leaves_its_session_asleep_with_what_it_printed() -> Result<()> {
    let place = Place::new()?;
    let id = place.new_session("killed", STAYS)?;
    let terminal = opened(&place, &id)?;
    until("what it printed is saved", || Ok(place.run(&["show", &id])?.out.contains("ready")))?;
    terminal.signal(Signal::KILL)?;
    terminal.wait()?;
    let row = place.listed(&id)?;
    assert_eq!(row["status"], "asleep");
    assert_eq!(row["why"], "nook stopped unexpectedly · nothing lost");
    assert_eq!(row["last_run"]["owner"], "nook");
    assert!(place.run(&["ls"])?.out.contains("nook stopped unexpectedly"));
    let again = opened(&place, &id)?;
    again.wait_for("Resumed · ")?;
    again.signal(Signal::TERM)?;
    again.wait()?;
    Ok(())
}

#[test]
fn a_question_is_answered_by_the_engine_and_does_not_reach_the_terminal() -> Result<()> {
    let place = Place::new()?;
    let ask = r"stty raw -echo
        printf '\033[c'; got=$(dd bs=1 count=7 2>/dev/null | od -An -c | tr -d ' ')
        printf '\033]11;?\007\033[6n'; more=$(dd bs=1 count=7 2>/dev/null | od -An -c | tr -d ' ')
        stty sane; echo; echo answered $got $more; exec sleep 1000";
    let id = place.new_session("asks", ask)?;
    let mut terminal = place.open(&["open", &id])?;
    terminal.wait_for(r"answered 033[?1;2c 033]11;rg")?;
    let bytes = String::from_utf8_lossy(&terminal.bytes()).into_owned();
    for question in ["\x1b[c", "\x1b[6n", "]11;?"] {
        assert!(!bytes.contains(question), "{question:?} did not pass: {bytes:?}");
    }
    terminal.type_text(LEAVE)?;
    assert_eq!(terminal.wait()?.code, 0);
    Ok(())
}

#[test]
fn a_terminal_is_left_as_it_was() -> Result<()> {
    let place = Place::new()?;
    let script = r"printf '\033[?1049h\033[?1000h\033[?1006h\033[?2004h\033[?1h\033[?25l\033[31mready'; exec sleep 1000";
    let full_screen = place.new_session("full screen", script)?;
    let ends = place.new_session("ends", r"printf '\033[?2004h\033[?1003hlast'; exit 1")?;
    for (id, key) in [(&full_screen, Some(LEAVE)), (&ends, None)] {
        let around = format!(
            "echo before; stty -a > before; {} open {id}; stty -a > after; echo; echo after",
            support::NOOK
        );
        let mut terminal = place.start("sh", &["-c", &around])?;
        if let Some(key) = key {
            terminal.wait_for("ready")?;
            terminal.type_text(key)?;
        }
        let mut ended = terminal.wait()?;
        let modes = |name| std::fs::read_to_string(place.home().join(name));
        assert_eq!(modes("before")?, modes("after")?, "the line's modes are those of before");
        assert!(ended.text().contains("after"), "the shell goes on in view:\n{}", ended.text());
        assert!(!ended.screen.is_alternate(), "on the primary screen");
        for mode in [1, 1000, 1003, 1006, 2004] {
            let answer = ended.screen.feed(format!("\x1b[?{mode}$p").as_bytes()).replies;
            assert_eq!(String::from_utf8_lossy(&answer), format!("\x1b[?{mode};2$y"), "mode {mode} is off");
        }
        let answer = ended.screen.feed(b"\x1b[?25$p").replies;
        assert_eq!(String::from_utf8_lossy(&answer), "\x1b[?25;1$y", "the cursor is to be seen");
        assert!(
            !String::from_utf8_lossy(&ended.bytes).contains("\x1bc"),
            "nothing above the screen is cleared"
        );
    }
    Ok(())
}

#[test]
fn a_program_learns_when_the_terminal_changes_its_size() -> Result<()> {
    let place = Place::new()?;
    let script = "trap 'stty size' WINCH; stty size; echo ready; while :; do sleep 0.05; done";
    let id = place.new_session("sized", script)?;
    let terminal = opened(&place, &id)?;
    terminal.wait_for("24 80")?;
    terminal.resize(70, 20)?;
    terminal.wait_for("20 70")?;
    terminal.signal(Signal::TERM)?;
    terminal.wait()?;
    Ok(())
}

#[test]
fn a_long_paste_arrives_whole() -> Result<()> {
    let place = Place::new()?;
    // It reads late: what is typed has to wait, and is not lost.
    let script = "stty raw -echo; echo ready; sleep 0.3; printf 'got %s.' $(head -c 300000 | tr -d x | wc -c); exec sleep 1000";
    let id = place.new_session("pasted", script)?;
    let mut terminal = opened(&place, &id)?;
    terminal.type_text(&format!("{}{}", "x".repeat(299_990), "y".repeat(10)))?;
    terminal.wait_for("got 10.")?;
    terminal.type_text(LEAVE)?;
    assert_eq!(terminal.wait()?.code, 0);
    Ok(())
}

#[test]
fn a_flood_of_output_does_not_hold_up_the_way_out() -> Result<()> {
    let place = Place::new()?;
    let id = place.new_session("flood", "echo ready; exec yes 'all work and no play'")?;
    let mut terminal = place.open(&["open", &id])?;
    terminal.wait_for("all work and no play")?;
    terminal.type_text(LEAVE)?;
    let ended = terminal.wait()?;
    assert_eq!(ended.code, 0);
    assert!(ended.text().contains("“flood” is asleep."), "{}", ended.text());
    Ok(())
}

#[test]
fn a_terminal_that_takes_nothing_does_not_hold_up_the_way_out() -> Result<()> {
    let place = Place::new()?;
    let id = place.new_session("stalled", "echo ready; exec yes 'all work and no play'")?;
    let terminal = place.open(&["open", &id])?;
    terminal.wait_for("all work and no play")?;
    terminal.stall();
    terminal.signal(Signal::TERM)?;
    assert_eq!(terminal.wait()?.code, 0);
    assert_eq!(place.listed(&id)?["last_run"]["reason"], "app_quit");
    Ok(())
}

#[test]
fn without_a_terminal_a_session_is_not_opened() -> Result<()> {
    let place = Place::new()?;
    let id = place.new_session("piped", STAYS)?;
    for arguments in [&["open", &id][..], &["new", "--open"]] {
        let ran = place.run(arguments)?;
        assert_eq!(ran.code, Some(2), "{ran:?}");
        assert!(ran.err.contains("only be opened in a terminal"), "{ran:?}");
    }
    assert_eq!(place.listed(&id)?["last_run"], serde_json::Value::Null, "nothing was started");
    assert_eq!(place.json(&["ls", "--json"])?.as_array().map(Vec::len), Some(1), "and nothing made");
    Ok(())
}

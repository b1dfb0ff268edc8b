//! The commands that list and make: what they print, for people and for programs, and their exit codes.

#![allow(clippy::expect_used, reason = "a test")]

mod support;

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use anyhow::{Context, Result};
use inglenook_engine::{Draft, NewSession, NoteId, NoteKind, SessionId};
use support::{Place, write_over};

#[test]
fn a_session_is_made_listed_and_shown() -> Result<()> {
    let place = Place::new()?;
    let none = place.run(&["ls"])?;
    assert_eq!((none.code, none.out.contains("no sessions yet")), (Some(0), true), "{none:?}");
    assert_eq!(place.json(&["ls", "--json"])?, serde_json::json!([]));

    let made = place.json(&[
        "new",
        "--title",
        "joins",
        "--subject",
        "SQL",
        "--json",
        "--",
        "sh",
        "-c",
        "echo 'a b'",
    ])?;
    let id = made["id"].as_str().context("an id")?;
    let row = place.listed(id)?;
    assert_eq!(row, made, "the answer to making it is what the list says");
    assert_eq!(row["title"], "joins");
    assert_eq!(row["subject"], "SQL");
    assert_eq!(row["status"], "asleep");
    assert_eq!(row["why"], "Not started yet");
    assert_eq!(row["command"], serde_json::json!(["sh", "-c", "echo 'a b'"]));
    assert_eq!(row["directory"].as_str(), place.home().to_str(), "where the command was given");

    let table = place.run(&["ls"])?.out;
    let lines: Vec<_> = table.lines().collect();
    assert!(
        lines[0].starts_with("ID ") && lines[1].contains("joins") && lines[1].contains("asleep"),
        "{table}"
    );
    assert!(lines[1].contains("Not started yet · SQL"), "{table}");
    assert!(!table.contains('\x1b'), "no colours in a pipe: {table:?}");

    let short = row["short_id"].as_str().context("a short id")?;
    for named in [id, short, "joins", "JOINS"] {
        let shown = place.run(&["show", named])?;
        assert_eq!(shown.code, Some(0), "{shown:?}");
        assert!(shown.out.contains("joins") && shown.out.contains(id), "{}", shown.out);
    }
    let shown = place.json(&["show", "joins", "--json"])?;
    assert_eq!(shown["id"], id);
    assert_eq!(shown["screen"]["columns"], 80);
    Ok(())
}

#[test]
fn without_a_command_a_session_runs_the_shell() -> Result<()> {
    let place = Place::new()?;
    let made = place.json(&["new", "--dir", "/", "--json"])?;
    assert_eq!((made["profile"].as_str(), made["directory"].as_str()), (Some("shell"), Some("/")));
    assert_eq!(made["command"], serde_json::json!(["/bin/sh"]));
    Ok(())
}

#[test]
fn what_is_not_found_or_not_clear_exits_with_3_and_names_candidates() -> Result<()> {
    let place = Place::new()?;
    let first = place.new_session("loops", "true")?;
    let second = place.new_session("loops", "true")?;
    for command in ["show", "notes"] {
        let ran = place.run(&[command, "loops"])?;
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.out.is_empty(), "{ran:?}");
        for id in [&first, &second] {
            let short = place.listed(id)?["short_id"].as_str().context("a short id")?.to_owned();
            assert!(ran.err.contains(&short), "{short} is a candidate: {}", ran.err);
        }
        let ran = place.run(&[command, "loop"])?;
        assert_eq!(ran.code, Some(3), "{ran:?}");
        assert!(ran.err.contains("Did you mean"), "{}", ran.err);
    }
    Ok(())
}

#[test]
fn wrong_usage_exits_with_2_and_help_with_0() -> Result<()> {
    let place = Place::new()?;
    for arguments in
        [&[][..], &["bogus"], &["show"], &["ls", "--bogus"], &["new", "sh"], &["new", "--open", "--json"]]
    {
        let ran = place.run(arguments)?;
        assert_eq!(ran.code, Some(2), "{arguments:?}: {ran:?}");
        assert!(ran.err.contains("Usage: nook"), "{arguments:?}: {}", ran.err);
    }
    for command in ["ls", "show", "new", "open", "notes", "doctor"] {
        let ran = place.run(&[command, "--help"])?;
        assert_eq!(ran.code, Some(0), "{command}: {ran:?}");
    }
    assert!(!place.data_dir().exists(), "and nothing is made by asking");
    Ok(())
}

#[test]
fn what_could_not_run_is_refused_with_what_to_do() -> Result<()> {
    let place = Place::new()?;
    let gone = place.run(&["new", "--dir", "/no/such/place"])?;
    assert_eq!(gone.code, Some(1));
    assert!(
        gone.err.contains("/no/such/place does not exist") && gone.err.contains("Make the directory"),
        "{}",
        gone.err
    );
    let unknown = place.run(&["new", "--", "no-such-program"])?;
    assert_eq!(unknown.code, Some(1));
    assert!(unknown.err.contains("“no-such-program” was not found"), "{}", unknown.err);
    assert_eq!(place.json(&["ls", "--json"])?, serde_json::json!([]), "nothing was made");
    Ok(())
}

#[test]
fn a_reader_that_goes_away_is_no_failure() -> Result<()> {
    let place = Place::new()?;
    // More than a pipe holds.
    for at in 0..40 {
        place.new_session(&format!("{at} {}", "long title ".repeat(17)), "true")?;
    }
    let mut child = place.command(&["ls", "--json"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut out = BufReader::with_capacity(16, child.stdout.take().context("a pipe")?);
    out.read_line(&mut String::new())?;
    drop(out);
    let ended = child.wait_with_output()?;
    assert_eq!(ended.status.code(), Some(0), "{ended:?}");
    assert!(ended.stderr.is_empty(), "{ended:?}");
    Ok(())
}

#[test]
fn colours_are_for_terminals_that_want_them() -> Result<()> {
    let place = Place::new()?;
    place.new_session("coloured", "true")?;
    let ended = place.open(&["ls"])?.wait()?;
    assert!(String::from_utf8_lossy(&ended.bytes).contains("\x1b[33masleep"), "{:?}", ended.text());
    let plain = place.start("sh", &["-c", &format!("NO_COLOR=1 {} ls", support::NOOK)])?.wait()?;
    assert!(!plain.bytes.contains(&0x1b), "{:?}", plain.text());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn notes_are_listed_by_session_and_drafts_are_not() -> Result<()> {
    let place = Place::new()?;
    let engine = place.engine().await?;
    let new = NewSession { title: "joins".into(), profile: "shell".into(), ..NewSession::default() };
    let session = engine.create(new).await?.id;
    let parked =
        engine.park_note(draft(Some(session), NoteKind::Question, "why a left join?\nsecond line")).await?;
    let done = engine.park_note(draft(Some(session), NoteKind::Win, "it works")).await?;
    engine.mark_note(done.id, true).await?;
    engine.park_note(draft(None, NoteKind::Park, "buy tea \x1b[2J")).await?;
    engine.draft_note("main", draft(Some(session), NoteKind::Note, "half a")).await?;
    engine.shut_down().await;

    let all = place.json(&["notes", "--json"])?;
    let all = all.as_array().context("a list")?;
    assert_eq!(all.len(), 3, "{all:?}");
    assert_eq!(all[0]["id"], parked.id.to_string());
    assert_eq!((all[0]["kind"].as_str(), all[0]["state"].as_str()), (Some("question"), Some("open")));
    assert_eq!(all[0]["session_title"], "joins");
    assert_eq!(all[1]["state"], "done");
    assert_eq!(all[2]["session"], serde_json::Value::Null);
    assert_eq!(place.json(&["notes", "joins", "--json"])?.as_array().map(Vec::len), Some(2));

    let text = place.run(&["notes"])?.out;
    for line in
        ["joins\n", "○ question", "    why a left join?\n    second line\n", "✓ win", "Of no session\n"]
    {
        assert!(text.contains(line), "{line:?} in {text}");
    }
    assert!(!text.contains("half a") && !text.contains('\x1b'), "{text:?}");
    assert!(place.run(&["ls"])?.out.contains("2 notes"));
    Ok(())
}

#[test]
fn a_line_of_the_list_fits_the_terminal() -> Result<()> {
    let place = Place::new()?;
    let subject = "a subject with a name that is longer than anybody's terminal is wide, and longer";
    place.run(&["new", "--title", &"long title ".repeat(10), "--subject", subject, "--", "true"])?;
    let ended = place.open(&["ls"])?.wait()?;
    let text = ended.text();
    let lines: Vec<_> = text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[1].ends_with("now") && lines[1].contains('…'), "{text}");
    assert!(place.run(&["ls"])?.out.contains(subject), "in a pipe, all of it is there");
    Ok(())
}

#[test]
fn doctor_finds_nothing_where_nothing_is_wrong() -> Result<()> {
    let place = Place::new()?;
    place.new_session("well", "true")?;
    let ran = place.run(&["doctor"])?;
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for said in
        ["Inglenook 0.", "The database is whole: 1 session.", "All is well.", "sessions.idle_after = 6h"]
    {
        assert!(ran.out.contains(said), "{said:?} in {}", ran.out);
    }
    let found = place.json(&["doctor", "--json"])?;
    assert_eq!((found["well"].as_bool(), found["database"]["state"].as_str()), (Some(true), Some("whole")));
    assert_eq!(found["data_dir"].as_str(), place.data_dir().to_str());
    Ok(())
}

#[test]
fn doctor_names_each_fault_of_the_settings_with_its_line() -> Result<()> {
    let place = Place::new()?;
    std::fs::write(place.settings(), "[sessions]\nmax_live = 4\nidle_after = \"soon\"\n")?;
    let ran = place.run(&["doctor"])?;
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("Settings, line 3: “soon” is not a length of time."), "{}", ran.out);
    assert!(ran.out.contains("sessions.max_live = 4  (set)"), "{}", ran.out);
    let ran = place.run(&["doctor", "--json"])?;
    assert_eq!(ran.code, Some(1));
    let found: serde_json::Value = serde_json::from_str(&ran.out)?;
    assert_eq!((found["faults"][0]["line"].as_u64(), found["well"].as_bool()), (Some(3), Some(false)));
    assert_eq!(found["faults"][0]["key"], "sessions.idle_after");
    Ok(())
}

#[test]
fn doctor_works_where_the_database_cannot_be_read_and_names_the_newest_backup() -> Result<()> {
    let place = Place::new()?;
    place.new_session("lost", "true")?;
    let database = place.data_dir().join("inglenook.db");
    let backups = place.data_dir().join("backups");
    std::fs::create_dir(&backups)?;
    for made in ["1764500000000", "1764511200000"] {
        std::fs::copy(&database, backups.join(format!("{made}.db")))?;
    }
    write_over(&database, 0, &[0; 4096])?;

    let ran = place.run(&["doctor"])?;
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.out.contains("✗ The database is damaged. Nothing was deleted."), "{}", ran.out);
    assert!(ran.out.contains("Newest of 2 backups:") && ran.out.contains("1764511200000.db"), "{}", ran.out);
    let ran = place.run(&["doctor", "--json"])?;
    let found: serde_json::Value = serde_json::from_str(&ran.out)?;
    assert_eq!((ran.code, found["database"]["state"].as_str()), (Some(1), Some("damaged")));

    let ran = place.run(&["ls"])?;
    assert_eq!(ran.code, Some(1), "a damaged database is no empty list: {ran:?}");
    assert!(
        ran.err.contains("The database cannot be read") && ran.err.contains("nook doctor"),
        "{}",
        ran.err
    );
    Ok(())
}

#[test]
fn doctor_reads_the_whole_file_and_finds_damage_that_a_list_does_not_meet() -> Result<()> {
    let place = Place::new()?;
    place.new_session("kept", "true")?;
    let database = place.data_dir().join("inglenook.db");
    let pages = std::fs::metadata(&database)?.len() / 4096;
    let mut found = 0;
    for page in 1..pages {
        let whole = std::fs::read(&database)?;
        write_over(&database, page * 4096, &[0xaa; 64])?;
        if place.run(&["ls"])?.code == Some(0) {
            let ran = place.run(&["doctor"])?;
            found += usize::from(ran.code == Some(1) && ran.out.contains("The database is damaged"));
        }
        std::fs::write(&database, whole)?;
    }
    assert!(found > 0, "some page is in no list, and is looked at all the same");
    Ok(())
}

/// What is typed into an entry field of its own.
fn draft(session: Option<SessionId>, kind: NoteKind, body: &str) -> Draft<'_> {
    Draft { id: NoteId::generate(), session, kind, body }
}

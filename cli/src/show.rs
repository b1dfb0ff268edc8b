//! `nook show`: what is known of a session, and its last screen as text.

use inglenook_engine::{Clock, Engine, Frame, Instance, SessionRow, Size, screen};
use serde::Serialize;

use crate::failure::Failure;
use crate::find::{find, short_id};
use crate::json::{Session, owner_of};
use crate::out::{Ink, Paint, Said, ink_of};
use crate::words;

#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    session: Session<'a>,
    screen: LastScreen,
}

/// Rows as text, without the blanks at their ends.
#[derive(Serialize)]
struct LastScreen {
    columns: u16,
    rows: u16,
    lines: Vec<String>,
}

pub(crate) async fn show(engine: &Engine, typed: &str, json: bool) -> Result<Said, Failure> {
    let rows = engine.list().await?;
    let row = find(&rows, typed)?;
    let instances = engine.instances().await?;
    let (size, lines) = last_screen(engine, row).await?;
    if json {
        let id = short_id(&rows, row.id);
        let screen = LastScreen { columns: size.columns, rows: size.rows, lines };
        return Said::json(&Shown { session: Session::of(row, &id, &instances), screen });
    }
    Ok(Said::done(text(row, &instances, &lines, Paint::of_stdout())))
}

/// The screen as it was saved last, which for a session that is open elsewhere is the newest that is known here.
pub(crate) async fn last_screen(engine: &Engine, row: &SessionRow) -> Result<(Size, Vec<String>), Failure> {
    match engine.last_screen(row.id, 0).await? {
        Frame::Keyframe { size, bytes, .. } => Ok((size, rows_of(size, &bytes).0)),
        _ => Ok((Size::new(80, 24), Vec::new())),
    }
}

/// The rows that a keyframe shows, and whether they are those of the alternate screen.
pub(crate) fn rows_of(size: Size, keyframe: &[u8]) -> (Vec<String>, bool) {
    let mut screen = screen::new(size);
    screen.feed(keyframe);
    (screen.rows_text(), screen.is_alternate())
}

fn text(row: &SessionRow, instances: &[Instance], lines: &[String], paint: Paint) -> String {
    let now = Clock::system().now();
    let mut text = format!("{}\n", row.title);
    let mut fact = |name: &str, value: &str| {
        text += &format!("{} {value}\n", paint.text(Ink::Faint, &format!("  {name:<10}")));
    };
    fact("status", &paint.text(ink_of(row.status), words::status(row.status)));
    match owner_of(row, instances) {
        Some((instance, since)) => {
            let owner = words::owner(&instance.kind, instance.pid);
            fact("why", &format!("Open in {owner} since {}", words::moment(since, now)));
        }
        None => {
            let ended = row.last_run.map(|run| format!(", {}", words::moment(run.ended_at, now)));
            let at_rest = row.run.is_none();
            fact("why", &format!("{}{}", words::state(row), ended.filter(|_| at_rest).unwrap_or_default()));
        }
    }
    if let Some(subject) = &row.subject {
        fact("subject", subject);
    }
    fact("runs", &words::plain(&command_line(&row.command)));
    fact("directory", &words::plain(&row.directory));
    fact("kept", &kept(row));
    fact("made", &words::moment(row.created_at, now));
    fact("id", &row.id.to_string());
    text.push('\n');
    let used = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    if used == 0 {
        text += &paint.text(Ink::Faint, "  Its screen is empty.\n");
    }
    for line in &lines[..used] {
        text += &format!("{} {}\n", paint.text(Ink::Faint, "│"), words::plain(line));
    }
    text
}

fn kept(row: &SessionRow) -> String {
    let mut things = vec!["the screen".to_owned()];
    if row.lines > 0 {
        things.push(words::counted(row.lines, "line", "lines"));
    }
    if row.notes > 0 {
        things.push(words::counted(row.notes, "note", "notes"));
    }
    things.join(", ")
}

/// As a shell would be told.
fn command_line(words: &[String]) -> String {
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_else(|_| words.join(" "))
}

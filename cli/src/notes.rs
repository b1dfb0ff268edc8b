//! `nook notes`: what the learner wrote down. What is being typed just now is no note yet.

use inglenook_engine::{Clock, Engine, Note, NoteState, SessionRow};
use serde::Serialize;

use crate::failure::Failure;
use crate::find::find;
use crate::out::{Ink, Paint, Said};
use crate::words;

#[derive(Debug, Serialize)]
struct Written<'a> {
    id: String,
    /// The session that it hangs at, if any.
    session: Option<String>,
    session_title: Option<&'a str>,
    run: Option<i64>,
    /// `park`, `win`, `struggle`, `question` or `note`.
    kind: &'static str,
    /// `open` or `done`.
    state: &'static str,
    body: &'a str,
    created_at: String,
    edited_at: String,
}

pub(crate) async fn notes(engine: &Engine, typed: Option<&str>, json: bool) -> Result<Said, Failure> {
    let rows = engine.list().await?;
    let session = typed.map(|typed| find(&rows, typed)).transpose()?.map(|row| row.id);
    let mut notes = engine.all_notes().await?;
    notes.retain(|note| note.state != NoteState::Draft && (session.is_none() || note.session == session));
    if json {
        let written = notes.iter().map(|note| Written {
            id: note.id.to_string(),
            session: note.session.map(|id| id.to_string()),
            session_title: title_of(&rows, note),
            run: note.run.map(|run| run.0),
            kind: note.kind.as_str(),
            state: note.state.as_str(),
            body: &note.body,
            created_at: words::timestamp(note.created_at),
            edited_at: words::timestamp(note.edited_at),
        });
        return Said::json(&written.collect::<Vec<_>>());
    }
    if notes.is_empty() {
        return Ok(Said::done("There are no notes yet. Park a thought in the Inglenook app.\n"));
    }
    Ok(Said::done(text(&rows, &notes, Paint::of_stdout())))
}

fn title_of<'a>(rows: &'a [SessionRow], note: &Note) -> Option<&'a str> {
    let row = rows.iter().find(|row| Some(row.id) == note.session)?;
    Some(&row.title)
}

/// By session, those of no session last; each as it was written, open ones marked.
fn text(rows: &[SessionRow], notes: &[Note], paint: Paint) -> String {
    let now = Clock::system().now();
    let mut text = String::new();
    let mut sessions: Vec<_> = notes.iter().map(|note| note.session).collect();
    sessions.sort_by_key(|session| (session.is_none(), *session));
    sessions.dedup();
    for session in sessions {
        let here: Vec<_> = notes.iter().filter(|note| note.session == session).collect();
        let title = here.first().and_then(|note| title_of(rows, note));
        if !text.is_empty() {
            text.push('\n');
        }
        text += &format!(
            "{}\n",
            title.unwrap_or(if session.is_some() { "A deleted session" } else { "Of no session" })
        );
        for note in here {
            let mark =
                if note.state == NoteState::Done { paint.text(Ink::Good, "✓") } else { "○".into() };
            let about = format!("{} · {}", note.kind.as_str(), words::moment(note.created_at, now));
            text += &format!("  {mark} {}\n", paint.text(Ink::Faint, &about));
            for line in note.body.lines() {
                text += &format!("    {}\n", words::plain(line));
            }
        }
    }
    text
}

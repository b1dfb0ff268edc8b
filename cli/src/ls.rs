//! `nook ls`: every session in one line.

use std::cmp::Reverse;
use std::io::IsTerminal;

use inglenook_engine::{Clock, Engine, SessionId, SessionRow, Status};
use unicode_width::UnicodeWidthStr;

use crate::failure::Failure;
use crate::find::short_ids;
use crate::json::{Session, owner_of};
use crate::out::{Ink, Paint, Said, cut, ink_of, padded};
use crate::{terminal, words};

/// Wider titles are cut; on a terminal, to a third of its width if that is less.
const TITLE: usize = 40;

/// What is left of the line that says what and why, on the narrowest of terminals.
const WHAT: usize = 12;

/// The widest status, the widest time, and what stands between the columns.
const STATUS: usize = 9;
const WHEN: usize = 8;
const GAPS: usize = 8;

pub(crate) async fn ls(engine: &Engine, json: bool) -> Result<Said, Failure> {
    let mut rows = engine.list().await?;
    rows.sort_by_key(place);
    let instances = engine.instances().await?;
    if json {
        let ids = short_ids(&rows);
        let sessions = rows.iter().zip(&ids).map(|(row, id)| Session::of(row, id, &instances));
        return Said::json(&sessions.collect::<Vec<_>>());
    }
    if rows.is_empty() {
        return Ok(Said::done(
            "There are no sessions yet. Make one with nook new, or in the Inglenook app.\n",
        ));
    }
    let now = Clock::system().now();
    let lines: Vec<_> = rows
        .iter()
        .zip(short_ids(&rows))
        .map(|(row, id)| {
            let mut what = match owner_of(row, &instances) {
                Some((instance, _)) => format!("Open in {}", words::owner(&instance.kind, instance.pid)),
                None => words::state(row),
            };
            if row.notes > 0 {
                what += &format!(" · {}", words::counted(row.notes, "note", "notes"));
            }
            if let Some(subject) = &row.subject {
                what += &format!(" · {subject}");
            }
            Line {
                id,
                title: format!("{}{}", if row.pinned { "★ " } else { "" }, row.title),
                status: row.status,
                what,
                when: words::relative(row.last_active_at, now),
            }
        })
        .collect();
    let width = std::io::stdout().is_terminal().then(|| usize::from(terminal::size().columns));
    Ok(Said::done(table(&lines, width, Paint::of_stdout())))
}

/// As in the sidebar: live, asleep, ended; pinned ones first in each, then those used last.
fn place(row: &SessionRow) -> (u8, bool, Reverse<i64>, Reverse<SessionId>) {
    let group = match row.status {
        Status::Live | Status::Elsewhere => 0,
        Status::Asleep => 1,
        Status::Ended => 2,
    };
    (group, !row.pinned, Reverse(row.last_active_at), Reverse(row.id))
}

struct Line {
    id: String,
    title: String,
    status: Status,
    what: String,
    when: String,
}

/// `width`: of the terminal that it is for, if any.
fn table(lines: &[Line], width: Option<usize>, paint: Paint) -> String {
    let widest = |text: fn(&Line) -> &str, least: usize| {
        lines.iter().map(|line| text(line).width()).max().unwrap_or(0).max(least)
    };
    let id = widest(|line| &line.id, 2);
    let title = widest(|line| &line.title, 5).min(width.map_or(TITLE, |width| (width / 3).min(TITLE)).max(5));
    let room = width.map_or(usize::MAX, |width| width.saturating_sub(id + title + STATUS + WHEN + GAPS));
    let what = widest(|line| &line.what, 4).min(room.max(WHAT));
    let mut text = paint.text(
        Ink::Faint,
        &format!(
            "{}  {}  {}  {}  WHEN",
            padded("ID", id),
            padded("TITLE", title),
            padded("STATUS", STATUS),
            padded("WHAT", what)
        ),
    );
    text.push('\n');
    for line in lines {
        text += &format!(
            "{}  {}  {}  {}  {}\n",
            paint.text(Ink::Faint, &padded(&line.id, id)),
            padded(&cut(&line.title, title), title),
            paint.text(ink_of(line.status), &padded(words::status(line.status), STATUS)),
            padded(&cut(&line.what, what), what),
            paint.text(Ink::Faint, &line.when),
        );
    }
    text
}

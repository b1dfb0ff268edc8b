//! `nook ls`: every session in one line.

use inglenook_engine::{Clock, Engine, SessionRow, Status};
use unicode_width::UnicodeWidthStr;

use crate::failure::Failure;
use crate::find::short_id;
use crate::json::{Session, owner_of};
use crate::out::{Ink, Paint, Said, cut, ink_of, padded};
use crate::words;

/// Wider titles are cut, on a terminal.
const TITLE: usize = 40;

pub(crate) async fn ls(engine: &Engine, json: bool) -> Result<Said, Failure> {
    let mut rows = engine.list().await?;
    rows.sort_by_key(place);
    let instances = engine.instances().await?;
    if json {
        let ids: Vec<_> = rows.iter().map(|row| short_id(&rows, row.id)).collect();
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
        .map(|row| {
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
                id: short_id(&rows, row.id),
                title: format!("{}{}", if row.pinned { "★ " } else { "" }, row.title),
                status: row.status,
                what,
                when: words::relative(row.last_active_at, now),
            }
        })
        .collect();
    Ok(Said::done(table(&lines, Paint::of_stdout())))
}

/// As in the sidebar: live, asleep, ended; pinned ones first in each, then those used last.
fn place(
    row: &SessionRow,
) -> (u8, bool, std::cmp::Reverse<i64>, std::cmp::Reverse<inglenook_engine::SessionId>) {
    let group = match row.status {
        Status::Live | Status::Elsewhere => 0,
        Status::Asleep => 1,
        Status::Ended => 2,
    };
    (group, !row.pinned, std::cmp::Reverse(row.last_active_at), std::cmp::Reverse(row.id))
}

struct Line {
    id: String,
    title: String,
    status: Status,
    what: String,
    when: String,
}

fn table(lines: &[Line], paint: Paint) -> String {
    let widest = |text: fn(&Line) -> &str, least: usize| {
        lines.iter().map(|line| text(line).width()).max().unwrap_or(0).max(least)
    };
    let id = widest(|line| &line.id, 2);
    let title = widest(|line| &line.title, 5).min(TITLE);
    let what = widest(|line| &line.what, 4);
    let mut text = paint.text(
        Ink::Faint,
        &format!(
            "{}  {}  {}  {}  WHEN",
            padded("ID", id),
            padded("TITLE", title),
            padded("STATUS", 9),
            padded("WHAT", what)
        ),
    );
    text.push('\n');
    for line in lines {
        text += &format!(
            "{}  {}  {}  {}  {}\n",
            paint.text(Ink::Faint, &padded(&line.id, id)),
            padded(&cut(&line.title, title), title),
            paint.text(ink_of(line.status), &padded(words::status(line.status), 9)),
            padded(&line.what, what),
            paint.text(Ink::Faint, &line.when),
        );
    }
    text
}

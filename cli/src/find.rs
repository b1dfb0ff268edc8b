//! From what was typed to a session: an id, the unique beginning of one, or a title.

use inglenook_engine::{SessionId, SessionRow};

use crate::failure::{Exit, Failure};
use crate::words;

/// Shorter beginnings of an id would meet titles such as `a1`.
const BEGINNING: usize = 4;

/// How much of an id is shown at least. The first part of an id is the time at which it was made.
const SHORT: usize = 8;

/// Titles to offer where none fits.
const OFFERED: usize = 5;

pub(crate) fn find<'a>(rows: &'a [SessionRow], typed: &str) -> Result<&'a SessionRow, Failure> {
    if let Ok(id) = typed.parse::<SessionId>()
        && let Some(row) = rows.iter().find(|row| row.id == id)
    {
        return Ok(row);
    }
    let found = candidates(rows, typed);
    match found[..] {
        [row] => Ok(row),
        [] => Err(not_found(rows, typed)),
        _ => Err(Failure::new(
            Exit::NotFound,
            format!("“{}” may be one of several sessions:", words::plain(typed)),
            format!("{}\nName one by its id.", listed(rows, &found)),
        )),
    }
}

fn candidates<'a>(rows: &'a [SessionRow], typed: &str) -> Vec<&'a SessionRow> {
    let begins = |row: &&SessionRow| is_beginning(&row.id.to_string(), typed);
    let titled: Vec<_> = rows.iter().filter(|row| row.title == typed).collect();
    let mut found = if titled.is_empty() {
        let lower = typed.to_lowercase();
        rows.iter().filter(|row| row.title.to_lowercase() == lower).collect()
    } else {
        titled
    };
    for row in rows.iter().filter(begins) {
        if !found.iter().any(|known: &&SessionRow| known.id == row.id) {
            found.push(row);
        }
    }
    found
}

/// Hyphens need not be typed.
fn is_beginning(id: &str, typed: &str) -> bool {
    let typed: String = typed.chars().filter(|letter| *letter != '-').collect();
    typed.len() >= BEGINNING && id.replace('-', "").starts_with(&typed.to_lowercase())
}

fn not_found(rows: &[SessionRow], typed: &str) -> Failure {
    let lower = typed.to_lowercase();
    let near: Vec<_> = rows
        .iter()
        .filter(|row| !lower.is_empty() && row.title.to_lowercase().contains(&lower))
        .take(OFFERED)
        .collect();
    let hint = if near.is_empty() {
        "nook ls lists what there is.".to_owned()
    } else {
        format!("Did you mean:\n{}", listed(rows, &near))
    };
    Failure::new(Exit::NotFound, format!("There is no session “{}”.", words::plain(typed)), hint)
}

fn listed(rows: &[SessionRow], some: &[&SessionRow]) -> String {
    let lines = some
        .iter()
        .map(|row| format!("  {}  {}  ({})", short_id(rows, row.id), row.title, words::status(row.status)));
    lines.collect::<Vec<_>>().join("\n")
}

/// The shortest beginning of an id that no other session shares, and no shorter than is pleasant.
pub(crate) fn short_id(rows: &[SessionRow], id: SessionId) -> String {
    let id = id.to_string();
    let others = rows.iter().map(|row| row.id.to_string()).filter(|other| *other != id);
    let longest = others.map(|other| shared(&id, &other)).max().unwrap_or(0);
    shortened(&id, longest)
}

/// The short ids of all rows, in their order. Of sorted ids, neighbours share most.
pub(crate) fn short_ids(rows: &[SessionRow]) -> Vec<String> {
    let ids: Vec<String> = rows.iter().map(|row| row.id.to_string()).collect();
    let mut sorted: Vec<&String> = ids.iter().collect();
    sorted.sort_unstable();
    let short = |id: &String| {
        let at = sorted.partition_point(|other| *other < id);
        let neighbours = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
        let longest = neighbours.filter_map(|at| sorted.get(at)).map(|other| shared(id, other)).max();
        shortened(id, longest.unwrap_or(0))
    };
    ids.iter().map(short).collect()
}

/// How many characters both begin with.
fn shared(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(mine, theirs)| mine == theirs).count()
}

/// One character more than another id begins with.
fn shortened(id: &str, longest: usize) -> String {
    let mut length = (longest + 1).max(SHORT);
    if id.as_bytes().get(length - 1) == Some(&b'-') {
        length += 1;
    }
    id[..length.min(id.len())].to_owned()
}

#[cfg(test)]
mod tests {
    use inglenook_engine::Status;

    use super::*;

    fn row(id: &str, title: &str) -> SessionRow {
        SessionRow {
            id: id.parse().expect("an id"),
            title: title.into(),
            subject: None,
            directory: "/".into(),
            profile: "shell".into(),
            command: vec!["sh".into()],
            pinned: false,
            status: Status::Asleep,
            activity: None,
            job: None,
            activity_since: None,
            rang: false,
            progress: None,
            run: None,
            last_run: None,
            lines: 0,
            notes: 0,
            created_at: 0,
            last_active_at: 0,
            revision: 0,
        }
    }

    fn rows() -> Vec<SessionRow> {
        vec![
            row("019ad3b2-1c00-7000-8000-000000000001", "numpy"),
            row("019ad3b2-1c00-7000-8000-000000000002", "Joins"),
            row("019ad3b2-2c00-7000-8000-000000000003", "joins"),
            row("029ad3b2-2c00-7000-8000-000000000004", "019ad3b2-2"),
        ]
    }

    fn found(typed: &str) -> Result<String, (Exit, String)> {
        let rows = rows();
        find(&rows, typed).map(|row| row.title.clone()).map_err(|failure| (failure.exit, failure.text()))
    }

    #[test]
    fn a_session_is_found_by_id_beginning_or_title() {
        for (typed, title) in [
            ("019ad3b2-1c00-7000-8000-000000000001", "numpy"),
            ("019AD3B2-1C00-7000-8000-000000000001", "numpy"),
            ("029a", "019ad3b2-2"),
            ("019ad3b22c", "joins"),
            ("numpy", "numpy"),
            ("NumPy", "numpy"),
            ("Joins", "Joins"),
            ("joins", "joins"),
        ] {
            assert_eq!(found(typed).as_deref(), Ok(title), "{typed}");
        }
    }

    #[test]
    fn what_is_not_found_or_may_be_several_says_which() {
        let (exit, text) = found("019ad3b2").expect_err("three begin so");
        assert_eq!(exit, Exit::NotFound);
        assert!(text.contains("numpy") && text.contains("joins"), "{text}");
        let (_, text) = found("JOINS").expect_err("two are called so");
        assert!(text.contains("019ad3b2-1c00-7000-8000-000000000002"), "{text}");
        let (exit, text) = found("num").expect_err("none is called so");
        assert_eq!(exit, Exit::NotFound);
        assert!(text.contains("Did you mean:") && text.contains("numpy"), "{text}");
        let (_, text) = found("019ad3b2-2").expect_err("a title, and the beginning of another's id");
        assert!(text.contains("joins"), "{text}");
        assert!(found("").is_err() && found("-").is_err() && found("019").is_err());
    }

    #[test]
    fn short_ids_name_one_session() {
        let rows = rows();
        for row in &rows {
            let short = short_id(&rows, row.id);
            assert!(short.len() >= SHORT && !short.ends_with('-'), "{short}");
            let begin = rows.iter().filter(|other| is_beginning(&other.id.to_string(), &short)).count();
            assert_eq!(begin, 1, "{short}");
        }
        let one_by_one: Vec<_> = rows.iter().map(|row| short_id(&rows, row.id)).collect();
        assert_eq!(short_ids(&rows), one_by_one);
    }
}

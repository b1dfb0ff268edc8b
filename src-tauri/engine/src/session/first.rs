//! The first rows of the list, for a sidebar that is drawn before it has all of them.

use std::cmp::Reverse;

use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::TryRecvError;

use super::{Event, SessionRow, Sessions, Status};
use crate::error::Result;
use crate::id::SessionId;

/// A number of rows for each group of the sidebar.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GroupCounts {
    /// Also those that live elsewhere.
    pub live: usize,
    pub asleep: usize,
    pub ended: usize,
}

/// A part of the list, and how much of it that is not.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct FirstRows {
    pub rows: Vec<SessionRow>,
    pub unlisted: GroupCounts,
}

/// The list as the start has read it, with what was told since.
#[derive(Debug)]
pub(super) struct ListOfStart {
    pub(super) rows: Vec<SessionRow>,
    pub(super) told: Receiver<Event>,
}

impl ListOfStart {
    fn unchanged(mut self) -> Option<Vec<SessionRow>> {
        matches!(self.told.try_recv(), Err(TryRecvError::Empty)).then_some(self.rows)
    }
}

impl GroupCounts {
    fn of(&mut self, status: Status) -> &mut usize {
        match status {
            Status::Live | Status::Elsewhere => &mut self.live,
            Status::Asleep => &mut self.asleep,
            Status::Ended => &mut self.ended,
        }
    }
}

impl Sessions {
    /// At most `most` rows of each group, in the sidebar's order, and with them the session that was used last and `also`.
    pub(crate) async fn first_rows(&self, most: usize, also: Option<SessionId>) -> Result<FirstRows> {
        Ok(first_of(self.list_of_start_or_now().await?, most, also))
    }

    /// For whoever has listened to events before it asks: where nothing was told since the start, the list that was read
    /// there is as good as a new one, and there at once. It is handed out once.
    async fn list_of_start_or_now(&self) -> Result<Vec<SessionRow>> {
        let of_start = self.list_of_start().take();
        match of_start.and_then(ListOfStart::unchanged) {
            Some(rows) => Ok(rows),
            None => self.list().await,
        }
    }
}

/// The sidebar has the last word about the order: `ui/src/sessions/groups.ts`.
fn first_of(mut rows: Vec<SessionRow>, most: usize, also: Option<SessionId>) -> FirstRows {
    rows.sort_unstable_by_key(|row| (!row.pinned, Reverse(row.last_active_at), Reverse(row.id)));
    let latest = rows.iter().rev().max_by_key(|row| row.last_active_at).map(|row| row.id);
    let (mut listed, mut unlisted) = (GroupCounts::default(), GroupCounts::default());
    rows.retain(|row| {
        let wanted = Some(row.id) == latest || Some(row.id) == also;
        let listed = listed.of(row.status);
        let keep = wanted || *listed < most;
        *if keep { listed } else { unlisted.of(row.status) } += 1;
        keep
    });
    FirstRows { rows, unlisted }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: u128, status: Status, last_active_at: i64) -> SessionRow {
        SessionRow {
            id: uuid::Uuid::from_u128(number).to_string().parse().unwrap(),
            title: number.to_string(),
            subject: None,
            directory: "/".into(),
            profile: "shell".into(),
            command: Vec::new(),
            pinned: false,
            status,
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
            last_active_at,
            revision: 1,
        }
    }

    fn titles(first: &FirstRows) -> Vec<&str> {
        first.rows.iter().map(|row| row.title.as_str()).collect()
    }

    #[test]
    fn each_group_has_its_first_rows_and_what_is_left_out_is_counted() {
        let rows = vec![
            row(1, Status::Asleep, 10),
            row(2, Status::Asleep, 30),
            row(3, Status::Asleep, 20),
            row(4, Status::Ended, 5),
            row(5, Status::Elsewhere, 1),
            row(6, Status::Live, 2),
            SessionRow { pinned: true, ..row(7, Status::Asleep, 1) },
        ];
        let first = first_of(rows.clone(), 2, None);
        assert_eq!(titles(&first), ["7", "2", "4", "6", "5"], "pinned rows first, then those used last");
        assert_eq!(first.unlisted, GroupCounts { live: 0, asleep: 2, ended: 0 });
        let all = first_of(rows, 4, None);
        assert_eq!((all.rows.len(), all.unlisted), (7, GroupCounts::default()));
    }

    #[test]
    fn the_session_that_was_used_last_and_the_one_that_is_asked_for_are_always_there() {
        let rows = vec![
            SessionRow { pinned: true, ..row(1, Status::Asleep, 10) },
            row(2, Status::Asleep, 30),
            row(3, Status::Asleep, 20),
            row(4, Status::Asleep, 5),
        ];
        let also = rows[3].id;
        let first = first_of(rows, 1, Some(also));
        assert_eq!(titles(&first), ["1", "2", "4"]);
        assert_eq!(first.unlisted.asleep, 1);
    }

    #[test]
    fn of_rows_that_were_used_at_the_same_time_the_newer_is_first() {
        let rows = vec![row(1, Status::Ended, 5), row(2, Status::Ended, 5)];
        assert_eq!(titles(&first_of(rows, 1, None)), ["2"]);
    }
}

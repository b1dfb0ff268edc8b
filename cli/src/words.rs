//! Sessions and times in plain speech: the words of the window's sidebar (`ui/src/sessions/line.ts`), each of
//! which `docs/troubleshooting.md` explains.

use inglenook_engine::{Activity, Exit, InstanceKind, LastRun, Millis, Reason, SessionRow, Status};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ZonedDateTime};

const SECOND: Millis = 1000;
const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

pub(crate) fn status(status: Status) -> &'static str {
    match status {
        Status::Live => "live",
        Status::Asleep => "asleep",
        Status::Ended => "ended",
        Status::Elsewhere => "elsewhere",
    }
}

pub(crate) fn activity(activity: Activity) -> &'static str {
    match activity {
        Activity::Starting => "starting",
        Activity::Prompt => "prompt",
        Activity::Busy => "busy",
        Activity::Waiting => "waiting",
    }
}

/// Which program had a run.
pub(crate) fn program(kind: InstanceKind) -> &'static str {
    match kind {
        InstanceKind::App => "app",
        InstanceKind::Nook => "nook",
    }
}

/// What a session does, or why it rests.
pub(crate) fn state(row: &SessionRow) -> String {
    match (row.status, &row.last_run) {
        (Status::Elsewhere, _) => "Open in another program".into(),
        (Status::Live, _) => match (row.activity, &row.job) {
            (Some(Activity::Busy), Some(job)) => plain(job),
            (Some(Activity::Busy), None) => "Busy".into(),
            (Some(Activity::Prompt), _) => "At the prompt".into(),
            (Some(Activity::Waiting), Some(job)) => format!("{} is waiting for you", plain(job)),
            (Some(Activity::Waiting), None) => "Waiting for you".into(),
            (Some(Activity::Starting) | None, _) => "Starting…".into(),
        },
        (Status::Asleep | Status::Ended, Some(last)) => why(last, row.last_active_at),
        (Status::Asleep | Status::Ended, None) => "Not started yet".into(),
    }
}

/// Why it rests. `last_active_at`: its last output or input.
pub(crate) fn why(last: &LastRun, last_active_at: Millis) -> String {
    match (last.reason, last.owner) {
        (Reason::Idle, _) => idle(last.ended_at - last_active_at),
        (Reason::Evicted, _) => "Made room for others".into(),
        (Reason::Orphaned, _) => "Its window went away".into(),
        (Reason::AppQuit, InstanceKind::App) => "App was closed".into(),
        (Reason::AppQuit, InstanceKind::Nook) => "Left in a terminal".into(),
        (Reason::OwnerLost, InstanceKind::App) => "App stopped unexpectedly · nothing lost".into(),
        (Reason::OwnerLost, InstanceKind::Nook) => "nook stopped unexpectedly · nothing lost".into(),
        (Reason::Closed, _) => "Ended by you".into(),
        (Reason::StartFailed, _) => "Could not start".into(),
        (Reason::Exited, _) => outcome(last.exit),
    }
}

/// An older version did not note how long it was.
fn idle(quiet: Millis) -> String {
    if quiet < SECOND { "Idle for a while".into() } else { format!("Idle for {}", duration(quiet)) }
}

/// How a process ended, as it was observed.
pub(crate) fn outcome(exit: Option<Exit>) -> String {
    match exit {
        None => "Ended".into(),
        Some(Exit::Code(0)) => "Finished".into(),
        Some(Exit::Code(code)) => format!("Exited with code {code}"),
        Some(Exit::Signal(signal)) => format!("Stopped by signal {}", Exit::signal_name(signal)),
    }
}

/// Who has a session that is open elsewhere.
pub(crate) fn owner(kind: &str, pid: i64) -> String {
    match kind {
        "app" => format!("the Inglenook app (process {pid})"),
        _ => format!("another terminal, by nook (process {pid})"),
    }
}

/// `3 d`, `6 h`, `40 min`, and to the second while it is less than a minute.
pub(crate) fn duration(ms: Millis) -> String {
    let rounded = |unit: Millis| (ms + unit / 2) / unit;
    match ms {
        _ if rounded(HOUR) >= 48 => format!("{} d", rounded(DAY)),
        HOUR.. => format!("{} h", rounded(HOUR)),
        MINUTE.. => format!("{} min", rounded(MINUTE)),
        _ => format!("{} s", (ms / SECOND).max(0)),
    }
}

/// For the narrow end of a row: `now`, `2m`, `3h`, `Tue`, `24 Nov`, `Nov 2024`.
pub(crate) fn relative(at: Millis, now: Millis) -> String {
    let ago = now - at;
    let (at, today) = (local(at), local(now));
    match ago {
        ..MINUTE => "now".into(),
        MINUTE..HOUR => format!("{}m", ago / MINUTE),
        HOUR..DAY => format!("{}h", ago / HOUR),
        _ if days_between(&at, &today) < 7 => at.strftime("%a").to_string(),
        _ if at.year() == today.year() => at.strftime("%-d %b").to_string(),
        _ => at.strftime("%b %Y").to_string(),
    }
}

/// For a sentence: `14:02`, `yesterday 21:40`, `Tuesday 21:40`, `24 November 2026, 21:40`.
pub(crate) fn moment(at: Millis, now: Millis) -> String {
    let (at, today) = (local(at), local(now));
    let format = match days_between(&at, &today) {
        ..=0 => "%H:%M",
        1 => "yesterday %H:%M",
        2..7 => "%A %H:%M",
        _ => "%-d %B %Y, %H:%M",
    };
    at.strftime(format).to_string()
}

/// For programs: RFC 3339, in UTC.
pub(crate) fn timestamp(at: Millis) -> String {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH).to_string()
}

pub(crate) fn counted(count: i64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Without what a terminal would obey: a directory or a program may be named by anybody.
pub(crate) fn plain(text: &str) -> String {
    let hostile = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().map(|letter| if hostile(letter) { '\u{fffd}' } else { letter }).collect()
}

/// With a full stop, and a capital at its beginning.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if text.ends_with(['.', '!', '?', '…']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

fn local(at: Millis) -> ZonedDateTime {
    Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned_datetime(TimeZone::system())
}

fn days_between(at: &ZonedDateTime, now: &ZonedDateTime) -> i32 {
    at.date().until(now.date()).map_or(0, |span| span.get_days())
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Millis = 1_764_511_200_000;

    fn last(reason: Reason, exit: Option<Exit>, owner: InstanceKind) -> LastRun {
        let id = inglenook_engine::RunId(1);
        LastRun { id, started_at: NOW - 7 * HOUR, ended_at: NOW, reason, exit, owner }
    }

    #[test]
    fn every_end_is_said_in_plain_speech() {
        for (reason, exit, said) in [
            (Reason::Idle, None, "Idle for 6 h"),
            (Reason::Evicted, None, "Made room for others"),
            (Reason::Orphaned, None, "Its window went away"),
            (Reason::AppQuit, None, "App was closed"),
            (Reason::OwnerLost, None, "App stopped unexpectedly · nothing lost"),
            (Reason::Closed, None, "Ended by you"),
            (Reason::StartFailed, None, "Could not start"),
            (Reason::Exited, None, "Ended"),
            (Reason::Exited, Some(Exit::Code(0)), "Finished"),
            (Reason::Exited, Some(Exit::Code(139)), "Exited with code 139"),
            (Reason::Exited, Some(Exit::Signal(11)), "Stopped by signal SEGV"),
        ] {
            let last = last(reason, exit, InstanceKind::App);
            assert_eq!(why(&last, NOW - 6 * HOUR), said, "{reason:?} {exit:?}");
        }
    }

    #[test]
    fn what_nook_had_is_said_of_nook() {
        for (reason, said) in [
            (Reason::AppQuit, "Left in a terminal"),
            (Reason::OwnerLost, "nook stopped unexpectedly · nothing lost"),
            (Reason::Closed, "Ended by you"),
        ] {
            assert_eq!(why(&last(reason, None, InstanceKind::Nook), NOW), said, "{reason:?}");
        }
    }

    #[test]
    fn an_idle_time_is_what_was_measured() {
        for (quiet, said) in [
            (6 * HOUR, "Idle for 6 h"),
            (2400, "Idle for 2 s"),
            (59_999, "Idle for 59 s"),
            (0, "Idle for a while"),
        ] {
            let last = last(Reason::Idle, None, InstanceKind::App);
            assert_eq!(why(&last, NOW - quiet), said, "{quiet} ms");
        }
    }

    #[test]
    fn every_line_is_explained() {
        let page = include_str!("../../docs/troubleshooting.md");
        let ends = [
            Reason::Idle,
            Reason::Evicted,
            Reason::Orphaned,
            Reason::AppQuit,
            Reason::OwnerLost,
            Reason::Closed,
            Reason::StartFailed,
            Reason::Exited,
        ];
        for owner in [InstanceKind::App, InstanceKind::Nook] {
            for exit in [None, Some(Exit::Code(0))] {
                for reason in ends {
                    let line = why(&last(reason, exit, owner), NOW - 6 * HOUR);
                    assert!(page.contains(&format!("| {line} ")), "{line:?} is a line of the table");
                }
            }
        }
        for line in
            ["Not started yet", "Open in another program", "Exited with code …", "Stopped by signal …"]
        {
            assert!(page.contains(&format!("| {line} |")), "{line:?} is a line of the table");
        }
    }

    #[test]
    fn times_are_as_people_say_them() {
        for (ago, said) in [(0, "now"), (59_999, "now"), (2 * MINUTE, "2m"), (3 * HOUR, "3h")] {
            assert_eq!(relative(NOW - ago, NOW), said, "{ago} ms ago");
        }
        assert_eq!(relative(NOW - 3 * DAY, NOW).len(), 3, "a weekday");
        assert!(relative(NOW - 800 * DAY, NOW).contains(" 20"), "a month with its year");
        assert!(moment(NOW - DAY, NOW).starts_with("yesterday "));
        for (ms, said) in [
            (0, "0 s"),
            (12_400, "12 s"),
            (MINUTE, "1 min"),
            (14 * MINUTE, "14 min"),
            (HOUR, "1 h"),
            (6 * HOUR, "6 h"),
            (50 * HOUR, "2 d"),
        ] {
            assert_eq!(duration(ms), said, "{ms} ms");
        }
    }

    #[test]
    fn nothing_that_a_terminal_obeys_is_printed() {
        assert_eq!(plain("a\x1b[2Jb\u{202e}c\u{9b}"), "a\u{fffd}[2Jb\u{fffd}c\u{fffd}");
        assert_eq!(sentence("a quote is open"), "A quote is open.");
    }
}

//! Why a run is kept, and which run is due. Pure: facts in, verdict out; `reaper` has the effects.

use crate::Settings;
use crate::clock::Awake;
use crate::id::RunId;

use super::Reason;

/// What would be lost, or whom it would disturb, if the run were reclaimed now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    Starting,
    /// A job runs, or an agent is in the middle of a turn.
    MidTurn,
    /// A program waits for an answer.
    AwaitingApproval,
    /// Something was typed that no program has read yet.
    QueuedInput,
    /// A pane of a living window looks at it.
    Viewed,
    Pinned,
    /// An editor on the alternate screen may hold unsaved work.
    FullScreen,
    /// A prompt whose variables live only in its process.
    Stateful,
}

/// What is known of a run at one moment. Two that are equal say that nothing has happened in between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Facts {
    pub starting: bool,
    pub mid_turn: bool,
    pub awaiting_approval: bool,
    pub queued_input: bool,
    pub viewed: bool,
    pub pinned: bool,
    pub full_screen: bool,
    pub stateful: bool,
    /// Something was typed into it by hand.
    pub typed: bool,
    /// The last output, input or view.
    pub used_at: Awake,
    /// The last window that viewed it went without a word.
    pub orphaned_at: Option<Awake>,
}

/// Asked by every reaper, and again under the run's lock before one acts.
pub(super) fn keep(facts: &Facts) -> Option<Kept> {
    [
        (facts.starting, Kept::Starting),
        (facts.awaiting_approval, Kept::AwaitingApproval),
        (facts.mid_turn, Kept::MidTurn),
        (facts.queued_input, Kept::QueuedInput),
        (facts.viewed, Kept::Viewed),
        (facts.pinned, Kept::Pinned),
        (facts.full_screen, Kept::FullScreen),
        (facts.stateful, Kept::Stateful),
    ]
    .into_iter()
    .find_map(|(holds, kept)| holds.then_some(kept))
}

/// Which of these runs are to be reclaimed now, and why. May name fewer than the cap asks for.
pub(super) fn due(runs: &[(RunId, Facts)], limits: &Settings, now: Awake) -> Vec<(RunId, Reason)> {
    let free = || runs.iter().filter(|(_, facts)| keep(facts).is_none());
    let mut due: Vec<(RunId, Reason)> =
        free().filter_map(|(run, facts)| Some((*run, timed_out(facts, limits, now)?))).collect();
    let surplus = limits.max_live.map_or(0, |max| runs.len().saturating_sub(due.len()).saturating_sub(max));
    let mut evictable: Vec<_> = free().filter(|(run, _)| due.iter().all(|(named, _)| named != run)).collect();
    evictable.sort_by_key(|(run, facts)| (facts.used_at, *run));
    due.extend(evictable.iter().take(surplus).map(|(run, _)| (*run, Reason::Evicted)));
    due
}

fn timed_out(facts: &Facts, limits: &Settings, now: Awake) -> Option<Reason> {
    let orphaned = limits.orphan_grace.zip(facts.orphaned_at);
    if orphaned.is_some_and(|(grace, at)| now.since(at) >= grace) {
        return Some(Reason::Orphaned);
    }
    limits.idle_after.is_some_and(|limit| now.since(facts.used_at) >= limit).then_some(Reason::Idle)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Awake = Awake(10_000_000);

    /// A run that no reaper spares, last used this long ago.
    fn unused_for(milliseconds: i64) -> Facts {
        Facts {
            starting: false,
            mid_turn: false,
            awaiting_approval: false,
            queued_input: false,
            viewed: false,
            pinned: false,
            full_screen: false,
            stateful: false,
            typed: true,
            used_at: Awake(NOW.0 - milliseconds),
            orphaned_at: None,
        }
    }

    fn limits() -> Settings {
        Settings {
            idle_after: Some(60_000),
            max_live: Some(3),
            orphan_grace: Some(20_000),
            ..Settings::default()
        }
    }

    type Exempt = fn(&mut Facts);

    /// In the order in which the first one is named as the reason.
    const EXEMPTIONS: [(Kept, Exempt); 8] = [
        (Kept::Starting, |facts| facts.starting = true),
        (Kept::AwaitingApproval, |facts| facts.awaiting_approval = true),
        (Kept::MidTurn, |facts| facts.mid_turn = true),
        (Kept::QueuedInput, |facts| facts.queued_input = true),
        (Kept::Viewed, |facts| facts.viewed = true),
        (Kept::Pinned, |facts| facts.pinned = true),
        (Kept::FullScreen, |facts| facts.full_screen = true),
        (Kept::Stateful, |facts| facts.stateful = true),
    ];

    /// Each reaper, brought to where it would take the run `RunId(1)`: the facts of all runs, and its reason.
    fn reapers(mut facts: Facts) -> [(Vec<(RunId, Facts)>, Reason); 3] {
        facts.used_at = Awake(NOW.0 - 30_000);
        let idle = Facts { used_at: Awake(NOW.0 - 60_000), ..facts };
        let orphaned = Facts { orphaned_at: Some(Awake(NOW.0 - 20_000)), ..facts };
        let others = (2..=4).map(|id| (RunId(id), Facts { viewed: true, ..unused_for(0) }));
        let crowd: Vec<_> = std::iter::once((RunId(1), facts)).chain(others).collect();
        [
            (vec![(RunId(1), idle)], Reason::Idle),
            (vec![(RunId(1), orphaned)], Reason::Orphaned),
            (crowd, Reason::Evicted),
        ]
    }

    #[test]
    fn each_reaper_takes_what_nothing_keeps() {
        for (runs, reason) in reapers(unused_for(0)) {
            assert_eq!(due(&runs, &limits(), NOW), [(RunId(1), reason)]);
        }
    }

    #[test]
    fn each_exemption_and_each_pair_of_them_keeps_a_run_from_each_reaper() {
        for (at, (first, exempt)) in EXEMPTIONS.iter().enumerate() {
            for (second, also) in &EXEMPTIONS[at..] {
                let mut facts = unused_for(0);
                exempt(&mut facts);
                also(&mut facts);
                assert_eq!(keep(&facts), Some(*first), "{first:?} with {second:?}");
                for (runs, reason) in reapers(facts) {
                    assert_eq!(
                        due(&runs, &limits(), NOW),
                        [],
                        "{first:?} with {second:?} against {reason:?}"
                    );
                }
            }
        }
        assert_eq!(keep(&unused_for(0)), None);
    }

    #[test]
    fn a_limit_is_reached_at_its_very_millisecond() {
        for (unused, orphaned, verdict) in [
            (59_999, None, None),
            (60_000, None, Some(Reason::Idle)),
            (0, Some(19_999), None),
            (0, Some(20_000), Some(Reason::Orphaned)),
            (60_000, Some(20_000), Some(Reason::Orphaned)),
            (60_000, Some(5), Some(Reason::Idle)),
        ] {
            let facts =
                Facts { orphaned_at: orphaned.map(|since: i64| Awake(NOW.0 - since)), ..unused_for(unused) };
            let verdicts = due(&[(RunId(1), facts)], &limits(), NOW);
            assert_eq!(verdicts.first().map(|(_, reason)| *reason), verdict, "{unused} {orphaned:?}");
        }
    }

    #[test]
    fn a_reaper_that_is_switched_off_takes_nothing() {
        let off = Settings { idle_after: None, max_live: None, orphan_grace: None, ..Settings::default() };
        for (runs, reason) in reapers(unused_for(0)) {
            assert_eq!(due(&runs, &off, NOW), [], "{reason:?}");
        }
    }

    #[test]
    fn the_least_recently_used_are_evicted_down_to_the_cap_and_never_more() {
        let runs = |kept: &[i64]| -> Vec<(RunId, Facts)> {
            let run =
                |id: i64| (RunId(id), Facts { pinned: kept.contains(&id), ..unused_for(10_000 - id * 1000) });
            (1..=5).map(run).collect()
        };
        let evicted = |kept: &[i64]| -> Vec<i64> {
            due(&runs(kept), &limits(), NOW).iter().map(|(run, _)| run.0).collect()
        };
        assert_eq!(evicted(&[]), [1, 2]);
        assert_eq!(evicted(&[1]), [2, 3]);
        assert_eq!(evicted(&[1, 2, 3, 4]), [5]);
        assert!(evicted(&[1, 2, 3, 4, 5]).is_empty(), "none may go, so none goes");
    }

    #[test]
    fn what_goes_for_being_idle_makes_room_already() {
        let mut runs: Vec<_> = (1..=4).map(|id| (RunId(id), unused_for(0))).collect();
        runs[2].1.used_at = Awake(NOW.0 - 60_000);
        assert_eq!(due(&runs, &limits(), NOW), [(RunId(3), Reason::Idle)]);
    }
}

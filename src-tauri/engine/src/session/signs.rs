//! What a program tells of itself beside its output: that it rang, and how far it is.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::mpsc;

use super::Sessions;
use super::run::Run;
use crate::id::SessionId;
use crate::screen::{PromptMark, Signal};

/// Between two rounds of telling: a program may move its progress thousands of times a second.
const PAUSE: Duration = Duration::from_millis(250);

/// How far a program is, as it says itself (OSC 9;4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    pub state: ProgressState,
    /// 0 to 100; means nothing where it is indeterminate.
    pub percent: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgressState {
    Normal,
    Error,
    /// It works, and does not know for how long.
    Indeterminate,
    Paused,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Signs {
    /// A bell that nobody was there for.
    pub rang: bool,
    pub progress: Option<Progress>,
}

impl Signs {
    /// `viewed`: whether anybody looks on; asked only where it decides.
    pub(super) fn hear(&mut self, signals: &[Signal], viewed: impl Fn() -> bool) {
        for signal in signals {
            match *signal {
                Signal::Bell => self.rang = self.rang || !viewed(),
                Signal::Progress { state, percent } => self.progress = moved(self.progress, state, percent),
                // A shell that is back has nothing more to say of what it ran.
                Signal::Prompt(PromptMark::PromptStart | PromptMark::CommandEnd { .. }) => {
                    self.progress = None
                }
                Signal::Prompt(_) | Signal::Title(_) | Signal::Directory { .. } | Signal::Clipboard(_) => {}
            }
        }
    }
}

/// After OSC 9;4 with this state, as ConEmu defined it. An error or a pause without a percentage is one at the place that
/// was reached.
fn moved(before: Option<Progress>, state: u8, percent: u8) -> Option<Progress> {
    let reached = if percent == 0 { before.map_or(0, |before| before.percent) } else { percent };
    let progress = |state, percent| Some(Progress { state, percent });
    match state {
        1 => progress(ProgressState::Normal, percent),
        2 => progress(ProgressState::Error, reached),
        3 => progress(ProgressState::Indeterminate, 0),
        4 => progress(ProgressState::Paused, reached),
        _ => None,
    }
}

/// Wakes whoever tells of signs. Where it is full, that one is about to look in any case.
pub(super) type Bellpull = mpsc::Sender<()>;

/// Tells what runs have signed since the last round, until the sessions are gone.
pub(super) async fn follow(sessions: Weak<Sessions>, mut pulled: mpsc::Receiver<()>) {
    while pulled.recv().await.is_some() {
        let Some(sessions) = sessions.upgrade() else { return };
        sessions.tell_signs().await;
        drop(sessions);
        tokio::time::sleep(PAUSE).await;
    }
}

impl Sessions {
    async fn tell_signs(self: &Arc<Self>) {
        let changed: Vec<Arc<Run>> =
            self.registry.all().into_iter().filter(|run| run.has_new_signs()).collect();
        for run in &changed {
            // Progress is that of the job of this moment: it counts as told, so that its end is news.
            run.has_news();
        }
        let changed: Vec<SessionId> = changed.iter().map(|run| run.session).collect();
        if !changed.is_empty() {
            self.tell_changed(&changed).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(before: Signs, signals: &[Signal], viewed: bool) -> Signs {
        let mut signs = before;
        signs.hear(signals, || viewed);
        signs
    }

    #[test]
    fn a_bell_is_kept_only_where_nobody_looks_on() {
        assert!(after(Signs::default(), &[Signal::Bell], false).rang);
        assert!(!after(Signs::default(), &[Signal::Bell], true).rang);
        let rang = Signs { rang: true, progress: None };
        assert!(after(rang, &[Signal::Bell], true).rang, "only looking at it answers an earlier one");
    }

    #[test]
    fn progress_goes_as_the_program_says_and_ends_with_it_or_with_the_next_prompt() {
        use ProgressState::{Error, Indeterminate, Normal, Paused};
        let told = |state, percent| Signal::Progress { state, percent };
        let at = |state, percent| Some(Progress { state, percent });
        let ended = Signal::Prompt(PromptMark::CommandEnd { exit: Some(0) });
        for (before, signal, progress) in [
            (None, told(1, 42), at(Normal, 42)),
            (at(Normal, 42), told(1, 0), at(Normal, 0)),
            (at(Normal, 42), told(2, 0), at(Error, 42)),
            (at(Normal, 42), told(2, 50), at(Error, 50)),
            (at(Normal, 42), told(4, 0), at(Paused, 42)),
            (None, told(4, 0), at(Paused, 0)),
            (at(Normal, 42), told(3, 0), at(Indeterminate, 0)),
            (at(Normal, 42), told(0, 0), None),
            (at(Normal, 42), ended, None),
            (at(Normal, 42), Signal::Prompt(PromptMark::PromptStart), None),
            (at(Normal, 42), Signal::Prompt(PromptMark::OutputStart { line: None }), at(Normal, 42)),
            (at(Normal, 42), Signal::Bell, at(Normal, 42)),
        ] {
            let signs = after(Signs { rang: false, progress: before }, std::slice::from_ref(&signal), true);
            assert_eq!(signs.progress, progress, "{before:?}, then {signal:?}");
        }
    }
}

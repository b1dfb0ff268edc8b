//! What decides how long a run lives. One lock a run: whoever looks at it, types into it, or ends it does so in turn,
//! so that nobody is given a run that was reclaimed a moment ago, and nobody reclaims one that was just given.

use std::sync::MutexGuard;

use super::activity::DoingSince;
use super::keep::Facts;
use super::run::{Phase, Run};
use super::viewer::Viewers;
use super::{Activity, Reason};
use crate::clock::{Awake, Millis};
use crate::pty::Nature;

/// Whoever opens a run looks at it a moment later. Until then it counts as viewed.
const VIEWER_PATIENCE: Millis = 5_000;

/// A program that says nothing is taken to be up after this long.
const STARTING: Millis = 1000;

#[derive(Debug)]
pub(super) struct Life {
    /// The last input or view; output is in the run's core.
    used_at: Awake,
    expected_until: Awake,
    orphaned_at: Option<Awake>,
    pub pinned: bool,
    typed: bool,
    /// By the wall clock; absent before the first.
    typed_at: Option<Millis>,
    /// What was told last of what it does.
    pub told: Option<DoingSince>,
    /// Who read its row meanwhile was told something else, and has to hear what is so.
    strayed: bool,
}

impl Life {
    pub(super) fn begin(now: Awake, pinned: bool) -> Self {
        Self {
            used_at: now,
            expected_until: Awake(now.0 + VIEWER_PATIENCE),
            orphaned_at: None,
            pinned,
            typed: false,
            typed_at: None,
            told: None,
            strayed: false,
        }
    }

    /// A window looks at it.
    pub(super) fn viewed(&mut self, now: Awake) {
        self.used_at = now;
        self.expected_until = now;
        self.orphaned_at = None;
    }

    pub(super) fn typed(&mut self, now: Awake, at: Millis) {
        self.used_at = now;
        self.typed = true;
        self.typed_at = Some(at);
    }

    /// Nobody looks at it any more; `lost`: the window did not say goodbye.
    pub(super) fn left(&mut self, lost: bool, now: Awake) {
        self.used_at = now;
        if lost {
            self.orphaned_at = Some(now);
        }
    }
}

impl Run {
    /// Gives the run to an opener, who will look at it. `false`: it is about to go, or gone.
    pub(super) fn give(&self) -> bool {
        let now = self.clock.awake();
        let mut life = self.life();
        let alive = self.is_alive();
        if alive {
            life.used_at = now;
            life.expected_until = Awake(now.0 + VIEWER_PATIENCE);
        }
        alive
    }

    pub(super) fn is_alive(&self) -> bool {
        matches!(self.phase(), Phase::Starting | Phase::Live)
    }

    /// The one change that makes a run retiring; `false` for everyone but the first. A reaper says what it `found`:
    /// it has the run only where that is still so.
    pub(super) fn claim_end(&self, reason: Reason, found: Option<(&Facts, &Viewers)>) -> bool {
        let life = self.life();
        if found.is_some_and(|(found, viewers)| {
            self.facts_with(&life, viewers) != *found || self.background_job().is_some()
        }) {
            return false;
        }
        self.phase.send_if_modified(|phase| {
            let alive = matches!(phase, Phase::Starting | Phase::Live);
            if alive {
                *phase = Phase::Retiring(reason);
            }
            alive
        })
    }

    pub(super) fn facts(&self, viewers: &Viewers) -> Facts {
        self.facts_with(&self.life(), viewers)
    }

    fn facts_with(&self, life: &MutexGuard<'_, Life>, viewers: &Viewers) -> Facts {
        let doing = self.doing();
        let (output_at, full_screen) = self.output_at_and_alternate();
        Facts {
            starting: doing.activity == Activity::Starting,
            mid_turn: doing.activity == Activity::Busy,
            awaiting_approval: doing.activity == Activity::Waiting,
            queued_input: self.input.is_pending(),
            viewed: self.clock.awake() < life.expected_until || viewers.has(self.id),
            pinned: life.pinned,
            full_screen,
            stateful: self.nature == Nature::Stateful,
            typed: life.typed,
            used_at: life.used_at.max(output_at),
            orphaned_at: life.orphaned_at,
        }
    }

    /// A program that said nothing for its first second is up as well. Answers whether it was not before.
    pub(super) fn wake_up(&self) -> bool {
        self.clock.awake().since(self.began_at) >= STARTING && self.is_up()
    }

    /// Whether what the run does now was not told yet; then it counts as told.
    pub(super) fn has_news(&self) -> bool {
        let doing = self.doing();
        let mut life = self.life();
        let strayed = std::mem::take(&mut life.strayed);
        if life.told.as_ref().is_some_and(|told| told.doing == doing) {
            return strayed;
        }
        let was_busy = life.told.as_ref().is_some_and(|told| told.doing.activity == Activity::Busy);
        if was_busy && doing.activity == Activity::Prompt {
            self.job_is_over();
        }
        life.told = Some(DoingSince { doing, since: self.clock.now() });
        true
    }

    /// What the run does now, and since when.
    pub(super) fn doing_since(&self) -> DoingSince {
        let doing = self.doing();
        let mut life = self.life();
        let known = life.told.as_ref().filter(|told| told.doing == doing).cloned();
        life.strayed |= known.is_none();
        known.unwrap_or_else(|| DoingSince { doing, since: self.clock.now() })
    }

    /// The last output or input, by the wall clock.
    pub(super) fn last_used(&self) -> Millis {
        let typed_at = self.life().typed_at;
        self.last_output_at().max(typed_at.unwrap_or(Millis::MIN))
    }
}

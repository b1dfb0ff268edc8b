//! What the tests of the screen share: random streams, recordings, and the reference to compare with.
#![allow(dead_code, unreachable_pub, clippy::expect_used, reason = "each test uses a part, and may fail")]

pub mod corpus;
pub mod generator;
pub mod reference;
pub mod rng;

use inglenook_engine::screen::{self, Effects, HistoryLine, Screen, Size};

/// Something that happens to a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    Feed(Vec<u8>),
    Resize(Size),
}

/// A stream of output and changes of size, from a start.
#[derive(Debug, Clone)]
pub struct Stream {
    pub size: Size,
    pub steps: Vec<Step>,
}

impl Stream {
    /// Bytes of output in all.
    pub fn len(&self) -> usize {
        let length = |step: &Step| match step {
            Step::Feed(bytes) => bytes.len(),
            Step::Resize(_) => 0,
        };
        self.steps.iter().map(length).sum()
    }

    /// What happens up to a byte, and what happens after it.
    pub fn cut(&self, at: usize) -> (Vec<Step>, Vec<Step>) {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut left = at;
        for step in &self.steps {
            match step {
                Step::Feed(bytes) if left > 0 && bytes.len() > left => {
                    before.push(Step::Feed(bytes[..left].to_vec()));
                    after.push(Step::Feed(bytes[left..].to_vec()));
                    left = 0;
                }
                Step::Feed(bytes) if left > 0 => {
                    left -= bytes.len();
                    before.push(step.clone());
                }
                Step::Resize(_) if left > 0 => before.push(step.clone()),
                _ => after.push(step.clone()),
            }
        }
        (before, after)
    }
}

/// A screen, and the history that a store would have kept of it.
pub struct Kept {
    pub screen: Box<dyn Screen>,
    pub history: Vec<HistoryLine>,
    pub replies: Vec<u8>,
}

impl Kept {
    pub fn new(size: Size) -> Kept {
        Kept { screen: screen::new(size), history: Vec::new(), replies: Vec::new() }
    }

    pub fn run(&mut self, steps: &[Step]) {
        for step in steps {
            let effects = match step {
                Step::Feed(bytes) => self.screen.feed(bytes),
                Step::Resize(size) => self.screen.resize(*size),
            };
            self.keep(effects);
        }
    }

    fn keep(&mut self, effects: Effects) {
        self.history.extend(effects.history);
        self.replies.extend(effects.replies);
    }
}

/// A number from the environment, or its default.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

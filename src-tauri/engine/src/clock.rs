//! The time, handed in: whoever builds an engine decides what time it is.

use std::fmt;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since the Unix epoch.
pub type Millis = i64;

/// Where the time comes from. Cheap to clone.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Millis + Send + Sync>);

impl Clock {
    /// The wall clock of this computer.
    #[expect(clippy::disallowed_methods, reason = "the one place where the wall clock is read")]
    pub fn system() -> Self {
        Self::from_fn(|| {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(Millis::MAX))
        })
    }

    /// A clock of the caller's own, for tests.
    pub fn from_fn(now: impl Fn() -> Millis + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    pub fn now(&self) -> Millis {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Clock({})", self.now())
    }
}

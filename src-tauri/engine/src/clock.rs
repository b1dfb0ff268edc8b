//! The time, handed in: whoever builds an engine decides what time it is.

use std::fmt;
use std::sync::Arc;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since the Unix epoch.
pub type Millis = i64;

/// Milliseconds that the machine was awake since some start: what timers count. A night asleep is no time at all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Awake(pub i64);

impl Awake {
    /// Milliseconds from `earlier` to this.
    pub fn since(self, earlier: Awake) -> Millis {
        self.0 - earlier.0
    }
}

type Read<T> = Arc<dyn Fn() -> T + Send + Sync>;

/// Where the time comes from. Cheap to clone.
#[derive(Clone)]
pub struct Clock {
    wall: Read<Millis>,
    awake: Read<Awake>,
}

impl Clock {
    /// The clocks of this computer. `Instant` stands still while it sleeps: clock_gettime(2), `CLOCK_MONOTONIC`.
    #[expect(clippy::disallowed_methods, reason = "the one place where the clocks are read")]
    pub fn system() -> Self {
        let start = Instant::now();
        let wall = || {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| i64::try_from(since.as_millis()).unwrap_or(Millis::MAX))
        };
        Self::from_fns(wall, move || Awake(i64::try_from(start.elapsed().as_millis()).unwrap_or(i64::MAX)))
    }

    /// Clocks of the caller's own, for tests.
    pub fn from_fns(
        wall: impl Fn() -> Millis + Send + Sync + 'static,
        awake: impl Fn() -> Awake + Send + Sync + 'static,
    ) -> Self {
        Self { wall: Arc::new(wall), awake: Arc::new(awake) }
    }

    /// The time of day, for people and for the database.
    pub fn now(&self) -> Millis {
        (self.wall)()
    }

    /// For timers.
    pub fn awake(&self) -> Awake {
        (self.awake)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Clock({}, {:?})", self.now(), self.awake())
    }
}

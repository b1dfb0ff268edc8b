//! Inglenook's session engine: terminals that remember. It knows nothing of windows.
//!
//! The façade is [`Engine`]. Inside, the rooms depend one way: `engine → session → {pty, screen, log} → store`.

mod clock;
mod engine;
mod error;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod id;
mod log;
pub mod memory;
mod moments;
mod packing;
mod pty;
mod session;
mod settings;
mod store;

pub mod screen;

pub use clock::{Awake, Clock, Millis};
pub use engine::{Engine, Options};
pub use error::{Error, Result};
pub use id::{InstanceId, NoteId, RunId, SessionId, ViewerId};
pub use moments::{Held, Moment, Moments};
pub use pty::{Exit, Profile};
pub use screen::Size;
pub use session::{
    Activity, Draft, Event, FirstRows, Frame, GroupCounts, Instance, InstanceKind, LastRun, NewSession,
    Opened, OwnedRun, Pace, Parting, Progress, ProgressState, Reason, SessionRow, Status, Work, WorkKind,
};
pub use settings::{Range, Renderer, Setting, SettingFault, SettingKind, Settings, SettingsRead};
pub use store::{Backup, Damage, Note, NoteKind, NoteState, Saving};

//! What the engine tells: events to every window, frames to one viewer.

use super::{Reason, SessionRow};
use crate::clock::Millis;
use crate::id::{RunId, SessionId};
use crate::pty::Exit;
use crate::screen::Size;
use crate::store::Note;

/// Told to everybody, in order, after it has happened: a list read because of it shows it.
#[derive(Debug, Clone)]
pub enum Event {
    Reclaimed {
        run: RunId,
        session: SessionId,
        reason: Reason,
        ended_at: Millis,
    },
    Ended {
        run: RunId,
        session: SessionId,
        reason: Reason,
        exit: Option<Exit>,
        ended_at: Millis,
    },
    /// Rows that were added or changed, and sessions that are no longer listed.
    Changed {
        rows: Vec<SessionRow>,
        gone: Vec<SessionId>,
    },
    /// All notes of a session, or those that hang at none; without its draft.
    Notes {
        session: Option<SessionId>,
        notes: Vec<Note>,
    },
}

/// A part of what a viewer reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Frame {
    /// Brings any terminal to the screen as it was after `offset` bytes of the session's output.
    Keyframe {
        size: Size,
        offset: i64,
        /// Lines of the session's history above those that it brings, at most: some may have been too old to be kept.
        above: i64,
        bytes: Vec<u8>,
    },
    Output(Vec<u8>),
    Resized(Size),
    /// Nothing comes after it.
    Ended {
        reason: Reason,
        exit: Option<Exit>,
    },
}

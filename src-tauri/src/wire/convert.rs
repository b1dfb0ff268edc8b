//! From the engine's types to the window's, and back.

use inglenook_engine as engine;

use super::*;

impl From<engine::SessionRow> for SessionRow {
    fn from(row: engine::SessionRow) -> Self {
        Self {
            id: row.id.to_string(),
            title: row.title,
            subject: row.subject,
            directory: row.directory,
            profile: row.profile,
            command: row.command.join(" "),
            pinned: row.pinned,
            status: match row.status {
                engine::Status::Live => Status::Live,
                engine::Status::Asleep => Status::Asleep,
                engine::Status::Ended => Status::Ended,
                engine::Status::Elsewhere => Status::Elsewhere,
            },
            activity: row.activity.map(|activity| match activity {
                engine::Activity::Starting => Activity::Starting,
                engine::Activity::Prompt => Activity::Prompt,
                engine::Activity::Busy => Activity::Busy,
                engine::Activity::Waiting => Activity::Waiting,
            }),
            job: row.job,
            activity_since: row.activity_since,
            rang: row.rang,
            progress: row.progress.map(Into::into),
            run: row.run.map(|run| run.0),
            last_run: row.last_run.map(|run| LastRun {
                id: run.id.0,
                started_at: run.started_at,
                ended_at: run.ended_at,
                reason: run.reason.into(),
                exit: run.exit.map(Into::into),
                owner: match run.owner {
                    engine::InstanceKind::App => Owner::App,
                    engine::InstanceKind::Nook => Owner::Nook,
                },
            }),
            lines: row.lines,
            notes: row.notes,
            created_at: row.created_at,
            last_active_at: row.last_active_at,
            revision: row.revision,
        }
    }
}

impl From<engine::GroupCounts> for GroupCounts {
    fn from(counts: engine::GroupCounts) -> Self {
        let engine::GroupCounts { live, asleep, ended } = counts;
        Self { live, asleep, ended }
    }
}

impl From<engine::Progress> for Progress {
    fn from(progress: engine::Progress) -> Self {
        let state = match progress.state {
            engine::ProgressState::Normal => ProgressState::Normal,
            engine::ProgressState::Error => ProgressState::Error,
            engine::ProgressState::Indeterminate => ProgressState::Indeterminate,
            engine::ProgressState::Paused => ProgressState::Paused,
        };
        Self { state, percent: progress.percent }
    }
}

impl From<engine::Reason> for Reason {
    fn from(reason: engine::Reason) -> Self {
        match reason {
            engine::Reason::Idle => Self::Idle,
            engine::Reason::Evicted => Self::Evicted,
            engine::Reason::Orphaned => Self::Orphaned,
            engine::Reason::Exited => Self::Exited,
            engine::Reason::Closed => Self::Closed,
            engine::Reason::AppQuit => Self::AppQuit,
            engine::Reason::OwnerLost => Self::OwnerLost,
            engine::Reason::StartFailed => Self::StartFailed,
        }
    }
}

impl From<engine::Exit> for Exit {
    fn from(exit: engine::Exit) -> Self {
        match exit {
            engine::Exit::Code(code) => Self::Code { code },
            engine::Exit::Signal(signal) => Self::Signal { signal, name: engine::Exit::signal_name(signal) },
        }
    }
}

impl From<engine::Opened> for Opened {
    fn from(opened: engine::Opened) -> Self {
        Self { session: opened.session.into(), run: opened.run.0 }
    }
}

impl From<engine::Profile> for Profile {
    fn from(profile: engine::Profile) -> Self {
        Self {
            id: profile.id.to_owned(),
            name: profile.name.to_owned(),
            detail: profile.detail,
            found: profile.found,
        }
    }
}

impl From<engine::Saving> for Saving {
    fn from(saving: engine::Saving) -> Self {
        match saving {
            engine::Saving::Saved { at } => Self::Saved { at },
            engine::Saving::Pending => Self::Pending,
            engine::Saving::Stopped { since, why } => Self::Stopped { since, why },
        }
    }
}

impl From<engine::Renderer> for Renderer {
    fn from(renderer: engine::Renderer) -> Self {
        match renderer {
            engine::Renderer::Auto => Self::Auto,
            engine::Renderer::Dom => Self::Dom,
        }
    }
}

impl From<engine::Note> for Note {
    fn from(note: engine::Note) -> Self {
        Self {
            id: note.id.to_string(),
            session: note.session.map(|id| id.to_string()),
            run: note.run.map(|run| run.0),
            kind: match note.kind {
                engine::NoteKind::Park => NoteKind::Park,
                engine::NoteKind::Win => NoteKind::Win,
                engine::NoteKind::Struggle => NoteKind::Struggle,
                engine::NoteKind::Question => NoteKind::Question,
                engine::NoteKind::Note => NoteKind::Note,
            },
            body: note.body,
            state: match note.state {
                engine::NoteState::Draft => NoteState::Draft,
                engine::NoteState::Open => NoteState::Open,
                engine::NoteState::Done => NoteState::Done,
            },
            created_at: note.created_at,
            edited_at: note.edited_at,
            log_offset: note.log_offset,
        }
    }
}

impl From<NoteKind> for engine::NoteKind {
    fn from(kind: NoteKind) -> Self {
        match kind {
            NoteKind::Park => Self::Park,
            NoteKind::Win => Self::Win,
            NoteKind::Struggle => Self::Struggle,
            NoteKind::Question => Self::Question,
            NoteKind::Note => Self::Note,
        }
    }
}

impl Work {
    pub(crate) fn of(work: engine::Work) -> Self {
        Self {
            session: work.session.to_string(),
            title: work.title,
            kind: work.kind.into(),
            job: work.job,
            since: work.since,
        }
    }
}

impl From<engine::WorkKind> for WorkKind {
    fn from(kind: engine::WorkKind) -> Self {
        match kind {
            engine::WorkKind::Job => Self::Job,
            engine::WorkKind::Waiting => Self::Waiting,
            engine::WorkKind::Input => Self::Input,
            engine::WorkKind::FullScreen => Self::FullScreen,
            engine::WorkKind::Variables => Self::Variables,
        }
    }
}

impl Settings {
    pub(crate) fn of(file: &std::path::Path, read: engine::SettingsRead) -> Self {
        Self {
            file: file.display().to_string(),
            faults: read.faults.into_iter().map(Into::into).collect(),
            values: read.values.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<engine::SettingFault> for SettingFault {
    fn from(fault: engine::SettingFault) -> Self {
        Self { line: i64::try_from(fault.line).unwrap_or(i64::MAX), key: fault.key, message: fault.message }
    }
}

impl From<engine::Setting> for Setting {
    fn from(setting: engine::Setting) -> Self {
        Self {
            key: setting.key.to_owned(),
            value: setting.value,
            default: setting.default,
            kind: match setting.kind {
                engine::SettingKind::Duration => SettingKind::Duration,
                engine::SettingKind::Count => SettingKind::Count,
                engine::SettingKind::Number(engine::Range { least, most, whole }) => {
                    SettingKind::Number { least, most, whole }
                }
                engine::SettingKind::Switch => SettingKind::Switch,
                engine::SettingKind::Choice(words) => {
                    SettingKind::Choice { of: words.iter().map(|word| (*word).to_owned()).collect() }
                }
            },
        }
    }
}

impl From<engine::Damage> for Damage {
    fn from(damage: engine::Damage) -> Self {
        Self { file: damage.file.display().to_string(), why: damage.why, backup_at: damage.backup_at }
    }
}

impl From<engine::Event> for Event {
    fn from(event: engine::Event) -> Self {
        match event {
            engine::Event::Reclaimed { run, session, reason, ended_at } => {
                Self::Reclaimed { run: run.0, session: session.to_string(), reason: reason.into(), ended_at }
            }
            engine::Event::Ended { run, session, reason, exit, ended_at } => Self::Ended {
                run: run.0,
                session: session.to_string(),
                reason: reason.into(),
                exit: exit.map(Into::into),
                ended_at,
            },
            engine::Event::Changed { rows, gone } => Self::Changed {
                rows: rows.into_iter().map(Into::into).collect(),
                gone: gone.into_iter().map(|id| id.to_string()).collect(),
            },
            engine::Event::Notes { session, notes } => Self::Notes {
                session: session.map(|id| id.to_string()),
                notes: notes.into_iter().map(Into::into).collect(),
            },
        }
    }
}

impl From<NewSession> for engine::NewSession {
    fn from(new: NewSession) -> Self {
        Self {
            title: new.title,
            subject: new.subject,
            directory: new.directory,
            profile: new.profile,
            command: new.command,
        }
    }
}

impl From<GridSize> for engine::Size {
    fn from(size: GridSize) -> Self {
        Self::new(size.columns, size.rows)
    }
}

pub(crate) fn draft<'a>(
    id: &str,
    session: Option<&str>,
    kind: NoteKind,
    body: &'a str,
) -> Result<engine::Draft<'a>, Failure> {
    let session = session.map(session_id).transpose()?;
    Ok(engine::Draft { id: note_id(id)?, session, kind: kind.into(), body })
}

pub(crate) fn note_id(text: &str) -> Result<engine::NoteId, Failure> {
    text.parse().map_err(|_| engine::Error::NotFound { what: "note" }.into())
}

pub(crate) fn session_id(text: &str) -> Result<engine::SessionId, Failure> {
    text.parse().map_err(|_| engine::Error::NotFound { what: "session" }.into())
}

/// xterm.js hands over text, or raw bytes as the characters U+0000 to U+00FF.
pub(crate) fn input_bytes(data: String, binary: bool) -> Result<Vec<u8>, Failure> {
    if !binary {
        return Ok(data.into_bytes());
    }
    let bytes: Result<Vec<u8>, _> = data.chars().map(|letter| u8::try_from(u32::from(letter))).collect();
    bytes.map_err(|_| engine::Error::Invalid("Binary input holds a character above U+00FF.".into()).into())
}

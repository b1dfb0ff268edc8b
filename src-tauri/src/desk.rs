//! What the shell holds: the engine, or why there is none.

use std::path::PathBuf;
use std::sync::Arc;

use inglenook_engine::{Damage, Engine, Error, Options};
use tokio::sync::{OwnedRwLockWriteGuard, RwLock};

use crate::wire::{Code, Failure};

/// The engine is opened while the web view starts; who asks for it meanwhile waits. It is absent while the database is
/// damaged and the learner has not chosen what to do.
pub(crate) struct Desk {
    options: Options,
    /// Held for writing while an engine is being opened.
    state: Arc<RwLock<State>>,
    meet: Arc<Meet>,
}

/// The opening of a desk's engine, which has not begun.
pub(crate) struct Opening {
    options: Options,
    state: OwnedRwLockWriteGuard<State>,
    meet: Arc<Meet>,
}

/// Is shown every engine before anybody is given it, and so can miss nothing that it tells.
type Meet = dyn Fn(&Engine) + Send + Sync;

#[derive(Debug)]
enum State {
    Ready(Engine),
    Damaged(Damage),
    Failed(Failure),
}

impl Desk {
    /// Whoever asks for the engine waits from now on.
    pub(crate) async fn closed(
        options: Options,
        meet: impl Fn(&Engine) + Send + Sync + 'static,
    ) -> (Self, Opening) {
        let meet: Arc<Meet> = Arc::new(meet);
        let state = Arc::new(RwLock::new(State::never_opened()));
        let opening = Opening {
            options: options.clone(),
            state: Arc::clone(&state).write_owned().await,
            meet: Arc::clone(&meet),
        };
        (Self { options, state, meet }, opening)
    }

    pub(crate) async fn engine(&self) -> Result<Engine, Failure> {
        match &*self.state.read().await {
            State::Ready(engine) => Ok(engine.clone()),
            State::Damaged(damage) => Err(Error::StoreDamaged(damage.clone()).into()),
            State::Failed(failure) => Err(failure.clone()),
        }
    }

    /// The engine, where it is open by now. Until it is, there is no session that lives.
    pub(crate) fn engine_by_now(&self) -> Option<Engine> {
        match self.state.try_read().as_deref() {
            Ok(State::Ready(engine)) => Some(engine.clone()),
            _ => None,
        }
    }

    pub(crate) async fn damage(&self) -> Option<Damage> {
        match &*self.state.read().await {
            State::Damaged(damage) => Some(damage.clone()),
            State::Ready(_) | State::Failed(_) => None,
        }
    }

    /// Goes on with the newest backup, or with an empty database. The damaged file is kept.
    pub(crate) async fn recover(&self, fresh: bool) -> Result<(), Failure> {
        let mut state = self.state.write().await;
        if matches!(*state, State::Damaged(_)) {
            Engine::recover(&self.options, fresh).await?;
            *state = State::open(&self.options, &*self.meet).await;
        }
        Ok(())
    }

    /// Whether sessions go on without a window.
    pub(crate) fn stays_in_background(&self) -> bool {
        self.engine_by_now().is_some_and(|engine| engine.settings().settings.keep_running_in_background)
    }

    /// Where the web view keeps what it must keep: beside everything else.
    pub(crate) fn web_view_dir(&self) -> PathBuf {
        self.options.data_dir.join("webview")
    }

    /// An engine that is being opened is waited for: it has made itself known to others by then.
    pub(crate) async fn shut_down(&self) {
        if let State::Ready(engine) = &*self.state.read().await {
            engine.shut_down().await;
        }
    }
}

impl Opening {
    /// Goes on in the background.
    pub(crate) fn begin(self) {
        let Self { options, mut state, meet } = self;
        tauri::async_runtime::spawn(async move { *state = State::open(&options, &*meet).await });
    }
}

impl State {
    /// What stays where opening panicked.
    fn never_opened() -> Self {
        Self::Failed(Failure {
            code: Code::Internal,
            message: "The engine stopped while it was being opened.".into(),
            hint: "Start Inglenook once more. Nothing was deleted.".into(),
            session: None,
            reason: None,
        })
    }

    async fn open(options: &Options, meet: &Meet) -> Self {
        match Engine::start(options.clone()).await {
            Ok(engine) => {
                meet(&engine);
                Self::Ready(engine)
            }
            Err(Error::StoreDamaged(damage)) => Self::Damaged(damage),
            Err(error) => {
                tracing::error!(%error, "the engine could not start");
                Self::Failed(error.into())
            }
        }
    }
}

#[cfg(test)]
mod tests;

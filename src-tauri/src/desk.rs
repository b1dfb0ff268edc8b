//! What the shell holds: the engine, or why there is none.

use std::path::PathBuf;

use inglenook_engine::{Damage, Engine, Error, Options};
use tokio::sync::RwLock;
use tokio::sync::watch;

use crate::wire::Failure;

/// The engine is absent while the database is damaged and the learner has not chosen what to do.
#[derive(Debug)]
pub(crate) struct Desk {
    options: Options,
    state: RwLock<State>,
    /// Counts up when an engine comes or goes.
    pub(crate) engines: watch::Sender<u64>,
}

#[derive(Debug)]
enum State {
    Ready(Engine),
    Damaged(Damage),
    Failed(Failure),
}

impl Desk {
    pub(crate) async fn open(options: Options) -> Self {
        let state = RwLock::new(State::open(&options).await);
        Self { options, state, engines: watch::Sender::new(0) }
    }

    pub(crate) async fn engine(&self) -> Result<Engine, Failure> {
        match &*self.state.read().await {
            State::Ready(engine) => Ok(engine.clone()),
            State::Damaged(damage) => Err(Error::StoreDamaged(damage.clone()).into()),
            State::Failed(failure) => Err(failure.clone()),
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
            *state = State::open(&self.options).await;
        }
        drop(state);
        self.engines.send_modify(|count| *count += 1);
        Ok(())
    }

    /// Whether sessions go on without a window.
    pub(crate) fn stays_in_background(&self) -> bool {
        match self.state.try_read().as_deref() {
            Ok(State::Ready(engine)) => engine.settings(),
            // Being recovered, or damaged: there is no session that could go on.
            _ => return false,
        }
        .settings
        .keep_running_in_background
    }

    /// Where the web view keeps what it must keep: beside everything else.
    pub(crate) fn web_view_dir(&self) -> PathBuf {
        self.options.data_dir.join("webview")
    }

    pub(crate) async fn shut_down(&self) {
        if let State::Ready(engine) = &*self.state.read().await {
            engine.shut_down().await;
        }
    }
}

impl State {
    async fn open(options: &Options) -> Self {
        match Engine::start(options.clone()).await {
            Ok(engine) => Self::Ready(engine),
            Err(Error::StoreDamaged(damage)) => Self::Damaged(damage),
            Err(error) => {
                tracing::error!(%error, "the engine could not start");
                Self::Failed(error.into())
            }
        }
    }
}

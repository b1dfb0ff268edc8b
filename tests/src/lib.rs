//! What the tests of the whole share: the real app in a real window, driven through WebDriver, and engines
//! in processes of their own.

mod app;
pub mod desktop;
mod drag;
mod ledger;
mod place;
mod probe;
mod process;
pub mod soak;

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use inglenook_engine::{Clock, Engine, InstanceKind, Moments, Options};

pub use app::{Dump, Window};
pub use drag::FileDrag;
pub use ledger::{BlockRow, Ledger, NoteRow, RunRow, connect};
pub use place::Place;
pub use probe::{FLOOD, Probe, check_gapless, copy_database};
pub use process::{
    boot_id, children_of, is_running, kill, page_process, process_start, processes_with, stop,
    until_child_runs, until_gone, until_page_other_than,
};

/// An engine of this process.
pub async fn engine(folder: &Path) -> Result<Engine> {
    engine_as(folder, InstanceKind::App, Moments::default()).await
}

pub async fn engine_as(folder: &Path, kind: InstanceKind, moments: Moments) -> Result<Engine> {
    let options = Options {
        data_dir: folder.to_owned(),
        config: folder.join("settings.toml"),
        kind,
        clock: Clock::system(),
        moments,
    };
    Ok(Engine::start(options).await?)
}

/// The word for it in the database and on a command line.
pub fn word_of(kind: InstanceKind) -> &'static str {
    match kind {
        InstanceKind::App => "app",
        InstanceKind::Nook => "nook",
    }
}

/// Numbers for random moments, from a seed that is printed: SplitMix64.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// The seed is `INGLENOOK_SEED`, or the time.
    pub fn new() -> Self {
        #[expect(clippy::disallowed_methods, reason = "a seed may be anything")]
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |since| since.as_nanos() as u64);
        let given = std::env::var("INGLENOOK_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or(now);
        println!("INGLENOOK_SEED={seed}");
        Self(seed)
    }

    pub fn from_seed(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }
}

impl Default for Random {
    fn default() -> Self {
        Self::new()
    }
}

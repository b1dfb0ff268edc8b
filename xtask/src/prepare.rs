//! What is generated and committed: the window's types, and the data that queries are checked against.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::shell::{command, root, step};

pub(crate) const TYPES: &str = "ui/src/backend/generated";
pub(crate) const QUERIES: &str = "src-tauri/engine/.sqlx";
const MIGRATIONS: &str = "src-tauri/engine/migrations";

pub(crate) fn prepare() -> Result<()> {
    for folder in [TYPES, QUERIES] {
        let folder = root().join(folder);
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
    }
    queries(&root().join(QUERIES))?;
    types(&root().join(TYPES))
}

/// Writes the TypeScript types: `ts-rs` does it in tests that it derives.
pub(crate) fn types(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    step(
        command("cargo", &["test", "--quiet", "--package", "inglenook", "export_bindings"])
            .env("TS_RS_EXPORT_DIR", folder),
    )
}

/// Checks every query against a database that all migrations have made, and writes what sqlx found.
pub(crate) fn queries(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let target = root().join("target/queries");
    fs::create_dir_all(&target)?;
    let database = target.join("schema.db");
    if database.exists() {
        fs::remove_file(&database)?;
    }
    let mut migrations: Vec<_> =
        fs::read_dir(root().join(MIGRATIONS))?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    migrations.sort();
    for migration in migrations {
        let read = format!(".read {}", migration.display());
        step(command("sqlite3", &["-bail"]).arg(&database).arg(&read))?;
    }
    // The macros write only when they are expanded anew: a source that looks changed makes them be.
    let library = root().join("src-tauri/engine/src/lib.rs");
    let touched = fs::File::options().append(true).open(&library)?;
    touched.set_modified(newest()?).context("the engine's source could not be touched")?;
    step(
        command("cargo", &["check", "--quiet", "--package", "inglenook-engine"])
            .env("SQLX_OFFLINE", "false")
            .env("SQLX_OFFLINE_DIR", folder)
            .env("DATABASE_URL", format!("sqlite://{}", database.display())),
    )
}

#[expect(clippy::disallowed_methods, reason = "a build tool has no clock to be handed")]
fn newest() -> Result<std::time::SystemTime> {
    Ok(std::time::SystemTime::now())
}

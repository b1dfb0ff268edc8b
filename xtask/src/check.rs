//! Formatting, lints, types, and whether what is generated is current.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::prepare;
use crate::shell::{command, npm, root, step};

pub(crate) fn check() -> Result<()> {
    step(&mut command("cargo", &["fmt", "--all", "--check"]))?;
    step(&mut command("cargo", &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    step(&mut npm(&["run", "--silent", "check"]))?;
    step(&mut npm(&["run", "--silent", "lint"]))?;
    let fresh = root().join("target/generated");
    if fresh.exists() {
        fs::remove_dir_all(&fresh)?;
    }
    let types = fresh.join("types");
    prepare::types(&types)?;
    is_current(&types, &root().join(prepare::TYPES))?;
    let queries = fresh.join("queries");
    prepare::queries(&queries)?;
    is_current(&queries, &root().join(prepare::QUERIES))
}

/// The same files with the same contents.
fn is_current(fresh: &Path, committed: &Path) -> Result<()> {
    let names = |folder: &Path| -> Result<Vec<_>> {
        let entries = fs::read_dir(folder).with_context(|| format!("{} cannot be read", folder.display()))?;
        let mut names = entries.map(|entry| Ok(entry?.file_name())).collect::<Result<Vec<_>>>()?;
        names.sort();
        Ok(names)
    };
    let listed = names(fresh)?;
    let mut same = listed == names(committed)?;
    for name in &listed {
        same = same && fs::read(fresh.join(name))? == fs::read(committed.join(name))?;
    }
    if !same {
        bail!(
            "{} is not current: run `cargo xtask prepare` and commit what it changes.",
            committed.display()
        );
    }
    Ok(())
}

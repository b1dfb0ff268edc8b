//! `nook new`: makes a session.

use std::path::{Component, Path, PathBuf};

use inglenook_engine::{Engine, NewSession, SessionRow};

use crate::arguments::New;
use crate::failure::{Exit, Failure};
use crate::find::short_id;
use crate::json::Session;
use crate::out::Said;

pub(crate) async fn create(engine: &Engine, new: &New) -> Result<SessionRow, Failure> {
    let directory = directory(new.dir.as_deref())?;
    let Some(directory) = directory.to_str() else {
        return Err(Failure::new(
            Exit::Failed,
            format!("The name of the directory {} is not UTF-8.", directory.display()),
            "Nothing was made. Choose another directory with --dir.",
        ));
    };
    let command = shlex::try_join(new.command.iter().map(String::as_str)).map_err(|_| {
        Failure::new(Exit::Failed, "A command cannot have a NUL character in it.", "Nothing was made.")
    })?;
    let profile = if new.command.is_empty() { "shell" } else { "command" };
    let made = engine
        .create(NewSession {
            title: new.title.clone().unwrap_or_default(),
            subject: new.subject.clone().unwrap_or_default(),
            directory: directory.to_owned(),
            profile: profile.to_owned(),
            command,
        })
        .await?;
    Ok(made)
}

pub(crate) async fn said(engine: &Engine, made: &SessionRow, json: bool) -> Result<Said, Failure> {
    if !json {
        return Ok(Said::done(format!("{}\n", made.id)));
    }
    let rows = engine.list().await?;
    Said::json(&Session::of(made, &short_id(&rows, made.id), &[]))
}

/// Seen from here, as every command does. Links stay links, but for those that `..` goes through.
fn directory(given: Option<&Path>) -> Result<PathBuf, Failure> {
    let given = given.unwrap_or(Path::new("."));
    let found = if given.components().any(|part| part == Component::ParentDir) {
        given.canonicalize()
    } else {
        std::path::absolute(given)
    };
    found.map_err(|error| {
        Failure::new(
            Exit::Failed,
            format!("The directory {} cannot be opened: {error}.", given.display()),
            "Nothing was made. Choose another directory with --dir.",
        )
    })
}

//! `nook doctor`: what is wrong, and what to do about it.

use std::path::Path;

use inglenook_engine::{Backup, Clock, Engine, Error, Instance, Options, Saving, SessionRow, SettingsRead};
use serde::Serialize;

use crate::failure::{Exit, Failure};
use crate::out::{Ink, Paint, Said};
use crate::words;

/// Programs that stopped unexpectedly, and left no session behind: older ones say nothing.
const DEAD: usize = 3;

#[derive(Debug, Serialize)]
struct Findings {
    version: &'static str,
    /// Nothing is wrong.
    well: bool,
    data_dir: String,
    settings_file: String,
    settings: Vec<Setting>,
    faults: Vec<Fault>,
    database: Database,
    saving: String,
    #[serde(skip)]
    saves: Saves,
    backups: Vec<Copy>,
    instances: Vec<Program>,
}

#[derive(Debug, Serialize)]
struct Setting {
    key: &'static str,
    value: String,
    default: String,
}

#[derive(Debug, Serialize)]
struct Fault {
    line: usize,
    key: Option<String>,
    message: String,
}

#[derive(Debug, Serialize)]
struct Database {
    /// `whole`, `damaged`, or `closed` where it could not be opened for another reason.
    state: &'static str,
    sessions: usize,
    problems: Vec<String>,
    advice: String,
}

/// Whether the disk takes what is to be saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Saves {
    Yes,
    No,
    /// Not tried.
    Unknown,
}

#[derive(Debug, Serialize)]
struct Copy {
    file: String,
    made_at: String,
    #[serde(skip)]
    when: String,
}

#[derive(Debug, Serialize)]
struct Program {
    kind: String,
    pid: i64,
    started_at: String,
    alive: bool,
    /// It is this very command.
    this: bool,
    sessions: Vec<Live>,
    #[serde(skip)]
    since: String,
}

#[derive(Debug, Serialize)]
struct Live {
    id: String,
    title: String,
    run: i64,
    since: String,
}

pub(crate) async fn doctor(options: Options, json: bool) -> Result<Said, Failure> {
    let now = Clock::system().now();
    let read = Engine::settings_of(&options);
    let started = Engine::start(options.clone()).await;
    let (database, (saves, saving), instances) = match &started {
        Ok(engine) => look(engine).await,
        Err(error) => (closed(error), not_saving(error), Vec::new()),
    };
    if let Ok(engine) = started {
        engine.shut_down().await;
    }
    let (settings, faults) = settings_of(read);
    let findings = Findings {
        version: env!("CARGO_PKG_VERSION"),
        well: is_well(&database, saves, &faults),
        data_dir: shown(&options.data_dir),
        settings_file: shown(&options.config),
        settings,
        faults,
        database,
        saving,
        saves,
        backups: Engine::backups_of(&options).into_iter().map(|backup| copy_of(&backup, now)).collect(),
        instances,
    };
    let exit = if findings.well { Exit::Done } else { Exit::Failed };
    let said = if json { Said::json(&findings)? } else { Said::done(text(&findings, Paint::of_stdout())) };
    Ok(Said { exit, ..said })
}

fn is_well(database: &Database, saves: Saves, faults: &[Fault]) -> bool {
    database.state == "whole" && saves != Saves::No && faults.is_empty()
}

async fn look(engine: &Engine) -> (Database, (Saves, String), Vec<Program>) {
    let rows = engine.list().await;
    let checked = engine.check().await;
    let database = match (&rows, checked) {
        (Ok(rows), Ok(problems)) if problems.is_empty() => {
            Database { state: "whole", sessions: rows.len(), problems, advice: String::new() }
        }
        (_, Ok(problems)) if !problems.is_empty() => damaged(problems),
        (Err(error), _) => closed(error),
        (_, Err(error)) => closed(&error),
        (Ok(_), Ok(_)) => damaged(Vec::new()),
    };
    let saving = saving_of(&engine.saving().borrow());
    let rows = rows.unwrap_or_default();
    let instances = engine.instances().await.unwrap_or_default();
    (database, saving, instances.iter().map(|instance| program_of(instance, &rows)).collect())
}

fn saving_of(saving: &Saving) -> (Saves, String) {
    match saving {
        // This instance has written a row of its own by now.
        Saving::Saved { .. } | Saving::Pending => (Saves::Yes, "The disk takes what is saved.".into()),
        Saving::Stopped { why, .. } => {
            (Saves::No, format!("Saving has stopped. {}", words::sentence(&words::plain(why))))
        }
    }
}

fn damaged(problems: Vec<String>) -> Database {
    let advice =
        "Start the Inglenook app: it sets the file aside, whole, and goes on with the newest backup.";
    Database { state: "damaged", sessions: 0, problems, advice: advice.into() }
}

/// It could not be opened, or not be read.
fn closed(error: &Error) -> Database {
    match error {
        Error::StoreDamaged(damage) => damaged(vec![damage.why.clone()]),
        Error::StoreFull(why) => Database {
            state: "closed",
            sessions: 0,
            problems: vec![why.clone()],
            advice: "Free some space, and look whether the data directory may be written to.".into(),
        },
        other => Database {
            state: "closed",
            sessions: 0,
            problems: vec![other.to_string()],
            advice: String::new(),
        },
    }
}

fn not_saving(error: &Error) -> (Saves, String) {
    match error {
        Error::StoreFull(_) => {
            (Saves::No, "Nothing can be saved: the disk is full or does not take more.".into())
        }
        _ => (Saves::Unknown, "Whether saving works was not tried: the database could not be opened.".into()),
    }
}

fn settings_of(read: SettingsRead) -> (Vec<Setting>, Vec<Fault>) {
    let settings = read.values.into_iter();
    let faults = read.faults.into_iter();
    (
        settings.map(|at| Setting { key: at.key, value: at.value, default: at.default }).collect(),
        faults.map(|at| Fault { line: at.line, key: at.key, message: at.message }).collect(),
    )
}

fn copy_of(backup: &Backup, now: i64) -> Copy {
    Copy {
        file: shown(&backup.file),
        made_at: words::timestamp(backup.made_at),
        when: words::moment(backup.made_at, now),
    }
}

fn program_of(instance: &Instance, rows: &[SessionRow]) -> Program {
    let now = Clock::system().now();
    let title = |id| rows.iter().find(|row| row.id == id).map_or(String::new(), |row| row.title.clone());
    let live = instance.runs.iter().map(|run| Live {
        id: run.session.to_string(),
        title: title(run.session),
        run: run.run.0,
        since: words::timestamp(run.started_at),
    });
    Program {
        kind: instance.kind.clone(),
        pid: instance.pid,
        started_at: words::timestamp(instance.started_at),
        alive: instance.alive,
        this: instance.mine,
        sessions: live.collect(),
        since: words::moment(instance.started_at, now),
    }
}

fn shown(path: &Path) -> String {
    words::plain(&path.to_string_lossy())
}

fn text(findings: &Findings, paint: Paint) -> String {
    let good = paint.text(Ink::Good, "✓");
    let bad = paint.text(Ink::Bad, "✗");
    let mut lines = vec![
        format!("  Inglenook {}", findings.version),
        format!("  data      {}", findings.data_dir),
        format!("  settings  {}", findings.settings_file),
        String::new(),
    ];
    let database = &findings.database;
    match database.state {
        "whole" => {
            let sessions =
                words::counted(i64::try_from(database.sessions).unwrap_or(i64::MAX), "session", "sessions");
            lines.push(format!("{good} The database is whole: {sessions}."));
        }
        "damaged" => lines.push(format!("{bad} The database is damaged. Nothing was deleted.")),
        _ => lines.push(format!("{bad} The database could not be opened. Nothing was deleted.")),
    }
    lines.extend(database.problems.iter().map(|problem| format!("    {}", words::plain(problem))));
    if !database.advice.is_empty() {
        lines.push(format!("    {}", database.advice));
    }
    lines.push(match findings.backups.first() {
        Some(newest) => format!(
            "{good} Newest of {}: {}, {}",
            words::counted(i64::try_from(findings.backups.len()).unwrap_or(i64::MAX), "backup", "backups"),
            newest.when,
            newest.file
        ),
        None => "- There are no backups yet. One is made a day while Inglenook runs.".into(),
    });
    let saves = match findings.saves {
        Saves::Yes if database.state == "whole" => &good,
        Saves::No => &bad,
        Saves::Yes | Saves::Unknown => "-",
    };
    lines.push(format!("{saves} {}", findings.saving));
    settings_text(findings, paint, &mut lines);
    programs_text(findings, paint, &mut lines);
    lines.push(String::new());
    lines.push(if findings.well {
        "All is well.".into()
    } else {
        "Something is wrong: see ✗ above.".into()
    });
    lines.join("\n") + "\n"
}

fn settings_text(findings: &Findings, paint: Paint, lines: &mut Vec<String>) {
    if findings.faults.is_empty() {
        lines.push(format!("{} The settings are understood.", paint.text(Ink::Good, "✓")));
    }
    for fault in &findings.faults {
        let message = words::plain(&fault.message);
        lines.push(format!("{} Settings, line {}: {message}", paint.text(Ink::Bad, "✗"), fault.line));
    }
    for setting in &findings.settings {
        let note = if setting.value == setting.default { "" } else { "  (set)" };
        lines.push(paint.text(Ink::Faint, &format!("    {} = {}{note}", setting.key, setting.value)));
    }
}

fn programs_text(findings: &Findings, paint: Paint, lines: &mut Vec<String>) {
    let others = || findings.instances.iter().filter(|program| !program.this);
    if !others().any(|program| program.alive) {
        lines.push("- Nothing else of Inglenook runs.".into());
    }
    for program in others().filter(|program| program.alive) {
        let what = if program.kind == "app" { "The Inglenook app" } else { "nook" };
        let (good, since) = (paint.text(Ink::Good, "✓"), &program.since);
        lines.push(format!("{good} {what} runs since {since} (process {}).", program.pid));
        for live in &program.sessions {
            lines.push(format!("    {}  {}", live.title, paint.text(Ink::Faint, &live.id)));
        }
    }
    let dead: Vec<_> = others().filter(|program| !program.alive).collect();
    for program in &dead[dead.len().saturating_sub(DEAD)..] {
        let what = if program.kind == "app" { "The Inglenook app" } else { "nook" };
        lines.push(format!(
            "- {what} that started {} (process {}) stopped unexpectedly. Nothing is lost.",
            program.since, program.pid
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(saving: &Saving) -> Findings {
        let database = Database { state: "whole", sessions: 2, problems: Vec::new(), advice: String::new() };
        let (saves, saving) = saving_of(saving);
        Findings {
            version: "0",
            well: is_well(&database, saves, &[]),
            data_dir: "/data".into(),
            settings_file: "/settings".into(),
            settings: Vec::new(),
            faults: Vec::new(),
            database,
            saving,
            saves,
            backups: Vec::new(),
            instances: Vec::new(),
        }
    }

    #[test]
    fn nothing_is_well_while_saving_has_stopped() {
        let stopped = findings(&Saving::Stopped { since: 0, why: "the disk is full".into() });
        assert!(!stopped.well, "what is printed now is not kept");
        let text = text(&stopped, Paint::NONE);
        assert!(text.contains("✗ Saving has stopped. The disk is full."), "{text}");
        assert!(!text.contains("All is well."), "{text}");
    }

    #[test]
    fn all_is_well_while_the_disk_takes_what_is_saved() {
        for saving in [Saving::Saved { at: None }, Saving::Pending] {
            let found = findings(&saving);
            assert!(found.well, "{saving:?}");
            let text = text(&found, Paint::NONE);
            assert!(text.contains("✓ The disk takes what is saved."), "{text}");
        }
    }
}

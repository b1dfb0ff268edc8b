//! The reference: xterm.js without a window, in a Node process that compares.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use inglenook_engine::screen::Size;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Step;

/// A stream cut in two, and the keyframe of the engine at the cut.
#[derive(Debug)]
pub struct Task {
    pub id: String,
    pub size: Size,
    pub prefix: Vec<Step>,
    /// What the second terminal was fed before, to be in any state.
    pub dirt: Vec<u8>,
    pub at: Size,
    pub keyframe: Vec<u8>,
    pub tail: Vec<Step>,
}

/// What the reference found.
#[derive(Debug, Deserialize)]
pub struct Answer {
    pub id: String,
    pub differences: Vec<String>,
    /// xterm.js itself failed on the stream.
    pub threw: Option<String>,
}

impl Task {
    fn to_json(&self) -> Value {
        json!({
            "id": self.id,
            "columns": self.size.columns,
            "rows": self.size.rows,
            "prefix": steps(&self.prefix),
            "dirt": STANDARD.encode(&self.dirt),
            "at": [self.at.columns, self.at.rows],
            "keyframe": STANDARD.encode(&self.keyframe),
            "tail": steps(&self.tail),
        })
    }
}

fn steps(steps: &[Step]) -> Vec<Value> {
    let step = |step: &Step| match step {
        Step::Feed(bytes) => json!({ "feed": STANDARD.encode(bytes) }),
        Step::Resize(size) => json!({ "resize": [size.columns, size.rows] }),
    };
    steps.iter().map(step).collect()
}

fn window() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui")
}

/// Compares tasks, two processes at a time.
pub fn compare(tasks: Vec<Task>) -> Vec<Answer> {
    let window = window();
    assert!(
        window.join("node_modules/@xterm/headless").is_dir(),
        "the reference is missing: run `npm ci` in {}",
        window.display()
    );
    let half = tasks.len().div_ceil(2);
    let mut tasks = tasks;
    let rest = tasks.split_off(half);
    std::thread::scope(|scope| {
        let other = scope.spawn(|| compare_in_one(rest));
        let mut answers = compare_in_one(tasks);
        answers.extend(other.join().expect("the other half"));
        answers
    })
}

fn compare_in_one(tasks: Vec<Task>) -> Vec<Answer> {
    let mut node = Command::new("node")
        .arg(window().join("conformance/reference.mjs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Node 20.19 or newer has to be on the PATH for the reference");
    let mut stdin = node.stdin.take().expect("a pipe was asked for");
    let stdout = node.stdout.take().expect("a pipe was asked for");
    let expected = tasks.len();
    let answers: Vec<Answer> = std::thread::scope(|scope| {
        scope.spawn(move || {
            for task in tasks {
                if writeln!(stdin, "{}", task.to_json()).is_err() {
                    return;
                }
            }
        });
        let lines = BufReader::new(stdout).lines();
        lines.map(|line| serde_json::from_str(&line.expect("text")).expect("an answer")).collect()
    });
    assert!(node.wait().expect("it ended").success(), "the reference failed; see above");
    assert_eq!(answers.len(), expected, "each task has an answer");
    answers
}

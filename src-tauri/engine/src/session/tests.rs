//! What can only be tested from inside: a fault that no program can cause.

use std::time::Duration;

use crate::screen::Size;
use crate::{Clock, Engine, Frame, InstanceKind, Moments, NewSession, Options, ViewerId};

async fn read_until(engine: &Engine, viewer: ViewerId, wanted: &str) -> String {
    let mut seen = String::new();
    let reading = async {
        while !seen.contains(wanted) {
            for frame in engine.read(viewer).await.unwrap() {
                match frame {
                    // It stands for all that came before it.
                    Frame::Keyframe { bytes, .. } => seen = String::from_utf8_lossy(&bytes).into_owned(),
                    Frame::Output(bytes) => seen.push_str(&String::from_utf8_lossy(&bytes)),
                    Frame::Resized(_) | Frame::Ended { .. } => {}
                }
            }
        }
    };
    assert!(tokio::time::timeout(Duration::from_secs(30), reading).await.is_ok(), "never saw {wanted:?}");
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_that_panics_is_rebuilt_and_the_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options {
        data_dir: folder.path().to_owned(),
        config: folder.path().join("settings.toml"),
        kind: InstanceKind::App,
        clock: Clock::system(),
        moments: Moments::default(),
    };
    let engine = Engine::start(options).await.unwrap();
    // The sequence at which a guarded screen panics in tests: see `log/guard.rs`.
    let script =
        r"stty -echo; echo before; read go; printf 'bad \033_panic\033\\'; read go; echo after; exec cat";
    let new = NewSession {
        directory: "/".into(),
        profile: "command".into(),
        command: format!("sh -c \"{}\"", script.replace('\\', r"\\")),
        ..NewSession::default()
    };
    let session = engine.create(new).await.unwrap().id;
    let run = engine.open(session, Size::new(80, 24)).await.unwrap().run;
    let viewer = engine.attach(run, "test").await.unwrap();
    read_until(&engine, viewer, "before").await;
    engine.write(run, b"\n".to_vec()).await.unwrap();
    read_until(&engine, viewer, "bad ").await;
    engine.write(run, b"\n".to_vec()).await.unwrap();
    read_until(&engine, viewer, "after").await;

    let anew = engine.attach(run, "test").await.unwrap();
    let screen = read_until(&engine, anew, "after").await;
    assert!(screen.contains("before"), "what came before the fault is back: {screen:?}");
    assert!(!screen.contains("bad"), "only the stretch that broke it is missing: {screen:?}");
    let output = String::from_utf8_lossy(&engine.output(session).await.unwrap()).into_owned();
    assert!(output.contains("bad "), "and that is kept in the log: {output:?}");
    engine.shut_down().await;
}

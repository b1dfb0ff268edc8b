use std::io::Write;
use std::sync::mpsc;
use std::time::Duration;

use portable_pty::{MasterPty, PtyPair, PtySize, native_pty_system};

use super::process::share;
use super::pump::{Input, Pump, Terminal};

/// Hands on what the pump reads.
struct Heard(mpsc::Sender<Vec<u8>>);

impl Terminal for Heard {
    fn output(&mut self, bytes: &[u8]) -> Vec<u8> {
        // The test may have heard enough.
        let _ = self.0.send(bytes.to_vec());
        Vec::new()
    }
}

struct Bench {
    pump: Pump,
    input: Input,
    heard: mpsc::Receiver<Vec<u8>>,
    pair: PtyPair,
}

/// A pump on a real terminal, with nobody on the other side but the test.
fn bench() -> Bench {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let (tell, heard) = mpsc::channel();
    let (prepared, input) = Pump::prepare().unwrap();
    let master: &dyn MasterPty = &*pair.master;
    let pump = prepared.start(share(master).unwrap(), Heard(tell), "test").unwrap();
    Bench { pump, input, heard, pair }
}

#[tokio::test]
async fn a_paste_that_nobody_reads_is_refused_as_a_whole() {
    let bench = bench();
    let paste = || vec![b'x'; 3 * 1024 * 1024];
    assert!(bench.input.write(paste()), "the first one waits");
    assert!(!bench.input.write(vec![b'x'; 5 * 1024 * 1024]), "more than there is room for is not begun");
    bench.input.finish();
    assert!(!bench.input.write(b"late".to_vec()), "and nothing is taken once the child is gone");
    bench.pump.done().await;
}

#[tokio::test]
async fn last_words_are_heard_and_a_terminal_that_is_held_open_ends_all_the_same() {
    let bench = bench();
    // The other side stays open, as a grandchild would keep it.
    let tty = bench.pair.master.tty_name().unwrap();
    let mut other_side = std::fs::OpenOptions::new().write(true).open(tty).unwrap();
    other_side.write_all(b"last words").unwrap();
    bench.input.finish();
    bench.pump.done().await;
    let mut heard = Vec::new();
    while let Ok(bytes) = bench.heard.recv_timeout(Duration::ZERO) {
        heard.extend(bytes);
    }
    assert_eq!(heard, b"last words");
}

/// Has a fault that shows at the first output.
struct Faulty;

impl Terminal for Faulty {
    fn output(&mut self, _bytes: &[u8]) -> Vec<u8> {
        panic!("a fault, on purpose")
    }
}

#[tokio::test]
async fn a_program_whose_output_nobody_keeps_any_more_is_hung_up() {
    let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
    let pair = native_pty_system().openpty(size).unwrap();
    let (prepared, input) = Pump::prepare().unwrap();
    let master: &dyn MasterPty = &*pair.master;
    let pump = prepared.start(share(master).unwrap(), Faulty, "faulty").unwrap();
    let tty = pair.master.tty_name().unwrap();
    let mut output = std::fs::OpenOptions::new().write(true).open(tty).unwrap();
    drop(pair.master);
    // What the kernel has room for is taken; then the other side is gone.
    let refused = std::thread::spawn(move || {
        loop {
            if let Err(error) = output.write_all(&[b'x'; 4096]) {
                return error;
            }
        }
    });
    pump.done().await;
    assert_eq!(refused.join().unwrap().raw_os_error(), Some(5), "EIO");
    assert!(!input.write(b"typed".to_vec()), "and nothing is typed into it");
}

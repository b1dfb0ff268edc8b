//! The terminal that nook runs in: raw while a session is open in it, and as it was on every way out.

use std::io::IsTerminal;
use std::sync::{Mutex, PoisonError};

use inglenook_engine::Size;
use inglenook_engine::screen::Outside;
use rustix::stdio::{stdin, stdout};
use rustix::termios::{OptionalActions, QueueSelector, Termios, tcflush, tcgetattr, tcgetwinsize, tcsetattr};

use crate::failure::{Exit, Failure};

/// How the terminal was, while it is not; also for the panic hook.
static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

/// Keeps the title of before (XTWINOPS), and brings it back.
const KEEP_TITLE: &str = "\x1b[22;0t";
pub(crate) const TITLE_BACK: &str = "\x1b[23;0t";

/// Both ends have to be one: keys come from it, and the screen goes there.
pub(crate) fn require() -> Result<(), Failure> {
    if std::io::stdin().is_terminal() && std::io::stdout().is_terminal() {
        return Ok(());
    }
    Err(Failure::new(
        Exit::Usage,
        "A session can only be opened in a terminal.",
        "Run it without a pipe. nook show prints what a session has on its screen.",
    ))
}

/// 80 by 24 where it does not say, as over a serial line.
pub(crate) fn size() -> Size {
    match tcgetwinsize(stdout()) {
        Ok(size) if size.ws_col > 0 && size.ws_row > 0 => Size::new(size.ws_col, size.ws_row),
        _ => Size::new(80, 24),
    }
}

/// The terminal hands over every key as it is. Dropped, it is as before.
#[derive(Debug)]
pub(crate) struct Raw(());

impl Raw {
    pub(crate) fn enter() -> Result<Self, Failure> {
        let refused = |error: rustix::io::Errno| {
            Failure::new(Exit::Failed, format!("The terminal could not be switched: {error}."), "")
        };
        let before = tcgetattr(stdin()).map_err(refused)?;
        let mut raw = before.clone();
        raw.make_raw();
        *BEFORE.lock().unwrap_or_else(PoisonError::into_inner) = Some(before);
        let entered = Self(());
        tcsetattr(stdin(), OptionalActions::Now, &raw).map_err(refused)?;
        Ok(entered)
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        if let Some(before) = BEFORE.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // What was typed or clicked for the session is nothing for the shell. A terminal that is gone needs
            // neither.
            let _ = tcflush(stdin(), QueueSelector::IFlush);
            let _ = tcsetattr(stdin(), OptionalActions::Now, &before);
        }
    }
}

/// A panic on any thread is read on a terminal that works.
pub(crate) fn restore_on_panic() {
    let said_before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if BEFORE.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            let _ = rustix::io::write(stdout(), &Outside::new(80).leave());
            let _ = rustix::io::write(stdout(), format!("{TITLE_BACK}\r\n").as_bytes());
            drop(Raw(()));
        }
        said_before(panic);
    }));
}

/// What the terminal shows is moved up into what it keeps above, so that the session's screen covers nothing.
/// `title` is that of its window until a program gives another.
pub(crate) fn make_room(size: Size, title: &str) -> Vec<u8> {
    let rows = usize::from(size.rows);
    format!("{KEEP_TITLE}\x1b]2;{title}\x1b\\\x1b[r\x1b[m\x1b[{rows};1H{}", "\n".repeat(rows)).into_bytes()
}

//! Files dragged from another program: the source's side of XDND 5, spoken to the app's window.
//! <https://www.freedesktop.org/wiki/Specifications/XDND/>

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, CreateWindowAux, EventMask, MapState, PropMode,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window as XWindow, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;
use x11rb::{COPY_DEPTH_FROM_PARENT, COPY_FROM_PARENT, CURRENT_TIME};

const PATIENCE: Duration = Duration::from_secs(60);

/// The display is asked again this often.
const AGAIN: Duration = Duration::from_millis(20);

const VERSION: u32 = 5;

x11rb::atom_manager! {
    Atoms: AtomsCookie {
        XdndAware, XdndSelection, XdndEnter, XdndPosition, XdndStatus, XdndLeave, XdndDrop, XdndFinished,
        XdndActionCopy, TARGETS,
        LIST: b"text/uri-list",
    }
}

/// Files on their way, held over the app's window.
#[derive(Debug)]
pub struct FileDrag {
    connection: RustConnection,
    atoms: Atoms,
    source: XWindow,
    target: XWindow,
    list: String,
}

impl FileDrag {
    /// Takes the files up. A file manager names them the same way.
    pub fn of(files: &[&Path]) -> Result<Self> {
        let (connection, screen) = x11rb::connect(None)?;
        let root = connection.setup().roots[screen].root;
        let atoms = Atoms::new(&connection)?.reply()?;
        let source = connection.generate_id()?;
        connection.create_window(
            COPY_DEPTH_FROM_PARENT,
            source,
            root,
            0,
            0,
            1,
            1,
            0,
            WindowClass::INPUT_OUTPUT,
            COPY_FROM_PARENT,
            &CreateWindowAux::new().override_redirect(1),
        )?;
        connection.set_selection_owner(source, atoms.XdndSelection, CURRENT_TIME)?.check()?;
        let target = aware(&connection, &atoms, root)?;
        let list = files.iter().map(|file| format!("{}\r\n", uri(file))).collect();
        let drag = Self { connection, atoms, source, target, list };
        drag.send(drag.atoms.XdndEnter, [VERSION << 24, drag.atoms.LIST, 0, 0])?;
        Ok(drag)
    }

    /// Holds them over a point of the display until the window would take them, as a learner does who looks for a sign.
    pub async fn over(&self, (x, y): (u32, u32)) -> Result<()> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        while tokio::time::Instant::now() < deadline {
            self.send(self.atoms.XdndPosition, [0, x << 16 | y, CURRENT_TIME, self.atoms.XdndActionCopy])?;
            if self.answer(self.atoms.XdndStatus).await?[1] & 1 == 1 {
                return Ok(());
            }
        }
        bail!("the window would not take the files")
    }

    /// Lets go of them.
    pub async fn let_go(self) -> Result<()> {
        self.send(self.atoms.XdndDrop, [0, CURRENT_TIME, 0, 0])?;
        self.answer(self.atoms.XdndFinished).await?;
        Ok(())
    }

    /// Takes them away again.
    pub fn leave(self) -> Result<()> {
        self.send(self.atoms.XdndLeave, [0; 4])
    }

    fn send(&self, kind: Atom, [a, b, c, d]: [u32; 4]) -> Result<()> {
        let message = ClientMessageEvent::new(32, self.target, kind, [self.source, a, b, c, d]);
        self.connection.send_event(false, self.target, EventMask::NO_EVENT, message)?.check()?;
        Ok(())
    }

    /// Hands out the list of files whenever it is asked for, until the window answers.
    async fn answer(&self, kind: Atom) -> Result<[u32; 5]> {
        let deadline = tokio::time::Instant::now() + PATIENCE;
        loop {
            match self.connection.poll_for_event()? {
                Some(Event::SelectionRequest(asked)) => self.hand_out(&asked)?,
                Some(Event::ClientMessage(message)) if message.type_ == kind => {
                    return Ok(message.data.as_data32());
                }
                Some(_) => {}
                None if tokio::time::Instant::now() > deadline => {
                    bail!("the window does not answer the drag")
                }
                None => tokio::time::sleep(AGAIN).await,
            }
        }
    }

    fn hand_out(&self, asked: &SelectionRequestEvent) -> Result<()> {
        let SelectionRequestEvent { requestor, property, target, time, selection, .. } = *asked;
        let connection = &self.connection;
        let given = if target == self.atoms.LIST {
            connection.change_property8(
                PropMode::REPLACE,
                requestor,
                property,
                target,
                self.list.as_bytes(),
            )?;
            property
        } else if target == self.atoms.TARGETS {
            let kinds = [self.atoms.TARGETS, self.atoms.LIST];
            connection.change_property32(PropMode::REPLACE, requestor, property, AtomEnum::ATOM, &kinds)?;
            property
        } else {
            x11rb::NONE
        };
        let notice = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time,
            requestor,
            selection,
            target,
            property: given,
        };
        connection.send_event(false, requestor, EventMask::NO_EVENT, notice)?.check()?;
        Ok(())
    }
}

/// The one window of the display that takes what is dropped.
fn aware(connection: &RustConnection, atoms: &Atoms, root: XWindow) -> Result<XWindow> {
    for window in connection.query_tree(root)?.reply()?.children {
        let shown = connection.get_window_attributes(window)?.reply()?.map_state == MapState::VIEWABLE;
        let says =
            connection.get_property(false, window, atoms.XdndAware, AtomEnum::ATOM, 0, 1)?.reply()?.value_len;
        if shown && says > 0 {
            return Ok(window);
        }
    }
    None.context("no window of the display takes what is dropped")
}

/// RFC 8089, with every byte escaped that may mean something in a URI.
fn uri(file: &Path) -> String {
    let mut uri = String::from("file://");
    for byte in file.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => {
                uri.push(char::from(*byte))
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

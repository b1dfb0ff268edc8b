//! The window without a mouse: whatever can be used is reached with Tab, and is seen to have the focus.

use anyhow::{Context, Result};
use fantoccini::actions::{InputSource, KeyAction, KeyActions};
use inglenook_tests::{Place, Window};

const TAB: char = '\u{e004}';
const ESCAPE: char = '\u{e00c}';
const ENTER: char = '\u{e007}';
const CONTROL: char = '\u{e009}';
const SHIFT: char = '\u{e008}';

/// More stops than any page has.
const MOST_STOPS: usize = 80;

/// Whatever can be used now and is a stop of Tab, by `name`; `looks` is all by which the focus may be seen.
const SCRIPT: &str = r"
    const stops = 'button, input, textarea, select, a[href], [tabindex]';
    const name = el => el.dataset.testid || el.getAttribute('aria-label') || el.textContent.trim().slice(0, 40) || el.className;
    // Of radio buttons the arrow keys reach the others.
    const isStop = el => el.tabIndex >= 0 && !el.disabled && !(el.type === 'radio' && !el.checked) && el.checkVisibility({ visibilityProperty: true })
        && !el.closest('[inert]') && el.getClientRects().length > 0;
    const of = (el, pseudo) => {
        const s = getComputedStyle(el, pseudo);
        return [s.outlineStyle, s.outlineWidth, s.outlineColor, s.backgroundColor, s.borderTopColor, s.boxShadow].join();
    };
    const looks = el => [of(el), of(el, '::after'), ...[el.parentElement, el.parentElement?.parentElement, el.closest('[data-testid=terminal]')].map(p => p ? of(p) : '')].join('|');
    window.__keyboard ??= { el: null, looks: '', reached: new Set(), unseen: [] };
    const walk = window.__keyboard;
    if (arguments[0] === 'begin') {
        window.__keyboard = { el: null, looks: '', reached: new Set(), unseen: [] };
        return null;
    }
    if (arguments[0] === 'step') {
        const el = document.activeElement;
        if (walk.el?.isConnected && walk.el !== el && looks(walk.el) === walk.looks) {
            walk.unseen.push(name(walk.el));
        }
        walk.el = el;
        walk.looks = looks(el);
        const again = walk.reached.has(el);
        walk.reached.add(el);
        return again && el !== document.body;
    }
    const missed = [...document.querySelectorAll(stops)].filter(el => isStop(el) && !walk.reached.has(el)).map(name);
    return { missed, unseen: walk.unseen, reached: [...walk.reached].map(name) };
";

#[tokio::test(flavor = "multi_thread")]
async fn whatever_can_be_used_is_reached_with_tab_and_seen_to_have_the_focus() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.wait_for("[data-testid=profile-shell]").await?;
    walk(&window, "the form").await?;

    window.new_session("First").await?;
    window.wait_for_prompt().await?;
    // Out of a live terminal, and back.
    chord(&window, 'm').await?;
    window.wait_for("[data-testid=session-menu]:focus").await?;
    window.picture("keyboard-menu-button").await?;
    press(&window, ENTER).await?;
    window.wait_for("[data-testid=rename]:focus").await?;
    window.picture("keyboard-menu").await?;
    press(&window, ESCAPE).await?;
    window.wait_for("[data-testid=session-menu]:focus").await?;
    press(&window, ESCAPE).await?;
    window.wait_for(".xterm.focus").await?;
    window.run_line("exit").await?;
    window.wait_for("[data-testid=band]").await?;
    walk(&window, "a session that has ended, with the desk").await?;

    window.new_session("Second").await?;
    window.wait_for_prompt().await?;
    window.run_line("exit 1").await?;
    window.wait_for("[data-testid=band]").await?;
    chord(&window, 'b').await?;
    window.wait_for("[data-testid=search]:focus").await?;
    press(&window, TAB).await?;
    window.wait_for("[data-testid=search]:focus").await?;
    window.picture("keyboard-palette").await?;
    press(&window, ENTER).await?;
    window.wait_for("[data-testid=divider]").await?;
    window.wait_for("[data-half=other] [data-testid=band]").await?;
    window.wait_for("[data-half=used] [data-testid=band]").await?;
    walk(&window, "two sessions side by side").await?;

    window.click("[data-testid=new-session]").await?;
    window.wait_for("[data-testid=field-title]").await?;
    window.client.execute("document.activeElement.blur()", vec![]).await?;
    held(&window, &[CONTROL], ',').await?;
    window.wait_for("[data-testid=settings]").await?;
    walk(&window, "the settings").await?;
    window.quit().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_reader_is_given_the_lines_as_soon_as_that_is_set() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Spoken").await?;
    window.wait_for_prompt().await?;
    window.wait_until_gone(".xterm-accessibility").await?;
    held(&window, &[CONTROL], ',').await?;
    window.click("[data-testid='setting-appearance.screen_reader']").await?;
    place.until_file_says("screen_reader = true").await?;
    window.picture("keyboard-screen-reader").await?;
    press(&window, ESCAPE).await?;
    window.wait_for(".xterm.focus").await?;
    window.wait_for_prompt().await?;
    window.run_line("echo spoken $((40+2))").await?;
    window.wait_for_words(".xterm-accessibility [role=list]", "spoken 42").await?;
    window.wait_for_words(".xterm-accessibility .live-region", "spoken 42").await?;
    window.quit().await
}

/// Goes round with Tab, and says what was not reached, and what was not seen to have the focus.
async fn walk(window: &Window, page: &str) -> Result<()> {
    ask(window, "begin").await?;
    for _ in 0..MOST_STOPS {
        press(window, TAB).await?;
        if ask(window, "step").await? == serde_json::Value::Bool(true) {
            break;
        }
    }
    let found = ask(window, "end").await?;
    println!("{page}: {}", found["reached"]);
    let none = serde_json::json!([]);
    assert_eq!(found["missed"], none, "on {page} these are not reached with Tab");
    assert_eq!(found["unseen"], none, "on {page} these are not seen to have the focus");
    Ok(())
}

async fn ask(window: &Window, what: &str) -> Result<serde_json::Value> {
    window.client.execute(SCRIPT, vec![what.into()]).await.context("the page answers")
}

async fn press(window: &Window, key: char) -> Result<()> {
    held(window, &[], key).await
}

/// Ctrl, Shift and a letter.
async fn chord(window: &Window, letter: char) -> Result<()> {
    held(window, &[CONTROL, SHIFT], letter).await
}

/// A key while others are held, pressed wherever the focus is.
async fn held(window: &Window, others: &[char], key: char) -> Result<()> {
    let mut keys = KeyActions::new("keys".into());
    for &value in others {
        keys = keys.then(KeyAction::Down { value });
    }
    keys = keys.then(KeyAction::Down { value: key }).then(KeyAction::Up { value: key });
    for &value in others.iter().rev() {
        keys = keys.then(KeyAction::Up { value });
    }
    window.client.perform_actions(keys).await?;
    Ok(())
}

//! How the terminal draws what programs ask for, in the real window: a page of styles, by each renderer and theme.

use anyhow::Result;
use fantoccini::Locator;
use fantoccini::actions::{InputSource, MouseActions, PointerAction};
use inglenook_tests::{Place, Window};

const PAGE: &str = r#"printf '┌──────┬──────┐  ╔══════╦══════╗  ╭──────╮  ▁▂▃▄▅▆▇█\n'
printf '│ one  │ two  │  ║ one  ║ two  ║  │ soft │  ░░▒▒▓▓██\n'
printf '├──────┼──────┤  ╠══════╬══════╣  │ soft │  ▖▗▘▙▚▛▜▟\n'
printf '└──────┴──────┘  ╚══════╩══════╝  ╰──────╯  ⠁⠃⠇⡇⣇⣧⣷⣿\n'
printf '\033[1mbold\033[0m \033[2mfaint\033[0m \033[3mitalic\033[0m \033[5mblink\033[0m \033[7minverse\033[0m '
printf '\033[9mstruck\033[0m \033[53moverline\033[0m \033[1;2;3mall three\033[0m\n'
printf '\033[4msingle\033[0m \033[21mdouble\033[0m \033[4:3mcurly\033[0m \033[4:4mdotted\033[0m \033[4:5mdashed\033[0m\n'
printf '\033[4:3;58;5;1mred curl\033[0m \033[4:4;58;5;2mgreen dots\033[0m \033[4:5;58;2;80;120;220mblue dashes\033[0m\n'
for c in 0 1 2 3 4 5 6 7; do printf "\033[3${c}mfore\033[0m \033[9${c}mbright\033[0m \033[4${c}mback\033[0m\n"; done
printf '\033]8;;https://example.org/lesson\033\\a link\033]8;;\033\\ and https://example.org/plain\n'
"#;

async fn page(renderer: &str, theme: &str, variables: &[(&str, &str)]) -> Result<()> {
    let place = Place::new()?;
    place.set(&format!("[appearance]\nrenderer = \"{renderer}\"\n"))?;
    std::fs::write(place.home().join("page"), PAGE)?;
    let window = Window::start_with(&place, variables).await?;
    window.new_session("Styles").await?;
    window.wait_for_prompt().await?;
    window.run_line("clear; sh page").await?;
    window.wait_for_text("/plain\n$").await?;
    drawn_by(&window, renderer).await?;
    window.picture(&format!("drawing-{renderer}-{theme}")).await?;

    // In the middle of a row of the link's text: the rows are as high as the screen divided by them.
    let screen = window.wait_for(".xterm-screen").await?;
    let (x, y, _, height) = screen.rectangle().await?;
    let dump = window.dump().await?;
    let at = dump.lines.iter().position(|line| line.text.starts_with("a link")).unwrap_or_default();
    let row = height / f64::from(dump.rows);
    let to = PointerAction::MoveTo { duration: None, x: x + 20.0, y: y + (at as f64 + 0.5) * row };
    window.client.perform_actions(MouseActions::new("mouse".into()).then(to)).await?;
    window.wait_for_words("[data-testid=link-target]:not([hidden])", "https://example.org/lesson").await?;
    window.picture(&format!("drawing-link-{renderer}-{theme}")).await?;
    window.quit().await
}

/// WebGL draws on a canvas, the DOM in rows.
async fn drawn_by(window: &Window, renderer: &str) -> Result<()> {
    let sign = if renderer == "auto" { ".xterm-screen canvas" } else { ".xterm-rows > div" };
    window.wait_for(sign).await.map(drop)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_styles_by_the_dom() -> Result<()> {
    page("dom", "light", &[]).await?;
    page("dom", "dark", &[("GTK_THEME", "Adwaita:dark")]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_styles_by_webgl() -> Result<()> {
    page("auto", "light", &[]).await?;
    page("auto", "dark", &[("GTK_THEME", "Adwaita:dark")]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_renderer_changes_with_its_setting_and_falls_back_when_its_context_is_lost() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Drawn").await?;
    window.wait_for_prompt().await?;
    drawn_by(&window, "dom").await?;
    place.set("[appearance]\nrenderer = \"auto\"\n")?;
    drawn_by(&window, "auto").await?;
    place.set("[appearance]\nrenderer = \"dom\"\n")?;
    window.wait_until_gone(".xterm-screen canvas").await?;
    drawn_by(&window, "dom").await?;
    place.set("[appearance]\nrenderer = \"auto\" # again\n")?;
    drawn_by(&window, "auto").await?;
    let lose = "const canvas = [...document.querySelectorAll('.xterm-screen canvas')].find((c) => c.getContext('webgl2'));
        canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()";
    window.client.execute(lose, vec![]).await?;
    drawn_by(&window, "dom").await?;
    window.run_line("echo still here").await?;
    window.wait_for_text("\nstill here").await?;
    let rows = window.client.find(Locator::Css(".xterm-rows")).await?;
    assert!(rows.prop("textContent").await?.unwrap_or_default().contains("echo still here"), "it is drawn");
    window.quit().await
}

/// `prefers-reduced-motion` follows GTK's own setting.
#[tokio::test(flavor = "multi_thread")]
async fn text_that_blinks_does_so_unless_motion_is_reduced() -> Result<()> {
    for (animations, expected) in [("true", "blink"), ("false", "none")] {
        let place = Place::new()?;
        let gtk = place.home().join(".config/gtk-3.0");
        std::fs::create_dir_all(&gtk)?;
        std::fs::write(
            gtk.join("settings.ini"),
            format!("[Settings]\ngtk-enable-animations={animations}\n"),
        )?;
        let window = Window::start(&place).await?;
        window.new_session("Blinks").await?;
        window.wait_for_prompt().await?;
        window.run_line("clear; printf 'steady \\033[5mblinks\\033[0m steady\\n'").await?;
        window.wait_for_text("steady blinks steady").await?;
        let cover = window.client.wait().for_element(Locator::Css(".blinking > div"));
        let cover = cover.await?;
        let animation = "return getComputedStyle(arguments[0].parentNode).animationName";
        let said = window.client.execute(animation, vec![serde_json::to_value(&cover)?]).await?;
        assert_eq!(said, expected, "with animations {animations}");
        window.run_line("clear").await?;
        window.wait_until_gone(".blinking").await?;
        window.quit().await?;
    }
    Ok(())
}

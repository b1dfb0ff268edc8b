//! The desktop shell of Inglenook: windows, commands, events. It translates; it decides nothing.
#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod commands;
mod desk;
mod events;
mod instance;
mod log_out;
mod platform;
mod quit;
mod window;
mod wire;

use desk::Desk;
use inglenook_engine::{InstanceKind, Options};
use tauri::{Manager, RunEvent};

fn main() -> std::process::ExitCode {
    log_to_stderr();
    inglenook_engine::memory::keep_small();
    platform::prepare();
    match run() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(%error, "Inglenook could not start");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::discover(InstanceKind::App)?;
    let context = tauri::generate_context!();
    let app = tauri::Builder::default()
        .plugin(instance::only_one(context.config(), &options.data_dir))
        .plugin(tauri_plugin_shell::init())
        .invoke_handler(commands::handler())
        .setup(move |app| {
            let told = app.handle().clone();
            let desk = Desk::closed(options, move |engine| events::forward(&told, engine));
            let (desk, opening) = tauri::async_runtime::block_on(desk);
            app.manage(desk);
            app.manage(quit::Quitting::default());
            log_out::watch(app.handle());
            window::open_main(app.handle())?;
            // From here on others work at the window: the engine takes no core from what makes it.
            opening.begin();
            Ok(())
        })
        .on_page_load(|view, load| window::on_page_load(view, load.event()))
        .on_window_event(window::on_event)
        .build(context)?;
    app.run(|app, event| match event {
        // The last window was closed.
        RunEvent::ExitRequested { code: None, api, .. } if app.state::<Desk>().stays_in_background() => {
            api.prevent_exit();
        }
        RunEvent::Exit => tauri::async_runtime::block_on(app.state::<Desk>().shut_down()),
        _ => {}
    });
    Ok(())
}

fn log_to_stderr() {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_from_env("INGLENOOK_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}

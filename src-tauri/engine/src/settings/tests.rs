use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use tempfile::TempDir;

use super::read::read;
use super::{Renderer, Settings, SettingsFile, SettingsRead};

/// What a file says to a process that has just started.
fn of(text: &str) -> SettingsRead {
    read(text, &Settings::default())
}

fn file_with(text: &str) -> (TempDir, PathBuf, SettingsFile) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("settings.toml");
    fs::write(&path, text).unwrap();
    let file = SettingsFile::open(path.clone());
    (folder, path, file)
}

#[test]
fn a_value_that_cannot_be_understood_is_a_fault_with_its_line_and_the_others_are_in_force() {
    let read =
        of("# mine\n[sessions]\nidle_after = \"soon\"\nmax_live = 3\n[appearance]\nrenderer = \"ascii\"\n");
    let faults: Vec<_> = read.faults.iter().map(|fault| (fault.line, fault.key.as_deref())).collect();
    assert_eq!(faults, [(3, Some("sessions.idle_after")), (6, Some("appearance.renderer"))]);
    assert!(read.faults[0].message.contains("soon") && read.faults[0].message.contains("6h"));
    assert_eq!(read.settings, Settings { max_live: Some(3), ..Settings::default() });
}

#[test]
fn a_name_that_is_no_setting_and_a_text_that_is_no_toml_are_faults_too() {
    for (text, line) in [
        ("[sessions]\n\nidle_afer = \"6h\"\n", 3),
        ("\n[session]\nidle_after = \"6h\"\n", 2),
        ("renderer = \"dom\"\n", 1),
        ("[sessions]\nidle_after = 6h\n", 2),
        ("[sessions]\nmax_live = -1\n", 2),
        ("[sessions]\nmax_live = { a = 1 }\n", 2),
        ("[app]\nkeep_running_in_background = \"perhaps\"\n", 2),
        ("[appearance]\nfont_size = 33\n", 2),
        ("[appearance]\nfont_size = 7\n", 2),
        ("[appearance]\nfont_size = 13.5\n", 2),
        ("[appearance]\nfont_size = \"large\"\n", 2),
        ("[appearance]\nminimum_contrast = 0.9\n", 2),
        ("[appearance]\nminimum_contrast = 21.1\n", 2),
        ("[appearance]\nminimum_contrast = nan\n", 2),
    ] {
        let read = of(text);
        assert_eq!(read.faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [line], "in {text:?}");
        assert_eq!(read.settings, Settings::default(), "in {text:?}");
    }
}

#[test]
fn never_and_zero_switch_a_reaper_off() {
    let read = of("[sessions]\nidle_after = \"never\"\nmax_live = 0\norphan_grace = 0\n");
    assert_eq!(read.faults, []);
    let Settings { idle_after, max_live, orphan_grace, .. } = read.settings;
    assert_eq!((idle_after, max_live, orphan_grace), (None, None, None));
}

#[test]
fn lengths_of_time_are_written_as_people_write_them() {
    for (written, milliseconds, shown) in [
        ("6h", 21_600_000, "6h"),
        ("1h 30m", 5_400_000, "1h 30m"),
        ("90s", 90_000, "1m 30s"),
        ("250ms", 250, "250ms"),
    ] {
        let read = of(&format!("[sessions]\nidle_after = \"{written}\"\n"));
        assert_eq!(read.settings.idle_after, Some(milliseconds), "{written}");
        assert_eq!(read.values[0].value, shown, "{written}");
    }
}

#[test]
fn numbers_are_taken_within_their_range_and_written_as_numbers() {
    for (written, font_size, minimum_contrast, shown) in [
        ("font_size = 8", 8.0, 4.5, ("8", "4.5")),
        ("font_size = 32", 32.0, 4.5, ("32", "4.5")),
        ("font_size = \"18\"", 18.0, 4.5, ("18", "4.5")),
        ("minimum_contrast = 1", 13.0, 1.0, ("13", "1")),
        ("minimum_contrast = 7.25", 13.0, 7.25, ("13", "7.25")),
        ("minimum_contrast = 21.0", 13.0, 21.0, ("13", "21")),
    ] {
        let read = of(&format!("[appearance]\n{written}\n"));
        assert_eq!(read.faults, [], "{written}");
        let now = &read.settings;
        assert_eq!((now.font_size, now.minimum_contrast), (font_size, minimum_contrast), "{written}");
        let value = |key| read.values.iter().find(|setting| setting.key == key).unwrap().value.as_str();
        assert_eq!((value("appearance.font_size"), value("appearance.minimum_contrast")), shown);
    }
    let (_folder, path, file) = file_with("");
    file.set("appearance.font_size", "15").unwrap();
    file.set("appearance.minimum_contrast", "7.5").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "[appearance]\nfont_size = 15\nminimum_contrast = 7.5\n");
    let refused = file.set("appearance.font_size", "40").unwrap_err().to_string();
    assert!(refused.contains("from 8 to 32"), "{refused}");
}

#[test]
fn an_edit_keeps_comments_order_and_everything_else() {
    let text = "# my settings\n\n[sessions] # mine\n  idle_after = \"1h\"   # tea\nmax_live = 4\n";
    let (_folder, path, file) = file_with(text);
    file.set("sessions.idle_after", "2h").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), text.replace("1h", "2h"));
    file.set("appearance.renderer", "dom").unwrap();
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        format!("{}\n[appearance]\nrenderer = \"dom\"\n", text.replace("1h", "2h"))
    );
    let now = file.now().settings;
    assert_eq!((now.idle_after, now.max_live, now.renderer), (Some(7_200_000), Some(4), Renderer::Dom));
}

#[test]
fn a_first_edit_makes_a_file_that_explains_itself() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/settings.toml");
    let file = SettingsFile::open(path.clone());
    file.set("sessions.max_live", "5").unwrap();
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("# idle_after = \"6h\"") && text.contains("\nmax_live = 5"), "{text}");
    let read = of(&text);
    assert_eq!((read.faults, read.settings), (vec![], Settings { max_live: Some(5), ..Settings::default() }));
}

#[test]
fn what_cannot_be_understood_is_refused_and_changes_nothing() {
    let (_folder, path, file) = file_with("[sessions]\nmax_live = 4\n");
    for (key, value) in [("sessions.max_live", "many"), ("sessions.idle_after", "-1h"), ("no.such", "1")] {
        assert!(file.set(key, value).is_err(), "{key} = {value}");
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), "[sessions]\nmax_live = 4\n");
    fs::write(&path, "[sessions\n").unwrap();
    let refused = file.set("sessions.max_live", "5").unwrap_err().to_string();
    assert!(refused.contains("line 1"), "{refused}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "[sessions\n");
}

#[test]
fn a_file_that_is_changed_outside_is_in_force_at_the_next_look() {
    let (_folder, path, file) = file_with("");
    let mut watch = file.watch();
    fs::write(&path, "[sessions]\nmax_live = 7\n").unwrap();
    file.look();
    assert_eq!(watch.borrow_and_update().settings.max_live, Some(7));
    fs::remove_file(&path).unwrap();
    file.look();
    assert_eq!(file.now().settings.max_live, Some(7), "an editor may be about to put another in its place");
    file.look();
    assert_eq!(watch.borrow_and_update().settings, Settings::default());
}

#[test]
fn a_link_to_the_file_stays_a_link() {
    let (folder, path, _) = file_with("");
    let link = folder.path().join("link.toml");
    symlink(&path, &link).unwrap();
    SettingsFile::open(link.clone()).set("sessions.max_live", "5").unwrap();
    assert!(link.is_symlink());
    assert!(fs::read_to_string(&path).unwrap().contains("max_live = 5"));
}

#[test]
fn a_slip_of_the_pen_leaves_in_force_what_was() {
    let (_folder, path, file) = file_with("[sessions]\nidle_after = \"never\"\nmax_live = 0\n");
    for slip in [
        "[sessions]\nidle_after = \"nevr\"\nmax_live = 0\n",
        "[sessions]\nidle_after = \"never\nmax_live = 0\n",
        "[sessions]\nidle_after = \"never\"\nmax_live = \"\"\n",
    ] {
        fs::write(&path, slip).unwrap();
        file.look();
        let now = file.now();
        assert_eq!(now.faults.len(), 1, "{slip}");
        assert_eq!((now.settings.idle_after, now.settings.max_live), (None, None), "{slip}");
    }
}

#[test]
fn a_file_that_could_not_be_read_is_read_once_it_can_be() {
    let (_folder, path, file) = file_with("[sessions]\nmax_live = 7\n");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    file.look();
    assert_eq!((file.now().faults.len(), file.now().settings.max_live), (1, Some(7)));
    fs::remove_dir(&path).unwrap();
    fs::write(&path, "[sessions]\nmax_live = 8\n").unwrap();
    file.look();
    assert_eq!((file.now().faults.len(), file.now().settings.max_live), (0, Some(8)));
}

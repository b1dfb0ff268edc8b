//! A damaged database: a page that says so and offers the newest backup.

use anyhow::Result;
use inglenook_tests::{Place, Window};

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_database_is_said_and_its_backup_offered() -> Result<()> {
    let place = Place::new()?;
    let window = Window::start(&place).await?;
    window.new_session("Joins and windows").await?;
    window.wait_for_prompt().await?;
    window.quit().await?;

    // As the copy of the next day would be.
    let backups = place.data_dir().join("backups");
    std::fs::create_dir_all(&backups)?;
    std::fs::copy(place.database(), backups.join("4102444800000.db"))?;
    std::fs::write(place.database(), vec![0x5a; 64 * 1024])?;

    let window = Window::start(&place).await?;
    let page = window.wait_for_words("body", "inglenook.db").await?;
    assert!(page.to_lowercase().contains("nothing was deleted"), "it says what was kept: {page}");
    window.picture("damaged").await?;
    window.click("[data-testid=recover-backup]").await?;
    let row = window.text_of("[data-testid=session-row]").await?;
    assert!(row.contains("Joins and windows"), "the backup's session is there: {row}");
    let aside = std::fs::read_dir(place.data_dir())?.flatten();
    let kept = aside.filter(|entry| entry.file_name().to_string_lossy().starts_with("damaged-")).count();
    assert_eq!(kept, 1, "the damaged file is kept");
    window.picture("damaged-recovered").await?;
    window.quit().await
}

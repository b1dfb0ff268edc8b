//! Looking at the whole file for damage.

use super::Store;
use crate::error::Result;

/// More of them say nothing that the first ones do not.
const PROBLEMS: i64 = 20;

impl Store {
    /// What SQLite finds wrong with the file, a line each; nothing where it is whole. Reads all of it.
    pub(crate) async fn check(&self) -> Result<Vec<String>> {
        let verdict: Vec<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(format!("PRAGMA quick_check({PROBLEMS})")))
                .fetch_all(self.readers())
                .await?;
        Ok(if verdict == ["ok"] { Vec::new() } else { verdict })
    }
}

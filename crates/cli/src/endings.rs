//! The folder of endgame databases, and the database the engine uses.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use crownhead_endgame::Database;
use crownhead_engine::Endgame;

use crate::config;

/// The folder of the user's own databases, if the user has a data directory.
pub(crate) fn own_folder() -> Option<PathBuf> {
    config::own_data().map(|folder| folder.join("endgame"))
}

/// The built-in endgames, and those the user has built. Files that cannot be opened are reported once and ignored.
pub(crate) fn known() -> &'static Database {
    static KNOWN: LazyLock<Database> = LazyLock::new(|| {
        let Some(folder) = own_folder().filter(|folder| folder.exists()) else {
            return Database::with_shipped();
        };
        Database::open(&folder).unwrap_or_else(|error| {
            eprintln!("warning: ignoring the endgame databases: {:#}", anyhow::Error::from(error));
            Database::with_shipped()
        })
    });
    &KNOWN
}

/// The same for an engine.
pub(crate) fn for_engine() -> Arc<dyn Endgame> {
    Arc::new(known())
}

//! The folder of endgame databases, and the database the engine uses.

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use crownhead_endgame::{Content, Database, FileError, material_of};
use crownhead_engine::Endgame;

use crate::config;
use crate::output::tell;

/// The folder of the user's own databases, if the user has a data directory.
pub(crate) fn own_folder() -> Option<PathBuf> {
    config::own_data().map(|folder| folder.join("endgame"))
}

/// The built-in endgames and those of a folder. Files that cannot be used are ignored, with a warning.
pub(crate) fn open(folder: &Path) -> Result<Database, FileError> {
    Database::open_usable(folder, |error| {
        let command = rebuild(error.path()).map(|command| format!("; to build it again: {command}"));
        let told = anyhow::Error::from(error);
        tell(format_args!("warning: an endgame file is ignored: {told:#}{}", command.unwrap_or_default()));
    })
}

/// The command that builds a file again.
pub(crate) fn rebuild(file: &Path) -> Option<String> {
    let (material, folder) = (material_of(file)?, file.parent()?.display());
    let has_distances = file.extension().is_some_and(|end| end == Content::Distances.extension());
    let distance = if has_distances { " --distance" } else { "" };
    Some(format!("crownhead endgame build --dir {folder} --material {material}{distance}"))
}

/// The built-in endgames, and those the user has built. A folder that cannot be read is reported once and ignored.
pub(crate) fn known() -> &'static Database {
    static KNOWN: LazyLock<Database> = LazyLock::new(|| {
        let Some(folder) = own_folder().filter(|folder| folder.exists()) else {
            return Database::with_shipped();
        };
        open(&folder).unwrap_or_else(|error| {
            tell(format_args!("warning: ignoring the endgame databases: {:#}", anyhow::Error::from(error)));
            Database::with_shipped()
        })
    });
    &KNOWN
}

/// The same for an engine.
pub(crate) fn for_engine() -> Arc<dyn Endgame> {
    Arc::new(known())
}

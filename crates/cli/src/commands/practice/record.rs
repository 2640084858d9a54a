//! What was reached in each ending, kept in a file of the user.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use crownhead_files::write_atomically;
use serde::{Deserialize, Serialize};

use crate::config;
use crate::output::{tell, tell_error};

/// What was reached in an ending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Reached {
    /// Positions tried.
    pub(super) tried: usize,
    /// Those in which the goal was reached.
    pub(super) reached: usize,
    /// Those in which it was reached without hints and without taking moves back.
    pub(super) alone: usize,
}

/// What was reached in all endings.
#[derive(Debug, Default)]
pub(super) struct Record {
    path: Option<PathBuf>,
    endings: Endings,
}

type Endings = BTreeMap<String, Reached>;

impl Record {
    /// A record that is gone with the program.
    pub(super) fn unkept() -> Record {
        Record::default()
    }

    /// The user's own. One that cannot be read is left as it is, and not added to.
    pub(super) fn own() -> Record {
        let Some(path) = config::own_data().map(|folder| folder.join("practice.json")) else {
            return Record::unkept();
        };
        match read(&path) {
            Ok(endings) => Record { path: Some(path), endings },
            Err(error) => {
                let name = path.display();
                tell_error(&error);
                tell(format_args!("what you reach now is not kept; to begin a new record, move {name} away"));
                Record::unkept()
            }
        }
    }

    pub(super) fn of(&self, id: &str) -> Reached {
        self.endings.get(id).copied().unwrap_or_default()
    }

    /// Changes what was reached in an ending, and keeps it. Another window may have added to the file meanwhile.
    pub(super) fn change(&mut self, id: &str, change: impl FnOnce(&mut Reached)) -> anyhow::Result<()> {
        if let Some(path) = &self.path {
            self.endings = read(path)?;
        }
        change(self.endings.entry(id.to_owned()).or_default());
        let Some(path) = &self.path else { return Ok(()) };
        let told = || format!("what you have reached cannot be kept in {}", path.display());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(told)?;
        }
        let text = serde_json::to_string_pretty(&self.endings)? + "\n";
        write_atomically(path, text.as_bytes()).with_context(told)
    }
}

/// What a file says; nothing, if there is none.
fn read(path: &Path) -> anyhow::Result<Endings> {
    let told = || path.display().to_string();
    match fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).with_context(told),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Endings::new()),
        Err(error) => Err(error).with_context(told),
    }
}

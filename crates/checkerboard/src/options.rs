//! What CheckerBoard can set, and where it is kept.

use std::fs;
use std::path::{Path, PathBuf};

use crownhead_engine::Engine;
use serde::{Deserialize, Serialize};

/// The options of the engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Options {
    pub(crate) hashsize: usize,
    pub(crate) searchthreads: usize,
    pub(crate) book: u8,
    pub(crate) level: u8,
    pub(crate) dbpath: PathBuf,
    pub(crate) enable_wld: bool,
    pub(crate) max_dbpieces: usize,
    pub(crate) allscores: bool,
    pub(crate) solve: bool,
    /// Answered as they were set; they change nothing.
    dbmbytes: u32,
    enable_mtc: bool,
    mtcpath: PathBuf,
    bookfile: PathBuf,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hashsize: Engine::DEFAULT_MEGABYTES,
            searchthreads: 1,
            book: 2,
            level: 0,
            dbpath: PathBuf::new(),
            enable_wld: true,
            max_dbpieces: 16,
            allscores: false,
            solve: false,
            dbmbytes: 0,
            enable_mtc: true,
            mtcpath: PathBuf::new(),
            bookfile: PathBuf::new(),
        }
    }
}

/// A number within bounds.
fn number<T: std::str::FromStr + PartialOrd>(text: &str, least: T, most: T) -> Option<T> {
    text.parse().ok().filter(|number| (&least..=&most).contains(&number))
}

fn flag(text: &str) -> Option<bool> {
    number(text, 0u8, 1).map(|number| number == 1)
}

impl Options {
    /// Those that were kept. What is missing or damaged is as it was from the beginning.
    pub(crate) fn read(file: Option<&Path>) -> Options {
        let text = file.and_then(|file| fs::read_to_string(file).ok()).unwrap_or_default();
        toml::from_str(&text).unwrap_or_default()
    }

    /// Keeps them. Nobody can be told of a disk that is full; they hold until CheckerBoard ends.
    pub(crate) fn write(&self, file: Option<&Path>) {
        if let (Some(file), Ok(text)) = (file, toml::to_string(self)) {
            let _ = file.parent().map(fs::create_dir_all);
            let _ = crownhead_files::write_atomically(file, text.as_bytes());
        }
    }

    /// Sets one. `None` when there is no such option or value.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "hashsize" => self.hashsize = number(value, 1, 4096)?,
            "searchthreads" => self.searchthreads = number(value, 1, 64)?,
            "book" => self.book = number(value, 0, 3)?,
            "level" => self.level = number(value, 0, 10)?,
            "dbpath" => self.dbpath = value.into(),
            "enable_wld" => self.enable_wld = flag(value)?,
            "max_dbpieces" => self.max_dbpieces = number(value, 2, 16)?,
            "allscores" => self.allscores = flag(value)?,
            "solve" => self.solve = flag(value)?,
            "dbmbytes" => self.dbmbytes = value.parse().ok()?,
            "enable_mtc" => self.enable_mtc = flag(value)?,
            "mtcpath" => self.mtcpath = value.into(),
            "bookfile" => self.bookfile = value.into(),
            _ => return None,
        }
        Some(())
    }

    /// The value of one, if there is such an option.
    pub(crate) fn get(&self, name: &str) -> Option<String> {
        let flag = |value: bool| u8::from(value).to_string();
        let path = |path: &Path| path.display().to_string();
        Some(match name {
            "hashsize" => self.hashsize.to_string(),
            "searchthreads" => self.searchthreads.to_string(),
            "book" => self.book.to_string(),
            "level" => self.level.to_string(),
            "dbpath" => path(&self.dbpath),
            "enable_wld" => flag(self.enable_wld),
            "max_dbpieces" => self.max_dbpieces.to_string(),
            "allscores" => flag(self.allscores),
            "solve" => flag(self.solve),
            "dbmbytes" => self.dbmbytes.to_string(),
            "enable_mtc" => flag(self.enable_mtc),
            "mtcpath" => path(&self.mtcpath),
            "bookfile" => path(&self.bookfile),
            _ => return None,
        })
    }
}

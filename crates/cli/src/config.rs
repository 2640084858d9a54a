//! The user's folders, and the configuration of games.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Deserializer};

use crate::commands::play::PlayArgs;

fn own_folders() -> Option<directories::ProjectDirs> {
    directories::ProjectDirs::from("", "", "crownhead")
}

/// The folder for the user's data.
pub(crate) fn own_data() -> Option<PathBuf> {
    own_folders().map(|folders| folders.data_dir().to_owned())
}

/// The file of session tokens for servers, which are secret.
pub(crate) fn own_sessions() -> Option<PathBuf> {
    let folders = own_folders()?;
    let folder = folders.state_dir().unwrap_or_else(|| folders.data_local_dir());
    Some(folder.join("online.json"))
}

/// Reads the configuration. A named file must exist; the default one need not.
pub(crate) fn read(named: Option<&Path>) -> anyhow::Result<PlayArgs> {
    let usual = || own_folders().map(|folders| folders.config_dir().join("config.toml"));
    let Some(path) = named.map(Path::to_owned).or_else(usual) else { return Ok(PlayArgs::default()) };
    match fs::read_to_string(&path) {
        Ok(text) => {
            toml::from_str(&text).with_context(|| format!("cannot read the configuration {}", path.display()))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound && named.is_none() => Ok(PlayArgs::default()),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// A text, or a number that means the same: `level = 3` and `level = "3"`.
pub(crate) fn text<'de, D: Deserializer<'de>>(source: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Value {
        Text(String),
        Number(i64),
    }
    Ok(Some(match Value::deserialize(source)? {
        Value::Text(text) => text,
        Value::Number(number) => number.to_string(),
    }))
}

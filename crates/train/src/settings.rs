//! The settings that a folder was made with.

use std::fs;
use std::io;
use std::path::Path;

use crate::file::{DataError, write_file};

/// The file of the settings.
const FILE: &str = "settings.txt";

/// Keeps the settings that the contents of a folder depend on, each with its name, and makes the folder if there is none.
///
/// # Errors
///
/// The folder was made with another value of one of them, or a file cannot be read or written.
pub fn keep_settings(folder: &Path, settings: &[(&str, String)]) -> Result<(), DataError> {
    fs::create_dir_all(folder).map_err(DataError::io(folder))?;
    let path = folder.join(FILE);
    let text: String = settings.iter().map(|(name, value)| format!("{name} = {value}\n")).collect();
    let kept = match fs::read_to_string(&path) {
        Ok(kept) => kept,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return write_file(&path, text.as_bytes()),
        Err(error) => return Err(DataError::io(&path)(error)),
    };
    let differs = settings.iter().find_map(|(name, value)| {
        let before = kept.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(" = "))?;
        (before != value).then(|| format!("made with {name} {before}, not {value}"))
    });
    match differs {
        None => Ok(()),
        Some(differs) => {
            let what = format!("{differs}; continue with the same settings, or take another folder");
            Err(DataError::content(folder, what))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_other_settings_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let keep = |nodes: &str| {
            keep_settings(folder.path(), &[("seed", "1".to_owned()), ("nodes", nodes.to_owned())])
        };
        keep("800").unwrap();
        keep("800").unwrap();
        let error = keep("900").unwrap_err().to_string();
        assert!(error.contains("made with nodes 800, not 900"), "{error}");
    }
}

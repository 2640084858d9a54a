#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::Builder;

/// Writes a file atomically: a full disk, a crash or a power cut leaves either the old file or the new one. Folders on the
/// way are created.
///
/// # Errors
///
/// The file cannot be written. The old one is untouched then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = Builder::new();
    // Temporary files are private by default; this one becomes an ordinary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_fails_leaves_everything_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        // A folder cannot be replaced by a file.
        fs::create_dir_all(path.join("inside")).unwrap();
        assert!(write_atomically(&path, b"new").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
        assert!(path.join("inside").exists());
    }
}

#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

use tempfile::Builder;

/// The lines of a text, without their ends. What is not UTF-8 in a line is marked, so that it spoils no other line.
///
/// ```
/// let lines: Result<Vec<String>, _> = crownhead_files::lines(&b"one\r\n\xFF\ntwo"[..]).collect();
/// assert_eq!(lines?, ["one", "\u{FFFD}", "two"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn lines(text: impl BufRead) -> impl Iterator<Item = io::Result<String>> {
    text.split(b'\n').map(|line| {
        let line = line?;
        Ok(String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(&line)).into_owned())
    })
}

/// Writes a file atomically: a full disk, a crash or a power cut leaves either the old file or the new one.
///
/// A symbolic link stays one, and what it points to is replaced. A device or a pipe has nothing to lose, and is written to.
///
/// # Errors
///
/// The file cannot be written, or its folder does not exist. An old file is untouched then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            return OpenOptions::new().write(true).open(path)?.write_all(bytes);
        }
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    replace(&end_of_links(path), bytes)
}

/// Where a path leads when its links are followed, to a file that need not exist yet. It is known not to lead in a circle.
fn end_of_links(path: &Path) -> PathBuf {
    let mut end = path.to_owned();
    while let Ok(target) = fs::read_link(&end) {
        end = end.parent().unwrap_or(Path::new("")).join(target);
    }
    end
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A temporary file would be named in the error, and not the folder that is missing.
    fs::metadata(folder)?;
    let mut builder = Builder::new();
    // Temporary files are private by default; this one becomes an ordinary file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The error names the temporary file, of which nobody knows; its kind does not.
    let mut file = builder.tempfile_in(folder).map_err(|error| io::Error::from(error.kind()))?;
    // By way of the file itself: otherwise the error names the temporary file.
    file.as_file_mut().write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|failed| failed.error)?;
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

    #[test]
    fn a_folder_that_is_missing_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let error = write_atomically(&folder.path().join("missing/file"), b"new").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(!error.to_string().contains("path"), "{error}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_and_its_target_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let [link, other, target] = ["link", "other", "target"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("other", &link).unwrap();
        std::os::unix::fs::symlink("target", &other).unwrap();
        for text in ["first", "second"] {
            write_atomically(&link, text.as_bytes()).unwrap();
            assert!(link.is_symlink() && other.is_symlink() && !target.is_symlink());
            assert_eq!(fs::read_to_string(&target).unwrap(), text);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_that_allows_no_files_is_told_without_the_temporary_one() {
        let error = write_atomically(Path::new("/proc/crownhead"), b"new").unwrap_err().to_string();
        assert!(!error.contains("/proc") && !error.contains("tmp"), "{error}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_written_to() {
        write_atomically(Path::new("/dev/null"), b"new").unwrap();
        let full = write_atomically(Path::new("/dev/full"), b"new").unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        assert!(!fs::metadata("/dev/full").unwrap().is_file());
    }
}

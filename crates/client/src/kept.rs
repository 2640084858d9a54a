//! Sessions kept in a file, so that whoever comes back is the same person, and sits where they sat.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::site::Site;
use crate::token::Token;

/// A file of sessions, one for each server. Only its owner can read it.
#[derive(Clone, Debug)]
pub struct SessionFile {
    path: PathBuf,
}

type Sessions = BTreeMap<String, Token>;

impl SessionFile {
    /// The file at a path, which is made when it is needed.
    pub fn new(path: PathBuf) -> SessionFile {
        SessionFile { path }
    }

    /// The session with a server, if there is one.
    pub fn read(&self, site: &Site) -> Option<Token> {
        self.sessions().remove(&site.to_string())
    }

    /// Keeps the session with a server, or forgets it.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, site: &Site, token: Option<&Token>) -> io::Result<()> {
        let mut sessions = self.sessions();
        match token {
            Some(token) => sessions.insert(site.to_string(), token.clone()),
            None => sessions.remove(&site.to_string()),
        };
        let text = serde_json::to_string_pretty(&sessions)?;
        write_private(&self.path, &text)
    }

    /// A file that is not there, or is damaged, holds no sessions.
    fn sessions(&self) -> Sessions {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }
}

/// Writes a file that only its owner can read, so that at any moment it is the old one or the new one.
fn write_private(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let draft = path.with_extension(format!("{}.part", std::process::id()));
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    file.write_all(text.as_bytes())?;
    fs::rename(&draft, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_kept_for_each_server_and_for_nobody_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = SessionFile::new(folder.path().join("deep/online.json"));
        let [here, there]: [Site; 2] = ["localhost:1", "localhost:2"].map(|text| text.parse().unwrap());
        assert_eq!(file.read(&here), None);
        file.write(&here, Some(&Token::new("one"))).unwrap();
        file.write(&there, Some(&Token::new("two"))).unwrap();
        assert_eq!(file.read(&here), Some(Token::new("one")));
        file.write(&here, None).unwrap();
        assert_eq!((file.read(&here), file.read(&there)), (None, Some(Token::new("two"))));
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = fs::metadata(folder.path().join("deep/online.json")).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
    }
}

//! Reads what was appended to a file.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::PathBuf;
use std::time::SystemTime;

/// A file that another process writes line by line, and how far it was read.
#[derive(Clone, Debug)]
pub(crate) struct Tail {
    path: PathBuf,
    place: u64,
    /// The creation time of the file, to notice when it is replaced.
    made: Option<SystemTime>,
}

/// A change of a file.
#[derive(Debug)]
pub(crate) enum Appended<'a> {
    /// It was replaced or truncated: everything comes again from its start.
    Anew,
    /// A complete line, with its offset.
    Line(u64, &'a [u8]),
}

impl Tail {
    pub(crate) fn new(path: PathBuf) -> Tail {
        Tail { path, place: 0, made: None }
    }

    /// Reports what is new. An incomplete last line is left for later; a missing file is empty.
    pub(crate) fn read(&mut self, mut each: impl FnMut(Appended<'_>)) -> io::Result<()> {
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.start_over(None, &mut each);
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let about = file.metadata()?;
        // Without creation times, a replaced file is noticed only if it is shorter.
        let made = about.created().ok();
        if about.len() < self.place || made != self.made {
            self.start_over(made, &mut each);
        }
        if about.len() == self.place {
            return Ok(());
        }
        let mut reader = BufReader::new(file);
        reader.seek(SeekFrom::Start(self.place))?;
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 && line.ends_with(b"\n") {
            each(Appended::Line(self.place, &line));
            self.place += line.len() as u64;
            line.clear();
        }
        Ok(())
    }

    fn start_over(&mut self, made: Option<SystemTime>, each: &mut impl FnMut(Appended<'_>)) {
        if self.place > 0 {
            each(Appended::Anew);
        }
        (self.place, self.made) = (0, made);
    }

    /// The line at an offset.
    pub(crate) fn line_at(&self, place: u64) -> io::Result<Vec<u8>> {
        let mut reader = BufReader::new(File::open(&self.path)?);
        reader.seek(SeekFrom::Start(place))?;
        let mut line = Vec::new();
        reader.read_until(b'\n', &mut line)?;
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    /// What is new, with a star where the file starts over.
    fn news(tail: &mut Tail) -> String {
        let mut news = String::new();
        let tell = |appended: Appended<'_>| match appended {
            Appended::Anew => news.push('*'),
            Appended::Line(_, line) => news.push_str(std::str::from_utf8(line).unwrap().trim_end()),
        };
        tail.read(tell).unwrap();
        news
    }

    #[test]
    fn each_whole_line_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let mut tail = Tail::new(path.clone());
        assert_eq!(news(&mut tail), "");
        let mut file = File::create(&path).unwrap();
        file.write_all(b"one\ntwo\nthr").unwrap();
        assert_eq!(news(&mut tail), "onetwo");
        assert_eq!(news(&mut tail), "");
        file.write_all(b"ee\n").unwrap();
        assert_eq!(news(&mut tail), "three");
        assert_eq!(tail.line_at(4).unwrap(), b"two\n");
    }

    #[test]
    fn a_file_that_was_cut_or_replaced_is_read_from_its_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines");
        let mut tail = Tail::new(path.clone());
        fs::write(&path, "one\ntwo\n").unwrap();
        assert_eq!(news(&mut tail), "onetwo");
        fs::write(&path, "a\n").unwrap();
        assert_eq!(news(&mut tail), "*a");
        fs::remove_file(&path).unwrap();
        assert_eq!(news(&mut tail), "*");
        fs::write(&path, "another\n").unwrap();
        assert_eq!(news(&mut tail), "another");
    }
}

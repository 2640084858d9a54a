//! Game files.

use std::fs::File;
use std::io::{Cursor, Read};
use std::path::PathBuf;

use crownhead_pdn::{GameResult, Item, ReadError, Reader, Record as PdnRecord};
use pyo3::prelude::*;

use super::board::Board;
use super::error::{PdnError, told};

/// A game as a file has it: tags, moves and comments. It need not be legal.
#[pyclass(frozen, eq, skip_from_py_object, module = "crownhead")]
#[derive(Clone, PartialEq)]
pub(super) struct Record(PdnRecord);

impl Record {
    /// A record with tags in front of those it has.
    pub(super) fn with_tags(mut record: PdnRecord, tags: Vec<(String, String)>) -> PyResult<Record> {
        let own = std::mem::take(&mut record.tags);
        let own = own.iter().map(|(name, value)| (name.to_owned(), value.to_owned()));
        for (name, value) in tags.into_iter().chain(own.collect::<Vec<_>>()) {
            record.tags.set(&name, &value).map_err(|error| PdnError::new_err(error.to_string()))?;
        }
        Ok(Record(record))
    }
}

#[pymethods]
impl Record {
    /// The tags as pairs of name and value, in their order.
    #[getter]
    fn tags(&self) -> Vec<(String, String)> {
        self.0.tags.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }

    /// The value of a tag, whatever the case of its name.
    fn tag(&self, name: &str) -> Option<&str> {
        self.0.tags.get(name)
    }

    /// The moves of the main line, as they are written.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.body.moves().map(|text| text.to_string()).collect()
    }

    /// The comments of the main line, each with the number of moves before it.
    #[getter]
    fn comments(&self) -> Vec<(usize, String)> {
        let (mut ply, mut comments) = (0, Vec::new());
        for item in &self.0.body {
            match item {
                Item::Move(_) => ply += 1,
                Item::Comment(comment) => comments.push((ply, comment.text().to_owned())),
                _ => {}
            }
        }
        comments
    }

    /// How the game ended: 1-0 if Black won, 0-1, 1/2-1/2, 0-0, or * if nothing is said.
    #[getter]
    fn result(&self) -> &'static str {
        self.0.result().map(GameResult::to_score).unwrap_or_default().as_str()
    }

    /// The game, played by the rules.
    fn replay(&self, py: Python<'_>) -> PyResult<Board> {
        py.detach(|| self.0.replay()).map(Board).map_err(|error| PdnError::new_err(told(&error)))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let name = |color| self.0.player(color).unwrap_or("?");
        let [black, white] = crownhead_board::Color::ALL.map(name);
        format!("Record({black} - {white}, {} moves, {})", self.0.body.moves().count(), self.result())
    }
}

/// The games of a file, one after the other.
#[pyclass(module = "crownhead")]
pub(super) struct PdnReader {
    reader: Reader<Box<dyn Read + Send + Sync>>,
    file: Option<String>,
    strict: bool,
    /// What could not be read, if that is no reason to stop.
    #[pyo3(get)]
    errors: Vec<String>,
}

#[pymethods]
impl PdnReader {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Record>> {
        loop {
            let reader = &mut self.reader;
            match py.detach(|| reader.next()) {
                None => return Ok(None),
                Some(Ok(record)) => return Ok(Some(Record(record))),
                Some(Err(error)) => {
                    let text = self.explain(&error);
                    if self.strict {
                        return Err(PdnError::new_err(text));
                    }
                    self.errors.push(text);
                }
            }
        }
    }
}

impl PdnReader {
    fn new(source: Box<dyn Read + Send + Sync>, file: Option<String>, strict: bool) -> PdnReader {
        PdnReader { reader: Reader::new(source), file, strict, errors: Vec::new() }
    }

    fn explain(&self, error: &ReadError) -> String {
        self.file.as_ref().map_or_else(|| told(error), |file| error.in_file(file).to_string())
    }
}

/// The games of a text.
#[pyfunction]
#[pyo3(signature = (text, *, strict=true))]
pub(super) fn read_pdn(text: String, strict: bool) -> PdnReader {
    PdnReader::new(Box::new(Cursor::new(text.into_bytes())), None, strict)
}

/// The games of a file, of which one is in memory at a time.
#[pyfunction]
#[pyo3(signature = (path, *, strict=true))]
pub(super) fn open_pdn(path: PathBuf, strict: bool) -> PyResult<PdnReader> {
    let file = File::open(&path)?;
    Ok(PdnReader::new(Box::new(file), Some(path.display().to_string()), strict))
}

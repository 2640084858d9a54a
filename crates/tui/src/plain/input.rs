//! Where the lines come from: from somebody at a keyboard, who edits them, or from anything else.

use std::io::{self, BufRead, Write};

use crownhead_files::lines;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, ExternalPrinter, Helper};

use crate::completion::{Completion, Vocabulary};

/// Where the lines come from.
pub struct Input(Source);

enum Source {
    Text(Box<dyn Iterator<Item = io::Result<String>> + Send>),
    Keyboard(Box<Editor<Completing, DefaultHistory>>),
}

impl Input {
    /// A text, line by line.
    pub fn text(text: impl BufRead + Send + 'static) -> Input {
        Input(Source::Text(Box::new(lines(text))))
    }

    /// The keyboard of a terminal: lines can be edited and completed, and earlier ones come back.
    ///
    /// # Errors
    ///
    /// The terminal cannot be used.
    pub fn keyboard() -> io::Result<Input> {
        let config = Config::builder().auto_add_history(true).completion_type(CompletionType::List).build();
        let mut editor = Editor::with_config(config).map_err(io_error)?;
        editor.set_helper(Some(Completing(Vocabulary::default())));
        Ok(Input(Source::Keyboard(Box::new(editor))))
    }

    pub(super) fn is_keyboard(&self) -> bool {
        matches!(self.0, Source::Keyboard(_))
    }

    /// A way to write above the line that somebody is typing meanwhile, where there is one.
    pub(super) fn printer(&mut self) -> Option<Above> {
        let Source::Keyboard(editor) = &mut self.0 else { return None };
        let printer = editor.create_external_printer().ok()?;
        Some(Above { printer: Box::new(printer), text: Vec::new() })
    }

    /// The next line, behind a prompt; none at the end.
    pub(super) fn line(&mut self, asked: &Asked, out: &mut dyn Write) -> io::Result<Option<String>> {
        match &mut self.0 {
            Source::Text(text) => {
                write!(out, "{}", asked.prompt)?;
                out.flush()?;
                text.next().transpose()
            }
            Source::Keyboard(editor) => {
                out.flush()?;
                if let Some(Completing(vocabulary)) = editor.helper_mut() {
                    *vocabulary = asked.vocabulary.clone();
                }
                match editor.readline(&asked.prompt) {
                    Ok(line) => Ok(Some(line)),
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(io_error(error)),
                }
            }
        }
    }
}

/// What a line is asked for with.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    pub(super) prompt: String,
    pub(super) vocabulary: Vocabulary,
}

fn io_error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        other => io::Error::other(other),
    }
}

/// Completes what is typed.
struct Completing(Vocabulary);

impl Completer for Completing {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let Completion { start, candidates } = self.0.complete(&line[..position]);
        Ok((start, candidates))
    }
}

impl Helper for Completing {}
impl Highlighter for Completing {}
impl Validator for Completing {}

impl Hinter for Completing {
    type Hint = String;
}

/// Writes above the line that is being typed. What is written is seen when it is flushed.
pub(super) struct Above {
    printer: Box<dyn ExternalPrinter + Send>,
    text: Vec<u8>,
}

impl Write for Above {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let text = String::from_utf8_lossy(&std::mem::take(&mut self.text)).into_owned();
        if text.is_empty() { Ok(()) } else { self.printer.print(text).map_err(io_error) }
    }
}

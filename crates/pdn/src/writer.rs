//! Games as text, by the writing rules of PDN 3.0.

use std::io::{self, Write};

use crate::body::{Item, Line};
use crate::record::Record;
use crate::tags::Tags;
use crate::wrap::Wrap;

/// Writes games with a blank line between them.
///
/// The text is UTF-8. Tags keep their order, moves are numbered from 1, squares have no leading zeros, and
/// lines are at most 80 characters long as far as words allow. What is written is read back as an equal
/// [`Record`]. Empty records are not written, since the notation has no empty games.
///
/// ```
/// use crownhead_pdn::{Reader, Writer};
///
/// let mut writer = Writer::new(Vec::new());
/// for record in Reader::from_text("1.09-13 22x18 * [Event \"B\"] 1. 11-15 {Good.} 1-0") {
///     writer.write(&record?)?;
/// }
/// let text = String::from_utf8(writer.into_inner())?;
/// assert_eq!(text, "1. 9-13 22x18 *\n\n[Event \"B\"]\n\n1. 11-15 {Good.} 1-0\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    has_written: bool,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which should be buffered if it is a file.
    pub fn new(out: W) -> Writer<W> {
        Writer { out, has_written: false }
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// Returns an error if `out` fails.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        if record.is_empty() {
            return Ok(());
        }
        if self.has_written {
            writeln!(self.out)?;
        }
        self.has_written = true;
        write_record(&mut self.out, record)
    }

    /// The destination.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// Writes one game, ending in a line feed, or nothing if the record is empty.
///
/// # Errors
///
/// Returns an error if `out` fails.
pub fn write_record(mut out: impl Write, record: &Record) -> io::Result<()> {
    if record.is_empty() {
        return Ok(());
    }
    write_tags(&mut out, &record.tags)?;
    let mut wrap = Wrap::new(out);
    write_line(&mut wrap, record.body.line(), 0, Depth::Main)?;
    wrap.word(record.ending.as_str())?;
    wrap.finish()
}

fn write_tags(out: &mut impl Write, tags: &Tags) -> io::Result<()> {
    for (name, value) in tags.iter() {
        let value = value.replace('\\', r"\\").replace('"', r#"\""#);
        writeln!(out, "[{name} \"{value}\"]")?;
    }
    if tags.is_empty() { Ok(()) } else { writeln!(out) }
}

/// Where a line stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    Main,
    Variation,
}

/// Writes a line whose first move is the `ply`-th of the game, counted from 0.
///
/// Numbers come before the first side's moves. In variations they also come before the second side's where a line
/// begins or goes on after a remark. The main line has no `1...`: pydraughts, for one, takes what follows apart.
fn write_line<W: Write>(wrap: &mut Wrap<W>, line: Line<'_>, mut ply: usize, depth: Depth) -> io::Result<()> {
    let mut wants_number = depth == Depth::Variation;
    for item in line {
        match item {
            Item::Move(text) => {
                let number = ply / 2 + 1;
                if ply.is_multiple_of(2) {
                    wrap.word(&format!("{number}. {text}"))?;
                } else if wants_number {
                    wrap.word(&format!("{number}... {text}"))?;
                } else {
                    wrap.word(&text.to_string())?;
                }
                ply += 1;
            }
            Item::Nag(nag) => wrap.word(&format!("${nag}"))?,
            Item::Comment(comment) => write_comment(wrap, comment.text())?,
            Item::Setup(fen) => wrap.word(&format!("/FEN \"{fen}\"/"))?,
            Item::Variation(inner) => {
                wrap.open("(");
                write_line(wrap, inner, ply.saturating_sub(1), Depth::Variation)?;
                wrap.close(")");
            }
        }
        wants_number = depth == Depth::Variation && !matches!(item, Item::Move(_) | Item::Nag(_));
    }
    Ok(())
}

fn write_comment<W: Write>(wrap: &mut Wrap<W>, comment: &str) -> io::Result<()> {
    wrap.open("{");
    for word in comment.split(' ') {
        wrap.word(word)?;
    }
    wrap.close("}");
    Ok(())
}

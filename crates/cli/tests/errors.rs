//! No error repeats the text of its cause: programs print the whole chain.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use crownhead_arena::chat::Prompt;
use crownhead_arena::openings::Openings;
use crownhead_arena::tournament::{Saved, TournamentFile};
use crownhead_board::Position;
use crownhead_endgame::Database;
use crownhead_engine::{Book, Evaluation};
use crownhead_pdn::Reader;
use crownhead_protocol::hub::{Command, Reply};
use crownhead_protocol::{Frame, FrameChoice, MoveText, dxp, hub};

type AnyError = Box<dyn Error>;

/// Walks the chain of an error.
#[track_caller]
fn check(result: Result<(), impl Into<AnyError>>) {
    let error: AnyError = result.expect_err("an error").into();
    let mut link: &dyn Error = error.as_ref();
    assert!(!link.to_string().is_empty());
    while let Some(cause) = link.source() {
        assert!(!link.to_string().contains(&cause.to_string()), "\"{link}\" repeats its cause \"{cause}\"");
        link = cause;
    }
}

#[test]
fn texts_that_cannot_be_read() {
    for fen in ["", "W:W1:B1", "W:W3:B30", "?:W1:B2", "W:W99:B1"] {
        check(fen.parse::<Position>().map(drop));
    }
    for text in ["1. 11-99 *", "{", "[Event A]\n", "1. $"] {
        check(Reader::from_text(text).next().unwrap().map(drop));
    }
    for text in ["1. 11-18 *", "[FEN \"W:W99:B1\"] *", "[Rules \"chess\"] 1. 11-15 *"] {
        check(Reader::from_text(text).next().unwrap().unwrap().replay().map(drop));
    }
    for line in
        ["", "pos pos=W", "pos start moves=\"11-99\"", "level time=x", "go", "set-param", "pos =", "a b=\""]
    {
        check(line.parse::<Command>().map(drop));
    }
    for line in ["done", "done move=1", "param"] {
        check(line.parse::<Reply>().map(drop));
    }
    for bytes in
        [&b""[..], b"x", b"M0001", b"M00011133", b"R01Other                           Z005075BW", b"E00x"]
    {
        check(dxp::Message::parse(bytes).map(drop));
    }
    let start = hub::BoardText::new(&Position::START, Frame::Standard);
    let moves = ["11-15".parse::<MoveText>().unwrap(), "11-15".parse().unwrap()];
    check(start.resolve(&moves, FrameChoice::Auto, Frame::Standard).map(drop));
    let man_on_crown_row = "Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeb".parse::<hub::BoardText>().unwrap();
    check(man_on_crown_row.resolve(&[], FrameChoice::Fixed(Frame::Standard), Frame::Standard).map(drop));
    check("".parse::<Book>().map(drop));
    check(Openings::from_bytes(b"1. 11-99 *", 1).map(drop));
    check(Openings::from_bytes(b"1. 11-18 *", 1).map(drop));
    check(Prompt::from_toml("=").map(drop));
    for text in ["=", "[[player]]\nplayer = \"nobody\"\n[[player]]\nplayer = \"level:1\"\n"] {
        check(TournamentFile::from_toml(text).and_then(|file| file.specs()).map(drop));
    }
}

#[test]
fn files_that_are_missing_or_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let damaged = folder.path().join("damaged.ceg");
    fs::write(&damaged, "this is no file of ours").unwrap();
    for path in [folder.path().join("missing"), damaged] {
        check(Database::new().add_file(&path));
        check(Evaluation::named(path.to_str().unwrap()).map(drop));
        check(crownhead_train::read_samples(&path).map(drop));
        check(Saved::read(&path).map(drop));
    }
    // A folder can be opened but not read.
    let source = fs::File::open(folder.path()).unwrap();
    check(Reader::new(source).next().unwrap().map(drop));
}

/// An error that is declared with a text of its own and with a cause must not put the cause into the text.
#[test]
fn declarations_keep_texts_and_causes_apart() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut n_causes = 0;
    for file in sources(crates) {
        let text = fs::read_to_string(&file).unwrap();
        for declaration in text.split("#[error(").skip(1) {
            // Up to the next variant or the end of the type.
            let declaration = declaration.split("\n}").next().unwrap_or_default();
            let Some((message, fields)) = declaration.split_once(")]\n") else { continue };
            let tuple_cause = fields.contains("#[from]") || fields.contains("#[source]");
            let named_cause = fields.lines().any(|line| line.trim_start().starts_with("source:"));
            let repeats = tuple_cause && message.contains("{0") || named_cause && message.contains("source");
            assert!(!repeats, "{}: {message}", file.display());
            n_causes += usize::from(tuple_cause || named_cause);
        }
    }
    assert!(n_causes > 20, "only {n_causes} causes were found");
}

/// The files of Rust in a folder, without tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let (folders, mut files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    files.extend(folders.iter().filter(|path| !path.ends_with("tests")).flat_map(|path| sources(path)));
    files
}

//! The commands that can be typed, on the screen after a colon and in line mode as they are.

use crownhead_board::{Color, ParsePositionError, ParseRulesError, Rules};
use crownhead_contest::{NoSuchSeat, Opening, Seat, TimeControl};
use crownhead_engine::ParseStrengthError;
use crownhead_study::style::{BadSetting, NoSuchStyle, Setting};
use crownhead_study::{Appearance, Style};
use crownhead_table::{NoOpening, ask, parse_opening};
use thiserror::Error;

use crate::online::OnlineCommand;

/// Something a player asks for.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the table of commands says what each of them does")]
pub enum Command {
    Move(String),
    Moves,
    Board,
    Pieces,
    Reference,
    Style(Box<Style>),
    Set(&'static str, String),
    First(Color),
    Learn(Option<usize>),
    Hint,
    Now,
    Pause,
    Undo(usize),
    Redo(usize),
    Draw,
    Resign,
    Flip,
    Swap,
    New,
    Rematch,
    Level(Seat),
    Seat(Color, Seat),
    Rules(Rules),
    Opening(Opening),
    Clock(Option<TimeControl>),
    Fen,
    Edit,
    Put(String),
    Remove(String),
    Clear,
    Fill,
    Turn(Option<Color>),
    Done,
    Cancel,
    Pdn,
    Copy(Copied),
    Save { file: String, replace: bool },
    Load(String),
    Game(usize),
    Games(String),
    Step(Step),
    Variation(usize),
    PlayOn,
    Close,
    Comment(String),
    Resume,
    Score,
    Analyze,
    Bits(String),
    Help(String),
    Quit,
    Online(OnlineCommand),
}

/// What is copied to the clipboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copied {
    /// The position.
    Fen,
    /// The game.
    Pdn,
}

/// A step to another position of a game that is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the start.
    First,
    /// A move back.
    Back,
    /// A move on.
    Next,
    /// To the end.
    Last,
    /// To the variation before or behind this one.
    Sideways(isize),
}

/// A command with its names and what it does.
#[derive(Debug)]
pub struct Entry {
    /// The name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// What is typed behind it.
    pub argument: &'static str,
    /// What it does.
    pub help: &'static str,
    read: fn(&str) -> Result<Command, CommandError>,
}

/// Why a command cannot be carried out as it was typed.
#[derive(Clone, Debug, PartialEq, Error)]
#[allow(missing_docs, reason = "the messages say it")]
pub enum CommandError {
    #[error(transparent)]
    Seat(#[from] NoSuchSeat),
    #[error(transparent)]
    Strength(#[from] ParseStrengthError),
    #[error(
        "\"{0}\" is no clock for a game at one board; give minutes and seconds added after each move, as in 5+3"
    )]
    Clock(String),
    #[error(transparent)]
    Style(#[from] NoSuchStyle),
    #[error(transparent)]
    Setting(#[from] BadSetting),
    #[error(transparent)]
    Opening(#[from] NoOpening),
    #[error(transparent)]
    Rules(#[from] ParseRulesError),
    #[error(transparent)]
    Fen(#[from] ParsePositionError),
    #[error("name a file, as in {0} game.pdn")]
    NoFile(&'static str),
    #[error("\"{0}\" is not a number from 1 up")]
    NoNumber(String),
    #[error("type {0} black or {0} white")]
    NoSuchSide(&'static str),
    #[error("{0} needs something behind it: {0} {1}")]
    Incomplete(&'static str, &'static str),
    #[error("{0} takes nothing behind it, and \"{1}\" means nothing there")]
    Nothing(&'static str, String),
    #[error("type copy fen or copy pdn")]
    NoSuchCopy,
}

macro_rules! entry {
    ($name:literal $(| $alias:literal)* $(, $argument:literal)?; $help:literal; $read:expr) => {
        Entry { name: $name, aliases: &[$($alias),*], argument: concat!("", $($argument)?), help: $help, read: $read }
    };
}

/// Every command, in the order in which help lists them.
pub static COMMANDS: &[Entry] = &[
    entry!("moves" | "m"; "list the legal moves, with numbers to choose them by"; |_| Ok(Command::Moves)),
    entry!("board" | "b"; "show the board again"; |_| Ok(Command::Board)),
    entry!("pieces", "[drawn|letters|digits|unicode|bBwW]"; "where the pieces stand; or what they look like: four characters are Black's man and king, then White's"; pieces),
    entry!("hint"; "what the engine would play, and why"; |_| Ok(Command::Hint)),
    entry!("now"; "make the computer move now"; |_| Ok(Command::Now)),
    entry!("pause"; "pause the computer, or let it continue"; |_| Ok(Command::Pause)),
    entry!("undo" | "u" | "takeback", "[N]"; "take a move back, or N of your moves"; |rest| Ok(Command::Undo(count(rest)?))),
    entry!("redo", "[N]"; "redo a move that was taken back"; |rest| Ok(Command::Redo(count(rest)?))),
    entry!("draw"; "offer a draw, or accept one"; |_| Ok(Command::Draw)),
    entry!("resign"; "resign the game"; |_| Ok(Command::Resign)),
    entry!("score"; "what has been captured"; |_| Ok(Command::Score)),
    entry!("new" | "reset"; "start a new game with the same settings"; |_| Ok(Command::New)),
    entry!("rematch"; "start a new game with colors changed"; |_| Ok(Command::Rematch)),
    entry!("level", "LEVEL"; "how well the computer plays: 1 to 10, or full strength"; |rest| Ok(Command::Level(ask::seat(rest.parse()?)))),
    entry!("black", "WHO"; "who plays Black: person, a level, or full"; |rest| Ok(Command::Seat(Color::Black, rest.parse()?))),
    entry!("white", "WHO"; "who plays White: person, a level, or full"; |rest| Ok(Command::Seat(Color::White, rest.parse()?))),
    entry!("swap"; "change sides with the computer"; |_| Ok(Command::Swap)),
    entry!("ballot" | "opening", "N|NAME|random|free"; "start a new game from a three-move ballot"; |rest| Ok(Command::Opening(parse_opening(rest)?))),
    entry!("clock", "MIN+SEC|off"; "start a new game with clocks, or without"; clock),
    entry!("rules", "RULES"; "start a new game by other rules: official, casual, single-jump, chain=may-stop ..."; |rest| Ok(Command::Rules(rest.parse()?))),
    entry!("fen", "[FEN]"; "show the position as FEN, or start a new game from one"; fen),
    entry!("setup" | "edit"; "set up a position, with the commands that follow"; |_| Ok(Command::Edit)),
    entry!("put", "SQUARES PIECE"; "put pieces there: put 12 white king, put 9 10 11 black"; |rest| Ok(Command::Put(rest.to_owned()))),
    entry!("remove", "SQUARES"; "empty squares"; |rest| Ok(Command::Remove(rest.to_owned()))),
    entry!("clear"; "empty the board"; |_| Ok(Command::Clear)),
    entry!("fill"; "put the pieces as at the start of a game"; |_| Ok(Command::Fill)),
    entry!("turn" | "side", "[black|white]"; "who moves first; alone, the other side"; turn),
    entry!("done"; "play from the position that was set up"; |_| Ok(Command::Done)),
    entry!("cancel"; "back to the game, without the position"; |_| Ok(Command::Cancel)),
    entry!("pdn"; "show the game as PDN"; |_| Ok(Command::Pdn)),
    entry!("copy", "[fen|pdn]"; "copy the position or the game to the clipboard"; copy),
    entry!("save", "FILE"; "add the game to a file"; |rest| Ok(Command::Save { file: rest.to_owned(), replace: false })),
    entry!("save!", "FILE"; "write the game to a file in place of what is there"; |rest| Ok(Command::Save { file: rest.to_owned(), replace: true })),
    entry!("load" | "open", "FILE"; "open a file of games to look at"; |rest| Ok(Command::Load(rest.to_owned()))),
    entry!("games", "[TEXT]"; "list the games of the file, or those with a text in their line"; |rest| Ok(Command::Games(rest.to_owned()))),
    entry!("game", "N"; "look at game N of the file"; |rest| Ok(Command::Game(count(rest)?))),
    entry!("next"; "go one move forward"; |_| Ok(Command::Step(Step::Next))),
    entry!("back"; "go one move back"; |_| Ok(Command::Step(Step::Back))),
    entry!("first"; "go to the first position"; |_| Ok(Command::Step(Step::First))),
    entry!("last"; "go to the last position"; |_| Ok(Command::Step(Step::Last))),
    entry!("variation" | "var", "N"; "follow move number N where there are several"; |rest| Ok(Command::Variation(count(rest)?))),
    entry!("continue"; "play on from the position that is shown"; |_| Ok(Command::PlayOn)),
    entry!("close"; "stop looking, and go back to the game"; |_| Ok(Command::Close)),
    entry!("comment", "[TEXT]"; "add a comment to the last move, or remove it"; |rest| Ok(Command::Comment(rest.to_owned()))),
    entry!("resume"; "continue the unfinished game"; |_| Ok(Command::Resume)),
    entry!("analyze" | "analyse"; "start or stop the analysis"; |_| Ok(Command::Analyze)),
    entry!("bits", "[SQUARE|masks]"; "show the words of the position; of a piece: selection, potential moves, captures; or the masks by name"; |rest| Ok(Command::Bits(rest.to_owned()))),
    entry!("flip"; "turn the board"; |_| Ok(Command::Flip)),
    entry!("style", "STYLE"; "start a new game in a style: official, masks, letters, coordinates, indices, list"; |rest| Ok(Command::Style(Box::new(rest.parse()?)))),
    entry!("moves-first", "black|white"; "start a new game in which this side moves first"; first),
    entry!("notation", "NAMES"; "how squares are named: pdn, algebraic, index32, up32, index64, top64, coordinates, rows"; |rest| set("notation", rest)),
    entry!("names", "BLACK,WHITE"; "what the players are called: names Red,White"; |rest| set("names", rest)),
    entry!("frame", "diagram|ruled|grid|rows|dots"; "what stands around the board"; |rest| set("frame", rest)),
    entry!("bottom", "you|white"; "who sits at the bottom of the board"; |rest| set("bottom", rest)),
    entry!("layout", "down32|up32|down64|up64"; "which bit is which square"; |rest| set("layout", rest)),
    entry!("words", "sides|apart"; "which words a position is: both sides and all kings, or men and kings of each side"; |rest| set("words", rest)),
    entry!("choose", "squares|letters|list"; "how a move is chosen"; |rest| set("choose", rest)),
    entry!("count-from", "1|0"; "the first number of lists"; |rest| set("count-from", rest)),
    entry!("each-turn", "LIST"; "what is shown each turn: some of moves,reference,bits,score,example, or nothing"; |rest| set("each-turn", rest)),
    entry!("ending", "reason|count"; "what the end of a game says: why, or how many pieces are left"; |rest| set("ending", rest)),
    entry!("theme", "green|wood|night|terminal"; "the colors"; |rest| set("theme", rest)),
    entry!("reference" | "ref"; "a board with the name of every square"; |_| Ok(Command::Reference)),
    entry!("learn" | "course", "[STEP]"; "the rules of checkers, done on the board step by step, and what bits have to do with them"; learn),
    entry!("help" | "h" | "?", "[TEXT]"; "list all of this, or what has a text in it"; |rest| Ok(Command::Help(rest.to_owned()))),
    entry!("quit" | "q" | "exit"; "leave; an unfinished game is kept"; |_| Ok(Command::Quit)),
];

impl Command {
    /// Reads a line. What is not a command is taken for a move.
    ///
    /// # Errors
    ///
    /// What is behind the name of a command makes no sense.
    ///
    /// ```
    /// use crownhead_tui::Command;
    ///
    /// assert_eq!(Command::read("flip"), Ok(Command::Flip));
    /// assert_eq!(Command::read("11-15"), Ok(Command::Move("11-15".to_owned())));
    /// assert!(Command::read("level 11").is_err());
    /// ```
    pub fn read(line: &str) -> Result<Command, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match find(word) {
            Some(entry) if entry.argument.is_empty() && !rest.trim().is_empty() => {
                Err(CommandError::Nothing(entry.name, rest.trim().to_owned()))
            }
            Some(entry) if entry.needs_more() && rest.trim().is_empty() => Err(match entry.argument {
                "FILE" => CommandError::NoFile(entry.name),
                argument => CommandError::Incomplete(entry.name, argument),
            }),
            Some(entry) => (entry.read)(rest.trim()),
            None => Ok(Command::Move(line.to_owned())),
        }
    }

    /// Does another game take the place of the one that is played?
    pub(crate) fn replaces_game(&self) -> bool {
        use Command::{Clock, First, New, Opening, Rematch, Resume, Rules, Style};
        matches!(self, New | Rematch | Opening(_) | Clock(_) | Rules(_) | First(_) | Style(_) | Resume)
    }
}

impl Entry {
    /// Does it mean nothing without what is typed behind it?
    fn needs_more(&self) -> bool {
        !self.argument.is_empty() && !self.argument.starts_with('[')
    }
}

/// The command with this name.
pub(crate) fn find(word: &str) -> Option<&'static Entry> {
    let is = |name: &str| name.eq_ignore_ascii_case(word);
    COMMANDS.iter().find(|entry| is(entry.name) || entry.aliases.iter().any(|alias| is(alias)))
}

/// The names of the commands that begin with a text, to complete it.
pub(crate) fn beginning_with(text: &str) -> Vec<&'static str> {
    COMMANDS.iter().map(|entry| entry.name).filter(|name| name.starts_with(text)).collect()
}

/// All commands with what they do, a line each.
pub(crate) fn help() -> String {
    let left = |entry: &Entry| format!("{} {}", entry.name, entry.argument);
    let width = COMMANDS.iter().map(|entry| left(entry).chars().count().min(24)).max().unwrap_or(0);
    let line = |entry: &Entry| format!("{:<width$}  {}\n", left(entry), entry.help);
    COMMANDS.iter().map(line).collect()
}

/// A number from 1 up; 1 if there is none.
fn count(text: &str) -> Result<usize, CommandError> {
    match text {
        "" => Ok(1),
        _ => {
            let number = text.parse().ok().filter(|number| *number > 0);
            number.ok_or_else(|| CommandError::NoNumber(text.to_owned()))
        }
    }
}

fn clock(rest: &str) -> Result<Command, CommandError> {
    match rest {
        "off" | "none" => Ok(Command::Clock(None)),
        _ => Ok(Command::Clock(Some(local_clock(rest)?))),
    }
}

/// Reads a clock for a game at one board, where nobody has days for a move.
///
/// # Errors
///
/// It is none.
pub fn local_clock(text: &str) -> Result<TimeControl, CommandError> {
    let control = text.parse().ok().filter(|control: &TimeControl| !control.per_move);
    control.ok_or_else(|| CommandError::Clock(text.to_owned()))
}

fn fen(rest: &str) -> Result<Command, CommandError> {
    match rest {
        "" => Ok(Command::Fen),
        _ => Ok(Command::Opening(Opening::Fen { fen: rest.parse()? })),
    }
}

fn turn(rest: &str) -> Result<Command, CommandError> {
    match rest.to_ascii_lowercase().as_str() {
        "" => Ok(Command::Turn(None)),
        "black" | "b" => Ok(Command::Turn(Some(Color::Black))),
        "white" | "w" => Ok(Command::Turn(Some(Color::White))),
        _ => Err(CommandError::NoSuchSide("turn")),
    }
}

fn first(rest: &str) -> Result<Command, CommandError> {
    match turn(rest) {
        Ok(Command::Turn(Some(color))) => Ok(Command::First(color)),
        _ => Err(CommandError::NoSuchSide("moves-first")),
    }
}

fn pieces(rest: &str) -> Result<Command, CommandError> {
    if rest.is_empty() { Ok(Command::Pieces) } else { set("pieces", rest) }
}

fn learn(rest: &str) -> Result<Command, CommandError> {
    match rest {
        "" => Ok(Command::Learn(None)),
        _ => Ok(Command::Learn(Some(count(rest)?))),
    }
}

/// A setting and the text of its value, which makes sense.
fn set(name: &str, text: &str) -> Result<Command, CommandError> {
    let setting = Setting::named(name).expect("the table of commands names settings that exist");
    setting.apply(Appearance::default(), text)?;
    Ok(Command::Set(setting.name, text.trim().to_owned()))
}

fn copy(rest: &str) -> Result<Command, CommandError> {
    match rest {
        "fen" => Ok(Command::Copy(Copied::Fen)),
        "pdn" | "" => Ok(Command::Copy(Copied::Pdn)),
        _ => Err(CommandError::NoSuchCopy),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_means_one_command() {
        let mut names: Vec<&str> =
            COMMANDS.iter().flat_map(|entry| entry.aliases.iter().copied().chain([entry.name])).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn wrong_arguments_are_told_with_what_would_be_right() {
        let said = |line: &str| Command::read(line).unwrap_err().to_string();
        assert!(said("level 12").contains("1 to 10"));
        assert!(said("clock soon").contains("5+3"));
        assert!(said("clock 3d").contains("at one board; give minutes"));
        assert!(said("fen nonsense").contains("FEN"));
        assert!(said("save").contains("save game.pdn"));
        assert!(said("undo some").contains("number"));
        assert!(said("rules pool").contains("official"));
        assert!(said("notation roman").contains("index32"));
        assert!(said("level").contains("level LEVEL"));
        assert!(said("ballot").contains("ballot N|NAME|random|free"));
        assert!(said("new level=1").contains("new takes nothing behind it"));
    }
}

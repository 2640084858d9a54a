//! What can be typed at a server, besides moves and what looks at the board.

use crownhead_client::wire::OnlineSettings;
use thiserror::Error;

use super::terms::{self, TermsError};
use crate::command::{self, Command, CommandError};

/// Something a player asks for at a server.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the table of commands says what each of them does")]
pub enum OnlineCommand {
    Lobby,
    Table,
    Enter(usize),
    Seek(OnlineSettings),
    Challenge { to: Option<String>, settings: OnlineSettings },
    Join(Invitation),
    Withdraw(Option<usize>),
    Agree,
    Decline,
    ClaimWin,
    ClaimDraw,
    Say(String),
    Chat,
    Mute,
    Seat,
    LogIn(String),
    Register(String),
    LogOut,
}

/// What a code or a link leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Invitation {
    /// A challenge, by its code or its id.
    Challenge(String),
    /// A game, to be watched or, with the token of a seat, to be played on.
    Game {
        /// The game.
        game: String,
        /// The token.
        seat: Option<String>,
    },
}

/// A command with its names and what it does.
#[derive(Debug)]
pub struct OnlineEntry {
    /// The name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// What is typed behind it.
    pub argument: &'static str,
    /// What it does.
    pub help: &'static str,
    read: fn(&str) -> Result<Command, OnlineError>,
}

/// Why a command cannot be carried out as it was typed.
#[derive(Clone, Debug, PartialEq, Error)]
pub(crate) enum OnlineError {
    #[error(transparent)]
    Here(#[from] CommandError),
    #[error(transparent)]
    Terms(#[from] TermsError),
    #[error("say {0}, as in {1}")]
    Missing(&'static str, &'static str),
}

macro_rules! entry {
    ($name:literal $(| $alias:literal)* $(, $argument:literal)?; $help:literal; $read:expr) => {
        OnlineEntry { name: $name, aliases: &[$($alias),*], argument: concat!("", $($argument)?), help: $help, read: $read }
    };
}

/// Every command, in the order in which help lists them.
pub static ONLINE_COMMANDS: &[OnlineEntry] = &[
    entry!("lobby" | "seeks"; "list your games, challenges, seeks, and games to watch"; |_| ok(OnlineCommand::Lobby)),
    entry!("enter" | "accept" | "watch", "N"; "take up line N of the lobby: play, accept or watch"; |rest| ok(OnlineCommand::Enter(number(rest)?))),
    entry!("seek", "[TERMS]"; "offer a game to everybody: seek 5+3 rated ballot black rules=casual"; |rest| ok(OnlineCommand::Seek(terms::read(rest)?))),
    entry!("challenge", "[NAME] [TERMS]"; "make a challenge with a link and a code, or one to somebody"; challenge),
    entry!("join", "CODE"; "accept a challenge by its code or link, or go to a game by its link"; |rest| ok(OnlineCommand::Join(invitation(rest)?))),
    entry!("withdraw", "[N]"; "take your seeks and challenges back; with N decline that challenge"; withdraw),
    entry!("table" | "game"; "back to the game"; |_| ok(OnlineCommand::Table)),
    entry!("agree" | "yes"; "agree to a draw, to a move taken back, or to another game"; |_| ok(OnlineCommand::Agree)),
    entry!("decline" | "no"; "decline it"; |_| ok(OnlineCommand::Decline)),
    entry!("draw"; "offer a draw, agree to one, or claim one"; |_| Ok(Command::Draw)),
    entry!("claim", "[win|draw]"; "claim the game, or a draw, because the other player has left"; claim),
    entry!("takeback" | "undo" | "u"; "ask to take your last move back"; |_| Ok(Command::Undo(1))),
    entry!("resign" | "abort"; "resign the game"; |_| Ok(Command::Resign)),
    entry!("rematch"; "play again with colors changed"; |_| Ok(Command::Rematch)),
    entry!("say", "TEXT"; "say something to the other player and to those who watch"; |rest| ok(OnlineCommand::Say(some(rest, "a text", "say good luck")?))),
    entry!("chat"; "what was said"; |_| ok(OnlineCommand::Chat)),
    entry!("mute"; "hear no more of what is said, or hear it again"; |_| ok(OnlineCommand::Mute)),
    entry!("seat"; "a link to go on with this game from another device"; |_| ok(OnlineCommand::Seat)),
    entry!("login", "NAME"; "log in to an account; the password is asked for"; |rest| ok(OnlineCommand::LogIn(some(rest, "a name", "login Marion")?))),
    entry!("register", "NAME"; "make an account, for games that are rated"; |rest| ok(OnlineCommand::Register(some(rest, "a name", "register Marion")?))),
    entry!("logout"; "be a guest again"; |_| ok(OnlineCommand::LogOut)),
];

/// Commands of the game at one's own board that do at a server what they do there.
const SHARED: &[&str] = &[
    "moves",
    "board",
    "pieces",
    "score",
    "next",
    "back",
    "first",
    "last",
    "close",
    "fen",
    "pdn",
    "copy",
    "save",
    "save!",
    "bits",
    "flip",
    "notation",
    "reference",
    "help",
    "quit",
];

/// Reads a line that is typed at a server. What is not a command is taken for a move.
pub(crate) fn read(line: &str) -> Result<Command, OnlineError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match find(word) {
        Some(entry) => (entry.read)(rest.trim()),
        None => Ok(Command::read(line)?),
    }
}

/// The command with this name that only a server has.
pub(crate) fn find(word: &str) -> Option<&'static OnlineEntry> {
    let is = |name: &str| name.eq_ignore_ascii_case(word);
    ONLINE_COMMANDS.iter().find(|entry| is(entry.name) || entry.aliases.iter().any(|alias| is(alias)))
}

/// The names of the commands that begin with a text, to complete it.
pub(crate) fn beginning_with(text: &str) -> Vec<&'static str> {
    let names = ONLINE_COMMANDS.iter().map(|entry| entry.name).chain(SHARED.iter().copied());
    names.filter(|name| name.starts_with(text)).collect()
}

/// All commands with what they do, a line each.
pub(crate) fn help() -> String {
    let left = |entry: &OnlineEntry| format!("{} {}", entry.name, entry.argument);
    let line = |entry: &OnlineEntry| format!("{:<26}  {}\n", left(entry), entry.help);
    let ours: String = ONLINE_COMMANDS.iter().map(line).collect();
    let is_shared = |line: &&str| SHARED.contains(&line.split_whitespace().next().unwrap_or_default());
    let shared: String =
        command::help().lines().filter(is_shared).map(|line| line.to_owned() + "\n").collect();
    ours + &shared
}

fn ok(command: OnlineCommand) -> Result<Command, OnlineError> {
    Ok(Command::Online(command))
}

fn number(text: &str) -> Result<usize, CommandError> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| CommandError::NoNumber(text.to_owned()))
}

fn some(text: &str, what: &'static str, example: &'static str) -> Result<String, OnlineError> {
    match text {
        "" => Err(OnlineError::Missing(what, example)),
        text => Ok(text.to_owned()),
    }
}

/// A code, or a link of the web page: `.../#/challenge/ID`, `.../#/game/ID?seat=TOKEN`.
fn invitation(text: &str) -> Result<Invitation, OnlineError> {
    let text = some(text, "a code or a link", "join k7m2qd")?;
    let Some((_, link)) = text.split_once("#/game/") else {
        return Ok(Invitation::Challenge(text.rsplit('/').next().unwrap_or_default().to_owned()));
    };
    let (game, query) = link.split_once('?').unwrap_or((link, ""));
    let seat = query.split('&').find_map(|pair| pair.strip_prefix("seat=")).map(str::to_owned);
    Ok(Invitation::Game { game: game.to_owned(), seat })
}

/// The first word is a name unless it says something about the game.
fn challenge(rest: &str) -> Result<Command, OnlineError> {
    let (first, behind) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let (to, words) = match terms::read(first) {
        Err(TermsError::Unknown(_)) if !first.contains(['=', '+']) => (Some(first.to_owned()), behind),
        _ => (None, rest),
    };
    ok(OnlineCommand::Challenge { to, settings: terms::read(words)? })
}

fn claim(rest: &str) -> Result<Command, OnlineError> {
    match rest {
        "" | "win" => ok(OnlineCommand::ClaimWin),
        "draw" => ok(OnlineCommand::ClaimDraw),
        _ => Err(OnlineError::Missing("what you claim", "claim win or claim draw")),
    }
}

fn withdraw(rest: &str) -> Result<Command, OnlineError> {
    let which = if rest.is_empty() { None } else { Some(number(rest)?) };
    ok(OnlineCommand::Withdraw(which))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_means_one_command_and_shared_ones_exist() {
        let ours = ONLINE_COMMANDS.iter().flat_map(|entry| entry.aliases.iter().copied().chain([entry.name]));
        let mut names: Vec<&str> = ours.chain(SHARED.iter().copied()).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        assert!(SHARED.iter().all(|name| command::find(name).is_some()));
    }

    #[test]
    fn commands_are_read_with_what_is_behind_them() {
        assert_eq!(read("draw"), Ok(Command::Draw));
        assert_eq!(read("11-15"), Ok(Command::Move("11-15".to_owned())));
        assert_eq!(read("join http://club.example/#/challenge/k7m2qd"), read("join k7m2qd"));
        let game = Invitation::Game { game: "k7m2qd4xw0aj".to_owned(), seat: Some("secret".to_owned()) };
        let read_game = read("join http://club.example/#/game/k7m2qd4xw0aj?seat=secret");
        assert_eq!(read_game, Ok(Command::Online(OnlineCommand::Join(game))));
        let Ok(Command::Online(OnlineCommand::Challenge { to, settings })) =
            read("challenge Marion 3+2 rated")
        else {
            panic!()
        };
        assert_eq!((to.as_deref(), settings.rated), (Some("Marion"), true));
        let Ok(Command::Online(OnlineCommand::Challenge { to: None, .. })) = read("challenge 3+2") else {
            panic!()
        };
        for (line, said) in [
            ("join", "join k7m2qd"),
            ("seek soon", "5+3 rated"),
            ("enter x", "number"),
            ("say", "say good luck"),
            ("claim all", "claim draw"),
        ] {
            assert!(read(line).unwrap_err().to_string().contains(said), "{line}");
        }
    }
}

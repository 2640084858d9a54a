//! Moves in the replies of models and agents: read leniently, judged strictly.
//!
//! A move is searched in this order: in the last JSON object with a `move`; after the last `move:` or `answer:`; on a last
//! line that is nothing else; as the only move in the whole text. Nothing is guessed: an ambiguous reply is refused, and the
//! refusal says so.

use crownhead_board::{Game, IllegalReason, Move, ParseMoveError, Square};
use serde::{Deserialize, Serialize};

/// What a reply says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A legal move.
    Move(Move),
    /// The player resigns.
    Resign,
}

/// Why a proposal was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The kind of mistake.
    pub cause: Cause,
    /// What is wrong and what would be right, for a model to act on.
    pub why: String,
}

/// Kinds of refused proposals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The reply was cut off.
    Truncated,
    /// The reply is empty.
    Empty,
    /// No move was found.
    Unreadable,
    /// Several moves were found, or several routes fit.
    Ambiguous,
    /// The move is not legal.
    Illegal,
}

impl Refusal {
    pub(crate) fn new(cause: Cause, why: impl Into<String>) -> Refusal {
        Refusal { cause, why: why.into() }
    }
}

/// Reads a move from a reply. Without `with_moves` the reason of a refusal does not name legal moves.
///
/// # Errors
///
/// No legal move is found, or more than one could be meant.
///
/// ```
/// use crownhead_arena::reading::{Cause, Reading, read_reply};
/// use crownhead_board::Game;
///
/// let read = |text| read_reply(text, &Game::new(), true);
/// assert_eq!(read("I see 12-16, but better is\n**11-15**"), read("{\"move\": \"f6-e5\"}"));
/// assert_eq!(read("11-15 and 12-16 are fine").unwrap_err().cause, Cause::Ambiguous);
/// assert_eq!(read("11-16-20").unwrap_err().cause, Cause::Illegal);
/// assert_eq!(read("I resign."), Ok(Reading::Resign));
/// ```
pub fn read_reply(reply: &str, game: &Game, with_moves: bool) -> Result<Reading, Refusal> {
    let said = without_thinking(reply);
    if said.trim().is_empty() {
        let why = "there was no answer; give your move, as in {\"move\": \"11-15\"}";
        return Err(Refusal::new(Cause::Empty, why));
    }
    let text = plain(find_move(said)?)?;
    if text.eq_ignore_ascii_case("resign") {
        return Ok(Reading::Resign);
    }
    let read = game.state().parse_move(&text);
    read.map(Reading::Move).map_err(|error| refusal(&text, &error, with_moves))
}

/// Checks the length of a move and removes control characters.
fn plain(text: String) -> Result<String, Refusal> {
    /// The longest jump has ten squares, and there may be spaces.
    const MAX_MOVE: usize = 60;
    if text.len() > MAX_MOVE {
        return Err(Refusal::new(
            Cause::Unreadable,
            "that is too long for a move; a move looks like 11-15 or 15x22x29",
        ));
    }
    Ok(text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect())
}

/// The reply after the reasoning. Reasoning that does not end leaves nothing.
fn without_thinking(reply: &str) -> &str {
    const END: &str = "</think>";
    match reply.rfind(END) {
        Some(at) => &reply[at + END.len()..],
        None if reply.trim_start().starts_with("<think>") => "",
        None => reply,
    }
}

fn refusal(text: &str, error: &ParseMoveError, with_moves: bool) -> Refusal {
    let cause = match error {
        ParseMoveError::Ambiguous(_) => Cause::Ambiguous,
        ParseMoveError::Illegal { .. } => Cause::Illegal,
        _ => Cause::Unreadable,
    };
    let why = match error {
        _ if with_moves => error.to_string(),
        ParseMoveError::Ambiguous(_) => format!("{text}: several routes fit; name every square on the way"),
        ParseMoveError::Illegal { why: IllegalReason::MustCapture(_), .. } => {
            format!("{text}: a capture must be made")
        }
        ParseMoveError::Illegal { why: IllegalReason::JumpNotComplete(_), .. } => {
            format!("{text}: the jump goes on, and must be made to its end in one move")
        }
        ParseMoveError::Illegal {
            why: IllegalReason::PieceMustCapture(_) | IllegalReason::OnlyCapturesFollow(_),
            ..
        } => {
            format!("{text}: only captures are legal here")
        }
        error => error.to_string(),
    };
    Refusal::new(cause, why)
}

fn find_move(said: &str) -> Result<String, Refusal> {
    if let Some(text) = json_move(said) {
        return Ok(text);
    }
    if let Some(rest) = after_marker(said) {
        return only_move(rest);
    }
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    match bare_move(last) {
        Some(text) => Ok(text),
        None => only_move(said),
    }
}

/// The move in the last JSON object that has one.
fn json_move(said: &str) -> Option<String> {
    /// Hostile text may have many braces.
    const MAX_TRIES: usize = 100;
    #[derive(Deserialize)]
    struct Answer {
        #[serde(rename = "move")]
        mv: String,
    }
    let read = |(at, _): (usize, &str)| {
        let mut values = serde_json::Deserializer::from_str(&said[at..]).into_iter::<Answer>();
        values.next()?.ok().map(|answer| answer.mv.trim().to_owned())
    };
    said.rmatch_indices('{').take(MAX_TRIES).find_map(read)
}

/// The rest of the line after the last `move:` or `answer:`.
fn after_marker(said: &str) -> Option<&str> {
    let lower = said.to_ascii_lowercase();
    let end_of = |marker: &str| lower.rfind(marker).map(|at| at + marker.len());
    let at = ["move:", "move:**", "answer:", "answer:**", "move is"].into_iter().filter_map(end_of).max()?;
    said[at..].trim_start().lines().next()
}

/// A line that is nothing but a move, perhaps decorated: `**11-15**`, `3. 11-15!`.
fn bare_move(line: &str) -> Option<String> {
    let is_decoration = |c: char| !c.is_alphanumeric();
    let bare = line.trim_matches(is_decoration);
    let bare = match bare.split_once('.') {
        Some((number, rest)) if number.chars().all(|c| c.is_ascii_digit()) => {
            rest.trim_matches(is_decoration)
        }
        _ => bare,
    };
    let is_resignation = ["resign", "i resign"].iter().any(|word| bare.eq_ignore_ascii_case(word));
    if is_resignation {
        return Some("resign".to_owned());
    }
    let found = moves_in(bare);
    let is_all = found.first().is_some_and(|text| text.len() == bare.len());
    let is_digits = (3..=4).contains(&bare.len()) && bare.chars().all(|c| c.is_ascii_digit());
    (is_all || is_digits).then(|| bare.to_owned())
}

/// The only move in a text.
fn only_move(text: &str) -> Result<String, Refusal> {
    if let Some(bare) = bare_move(text) {
        return Ok(bare);
    }
    let mut found = moves_in(text);
    let plain =
        |text: &&str| text.to_lowercase().split(|c: char| !c.is_alphanumeric()).collect::<Vec<_>>().join("-");
    found.sort_by_key(plain);
    found.dedup_by_key(|text| plain(text));
    match found.as_slice() {
        [] => Err(Refusal::new(
            Cause::Unreadable,
            "no move was found; end with your move alone, as in {\"move\": \"11-15\"}",
        )),
        [text] => Ok((*text).to_owned()),
        [first, second, ..] => Err(Refusal::new(
            Cause::Ambiguous,
            format!(
                "several moves could be meant, such as {first} and {second}; end with your move alone, as in {{\"move\": \"11-15\"}}"
            ),
        )),
    }
}

/// Everything in a text that looks like a move: two or more squares with separators.
fn moves_in(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut at = 0;
    let mut before = ' ';
    while let Some(c) = text[at..].chars().next() {
        let is_start = !before.is_alphanumeric() && !"-.".contains(before);
        match is_start.then(|| move_len(&text[at..])).flatten() {
            Some(len) => {
                found.push(&text[at..at + len]);
                at += len;
                before = '0';
            }
            None => {
                at += c.len_utf8();
                before = c;
            }
        }
    }
    found
}

/// The length of the move at the start of a text.
fn move_len(text: &str) -> Option<usize> {
    let mut end = square_len(text)?;
    let mut n_squares = 1;
    while let Some(gap) = gap_len(&text[end..])
        && let Some(len) = square_len(&text[end + gap..])
    {
        end += gap + len;
        n_squares += 1;
    }
    let is_whole = !text[end..].starts_with(|c: char| c.is_alphanumeric());
    (n_squares >= 2 && is_whole).then_some(end)
}

/// The length of the square at the start of a text: 1 to 32, or a1 to h8.
fn square_len(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    if let [file @ (b'a'..=b'h' | b'A'..=b'H'), rank @ b'1'..=b'8', ..] = bytes {
        return Square::from_algebraic(char::from(*file), rank - b'0').map(|_| 2);
    }
    let digits = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number: u8 = text.get(..digits).filter(|_| digits <= 2)?.parse().ok()?;
    Square::new(number).map(|_| digits)
}

/// The length of the separator between two squares of a move.
fn gap_len(text: &str) -> Option<usize> {
    let trimmed = text.trim_start_matches(' ');
    let sign = trimmed.chars().next()?;
    let rest = if "-xX:×>\u{2013}\u{2014}\u{2212}".contains(sign) {
        &trimmed[sign.len_utf8()..]
    } else if trimmed.starts_with("to ") {
        &trimmed[2..]
    } else {
        return text.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(0);
    };
    let rest = rest.trim_start_matches(['>', ' ']);
    Some(text.len() - rest.len())
}

/// The start of a text, at most `max` bytes long.
pub fn shortened(text: &str, max: usize) -> &str {
    let end = (0..=max.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(reply: &str) -> Result<String, Cause> {
        match read_reply(reply, &Game::new(), true) {
            Ok(Reading::Move(mv)) => Ok(mv.route_text().to_string()),
            Ok(Reading::Resign) => Ok("resign".to_owned()),
            Err(refusal) => Err(refusal.cause),
        }
    }

    #[track_caller]
    fn check(reply: &str, expected: Result<&str, Cause>) {
        assert_eq!(read(reply).as_deref().map_err(|cause| *cause), expected, "{reply}");
    }

    #[test]
    fn moves_are_read_in_many_forms() {
        for reply in [
            "11-15",
            " 11 - 15.\n",
            "`11-15`",
            "**11–15**!",
            "1115",
            "1. 11-15",
            "f6-e5",
            "F6 to E5",
            "f6e5",
            "11 to 15",
            "11->15",
            "My move: 11-15",
            "**Move:** 11-15",
            "Considering 12-16 and 9-14.\nFinal answer: 11-15",
            "First 12-16?\n\n11-15",
            "Better {\"move\": \"12-16\"}? No: ```json\n{\"why\": \"center\", \"move\": \"11-15\"}\n```",
            "<think>12-16 or 9-14</think>11-15",
            "I will play 11-15, yes, 11-15 it is.",
        ] {
            check(reply, Ok("11-15"));
        }
        check("I resign.", Ok("resign"));
        check("{\"move\": \"Resign\"}", Ok("resign"));
    }

    #[test]
    fn nothing_is_guessed() {
        check("11-15 or 12-16, I cannot say", Err(Cause::Ambiguous));
        check("Move: 11-15 or 12-16", Err(Cause::Ambiguous));
        check("I follow the game of 2024-11-15", Err(Cause::Unreadable));
        check("What a fine position!", Err(Cause::Unreadable));
        check("<think>11-15 is good", Err(Cause::Empty));
        check("", Err(Cause::Empty));
        check("11-18", Err(Cause::Illegal));
        check("22-18", Err(Cause::Illegal));
        check("I never resign, but I see no move", Err(Cause::Unreadable));
    }

    #[test]
    fn hostile_replies_are_refused_quickly() {
        let told = read_reply("{\"move\": \"\\u001b[2Jx\"}", &Game::new(), true).unwrap_err().why;
        assert!(!told.contains('\u{1b}'), "{told:?}");
        let long = format!("{{\"move\": \"{}\"}}", "x".repeat(100_000));
        assert!(read_reply(&long, &Game::new(), true).unwrap_err().why.len() < 100);
        for reply in
            ["{".repeat(200_000), "{\"a\":".repeat(50_000), "11-".repeat(50_000), "\u{0}é×".repeat(50_000)]
        {
            assert!(read(&reply).is_err());
        }
    }

    #[test]
    fn reasons_name_legal_moves_only_where_that_is_allowed() {
        let game = Game::from_position("B:B11,12:W15,16".parse().unwrap(), crownhead_board::Rules::OFFICIAL);
        let why = |with_moves| read_reply("11-8", &game, with_moves).unwrap_err().why;
        assert!(!why(false).contains('x') && why(false).contains("backwards"), "{}", why(false));
        let forced = Game::from_position("B:B11,4:W15".parse().unwrap(), crownhead_board::Rules::OFFICIAL);
        let why = |with_moves| read_reply("4-8", &forced, with_moves).unwrap_err().why;
        assert!(why(true).contains("11x18"), "{}", why(true));
        assert!(!why(false).contains("18") && why(false).contains("capture must be made"), "{}", why(false));
    }
}

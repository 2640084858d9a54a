//! What a game tells by codes, in sentences.

use std::time::Duration;

use crownhead_board::{Color, Outcome, Position, WinReason};
use crownhead_contest::{Contest, Ending, GameResult, Refusal, Seat};
use crownhead_table::DrawRefusal;

use crownhead_study::style::EndWords;
use crownhead_study::{Appearance, Names};

/// What is left to do when a game at a server is over.
pub(crate) const ONLINE_OVER: &str = "The game is over. rematch asks for another one, lobby lists others.";

/// A text with a capital letter at its beginning.
pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// A text as a sentence.
pub(crate) fn sentence(text: impl ToString) -> String {
    capitalized(&text.to_string()) + "."
}

/// Why something was not done at one's own board.
pub(crate) fn refusal(refusal: &Refusal, turn: &str) -> String {
    match refusal {
        Refusal::Over => "The game is over already. Start a new one, or take a move back.".to_owned(),
        Refusal::NotYourTurn => {
            format!("It is {turn}'s turn, and the computer plays {turn}. Wait, or tell it to move now.")
        }
        Refusal::AskedBefore => "You have offered a draw already. Make a move first.".to_owned(),
        Refusal::NothingToTakeBack => "There is no move to take back.".to_owned(),
        other => sentence(other),
    }
}

/// How a game ended, in which this was the last position.
pub(crate) fn result(result: GameResult, last: &Position, appearance: &Appearance) -> String {
    match Ending::try_from(result) {
        Ok(Ending::Outcome(Outcome::Win(winner, why))) => won(winner, why, last, appearance),
        Ok(Ending::Outcome(draw)) => sentence(draw),
        Ok(Ending::Aborted) => "The game was aborted and counts for nothing.".to_owned(),
        Ok(ending @ Ending::Abandoned { .. }) => sentence(ending),
        Err(_) => "The game is over.".to_owned(),
    }
}

fn won(winner: Color, why: WinReason, last: &Position, appearance: &Appearance) -> String {
    let (name, loser) = (appearance.names.of(winner), appearance.names.of(!winner));
    let left = plural(last.pieces(winner).len(), "piece", "pieces");
    match (appearance.ending, why) {
        (EndWords::Count, WinReason::NoMoves) => {
            format!("{loser} has no move and forfeits the game. {name} wins with {left} left.")
        }
        (EndWords::Count, WinReason::NoPieces) => format!("{name} wins with {left} left."),
        _ => {
            let why = match why {
                WinReason::NoPieces => "has no pieces left",
                WinReason::NoMoves => "cannot move",
                WinReason::Resignation => "resigned",
                WinReason::Time => "ran out of time",
                WinReason::Forfeit => "forfeited the game",
            };
            format!("{name} wins: {loser} {why}.")
        }
    }
}

/// A text in parts: the names of the sides in it, and what stands between them.
pub(crate) fn by_side<'a>(text: &'a str, names: &Names) -> Vec<(Option<Color>, &'a str)> {
    let is_end = |rest: &str| !rest.starts_with(char::is_alphanumeric);
    let mut parts = Vec::new();
    let (mut begin, mut at) = (0, 0);
    while let Some(c) = text[at..].chars().next() {
        let is_start = !text[..at].ends_with(char::is_alphanumeric);
        let name_at = |side: &Color| text[at..].strip_prefix(names.of(*side)).is_some_and(is_end);
        let found = Color::ALL.into_iter().filter(name_at).max_by_key(|side| names.of(*side).len());
        match found.filter(|_| is_start) {
            Some(side) => {
                let end = at + names.of(side).len();
                parts.extend([(None, &text[begin..at]), (Some(side), &text[at..end])]);
                (begin, at) = (end, end);
            }
            None => at += c.len_utf8(),
        }
    }
    parts.push((None, &text[begin..]));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

/// A number of things.
pub(crate) fn plural(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// The same in two or three words.
pub(crate) fn short_result(result: GameResult, names: &Names) -> String {
    match (result.winner, Ending::try_from(result)) {
        (Some(winner), _) => format!("{} has won", names.of(winner)),
        (None, Ok(Ending::Aborted)) => "Aborted".to_owned(),
        (None, _) => "A draw".to_owned(),
    }
}

/// A side offers the other a draw.
pub(crate) fn draw_offered(by: Color, seats: [Seat; 2], names: &Names) -> String {
    if seats[by as usize].is_computer() {
        "The computer offers a draw. Accept it with draw, or decline by moving.".to_owned()
    } else if seats[!by as usize].is_computer() {
        "You offer a draw. The computer looks at the position ...".to_owned()
    } else {
        let (by, other) = (names.of(by), names.of(!by));
        format!("{by} offers a draw. {other} accepts with draw, or declines by moving.")
    }
}

/// The computer does not want a draw.
pub(crate) fn draw_declined(why: DrawRefusal) -> String {
    let why = match why {
        DrawRefusal::TooEarly => "it is too early for that",
        DrawRefusal::Better => "it likes its position",
    };
    format!("The computer declines the draw: {why}. The game goes on.")
}

/// Who plays which side.
pub(crate) fn who_plays([black, white]: [Seat; 2], names: &Names) -> String {
    format!("{}: {black}. {}: {white}.", names.of(Color::Black), names.of(Color::White))
}

/// Who plays a game that begins, and how.
pub(crate) fn introduction(contest: &Contest, appearance: &Appearance) -> String {
    let names = &appearance.names;
    let rules = contest.terms().rules;
    let by = if rules.is_official() { String::new() } else { format!(" Rules: {rules}.") };
    let made: Vec<_> = contest.game().moves().collect();
    let opening = match made.as_slice() {
        [] => String::new(),
        moves => format!(" The game begins with {}.", appearance.notation.line(moves)),
    };
    let who = match (contest.person(), contest.seats()) {
        (Some(person), _) => format!("You play {} against {}.", names.of(person), contest.seat(!person)),
        (None, [black, white]) if black.is_computer() => {
            format!("The computer plays itself: {black} against {white}.")
        }
        (None, _) => "Two play at this board.".to_owned(),
    };
    let turn = names.of(contest.turn());
    let whose = if contest.ply() == 0 { "moves first" } else { "to move" };
    format!("{who}{by}{opening} {turn} {whose}.")
}

/// A time as clocks show it: `4:05`, `9.3` in the last seconds, or `2d 7h`.
pub(crate) fn clock_text(left: Duration) -> String {
    const DAY: u64 = 24 * 3600;
    let seconds = left.as_secs();
    match seconds {
        0..10 => format!("{:.1}", left.as_secs_f64()),
        10..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        DAY.. => format!("{}d {}h", seconds / DAY, seconds % DAY / 3600),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_contest::ResultReason;

    #[test]
    fn the_last_seconds_are_shown_in_tenths() {
        assert_eq!(clock_text(Duration::from_millis(9_340)), "9.3");
        assert_eq!(clock_text(Duration::from_secs(65)), "1:05");
        assert_eq!(clock_text(Duration::from_secs(3_661)), "1:01:01");
    }

    #[test]
    fn every_result_has_a_sentence_and_a_few_words() {
        let told = |winner, reason| {
            let of = GameResult { winner, reason };
            let usual = Appearance::default();
            (result(of, &Position::START, &usual), short_result(of, &usual.names))
        };
        let said = |text: &str, short: &str| (text.to_owned(), short.to_owned());
        let white = Some(Color::White);
        assert_eq!(
            told(white, ResultReason::Time),
            said("White wins: Black ran out of time.", "White has won")
        );
        assert_eq!(told(None, ResultReason::Agreement), said("Draw: agreed.", "A draw"));
        assert_eq!(
            told(None, ResultReason::Aborted),
            said("The game was aborted and counts for nothing.", "Aborted")
        );
        assert_eq!(
            told(white, ResultReason::Abandoned),
            said("White wins: Black left the game.", "White has won")
        );
        assert_eq!(told(white, ResultReason::Recorded), said("The game is over.", "White has won"));
    }

    #[test]
    fn the_names_of_sides_are_found_in_a_sentence() {
        let names = Names::new("Player", "Player 1");
        assert_eq!(
            by_side("Player 1 wins: Player left, Players 1.", &names),
            [
                (Some(Color::White), "Player 1"),
                (None, " wins: "),
                (Some(Color::Black), "Player"),
                (None, " left, Players 1."),
            ]
        );
        assert_eq!(by_side("", &names), []);
    }

    #[test]
    fn a_style_may_count_what_is_left() {
        let letters = crownhead_study::Style::named("letters").unwrap().appearance;
        let last: Position = "W:W:BK3,5".parse().unwrap();
        let won = |reason| result(GameResult { winner: Some(Color::Black), reason }, &last, &letters);
        assert_eq!(won(ResultReason::NoPieces), "Player One wins with 2 pieces left.");
        assert_eq!(
            won(ResultReason::NoMoves),
            "Player Two has no move and forfeits the game. Player One wins with 2 pieces left."
        );
        assert_eq!(won(ResultReason::Time), "Player One wins: Player Two ran out of time.");
    }
}

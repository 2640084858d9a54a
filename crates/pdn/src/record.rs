//! One game of a file.

use std::fmt;

use crownhead_board::Color;

use crate::body::Body;
use crate::game_type;
use crate::score::{GameResult, Score};
use crate::tags::Tags;
use crate::writer::write_record;

/// A game as a file has it: tags, moves and comments, and the result after the last move.
///
/// A record need not be legal. Every record that is not empty can be written and read back equal. `Display`
/// writes it.
///
/// ```
/// use crownhead_pdn::{GameResult, Record, Score};
///
/// let mut record = Record::new();
/// record.tags.push("Event", "Club night")?;
/// record.tags.push("Result", "1-0")?;
/// record.body.push_move("11-15".parse()?);
/// record.body.push_move("22-18".parse()?);
/// record.ending = Score::OneZero;
/// assert_eq!(record.result(), Some(GameResult::BlackWins));
/// assert_eq!(
///     record.to_string(),
///     "[Event \"Club night\"]\n[Result \"1-0\"]\n\n1. 11-15 22-18 1-0\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The tags.
    pub tags: Tags,
    /// Moves, comments, variations and the rest.
    pub body: Body,
    /// The result at the end of the text. A game without one reads the same as one that ends in `*`.
    pub ending: Score,
}

impl Record {
    /// A record without tags and moves.
    pub fn new() -> Record {
        Record::default()
    }

    /// How the game ended, if the record says so.
    ///
    /// The `Result` tag decides. Without one, or if it is `*` or unknown, the score after the last move does.
    /// If the two differ the tag wins, because the standard lets any game end in `*`; compare
    /// [`Record::tag_result`] with [`Record::ending_result`] to find such records.
    ///
    /// The first number of a score is Black's, unless the `GameType` tag says that White moves first. So
    /// `1-0` is a win for Black in English checkers, and so is `0-2` under `GameType "20"`, as pydraughts
    /// writes English games.
    ///
    /// ```
    /// use crownhead_pdn::{GameResult, Reader};
    ///
    /// let text = r#"[GameType "21"] [Result "1-0"] 1. 11-15 * [GameType "20"] 1. 11-15 0-2"#;
    /// for record in Reader::from_text(text) {
    ///     assert_eq!(record?.result(), Some(GameResult::BlackWins));
    /// }
    /// # Ok::<(), crownhead_pdn::ReadError>(())
    /// ```
    pub fn result(&self) -> Option<GameResult> {
        self.tag_result().or_else(|| self.ending_result())
    }

    /// The result in the `Result` tag, if it has one.
    ///
    /// With a `ResultFormat` tag, finer scores such as `1+ - 1-` are draws: in every format of the standard,
    /// a win on the board is still `2-0` or `0-2`.
    pub fn tag_result(&self) -> Option<GameResult> {
        let text = self.tags.get("Result")?.trim();
        match text.parse::<Score>() {
            Ok(score) => score.result(self.first_scored()),
            Err(_) => {
                let is_fine = self.tags.get("ResultFormat").is_some() && text.contains('-');
                is_fine.then_some(GameResult::Draw)
            }
        }
    }

    /// The result after the last move; `None` for `*`.
    pub fn ending_result(&self) -> Option<GameResult> {
        self.ending.result(self.first_scored())
    }

    fn first_scored(&self) -> Color {
        game_type::first_scored(&self.tags)
    }

    /// The position the game starts from, if there is a `FEN` tag.
    pub fn fen(&self) -> Option<&str> {
        self.tags.get("FEN")
    }

    /// The name of a player: the `Black` or `White` tag, or PlayStrategy's `P1` or `P2`.
    pub fn player(&self, color: Color) -> Option<&str> {
        let (name, site_name) = match color {
            Color::Black => ("Black", "P1"),
            Color::White => ("White", "P2"),
        };
        self.tags.get(name).or_else(|| self.tags.get(site_name))
    }

    /// Returns whether there are neither tags nor moves: words alone make no game.
    ///
    /// ```
    /// # use crownhead_pdn::Reader;
    /// let is_game = |text| !Reader::from_text(text).next().unwrap().unwrap().is_only_words();
    /// assert!(is_game("1. 11-15 *") && is_game("[Event \"Oban\"] *") && !is_game("Dear diary"));
    /// ```
    pub fn is_only_words(&self) -> bool {
        self.tags.is_empty() && self.body.moves().next().is_none()
    }

    /// Returns whether there is nothing to write.
    pub fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.body.is_empty()
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        write_record(&mut text, self).map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

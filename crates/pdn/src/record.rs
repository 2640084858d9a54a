//! One game of a file.

use std::fmt;

use crownhead_board::Color;

use crate::body::Body;
use crate::game_type;
use crate::score::{GameResult, Score};
use crate::tags::Tags;
use crate::writer::write_record;

/// A game as a file has it: tags, moves and remarks, and the result behind the last move.
///
/// A record is what was written, not what is legal. Every record can be written and is read back
/// equal, with one exception: one without tags and body, which the notation cannot say.
/// `Display` gives the text.
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
    /// What ends the text of the game. A game that just stops reads the same as one that ends in
    /// `*`.
    pub ending: Score,
}

impl Record {
    /// A record without tags and moves.
    pub fn new() -> Record {
        Record::default()
    }

    /// How the game ended, or `None` if the record does not say.
    ///
    /// The `Result` tag decides. Without one, or when it says `*` or something unknown, the score
    /// behind the last move does. Where the two differ the tag wins, because the standard lets any
    /// game end in `*`; compare [`Record::tag_result`] with [`Record::ending_result`] to find such
    /// records.
    ///
    /// The first number of a score is Black's, who moves first, unless the `GameType` tag says that
    /// White starts or names a game where White does. So `1-0` is a win for Black in English
    /// checkers, while `0-2` under `GameType "20"`, as pydraughts writes English games, is one too.
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

    /// What the `Result` tag says, if it says anything.
    ///
    /// With a `ResultFormat` tag, finer scores such as `1+ - 1-` are draws: in every format the
    /// standard lists, a game won on the board is still `2-0` or `0-2`.
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

    /// What the score behind the last move says; `None` for `*`.
    pub fn ending_result(&self) -> Option<GameResult> {
        self.ending.result(self.first_scored())
    }

    fn first_scored(&self) -> Color {
        game_type::first_scored(&self.tags)
    }

    /// The position the game starts from, as the `FEN` tag has it.
    pub fn fen(&self) -> Option<&str> {
        self.tags.get("FEN")
    }

    /// The name of a player. The site PlayStrategy calls Black `P1` and White `P2`.
    pub fn player(&self, color: Color) -> Option<&str> {
        let (name, site_name) = match color {
            Color::Black => ("Black", "P1"),
            Color::White => ("White", "P2"),
        };
        self.tags.get(name).or_else(|| self.tags.get(site_name))
    }

    /// Whether there is nothing to write.
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

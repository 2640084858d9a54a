//! Prompts of chat models: three templates, from a file that users can change.

use std::fmt::Write;

use crownhead_board::{Color, Game, Move, PieceStyle, Position, diagram};
use serde::Deserialize;
use thiserror::Error;

use crate::player::Turn;

/// The prompts of a chat model.
///
/// ```
/// use crownhead_arena::chat::Prompt;
///
/// let prompt = Prompt::from_toml("system = 'Play {{color}}.'\nturn = '{{fen}}'\nrefused = '{{why}}'");
/// assert!(prompt.is_ok());
/// let wrong = Prompt::from_toml("system = ''\nturn = '{{colour}}'\nrefused = ''").unwrap_err();
/// assert!(wrong.to_string().contains("{{colour}}"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prompt {
    system: String,
    turn: String,
    #[serde(default = "shipped_blind")]
    blind: String,
    refused: String,
}

/// A turn, and whether the board is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shown<'a> {
    pub(crate) turn: &'a Turn<'a>,
    pub(crate) has_board: bool,
}

/// A file without a prompt for those who see no board has the built-in one.
fn shipped_blind() -> String {
    Prompt::shipped().blind
}

/// A file that holds no prompts.
#[derive(Debug, Error)]
pub enum PromptError {
    /// It is not TOML, or not with the right names.
    #[error("prompts are TOML with the texts system, turn, blind and refused")]
    Toml(#[from] toml::de::Error),
    /// An unknown name in braces.
    #[error("{{{{{name}}}}} is not known; there are {}", NAMES.join(", "))]
    Name {
        /// The name.
        name: String,
    },
}

const NAMES: [&str; 13] = [
    "color",
    "opponent",
    "board",
    "fen",
    "black",
    "white",
    "start",
    "moves",
    "last_move",
    "must_jump",
    "legal_moves",
    "why",
    "attempts_left",
];

const SHIPPED: &str = include_str!("prompt.toml");

impl Prompt {
    /// The built-in prompts.
    pub fn shipped() -> Prompt {
        Prompt::from_toml(SHIPPED).expect("the built-in prompts are well-formed")
    }

    /// The file of the built-in prompts, to start one's own with.
    pub fn shipped_toml() -> &'static str {
        SHIPPED
    }

    /// Reads prompts.
    ///
    /// # Errors
    ///
    /// The file is malformed, or has an unknown name in braces.
    pub fn from_toml(text: &str) -> Result<Prompt, PromptError> {
        let prompt: Prompt = toml::from_str(text)?;
        let texts = [&prompt.system, &prompt.turn, &prompt.blind, &prompt.refused];
        let unknown = texts.into_iter().flat_map(|text| names_in(text)).find(|name| !NAMES.contains(name));
        if let Some(name) = unknown {
            return Err(PromptError::Name { name: name.to_owned() });
        }
        Ok(prompt)
    }

    pub(crate) fn system(&self, shown: Shown<'_>) -> String {
        filled(&self.system, shown)
    }

    /// The prompt for a move: the first, or the one after a refusal.
    pub(crate) fn question(&self, shown: Shown<'_>) -> String {
        let text = match shown {
            Shown { turn, .. } if turn.refusal.is_some() => &self.refused,
            Shown { has_board: true, .. } => &self.turn,
            Shown { has_board: false, .. } => &self.blind,
        };
        filled(text, shown)
    }
}

/// The names between double braces.
fn names_in(text: &str) -> impl Iterator<Item = &str> {
    text.split("{{").skip(1).filter_map(|rest| rest.split_once("}}")).map(|(name, _)| name.trim())
}

fn filled(text: &str, shown: Shown<'_>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, name, after)) =
        rest.split_once("{{").and_then(|(before, rest)| rest.split_once("}}").map(|(n, a)| (before, n, a)))
    {
        out.push_str(before);
        out.push_str(&value(name.trim(), shown));
        rest = after;
    }
    out.push_str(rest);
    // The first row of a board may begin with spaces.
    out.trim_end().trim_start_matches('\n').to_owned()
}

fn value(name: &str, Shown { turn, has_board }: Shown<'_>) -> String {
    let game = turn.game;
    let pos = game.position();
    match name {
        "board" | "fen" | "black" | "white" if !has_board => String::new(),
        "start" if *game.start() == Position::START => "The game began from the usual start.".to_owned(),
        "start" => format!("The game began from this position: {}", game.start()),
        "color" => pos.turn().to_string(),
        "opponent" => (!pos.turn()).to_string(),
        "board" => diagram(pos.turn(), |square| PieceStyle::LETTERS.symbol(pos.piece_at(square))),
        "fen" => pos.to_string(),
        "black" => pieces(pos, Color::Black),
        "white" => pieces(pos, Color::White),
        "moves" => moves(game),
        "last_move" => game.moves().last().map_or_else(|| "nothing yet".to_owned(), text),
        "must_jump" if must_jump(game) => "You can jump, so you must.".to_owned(),
        "legal_moves" => turn.legal_moves.as_ref().map_or_else(String::new, |moves| {
            let list: Vec<String> = moves.iter().copied().map(text).collect();
            format!("Legal moves: {}", list.join(", "))
        }),
        "why" => turn.refusal.map_or_else(String::new, |refusal| refusal.why.clone()),
        "attempts_left" => turn.attempts_left.to_string(),
        _ => String::new(),
    }
}

fn text(mv: Move) -> String {
    mv.route_text().to_string()
}

fn must_jump(game: &Game) -> bool {
    game.legal_moves().iter().any(|mv| mv.is_jump())
}

/// The squares of a side, kings marked.
fn pieces(pos: &Position, color: Color) -> String {
    let name = |square| format!("{}{square}", if pos.kings().contains(square) { "K" } else { "" });
    let squares: Vec<String> = pos.pieces(color).into_iter().map(name).collect();
    squares.join(" ")
}

/// The moves so far, with numbers.
fn moves(game: &Game) -> String {
    let mut out = String::new();
    let starts_with_white = usize::from(game.start().turn() == Color::White);
    for (i, mv) in game.moves().enumerate() {
        let ply = i + starts_with_white;
        if ply % 2 == 0 {
            let _ = write!(out, "{}. ", ply / 2 + 1);
        } else if i == 0 {
            out.push_str("1... ");
        }
        let _ = write!(out, "{} ", mv.route_text());
    }
    if out.is_empty() { "none".to_owned() } else { out.trim_end().to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::{Cause, Refusal};
    use crownhead_board::Rules;
    use crownhead_engine::Limits;

    fn seen<'a>(turn: &'a Turn<'a>) -> Shown<'a> {
        Shown { turn, has_board: true }
    }

    #[test]
    fn the_shipped_question_tells_the_position_and_hides_the_moves() {
        let mut game = Game::new();
        game.play(game.legal_moves()[0]).unwrap();
        let mut turn = Turn {
            game: &game,
            limits: Limits::INFINITE,
            legal_moves: None,
            refusal: None,
            attempts_left: 3,
            is_draw_offered: false,
        };
        let prompt = Prompt::shipped();
        let question = prompt.question(seen(&turn));
        assert!(question.contains(&format!("FEN: {}", game.position())), "{question}");
        assert!(
            question.contains(&value("board", seen(&turn))),
            "the board is whole, with the space it begins with"
        );
        assert!(question.contains("Moves so far: 1. ") && !question.contains("Legal moves"), "{question}");
        assert!(!question.contains("{{") && !prompt.system(seen(&turn)).contains("{{"));
        turn.legal_moves = Some(game.legal_moves().to_vec());
        assert!(prompt.question(seen(&turn)).contains("Legal moves: "));

        let blind = prompt.question(Shown { turn: &turn, has_board: false });
        let moves = format!("Moves so far: 1. {}", game.moves().next().unwrap());
        assert!(blind.contains(&moves) && blind.contains("Legal moves: "), "{blind}");
        for name in ["board", "fen", "black", "white"] {
            assert!(!blind.contains(&value(name, seen(&turn))), "{name} in {blind}");
        }
    }

    #[test]
    fn a_file_of_prompts_shows_no_board_to_those_who_are_not_to_see_it() {
        let prompt = Prompt::from_toml("system = ''\nturn = '{{fen}}'\nrefused = 'No: {{fen}}'").unwrap();
        let game = Game::from_position(
            "B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29".parse().unwrap(),
            Rules::OFFICIAL,
        );
        let turn = Turn {
            game: &game,
            limits: Limits::INFINITE,
            legal_moves: None,
            refusal: None,
            attempts_left: 3,
            is_draw_offered: false,
        };
        let blind = prompt.question(Shown { turn: &turn, has_board: false });
        assert!(blind.contains("The game began from this position: B:W"), "{blind}");
        let refusal = Refusal::new(Cause::Illegal, "that is no move");
        let refused = Turn { refusal: Some(&refusal), ..turn };
        assert_eq!(prompt.question(Shown { turn: &refused, has_board: false }), "No:");
    }
}

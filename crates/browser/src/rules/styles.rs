//! Games in a style: what it sets, what a position looks like in it, and moves as it has them typed.

use crownhead_board::{Bitboard, Color, Move, Square, State};
use crownhead_study::style::{Bottom, Choice, EndWords, start};
use crownhead_study::{Appearance, Style, masks};
use crownhead_wire::answers::{bad_move, read_position};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Rules, RulesAnswer};
use crate::answer::Refusal;

/// A style, and what a position looks like in it.
#[derive(Serialize, ToSchema)]
pub struct StyleAnswer {
    /// The rules.
    rules: String,
    /// The position that games begin with.
    start: String,
    /// What Black and White are called.
    names: [String; 2],
    /// The names of the squares 1 to 32.
    squares: Vec<String>,
    /// What stands between the squares of a step, and of a jump.
    joints: [&'static str; 2],
    /// Does White sit at the bottom, whoever plays?
    white_below: bool,
    /// Does the end of a game say how many pieces are left?
    counts_pieces: bool,
    /// Is the score shown each turn?
    has_score: bool,
    /// Are the legal moves shown each turn?
    has_moves: bool,
    /// The board in text.
    board: String,
    /// A board with the name of every square, if it is shown each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    /// The words of the position, if they are shown each turn.
    words: Vec<StyledWord>,
    /// What can be typed now, if it is shown each turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<String>,
    /// The legal moves.
    moves: Vec<StyledMove>,
}

/// A word of a position.
#[derive(Serialize, ToSchema)]
pub struct StyledWord {
    /// Its name.
    name: String,
    /// In binary.
    binary: String,
    /// In hex.
    hex: String,
}

/// A legal move.
#[derive(Serialize, ToSchema)]
pub struct StyledMove {
    /// What it is chosen by: a number, or a letter and a number; empty where its squares are typed.
    label: String,
    /// As the style writes it.
    text: String,
    /// As everybody else does.
    #[serde(rename = "move")]
    mv: String,
}

impl Rules {
    /// A style with a position in it: that of the game that is open, unless another one is given.
    pub(super) fn style(&self, name: &str, fen: Option<&str>) -> Result<RulesAnswer, Refusal> {
        let style = read_style(name)?;
        let state = match (fen, &self.table) {
            (None, Some(table)) => *table.contest().game().state(),
            _ => State::new(read_position(fen)?, style.rules),
        };
        Ok(RulesAnswer::Style(Box::new(StyleAnswer::new(&style, &state))))
    }

    /// A move in the game that is open, as it is typed in a style. The answer is the move as everybody else writes it.
    pub(super) fn style_move(&self, name: &str, text: &str) -> Result<RulesAnswer, Refusal> {
        let style = read_style(name)?;
        let table = self.table.as_ref().ok_or_else(|| Refusal::new("not_now", "no game is open"))?;
        let state = table.contest().game().state();
        let typed: String = text.split_whitespace().collect();
        let moves = styled_moves(&style.appearance, state);
        let is_meant = |styled: &&StyledMove| !typed.is_empty() && styled.label.eq_ignore_ascii_case(&typed);
        if let Some(chosen) = moves.iter().find(is_meant) {
            return Ok(RulesAnswer::Text { text: chosen.mv.clone() });
        }
        // The same number is another square to everybody else, so it is not tried as theirs.
        let mv = state
            .parse_move_with(text, style.appearance.notation.reader())
            .map_err(|error| bad_move(&error, state.position()))?;
        Ok(RulesAnswer::Text { text: mv.route_text().to_string() })
    }
}

fn read_style(name: &str) -> Result<Style, Refusal> {
    name.parse().map_err(|error| Refusal::new("bad_value", error))
}

impl StyleAnswer {
    fn new(style: &Style, state: &State) -> StyleAnswer {
        let Style { rules, first, appearance } = style;
        let Appearance { notation, pieces, each_turn, layout, .. } = appearance;
        let symbol = |square| pieces.symbol(state.position().piece_at(square)).to_string();
        let moves = styled_moves(appearance, state);
        let word = |(name, squares)| StyledWord {
            name,
            binary: layout.binary(squares, 8),
            hex: layout.hex(squares),
        };
        let words = if each_turn.bits { masks::words(state, appearance) } else { Vec::new() };
        StyleAnswer {
            rules: rules.to_string(),
            start: start(*first).to_string(),
            names: Color::ALL.map(|color| appearance.names.of(color).to_owned()),
            squares: Square::ALL.iter().map(|square| notation.square(*square)).collect(),
            joints: [notation.joint(false), notation.joint(true)],
            white_below: appearance.bottom == Bottom::White,
            counts_pieces: appearance.ending == EndWords::Count,
            has_score: each_turn.score,
            has_moves: each_turn.moves || appearance.choice != Choice::Squares,
            board: appearance.frame.draw(Color::White, *notation, symbol),
            reference: each_turn.reference.then(|| notation.reference(Color::White)),
            words: words.into_iter().map(word).collect(),
            example: moves.first().filter(|_| each_turn.example).map(|styled| styled.text.clone()),
            moves,
        }
    }
}

/// The legal moves with what they are chosen by: their numbers in the list, or the letters of the squares they end on and
/// the numbers of the pieces.
fn styled_moves(appearance: &Appearance, state: &State) -> Vec<StyledMove> {
    let (mut legal, first) = (state.legal_moves(), appearance.count_from.number());
    legal.sort_by_key(|mv| mv.route());
    let ends: Bitboard = legal.iter().filter_map(|mv| mv.to()).collect();
    let label = |place: usize, mv: &Move| match appearance.choice {
        Choice::Squares => String::new(),
        Choice::List => (place + first).to_string(),
        Choice::Letters => {
            let number = ends.into_iter().position(|end| Some(end) == mv.to()).unwrap_or_default();
            let before = legal[..place].iter().filter(|other| other.to() == mv.to()).count();
            format!("{}{}", char::from(b'A' + number as u8), before + first)
        }
    };
    let styled = |(place, mv): (usize, &Move)| StyledMove {
        label: label(place, mv),
        text: appearance.notation.mv(*mv),
        mv: mv.route_text().to_string(),
    };
    legal.iter().enumerate().map(styled).collect()
}

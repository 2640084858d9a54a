//! The names that players have given to openings.

use std::collections::HashMap;
use std::sync::LazyLock;

use crownhead_board::{Game, Move, Position};

use super::{data_lines, read_move};

static NAMES: LazyLock<HashMap<Position, &'static str>> =
    LazyLock::new(|| named_openings().map(|opening| (opening.position, opening.name)).collect());

/// An opening that has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedOpening {
    /// The name.
    pub name: &'static str,
    /// Moves that lead there.
    pub moves: Vec<Move>,
    /// The position after them.
    pub position: Position,
}

/// All openings that have names.
///
/// ```
/// let corner = crownhead_engine::named_openings().find(|opening| opening.name == "Single Corner").unwrap();
/// assert_eq!(corner.moves.len(), 2);
/// ```
pub fn named_openings() -> impl Iterator<Item = NamedOpening> {
    data_lines(include_str!("names.txt")).map(read_opening)
}

fn read_opening(line: &'static str) -> NamedOpening {
    let (moves, name) = line.split_once(": ").expect("a name in our data stands behind a colon");
    let mut position = Position::START;
    let play = |text| {
        let mv = read_move(&position, text);
        position = position.play_unchecked(mv);
        mv
    };
    let moves = moves.split(' ').map(play).collect();
    NamedOpening { name, moves, position }
}

/// The name of an opening that leads to this position, by whatever moves.
///
/// ```
/// use crownhead_board::Position;
/// use crownhead_engine::opening_name;
///
/// let pos: Position = "B:W18,21,23-32:B1-10,12,15".parse().unwrap();
/// assert_eq!(opening_name(&pos), Some("Single Corner"));
/// ```
pub fn opening_name(pos: &Position) -> Option<&'static str> {
    NAMES.get(pos).copied()
}

/// The name of the opening of a game: that of the last position with a name.
pub fn opening_name_of(game: &Game) -> Option<&'static str> {
    game.positions().rev().find_map(opening_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_name_is_the_name_of_the_game() {
        let mut game = Game::new();
        assert_eq!(opening_name_of(&game), None);
        for (text, name) in [
            ("11-15", "Old Faithful"),
            ("23-19", "Old Faithful"),
            ("8-11", "Old Faithful"),
            ("22-17", "Old Faithful"),
            ("3-8", "Alma"),
        ] {
            let mv = read_move(game.position(), text);
            game.play(mv).unwrap();
            assert_eq!(opening_name_of(&game), Some(name), "{text}");
        }
    }

    #[test]
    fn every_line_of_our_data_is_legal() {
        assert!(NAMES.len() > 80);
    }
}

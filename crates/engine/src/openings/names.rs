//! The names that players have given to openings.

use std::collections::HashMap;
use std::sync::LazyLock;

use crownhead_board::{Game, Position};

use super::{data_lines, read_move};

static NAMES: LazyLock<HashMap<Position, &'static str>> =
    LazyLock::new(|| data_lines(include_str!("names.txt")).map(read_name).collect());

fn read_name(line: &'static str) -> (Position, &'static str) {
    let (moves, name) = line.split_once(": ").expect("a name in our data stands behind a colon");
    let after = |pos: Position, text: &str| pos.play_unchecked(read_move(&pos, text));
    (moves.split(' ').fold(Position::START, after), name)
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

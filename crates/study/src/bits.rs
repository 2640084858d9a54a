//! The masks of a position, and what a move does to them, as text.

use crownhead_board::{Bitboard, Color, Move, Position, Square, State};

/// The masks with their names, in the order in which they are shown.
pub fn masks(state: &State) -> [(&'static str, Bitboard); 6] {
    let (pos, moves) = (state.position(), state.legal_moves());
    [
        ("black", pos.black()),
        ("white", pos.white()),
        ("kings", pos.kings()),
        ("occupied", pos.occupied()),
        ("movers", moves.iter().filter_map(|mv| mv.from()).collect()),
        ("jumpers", moves.iter().filter(|mv| mv.is_jump()).filter_map(|mv| mv.from()).collect()),
    ]
}

/// The rows of a small board: only dark squares, a row shifted against the next.
pub fn small_board(mask: Bitboard) -> [String; 8] {
    std::array::from_fn(|i| {
        let row = 7 - i;
        let cell = |column| match Square::from_row_column(row, column) {
            None => ' ',
            Some(square) if mask.contains(square) => '1',
            Some(_) => '0',
        };
        (0..8).map(cell).collect()
    })
}

/// A mask with its name, and how it is made from others if it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedMask {
    /// The name.
    pub name: &'static str,
    /// How it is made.
    pub formula: Option<&'static str>,
    /// The mask.
    pub mask: Bitboard,
}

/// Every mask of a position that is worth a look.
pub fn all_masks(state: &State) -> Vec<NamedMask> {
    let pos = state.position();
    let named = |name, formula, mask| NamedMask { name, formula, mask };
    let [black, white, kings, occupied, movers, jumpers] =
        masks(state).map(|(name, mask)| named(name, None, mask));
    let occupied = NamedMask { formula: Some("black | white"), ..occupied };
    let [left, right] = steppers(pos);
    let formulas = match pos.turn() {
        Color::Black => [
            "black & step_up_right(empty) | black & kings & step_down_right(empty)",
            "black & step_up_left(empty) | black & kings & step_down_left(empty)",
        ],
        Color::White => [
            "white & step_down_right(empty) | white & kings & step_up_right(empty)",
            "white & step_down_left(empty) | white & kings & step_up_left(empty)",
        ],
    };
    vec![
        black,
        white,
        kings,
        occupied,
        named("empty", Some("!(black | white)"), !pos.occupied()),
        movers,
        named("movers_left", Some(formulas[0]), left),
        named("movers_right", Some(formulas[1]), right),
        jumpers,
    ]
}

/// The pieces of the side to move that can step to the left, and those that can step to the right, as
/// seen with White at the bottom. A piece can step where a step back from an empty square leads to it.
pub fn steppers(pos: &Position) -> [Bitboard; 2] {
    let (us, empty) = (pos.pieces(pos.turn()), !pos.occupied());
    let up = [empty.step_down_right(), empty.step_down_left()];
    let down = [empty.step_up_right(), empty.step_up_left()];
    let (ahead, back) = if pos.turn() == Color::White { (up, down) } else { (down, up) };
    [0, 1].map(|side| us & ahead[side] | us & pos.kings() & back[side])
}

/// What a move does to a mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The name of the mask.
    pub name: &'static str,
    /// Are the operand's bits taken away, and not just inverted?
    pub clears: bool,
    /// What the mask was.
    pub before: Bitboard,
    /// The bits that change.
    pub operand: Bitboard,
    /// The reason.
    pub why: String,
}

impl Change {
    /// What the mask is now.
    pub fn after(&self) -> Bitboard {
        if self.clears { self.before & !self.operand } else { self.before ^ self.operand }
    }

    /// The change as a line of code.
    pub fn code(&self) -> String {
        let operator = if self.clears { "&= !" } else { "^= " };
        format!("{} {operator}{:#010X}", self.name, self.operand)
    }
}

/// Which operations turn the masks before a move into those after it.
pub fn changes(before: &State, mv: Move) -> Vec<Change> {
    let after = before.play_unchecked(mv);
    let (before, after) = (before.position(), after.position());
    let us = before.turn();
    let name = |color: Color| if color == Color::Black { "black" } else { "white" };
    let change = |name, clears, before: Bitboard, after: Bitboard, why: &dyn Fn(Bitboard) -> String| {
        let operand = before ^ after;
        (!operand.is_empty()).then(|| Change { name, clears, before, operand, why: why(operand) })
    };
    let moved =
        |_| mv.from().zip(mv.to()).map_or_else(String::new, |(from, to)| format!("from {from} to {to}"));
    let captured = |operand| format!("captured {operand}");
    let crowned = |_| king_change(before, after, mv);
    let changes = [
        change(name(us), false, before.pieces(us), after.pieces(us), &moved),
        change(name(!us), true, before.pieces(!us), after.pieces(!us), &captured),
        change("kings", false, before.kings(), after.kings(), &crowned),
    ];
    changes.into_iter().flatten().collect()
}

/// The same in lines.
pub fn operations(before: &State, mv: Move) -> Vec<String> {
    let changes = changes(before, mv);
    let name = if before.turn() == Color::Black { "black" } else { "white" };
    let moves = changes.iter().any(|change| change.name == name);
    let stays = (!moves && !mv.is_end_turn()).then(|| format!("{name} stays: the piece ends where it began"));
    let lines = changes.iter().map(|change| format!("{} {}", change.code(), change.why));
    stays.into_iter().chain(lines).collect()
}

fn king_change(before: &Position, after: &Position, mv: Move) -> String {
    let captured = before.kings() & mv.captured();
    let mut said = Vec::new();
    match (mv.from(), mv.to()) {
        (Some(from), _) if before.kings().contains(from) => said.push("the king moved".to_owned()),
        (_, Some(to)) if after.kings().contains(to) => said.push(format!("crowned on {to}")),
        _ => {}
    }
    if !captured.is_empty() {
        said.push(format!("king captured on {captured}"));
    }
    said.join(", ")
}

/// The name of a mask where there is little room: `p1 kings` for the kings of player one.
pub fn short_name(name: &str) -> String {
    let pairs = [("player one", "p1"), ("player two", "p2"), ("player ", "p")];
    pairs.iter().fold(name.to_owned(), |name, (long, short)| name.replace(long, short))
}

/// Small boards side by side, with their names above.
pub fn boards(masks: &[(String, Bitboard)]) -> String {
    let name = |(name, _): &(String, Bitboard)| {
        format!("{:<9} ", short_name(name).chars().take(9).collect::<String>())
    };
    let mut text: String = masks.iter().map(name).collect();
    let boards: Vec<[String; 8]> = masks.iter().map(|(_, mask)| small_board(*mask)).collect();
    for row in 0..8 {
        text.truncate(text.trim_end().len());
        text.push('\n');
        boards.iter().for_each(|board| text.push_str(&format!("{:<9} ", board[row])));
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_told_as_operations_on_masks() {
        let pos: Position = "W:W18:B14,K6".parse().unwrap();
        let lines = operations(&pos.into(), pos.legal_moves()[0]);
        assert_eq!(
            lines,
            [
                "white ^= 0x00020002 from 18 to 2",
                "black &= !0x00002020 captured 6,14",
                "kings ^= 0x00000022 crowned on 2, king captured on 6"
            ]
        );
    }

    #[test]
    fn small_boards_show_dark_squares_only() {
        let rows = small_board(Bitboard::from_square(Square::new(1).unwrap()));
        assert_eq!(rows[0], " 1 0 0 0");
        assert_eq!(rows[1], "0 0 0 0 ");
    }
}

//! Words of a position, the masks that have names, and those of one piece, in any layout and as text.

use crownhead_board::{Bitboard, Color, Move, Square, State};

use crate::hops::Hop;
use crate::notation::Notation;
use crate::style::{Appearance, BitLayout, Names, Words};
use crate::{bits, constants, hops};

/// The words that a position is, with their names.
pub fn words(state: &State, appearance: &Appearance) -> Vec<(String, Bitboard)> {
    let pos = state.position();
    let mut words = Vec::new();
    for color in Color::ALL {
        let (name, pieces) = (appearance.names.of(color).to_ascii_lowercase(), pos.pieces(color));
        match appearance.words {
            Words::Sides => words.push((name, pieces)),
            Words::Apart => {
                words.push((format!("{name} men"), pieces - pos.kings()));
                words.push((format!("{name} kings"), pieces & pos.kings()));
            }
        }
    }
    if appearance.words == Words::Sides {
        words.push(("kings".to_owned(), pos.kings()));
    }
    words
}

/// The words, and what follows from them: the occupied squares, the pieces that can move, and those that can jump.
pub fn position(state: &State, appearance: &Appearance) -> Vec<(String, Bitboard)> {
    let [_, _, _, derived @ ..] = bits::masks(state);
    let derived = derived.map(|(name, mask)| (name.to_owned(), mask));
    words(state, appearance).into_iter().chain(derived).collect()
}

/// A mask with its name in binary and hex, closer together or in hex alone where the width does not suffice.
pub fn line(name: &str, mask: Bitboard, layout: BitLayout, width: usize) -> String {
    let name = bits::short_name(name);
    let whole = format!("{name:<9} {} {}", layout.binary(mask, 8), layout.hex(mask));
    if whole.chars().count() <= width {
        return whole;
    }
    let bare = |text: String| text.replace('_', "").split_off(2);
    let short = [("square ", "sq "), ("occupied", "pieces"), (" kings", " kgs")]
        .iter()
        .fold(name.clone(), |name, (long, short)| name.replace(long, short));
    let short: String = short.chars().take(6).collect();
    let dense = format!("{short:<6} {} {}", bare(layout.hex(mask)), bare(layout.binary(mask, 8)));
    if dense.chars().count() <= width { dense } else { format!("{name:<9} {}", layout.hex(mask)) }
}

/// A mask of the rules for each player, who sees the other's turned by half. Player 1 sits at the bottom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Constant {
    /// The name.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Player 1's, and player 2's.
    pub masks: [Bitboard; 2],
}

/// The masks by which the moves of men are found.
///
/// ```
/// use crownhead_study::{BitLayout, masks};
///
/// let left = masks::constants().into_iter().find(|mask| mask.name == "left move").unwrap();
/// assert_eq!(left.masks.map(|mask| BitLayout::Up32.hex(mask)), ["0x0EFEFEFE", "0x7F7F7F70"]);
/// ```
pub fn constants() -> Vec<Constant> {
    const ABOUT: [(&str, &str); 8] = [
        ("even rows", "rows that begin with a dark square"),
        ("odd rows", "rows that begin with a light square"),
        ("start", "where the men stand at the start"),
        ("final row", "where a man is crowned"),
        ("left move", "from where a man can step to the left"),
        ("right move", "from where a man can step to the right"),
        ("left jump", "from where a man can jump to the left"),
        ("right jump", "from where a man can jump to the right"),
    ];
    let [one, two] = [Color::White, Color::Black].map(constants::constants);
    let masks = one.into_iter().zip(two).map(|(one, two)| [one.mask, two.mask]);
    ABOUT.into_iter().zip(masks).map(|((name, about), masks)| Constant { name, about, masks }).collect()
}

/// All constants as words and boards, for both players.
pub fn constants_text(appearance: &Appearance) -> String {
    let layout = appearance.layout;
    let mut text = String::new();
    for Constant { name, about, masks } in constants() {
        text.push_str(&format!("{name}: {about}\n"));
        let named = [("player 1".to_owned(), masks[0]), ("player 2".to_owned(), masks[1])];
        for (name, mask) in &named {
            text.push_str(&format!("  {}\n", line(name, *mask, layout, usize::MAX)));
        }
        bits::boards(&named).lines().skip(1).for_each(|row| text.push_str(&format!("  {row}\n")));
        text.push('\n');
    }
    text + &format!("{layout}: {}\n", layout.description())
}

/// What one piece can do, in masks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMasks {
    /// The piece.
    pub selection: Bitboard,
    /// Where its moves end.
    pub moves: Bitboard,
    /// What a move that ends there captures, for each of those squares.
    pub captured: Vec<(Square, Bitboard)>,
    /// Its hops in the order in which a recursion finds them.
    pub hops: Vec<Hop>,
}

/// What the piece on a square can do, if it is its turn.
pub fn piece(state: &State, square: Square) -> PieceMasks {
    let moves: Vec<Move> =
        state.legal_moves().iter().copied().filter(|mv| mv.from() == Some(square)).collect();
    let mut captured: Vec<(Square, Bitboard)> = Vec::new();
    for (to, taken) in moves.iter().filter_map(|mv| Some((mv.to()?, mv.captured()))) {
        if !captured.contains(&(to, taken)) {
            captured.push((to, taken));
        }
    }
    PieceMasks {
        selection: Bitboard::from_square(square),
        moves: captured.iter().map(|(to, _)| *to).collect(),
        captured,
        hops: hops::of_moves(&moves),
    }
}

/// What the piece on a square can do, in lines.
pub fn piece_text(state: &State, square: Square, appearance: &Appearance) -> String {
    let (layout, masks) = (appearance.layout, piece(state, square));
    let mut named = vec![("selection".to_owned(), masks.selection), ("moves".to_owned(), masks.moves)];
    let to = |square| format!("to {}", appearance.notation.square(square));
    named.extend(masks.captured.iter().map(|(square, mask)| (to(*square), *mask)));
    let mut text: String =
        named.iter().map(|(name, mask)| line(name, *mask, layout, usize::MAX) + "\n").collect();
    text.push_str(
        "selection is the piece, moves is where it can go; then what each of those moves captures\n\n",
    );
    for some in named.chunks(7) {
        text.push_str(&bits::boards(some));
    }
    if !masks.hops.is_empty() {
        text.push_str("\nthe recursion over jumps\n");
        for (hop, i) in masks.hops.iter().zip(1..) {
            text.push_str(&format!("{i:>3}  {}\n", hop.text(appearance)));
        }
    }
    text
}

/// The words of a position, what follows from them, and what the last move did to them, in lines.
pub fn text(state: &State, last: Option<(State, Move)>, appearance: &Appearance) -> String {
    let (layout, masks) = (appearance.layout, position(state, appearance));
    let mut text: String =
        masks.iter().map(|(name, mask)| line(name, *mask, layout, usize::MAX) + "\n").collect();
    text.push_str(&format!("{layout}: {}\n\n{}", layout.description(), bits::boards(&masks)));
    if let Some((before, mv)) = last {
        text.push_str(&format!("\nlast move {}\n", appearance.notation.mv(mv)));
        for line in operations(&before, mv, appearance) {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}

/// What a move does to the words, in lines of code.
pub fn operations(before: &State, mv: Move, appearance: &Appearance) -> Vec<String> {
    let is_usual = (appearance.layout, appearance.words) == (BitLayout::Down32, Words::Sides)
        && appearance.notation == Notation::default()
        && appearance.names == Names::default();
    if is_usual {
        return bits::operations(before, mv);
    }
    let after = before.play_unchecked(mv);
    let words = words(before, appearance).into_iter().zip(words(&after, appearance));
    words
        .filter(|((_, before), (_, after))| before != after)
        .map(|((name, before), (_, after))| {
            format!("{} ^= {}", name.replace(' ', "_"), appearance.layout.hex(before ^ after))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Style;
    use crownhead_board::{Position, Rules};

    fn square(number: u8) -> Square {
        Square::new(number).unwrap()
    }

    #[test]
    fn the_constants_of_player_1_have_their_known_words() {
        let hex = |name: &str| {
            let constant = constants().into_iter().find(|constant| constant.name == name).unwrap();
            BitLayout::Up32.hex(constant.masks[0])
        };
        let known = [
            ("even rows", "0x0F0F0F0F"),
            ("odd rows", "0xF0F0F0F0"),
            ("start", "0x00000FFF"),
            ("final row", "0xF0000000"),
            ("left move", "0x0EFEFEFE"),
            ("right move", "0x0F7F7F7F"),
            ("left jump", "0x00EEEEEE"),
            ("right jump", "0x00777777"),
        ];
        for (name, word) in known {
            assert_eq!(hex(name), word, "{name}");
        }
    }

    #[test]
    fn player_2_has_the_half_turns() {
        for Constant { name, masks: [one, two], .. } in constants() {
            assert_eq!((one.to_row_major()).reverse_bits(), two.to_row_major(), "{name}");
        }
    }

    #[test]
    fn a_fork_is_found_jump_by_jump() {
        let state = State::from("W:W27:B14,15,23".parse::<Position>().unwrap());
        let masks = piece(&state, square(27));
        assert_eq!(masks.moves.to_string(), "9,11");
        let usual = Style::default().appearance;
        let steps: Vec<String> = masks.hops.iter().map(|hop| hop.text(&usual)).collect();
        assert_eq!(
            steps,
            [
                "27 over 23 to 18: captured 0x00400000",
                "  18 over 14 to 9: captured 0x00402000, nothing more to jump",
                "  18 over 15 to 11: captured 0x00404000, nothing more to jump",
            ]
        );
    }

    #[test]
    fn where_a_jump_may_stop_each_landing_is_a_move() {
        let rules = Rules::preset("free-stop").unwrap();
        let masks = piece(&State::new("W:W18:B6,14".parse().unwrap(), rules), square(18));
        let captured: Vec<String> = masks.captured.iter().map(|(to, mask)| format!("{to}: {mask}")).collect();
        assert_eq!(captured, ["9: 14", "2: 6,14"]);
    }

    #[test]
    fn a_move_is_told_by_the_names_of_its_players() {
        let told = |appearance: &Appearance| {
            let state = State::from("W:W21:B12".parse::<Position>().unwrap());
            operations(&state, state.legal_moves()[0], appearance).join("\n")
        };
        assert_eq!(told(&Appearance::default()), "white ^= 0x00110000 from 21 to 17");
        let coordinates = Style::named("coordinates").unwrap().appearance;
        assert_eq!(told(&coordinates), "player_1 ^= 0x00110000");
    }

    #[test]
    fn names_are_told_apart_where_there_is_little_room() {
        let letters = Style::named("letters").unwrap().appearance;
        let masks = position(&State::from(Position::START), &letters);
        for width in [48, 72] {
            let line = |(name, mask): &(String, Bitboard)| line(name, *mask, letters.layout, width);
            let names: Vec<String> =
                masks.iter().map(line).map(|line| line[..9].trim_end().to_owned()).collect();
            assert!((1..names.len()).all(|i| !names[..i].contains(&names[i])), "{names:?}");
        }
        let text = bits::boards(&masks);
        assert!(text.starts_with("p1 men    p1 kings  p2 men    p2 kings  occupied"), "{text}");
    }

    #[test]
    fn men_and_kings_can_be_words_of_their_own() {
        let letters = Style::named("letters").unwrap().appearance;
        let state = State::from("W:WK18,22:BK3,5".parse::<Position>().unwrap());
        let names: Vec<String> = words(&state, &letters).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["player one men", "player one kings", "player two men", "player two kings"]);
    }
}

//! A labelled position: the unit of training data.

use crownhead_board::{Bitboard, Color, Position, Setup};
use crownhead_engine::{NetworkShape, Score, Value};

/// A quiet position from the side to move's point of view, with its labels.
///
/// The side to move always plays up the board, as White does: a position with Black to move is
/// [flipped](Position::flip), so that equivalent positions have equal samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sample {
    /// Pieces of the side to move.
    pub own: Bitboard,
    /// Pieces of the other side.
    pub other: Bitboard,
    /// Kings of both.
    pub kings: Bitboard,
    /// The score of the search, in hundredths of a man.
    pub score: i16,
    /// The result of the game for the side to move.
    pub result: Value,
    /// Whether the result is the exact value of the position, from an endgame database.
    pub is_exact: bool,
}

/// Scores are clamped to this many hundredths of a man; certain wins count as much.
pub const MAX_SCORE: i32 = 2000;

impl Sample {
    /// The size of a stored sample in bytes.
    pub const SIZE: usize = 16;

    /// Labels a position.
    pub fn new(pos: &Position, score: Score, result: Value, is_exact: bool) -> Sample {
        let pos = if pos.turn() == Color::White { *pos } else { pos.flip() };
        let score = score.centimen().clamp(-MAX_SCORE, MAX_SCORE) as i16;
        Sample { own: pos.white(), other: pos.black(), kings: pos.kings(), score, result, is_exact }
    }

    /// The position, with White to move.
    pub fn position(&self) -> Option<Position> {
        let setup =
            Setup { black: self.other, white: self.own, kings: self.kings, ..Position::START.flip().setup() };
        Position::try_from(setup).ok().filter(|pos| pos.turn() == Color::White)
    }

    /// The number of pieces on the board.
    pub fn n_pieces(&self) -> usize {
        self.own.len() + self.other.len()
    }

    /// Men and kings of the side to move, then those of the other side, with a bit for each square.
    fn planes(&self) -> [u32; 4] {
        let (own, other, kings) = self.key();
        [own & !kings, own & kings, other & !kings, other & kings]
    }

    /// The features of the position, as the network numbers them.
    pub(crate) fn features(&self) -> impl Iterator<Item = usize> {
        let [own_men, own_kings, men, kings] = self.planes().map(u128::from);
        let mut left = own_men | own_kings << 32 | men << 64 | kings << 96;
        std::iter::from_fn(move || {
            let feature = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(feature)
        })
    }

    /// The stage of the position for the network, from the side to move's point of view.
    pub(crate) fn stage(&self) -> usize {
        let [_, own_kings, _, kings] = self.planes();
        NetworkShape::stage(own_kings != 0, kings != 0)
    }

    /// The position without its labels.
    pub(crate) fn key(&self) -> (u32, u32, u32) {
        (self.own.to_row_major(), self.other.to_row_major(), self.kings.to_row_major())
    }

    /// The stored form: own pieces, other pieces and kings as words with a bit for each square, the lowest for square 1,
    /// then score, result and exactness; little-endian.
    pub fn to_bytes(&self) -> [u8; Sample::SIZE] {
        let mut bytes = [0; Sample::SIZE];
        bytes[0..4].copy_from_slice(&self.own.to_row_major().to_le_bytes());
        bytes[4..8].copy_from_slice(&self.other.to_row_major().to_le_bytes());
        bytes[8..12].copy_from_slice(&self.kings.to_row_major().to_le_bytes());
        bytes[12..14].copy_from_slice(&self.score.to_le_bytes());
        bytes[14] = match self.result {
            Value::Loss => 0,
            Value::Draw => 1,
            Value::Win => 2,
        };
        bytes[15] = u8::from(self.is_exact);
        bytes
    }

    /// Reads the form that [`Sample::to_bytes`] writes; `None` if the bytes are invalid.
    pub fn from_bytes(bytes: &[u8; Sample::SIZE]) -> Option<Sample> {
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let sample = Sample {
            own: Bitboard::from_row_major(word(0)),
            other: Bitboard::from_row_major(word(4)),
            kings: Bitboard::from_row_major(word(8)),
            score: i16::from_le_bytes([bytes[12], bytes[13]]),
            result: match bytes[14] {
                0 => Value::Loss,
                1 => Value::Draw,
                2 => Value::Win,
                _ => return None,
            },
            is_exact: match bytes[15] {
                0 => false,
                1 => true,
                _ => return None,
            },
        };
        sample.position().map(|_| sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_to_move_is_seen_from_the_other_side() {
        let black: Position = "B:W21,K30:B7,K3".parse().unwrap();
        let sample = Sample::new(&black, Score::estimate(-31), Value::Win, true);
        assert_eq!(sample.position(), Some(black.flip()));
        assert_eq!(sample, Sample::new(&black.flip(), Score::estimate(-31), Value::Win, true));
    }

    #[test]
    fn bytes_make_the_sample_again() {
        let pos: Position = "W:W21,22,K30:B7,K3".parse().unwrap();
        let sample = Sample::new(&pos, Score::estimate(77), Value::Draw, false);
        assert_eq!(Sample::from_bytes(&sample.to_bytes()), Some(sample));
    }

    #[test]
    fn damaged_bytes_make_none() {
        let bytes = Sample::new(&Position::START, Score::DRAW, Value::Draw, false).to_bytes();
        for (at, value) in [(14, 3), (15, 2), (0, 0xFF), (7, 0xF0), (9, 0xF0)] {
            let mut damaged = bytes;
            damaged[at] = value;
            assert_eq!(Sample::from_bytes(&damaged), None, "byte {at}");
        }
    }
}

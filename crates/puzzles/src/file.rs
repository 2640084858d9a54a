//! Files of puzzles: a head with a version and a checksum, and one puzzle after the other. `docs/puzzles.md` has it
//! byte by byte.

use crownhead_board::{Bitboard, Color, Move, Position, Setup, SetupError};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64;

use crate::puzzle::{BadPuzzle, Goal, Puzzle, choices};
use crate::theme::Themes;

const MAGIC: &[u8; 8] = b"CROWNPUZ";
/// The version of the format, which changes whenever an older program would misread a file.
pub const VERSION: u32 = 1;
const HEAD_BYTES: usize = 24;

/// Why bytes are no file of puzzles.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FileError {
    /// It is something else.
    #[error("this is no file of puzzles; they begin with {}", MAGIC.escape_ascii())]
    Foreign,
    /// Another version of the program wrote it.
    #[error("the file has version {0} of the format, and this program reads version {VERSION}")]
    Version(u32),
    /// Its checksum is wrong: it is damaged, or cut short.
    #[error("the file is damaged: its checksum is wrong")]
    Checksum,
    /// It ends within a puzzle.
    #[error("the file ends within puzzle {0}")]
    Short(u32),
    /// It goes on behind its last puzzle.
    #[error("the file has {0} bytes behind its last puzzle")]
    Long(usize),
    /// Pieces stand where they cannot.
    #[error("puzzle {number} has no valid position")]
    Position {
        /// Which puzzle, the first being 1.
        number: u32,
        /// What is wrong with its position.
        source: SetupError,
    },
    /// A move has a number that no legal move has.
    #[error("puzzle {0} has a move that is not there")]
    Move(u32),
    /// The position and its line make no puzzle.
    #[error("puzzle {number} is none")]
    Puzzle {
        /// Which puzzle, the first being 1.
        number: u32,
        /// What is wrong with it.
        source: BadPuzzle,
    },
    /// It has themes that are unknown.
    #[error("puzzle {0} has a theme that is unknown")]
    Theme(u32),
}

/// The bytes of a file.
pub(crate) fn write<'a>(puzzles: impl ExactSizeIterator<Item = &'a Puzzle>) -> Vec<u8> {
    let count = puzzles.len() as u32;
    let mut body = Vec::new();
    puzzles.for_each(|puzzle| write_puzzle(puzzle, &mut body));
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(count.to_le_bytes());
    bytes.extend(xxh3_64(&body).to_le_bytes());
    bytes.extend(body);
    bytes
}

/// The puzzles of a file.
pub(crate) fn read(bytes: &[u8]) -> Result<Vec<Puzzle>, FileError> {
    let (head, body) = bytes.split_at_checked(HEAD_BYTES).ok_or(FileError::Foreign)?;
    let mut head = Reader { bytes: head, puzzle: 0 };
    if head.take(MAGIC.len())? != MAGIC {
        return Err(FileError::Foreign);
    }
    let (version, count, checksum) = (head.u32()?, head.u32()?, head.u64()?);
    if version != VERSION {
        return Err(FileError::Version(version));
    }
    if checksum != xxh3_64(body) {
        return Err(FileError::Checksum);
    }
    read_body(body, count)
}

/// The puzzles without a look at the checksum.
pub(crate) fn read_body(body: &[u8], count: u32) -> Result<Vec<Puzzle>, FileError> {
    let mut reader = Reader { bytes: body, puzzle: 0 };
    let mut puzzles = Vec::new();
    for number in 1..=count {
        reader.puzzle = number;
        puzzles.push(read_puzzle(&mut reader)?);
    }
    if reader.bytes.is_empty() { Ok(puzzles) } else { Err(FileError::Long(reader.bytes.len())) }
}

const WHITE_TO_MOVE: u8 = 1;
const TO_DRAW: u8 = 2;

fn write_puzzle(puzzle: &Puzzle, bytes: &mut Vec<u8>) {
    let pos = puzzle.position();
    let turn = if pos.turn() == Color::White { WHITE_TO_MOVE } else { 0 };
    let goal = if puzzle.goal() == Goal::Draw { TO_DRAW } else { 0 };
    bytes.push(turn | goal);
    bytes.push(puzzle.line().len() as u8);
    bytes.extend(puzzle.rating.to_le_bytes());
    bytes.extend(puzzle.themes().bits().to_le_bytes());
    bytes.extend(pos.occupied().to_row_major().to_le_bytes());
    let kinds: Vec<u8> = pos
        .occupied()
        .into_iter()
        .map(|square| u8::from(pos.white().contains(square)) | u8::from(pos.kings().contains(square)) << 1)
        .collect();
    bytes.extend(kinds.chunks(4).map(|four| four.iter().rev().fold(0, |byte, kind| byte << 2 | kind)));
    for (pos, mv) in puzzle.positions().zip(puzzle.line()) {
        let moves = choices(&pos);
        if moves.len() > 1 {
            let number = moves.iter().position(|choice| choice == mv);
            bytes.push(number.expect("a line is legal") as u8);
        }
    }
}

fn read_puzzle(reader: &mut Reader<'_>) -> Result<Puzzle, FileError> {
    let number = reader.puzzle;
    let flags = reader.u8()?;
    let length = reader.u8()?;
    let rating = reader.u16()?;
    let themes = Themes::from_bits(reader.u32()?).ok_or(FileError::Theme(number))?;
    let position = read_position(reader, flags & WHITE_TO_MOVE != 0)?;
    let goal = if flags & TO_DRAW != 0 { Goal::Draw } else { Goal::Win };
    let mut pos = position;
    let mut line: Vec<Move> = Vec::with_capacity(usize::from(length));
    for _ in 0..length {
        let moves = choices(&pos);
        let choice = if moves.len() > 1 { reader.u8()? } else { 0 };
        let mv = *moves.get(usize::from(choice)).ok_or(FileError::Move(number))?;
        line.push(mv);
        pos = pos.play_unchecked(mv);
    }
    Puzzle::with_themes(position, goal, line, themes, rating)
        .map_err(|source| FileError::Puzzle { number, source })
}

fn read_position(reader: &mut Reader<'_>, is_white_to_move: bool) -> Result<Position, FileError> {
    let occupied = Bitboard::from_row_major(reader.u32()?);
    let kinds = reader.take(occupied.len().div_ceil(4))?;
    let turn = if is_white_to_move { Color::White } else { Color::Black };
    let mut setup = Setup { turn: Some(turn), ..Setup::default() };
    for (i, square) in occupied.into_iter().enumerate() {
        let kind = kinds[i / 4] >> (2 * (i % 4));
        if kind & 1 == 0 { &mut setup.black } else { &mut setup.white }.insert(square);
        if kind & 2 != 0 {
            setup.kings.insert(square);
        }
    }
    Position::try_from(setup).map_err(|source| FileError::Position { number: reader.puzzle, source })
}

/// Numbers from the front of a slice.
struct Reader<'a> {
    bytes: &'a [u8],
    /// The puzzle that is read, for errors.
    puzzle: u32,
}

impl<'a> Reader<'a> {
    fn take(&mut self, n: usize) -> Result<&'a [u8], FileError> {
        let (first, rest) = self.bytes.split_at_checked(n).ok_or(FileError::Short(self.puzzle))?;
        self.bytes = rest;
        Ok(first)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], FileError> {
        let bytes = self.take(N)?;
        Ok(std::array::from_fn(|i| bytes[i]))
    }

    fn u8(&mut self) -> Result<u8, FileError> {
        self.array::<1>().map(|[byte]| byte)
    }

    fn u16(&mut self) -> Result<u16, FileError> {
        self.array().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, FileError> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, FileError> {
        self.array().map(u64::from_le_bytes)
    }
}

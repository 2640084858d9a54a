//! A number for each position of a material.

use std::sync::Arc;

use crownhead_board::{Bitboard, Color, Position, Setup};

use crate::Material;
use crate::men::{Men, MenIndex, spread};
use crate::sets::{BINOMIAL, flip, snake, unrank};

/// The pieces of a position with White to move, in the square order of this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pieces {
    pub(crate) men: Men,
    pub(crate) black_kings: u32,
    pub(crate) white_kings: u32,
}

impl Pieces {
    /// The pieces of a position, flipped when Black is to move.
    #[inline]
    pub(crate) fn of(pos: &Position) -> Pieces {
        let (black, white) = (pos.black().to_row_major(), pos.white().to_row_major());
        let kings = pos.kings().to_row_major();
        let (black, white, kings) = (snake(black), snake(white), snake(kings));
        let (black, white, kings) = match pos.turn() {
            Color::White => (black, white, kings),
            Color::Black => (flip(white), flip(black), flip(kings)),
        };
        Pieces {
            men: Men { black: black & !kings, white: white & !kings },
            black_kings: black & kings,
            white_kings: white & kings,
        }
    }

    #[inline]
    pub(crate) fn material(&self) -> Material {
        Material {
            black_men: self.men.black.count_ones() as u8,
            black_kings: self.black_kings.count_ones() as u8,
            white_men: self.men.white.count_ones() as u8,
            white_kings: self.white_kings.count_ones() as u8,
        }
    }

    /// The position with White to move; `None` when two pieces share a square.
    pub(crate) fn position(&self) -> Option<Position> {
        let board = |word: u32| Bitboard::from_row_major(snake(word));
        let setup = Setup {
            black: board(self.men.black | self.black_kings),
            white: board(self.men.white | self.white_kings),
            kings: board(self.black_kings | self.white_kings),
            turn: Some(Color::White),
        };
        Position::try_from(setup).ok()
    }
}

/// The cells of a material: its positions in a simple order, with holes.
///
/// A cell is a placement of the men, a set of black kings and a set of white kings, both on squares
/// without men, from the slowest to the fastest. Kings of both colors on one square make a hole.
///
/// ```
/// use crownhead_endgame::Layout;
///
/// let pos = "W:WK3:B9".parse().unwrap();
/// let (layout, cell) = Layout::locate(&pos).unwrap();
/// assert_eq!(layout.material().to_string(), "1,0,0,1");
/// assert_eq!(layout.position(cell), Some(pos));
/// ```
#[derive(Clone, Debug)]
pub struct Layout {
    material: Material,
    men: Arc<MenIndex>,
    n_rows: u64,
    n_columns: u64,
}

impl Layout {
    /// The layout of a material, or `None` when no database can hold it.
    pub fn new(material: Material) -> Option<Layout> {
        if !material.is_covered() {
            return None;
        }
        let free = 32 - usize::from(material.n_men());
        Some(Layout {
            material,
            men: MenIndex::of(material.black_men, material.white_men),
            n_rows: BINOMIAL[usize::from(material.black_kings)][free].into(),
            n_columns: BINOMIAL[usize::from(material.white_kings)][free].into(),
        })
    }

    /// The layout and the cell of a position, or `None` when no database can hold it. A position
    /// with Black to move has the cell of the flipped position.
    pub fn locate(pos: &Position) -> Option<(Layout, u64)> {
        let pieces = Pieces::of(pos);
        let layout = Layout::new(pieces.material())?;
        let cell = layout.cell(&pieces);
        Some((layout, cell))
    }

    /// The material.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The number of cells, holes included.
    pub fn n_cells(&self) -> u64 {
        u64::from(self.men.len()) * self.n_rows * self.n_columns
    }

    /// The distance between a cell and the next one with the same kings of the side to move; if that side
    /// has no kings, with the same kings of the other one.
    pub(crate) fn width(&self) -> usize {
        (if self.n_columns > 1 { self.n_columns } else { self.n_rows }) as usize
    }

    /// The number of placements of the men, and the number of cells in each.
    pub(crate) fn planes(&self) -> (usize, usize) {
        (self.men.len() as usize, (self.n_rows * self.n_columns) as usize)
    }

    /// The cell of pieces of this material.
    pub(crate) fn cell(&self, pieces: &Pieces) -> u64 {
        let taken = pieces.men.all();
        let row = u64::from(rank_among_free(pieces.black_kings, taken));
        let column = u64::from(rank_among_free(pieces.white_kings, taken));
        (u64::from(self.men.index(pieces.men)) * self.n_rows + row) * self.n_columns + column
    }

    /// The placement of the men with a number.
    pub(crate) fn placement(&self, index: usize) -> Men {
        self.men.men(index as u32)
    }

    pub(crate) fn pieces(&self, cell: u64) -> Pieces {
        let men = self.men.men((cell / (self.n_rows * self.n_columns)) as u32);
        let kings = |rank: u64, k: u8| spread(unrank(rank as u32, k.into()), !men.all());
        Pieces {
            men,
            black_kings: kings(cell / self.n_columns % self.n_rows, self.material.black_kings),
            white_kings: kings(cell % self.n_columns, self.material.white_kings),
        }
    }

    /// The position of a cell, White to move; `None` for a hole and past the end.
    pub fn position(&self, cell: u64) -> Option<Position> {
        if cell < self.n_cells() { self.pieces(cell).position() } else { None }
    }
}

/// The rank of a set among the sets of its size that avoid the taken squares.
fn rank_among_free(mut set: u32, taken: u32) -> u32 {
    let (mut rank, mut k) = (0, 1);
    while set != 0 {
        let lowest = set & set.wrapping_neg();
        let place = set.trailing_zeros() - (taken & (lowest - 1)).count_ones();
        rank += BINOMIAL[k & 7][place as usize & 31];
        set &= set - 1;
        k += 1;
    }
    rank
}

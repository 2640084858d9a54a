//! CheckerBoard's board: eight columns of eight squares.

use std::ffi::c_int;

use crownhead_board::{Color, Piece, Position, Role, Setup, Square};

/// The board of the interface, by column and row.
pub type Board = [[c_int; 8]; 8];

const WHITE: c_int = 1;
const BLACK: c_int = 2;
const MAN: c_int = 4;
const KING: c_int = 8;

/// The side of a number; anything but White is Black.
pub(crate) fn color(number: c_int) -> Color {
    if number == WHITE { Color::White } else { Color::Black }
}

/// Where a square lies: square 1 in column 6 of row 0.
const fn place(square: Square) -> (usize, usize) {
    let (row, column) = (square.index() / 4, square.index() % 4);
    (2 * (3 - column) + row % 2, row)
}

fn piece(code: c_int) -> Option<Piece> {
    let color = match code & (WHITE | BLACK) {
        WHITE => Color::White,
        BLACK => Color::Black,
        _ => return None,
    };
    Some(if code & KING == 0 { Role::Man } else { Role::King }.of(color))
}

const fn code(piece: Piece) -> c_int {
    let color = match piece.color {
        Color::White => WHITE,
        Color::Black => BLACK,
    };
    color | if piece.is_king() { KING } else { MAN }
}

/// The position on a board. A man on its crown row, which somebody may have set up, is a king.
pub(crate) fn read(board: &Board, turn: Color) -> Option<Position> {
    let mut setup = Setup { turn: Some(turn), ..Setup::default() };
    for square in Square::ALL {
        let (x, y) = place(square);
        setup.put(square, piece(board[x][y]));
    }
    setup.with_men_crowned().try_into().ok()
}

/// Puts a position on the board.
pub(crate) fn write(board: &mut Board, position: &Position) {
    *board = [[0; 8]; 8];
    for (square, piece) in position.iter_pieces() {
        let (x, y) = place(square);
        board[x][y] = code(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_lies_as_checkerboard_has_it() {
        let mut board = [[0; 8]; 8];
        write(&mut board, &Position::default());
        let (black, white) = (BLACK | MAN, WHITE | MAN);
        // Square 1 beside the double corner of Black, square 4 in the single corner, 29 and 32 on the other side.
        assert_eq!((board[6][0], board[0][0], board[7][7], board[1][7]), (black, black, white, white));
        assert_eq!(board.iter().flatten().filter(|code| **code == 0).count(), 40);
        assert_eq!(read(&board, Color::Black), Some(Position::default()));
    }

    #[test]
    fn kings_stay_kings_and_a_man_on_its_crown_row_becomes_one() {
        let position: Position = "W:WK3,K18,25:BK30,9".parse().unwrap();
        let mut board = [[0; 8]; 8];
        write(&mut board, &position);
        assert_eq!(read(&board, Color::White), Some(position));
        let (x, y) = place(Square::S3);
        board[x][y] = WHITE | MAN;
        assert_eq!(read(&board, Color::White), Some(position));
    }
}

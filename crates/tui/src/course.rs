//! A short course: the rules of checkers, and then how bits play it, step by step with a board.

use crownhead_board::Position;

use crate::session::Session;

/// A step of the course.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) title: &'static str,
    /// The position that is talked about, as FEN.
    pub(crate) fen: &'static str,
    pub(crate) text: &'static str,
}

impl Step {
    /// The step with this number from 1, or the nearest there is.
    pub(crate) fn numbered(number: usize) -> (usize, &'static Step) {
        let number = number.clamp(1, COURSE.len());
        (number, &COURSE[number - 1])
    }

    pub(crate) fn position(&self) -> Position {
        self.fen.parse().unwrap_or(Position::START)
    }
}

const START: &str = "B:W21-32:B1-12";

/// All steps.
pub(crate) static COURSE: &[Step] = &[
    Step {
        title: "The board",
        fen: START,
        text: "Only the 32 dark squares are used. Each side has twelve men. Black sits at the top of this picture and moves \
               first; then the players take turns. Squares have numbers from 1 at the top to 32 at the bottom.",
    },
    Step {
        title: "A man steps forward",
        fen: "W:W23:B1",
        text: "A man goes one square diagonally forward, to an empty square. White's men go up, Black's go down. The man on \
               23 can go to 18 or 19: that is written 23-18 and 23-19.",
    },
    Step {
        title: "Jumping",
        fen: "W:W18:B15",
        text: "A man jumps over a piece of the other side that stands diagonally before it, if the square behind is empty. The \
               jumped piece leaves the board. Here White plays 18x11.",
    },
    Step {
        title: "You must jump",
        fen: "W:W18,30:B14",
        text: "If you can jump you must, even if you would rather not. Here 30-25 is not allowed: White has to play 18x9. If \
               several jumps are possible you choose freely.",
    },
    Step {
        title: "Jumps go on",
        fen: "W:W27:B14,15,23",
        text: "If the piece can jump again from where it has landed, it goes on, in the same move, and it may turn. Here White \
               jumps to 18 and then to 9 or to 11. Only at the end are the jumped pieces taken off.",
    },
    Step {
        title: "Kings",
        fen: "W:W6,K18:B1",
        text: "A man that reaches the farthest row becomes a king, and its move is over. A king steps and jumps backward too, \
               one square at a time. Here the man on 6 can be crowned on 2, and the king on 18 can go four ways.",
    },
    Step {
        title: "Winning",
        fen: "B:W25,30:B21",
        text: "Who is to move and cannot has lost: because no piece is left, or because every piece is blocked. Here it is \
               Black's turn, the man on 21 is blocked, and White has won.",
    },
    Step {
        title: "Draws",
        fen: "W:WK10:BK23",
        text: "A game is drawn when both agree, when the same position comes up for the third time, or when in forty moves of \
               each side nothing was jumped and no man has moved.",
    },
    Step {
        title: "Pieces as bits",
        fen: START,
        text: "The computer keeps three words of 32 bits: where Black's pieces are, where White's are, and which are kings. A \
               bit for each dark square, 96 in all. A record of 16 bits for each of 24 pieces and a board of 64 pointers of 64 \
               bits would be 4,480 bits: the words are 97.9 % smaller. B shows them beside the board.",
    },
    Step {
        title: "A question is one operation",
        fen: "W:W22:B18,11",
        text: "Is a piece p on the left edge? With coordinates one divides first: y = b / 8, x = b - 8y, then asks whether x is \
               0. With bits one asks p & mask != 0, for all pieces at once. bits masks lists the masks that have names.",
    },
    Step {
        title: "Jumps by recursion",
        fen: "W:W27:B14,15,23",
        text: "For the piece that is picked up the program keeps its selection mask, a mask of the squares it can go to, and \
               for each of those what would be captured. It finds them by trying each jump and then asking again from where \
               it has landed. Pick a piece up, press B until it shows the piece, and < and > go through the steps.",
    },
];

/// A step for line mode: its board and its text.
pub(crate) fn text(number: usize, session: &Session) -> String {
    let (number, step) = Step::numbered(number);
    let appearance = &session.settings.appearance;
    let pos = step.position();
    let board = crownhead_board::diagram(crownhead_board::Color::White, |square| {
        appearance.pieces.symbol(pos.piece_at(square))
    });
    let next = match COURSE.len() - number {
        0 => "That was the last step.".to_owned(),
        _ => format!("learn {} goes on.", number + 1),
    };
    format!("{number} of {}: {}\n\n{board}\n{}\n{next}\n", COURSE.len(), step.title, step.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Position;

    #[test]
    fn every_step_has_a_position_in_which_its_moves_are_legal() {
        for step in COURSE {
            let pos: Position = step.fen.parse().unwrap();
            let words = step.text.split([' ', '.', ',', ':', ';']);
            let moves = words.filter(|word| word.contains(['-', 'x']) && word.starts_with(char::is_numeric));
            for mv in moves {
                let is_legal = pos.parse_move(mv).is_ok();
                // The one that a jump forbids.
                assert_eq!(is_legal, mv != "30-25", "{}: {mv}", step.title);
            }
        }
    }
}

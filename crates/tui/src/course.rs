//! The words of the course: the rules of checkers, done move by move on the board, and then how bits play it.
//!
//! What is between braces, a square, a move or a side, is told as the style of the player has it.

use crownhead_board::{Color, Position, Square};
use crownhead_study::Appearance;
use crownhead_study::course::{Lesson, lessons};

/// A step of the course.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
    /// What to do, in words, for each task of its lesson; nothing, where there is only something to look at.
    pub(crate) tasks: &'static [&'static str],
    /// What is said when all is done.
    pub(crate) done: &'static str,
    /// What is said to a legal move that is not the one.
    pub(crate) other: &'static str,
}

impl Step {
    /// The position in which a step begins: that of its lesson, or one to look at.
    pub(crate) fn position(number: usize) -> Position {
        let looked_at = || LOOKED_AT.get(number - 1 - lessons().len()).copied();
        let fen = Step::lesson(number).map(|lesson| lesson.fen.as_str()).or_else(looked_at);
        fen.and_then(|fen| fen.parse().ok()).unwrap_or(Position::START)
    }

    /// The lesson of the step with this number from 1, if there is something to do in it.
    pub(crate) fn lesson(number: usize) -> Option<&'static Lesson> {
        lessons().get(number - 1)
    }
}

/// The positions of the steps without a lesson.
const LOOKED_AT: [&str; 3] = ["W:WK18,22:BK3,11", "W:W27:B14,15,23", "W:W22:B18,11"];

const NOT_THIS: &str = "That is not what was asked for.";

/// All steps: those with a lesson first, in the order of the lessons.
pub(crate) static COURSE: &[Step] = &[
    Step {
        title: "The board",
        text: "Only the 32 dark squares are used. Each side has twelve men; {black} is at the top, and by the official rules moves first. Every \
               square has a name, row by row from {1} at the top to {32} at the bottom.",
        tasks: &["Go to square {18} and press Enter, click it, or type it.", "Now to {1}.", "And to {32}."],
        done: "Any square can be found by its name.",
        other: "That is another square.",
    },
    Step {
        title: "A man steps",
        text: "A man goes one square diagonally forward, to an empty square. {black}'s men go down.",
        tasks: &[
            "Move the man on {11}: pick it up, and put it on a marked square. You can type {11-15}, too.",
        ],
        done: "Done. Now it would be {white}'s turn.",
        other: NOT_THIS,
    },
    Step {
        title: "Forward only",
        text: "{white}'s men go up. Men of either side never go backward.",
        tasks: &["You are {white}. Move one of the men on {22} and {23}."],
        done: "Up it goes.",
        other: NOT_THIS,
    },
    Step {
        title: "Jumping",
        text: "If a piece of the other side is diagonally in front of yours and the square behind it is empty, you jump over it. The \
               jumped piece leaves the board.",
        tasks: &["Jump over the man on {18}."],
        done: "The man on {18} is captured.",
        other: NOT_THIS,
    },
    Step {
        title: "You must jump",
        text: "Whoever can jump must, even if another move looks better. Pieces that must jump are marked. Try to move the man on \
               {9}, and see what happens.",
        tasks: &["Make the move that has to be made."],
        done: "The jump comes first.",
        other: NOT_THIS,
    },
    Step {
        title: "Choosing a jump",
        text: "Of several jumps you may take any one. It need not capture the most.",
        tasks: &["Jump over the man on {15}, and leave the other two."],
        done: "One captured, where two could have been: that is allowed.",
        other: "That jump is allowed, too. This time take the man on {15}.",
    },
    Step {
        title: "Jumping on",
        text: "If the piece can jump again from where it has landed, it goes on, in the same move, until it cannot.",
        tasks: &["Capture two men with the man on {9}."],
        done: "Two in one move.",
        other: NOT_THIS,
    },
    Step {
        title: "A fork",
        text: "Where a jump can go on in two ways, you choose one. Both have to be finished.",
        tasks: &["Jump with the man on {27}, and end on {11}."],
        done: "You went by {18} to {11}.",
        other: "That was the other way. End on {11} this time.",
    },
    Step {
        title: "Crowning",
        text: "A man that reaches the farthest row becomes a king. That is the bottom row for {black} and the top row for {white}.",
        tasks: &["Take the man on {26} to the bottom row."],
        done: "It is a king now.",
        other: NOT_THIS,
    },
    Step {
        title: "Crowning ends a move",
        text: "A man that is crowned stops there, even if a king could jump on.",
        tasks: &["Jump with the man on {11}."],
        done: "The man on {6} is safe for now: the new king has to wait for its next turn.",
        other: NOT_THIS,
    },
    Step {
        title: "Kings go back, too",
        text: "A king steps one square in any of the four directions.",
        tasks: &["Move the king up the board, to {14} or {15}."],
        done: "No man could have done that.",
        other: "A king may do that. This time go up the board.",
    },
    Step {
        title: "Kings jump back, too",
        text: "A king jumps in all four directions, over a piece right beside it, and may turn between two jumps.",
        tasks: &["Capture two men with the king."],
        done: "Two jumps up the board.",
        other: NOT_THIS,
    },
    Step {
        title: "Winning",
        text: "Whoever is to move and cannot has lost, most often because no piece is left.",
        tasks: &["Win the game."],
        done: "{white} has no pieces left, and you have won.",
        other: NOT_THIS,
    },
    Step {
        title: "Blocked",
        text: "A player whose pieces are all blocked has lost as well.",
        tasks: &["Block the man on {21}, so that it can neither step nor jump."],
        done: "{white} has a man and no move: you have won.",
        other: "{white} could still step or jump after that.",
    },
    Step {
        title: "Draws",
        text: "A game is drawn when both agree, when a position comes up for the third time with the same side to move, or when both \
               sides have made forty moves without a jump or a step of a man. Here {white} goes back and forth as you do.",
        tasks: &["Go from {1} to {6}.", "Back to {1}.", "To {6} again.", "And back to {1}."],
        done: "The same position for the third time: in a game that is a draw.",
        other: "Go back and forth between {1} and {6}.",
    },
    Step {
        title: "Reading moves",
        text: "A move is written with its squares: {11-15}. A jump has an x between them. Here is how a game began: 1. {11-15} \
               {23-19} 2. {8-11} {22-17} 3. {4-8} {17-13}. {black}'s move stands first.",
        tasks: &["Make {black}'s first move. {white} answers.", "Make the second.", "And the third."],
        done: "That opening is the Old Fourteenth.",
        other: "The game went on otherwise.",
    },
    Step {
        title: "Writing moves",
        text: "Any move can be typed. Of a long jump all squares may be written, or the first and the last.",
        tasks: &["The man on {9} jumps to {18} and on to {25}. Type that: {9x18x25}."],
        done: "These were the rules. What follows is how a computer sees them.",
        other: NOT_THIS,
    },
    Step {
        title: "Pieces as bits",
        text: "The computer keeps three words of 32 bits: {black}'s pieces, {white}'s pieces, and the kings. A bit for each dark \
               square, 96 in all. A record of 16 bits for each of 24 pieces and a board of 64 pointers of 64 bits would be 4,480 \
               bits: the words are 97.9 % smaller. B shows them beside the board.",
        tasks: &[],
        done: "",
        other: "",
    },
    Step {
        title: "Jumps by recursion",
        text: "For a piece that is picked up the program keeps its selection mask, a mask of the squares it can go to, and for each of \
               those what would be captured. It finds them by trying each jump and asking again from where it has landed. Pick a \
               piece up in a game, press B until it shows the piece, and < and > go through the steps.",
        tasks: &[],
        done: "",
        other: "",
    },
    Step {
        title: "One operation for all",
        text: "Is a piece p on the left edge? With coordinates one divides first: y = b / 8, x = b - 8y, and asks whether x is 0. With \
               bits one asks p & mask != 0, for all pieces at once. bits masks lists the masks that have names.",
        tasks: &[],
        done: "",
        other: "",
    },
];

/// A text with its squares, moves and sides as a player knows them.
pub(crate) fn told(text: &str, start: &Position, appearance: &Appearance) -> String {
    let mut told = String::new();
    for (i, part) in text.split(['{', '}']).enumerate() {
        match i % 2 {
            0 => told.push_str(part),
            _ => told.push_str(&named(part, start, appearance)),
        }
    }
    told
}

fn named(name: &str, start: &Position, appearance: &Appearance) -> String {
    let square = |text: &str| text.parse().ok().and_then(Square::new);
    match name {
        "black" => appearance.names.of(Color::Black).to_owned(),
        "white" => appearance.names.of(Color::White).to_owned(),
        _ => match (square(name), start.parse_move(name)) {
            (Some(square), _) => appearance.notation.square(square),
            (None, Ok(mv)) => appearance.notation.mv(mv),
            // A move that comes later: its squares.
            (None, Err(_)) => {
                let squares =
                    name.split('-').filter_map(square).map(|square| appearance.notation.square(square));
                squares.collect::<Vec<_>>().join("-")
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_has_words_for_each_task() {
        for (number, lesson) in (1..).zip(lessons()) {
            let step = &COURSE[number - 1];
            assert_eq!(step.tasks.len(), lesson.tasks.len(), "{}", step.title);
        }
        assert!(COURSE[lessons().len()..].iter().all(|step| step.tasks.is_empty()));
    }

    #[test]
    fn every_step_has_a_position() {
        assert_eq!(COURSE.len(), lessons().len() + LOOKED_AT.len());
        assert!(LOOKED_AT.iter().all(|fen| fen.parse::<Position>().is_ok()));
    }

    #[test]
    fn squares_moves_and_sides_are_told_as_the_player_knows_them() {
        let list = crownhead_study::Style::named("indices").unwrap().appearance;
        let start = "B:W32:B11".parse().unwrap();
        let plain = told("{black}'s {11} by {11-15}, {23-19}", &start, &Appearance::default());
        assert_eq!(plain, "Black's 11 by 11-15, 23-19");
        assert!(told("{black}'s", &start, &list).starts_with("Red's"));
        for (number, step) in (1..).zip(COURSE) {
            for text in [step.text, step.done, step.other].iter().chain(step.tasks) {
                let told = told(text, &Step::position(number), &Appearance::default());
                assert!(!told.contains(['{', '}']) && !told.contains("  "), "{told}");
            }
        }
    }
}

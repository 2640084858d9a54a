//! Whether an answer is right.

use crownhead_board::{Bitboard, Move, Perft, Rules, Square, SquareMatch, State, match_squares};
use crownhead_study::{BitLayout, Notation};

use super::program::Ending;
use super::question::Question;

/// How the program names squares.
#[derive(Clone, Copy, Debug)]
pub(super) enum Names {
    Notation(Notation),
    /// By the numbers of bits.
    Bits(BitLayout),
}

impl Names {
    fn read(self, name: &str) -> Option<Square> {
        match self {
            Names::Notation(notation) => notation.read_square(name),
            Names::Bits(layout) => layout.square(name.parse().ok()?),
        }
    }

    fn square(self, square: Square) -> String {
        match self {
            Names::Notation(notation) => notation.square(square),
            Names::Bits(layout) => layout.bit(square).to_string(),
        }
    }

    /// A move as the program should print it.
    pub(super) fn mv(self, mv: Move) -> String {
        let names: Vec<String> = mv.route().into_iter().map(|square| self.square(square)).collect();
        names.join(if mv.is_jump() { "x" } else { "-" })
    }
}

/// What is wrong with an answer.
#[derive(Clone, Debug)]
pub(super) enum Fault {
    /// There is none, because of the way in which the program ended.
    NoAnswer(Ending),
    /// A word that is not a move, or no number.
    Unreadable { word: String },
    /// Moves that are missing, not legal, or printed more than once.
    Moves(Differences),
    /// Another number.
    Count { right: u64, printed: u64 },
}

/// How a list of moves differs from the right one.
#[derive(Clone, Debug, Default)]
pub(super) struct Differences {
    pub(super) missing: Vec<Move>,
    /// What was printed, and why it is not legal.
    pub(super) illegal: Vec<(String, String)>,
    pub(super) repeated: Vec<String>,
    /// The squares on which the printed moves begin and end.
    pub(super) printed: [Bitboard; 2],
}

/// What is wrong with the answer to a question, if anything is.
pub(super) fn judge(question: &Question, rules: Rules, names: Names, answer: &str) -> Option<Fault> {
    match question.depth {
        Some(depth) => judge_count(question, rules, depth, answer),
        None => judge_moves(&State::new(question.pos, rules), names, answer),
    }
}

/// The numbers of routes and of moves: a program may count either.
pub(super) fn right_counts(question: &Question, rules: Rules, depth: u32) -> [u64; 2] {
    [false, true].map(|unique| Perft { rules, unique, ..Perft::default() }.count(&question.pos, depth))
}

fn judge_count(question: &Question, rules: Rules, depth: u32, answer: &str) -> Option<Fault> {
    let Ok(printed) = answer.trim().parse() else {
        return Some(Fault::Unreadable { word: answer.trim().to_owned() });
    };
    let right = right_counts(question, rules, depth);
    (!right.contains(&printed)).then(|| Fault::Count { right: right[0], printed })
}

fn judge_moves(state: &State, names: Names, answer: &str) -> Option<Fault> {
    let legal = state.legal_moves();
    let mut left: Vec<Move> = legal.to_vec();
    let mut differences = Differences::default();
    for word in words(answer) {
        let Some(squares) = squares(word, names) else {
            return Some(Fault::Unreadable { word: word.to_owned() });
        };
        for (set, square) in differences.printed.iter_mut().zip([squares.first(), squares.last()]) {
            square.into_iter().for_each(|square| set.insert(*square));
        }
        let fitting = match match_squares(&legal, &squares) {
            SquareMatch::None => {
                let why = state.explain_illegal(&squares).to_string();
                differences.illegal.push((word.to_owned(), why));
                continue;
            }
            SquareMatch::One(mv) => vec![mv],
            SquareMatch::Several(moves) => moves,
        };
        // The route itself comes before others with the same ends.
        let exact = left.iter().position(|mv| *mv.route() == *squares);
        match exact.or_else(|| left.iter().position(|mv| fitting.contains(mv))) {
            Some(i) => drop(left.remove(i)),
            None => differences.repeated.push(word.to_owned()),
        }
    }
    // A jump that is there by another route over the same pieces is there.
    let is_there = |mv: &Move| count(&left, mv) < count(&legal, mv);
    differences.missing = left.iter().filter(|mv| !is_there(mv)).copied().collect();
    let Differences { missing, illegal, repeated, .. } = &differences;
    let is_right = missing.is_empty() && illegal.is_empty() && repeated.is_empty();
    (!is_right).then_some(Fault::Moves(differences))
}

fn count(moves: &[Move], wanted: &Move) -> usize {
    moves.iter().filter(|mv| *mv == wanted).count()
}

/// The moves of an answer, between blanks, commas or brackets.
fn words(answer: &str) -> impl Iterator<Item = &str> {
    answer.split(|c: char| c.is_whitespace() || ",;[](){}'\"".contains(c)).filter(|word| !word.is_empty())
}

/// The squares of a move, at least two.
fn squares(word: &str, names: Names) -> Option<Vec<Square>> {
    let between = |c: char| !c.is_ascii_alphanumeric() || c == 'x';
    let squares: Option<Vec<Square>> = word.split(between).map(|name| names.read(name)).collect();
    squares.filter(|squares| squares.len() >= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PDN: Names = Names::Notation(Notation::Pdn);

    #[track_caller]
    fn faults(fen: &str, names: Names, answer: &str) -> Option<Fault> {
        let question = Question { pos: fen.parse().unwrap(), depth: None };
        judge(&question, Rules::OFFICIAL, names, answer)
    }

    fn differences(fen: &str, answer: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
        let Some(Fault::Moves(found)) = faults(fen, PDN, answer) else { panic!("{fen}: {answer}") };
        let missing = found.missing.iter().map(|mv| PDN.mv(*mv)).collect();
        (missing, found.illegal.into_iter().map(|(word, _)| word).collect(), found.repeated)
    }

    #[test]
    fn order_and_form_do_not_matter() {
        for right in ["18-14 18-15", "18-15, 18-14", "['18-15', '18-14']", "  c5-d... "] {
            let is_right = faults("W:W18:B1", PDN, right).is_none();
            assert_eq!(is_right, !right.contains("..."), "{right}");
        }
        assert!(faults("W:W18:B1", Names::Notation(Notation::Algebraic), "d4-c5 d4-e5").is_none());
        assert!(faults("W:W18:B1", Names::Bits(BitLayout::Up32), "13-17 13-18").is_none());
        assert!(faults("W:W22:B18,11", PDN, "22x8").is_none());
        assert!(faults("B:W25,30:B21", PDN, "").is_none());
    }

    #[test]
    fn a_jump_may_be_listed_by_each_route_or_once() {
        let ring = "W:WK22:B17,18,10,9";
        assert!(faults(ring, PDN, "22x15x6x13x22 22x13x6x15x22").is_none());
        assert!(faults(ring, PDN, "22x22").is_none());
        assert_eq!(differences(ring, "22x22 22x22 22x22").2, ["22x22"]);
    }

    #[test]
    fn a_route_is_not_taken_for_another_with_the_same_ends() {
        let question = Question { pos: "B:W6,7,14,15:BK2".parse().unwrap(), depth: None };
        let state = State::new(question.pos, "free-stop".parse().unwrap());
        let mut moves: Vec<String> = state.legal_moves().iter().map(|mv| PDN.mv(*mv)).collect();
        moves.sort();
        assert!(moves.contains(&"2x9".to_owned()) && moves.contains(&"2x11x18x9".to_owned()));
        assert!(judge(&question, *state.rules(), PDN, &moves.join(" ")).is_none());
    }

    #[test]
    fn differences_are_told_apart() {
        let (missing, illegal, repeated) = differences("W:W18:B1", "18-15 18-22 18-15");
        assert_eq!(
            (missing, illegal, repeated),
            (vec!["18-14".into()], vec!["18-22".into()], vec!["18-15".into()])
        );
        assert!(
            matches!(faults("W:W18:B1", PDN, "18-15 and 18-14"), Some(Fault::Unreadable { word }) if word == "and")
        );
    }

    #[test]
    fn routes_and_moves_may_both_be_counted() {
        let question = Question { pos: "W:WK22:B17,18,10,9".parse().unwrap(), depth: Some(1) };
        for (printed, is_right) in [("2", true), (" 1\n", true), ("3", false), ("many", false)] {
            assert_eq!(judge(&question, Rules::OFFICIAL, PDN, printed).is_none(), is_right, "{printed}");
        }
    }
}

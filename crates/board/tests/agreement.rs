//! The fast generator against its slow twin: the same moves by the same routes, the same positions
//! after them, along random games and on random setups, under the official and the house rules.
//!
//! Everything here is random but repeatable. A failure prints the FEN and the rules.

mod reference;

use std::collections::HashSet;

use crownhead_board::{Bitboard, Color, MAX_JUMPS, Move, Position, Role, Rules, Setup, Square, State};
use reference::{Board, SlowMove};

#[test]
fn official_games() {
    let mut rng = Rng::new(1);
    let mut seen = Seen::default();
    for _ in 0..1_600 {
        random_game(&mut rng, &mut seen, State::from(Position::START));
    }
    seen.check(80_000, 4);
}

#[test]
fn official_setups() {
    let mut rng = Rng::new(2);
    let mut seen = Seen::default();
    for _ in 0..100_000 {
        compare(&mut seen, &random_position(&mut rng).into());
    }
    seen.check(100_000, 6);
}

#[test]
fn crowded_kings() {
    let mut rng = Rng::new(3);
    let mut seen = Seen::default();
    for _ in 0..6_000 {
        let pos = crowded_position(&mut rng);
        compare(&mut seen, &pos.into());
        compare(&mut seen, &State::new(pos, random_rules(&mut rng)));
    }
    seen.check(12_000, MAX_JUMPS);
    assert!(seen.circles > 1_000, "{seen:?}");
    assert!(seen.repeated > 1_000, "{seen:?}");
}

/// A lone king among as many pieces as it can jump, wherever it stands and whatever stands there.
#[test]
fn longest_jumps() {
    let mut seen = Seen::default();
    for turn in Color::ALL {
        for from in Square::ALL {
            let mut setup = Setup { turn: Some(turn), ..Setup::default() };
            for over in Square::ALL.into_iter().filter(|over| is_inside(*over)) {
                if over.row() % 2 != from.row() % 2 {
                    setup.put(over, Some(Role::King.of(!turn)));
                }
            }
            for role in Role::ALL {
                setup.put(from, Some(role.of(turn)));
                let pos = Position::try_from(setup.with_men_crowned()).unwrap();
                for rules in Rules::all() {
                    compare(&mut seen, &State::new(pos, rules));
                }
            }
        }
    }
    seen.check(64 * 60, MAX_JUMPS);
}

/// As many moves as can be: two kings in each of two sets of squares that jumps connect, with
/// everything between them to jump.
#[test]
fn longest_lists() {
    let mut seen = Seen::default();
    for fen in [
        "W:WK1,K4,K25,K28:BK6,K7,K8,K14,K15,K16,K22,K23,K24",
        "W:WK5,K8,K29,K32:BK9,K10,K11,K17,K18,K19,K25,K26,K27",
    ] {
        for rules in Rules::all() {
            compare(&mut seen, &State::new(fen.parse().unwrap(), rules));
        }
    }
    seen.check(120, MAX_JUMPS - 1);
    assert_eq!(seen.longest_list, 149, "72 jumps in each set and 5 steps");
}

#[test]
fn house_rule_games() {
    let mut rng = Rng::new(4);
    let mut seen = Seen::default();
    for game in 0..6_000 {
        let rules = random_rules(&mut rng);
        let start = match game % 4 {
            0 => Position::START,
            1 => crowded_position(&mut rng),
            _ => random_position(&mut rng),
        };
        random_game(&mut rng, &mut seen, State::new(start, rules));
    }
    seen.check(150_000, 5);
    assert!(seen.mid_turn > 5_000 && seen.end_turns > 1_000, "{seen:?}");
}

#[test]
fn preset_games() {
    let mut rng = Rng::new(5);
    for (_, rules) in Rules::PRESETS {
        let mut seen = Seen::default();
        for _ in 0..150 {
            random_game(&mut rng, &mut seen, State::new(Position::START, *rules));
        }
        seen.check(5_000, 1);
    }
}

/// `is_legal` and `play` take exactly the moves of the twin: from a pool with a step or a jump for
/// every pair of squares that has one, and from the moves that other rules or the other side would
/// have in the same position.
#[test]
fn legality_of_every_move() {
    let mut rng = Rng::new(6);
    let pool = every_single_move();
    let (mut n_legal, mut n_mid_turn) = (0, 0);
    for round in 0..1_500 {
        let pos = if round % 3 == 0 { crowded_position(&mut rng) } else { random_position(&mut rng) };
        let legal = Board::from_state(&pos.into()).legal_moves(&Rules::OFFICIAL);
        for mv in candidates(&pool, &pos.into()) {
            let is_legal = contains(&legal, mv);
            assert_eq!(pos.is_legal(mv), is_legal, "{mv} in {pos}");
            assert_eq!(pos.play(mv).is_ok(), is_legal, "{mv} in {pos}");
            n_legal += usize::from(is_legal);
        }

        let rules = random_rules(&mut rng);
        let state = after_random_moves(&mut rng, State::new(pos, rules));
        let legal = Board::from_state(&state).legal_moves(&rules);
        for mv in candidates(&pool, &state) {
            assert_eq!(state.play(mv).is_ok(), contains(&legal, mv), "{mv} in {state:?}");
        }
        n_mid_turn += usize::from(state.is_mid_turn());
    }
    assert!(n_legal > 5_000 && n_mid_turn > 100, "{n_legal} {n_mid_turn}");
}

#[test]
fn illegal_moves_come_back_with_the_position() {
    let error = Position::START.play(Move::END_TURN).unwrap_err();
    assert_eq!((error.mv, error.position), (Move::END_TURN, Position::START));
}

/// Compares everything that can be asked about a position.
fn compare(seen: &mut Seen, state: &State) {
    let (pos, rules) = (state.position(), state.rules());
    let board = Board::from_state(state);
    let context = || format!("{state:?}");

    let moves = state.legal_moves();
    let slow_moves = sorted(board.legal_moves(rules));
    assert_eq!(sorted(moves.iter().map(|mv| slow(*mv))), slow_moves, "moves in {}", context());

    let mut merged = state.legal_moves();
    merged.merge_routes();
    let distinct: HashSet<_> = slow_moves.iter().map(SlowMove::identity).collect();
    assert_eq!(merged.len(), distinct.len(), "moves without their routes in {}", context());
    seen.repeated += moves.len() - merged.len();

    let flipped = state.flip().legal_moves();
    assert_eq!(
        sorted(flipped.iter().map(|mv| flip(slow(*mv)))),
        slow_moves,
        "flipped moves in {}",
        context()
    );
    assert_eq!(state.flip().flip(), *state, "flipped twice: {}", context());

    let is_official = *rules == Rules::OFFICIAL;
    for &mv in moves.iter() {
        let after = state.play_unchecked(mv);
        let slow_after = board.play(rules, &slow(mv));
        assert_eq!(Board::from_state(&after), slow_after, "{} in {}", mv.route_text(), context());
        let is_position = Position::try_from(after.position().setup()).is_ok();
        assert!(is_position, "{} breaks the position {}", mv.route_text(), context());
        if is_official {
            assert_eq!(State::from(pos.play_unchecked(mv)), after, "{} in {}", mv.route_text(), context());
        }
        assert_eq!(Move::from_bits(mv.to_bits()).map(Move::route), Some(mv.route()), "{}", context());
        assert_eq!(mv.n_jumps(), mv.captured().len(), "{} in {}", mv.route_text(), context());
    }

    if is_official {
        let jumps = board.jumps(rules);
        assert_eq!(pos.jumpers(), starts(&jumps), "jumpers in {}", context());
        assert_eq!(pos.movers(), starts(&slow_moves), "movers in {}", context());
        assert!(pos.legal_moves().iter().eq(moves.iter()), "{}", context());
    }
    seen.add(state, &moves);
}

/// Plays random legal moves, comparing every position, until the game is over or too long.
fn random_game(rng: &mut Rng, seen: &mut Seen, start: State) {
    let mut state = start;
    for _ in 0..90 {
        compare(seen, &state);
        let moves = state.legal_moves();
        if moves.is_empty() {
            return;
        }
        state = state.play(moves[rng.below(moves.len())]).expect("a move from the list is legal");
    }
}

/// The state after a move or two.
fn after_random_moves(rng: &mut Rng, start: State) -> State {
    let mut state = start;
    for _ in 0..1 + rng.below(2) {
        let moves = state.legal_moves();
        if moves.is_empty() {
            break;
        }
        state = state.play_unchecked(moves[rng.below(moves.len())]);
    }
    state
}

/// Moves that may or may not be legal.
fn candidates(pool: &[Move], state: &State) -> HashSet<Move> {
    let pos = state.position();
    let other_side = Setup { turn: Some(!pos.turn()), ..pos.setup() };
    let other_side = Position::try_from(other_side).expect("the same pieces");
    let mut moves: HashSet<Move> = pool.iter().copied().collect();
    for rules in Rules::all() {
        moves.extend(State::new(*pos, rules).legal_moves());
    }
    moves.extend(other_side.legal_moves());
    moves
}

fn contains(legal: &[SlowMove], mv: Move) -> bool {
    let wanted = slow(mv);
    legal.iter().any(|legal| legal.identity() == wanted.identity())
}

/// A move as the twin writes it.
fn slow(mv: Move) -> SlowMove {
    SlowMove {
        route: mv.route().iter().map(|square| square.number()).collect(),
        captured: mv.captured().into_iter().map(Square::number).collect(),
    }
}

/// The same move seen from the other side of the board.
fn flip(mv: SlowMove) -> SlowMove {
    let mut captured: Vec<u8> = mv.captured.iter().map(|number| 33 - number).collect();
    captured.reverse();
    SlowMove { route: mv.route.iter().map(|number| 33 - number).collect(), captured }
}

fn sorted(moves: impl IntoIterator<Item = SlowMove>) -> Vec<SlowMove> {
    let mut moves: Vec<SlowMove> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

/// The squares that moves start from.
fn starts(moves: &[SlowMove]) -> Bitboard {
    moves.iter().map(|mv| Square::new(mv.route[0]).expect("a route runs over squares")).collect()
}

/// A step between all neighboring squares, a jump over every square that can be jumped, and the end
/// of a turn.
fn every_single_move() -> Vec<Move> {
    let jumps = (0..1 << 12).map(|bits| bits | 1 << 28);
    let moves: Vec<Move> = (0..1 << 10).chain(jumps).filter_map(Move::from_bits).collect();
    let pairs: HashSet<_> = moves.iter().map(|mv| (mv.from(), mv.to())).collect();
    // 49 pairs of neighbors and 36 pairs of squares a jump apart, in both directions, and no pair.
    assert_eq!((moves.len(), pairs.len()), (171, 171));
    moves
}

/// Pieces anywhere, few or many, with more or fewer kings among them.
fn random_position(rng: &mut Rng) -> Position {
    let mut setup = Setup { turn: Some(rng.color()), ..Setup::default() };
    let kings_percent = [0, 10, 40, 80, 100][rng.below(5)];
    for color in Color::ALL {
        for _ in 0..rng.below(14) {
            setup.put(rng.square(), Some(rng.role(kings_percent).of(color)));
        }
    }
    Position::try_from(setup.with_men_crowned()).expect("one piece to a square, and men crowned")
}

/// Much to jump: opposing pieces on most inner squares of every other row, and a few pieces of the
/// side to move in the rows between.
fn crowded_position(rng: &mut Rng) -> Position {
    let turn = rng.color();
    let mut setup = Setup { turn: Some(turn), ..Setup::default() };
    let jumping_rows = rng.below(2);
    let (crowd_percent, kings_percent) = (50 + rng.below(51), rng.below(101));
    for square in Square::ALL {
        let role = rng.role(kings_percent);
        if square.row() % 2 != jumping_rows && is_inside(square) && rng.chance(crowd_percent) {
            setup.put(square, Some(role.of(!turn)));
        } else if rng.chance(12) {
            setup.put(square, Some(role.max(rng.role(70)).of(turn)));
        }
    }
    Position::try_from(setup.with_men_crowned()).expect("one piece to a square, and men crowned")
}

/// Not at the edge, where nothing can be jumped.
fn is_inside(square: Square) -> bool {
    (1..7).contains(&square.row()) && (1..7).contains(&square.column())
}

fn random_rules(rng: &mut Rng) -> Rules {
    let rules: Vec<Rules> = Rules::all().collect();
    assert_eq!(rules.len(), 60);
    rules[rng.below(rules.len())]
}

/// What a test has come across, so that it cannot pass by looking at nothing.
#[derive(Debug, Default)]
struct Seen {
    positions: usize,
    /// Positions in the middle of a turn.
    mid_turn: usize,
    /// Moves that end a turn.
    end_turns: usize,
    /// Jumps that end where they began.
    circles: usize,
    /// Jumps that are the same move as another one in the list.
    repeated: usize,
    /// The most pieces captured by one move.
    longest_jump: usize,
    /// The most moves in one position.
    longest_list: usize,
}

impl Seen {
    fn add(&mut self, state: &State, moves: &[Move]) {
        self.positions += 1;
        self.mid_turn += usize::from(state.is_mid_turn());
        self.longest_list = self.longest_list.max(moves.len());
        for mv in moves {
            self.end_turns += usize::from(mv.is_end_turn());
            self.circles += usize::from(mv.is_jump() && mv.from() == mv.to());
            self.longest_jump = self.longest_jump.max(mv.n_jumps());
        }
    }

    #[track_caller]
    fn check(&self, positions: usize, longest_jump: usize) {
        println!("{self:?}");
        assert!(self.positions >= positions, "{self:?}");
        assert!(self.longest_jump >= longest_jump, "{self:?}");
    }
}

/// Random choices, the same in every run.
struct Rng(fastrand::Rng);

impl Rng {
    fn new(seed: u64) -> Rng {
        Rng(fastrand::Rng::with_seed(seed))
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn role(&mut self, kings_percent: usize) -> Role {
        if self.chance(kings_percent) { Role::King } else { Role::Man }
    }

    fn color(&mut self) -> Color {
        Color::ALL[self.below(2)]
    }

    fn square(&mut self) -> Square {
        Square::ALL[self.below(Square::COUNT)]
    }
}

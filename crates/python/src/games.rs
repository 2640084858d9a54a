//! Many games at once, for programs that learn by playing.

use std::fmt;

use crownhead_board::{
    Bitboard, Color, DrawReason, MAX_OCCURRENCES, MAX_QUIET_PLIES, Move, MoveList, Outcome, State,
};
use fastrand::Rng;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::actions::{Actions, N_ACTIONS, N_HOPS};
use crate::planes::{PLANES_LEN, planes};

/// What an action stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// A whole move: [`Actions::number`].
    Moves,
    /// One hop of a move, as in OpenSpiel: [`Actions::hops`].
    Hops,
}

impl Code {
    /// The number of actions, which is the width of a mask.
    pub const fn width(self) -> usize {
        match self {
            Code::Moves => N_ACTIONS,
            Code::Hops => N_HOPS,
        }
    }
}

/// Games that are played at the same time, each begun again when it is over.
///
/// They are judged as a [`Game`](crownhead_board::Game) is: wins, and draws by repetition and by the 40-move rule.
#[derive(Debug)]
pub struct Games {
    start: State,
    code: Code,
    games: Vec<LiveGame>,
}

/// Where the games are described, one row each, every field as long as there are games.
#[derive(Debug)]
pub struct Rows<'a> {
    /// The board, as [`planes`] writes it for the side to move: [`PLANES_LEN`] bytes.
    pub planes: &'a mut [u8],
    /// Which actions are legal: [`Code::width`] values.
    pub masks: &'a mut [bool],
    /// 1 for a move that won, 0 for any other, for the side that made it.
    pub rewards: &'a mut [f32],
    /// Has this step ended a game? What the row describes then is the start of the next one.
    pub dones: &'a mut [bool],
    /// Whose turn it is: 0 for Black, 1 for White.
    pub turns: &'a mut [u8],
}

/// An action that is not legal; no game has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotLegal {
    /// The number of the game.
    pub game: usize,
    /// The action.
    pub action: i64,
}

impl fmt::Display for NotLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NotLegal { game, action } = self;
        write!(
            f,
            "action {action} is not legal in game {game}; masks[{game}] says which ones are; no game was changed"
        )
    }
}

impl std::error::Error for NotLegal {}

/// Why games cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeginError {
    /// Hops cannot say that a jump stops where it could go on.
    HopsNeedOfficialRules,
    /// There is nothing to play.
    Over(Outcome),
}

impl fmt::Display for BeginError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BeginError::HopsNeedOfficialRules => {
                f.write_str("hops are for the official rules; house rules need whole moves as actions")
            }
            BeginError::Over(outcome) => write!(f, "games cannot begin where one is over ({outcome})"),
        }
    }
}

impl std::error::Error for BeginError {}

impl Games {
    /// The number of games that one thread takes at a time, at least.
    const CHUNK: usize = 64;

    /// `n` games from a state. The seed decides what [`Games::sample`] chooses.
    ///
    /// # Errors
    ///
    /// Hops go with the official rules alone, and the game must not be over at its start.
    pub fn new(n: usize, start: State, code: Code, seed: u64) -> Result<Games, BeginError> {
        if code == Code::Hops && !start.rules().is_official() {
            return Err(BeginError::HopsNeedOfficialRules);
        }
        if let Some(outcome) = start.outcome() {
            return Err(BeginError::Over(outcome));
        }
        let mut seeds = Rng::with_seed(seed);
        let games = (0..n).map(|_| LiveGame::new(start, seeds.u64(..))).collect();
        Ok(Games { start, code, games })
    }

    /// The number of games.
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Are there none?
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// What an action stands for.
    pub const fn code(&self) -> Code {
        self.code
    }

    /// The state of a game; in the middle of a jump, the one before it.
    pub fn state(&self, game: usize) -> Option<&State> {
        self.games.get(game).map(|game| &game.state)
    }

    /// Begins all games again, and describes them.
    pub fn reset(&mut self, rows: Rows<'_>) {
        let (start, code) = (self.start, self.code);
        let mut moves = MoveList::new();
        rows.masks.fill(false);
        for (game, mut row) in self.games.iter_mut().zip(rows.split(code)) {
            game.begin(start);
            (*row.reward, *row.done) = (0.0, false);
            game.find_actions(code, &mut moves);
            game.describe(code, &mut row);
        }
    }

    /// Takes an action in each game, and describes where that leads.
    ///
    /// # Errors
    ///
    /// Names the first action that is not legal, and changes nothing.
    pub fn step(&mut self, actions: &[i64], rows: Rows<'_>, threads: &ThreadPool) -> Result<(), NotLegal> {
        let is_wrong = |(_, (game, action)): &(usize, (&LiveGame, &i64))| !game.is_legal(**action);
        if let Some((game, (_, action))) = self.games.iter().zip(actions).enumerate().find(is_wrong) {
            return Err(NotLegal { game, action: *action });
        }
        let (start, code) = (self.start, self.code);
        let chunk = self.games.len().div_ceil(threads.current_num_threads()).max(Games::CHUNK);
        let jobs =
            self.games.par_chunks_mut(chunk).zip(actions.par_chunks(chunk)).zip(rows.par_chunks(code, chunk));
        let work = |((games, actions), rows): ((&mut [LiveGame], &[i64]), Rows<'_>)| {
            let mut moves = MoveList::new();
            for ((game, action), mut row) in games.iter_mut().zip(actions).zip(rows.split(code)) {
                game.step(*action as u16, start, code, &mut row, &mut moves);
            }
        };
        threads.install(|| jobs.for_each(work));
        Ok(())
    }

    /// A legal action for each game, at random.
    pub fn sample(&mut self, actions: &mut [i64]) {
        for (game, action) in self.games.iter_mut().zip(actions) {
            *action = i64::from(game.actions[game.random.usize(..game.actions.len())]);
        }
    }
}

impl<'a> Rows<'a> {
    /// The rows of one game after the other.
    fn split(self, code: Code) -> impl Iterator<Item = Row<'a>> {
        let (boards, _) = self.planes.as_chunks_mut::<PLANES_LEN>();
        let results = self.rewards.iter_mut().zip(self.dones).zip(self.turns);
        boards
            .iter_mut()
            .zip(self.masks.chunks_exact_mut(code.width()))
            .zip(results)
            .map(|((planes, mask), ((reward, done), turn))| Row { planes, mask, reward, done, turn })
    }

    /// The rows of `n` games after those of `n` others, for several threads.
    fn par_chunks(self, code: Code, n: usize) -> impl IndexedParallelIterator<Item = Rows<'a>> {
        let results = self.rewards.par_chunks_mut(n).zip(self.dones.par_chunks_mut(n));
        let results = results.zip(self.turns.par_chunks_mut(n));
        let boards = self.planes.par_chunks_mut(n * PLANES_LEN);
        boards
            .zip(self.masks.par_chunks_mut(n * code.width()))
            .zip(results)
            .map(|((planes, masks), ((rewards, dones), turns))| Rows { planes, masks, rewards, dones, turns })
    }
}

/// The rows of one game.
struct Row<'a> {
    planes: &'a mut [u8; PLANES_LEN],
    mask: &'a mut [bool],
    reward: &'a mut f32,
    done: &'a mut bool,
    turn: &'a mut u8,
}

#[derive(Clone, Debug)]
struct LiveGame {
    state: State,
    /// The legal actions, each once.
    actions: Vec<u16>,
    /// In the middle of a jump: the whole moves that begin with the hops made, and how many those are.
    routes: Vec<u16>,
    hops: usize,
    /// The states since the last irreversible move, the current one included.
    repeatable: Vec<State>,
    quiet_plies: u32,
    random: Rng,
}

impl LiveGame {
    fn new(start: State, seed: u64) -> LiveGame {
        LiveGame {
            state: start,
            actions: Vec::with_capacity(32),
            routes: Vec::new(),
            hops: 0,
            repeatable: vec![start],
            quiet_plies: 0,
            random: Rng::with_seed(seed),
        }
    }

    fn begin(&mut self, start: State) {
        (self.state, self.quiet_plies, self.hops) = (start, 0, 0);
        self.repeatable.clear();
        self.repeatable.push(start);
    }

    fn is_legal(&self, action: i64) -> bool {
        u16::try_from(action).is_ok_and(|action| self.actions.contains(&action))
    }

    /// Takes a legal action. Rows and moves are those of this game before and after it.
    fn step(&mut self, action: u16, start: State, code: Code, row: &mut Row<'_>, moves: &mut MoveList) {
        self.actions.iter().for_each(|action| row.mask[usize::from(*action)] = false);
        (*row.reward, *row.done) = (0.0, false);
        let mover = self.state.turn();
        if let Some(mv) = self.whole_move(action, code) {
            self.play(mv);
            self.find_actions(code, moves);
            if let Some(outcome) = self.outcome() {
                *row.done = true;
                *row.reward = outcome.winner().map_or(0.0, |winner| if winner == mover { 1.0 } else { -1.0 });
                self.begin(start);
                self.find_actions(code, moves);
            }
        }
        self.describe(code, row);
    }

    /// The move that an action makes or completes.
    fn whole_move(&mut self, action: u16, code: Code) -> Option<Move> {
        let (turn, table) = (self.state.turn(), Actions::shared());
        if code == Code::Moves {
            return table.get(turn, action);
        }
        let made = self.hops;
        self.routes.retain(|route| table.hops(turn, *route)[made] == action);
        self.hops += 1;
        let done = self.routes.iter().find(|route| table.hops(turn, **route).len() == self.hops);
        match done.copied() {
            Some(route) => {
                self.hops = 0;
                table.get(turn, route)
            }
            None => {
                self.list_hops();
                None
            }
        }
    }

    fn play(&mut self, mv: Move) {
        self.quiet_plies = self.state.position().quiet_plies_after(mv, self.quiet_plies);
        self.state = self.state.play_unchecked(mv);
        if self.quiet_plies == 0 {
            self.repeatable.clear();
        }
        self.repeatable.push(self.state);
    }

    /// Lists the legal actions.
    fn find_actions(&mut self, code: Code, moves: &mut MoveList) {
        let (turn, table) = (self.state.turn(), Actions::shared());
        self.state.legal_moves_into(moves);
        let numbers = moves.iter().map(|mv| table.number(turn, *mv));
        match code {
            Code::Moves => {
                self.actions.clear();
                self.actions.extend(numbers);
            }
            Code::Hops => {
                self.routes.clear();
                self.routes.extend(numbers);
                self.list_hops();
            }
        }
    }

    fn list_hops(&mut self) {
        let (turn, table) = (self.state.turn(), Actions::shared());
        self.actions.clear();
        self.actions.extend(self.routes.iter().map(|route| table.hops(turn, *route)[self.hops]));
        self.actions.sort_unstable();
        self.actions.dedup();
    }

    /// How the game has ended, if it has: as a [`Game`](crownhead_board::Game) says, for which no legal action was found.
    fn outcome(&self) -> Option<Outcome> {
        if self.actions.is_empty() || self.state.position().pieces(!self.state.turn()).is_empty() {
            self.state.outcome()
        } else if self.quiet_plies >= MAX_QUIET_PLIES {
            Some(Outcome::Draw(DrawReason::FortyMoves))
        } else {
            let occurrences = || self.repeatable.iter().filter(|state| **state == self.state).count();
            let is_repeated = self.repeatable.len() > 2 * MAX_OCCURRENCES && occurrences() >= MAX_OCCURRENCES;
            is_repeated.then_some(Outcome::Draw(DrawReason::Repetition))
        }
    }

    /// Writes down where the game stands.
    fn describe(&self, code: Code, row: &mut Row<'_>) {
        debug_assert_eq!(row.mask.len(), code.width());
        let turn = self.state.turn();
        self.actions.iter().for_each(|action| row.mask[usize::from(*action)] = true);
        *row.turn = turn as u8;
        planes(turn, self.board(), row.planes);
    }

    /// The pieces of the side to move, those of the other one, and the kings, with the hops made so far.
    fn board(&self) -> [Bitboard; 3] {
        let (pos, turn) = (self.state.position(), self.state.turn());
        let board = [pos.pieces(turn), pos.pieces(!turn), pos.kings()];
        if self.hops == 0 {
            return board;
        }
        self.mid_jump(board, turn)
    }

    #[cold]
    fn mid_jump(&self, [own, other, kings]: [Bitboard; 3], turn: Color) -> [Bitboard; 3] {
        let route =
            Actions::shared().get(turn, self.routes[0]).map(Move::route).expect("a route that goes on");
        let made = Move::from_route(&route[..=self.hops]).expect("the beginning of a route is one");
        let (from, to) = (Bitboard::from_square(route[0]), Bitboard::from_square(route[self.hops]));
        let moved = |set: Bitboard| if set.intersects(from) { (set - from) | to } else { set };
        [moved(own), other - made.captured(), moved(kings) - made.captured()]
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

    use super::*;
    use crownhead_board::{Game, Position, Rules};

    /// Rows with a place for everything.
    struct Memory(Vec<u8>, Vec<bool>, Vec<f32>, Vec<bool>, Vec<u8>);

    impl Memory {
        fn new(n: usize, code: Code) -> Memory {
            let mask = vec![false; n * code.width()];
            Memory(vec![0; n * PLANES_LEN], mask, vec![0.0; n], vec![false; n], vec![0; n])
        }

        fn rows(&mut self) -> Rows<'_> {
            let Memory(planes, masks, rewards, dones, turns) = self;
            Rows { planes, masks, rewards, dones, turns }
        }

        /// The legal actions of a game.
        fn legal(&self, game: usize, code: Code) -> Vec<i64> {
            let mask = &self.1[game * code.width()..(game + 1) * code.width()];
            (0..).zip(mask).filter_map(|(action, is_legal)| is_legal.then_some(action)).collect()
        }
    }

    fn pool(threads: usize) -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    /// Plays games side by side with `Game`s, which must have the same moves, boards and results.
    #[track_caller]
    fn check_against_games(rules: Rules, steps: usize) {
        let (n, actions, pool) = (100, Actions::shared(), pool(2));
        let start = State::new(Position::START, rules);
        let mut games = Games::new(n, start, Code::Moves, 3).unwrap();
        let (mut memory, mut chosen) = (Memory::new(n, Code::Moves), vec![0; n]);
        let mut twins = vec![Game::from_state(start); n];
        games.reset(memory.rows());
        let mut n_over = 0;
        for _ in 0..steps {
            games.sample(&mut chosen);
            for (i, twin) in twins.iter_mut().enumerate() {
                let turn = twin.position().turn();
                let numbers =
                    twin.legal_moves().iter().map(|mv| i64::from(actions.number(turn, *mv))).collect();
                let mut legal: Vec<i64> = numbers;
                legal.sort_unstable();
                assert_eq!(memory.legal(i, Code::Moves), legal, "{}", twin.position());
                assert_eq!((games.state(i), memory.4[i]), (Some(twin.state()), turn as u8));
                twin.play(actions.get(turn, chosen[i] as u16).unwrap()).unwrap();
            }
            let movers: Vec<u8> = memory.4.clone();
            games.step(&chosen, memory.rows(), &pool).unwrap();
            for (i, twin) in twins.iter_mut().enumerate() {
                let outcome = twin.outcome();
                assert_eq!(memory.3[i], outcome.is_some(), "{outcome:?}");
                let winner = outcome.and_then(Outcome::winner).map(|winner| winner as u8);
                let reward = winner.map_or(0.0, |winner| if winner == movers[i] { 1.0 } else { -1.0 });
                assert_eq!(memory.2[i], reward);
                if outcome.is_some() {
                    *twin = Game::from_state(start);
                    n_over += 1;
                }
            }
        }
        assert!(n_over > n / 4, "only {n_over} games ended");
    }

    #[test]
    fn games_end_as_a_game_does() {
        check_against_games(Rules::OFFICIAL, 400);
    }

    #[test]
    fn games_by_house_rules_end_as_a_game_does() {
        for (_, rules) in Rules::PRESETS {
            check_against_games(*rules, 250);
        }
    }

    #[test]
    fn repetitions_and_quiet_moves_are_draws() {
        let pool = pool(1);
        let start = State::from("W:WK32:BK1".parse::<Position>().unwrap());
        let mut games = Games::new(1, start, Code::Moves, 0).unwrap();
        let (mut memory, mut twin) = (Memory::new(1, Code::Moves), Game::from_state(start));
        games.reset(memory.rows());
        for text in ["32-27", "1-6", "27-32", "6-1"].iter().cycle() {
            let mv = twin.state().parse_move(text).unwrap();
            let action = Actions::shared().number(twin.position().turn(), mv);
            twin.play(mv).unwrap();
            games.step(&[i64::from(action)], memory.rows(), &pool).unwrap();
            assert_eq!(memory.3[0], twin.outcome().is_some());
            if memory.3[0] {
                break;
            }
        }
        assert_eq!(twin.outcome(), Some(Outcome::Draw(DrawReason::Repetition)));
        assert_eq!(memory.2[0], 0.0);
    }

    #[test]
    fn hops_make_the_same_games_as_whole_moves() {
        let (pool, actions) = (pool(1), Actions::shared());
        let mut games = Games::new(1, Position::START.into(), Code::Hops, 7).unwrap();
        let (mut memory, mut action) = (Memory::new(1, Code::Hops), vec![0]);
        games.reset(memory.rows());
        let mut long_jumps = 0;
        for _ in 0..300 {
            let mut twin = Game::new();
            loop {
                // A move, hop by hop.
                let (mut hops, turn, before) = (Vec::new(), twin.position().turn(), *games.state(0).unwrap());
                assert_eq!(&before, twin.state());
                while hops.is_empty() || (*games.state(0).unwrap() == before && !memory.3[0]) {
                    assert_eq!(memory.4[0], turn as u8);
                    games.sample(&mut action);
                    hops.push(action[0] as u16);
                    games.step(&action, memory.rows(), &pool).unwrap();
                }
                long_jumps += usize::from(hops.len() > 1);
                let is_it = |mv: &&Move| actions.hops(turn, actions.number(turn, **mv)) == hops;
                let mv = *twin.legal_moves().iter().find(is_it).expect("one move has these hops");
                twin.play(mv).unwrap();
                assert_eq!(memory.3[0], twin.outcome().is_some());
                if memory.3[0] {
                    break;
                }
            }
        }
        assert!(long_jumps > 100, "{long_jumps}");
    }

    #[test]
    fn in_the_middle_of_a_jump_the_board_shows_it() {
        let start: Position = "W:WK18:B14,6,K32".parse().unwrap();
        let mut games = Games::new(1, start.into(), Code::Hops, 0).unwrap();
        let mut memory = Memory::new(1, Code::Hops);
        games.reset(memory.rows());
        let first = memory.legal(0, Code::Hops);
        games.step(&first, memory.rows(), &pool(1)).unwrap();
        let (middle, mut expected) = ("W:WK9:B6,K32".parse::<Position>().unwrap(), [0; PLANES_LEN]);
        planes(Color::White, [middle.white(), middle.black(), middle.kings()], &mut expected);
        assert_eq!(memory.0, expected);
        assert_eq!(memory.legal(0, Code::Hops).len(), 1);
    }

    #[test]
    fn an_action_that_is_not_legal_changes_nothing() {
        let mut games = Games::new(3, Position::START.into(), Code::Moves, 0).unwrap();
        let (mut memory, mut chosen) = (Memory::new(3, Code::Moves), vec![0; 3]);
        games.reset(memory.rows());
        games.sample(&mut chosen);
        for wrong in [-1, 0, 1426, 1427, i64::MAX] {
            chosen[2] = wrong;
            let error = games.step(&chosen, memory.rows(), &pool(1)).unwrap_err();
            assert_eq!(error, NotLegal { game: 2, action: wrong });
            assert!((0..3).all(|game| games.state(game) == Some(&Position::START.into())));
        }
    }

    #[test]
    fn games_that_make_no_sense_do_not_begin() {
        let stuck: Position = "B:W25,30:B21".parse().unwrap();
        let over = stuck.outcome().unwrap();
        assert_eq!(Games::new(1, stuck.into(), Code::Moves, 0).unwrap_err(), BeginError::Over(over));
        let casual = State::new(Position::START, Rules::preset("casual").unwrap());
        assert_eq!(Games::new(1, casual, Code::Hops, 0).unwrap_err(), BeginError::HopsNeedOfficialRules);
    }
}

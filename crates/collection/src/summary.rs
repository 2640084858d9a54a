//! What was played in a position, counted.

use std::collections::HashMap;

use crownhead_board::Color;
use crownhead_pdn::GameResult;

use crate::code::NO_MOVE;
use crate::date::Date;
use crate::sorter::Place;

/// How games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of games.
    pub games: u32,
    /// Games that Black won.
    pub black_wins: u32,
    /// Games that White won.
    pub white_wins: u32,
    /// Draws.
    pub draws: u32,
}

impl Tally {
    pub(crate) fn add(&mut self, result: Option<GameResult>) {
        self.games += 1;
        match result {
            Some(GameResult::BlackWins) => self.black_wins += 1,
            Some(GameResult::WhiteWins) => self.white_wins += 1,
            Some(GameResult::Draw) => self.draws += 1,
            Some(GameResult::BothLose) | None => {}
        }
    }
}

/// What a summary has to know of games. A builder knows it, and so does an index.
pub(crate) trait Games {
    fn result(&self, game: u32) -> Option<GameResult>;
    fn date(&self, game: u32) -> Option<Date>;
    /// The number of a player's name; 0 is nobody.
    fn player(&self, game: u32, color: Color) -> u32;
}

/// Players that are named for a move.
pub(crate) const MAX_PLAYERS: usize = 5;
/// Games that are named for a move.
pub(crate) const MAX_GAMES: usize = 4;
/// The bytes of a [`Row`].
pub(crate) const ROW_BYTES: usize = 4 + 16 + 4 + 8 * MAX_PLAYERS + 4 * MAX_GAMES;
/// The summary of a position is stored if it has at least this many places.
pub(crate) const CROWD: usize = 1024;

/// One move of a position, or all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) code: u8,
    pub(crate) tally: Tally,
    /// The first year and the last; 0 if no game has a date.
    pub(crate) years: [u16; 2],
    /// Who played the move most often, and how often.
    pub(crate) players: Vec<(u32, u32)>,
    /// The games with the latest dates.
    pub(crate) games: Vec<u32>,
}

impl Row {
    pub(crate) fn to_bytes(&self) -> [u8; ROW_BYTES] {
        let Tally { games, black_wins, white_wins, draws } = self.tally;
        let lens = [self.players.len() as u8, self.games.len() as u8];
        let mut bytes = vec![self.code, lens[0], lens[1], 0];
        [games, black_wins, white_wins, draws].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        self.years.iter().for_each(|year| bytes.extend(year.to_le_bytes()));
        let players = self.players.iter().copied().chain([(0, 0); MAX_PLAYERS]).take(MAX_PLAYERS);
        players.for_each(|(name, n)| bytes.extend([name.to_le_bytes(), n.to_le_bytes()].concat()));
        let games = self.games.iter().copied().chain([0; MAX_GAMES]).take(MAX_GAMES);
        games.for_each(|game| bytes.extend(game.to_le_bytes()));
        bytes.try_into().expect("a row has parts of fixed lengths")
    }

    pub(crate) fn from_bytes(bytes: &[u8; ROW_BYTES]) -> Row {
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        let half = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        let n_players = usize::from(bytes[1]).min(MAX_PLAYERS);
        let n_games = usize::from(bytes[2]).min(MAX_GAMES);
        Row {
            code: bytes[0],
            tally: Tally { games: word(4), black_wins: word(8), white_wins: word(12), draws: word(16) },
            years: [half(20), half(22)],
            players: (0..n_players).map(|n| (word(24 + 8 * n), word(28 + 8 * n))).collect(),
            games: (0..n_games).map(|n| word(24 + 8 * MAX_PLAYERS + 4 * n)).collect(),
        }
    }
}

/// What was played in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    /// All games with the position; its code means nothing.
    pub(crate) all: Row,
    /// The moves that were played, and a row for the games that ended here.
    pub(crate) moves: Vec<Row>,
}

impl Summary {
    /// Counts places of one position, in their order. A game counts once for the position, and once for each move that
    /// it played there.
    pub(crate) fn of(places: impl Iterator<Item = Place>, games: &impl Games) -> Summary {
        let mut all = Counter::default();
        let mut moves: Vec<(u8, Counter)> = Vec::new();
        for place in places {
            let player = games.player(place.game(), place.turn());
            all.add(place.game(), player, games);
            let found = moves.iter().position(|(code, _)| *code == place.code());
            let at = found.unwrap_or_else(|| {
                moves.push((place.code(), Counter::default()));
                moves.len() - 1
            });
            moves[at].1.add(place.game(), player, games);
        }
        moves.sort_by_key(|(code, _)| *code);
        let moves = moves.into_iter().map(|(code, counter)| counter.row(code)).collect();
        Summary { all: all.row(NO_MOVE), moves }
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &Row> {
        std::iter::once(&self.all).chain(&self.moves)
    }
}

#[derive(Default)]
struct Counter {
    row: Row,
    last_game: Option<u32>,
    players: HashMap<u32, u32>,
    /// Games with their dates, the latest last.
    latest: Vec<(u32, u32)>,
}

impl Counter {
    fn add(&mut self, game: u32, player: u32, games: &impl Games) {
        if self.last_game.replace(game) == Some(game) {
            return;
        }
        self.row.tally.add(games.result(game));
        let date = games.date(game);
        if let Some(date) = date {
            let [first, last] = &mut self.row.years;
            let year = date.year();
            *first = if *first == 0 { year } else { year.min(*first) };
            *last = year.max(*last);
        }
        if player != 0 {
            *self.players.entry(player).or_default() += 1;
        }
        self.keep_latest((Date::to_bits(date), game));
    }

    fn keep_latest(&mut self, dated: (u32, u32)) {
        let is_full = self.latest.len() == MAX_GAMES;
        if is_full && dated.0 <= self.latest[0].0 {
            return;
        }
        if is_full {
            self.latest.remove(0);
        }
        // Of games with the same date the first ones stay.
        let at = self.latest.partition_point(|(date, _)| *date < dated.0);
        self.latest.insert(at, dated);
    }

    fn row(self, code: u8) -> Row {
        let mut players: Vec<(u32, u32)> = self.players.into_iter().collect();
        players.sort_by_key(|(name, n)| (std::cmp::Reverse(*n), *name));
        players.truncate(MAX_PLAYERS);
        let games = self.latest.into_iter().rev().map(|(_, game)| game).collect();
        Row { code, players, games, ..self.row }
    }
}

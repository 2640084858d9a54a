//! Finds games.

use crownhead_board::{Color, Position};
use crownhead_engine::named_openings;
use crownhead_pdn::GameResult;

use crate::format::Section;
use crate::index::Index;
use crate::material::Material;
use crate::pattern::Pattern;
use crate::query::{Query, QueryError, WantedResult, Words};
use crate::sorter::Place;
use crate::summary::Games;

impl Index {
    /// The games that a query finds, in their order.
    ///
    /// A position is looked up. Names, dates and the like are compared game by game, which takes milliseconds for a
    /// million of them. For material and patterns the games that are left are played through.
    ///
    /// # Errors
    ///
    /// The query makes no sense.
    pub fn search(&self, query: &Query) -> Result<Vec<u32>, QueryError> {
        let filter = Filter::new(self, query)?;
        let mut games: Vec<u32> = match (&query.position, &filter.player) {
            (Some(pos), _) => self.games_with_either(pos, query.reversed),
            (None, Some(player)) => self.games_of(player),
            (None, None) => (0..self.n_games()).collect(),
        };
        games.retain(|game| filter.accepts(*game));
        if filter.boards.is_empty() { Ok(games) } else { Ok(each_that(games, |game| filter.has_board(game))) }
    }

    /// Some of the games that [`Index::search`] finds, after the first `skip`, and how many there are. A position alone is
    /// found in microseconds like this, even if most games have it.
    ///
    /// # Errors
    ///
    /// The query makes no sense.
    pub fn find(&self, query: &Query, skip: usize, limit: usize) -> Result<Found, QueryError> {
        if let Some(found) = self.find_position(query, skip, limit) {
            return Ok(found);
        }
        let games = self.search(query)?;
        Ok(Found { total: games.len() as u32, games: games.into_iter().skip(skip).take(limit).collect() })
    }

    /// The same for a position that is all that is asked for.
    fn find_position(&self, query: &Query, skip: usize, limit: usize) -> Option<Found> {
        let pos =
            query.position.filter(|pos| *query == Query { position: Some(*pos), ..Query::default() })?;
        let mut last = None;
        let is_new = |game: &u32| last.replace(*game) != Some(*game);
        let games = self.places(&pos).filter(|place| self.has(place)).map(Place::game).filter(is_new);
        Some(Found { games: games.skip(skip).take(limit).collect(), total: self.n_games_with(&pos) })
    }

    /// The games of some players, on either side.
    fn games_of(&self, player: &Numbers) -> Vec<u32> {
        let column =
            |section| self.section(section).as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word));
        let players = column(Section::Black).zip(column(Section::White));
        let has = |(_, (black, white)): &(u32, (u32, u32))| player.has(*black) || player.has(*white);
        (0..).zip(players).filter(has).map(|(game, _)| game).collect()
    }

    fn games_with_either(&self, pos: &Position, reversed: bool) -> Vec<u32> {
        let mut games = self.games_with(pos);
        if reversed {
            games.extend(self.games_with(&pos.flip()));
            games.sort_unstable();
            games.dedup();
        }
        games
    }

    /// The plies of a game at which its position is the one of a query, or fits its material and pattern.
    pub fn plies_that_fit(&self, game: u32, query: &Query) -> Vec<u16> {
        let boards = Board::of(query);
        let position = query.position.map(|pos| [pos, if query.reversed { pos.flip() } else { pos }]);
        let mut plies = Vec::new();
        let mut ply = 0;
        self.any_position(game, |pos| {
            let is_position = position.is_none_or(|wanted| wanted.contains(pos));
            if is_position && (boards.is_empty() || boards.iter().any(|board| board.fits(pos))) {
                plies.push(ply);
            }
            ply += 1;
            false
        });
        plies
    }
}

/// A page of what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of games that were found.
    pub total: u32,
    /// The games of this page.
    pub games: Vec<u32>,
}

/// The games that pass a test, on all cores.
#[cfg(feature = "files")]
fn each_that(games: Vec<u32>, test: impl Fn(u32) -> bool + Sync) -> Vec<u32> {
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let part = games.len().div_ceil(n_threads).max(1);
    let test = |games: &[u32]| games.iter().copied().filter(|game| test(*game)).collect::<Vec<u32>>();
    std::thread::scope(|scope| {
        let threads: Vec<_> = games.chunks(part).map(|games| scope.spawn(|| test(games))).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a test does not panic")).collect()
    })
}

#[cfg(not(feature = "files"))]
fn each_that(mut games: Vec<u32>, test: impl Fn(u32) -> bool) -> Vec<u32> {
    games.retain(|game| test(*game));
    games
}

/// Material and pattern that have to be there at the same time.
#[derive(Clone, Copy, Debug)]
struct Board {
    material: Option<Material>,
    pattern: Option<Pattern>,
}

impl Board {
    /// What has to be there: one of these, unless there are none.
    fn of(query: &Query) -> Vec<Board> {
        let board = Board { material: query.material, pattern: query.pattern };
        match (query.material.is_some() || query.pattern.is_some(), query.reversed) {
            (false, _) => vec![],
            (true, false) => vec![board],
            (true, true) => vec![board, board.flip()],
        }
    }

    fn flip(self) -> Board {
        Board {
            material: self.material.map(Material::flip),
            pattern: self.pattern.map(|pattern| pattern.flip()),
        }
    }

    fn fits(&self, pos: &Position) -> bool {
        self.pattern.is_none_or(|pattern| pattern.fits(pos))
            && self.material.is_none_or(|material| Material::of(pos) == material)
    }
}

/// A query that knows which names of the index fit.
pub(crate) struct Filter<'a> {
    index: &'a Index,
    query: &'a Query,
    player: Option<Numbers>,
    opponent: Option<Numbers>,
    black: Option<Numbers>,
    white: Option<Numbers>,
    event: Option<Numbers>,
    /// The games that went through an opening of the name.
    opening: Option<Numbers>,
    boards: Vec<Board>,
}

impl<'a> Filter<'a> {
    pub(crate) fn new(index: &'a Index, query: &'a Query) -> Result<Filter<'a>, QueryError> {
        query.check()?;
        let names = |text: &Option<String>| Some(Numbers::of_names(index, text.as_deref()?));
        let events = |text: &Option<String>| Some(Numbers::of_events(index, text.as_deref()?));
        Ok(Filter {
            index,
            query,
            player: names(&query.player),
            opponent: names(&query.opponent),
            black: names(&query.black),
            white: names(&query.white),
            event: events(&query.event),
            opening: query.opening.as_deref().map(|name| Numbers::of_games_through(index, name)),
            boards: Board::of(query),
        })
    }

    /// Does a game have all that can be told without its moves?
    pub(crate) fn accepts(&self, game: u32) -> bool {
        let Query { ballot, min_plies, max_plies, .. } = *self.query;
        let is_in = |numbers: &Option<Numbers>, section| {
            numbers.as_ref().is_none_or(|numbers| numbers.has(self.index.word(section, game)))
        };
        is_in(&self.black, Section::Black)
            && is_in(&self.white, Section::White)
            && is_in(&self.event, Section::Event)
            && self.opening.as_ref().is_none_or(|games| games.has(game))
            && ballot.is_none_or(|ballot| ballot == self.index.ballot(game))
            && min_plies.is_none_or(|min| self.index.plies(game) >= min)
            && max_plies.is_none_or(|max| self.index.plies(game) <= max)
            && self.is_in_time(game)
            && self.is_by_players(game)
    }

    fn is_in_time(&self, game: u32) -> bool {
        let Query { from, to, .. } = self.query;
        if from.is_none() && to.is_none() {
            return true;
        }
        self.index.date(game).is_some_and(|date| {
            from.is_none_or(|from| date.latest() >= from) && to.is_none_or(|to| date <= to.latest())
        })
    }

    /// Are the players and their result as they should be?
    fn is_by_players(&self, game: u32) -> bool {
        if self.player.is_none() && self.query.result.is_none() {
            return true;
        }
        let result = self.index.result(game);
        let has = |numbers: &Option<Numbers>, color| {
            numbers.as_ref().is_none_or(|numbers| numbers.has(self.index.player(game, color)))
        };
        let is_by = |color: Color| has(&self.player, color) && has(&self.opponent, !color);
        [Color::Black, Color::White].into_iter().any(|color| is_by(color) && self.has_result(result, color))
    }

    fn has_result(&self, result: Option<GameResult>, color: Color) -> bool {
        match self.query.result {
            None => true,
            Some(WantedResult::BlackWins) => result == Some(GameResult::BlackWins),
            Some(WantedResult::WhiteWins) => result == Some(GameResult::WhiteWins),
            Some(WantedResult::Draw) => result == Some(GameResult::Draw),
            Some(WantedResult::Win) => result == Some(GameResult::win(color)),
            Some(WantedResult::Loss) => result == Some(GameResult::win(!color)),
            Some(WantedResult::Unknown) => result.is_none(),
        }
    }

    /// Is there a position with the material and the pattern?
    pub(crate) fn has_board(&self, game: u32) -> bool {
        let (seen, last) = (self.index.seen(game), self.index.last(game));
        let may_fit = |board: &&Board| {
            board.pattern.is_none_or(|pattern| pattern.may_fit(&seen))
                && board.material.is_none_or(|material| last.may_follow(material))
        };
        let boards: Vec<&Board> = self.boards.iter().filter(may_fit).collect();
        self.boards.is_empty()
            || !boards.is_empty()
                && self.index.any_position(game, |pos| boards.iter().any(|board| board.fits(pos)))
    }
}

/// The numbers of names, or of games, that fit.
struct Numbers(Vec<bool>);

impl Numbers {
    fn of_names(index: &Index, text: &str) -> Numbers {
        let words = Words::new(text);
        Numbers((0..index.n_texts(Section::NameEnds)).map(|number| words.fit(index.name(number))).collect())
    }

    fn of_events(index: &Index, text: &str) -> Numbers {
        let words = Words::new(text);
        Numbers((0..index.n_texts(Section::EventEnds)).map(|number| words.fit(index.event(number))).collect())
    }

    /// The games that went through an opening, by whatever moves.
    fn of_games_through(index: &Index, name: &str) -> Numbers {
        let words = Words::new(name);
        let mut games = vec![false; index.n_games() as usize];
        for opening in named_openings().filter(|opening| words.fit(opening.name)) {
            index.games_with(&opening.position).iter().for_each(|game| games[*game as usize] = true);
        }
        Numbers(games)
    }

    fn has(&self, number: u32) -> bool {
        self.0.get(number as usize).copied().unwrap_or(false)
    }
}

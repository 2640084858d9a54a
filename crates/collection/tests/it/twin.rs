//! The index finds what a plain scan of all games finds.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;

use crownhead_board::{Color, Game, Move, Position};
use crownhead_collection::{Builder, Index, Material, Pattern, Query, WantedResult};
use crownhead_engine::{opening_name, opening_name_of, three_move_ballots};
use crownhead_pdn::{GameResult, Reader, Record};

/// A game as a plain scan sees it.
struct Plain {
    record: Record,
    game: Game,
}

/// The game up to its first illegal move; by house rules, its start.
fn known_part(record: &Record) -> Game {
    let mut game = Game::new().without_automatic_draws();
    if record.tags.get("Rules").is_some() {
        return game;
    }
    let replayed = record.replay_with(|before, mv| {
        game = before.clone();
        game.play(mv).unwrap();
    });
    replayed.unwrap_or(game)
}

/// The same games twice.
struct Twins {
    index: Index,
    plain: Vec<Plain>,
}

impl Twins {
    fn new(files: &[(String, Vec<u8>)]) -> Twins {
        let mut builder = Builder::new();
        let mut plain = Vec::new();
        for (name, bytes) in files {
            builder.add_file(name, bytes);
            for record in Reader::new(bytes.as_slice()).filter_map(Result::ok) {
                plain.push(Plain { game: known_part(&record), record });
            }
        }
        Twins { index: builder.into_index(), plain }
    }

    #[track_caller]
    fn check(&self, what: &str, query: Query, test: impl Fn(&Plain) -> bool) -> usize {
        let expected: Vec<u32> =
            (0..).zip(&self.plain).filter(|(_, plain)| test(plain)).map(|(n, _)| n).collect();
        let found = self.index.search(&query).unwrap();
        let first =
            found.iter().chain(&expected).find(|game| found.contains(game) != expected.contains(game));
        assert_eq!(first, None, "{what}: found or not found wrongly, {query:?}");
        for (skip, limit) in [(0, 10), (3, 2), (expected.len(), 1)] {
            let page = self.index.find(&query, skip, limit).unwrap();
            assert_eq!(page.total as usize, expected.len(), "{what}");
            assert!(page.games.iter().eq(expected.iter().skip(skip).take(limit)), "{what}");
        }
        expected.len()
    }
}

impl Plain {
    fn name(&self, color: Color) -> &str {
        self.record.player(color).filter(|name| *name != "?").unwrap_or("")
    }

    fn has(&self, color: Color, part: &str) -> bool {
        self.name(color).to_lowercase().contains(part)
    }

    fn any(&self, test: impl Fn(&Position) -> bool) -> bool {
        self.game.positions().any(test)
    }

    fn year(&self) -> Option<u32> {
        let event = self
            .record
            .tags
            .get("Event")
            .filter(|_| [Color::Black, Color::White].iter().any(|color| !self.name(*color).is_empty()))?;
        let words = event.split(|c: char| !c.is_ascii_digit()).filter(|word| word.len() == 4);
        words.filter_map(|word| word.parse().ok()).find(|year| (1700..2101).contains(year))
    }
}

/// Our own games, and the real ones if there are any.
fn files() -> Vec<(String, Vec<u8>)> {
    let mut files = vec![("golden.pdn".to_owned(), crate::golden::GAMES.to_vec())];
    match std::env::var_os("CROWNHEAD_DATA").map(PathBuf::from) {
        Some(folder) => {
            let read = |name: &str| std::fs::read(folder.join(name)).expect("CROWNHEAD_DATA names this file");
            files.extend(["acf_games.pdn", "tinsley.pdn"].map(|name| (name.to_owned(), read(name))));
        }
        // Shown even without --nocapture.
        None => drop(writeln!(std::io::stderr(), "real games are not searched: CROWNHEAD_DATA is not set")),
    }
    files
}

#[test]
fn every_search_finds_what_a_scan_finds() {
    let twins = Twins::new(&files());
    let both = [Color::Black, Color::White];
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(twins.index.n_games() as usize, twins.plain.len());

    for name in ["tinsley", "lafferty", "marsh", "oldbury"] {
        let query = Query { player: some(name), ..Query::default() };
        twins.check("player", query.clone(), |plain| both.iter().any(|color| plain.has(*color, name)));
        let won = Query { result: Some(WantedResult::Win), ..query.clone() };
        twins.check("wins", won, |plain| {
            both.iter().any(|color| {
                plain.has(*color, name) && plain.record.result() == Some(GameResult::win(*color))
            })
        });
        let corner = Query { opening: some("single corner"), result: Some(WantedResult::Win), ..query };
        twins.check("wins in an opening", corner, |plain| {
            let won = |color: &Color| {
                plain.has(*color, name) && plain.record.result() == Some(GameResult::win(*color))
            };
            both.iter().any(won) && plain.any(|pos| opening_name(pos) == Some("Single Corner"))
        });
        twins.check("white", Query { white: some(name), ..Query::default() }, |plain| {
            plain.has(Color::White, name)
        });
    }
    twins.check("event", Query { event: some("open"), ..Query::default() }, |plain| {
        plain.record.tags.get("Event").unwrap_or("").to_lowercase().contains("open")
    });
    let fifties = Query { from: "1950".parse().ok(), to: "1959".parse().ok(), ..Query::default() };
    twins.check("dates", fifties, |plain| plain.year().is_some_and(|year| (1950..1960).contains(&year)));
    for (wanted, result) in [
        (WantedResult::BlackWins, Some(GameResult::BlackWins)),
        (WantedResult::WhiteWins, Some(GameResult::WhiteWins)),
        (WantedResult::Draw, Some(GameResult::Draw)),
        (WantedResult::Unknown, None),
    ] {
        let query = Query { result: Some(wanted), ..Query::default() };
        twins.check("result", query, |plain| plain.record.result() == result);
    }
    for name in ["Cross", "Alma", "Old Faithful", "Denny"] {
        twins.check("opening", Query { opening: some(name), ..Query::default() }, |plain| {
            plain.any(|pos| opening_name(pos).is_some_and(|found| found.contains(name)))
        });
    }
    for ballot in three_move_ballots().iter().step_by(9) {
        let query = Query { ballot: Some(ballot.number() as u8), ..Query::default() };
        twins.check("ballot", query, |plain| plain.any(|pos| *pos == ballot.position()));
    }
    let long = Query { min_plies: Some(80), max_plies: Some(99), ..Query::default() };
    twins.check("length", long, |plain| (80..100).contains(&plain.game.moves().len()));
}

#[test]
fn positions_material_and_patterns_are_found_as_by_a_scan() {
    let twins = Twins::new(&files());
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..20 {
        let game = &random.choice(&twins.plain).unwrap().game;
        let Some(pos) = random.choice(game.positions().collect::<Vec<_>>()).copied() else { continue };
        let query = Query { position: Some(pos), ..Query::default() };
        let n = twins.check("position", query.clone(), |plain| plain.any(|other| *other == pos));
        let query = Query { position: Some(pos.flip()), reversed: true, ..Query::default() };
        let either = |plain: &Plain| plain.any(|other| *other == pos || *other == pos.flip());
        assert!(twins.check("reversed", query, either) >= n);
    }
    for text in ["2k v 1k", "1m1k v 2k", "3m v 3m", "12m v 11m"] {
        let material: Material = text.parse().unwrap();
        let query = Query { material: Some(material), ..Query::default() };
        twins.check("material", query.clone(), |plain| plain.any(|pos| Material::of(pos) == material));
        twins.check("material, reversed", Query { reversed: true, ..query }, |plain| {
            plain.any(|pos| [material, material.flip()].contains(&Material::of(pos)))
        });
    }
    for text in [
        "king on 15 and man on 13",
        "white king on 4, black to move",
        "black man on 28, empty 32",
        "black on 30",
    ] {
        let pattern: Pattern = text.parse().unwrap();
        let query = Query { pattern: Some(pattern), ..Query::default() };
        twins.check("pattern", query.clone(), |plain| plain.any(|pos| pattern.fits(pos)));
        twins.check("pattern, reversed", Query { reversed: true, ..query }, |plain| {
            plain.any(|pos| pattern.fits(pos) || pattern.fits(&pos.flip()))
        });
    }
}

#[test]
fn the_explorer_counts_what_a_scan_counts() {
    let twins = Twins::new(&files());
    let mut positions = vec![Position::START];
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..12 {
        let moves: Vec<Move> =
            random.choice(&twins.plain).unwrap().game.moves().take(random.usize(..12)).collect();
        positions.push(moves.iter().fold(Position::START, |pos, mv| pos.play(*mv).unwrap_or(pos)));
    }
    for pos in positions {
        let mut played: HashMap<Move, u32> = HashMap::new();
        let mut reached: HashMap<Position, u32> = HashMap::new();
        for plain in &twins.plain {
            let mut own: Vec<Move> = plain
                .game
                .positions()
                .zip(plain.game.moves())
                .filter(|(at, _)| **at == pos)
                .map(|(_, mv)| mv)
                .collect();
            own.sort();
            own.dedup();
            own.into_iter().for_each(|mv| *played.entry(mv).or_default() += 1);
            let next: Vec<Position> = pos.legal_moves().iter().map(|mv| pos.play_unchecked(*mv)).collect();
            let mut seen: Vec<Position> =
                plain.game.positions().copied().filter(|at| next.contains(at)).collect();
            seen.sort_by_key(Position::key);
            seen.dedup();
            seen.into_iter().for_each(|at| *reached.entry(at).or_default() += 1);
        }
        let explored = twins.index.explore(&pos, &Query::default()).unwrap();
        assert_eq!(explored.moves.iter().filter(|explored| explored.tally.games > 0).count(), played.len());
        for explored in &explored.moves {
            assert_eq!(
                explored.tally.games,
                played.get(&explored.mv).copied().unwrap_or(0),
                "{pos} {}",
                explored.mv
            );
            assert_eq!(
                explored.reached,
                reached.get(&explored.after).copied().unwrap_or(0),
                "{pos} {}",
                explored.mv
            );
        }
    }
}

#[test]
fn every_game_opens_at_its_offset_with_its_moves() {
    let files = files();
    let twins = Twins::new(&files);
    for (number, plain) in (0..).zip(&twins.plain).step_by(7) {
        let name = twins.index.game(number).unwrap().file;
        let (_, bytes) = files.iter().find(|(file, _)| file == name).unwrap();
        assert_eq!(twins.index.read_game(number, std::io::Cursor::new(bytes)).unwrap(), plain.record);
        assert_eq!(twins.index.game(number).unwrap().opening, opening_name_of(&plain.game).unwrap_or(""));
        assert!(twins.index.moves(number).into_iter().eq(plain.game.moves()));
    }
}

//! How games are begun.

use crownhead_board::{Color, Game, Position, Rules};
use crownhead_engine::{Level, three_move_ballots};
use crownhead_pdn::Record;
use crownhead_play::{GameClock, GameOptions, GameTree, Opening, TimeControl};

use super::game::LiveGame;
use crate::convert;
use crate::error::{ApiError, sentence};
use crate::files;
use crate::wire::{ClockSetting, GameKind, NewGame, SideChoice, Start};

/// The game that is asked for.
pub(super) fn read(new: NewGame, id: String, seed: u64) -> Result<LiveGame, ApiError> {
    let NewGame { kind, level, side, rules, start, clock } = new;
    let rules = rules.as_deref().map(|rules| convert::rules(Some(rules))).transpose()?;
    let Opened { tree, head, first, origin } = open(kind, rules, start, seed)?;
    let clock = clock.filter(|_| kind != GameKind::Analysis).map(time_control).transpose()?;
    let (levels, clock) = (levels(kind, level, side, seed)?, clock.map(GameClock::new));
    Ok(LiveGame { levels, seed, first, clock, origin, ..LiveGame::new(id, kind, tree, head) })
}

fn bad_value(message: impl Into<String>) -> ApiError {
    ApiError::unprocessable("bad_value", message)
}

fn levels(
    kind: GameKind,
    level: Option<u8>,
    side: Option<SideChoice>,
    seed: u64,
) -> Result<[Option<Level>; 2], ApiError> {
    let level = Level::new(level.unwrap_or(2)).ok_or_else(|| bad_value("Levels are 1 to 10."))?;
    if kind != GameKind::Computer {
        return Ok([None, None]);
    }
    let person = match side.unwrap_or(SideChoice::Black) {
        SideChoice::Black => Color::Black,
        SideChoice::White => Color::White,
        SideChoice::Random => Color::ALL[fastrand::Rng::with_seed(seed).usize(..2)],
    };
    Ok(Color::ALL.map(|color| (color != person).then_some(level)))
}

fn time_control(clock: ClockSetting) -> Result<TimeControl, ApiError> {
    if !(1..=86_400).contains(&clock.base_seconds) || clock.increment_seconds > 3600 {
        return Err(bad_value("A clock has from one second to a day, and adds at most an hour per move."));
    }
    let seconds = |seconds| std::time::Duration::from_secs(u64::from(seconds));
    Ok(TimeControl { base: seconds(clock.base_seconds), increment: seconds(clock.increment_seconds) })
}

/// A game before the players take over.
struct Opened {
    tree: GameTree,
    head: usize,
    first: usize,
    origin: Option<Record>,
}

fn open(kind: GameKind, rules: Option<Rules>, start: Option<Start>, seed: u64) -> Result<Opened, ApiError> {
    let opening = match start {
        None => Opening::Free,
        Some(Start::RandomBallot) => Opening::Random,
        Some(Start::Ballot { number }) => {
            let is_one = three_move_ballots().iter().any(|ballot| ballot.number() == number);
            is_one
                .then_some(Opening::Ballot(number))
                .ok_or_else(|| bad_value("Ballots are numbered 1 to 174."))?
        }
        Some(Start::Fen { fen }) => Opening::Position(convert::position(Some(&fen))?),
        Some(Start::Pdn { pdn, index }) => return from_file(kind, rules, &pdn, index),
    };
    let options = GameOptions { rules: rules.unwrap_or_default(), opening, ..GameOptions::default() };
    Ok(from_game(&options.start(seed)))
}

fn from_game(game: &Game) -> Opened {
    let mut tree = GameTree::new(*game.start(), *game.rules());
    let step = |head, mv| tree.add(head, mv).unwrap_or(head);
    let head = game.moves().fold(GameTree::ROOT, step);
    Opened { tree, head, first: head, origin: None }
}

fn from_file(kind: GameKind, rules: Option<Rules>, pdn: &str, index: u32) -> Result<Opened, ApiError> {
    let mut record = files::game(pdn, index)?;
    if let Some(rules) = rules.filter(|rules| !rules.is_official()) {
        record.tags.set("Rules", &rules.to_string()).map_err(|error| bad_value(error.to_string()))?;
    }
    let is_empty = record.body.moves().next().is_none() && record.fen().is_none();
    if is_empty {
        return Err(files::no_game());
    }
    let tree = GameTree::from_record(&record);
    if tree.nodes().count() > GameTree::MAX_NODES {
        let message = format!("This game has more than {} moves with its variations.", GameTree::MAX_NODES);
        return Err(ApiError::unprocessable("bad_pdn", message));
    }
    // A fault in the beginning leaves nothing to look at; a later one only ends its line.
    if let Some(fault) = tree.fault().filter(|_| tree.children(GameTree::ROOT).is_empty()) {
        let reads_nothing = tree.start() == &Position::START;
        if reads_nothing {
            return Err(ApiError::unprocessable("bad_pdn", sentence(fault)));
        }
    }
    let end = tree.end_of_line(GameTree::ROOT);
    let is_played = kind != GameKind::Analysis;
    let head = if is_played { end } else { GameTree::ROOT };
    let origin = (!is_played).then(|| Record { body: crownhead_pdn::Body::new(), ..record });
    Ok(Opened { tree, head, first: GameTree::ROOT, origin })
}

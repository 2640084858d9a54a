//! From the types of the club to those of the wire, and back.

use crownhead_board::{Color, DrawReason, Outcome, WinReason};
use crownhead_club::{Contest, Control, Ending, Event, Stamped, Start, Terms, Wish};
use crownhead_endgame::Database;
use crownhead_engine::{Ballot, opening_name_of, three_move_ballots};
use crownhead_pdn::Record;
use crownhead_store::club::{OnlineGame, Player, SavedEvent, SavedRating};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{Standing, secret};
use crate::convert;
use crate::error::{ApiError, sentence};
use crate::games::date_text;
use crate::wire::{
    Aborted, BoardNow, EventMessage, GameEvent, GameResult, OnlineClock, OnlineGameState, OnlineReason,
    OnlineResult, OnlineSettings, OnlineStart, OnlineSummary, PersonInfo, RatingInfo, ResultReason, Side,
    SideChoice,
};

/// What is kept that this program does not understand.
#[derive(Debug, Error)]
pub(crate) enum Damaged {
    /// It is not JSON of the right shape.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// It does not fit together.
    #[error("{0}")]
    Odd(String),
}

/// The terms that settings describe.
pub(crate) fn terms(settings: &OnlineSettings) -> Result<Terms, ApiError> {
    let terms = Terms {
        rules: convert::rules(Some(&settings.rules))?,
        start: start(settings.start.as_ref())?,
        control: settings.clock.map(|clock| Control {
            base_ms: u64::from(clock.base_seconds) * 1000,
            increment_ms: u64::from(clock.increment_seconds) * 1000,
        }),
        is_rated: settings.rated,
        draws_are_claimed: settings.claimed_draws,
    };
    terms.check().map_err(|error| ApiError::unprocessable("bad_value", sentence(&error.to_string())))?;
    Ok(terms)
}

fn start(start: Option<&OnlineStart>) -> Result<Start, ApiError> {
    Ok(match start {
        None => Start::Free,
        Some(OnlineStart::RandomBallot) => Start::RandomBallot,
        Some(OnlineStart::Fen { fen }) => Start::Position(convert::position(Some(fen))?),
        Some(OnlineStart::Ballot { number }) => {
            let is_it = |ballot: &&Ballot| ballot.number() == *number;
            let ballot = three_move_ballots().iter().find(is_it);
            let ballot = ballot
                .ok_or_else(|| ApiError::unprocessable("bad_value", "Ballots are numbered 1 to 174."))?;
            Start::Ballot(ballot.moves().to_vec())
        }
    })
}

/// Settings in the one form in which equal ones are the same.
pub(crate) fn normal(mut settings: OnlineSettings) -> Result<OnlineSettings, ApiError> {
    settings.rules = convert::rules(Some(&settings.rules))?.to_string();
    terms(&settings)?;
    Ok(settings)
}

/// The settings of a game that begins: a ballot is drawn if one is to be.
pub(crate) fn drawn(mut settings: OnlineSettings) -> Result<OnlineSettings, ApiError> {
    if settings.start == Some(OnlineStart::RandomBallot) {
        let playable: Vec<&Ballot> =
            three_move_ballots().iter().filter(|ballot| ballot.is_playable()).collect();
        let number = playable[secret::chance()? as usize % playable.len()].number();
        settings.start = Some(OnlineStart::Ballot { number });
    }
    settings.side = SideChoice::Random;
    Ok(settings)
}

/// The side that somebody wants.
pub(crate) fn wish(side: SideChoice) -> Wish {
    match side {
        SideChoice::Black => Wish::Side(Color::Black),
        SideChoice::White => Wish::Side(Color::White),
        SideChoice::Random => Wish::Lot,
    }
}

/// How a contest ended, in few words.
pub(crate) fn result(ending: Ending) -> GameResult {
    match ending {
        Ending::Aborted => GameResult { winner: None, reason: OnlineReason::Aborted(Aborted::Aborted) },
        Ending::Outcome(outcome) => {
            let info = convert::result_info(outcome);
            GameResult { winner: info.winner, reason: OnlineReason::Usual(info.reason) }
        }
    }
}

fn ending(result: GameResult) -> Result<Ending, Damaged> {
    let GameResult { winner, reason } = result;
    let OnlineReason::Usual(reason) = reason else { return Ok(Ending::Aborted) };
    let win = |why| winner.map(|winner| Outcome::Win(winner.into(), why));
    let outcome = match reason {
        ResultReason::NoPieces => win(WinReason::NoPieces),
        ResultReason::NoMoves => win(WinReason::NoMoves),
        ResultReason::Resignation => win(WinReason::Resignation),
        ResultReason::Time => win(WinReason::Time),
        ResultReason::Forfeit => win(WinReason::Forfeit),
        ResultReason::Agreement => Some(Outcome::Draw(DrawReason::Agreement)),
        ResultReason::Repetition => Some(Outcome::Draw(DrawReason::Repetition)),
        ResultReason::FortyMoves => Some(Outcome::Draw(DrawReason::FortyMoves)),
        ResultReason::Recorded => None,
    };
    outcome.map(Ending::Outcome).ok_or_else(|| Damaged::Odd("a result without a winner".to_owned()))
}

fn told(result: GameResult) -> Option<OnlineResult> {
    let text = sentence(&ending(result).ok()?.to_string());
    Some(OnlineResult { winner: result.winner, reason: result.reason, text })
}

fn event_to_wire(event: &Event) -> GameEvent {
    match event {
        Event::Moved { ply, text, left_ms, lag_ms } => {
            GameEvent::Move { ply: *ply, mv: text.clone(), left_ms: *left_ms, lag_ms: *lag_ms }
        }
        Event::DrawOffered(side) => GameEvent::DrawOffered { side: (*side).into() },
        Event::DrawDeclined(side) => GameEvent::DrawDeclined { side: (*side).into() },
        Event::TakebackAsked(side) => GameEvent::TakebackAsked { side: (*side).into() },
        Event::TakebackDeclined(side) => GameEvent::TakebackDeclined { side: (*side).into() },
        Event::TakenBack { ply } => GameEvent::TakenBack { ply: *ply },
        Event::Resumed { idle_ms } => GameEvent::Resumed { idle_ms: *idle_ms },
        Event::Ended(ending) => GameEvent::Ended { result: result(*ending) },
        Event::RematchOffered(side) => GameEvent::RematchOffered { side: (*side).into() },
        Event::Rematch { next } => GameEvent::Rematch { game: next.clone() },
    }
}

fn event_from_wire(event: GameEvent) -> Result<Event, Damaged> {
    Ok(match event {
        GameEvent::Move { ply, mv, left_ms, lag_ms } => Event::Moved { ply, text: mv, left_ms, lag_ms },
        GameEvent::DrawOffered { side } => Event::DrawOffered(side.into()),
        GameEvent::DrawDeclined { side } => Event::DrawDeclined(side.into()),
        GameEvent::TakebackAsked { side } => Event::TakebackAsked(side.into()),
        GameEvent::TakebackDeclined { side } => Event::TakebackDeclined(side.into()),
        GameEvent::TakenBack { ply } => Event::TakenBack { ply },
        GameEvent::Resumed { idle_ms } => Event::Resumed { idle_ms },
        GameEvent::Ended { result } => Event::Ended(ending(result)?),
        GameEvent::RematchOffered { side } => Event::RematchOffered(side.into()),
        GameEvent::Rematch { game } => Event::Rematch { next: game },
    })
}

/// An event as it is kept.
pub(crate) fn saved_event(stamped: &Stamped) -> Result<SavedEvent, Damaged> {
    let body = serde_json::to_string(&event_to_wire(&stamped.event))?;
    Ok(SavedEvent { seq: stamped.seq, at: stamped.at, body })
}

fn read_event(saved: &SavedEvent) -> Result<Stamped, Damaged> {
    let event = event_from_wire(serde_json::from_str(&saved.body)?)?;
    Ok(Stamped { seq: saved.seq, at: saved.at, event })
}

/// A contest before its first event.
pub(crate) fn fresh_contest(game: &OnlineGame) -> Result<Contest, Damaged> {
    let settings: OnlineSettings = serde_json::from_str(&game.settings)?;
    let terms = terms(&settings).map_err(|error| Damaged::Odd(error.body.message))?;
    Ok(Contest::new(terms, game.created))
}

/// Applies events that are kept; `hear` gets each with the contest as it is then.
pub(crate) fn replay(
    contest: &mut Contest,
    events: &[SavedEvent],
    mut hear: impl FnMut(&Contest, &Stamped),
) -> Result<(), Damaged> {
    for saved in events {
        let stamped = read_event(saved)?;
        contest.apply(&stamped).map_err(|error| Damaged::Odd(error.to_string()))?;
        hear(contest, &stamped);
    }
    Ok(())
}

/// An event as it is told, with the contest after it.
pub(crate) fn event_message(game: &str, contest: &Contest, stamped: &Stamped) -> EventMessage {
    let changes_board =
        matches!(stamped.event, Event::Moved { .. } | Event::TakenBack { .. } | Event::Ended(_));
    EventMessage {
        game: game.to_owned(),
        seq: stamped.seq,
        at: stamped.at,
        event: event_to_wire(&stamped.event),
        board: changes_board.then(|| board(contest)),
        clock: clock(contest, stamped.at),
    }
}

fn board(contest: &Contest) -> BoardNow {
    let game = contest.game();
    let pos = game.position();
    let is_over = contest.ending().is_some();
    let legal = if is_over { Default::default() } else { game.legal_moves() };
    BoardNow {
        fen: pos.to_string(),
        legal: legal.iter().map(|mv| mv.route_text().to_string()).collect(),
        mid_turn: game.state().is_mid_turn(),
        claimable: claimable(contest),
    }
}

fn claimable(contest: &Contest) -> Option<ResultReason> {
    contest.claimable().map(|reason| convert::result_info(Outcome::Draw(reason)).reason)
}

fn clock(contest: &Contest, now: u64) -> Option<OnlineClock> {
    let clocks = contest.clocks()?;
    Some(OnlineClock {
        black_ms: clocks.left_ms(Color::Black, now)?,
        white_ms: clocks.left_ms(Color::White, now)?,
        running: clocks.running().map(Into::into),
    })
}

/// A player as others see them.
pub(crate) fn person_info(player: &Player) -> PersonInfo {
    PersonInfo {
        name: player.name.clone(),
        rating: player.rating,
        rating_change: player.rating_change,
        guest: !player.has_account,
    }
}

/// A rating as it is shown.
pub(crate) fn rating_info(saved: &SavedRating) -> RatingInfo {
    RatingInfo {
        rating: saved.rating.round() as i32,
        deviation: saved.deviation.round() as i32,
        provisional: super::ratings::read(saved).is_provisional(),
        games: saved.games,
    }
}

/// A game, whole, as one who sits at a side or watches sees it.
pub(crate) fn state(
    game: &OnlineGame,
    contest: &Contest,
    you: Option<Side>,
    endings: &Database,
    now: u64,
) -> Result<OnlineGameState, Damaged> {
    let played = contest.game();
    let outcome = match contest.ending() {
        Some(Ending::Outcome(outcome)) => Some(outcome),
        _ => None,
    };
    let mut position = convert::position_info(played.state(), outcome, endings);
    if contest.ending().is_some() {
        position.moves.clear();
    } else {
        // What the endgame database knows is not for those who play.
        position.verdict = None;
        position.moves.iter_mut().for_each(|mv| mv.verdict = None);
    }
    Ok(OnlineGameState {
        id: game.id.clone(),
        seq: contest.seq(),
        black: person_info(&game.black),
        white: person_info(&game.white),
        settings: serde_json::from_str(&game.settings)?,
        created: game.created,
        start: played.start().to_string(),
        moves: played.moves().map(|mv| mv.route_text().to_string()).collect(),
        ballot_plies: contest.ballot_plies(),
        ply: contest.ply(),
        position,
        clock: clock(contest, now),
        first_move_by: contest.first_move_by(),
        draw_offer: contest.draw_offer().map(Into::into),
        takeback: contest.takeback().map(Into::into),
        claimable: claimable(contest),
        rematch: contest.rematch().map(Into::into),
        next: contest.next().map(str::to_owned),
        opening: opening_name_of(played).map(str::to_owned),
        result: contest.ending().map(result).and_then(told),
        you,
    })
}

/// What is kept of a game that is over, besides what can be searched for.
#[derive(Serialize, Deserialize)]
pub(crate) struct OverSummary {
    pub(crate) plies: u32,
    pub(crate) fen: String,
    pub(crate) result: GameResult,
}

/// A game as a list shows it.
pub(crate) fn summary(game: &OnlineGame) -> Result<OnlineSummary, Damaged> {
    let over = game.over.as_ref();
    let kept: Option<OverSummary> = over.map(|over| serde_json::from_str(&over.summary)).transpose()?;
    Ok(OnlineSummary {
        id: game.id.clone(),
        black: person_info(&game.black),
        white: person_info(&game.white),
        settings: serde_json::from_str(&game.settings)?,
        created: game.created,
        ended: over.map(|over| over.ended),
        result: kept.as_ref().and_then(|kept| told(kept.result)),
        opening: over.and_then(|over| over.opening.clone()),
        plies: kept.as_ref().map(|kept| kept.plies),
        fen: kept.map(|kept| kept.fen),
    })
}

/// Games as a list shows them; one that cannot be read is left out, and logged.
pub(crate) fn summaries(games: &[OnlineGame]) -> Vec<OnlineSummary> {
    let read = |game: &OnlineGame| match summary(game) {
        Ok(summary) => Some(summary),
        Err(error) => {
            tracing::error!(game = game.id, "{error}");
            None
        }
    };
    games.iter().filter_map(read).collect()
}

/// A game as a file.
pub(crate) fn pdn(standing: &Standing) -> Result<String, Damaged> {
    let Standing { game, contest } = standing;
    let mut played = contest.game().clone();
    if let Some(Ending::Outcome(outcome)) = contest.ending() {
        // A game that is over on the board has ended by itself.
        let _ = played.end(outcome);
    }
    let mut record = Record::from_game(&played);
    let event = if game.is_rated { "Crownhead, rated" } else { "Crownhead" };
    for (name, value) in [
        ("Event", event),
        ("Date", &date_text(game.created)),
        ("Black", &game.black.name),
        ("White", &game.white.name),
    ] {
        record.tags.set(name, value).map_err(|error| Damaged::Odd(error.to_string()))?;
    }
    Ok(record.to_string())
}

//! From contests to the wire, and from what is kept to contests.

use crownhead_contest::stored::StoredRow;
use crownhead_contest::{Contest, Ending, GameResult, Opening, Seat, Stamped, Terms, TimeControl, Wish};
use crownhead_engine::{Ballot, opening_name_of, three_move_ballots};
use crownhead_pdn::Record;
use crownhead_store::club::{OnlineGame, Player, SavedEvent, SavedRating};
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use super::{Standing, computer, secret};
use crate::convert::read_rules;
use crate::error::{ApiError, sentence};
use crate::time::date_text;
use crate::wire::{
    ErrorCode, EventMessage, OnlineGameState, OnlineSettings, OnlineSummary, PersonInfo, RatingInfo, Side,
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

/// The terms that settings describe. A random ballot has been drawn before.
pub(crate) fn terms(settings: &OnlineSettings) -> Result<Terms, ApiError> {
    if let Opening::Ballot { number } = settings.start
        && !three_move_ballots().iter().any(|ballot| ballot.number() == number)
    {
        return Err(ApiError::new(ErrorCode::BadValue, "Ballots are numbered 1 to 174."));
    }
    let start = match settings.start {
        Opening::RandomBallot => Default::default(),
        ref opening => crownhead_table::start(opening, 0),
    };
    let terms = Terms {
        rules: read_rules(Some(&settings.rules))?,
        start,
        control: settings.clock,
        is_rated: settings.rated,
        draws_are_claimed: settings.claimed_draws,
        ..Terms::default()
    };
    terms.check().map_err(|error| ApiError::new(ErrorCode::BadValue, sentence(&error.to_string())))?;
    Ok(terms)
}

/// Settings in the one form in which equal ones are the same.
pub(crate) fn normal(mut settings: OnlineSettings) -> Result<OnlineSettings, ApiError> {
    settings.rules = read_rules(Some(&settings.rules))?.to_string();
    terms(&settings)?;
    Ok(settings)
}

/// The settings of a game that begins: a ballot is drawn if one is to be.
pub(crate) fn drawn(mut settings: OnlineSettings) -> Result<OnlineSettings, ApiError> {
    if settings.start == Opening::RandomBallot {
        let playable: Vec<&Ballot> =
            three_move_ballots().iter().filter(|ballot| ballot.is_playable()).collect();
        let number = playable[secret::chance()? as usize % playable.len()].number();
        settings.start = Opening::Ballot { number };
    }
    settings.side = Wish::Random;
    Ok(settings)
}

/// The settings of a game as they are kept. Programs before this one wrote clocks in seconds.
#[derive(Deserialize)]
struct StoredSettings {
    #[serde(default)]
    clock: Option<StoredClock>,
    #[serde(default)]
    rated: bool,
    #[serde(default = "official")]
    rules: String,
    #[serde(default)]
    start: Opening,
    #[serde(default)]
    side: Wish,
    #[serde(default)]
    claimed_draws: bool,
    #[serde(default)]
    private: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
enum StoredClock {
    Milliseconds(TimeControl),
    Seconds {
        base_seconds: u64,
        #[serde(default)]
        increment_seconds: u64,
    },
}

fn official() -> String {
    "official".to_owned()
}

impl From<StoredClock> for TimeControl {
    fn from(stored: StoredClock) -> TimeControl {
        match stored {
            StoredClock::Milliseconds(control) => control,
            StoredClock::Seconds { base_seconds, increment_seconds } => {
                let [base_ms, increment_ms] = [base_seconds, increment_seconds].map(|seconds| 1000 * seconds);
                TimeControl { base_ms, increment_ms, per_move: false }
            }
        }
    }
}

impl From<StoredSettings> for OnlineSettings {
    fn from(stored: StoredSettings) -> OnlineSettings {
        let StoredSettings { clock, rated, rules, start, side, claimed_draws, private } = stored;
        let clock = clock.map(Into::into);
        OnlineSettings { clock, rated, rules, start, side, claimed_draws, private }
    }
}

/// Reads settings that were kept.
pub(crate) fn read_settings(text: &str) -> Result<OnlineSettings, Damaged> {
    Ok(serde_json::from_str::<StoredSettings>(text)?.into())
}

/// Reads settings that were kept within something else.
pub(crate) fn kept_settings<'de, D: Deserializer<'de>>(source: D) -> Result<OnlineSettings, D::Error> {
    StoredSettings::deserialize(source).map(Into::into)
}

/// An event as it is kept.
pub(crate) fn saved_event(stamped: &Stamped) -> Result<SavedEvent, Damaged> {
    let body = serde_json::to_string(&StoredRow::from(stamped))?;
    Ok(SavedEvent { seq: stamped.seq, at: stamped.at, body })
}

fn read_event(saved: &SavedEvent) -> Result<Stamped, Damaged> {
    let row: StoredRow = serde_json::from_str(&saved.body)?;
    row.open(saved.seq, saved.at).map_err(|error| Damaged::Odd(error.to_string()))
}

/// A contest before its first event.
pub(crate) fn fresh_contest(game: &OnlineGame) -> Result<Contest, Damaged> {
    let settings = read_settings(&game.settings)?;
    let terms = terms(&settings).map_err(|error| Damaged::Odd(error.body.message))?;
    let seat =
        |player: &Player| computer::level(player).map_or(Seat::Person, |level| Seat::Level(level.number));
    Ok(Contest::new(terms, [seat(&game.black), seat(&game.white)], game.created))
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
    let Stamped { seq, at, event, .. } = stamped.clone();
    EventMessage { game: game.to_owned(), seq, at, event, now: contest.situation(at) }
}

/// A player as others see them.
pub(crate) fn person_info(player: &Player) -> PersonInfo {
    PersonInfo {
        id: player.person.clone(),
        name: player.name.clone(),
        rating: player.rating,
        rating_change: player.rating_change,
        guest: !player.has_account,
        bot: player.is_bot || computer::level(player).is_some(),
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
    now: u64,
) -> Result<OnlineGameState, Damaged> {
    let played = contest.game();
    Ok(OnlineGameState {
        id: game.id.clone(),
        seq: contest.seq(),
        black: person_info(&game.black),
        white: person_info(&game.white),
        settings: read_settings(&game.settings)?,
        created: game.created,
        start: played.start().to_string(),
        moves: played.moves().map(|mv| mv.route_text().to_string()).collect(),
        ballot_plies: contest.ballot_plies(),
        now: contest.situation(now),
        opening: opening_name_of(played).map(str::to_owned),
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
        settings: read_settings(&game.settings)?,
        created: game.created,
        ended: over.map(|over| over.ended),
        result: kept.as_ref().map(|kept| kept.result),
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
    if let Some(outcome) = contest.ending().and_then(Ending::outcome) {
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

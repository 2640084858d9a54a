//! Questions to the engine: over a WebSocket, one at a time with all that is found meanwhile, or by one request.

use std::collections::HashMap;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::extract::ws::Utf8Bytes;
use axum::response::Response;
use crownhead_board::{Game, Move};
use crownhead_endgame::Database;
use crownhead_engine::{Depth, Limits, Line, Report};
use crownhead_study::Study;
use crownhead_study::review::{self, Judgment};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use crate::App;
use crate::blocking::Blocking;
use crate::client::Client;
use crate::convert::{read_move, read_position, read_rules, verdict_after};
use crate::error::{ApiError, Failures, sentence};
use crate::extract::Body;
use crate::pool::{Busy, Pool};
use crate::socket::{Gone, Heard, Socket, Upgrade};
use crate::wire::answers::{ReviewTally, files};
use crate::wire::{AnalysisMessage, AnalysisQuestion, AnalysisReport, AnalysisRequest, ErrorCode};

/// Lines that can be asked for.
const MAX_LINES: u8 = 8;
/// The longest that may be asked for, and the usual time of an answer that is not a stream, in milliseconds.
const MAX_TIME: u32 = 60_000;
const USUAL_TIME: u32 = 1000;
/// The last depth that may be asked for.
const MAX_DEPTH: u8 = 99;
/// Moves that can lead to a position.
const MAX_MOVES: usize = 2000;
/// How long each position of a game is looked at, in milliseconds.
const REVIEW_TIME: RangeInclusive<u32> = 20..=2000;
const USUAL_REVIEW_TIME: u32 = 150;
/// Moves of a game that can be judged.
const MAX_REVIEW: usize = 600;
/// Messages that may wait to be sent.
pub(crate) const OUTBOX: usize = 64;
/// The longest question: the file of a game fits.
const MAX_QUESTION: usize = 512 << 10;

/// Where what is found is told.
pub(crate) type Outbox = mpsc::Sender<AnalysisMessage>;

/// Whoever answers questions: the engine, and what is known about endings.
#[derive(Clone)]
pub(crate) struct Analyst {
    pub(crate) pool: Pool,
    /// Reads game files.
    pub(crate) blocking: Blocking,
    pub(crate) endings: &'static Database,
}

/// The engine's socket.
pub(crate) async fn socket(
    State(app): State<App>,
    client: Client,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let place = app.gate.analysis(&client).inspect_err(|_| app.metrics.too_many())?;
    Ok(upgrade.serve(MAX_QUESTION, |mut socket| async move {
        // A connection that fails is one that is gone.
        let _ = serve(&mut socket, &app).await;
        drop(place);
    }))
}

/// Answers one client until it goes away.
async fn serve(socket: &mut Socket, app: &App) -> Result<(), Gone> {
    let (outbox, mut messages) = mpsc::channel::<AnalysisMessage>(OUTBOX);
    let mut asked: Option<Asked> = None;
    loop {
        tokio::select! {
            heard = socket.next() => match heard? {
                Heard::Text(question) => {
                    // Whatever was asked before is taken back first.
                    drop(asked.take());
                    asked = ask(app, &question, &outbox);
                }
                Heard::Pong(_) => {}
                Heard::Closing => return socket.close(text(&AnalysisMessage::Closing)).await,
            },
            Some(message) = messages.recv() => socket.send(text(&message)).await?,
        }
    }
}

fn text(message: &AnalysisMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

/// A question that is being answered; it ends when this is dropped.
struct Asked(JoinHandle<()>);

impl Drop for Asked {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn ask(app: &App, text: &str, outbox: &Outbox) -> Option<Asked> {
    let (app, outbox) = (app.clone(), outbox.clone());
    let question = match serde_json::from_str::<AnalysisRequest>(text) {
        Ok(AnalysisRequest::Stop) => return None,
        Ok(question) => question,
        Err(error) => {
            let error = ApiError::new(
                ErrorCode::BadRequest,
                sentence(&format!("this request cannot be read: {error}")),
            );
            return Some(Asked(tokio::spawn(async move { complain(&outbox, 0, error).await })));
        }
    };
    Some(Asked(tokio::spawn(async move {
        let request = number_of(&question);
        if let Err(error) = answer(&app, question, &outbox).await {
            complain(&outbox, request, error).await;
        }
    })))
}

/// The number of a question.
pub(crate) fn number_of(question: &AnalysisRequest) -> u32 {
    match question {
        AnalysisRequest::Start(AnalysisQuestion { request, .. })
        | AnalysisRequest::Review { request, .. } => *request,
        AnalysisRequest::Stop => 0,
    }
}

/// Tells; when nobody listens any more, the task is about to be ended.
pub(crate) async fn tell(outbox: &Outbox, message: AnalysisMessage) {
    let _ = outbox.send(message).await;
}

pub(crate) async fn complain(outbox: &Outbox, request: u32, error: ApiError) {
    tell(outbox, AnalysisMessage::Error { request, error: error.body }).await;
}

async fn answer(app: &App, question: AnalysisRequest, outbox: &Outbox) -> Result<(), ApiError> {
    match &app.workers {
        Some(workers) => workers.ask(question, outbox).await,
        None => {
            let (pool, blocking) = (app.pool.clone(), app.blocking.clone());
            Analyst { pool, blocking, endings: app.endings }.answer(question, outbox).await
        }
    }
}

impl Analyst {
    /// Answers a question.
    pub(crate) async fn answer(self, question: AnalysisRequest, outbox: &Outbox) -> Result<(), ApiError> {
        match question {
            AnalysisRequest::Start(question) => explore(&self.pool, &question, outbox).await,
            AnalysisRequest::Review { request, pdn, milliseconds } => {
                let time = within("time for a position in milliseconds", milliseconds, REVIEW_TIME)?;
                let time = time.unwrap_or(USUAL_REVIEW_TIME);
                let read = move || played(&Study::from_record(&files::game(&pdn, 0)?));
                let played = self.blocking.run(read).await??;
                let time = Duration::from_millis(u64::from(time));
                let review = Review { analyst: self, request, time, outbox, seen: HashMap::new() };
                review.run(&played).await
            }
            AnalysisRequest::Stop => Ok(()),
        }
    }
}

/// Analyzes one position and answers once, in a time that ends by itself.
#[utoipa::path(post, path = "/api/analysis", tag = "engine", request_body = AnalysisQuestion,
    responses((status = 200, body = AnalysisReport), Failures))]
pub(crate) async fn ask_once(
    State(app): State<App>,
    client: Client,
    Body(question): Body<AnalysisQuestion>,
) -> Result<Json<AnalysisReport>, ApiError> {
    let game = read_question(&question)?.0;
    if let Some(outcome) = game.outcome() {
        return Ok(Json(AnalysisReport::over(question.request, game.state(), outcome.into())));
    }
    let milliseconds = question.milliseconds.or(Some(USUAL_TIME));
    let _place = app.gate.analysis(&client).inspect_err(|_| app.metrics.too_many())?;
    let (outbox, messages) = mpsc::channel(OUTBOX);
    let question = AnalysisRequest::Start(AnalysisQuestion { milliseconds, ..question });
    let asking = async move { answer(&app, question, &outbox).await };
    let (asked, last) = tokio::join!(asking, last_report(messages));
    asked?;
    // There is none when the engine is closed.
    last?.map(Json).ok_or_else(|| Busy.into())
}

/// The last report of all that is told.
async fn last_report(
    mut messages: mpsc::Receiver<AnalysisMessage>,
) -> Result<Option<AnalysisReport>, ApiError> {
    let mut last = None;
    while let Some(message) = messages.recv().await {
        match message {
            AnalysisMessage::Report(report) => last = Some(report),
            AnalysisMessage::Error { error, .. } => return Err(error.into()),
            _ => {}
        }
    }
    Ok(last)
}

/// The game, how many lines are asked for, and when thinking ends.
fn read_question(question: &AnalysisQuestion) -> Result<(Game, usize, Limits), ApiError> {
    let lines = within("number of lines", question.lines, 1..=MAX_LINES)?.unwrap_or(1);
    let time = within("time in milliseconds", question.milliseconds, 1..=MAX_TIME)?;
    let depth = within("depth", question.depth, 1..=MAX_DEPTH)?;
    let limits = time.map_or(Limits::NONE, |time| Limits::move_time(Duration::from_millis(time.into())));
    let limits = Limits { depth: depth.map(|plies| Depth::new(plies.into())), ..limits };
    let game = read_game(question.fen.as_deref(), &question.moves, question.rules.as_deref())?;
    Ok((game, usize::from(lines), limits))
}

fn within<T: PartialOrd + Display>(
    what: &str,
    given: Option<T>,
    range: RangeInclusive<T>,
) -> Result<Option<T>, ApiError> {
    match given {
        Some(value) if !range.contains(&value) => {
            let message = format!("The {what} must be from {} to {}.", range.start(), range.end());
            Err(ApiError::new(ErrorCode::BadValue, message))
        }
        given => Ok(given),
    }
}

fn read_game(fen: Option<&str>, moves: &[String], rules: Option<&str>) -> Result<Game, ApiError> {
    let rules = read_rules(rules)?;
    let mut game = Game::from_position(read_position(fen)?, rules).without_automatic_draws();
    if moves.len() > MAX_MOVES {
        return Err(ApiError::new(ErrorCode::BadValue, format!("At most {MAX_MOVES} moves are allowed.")));
    }
    for text in moves {
        let mv = read_move(text, game.state())?;
        game.play(mv).map_err(|error| ApiError::new(ErrorCode::BadMove, sentence(&error.to_string())))?;
    }
    Ok(game)
}

/// Tells what is found about a position, until there is nothing more to find.
async fn explore(pool: &Pool, question: &AnalysisQuestion, outbox: &Outbox) -> Result<(), ApiError> {
    let request = question.request;
    let (game, lines, limits) = read_question(question)?;
    if let Some(outcome) = game.outcome() {
        tell(outbox, AnalysisMessage::Done { request, result: Some(outcome.into()) }).await;
        return Ok(());
    }
    let state = *game.state();
    let n_lines = lines.min(state.legal_moves().len());
    // The newest report is enough for a client that reads slowly.
    let (found, mut finds) = watch::channel(None);
    let mut set: Vec<Report> = Vec::new();
    let mut deepest = 0;
    let hears = move |report: &Report| {
        if report.rank == 0 {
            set.clear();
        }
        set.push(report.clone());
        // After a slice the engine comes through depths again that were told before.
        if set.len() == n_lines && report.depth.plies() >= deepest {
            deepest = report.depth.plies();
            found.send_replace(Some(set.clone()));
        }
    };
    let ahead = pool.n_waiting() as u32;
    let ticket = pool.analyze(game, lines, limits, Box::new(hears))?;
    if ahead > 0 {
        tell(outbox, AnalysisMessage::Queued { request, ahead }).await;
    }
    let report = |set: &[Report]| AnalysisMessage::Report(AnalysisReport::new(request, &state, set));
    // What hears of lines is gone when the question is answered.
    while finds.changed().await.is_ok() {
        let set = finds.borrow_and_update().clone();
        if let Some(set) = set {
            tell(outbox, report(&set)).await;
        }
    }
    drop(ticket);
    tell(outbox, AnalysisMessage::Done { request, result: None }).await;
    Ok(())
}

/// The moves of a main line with the games before them.
type Played = Vec<(Game, Move)>;

fn played(tree: &Study) -> Result<Played, ApiError> {
    let path = tree.path(tree.end_of_line(Study::ROOT));
    if path.len() > MAX_REVIEW {
        return Err(ApiError::new(
            ErrorCode::BadValue,
            format!("At most {MAX_REVIEW} moves can be reviewed."),
        ));
    }
    let step = |pair: &[usize]| Some((tree.game(pair[0]).without_automatic_draws(), tree.node(pair[1])?.mv?));
    Ok(path.windows(2).filter_map(step).collect())
}

/// A game that is being judged, move by move.
struct Review<'a> {
    analyst: Analyst,
    request: u32,
    time: Duration,
    outbox: &'a Outbox,
    /// The best lines of positions that were looked at: each is looked at before a move and after another.
    seen: HashMap<u64, Vec<Line>>,
}

impl Review<'_> {
    async fn run(mut self, played: &Played) -> Result<(), ApiError> {
        let mut tally = ReviewTally::new(self.request, played.len());
        for (before, mv) in played {
            let Some(judgment) = self.judge(before, *mv).await? else { break };
            let verdict = verdict_after(self.analyst.endings, before.state(), *mv);
            let judged = tally.add(before, *mv, &judgment, verdict);
            tell(self.outbox, AnalysisMessage::ReviewMove(judged)).await;
        }
        tell(self.outbox, AnalysisMessage::ReviewDone(tally.summary())).await;
        Ok(())
    }

    /// Has the engine look at a position, unless it has, or nothing is left to find.
    async fn look(&mut self, game: &Game) -> Result<(), ApiError> {
        let key = game.position().key();
        if !self.seen.contains_key(&key) && game.outcome().is_none() {
            let limits = Limits::move_time(self.time);
            let mut ticket = self.analyst.pool.analyze(game.clone(), 2, limits, Box::new(|_| {}))?;
            let lines = ticket.answer().await.map(|answer| answer.lines).unwrap_or_default();
            self.seen.insert(key, lines);
        }
        Ok(())
    }

    async fn judge(&mut self, before: &Game, mv: Move) -> Result<Option<Judgment>, ApiError> {
        self.look(before).await?;
        let mut after = before.clone();
        if after.play(mv).is_ok() {
            self.look(&after).await?;
        }
        let lines = |game: &Game, _| self.seen.get(&game.position().key()).cloned().unwrap_or_default();
        Ok(review::judge(before, mv, lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crownhead_board::Color;

    #[test]
    fn a_main_line_is_reviewed_without_its_variations() {
        let record = files::game("1. 11-15 22-18 (22-17) 2. 15x22 25x18 *", 0).unwrap();
        let played = played(&Study::from_record(&record)).unwrap();
        assert_eq!(played.len(), 4);
        assert_eq!(played[1].0.position().turn(), Color::White);
    }
}

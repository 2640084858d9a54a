//! The engine's side of a WebSocket: one question at a time, and what is found about it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use crownhead_board::{Game, Move};
use crownhead_endgame::Database;
use crownhead_engine::{Limits, Line, Report};
use crownhead_study::Study;
use crownhead_study::review::{self, Judgment};
use futures_util::{SinkExt, StreamExt};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use crate::App;
use crate::convert::{read_move, read_position, read_rules, verdict_after};
use crate::error::{ApiError, sentence};
use crate::pool::Pool;
use crate::wire::answers::{ReviewTally, files};
use crate::wire::{AnalysisMessage, AnalysisReport, AnalysisRequest, ErrorCode};

/// Lines that can be asked for.
const MAX_LINES: u8 = 8;
/// Moves that can lead to a position.
const MAX_MOVES: usize = 2000;
/// How long each position of a game is looked at, in milliseconds.
const REVIEW_TIME: std::ops::RangeInclusive<u32> = 20..=2000;
const USUAL_REVIEW_TIME: u32 = 150;
/// Moves of a game that can be judged.
const MAX_REVIEW: usize = 600;
/// Messages that may wait to be sent.
pub(crate) const OUTBOX: usize = 64;
/// A connection is tried so often, so that one that is gone is noticed.
const PING: Duration = Duration::from_secs(20);

/// Where what is found is told.
pub(crate) type Outbox = mpsc::Sender<AnalysisMessage>;

/// Whoever answers questions: the engine, and what is known about endings.
#[derive(Clone)]
pub(crate) struct Analyst {
    pub(crate) pool: Pool,
    pub(crate) endings: &'static Database,
}

/// Answers one client until it goes away.
pub(crate) async fn serve(socket: WebSocket, app: App) {
    let (mut send, mut receive) = socket.split();
    let (outbox, mut messages) = mpsc::channel::<AnalysisMessage>(OUTBOX);
    let closed = app.closed();
    tokio::pin!(closed);
    let mut asked: Option<Asked> = None;
    let mut ping = tokio::time::interval(PING);
    loop {
        let sent = tokio::select! {
            message = receive.next() => match message {
                Some(Ok(Message::Text(text))) => {
                    // Whatever was asked before is taken back first.
                    drop(asked.take());
                    asked = ask(&app, &text, &outbox);
                    Ok(())
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => Ok(()),
            },
            Some(message) = messages.recv() => send.send(text(&message)).await,
            _ = ping.tick() => send.send(Message::Ping(Vec::new().into())).await,
            () = &mut closed => {
                let _ = send.send(text(&AnalysisMessage::Closing)).await;
                let _ = send.close().await;
                return;
            }
        };
        if sent.is_err() {
            return;
        }
    }
}

fn text(message: &AnalysisMessage) -> Message {
    Message::Text(serde_json::to_string(message).unwrap_or_default().into())
}

/// A question that is being answered; it ends when this is dropped.
struct Asked {
    task: JoinHandle<()>,
    /// Tells threads, which cannot be aborted.
    is_dropped: Arc<AtomicBool>,
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.is_dropped.store(true, Relaxed);
        self.task.abort();
    }
}

fn ask(app: &App, text: &str, outbox: &Outbox) -> Option<Asked> {
    let (app, outbox) = (app.clone(), outbox.clone());
    let is_dropped = Arc::new(AtomicBool::new(false));
    let question = match serde_json::from_str::<AnalysisRequest>(text) {
        Ok(AnalysisRequest::Stop) => return None,
        Ok(question) => question,
        Err(error) => {
            let error = ApiError::new(
                ErrorCode::BadRequest,
                sentence(&format!("this request cannot be read: {error}")),
            );
            let task = tokio::spawn(async move { complain(&outbox, 0, error).await });
            return Some(Asked { task, is_dropped });
        }
    };
    let dropped = is_dropped.clone();
    let task = tokio::spawn(async move {
        let request = number_of(&question);
        if let Err(error) = answer(&app, question, &outbox, dropped).await {
            complain(&outbox, request, error).await;
        }
    });
    Some(Asked { task, is_dropped })
}

/// The number of a question.
pub(crate) fn number_of(question: &AnalysisRequest) -> u32 {
    match question {
        AnalysisRequest::Start { request, .. } | AnalysisRequest::Review { request, .. } => *request,
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

async fn answer(
    app: &App,
    question: AnalysisRequest,
    outbox: &Outbox,
    is_dropped: Arc<AtomicBool>,
) -> Result<(), ApiError> {
    match &app.workers {
        Some(workers) => workers.ask(question, outbox).await,
        None => {
            let analyst = Analyst { pool: app.pool.clone(), endings: app.endings };
            analyst.answer(question, outbox, is_dropped).await
        }
    }
}

impl Analyst {
    /// Answers a question.
    pub(crate) async fn answer(
        self,
        question: AnalysisRequest,
        outbox: &Outbox,
        is_dropped: Arc<AtomicBool>,
    ) -> Result<(), ApiError> {
        match question {
            AnalysisRequest::Start { request, fen, moves, rules, lines } => {
                let game = read_game(fen.as_deref(), &moves, rules.as_deref())?;
                let lines = lines.unwrap_or(1);
                if !(1..=MAX_LINES).contains(&lines) {
                    let message = format!("The number of lines must be from 1 to {MAX_LINES}.");
                    return Err(ApiError::new(ErrorCode::BadValue, message));
                }
                explore(&self.pool, request, game, usize::from(lines), outbox).await
            }
            AnalysisRequest::Review { request, pdn, milliseconds } => {
                let time = milliseconds.unwrap_or(USUAL_REVIEW_TIME);
                if !REVIEW_TIME.contains(&time) {
                    let message = "The time for a position must be from 20 to 2000 milliseconds.";
                    return Err(ApiError::new(ErrorCode::BadValue, message));
                }
                let played = played(&Study::from_record(&files::game(&pdn, 0)?))?;
                let (outbox, time) = (outbox.clone(), Duration::from_millis(u64::from(time)));
                // The engine is waited for, and so is a client that reads slowly.
                let review =
                    Review { analyst: self, request, time, outbox, is_dropped, seen: HashMap::new() };
                tokio::task::spawn_blocking(move || review.run(&played)).await.unwrap_or(Ok(()))
            }
            AnalysisRequest::Stop => Ok(()),
        }
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
async fn explore(
    pool: &Pool,
    request: u32,
    game: Game,
    lines: usize,
    outbox: &Outbox,
) -> Result<(), ApiError> {
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
    let ticket = pool.analyze(game, lines, Limits::NONE, Box::new(hears))?;
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
struct Review {
    analyst: Analyst,
    request: u32,
    time: Duration,
    outbox: Outbox,
    is_dropped: Arc<AtomicBool>,
    /// The best lines of positions that were looked at: each is looked at before a move and after another.
    seen: HashMap<u64, Vec<Line>>,
}

/// The client has gone away or asked something else.
struct Gone;

impl Review {
    fn run(mut self, played: &Played) -> Result<(), ApiError> {
        let mut tally = ReviewTally::new(self.request, played.len());
        for (before, mv) in played {
            let Some(judgment) = self.judge(before, *mv)? else { break };
            let verdict = verdict_after(self.analyst.endings, before.state(), *mv);
            let judged = tally.add(before, *mv, &judgment, verdict);
            if self.tell(AnalysisMessage::ReviewMove(judged)).is_err() {
                return Ok(());
            }
        }
        let _ = self.tell(AnalysisMessage::ReviewDone(tally.summary()));
        Ok(())
    }

    /// Tells, unless nobody wants to know any more.
    fn tell(&self, message: AnalysisMessage) -> Result<(), Gone> {
        if self.is_dropped.load(Relaxed) {
            return Err(Gone);
        }
        self.outbox.blocking_send(message).map_err(|_| Gone)
    }

    fn lines(&mut self, game: &Game) -> Result<Vec<Line>, ApiError> {
        let key = game.position().key();
        if let Some(lines) = self.seen.get(&key) {
            return Ok(lines.clone());
        }
        let limits = Limits::move_time(self.time);
        let ticket = self.analyst.pool.analyze(game.clone(), 2, limits, Box::new(|_| {}))?;
        let lines = ticket.wait().map(|answer| answer.lines).unwrap_or_default();
        self.seen.insert(key, lines.clone());
        Ok(lines)
    }

    fn judge(&mut self, before: &Game, mv: Move) -> Result<Option<Judgment>, ApiError> {
        let mut failed = None;
        let lines = |game: &Game, _| {
            self.lines(game).unwrap_or_else(|error| {
                failed = Some(error);
                Vec::new()
            })
        };
        let judgment = review::judge(before, mv, lines);
        failed.map_or(Ok(judgment), Err)
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

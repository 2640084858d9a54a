//! Games at one's own board.

use crownhead_board::Color;
use crownhead_contest::{Command, Event, GameResult, Situation, Stamped, Takebacks, Terms};
use crownhead_engine::{Line, Score, opening_name_of};
use crownhead_pdn::Record;
use crownhead_table::{DrawRefusal, News, Pace, Purpose, Table};
use crownhead_wire::answers::{positions, read_rules};
use crownhead_wire::{LineRequest, Material, MoveInfo, PositionInfo};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Now, Rules, RulesAnswer, RulesRequest, read_stored};
use crate::answer::Refusal;
use crate::ask::AskText;
use crate::game::GameText;

/// A game at one's own board: how it stands, and what has happened since the last answer.
#[derive(Serialize, ToSchema)]
pub struct TableAnswer {
    /// How it stands.
    pub now: Situation,
    /// What has happened since the last answer.
    pub news: Vec<TableNews>,
    /// When it began.
    pub created: u64,
    /// The rules.
    pub rules: String,
    /// The position before the first move.
    pub start: String,
    /// How many of the moves are of the ballot.
    pub ballot_plies: u32,
    /// The moves so far.
    pub moves: Vec<MoveInfo>,
    /// The position before the first move, and then after each.
    pub fens: Vec<String>,
    /// The position, with its legal moves.
    pub position: PositionInfo,
    /// What Black has captured.
    pub black_captured: Material,
    /// What White has captured.
    pub white_captured: Material,
    /// The name of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opening: Option<&'static str>,
    /// What the engine is to think about now; whatever else it thinks about for the game is of no use any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<TableQuestion>,
    /// When time alone changes something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wakes_at: Option<u64>,
    /// Is the computer choosing a move?
    pub is_thinking: bool,
    /// Does the computer stand still?
    pub is_paused: bool,
    /// The number of the last event: the game has changed when it has.
    pub seq: u64,
}

/// Something that has happened at a table.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableNews {
    /// An event.
    Event {
        /// Its number.
        seq: u64,
        /// When.
        at: u64,
        /// What.
        event: Event,
    },
    /// The computer declines a draw: `too_early` or `better`.
    DrawDeclined {
        /// Why.
        #[schema(value_type = String)]
        reason: DrawRefusal,
    },
}

/// A question for the engine.
#[derive(Serialize, ToSchema)]
pub struct TableQuestion {
    /// Its number, to be told with the answer.
    pub id: u64,
    /// What for: `move` or `draw`.
    pub purpose: &'static str,
    /// The game.
    pub game: GameText,
    /// What is wanted.
    pub ask: AskText,
}

impl Rules {
    pub(super) fn react_table(&mut self, request: RulesRequest) -> Result<RulesAnswer, Refusal> {
        use RulesRequest as Ask;
        let now = match request {
            Ask::TableNew { seats, rules, start, clock, seed, now } => {
                let terms = Terms {
                    rules: read_rules(rules.as_deref())?,
                    start: crownhead_table::start(&start, seed),
                    control: clock,
                    takebacks: Takebacks::Free,
                    ..Terms::default()
                };
                terms.check().map_err(|error| Refusal::new("bad_value", error))?;
                self.sit(Table::new(terms, seats, seed, now));
                now
            }
            Ask::TableOpen { stored, seed, now } => {
                self.sit(open(&stored, seed, now)?);
                now
            }
            Ask::TableAct { command, side, now } => {
                let table = self.table_mut()?;
                let side = side.map_or_else(|| speaker(table, &command), Into::into);
                table.act(side, &command, now)?;
                now
            }
            Ask::TableTick(Now { now }) => {
                self.table_mut()?.tick(now);
                now
            }
            Ask::TableAnswered { id, best, for_black, now } => {
                answered(self.table_mut()?, id, best.as_deref(), for_black, now);
                now
            }
            Ask::TablePause { is_paused, now } => {
                self.table_mut()?.pause(is_paused, now);
                now
            }
            Ask::TableHurry(Now { now }) => {
                let table = self.table_mut()?;
                table.computer.hurry();
                table.tick(now);
                now
            }
            Ask::TableStored => {
                let text = serde_json::to_string(&self.table_mut()?.stored());
                return Ok(RulesAnswer::Text {
                    text: text.map_err(|error| Refusal::new("bad_stored", error))?,
                });
            }
            Ask::TablePdn { tags, stored } => {
                let text = match stored {
                    Some(stored) => pdn(&open(&stored, 0, 0)?, &tags)?,
                    None => pdn(self.table_mut()?, &tags)?,
                };
                return Ok(RulesAnswer::Text { text });
            }
            Ask::TableLook(Now { now }) => now,
            _ => return Err(Refusal::new("bad_request", "no question about a game")),
        };
        Ok(RulesAnswer::Table(Box::new(TableAnswer::new(self.table_mut()?, now)?)))
    }

    fn sit(&mut self, mut table: Table) {
        table.computer.pace = Pace::WATCHED;
        self.table = Some(table);
    }

    fn table_mut(&mut self) -> Result<&mut Table, Refusal> {
        self.table.as_mut().ok_or_else(|| Refusal::new("not_now", "no game is open"))
    }
}

/// A game that was kept.
fn open(stored: &str, seed: u64, now: u64) -> Result<Table, Refusal> {
    Table::open(read_stored(stored)?, seed, now).map_err(|error| Refusal::new("bad_stored", error))
}

/// The side for which somebody at the board speaks. Whoever is asked answers.
fn speaker(table: &Table, command: &Command) -> Color {
    let contest = table.contest();
    let asker = match command {
        Command::AcceptDraw | Command::DeclineDraw => contest.draw_offer(),
        Command::AcceptTakeback | Command::DeclineTakeback => contest.takeback(),
        _ => None,
    };
    contest.person().or(asker.map(|asker| !asker)).unwrap_or(contest.turn())
}

fn answered(table: &mut Table, id: u64, best: Option<&str>, for_black: Option<i32>, now: u64) {
    let game = table.contest().game();
    let best = best.and_then(|text| game.state().parse_move(text).ok());
    let sign = if game.position().turn() == Color::Black { 1 } else { -1 };
    let line = |score: i32| Line { score: Score::estimate(sign * score), moves: Vec::new() };
    let lines: Vec<Line> = for_black.map(line).into_iter().collect();
    table.answered(id, best, &lines, now);
}

/// The game as a game file.
fn pdn(table: &Table, tags: &[(String, String)]) -> Result<String, Refusal> {
    let contest = table.contest();
    let mut game = contest.game().clone();
    if let Some(crownhead_contest::Ending::Outcome(outcome)) = contest.ending() {
        // A game that is over on the board has ended by itself.
        let _ = game.end(outcome);
    }
    let mut record = Record::from_game(&game);
    for (name, value) in tags {
        record.tags.set(name, value).map_err(|error| Refusal::new("bad_value", error))?;
    }
    Ok(record.to_string())
}

impl TableAnswer {
    fn new(table: &mut Table, now: u64) -> Result<TableAnswer, Refusal> {
        let news = table.take_news().into_iter().map(Into::into).collect();
        let contest = table.contest();
        let game = contest.game();
        let moves = game.moves().map(|mv| mv.route_text().to_string()).collect();
        let (fen, rules) = (Some(game.start().to_string()), Some(game.rules().to_string()));
        let line = positions::line(&LineRequest { fen, rules, moves })?;
        let ended = contest.ending().map(GameResult::from);
        let mut position = PositionInfo::new(game.state(), game.outcome());
        position.result = ended;
        if ended.is_some() {
            position.moves.clear();
        }
        Ok(TableAnswer {
            now: contest.situation(now),
            news,
            created: table.created(),
            rules: game.rules().to_string(),
            start: game.start().to_string(),
            ballot_plies: contest.ballot_plies(),
            moves: line.moves,
            fens: line.fens,
            position,
            black_captured: game.captured_by(Color::Black).into(),
            white_captured: game.captured_by(Color::White).into(),
            opening: opening_name_of(game),
            question: table.question().map(question),
            wakes_at: table.wakes_at(),
            is_thinking: table.computer.is_moving(),
            is_paused: table.computer.is_paused(),
            seq: contest.seq(),
        })
    }
}

fn question(question: &crownhead_table::Question) -> TableQuestion {
    TableQuestion {
        id: question.id,
        purpose: match question.purpose {
            Purpose::Move => "move",
            Purpose::Draw => "draw",
        },
        game: GameText::of(&question.game),
        ask: AskText::of(&question.ask),
    }
}

impl From<News> for TableNews {
    fn from(news: News) -> TableNews {
        match news {
            News::Event(Stamped { seq, at, event, .. }, _) => TableNews::Event { seq, at, event },
            News::DrawDeclined(reason) => TableNews::DrawDeclined { reason },
        }
    }
}

//! The module that knows the rules: games at one's own board, studies, positions, bits and files, at once and without an
//! engine.

mod studies;
mod styles;
mod tables;

use crownhead_contest::stored::StoredContest;
use crownhead_contest::{Command, Opening, Seat, TimeControl};
use crownhead_study::{Shape, Study};
use crownhead_table::Table;
use crownhead_wire::answers::{bits, files, lessons, library, positions};
use crownhead_wire::{
    About, BallotInfo, BitsAnswer, BitsRequest, ConstantsAnswer, EvalAnswer, EvalRequest, ExerciseAnswer,
    ExerciseRequest, ExercisesAnswer, LineAnswer, LineRequest, OpeningInfo, PdnAnswer, PdnRequest,
    PickAnswer, PickRequest, PositionInfo, PositionMoveAnswer, PositionMoveRequest, PositionRequest, Side,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::{Module, Refusal, respond};
use crate::game::GameText;

pub use studies::{JudgedMove, StudyAnswer, StudyNode};
pub use styles::{StyleAnswer, StyledMove, StyledWord};
pub use tables::{TableAnswer, TableNews, TableQuestion};

/// The rules for one page, with the game and the study that are open.
#[derive(Debug, Default)]
pub struct Rules {
    table: Option<Table>,
    study: Option<Study>,
    /// The text of the file whose games are listed.
    file: String,
}

/// What can be asked. Times are milliseconds since 1970.
#[derive(Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum RulesRequest {
    /// What there is to choose from: levels and rules.
    About,
    /// The three-move ballots.
    Ballots,
    /// The openings that have names.
    Openings,
    /// Everything about a position.
    Position(PositionRequest),
    /// A move in a position.
    PositionMove(PositionMoveRequest),
    /// Moves one after the other, with the position after each.
    Line(LineRequest),
    /// The masks of a position.
    Bits(BitsRequest),
    /// Calculations with words.
    Eval(EvalRequest),
    /// The masks that never change.
    Constants,
    /// The masks of a piece that is taken up.
    Pick(PickRequest),
    /// The exercises there are.
    Exercises,
    /// An answer to an exercise.
    Exercise(ExerciseRequest),
    /// A picture of a position, as SVG.
    Picture {
        /// The position.
        fen: String,
        /// Whose side is at the bottom.
        side: Side,
        /// Are the squares numbered?
        numbers: bool,
    },

    /// Begins a game at one's own board, in place of the one that is open.
    TableNew {
        /// Who plays Black and White.
        seats: [Seat; 2],
        /// The rules; official if they are left out.
        #[serde(default)]
        rules: Option<String>,
        /// How it begins.
        #[serde(default)]
        start: Opening,
        /// The clocks, if there are any.
        #[serde(default)]
        clock: Option<TimeControl>,
        /// Where chance comes from.
        seed: u64,
        /// The time.
        now: u64,
    },
    /// Goes on with a game that was kept: the text of `table_stored`.
    TableOpen {
        /// The text.
        stored: String,
        /// Where chance comes from.
        seed: u64,
        /// The time.
        now: u64,
    },
    /// Does something in the game.
    TableAct {
        /// What to do.
        command: Command,
        /// For which side; without it, for the person's against the computer and for the side to move.
        #[serde(default)]
        side: Option<Side>,
        /// The time.
        now: u64,
    },
    /// Lets time pass.
    TableTick(Now),
    /// The engine has answered the question of the game.
    TableAnswered {
        /// The number of the question.
        id: u64,
        /// The move to make.
        #[serde(default, rename = "best")]
        best: Option<String>,
        /// What the best line is worth for Black, in hundredths of a man.
        #[serde(default)]
        for_black: Option<i32>,
        /// The time.
        now: u64,
    },
    /// Lets the computer stand still, or go on.
    TablePause {
        /// Stand still?
        is_paused: bool,
        /// The time.
        now: u64,
    },
    /// Makes the computer play a move that it holds back.
    TableHurry(Now),
    /// How the game stands.
    TableLook(Now),
    /// The game as it is to be kept.
    TableStored,
    /// The game as a game file.
    TablePdn {
        /// Tags besides those of the game: names, event, date.
        #[serde(default)]
        tags: Vec<(String, String)>,
        /// A game that was kept, in place of the one that is open: the text of `table_stored`.
        #[serde(default)]
        stored: Option<String>,
    },

    /// A style, and what a position looks like in it.
    Style {
        /// The name of the style.
        name: String,
        /// The position; that of the open game if it is left out.
        #[serde(default)]
        fen: Option<String>,
        /// A move in the open game, as it is typed in the style: the answer is the move as everybody else writes it.
        #[serde(default)]
        typed: Option<String>,
    },

    /// Opens an empty study, in place of the one that is open.
    StudyNew(PositionRequest),
    /// Opens the study of a game in a text.
    StudyOpen {
        /// The text of a game file.
        pdn: String,
        /// Which game of it, from 0.
        #[serde(default)]
        index: u32,
    },
    /// Opens the study of a game in the file that was listed last.
    StudyOfFile {
        /// Which game of it, from 0.
        index: u32,
    },
    /// The study, whole.
    StudyLook,
    /// Adds moves one after the other, as people type them. Moves that are there stay.
    StudyAdd {
        /// The node before them.
        node: usize,
        /// The moves.
        moves: Vec<String>,
    },
    /// Takes a node away with all that follow.
    StudyRemove(AtNode),
    /// Makes a move the main one among its alternatives.
    StudyPromote(AtNode),
    /// Makes the line to a node the main line.
    StudyMakeMain(AtNode),
    /// Says something about a node. What is left out stays.
    StudyAnnotate {
        /// The node.
        node: usize,
        /// A comment; empty for none.
        #[serde(default)]
        comment: Option<String>,
        /// `!`, `?`, `!!`, `??`, `!?`, `?!`, or empty for none.
        #[serde(default)]
        mark: Option<String>,
        /// What is drawn on the board.
        #[serde(default)]
        #[schema(value_type = Option<Vec<studies::StudyShape>>)]
        shapes: Option<Vec<Shape>>,
    },
    /// Writes down what a review has found. Marks that are there stay.
    StudyJudge {
        /// Each move: the node after it, its mark, what the position is worth in hundredths of a man for Black, the plies to a
        /// certain end.
        #[schema(value_type = Vec<(usize, Option<String>, i32, Option<u32>)>)]
        moves: Vec<JudgedMove>,
    },
    /// Sets a tag; an empty value takes it away.
    StudyTag {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
    /// The study as a game file.
    StudyPdn,
    /// The study as one page that needs nothing else.
    StudyHtml,
    /// The moves from the start of the study to a node, for the engine.
    StudyGame(AtNode),
    /// Lists the games of a text, and keeps it for `study_of_file`.
    File(PdnRequest),
}

/// The time. Requests that say the same share a type, because each type that can be read weighs two kilobytes.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Now {
    /// Milliseconds since 1970.
    now: u64,
}

/// A node of the study.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AtNode {
    /// Its number.
    node: usize,
}

/// The answers.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RulesAnswer {
    /// What there is to choose from.
    About(About),
    /// The three-move ballots.
    Ballots {
        /// All of them.
        ballots: Vec<BallotInfo>,
    },
    /// The openings that have names.
    Openings {
        /// All of them.
        openings: Vec<OpeningInfo>,
    },
    /// Everything about a position.
    Position(PositionInfo),
    /// A move and the position after it.
    PositionMove(PositionMoveAnswer),
    /// The positions of a line.
    Line(LineAnswer),
    /// The masks of a position.
    Bits(BitsAnswer),
    /// What came of calculations.
    Eval(EvalAnswer),
    /// The masks that never change.
    Constants(ConstantsAnswer),
    /// The masks of a piece that is taken up.
    Pick(PickAnswer),
    /// The exercises there are.
    Exercises(ExercisesAnswer),
    /// What came of an answer to an exercise.
    Exercise(ExerciseAnswer),
    /// A text: a picture, a page, a game file, a game to keep.
    Text {
        /// The text.
        text: String,
    },
    /// The game at one's own board.
    Table(Box<TableAnswer>),
    /// A style.
    Style(Box<StyleAnswer>),
    /// The study.
    Study(Box<StudyAnswer>),
    /// A game for the engine.
    Game {
        /// The game.
        game: GameText,
    },
    /// The games of a file.
    File(PdnAnswer),
}

impl Module for Rules {
    fn answer(&mut self, request: &str) -> String {
        respond(request, |request| self.react(request))
    }
}

impl Rules {
    fn react(&mut self, request: RulesRequest) -> Result<RulesAnswer, Refusal> {
        use RulesRequest as Ask;
        Ok(match request {
            // The endings are the engine's.
            Ask::About => RulesAnswer::About(library::about(0)),
            Ask::Ballots => RulesAnswer::Ballots { ballots: library::ballots() },
            Ask::Openings => RulesAnswer::Openings { openings: library::openings() },
            Ask::Position(asked) => RulesAnswer::Position(positions::look(&asked)?),
            Ask::PositionMove(asked) => RulesAnswer::PositionMove(positions::make_move(&asked)?),
            Ask::Line(asked) => RulesAnswer::Line(positions::line(&asked)?),
            Ask::Bits(asked) => RulesAnswer::Bits(bits::look(&asked)?),
            Ask::Eval(asked) => RulesAnswer::Eval(bits::eval(&asked)?),
            Ask::Constants => RulesAnswer::Constants(lessons::constants()),
            Ask::Pick(asked) => RulesAnswer::Pick(lessons::pick(&asked)?),
            Ask::Exercises => RulesAnswer::Exercises(lessons::exercises()),
            Ask::Exercise(asked) => RulesAnswer::Exercise(lessons::exercise(&asked)?),
            Ask::Picture { fen, side, numbers } => {
                RulesAnswer::Text { text: studies::picture(&fen, side, numbers)? }
            }
            Ask::Style { name, typed: Some(text), .. } => self.style_move(&name, &text)?,
            Ask::Style { name, fen, .. } => self.style(&name, fen.as_deref())?,
            Ask::File(PdnRequest { text }) => {
                self.file = text;
                RulesAnswer::File(files::list(&self.file))
            }
            Ask::StudyOfFile { index } => {
                self.study = Some(Study::from_record(&files::game(&self.file, index)?));
                self.react_study(Ask::StudyLook)?
            }
            Ask::TableNew { .. }
            | Ask::TableOpen { .. }
            | Ask::TableAct { .. }
            | Ask::TableTick(_)
            | Ask::TableAnswered { .. }
            | Ask::TablePause { .. }
            | Ask::TableHurry(_)
            | Ask::TableLook(_)
            | Ask::TableStored
            | Ask::TablePdn { .. } => self.react_table(request)?,
            other => self.react_study(other)?,
        })
    }
}

fn read_stored(text: &str) -> Result<StoredContest, Refusal> {
    serde_json::from_str(text).map_err(|error| Refusal::new("bad_stored", error))
}

//! From records to games that are played by the rules, and back.

use crownhead_board::{
    Color, Game, IllegalReason, Move, Outcome, ParsePositionError, ParseRulesError, Position, Rules, Setup,
    SquareMatch, State, match_squares,
};
use thiserror::Error;

use crate::body::Item;
use crate::game_type;
use crate::move_text::{MoveText, Separator};
use crate::record::Record;
use crate::score::GameResult;

impl Record {
    /// Plays the main line.
    ///
    /// The game starts from the `FEN` tag, if there is one, under the rules of the `Rules` tag, or else the
    /// official ones. A draw that could be claimed does not end it. Three things are tolerated: a man on its
    /// crown row in the FEN is a king, without a side to move in the FEN the first move decides it, and a
    /// setup between moves starts anew from there.
    ///
    /// # Errors
    ///
    /// Returns the first fault with the number of its ply.
    ///
    /// ```
    /// use crownhead_pdn::Reader;
    ///
    /// let record = Reader::from_text("1. 11-15 22-18 2. 15x22 25x18 3. 8-10 *").next().unwrap()?;
    /// let error = record.replay().unwrap_err();
    /// assert_eq!(error.ply, 5);
    /// assert!(error.to_string().starts_with("ply 5: 8-10: 8 and 10 are not a move apart"));
    /// # Ok::<(), crownhead_pdn::ReadError>(())
    /// ```
    pub fn replay(&self) -> Result<Game, ReplayError> {
        self.replay_with(|_, _| {})
    }

    /// [`Record::replay`], which calls `each` before every move of the main line, with the game so far and the move.
    ///
    /// # Errors
    ///
    /// As [`Record::replay`].
    pub fn replay_with(&self, each: impl FnMut(&Game, Move)) -> Result<Game, ReplayError> {
        self.play_through(each).map_err(|error| match game_type::other_game(&self.tags) {
            Some(name) => ReplayError { fault: Fault::OtherGame { name }, ..error },
            None => error,
        })
    }

    fn play_through(&self, mut each: impl FnMut(&Game, Move)) -> Result<Game, ReplayError> {
        let rules = self.tags.get("Rules").map_or(Ok(Rules::OFFICIAL), str::parse);
        let rules = rules.map_err(|error| ReplayError { ply: 0, fault: Fault::Rules(error) })?;
        let mut replay =
            Replay { game: Game::from_position(Position::START, rules).without_automatic_draws(), ply: 0 };
        if let Some(fen) = self.fen() {
            replay.set_up(fen, self.body.moves().next())?;
        }
        let mut items = self.body.iter();
        while let Some(item) = items.next() {
            match item {
                Item::Move(text) => replay.play(text, &mut each)?,
                Item::Setup(fen) => replay.set_up(fen, items.rest().moves().next())?,
                Item::Nag(_) | Item::Comment(_) | Item::Variation(_) => {}
            }
        }
        Ok(replay.game)
    }

    /// The record of a game: its moves, its result, and the tags needed to replay it.
    ///
    /// A jump is written by its first and last square, or with its whole route if that is ambiguous. The end
    /// of a turn under the `relay` house rule is not written; on replay the next move shows it.
    ///
    /// ```
    /// use crownhead_board::Game;
    /// use crownhead_pdn::Record;
    ///
    /// let mut game = Game::new();
    /// game.play(game.legal_moves()[0]).unwrap();
    /// let record = Record::from_game(&game);
    /// assert_eq!(record.replay().unwrap().position(), game.position());
    /// ```
    pub fn from_game(game: &Game) -> Record {
        let mut record = Record::new();
        record.ending = game.outcome().map(GameResult::from).map(GameResult::to_score).unwrap_or_default();
        let mut tag = |name: &str, value: &str| {
            record.tags.push(name, value).expect("the names of our own tags are valid");
        };
        tag("Result", record.ending.as_str());
        tag("GameType", "21");
        if *game.rules() != Rules::OFFICIAL {
            tag("Rules", &game.rules().to_string());
        }
        if *game.start() != Position::START {
            tag("FEN", &game.start().to_string());
        }
        for (state, mv) in game.states().zip(game.moves()) {
            if let Some(text) = MoveText::for_move(state, mv) {
                record.body.push_move(text);
            }
        }
        record
    }
}

impl MoveText {
    /// A legal move as text: short, unless that means another move or route. `None` for the end of a turn,
    /// which the notation cannot express.
    ///
    /// ```
    /// use crownhead_board::{Position, State};
    /// use crownhead_pdn::MoveText;
    ///
    /// let pos: Position = "W:W22:B18,11".parse().unwrap();
    /// let text = MoveText::for_move(&State::from(pos), pos.legal_moves()[0]).unwrap();
    /// assert_eq!(text.to_string(), "22x8");
    /// ```
    pub fn for_move(state: &State, mv: Move) -> Option<MoveText> {
        let separator = if mv.is_jump() { Separator::Capture } else { Separator::Quiet };
        // A move has at most ten squares, and goes somewhere unless it is a jump.
        let short = MoveText::new(separator, &[mv.from()?, mv.to()?]).ok()?;
        match short.find(&state.legal_moves()) {
            SquareMatch::One(found) if found.route() == mv.route() => Some(short),
            _ => MoveText::new(separator, &mv.route()).ok(),
        }
    }

    /// The moves among some that are meant. One that touches just these squares comes before those that
    /// touch others too.
    ///
    /// ```
    /// use crownhead_board::{Position, SquareMatch};
    /// use crownhead_pdn::MoveText;
    ///
    /// // Two ways around the board, over the same pieces.
    /// let pos: Position = "W:WK30:B10,11,18,19,25,26".parse().unwrap();
    /// for mv in pos.legal_moves() {
    ///     let text: MoveText = mv.route_text().to_string().parse().unwrap();
    ///     let SquareMatch::One(found) = text.find(&pos.legal_moves()) else { panic!("one move") };
    ///     assert_eq!(found.route(), mv.route());
    /// }
    /// ```
    pub fn find(&self, moves: &[Move]) -> SquareMatch {
        let is_exact = |mv: &&Move| *mv.route() == *self.squares();
        match match_squares(moves, self.squares()) {
            SquareMatch::None => SquareMatch::None,
            SquareMatch::One(mv) if self.squares().len() == 2 => SquareMatch::One(mv),
            found => moves.iter().find(is_exact).map_or(found, |mv| SquareMatch::One(*mv)),
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        outcome.winner().map_or(GameResult::Draw, GameResult::win)
    }
}

/// Why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{fault}", Place(*.ply))]
pub struct ReplayError {
    /// The number of the move in the main line, from 1; 0 for a fault in the tags.
    pub ply: usize,
    /// What is wrong.
    pub fault: Fault,
}

struct Place(usize);

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 == 0 { Ok(()) } else { write!(f, "ply {}: ", self.0) }
    }
}

/// A fault in a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The `Rules` tag is not a set of rules.
    #[error("the Rules tag: {0}")]
    Rules(ParseRulesError),
    /// The FEN is not a position.
    #[error("the FEN \"{fen}\": {error}")]
    Fen {
        /// The text.
        fen: String,
        /// What is wrong with it.
        error: ParsePositionError,
    },
    /// Its `GameType` is that of another game, and its moves do not fit this one.
    #[error("this is a game of {name} by its GameType, and no game of English/American checkers")]
    OtherGame {
        /// What it is.
        name: &'static str,
    },
    /// The move is not legal.
    #[error("{text}: {why}")]
    Illegal {
        /// The move.
        text: MoveText,
        /// The reason.
        why: IllegalReason,
    },
    /// Several moves fit.
    #[error("{text} fits several moves: {}", routes(.moves))]
    Ambiguous {
        /// The move.
        text: MoveText,
        /// The moves.
        moves: Vec<Move>,
    },
}

impl Fault {
    /// The tag that is wrong, if one is.
    pub fn tag(&self) -> Option<&'static str> {
        match self {
            Fault::Rules(_) => Some("Rules"),
            Fault::Fen { .. } => Some("FEN"),
            Fault::OtherGame { .. } => Some("GameType"),
            Fault::Illegal { .. } | Fault::Ambiguous { .. } => None,
        }
    }
}

fn routes(moves: &[Move]) -> String {
    let routes: Vec<String> = moves.iter().map(|mv| mv.route_text().to_string()).collect();
    routes.join(", ")
}

struct Replay {
    game: Game,
    ply: usize,
}

impl Replay {
    fn set_up(&mut self, fen: &str, next_move: Option<MoveText>) -> Result<(), ReplayError> {
        let position = read_setup(fen, next_move).map_err(|fault| self.fault(fault))?;
        self.game = Game::from_position(position, *self.game.rules()).without_automatic_draws();
        Ok(())
    }

    fn play(&mut self, text: MoveText, each: &mut impl FnMut(&Game, Move)) -> Result<(), ReplayError> {
        self.ply += 1;
        let legal = self.game.state().legal_moves();
        let found = match text.find(&legal) {
            SquareMatch::None if legal.contains(&Move::END_TURN) => {
                self.make(Move::END_TURN, text)?;
                text.find(&self.game.state().legal_moves())
            }
            found => found,
        };
        match found {
            SquareMatch::One(mv) => {
                each(&self.game, mv);
                self.make(mv, text)
            }
            SquareMatch::None => {
                let why = self.game.state().explain_illegal(text.squares());
                Err(self.fault(Fault::Illegal { text, why }))
            }
            SquareMatch::Several(moves) => Err(self.fault(Fault::Ambiguous { text, moves })),
        }
    }

    /// Makes a move that is legal on the board.
    fn make(&mut self, mv: Move, text: MoveText) -> Result<(), ReplayError> {
        let played = self.game.play(mv);
        played.map_err(|_| self.fault(Fault::Illegal { text, why: IllegalReason::GameOver }))
    }

    fn fault(&self, fault: Fault) -> ReplayError {
        ReplayError { ply: self.ply, fault }
    }
}

/// The position of a FEN in a file, before the move that follows it. A man on its crown row is a king, and
/// without a side to move the move decides it.
///
/// # Errors
///
/// Returns [`Fault::Fen`] if it is not a position.
pub fn read_setup(fen: &str, next_move: Option<MoveText>) -> Result<Position, Fault> {
    let fault = |error| Fault::Fen { fen: fen.to_owned(), error };
    let mut setup: Setup = fen.parse().map_err(|error| fault(ParsePositionError::Fen(error)))?;
    let white_moves = next_move.is_some_and(|text| setup.white.contains(text.from()));
    setup.turn.get_or_insert(if white_moves { Color::White } else { Color::Black });
    Position::try_from(setup.with_men_crowned()).map_err(|error| fault(ParsePositionError::Setup(error)))
}

//! An attempt at a position: the learner's moves judged, and the defender's replies.

use crownhead_board::{DrawReason, Game, Move, Outcome, Position, Rules};
use crownhead_endgame::{Database, Verdict};

use crate::defender::{best, reply};
use crate::{Aim, Goal, PracticeError};

/// A draw that the learner has kept for this number of moves is held, if the rules do not end the game before.
pub const HOLD_MOVES: usize = 20;

/// An attempt to reach a goal from a position against a perfect defender.
#[derive(Clone, Debug)]
pub struct Attempt {
    game: Game,
    goal: Goal,
    end: Option<End>,
}

/// What came of a move of the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Was it good enough?
    pub judgement: Judgement,
    /// What the defender plays, unless the attempt is over.
    pub reply: Option<Move>,
    /// How the attempt has ended, if it has.
    pub end: Option<End>,
}

/// Is the goal still in reach after a move of the learner? Verdicts are those for the learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is.
    Kept {
        /// What the move is worth.
        verdict: Verdict,
    },
    /// It is not any more.
    ThrownAway {
        /// What the move is worth.
        verdict: Verdict,
        /// A move that would have kept it.
        better: Move,
    },
}

/// How an attempt has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The learner has won.
    Won {
        /// The number of the learner's moves.
        moves: usize,
    },
    /// The learner has held the draw.
    Held {
        /// The number of the learner's moves.
        moves: usize,
        /// By a rule, or because [`HOLD_MOVES`] are enough.
        rule: Option<DrawReason>,
    },
    /// A move has thrown the goal away.
    ThrownAway,
    /// A win was to be had, and the rules have ended the game as a draw.
    Drawn(DrawReason),
}

impl End {
    /// Is the goal reached?
    pub const fn is_reached(self) -> bool {
        matches!(self, End::Won { .. } | End::Held { .. })
    }
}

impl Attempt {
    /// An attempt from a position. If the defender is to move, it moves.
    ///
    /// # Errors
    ///
    /// The goal cannot be reached, or the database does not cover the position or is damaged.
    pub fn new(database: &Database, start: Position, goal: Goal) -> Result<Attempt, PracticeError> {
        if goal.verdict(database, &start)?.value < goal.aim.value() {
            return Err(PracticeError::OutOfReach { goal });
        }
        let mut attempt = Attempt { game: Game::from_position(start, Rules::OFFICIAL), goal, end: None };
        if start.turn() != goal.side {
            attempt.answer(database)?;
        }
        Ok(attempt)
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position {
        self.game.start()
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// The game so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What is to be reached.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// How it has ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The moves that the learner has made.
    pub fn n_moves(&self) -> usize {
        let is_learners = |pos: &&Position| pos.turn() == self.goal.side;
        let n_plies = self.game.moves().len();
        self.game.positions().take(n_plies).filter(is_learners).count()
    }

    /// What the position is worth to the learner, and how far the end is.
    ///
    /// # Errors
    ///
    /// The database is damaged.
    pub fn verdict(&self, database: &Database) -> Result<Verdict, PracticeError> {
        self.goal.verdict(database, self.position())
    }

    /// A best move, and what it is worth to the learner.
    ///
    /// # Errors
    ///
    /// The attempt is over, or the database is damaged.
    pub fn hint(&self, database: &Database) -> Result<(Move, Verdict), PracticeError> {
        if self.end.is_some() {
            return Err(PracticeError::Over);
        }
        best(database, &self.game)?.ok_or(PracticeError::Over)
    }

    /// Makes a move of the learner, judges it, and lets the defender reply.
    ///
    /// # Errors
    ///
    /// The attempt is over, the move is not legal, or the database is damaged; nothing has changed then.
    pub fn play(&mut self, database: &Database, mv: Move) -> Result<Turn, PracticeError> {
        let (better, _) = self.hint(database)?;
        let mut next = self.clone();
        next.game.play(mv)?;
        let verdict = next.verdict(database)?;
        let is_kept = verdict.value >= self.goal.aim.value();
        next.end = if is_kept { next.end_by_rules() } else { Some(End::ThrownAway) };
        let reply = if next.end.is_none() { next.answer(database)? } else { None };
        *self = next;
        let judgement =
            if is_kept { Judgement::Kept { verdict } } else { Judgement::ThrownAway { verdict, better } };
        Ok(Turn { judgement, reply, end: self.end })
    }

    /// The defender moves.
    fn answer(&mut self, database: &Database) -> Result<Option<Move>, PracticeError> {
        let Some(mv) = reply(database, &self.game)? else { return Ok(None) };
        self.game.play(mv)?;
        self.end = self.end_by_rules();
        Ok(Some(mv))
    }

    /// Has the game ended, or has the draw been held for long enough?
    fn end_by_rules(&self) -> Option<End> {
        let moves = self.n_moves();
        match (self.game.outcome(), self.goal.aim) {
            (Some(Outcome::Win(winner, _)), _) if winner == self.goal.side => Some(End::Won { moves }),
            (Some(Outcome::Win(..)), _) => Some(End::ThrownAway),
            (Some(Outcome::Draw(rule)), Aim::Draw) => Some(End::Held { moves, rule: Some(rule) }),
            (Some(Outcome::Draw(rule)), Aim::Win) => Some(End::Drawn(rule)),
            (None, Aim::Draw) if moves >= HOLD_MOVES => Some(End::Held { moves, rule: None }),
            (None, _) => None,
        }
    }

    /// Takes the learner's last move back, and the reply to it. Was there one?
    pub fn undo(&mut self) -> bool {
        if self.n_moves() == 0 {
            return false;
        }
        self.end = None;
        loop {
            self.game.undo();
            if self.position().turn() == self.goal.side {
                return true;
            }
        }
    }

    /// Goes back to the learner's first move.
    pub fn again(&mut self) {
        while self.undo() {}
    }
}

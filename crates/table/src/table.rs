//! A contest that is played where it is kept: at one's own board.

use crownhead_board::{Color, Move};
use crownhead_contest::stored::{BadStored, StoredContest};
use crownhead_contest::{Command, Contest, GameId, Refusal, Seat, Situation, Stamped, Terms};
use crownhead_engine::Line;

use crate::computer::{Computer, Question};
use crate::draw::DrawRefusal;

/// Something to tell whoever is at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Something happened, and how the contest stands after it.
    Event(Stamped, Box<Situation>),
    /// The computer declines a draw for this reason.
    DrawDeclined(DrawRefusal),
}

/// A contest with levels at it.
#[derive(Clone, Debug)]
pub struct Table {
    contest: Contest,
    /// The computer, with what can be set about it.
    pub computer: Computer,
    created: u64,
    /// The terms and seats of the beginning; they can change by events.
    first: (Terms, [Seat; 2]),
    events: Vec<Stamped>,
    news: Vec<News>,
}

impl Table {
    /// A contest that begins now. The computer's chance comes from the seed.
    pub fn new(terms: Terms, seats: [Seat; 2], seed: u64, now: u64) -> Table {
        let contest = Contest::new(terms.clone(), seats, now);
        Table::with(contest, (terms, seats), seed, now, Vec::new())
    }

    /// Goes on with a contest that was kept. The time since its last event does not count.
    ///
    /// # Errors
    ///
    /// It cannot be gone on with.
    pub fn open(stored: StoredContest, seed: u64, now: u64) -> Result<Table, BadStored> {
        let (created, seats) = (stored.created, stored.seats);
        let terms = stored.terms.clone().into();
        let (contest, events) = stored.open()?;
        let mut table = Table::with(contest, (terms, seats), seed, created, events);
        let idle = now.saturating_sub(table.contest.last_at());
        table.apply(table.contest.resume(idle, now));
        table.attend(now);
        table.news.clear();
        Ok(table)
    }

    fn with(
        contest: Contest,
        first: (Terms, [Seat; 2]),
        seed: u64,
        created: u64,
        events: Vec<Stamped>,
    ) -> Table {
        let computer = Computer::new(seed);
        let mut table = Table { contest, computer, created, first, events, news: Vec::new() };
        table.attend(created);
        table
    }

    /// The contest as it is to be kept.
    pub fn stored(&self) -> StoredContest {
        let (terms, seats) = &self.first;
        StoredContest::new(terms, *seats, self.created, &self.events)
    }

    /// The contest.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// When it began, in milliseconds since 1970.
    pub fn created(&self) -> u64 {
        self.created
    }

    /// What has happened so far.
    pub fn events(&self) -> &[Stamped] {
        &self.events
    }

    /// The side for which whoever is at the board speaks: their own against the computer, else the side to move.
    pub fn speaker(&self) -> Color {
        self.contest.person().unwrap_or(self.contest.turn())
    }

    /// Takes what there is to tell.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// What the engine should think about now. Whatever else it thinks about is of no use any more.
    pub fn question(&self) -> Option<&Question> {
        self.computer.question()
    }

    /// When [`Table::tick`] has something to do, if nothing else happens.
    pub fn wakes_at(&self) -> Option<u64> {
        let deadline = self.contest.deadline().map(|(at, _)| at);
        deadline.into_iter().chain(self.computer.wakes_at()).min()
    }

    /// Does what somebody at the board wants for a side.
    ///
    /// # Errors
    ///
    /// It cannot be done now.
    pub fn act(&mut self, side: Color, command: &Command, now: u64) -> Result<(), Refusal> {
        let is_computers = self.contest.seat(side).is_computer();
        if is_computers && matches!(command, Command::Move { .. }) {
            return Err(Refusal::NotYourTurn);
        }
        self.carry_out(side, command, now)?;
        self.attend(now);
        Ok(())
    }

    /// Lets time pass: flags fall, and moves that were held back are made.
    pub fn tick(&mut self, now: u64) {
        let events = self.contest.tick(now);
        self.apply(events);
        self.attend(now);
    }

    /// The engine has answered a question.
    pub fn answered(&mut self, id: u64, best: Option<Move>, lines: &[Line], now: u64) {
        self.computer.answered(&self.contest, id, best, lines, now);
        self.attend(now);
    }

    /// Lets the computer stand still, or go on.
    pub fn pause(&mut self, is_paused: bool, now: u64) {
        self.computer.pause(is_paused);
        self.attend(now);
    }

    fn carry_out(&mut self, side: Color, command: &Command, now: u64) -> Result<(), Refusal> {
        let ruling = self.contest.rule(side, command, now);
        self.apply(ruling.events);
        ruling.answer
    }

    /// Lets the computer do what is due, until it has to think or to wait.
    fn attend(&mut self, now: u64) {
        while let Some((side, command)) = self.computer.due(&self.contest, &GameId::default(), now) {
            let refusal = self.computer.draw_refusal().filter(|_| command == Command::DeclineDraw);
            if self.carry_out(side, &command, now).is_err() {
                break;
            }
            self.news.extend(refusal.map(News::DrawDeclined));
        }
        self.computer.attend(&self.contest, now);
    }

    fn apply(&mut self, events: Vec<Stamped>) {
        for stamped in events {
            // The contest's own events always apply.
            if self.contest.apply(&stamped).is_ok() {
                self.computer.hear(&stamped.event);
                let situation = Box::new(self.contest.situation(stamped.at));
                self.news.push(News::Event(stamped.clone(), situation));
                self.events.push(stamped);
            }
        }
    }
}

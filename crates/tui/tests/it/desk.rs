//! A screen in memory, somebody who presses its keys, and a clock that only moves when told.

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use crownhead_board::{Position, Square};
use crownhead_endgame::Database;
use crownhead_tui::{
    App, Backstage, Colors, Event, GameOptions, Happening, Layout, Look, Opening, Seat, Session, Settings,
    view,
};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::Size;

pub(crate) struct Desk {
    pub(crate) app: App,
    backstage: Backstage<Happening>,
    happenings: Receiver<Happening>,
    pub(crate) now: Instant,
    /// What was sent to the clipboard.
    pub(crate) clipboard: Vec<String>,
}

pub(crate) const COLORED: Look = Look { colors: Colors::Sixteen, ascii: false };

impl Desk {
    pub(crate) fn open(options: GameOptions, size: (u16, u16), look: Look, kept_in: Option<PathBuf>) -> Desk {
        Desk::opened(options, size, look, kept_in, true)
    }

    /// A game that was asked for on the command line, so that a kept one is not asked about.
    pub(crate) fn wanted(options: GameOptions, kept_in: PathBuf) -> Desk {
        Desk::opened(options, (80, 24), COLORED, Some(kept_in), false)
    }

    fn opened(
        options: GameOptions,
        size: (u16, u16),
        look: Look,
        kept_in: Option<PathBuf>,
        ask: bool,
    ) -> Desk {
        let settings = Settings { seed: 7, hash: 1, ..Settings::default() };
        let (tell, happenings) = channel();
        let database = Database::shipped();
        let mut backstage = Backstage::new(&settings, database, kept_in, tell, |happening| happening);
        let now = Instant::now();
        let mut session = Session::new(settings, options, now);
        let is_kept = backstage.find_left(|text| session.offer_kept(text));
        let mut app = App::new(session, look, Size { width: size.0, height: size.1 }, now);
        match is_kept && ask {
            true => app.ask_resume(),
            false => app.begin(now),
        }
        let mut desk = Desk { app, backstage, happenings, now, clipboard: Vec::new() };
        desk.settle();
        desk
    }

    /// Two players at a board of 80x24, from a position.
    pub(crate) fn at(fen: &str) -> Desk {
        Desk::playing(fen, "official")
    }

    pub(crate) fn playing(fen: &str, rules: &str) -> Desk {
        let opening = Opening::Fen { fen: fen.parse().unwrap() };
        Desk::open(
            GameOptions { opening, rules: rules.parse().unwrap(), ..GameOptions::default() },
            (80, 24),
            COLORED,
            None,
        )
    }

    /// Two players at the start of a game.
    pub(crate) fn new() -> Desk {
        Desk::open(GameOptions::default(), (80, 24), COLORED, None)
    }

    /// A person against a level, from a position in which the person is to move.
    pub(crate) fn against_at(level: &str, fen: &str) -> Desk {
        let pos: Position = fen.parse().unwrap();
        let mut seats = [level.parse().unwrap(); 2];
        seats[pos.turn() as usize] = Seat::Person;
        let opening = Opening::Fen { fen: pos };
        Desk::open(GameOptions { seats, opening, ..GameOptions::default() }, (80, 24), COLORED, None)
    }

    /// A person with Black against a level.
    pub(crate) fn against(level: &str) -> Desk {
        let seats = [Seat::Person, level.parse().unwrap()];
        Desk::open(GameOptions { seats, ..GameOptions::default() }, (80, 24), COLORED, None)
    }

    pub(crate) fn event(&mut self, event: Event) {
        self.app.update(event, self.now);
        self.settle();
    }

    /// Presses the keys of a text without waiting for what the engine answers.
    pub(crate) fn press_at_once(&mut self, keys: &str) {
        for c in keys.chars() {
            let code = if c == '⏎' { KeyCode::Enter } else { KeyCode::Char(c) };
            self.app.update(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)), self.now);
            self.perform();
        }
    }

    fn perform(&mut self) {
        let effects = self.app.take_effects();
        self.clipboard.extend(effects.into_iter().filter_map(|effect| self.backstage.perform(effect)));
    }

    /// Does what is asked for outside until nothing is awaited.
    pub(crate) fn settle(&mut self) {
        loop {
            let effects = self.app.take_effects();
            let awaits_file = effects.iter().any(|effect| {
                matches!(effect, crownhead_tui::Effect::Save { .. } | crownhead_tui::Effect::Load(_))
            });
            self.clipboard.extend(effects.into_iter().filter_map(|effect| self.backstage.perform(effect)));
            if !awaits_file && !self.app.session.is_waiting() {
                return;
            }
            let happening = self.happenings.recv_timeout(Duration::from_secs(60)).unwrap();
            self.app.update(Event::Happened(happening), self.now);
        }
    }

    /// Hears from the engine without waiting for it to be done.
    pub(crate) fn hear(&mut self) {
        let happening = self.happenings.recv_timeout(Duration::from_secs(60)).unwrap();
        self.event(Event::Happened(happening));
    }

    pub(crate) fn pass(&mut self, time: Duration) {
        self.now += time;
        self.event(Event::Tick);
    }

    pub(crate) fn key(&mut self, code: KeyCode) {
        self.event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    pub(crate) fn ctrl(&mut self, c: char) {
        self.event(Event::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)));
    }

    /// Presses the keys of a text; `⏎` is Enter, `⎋` Escape, `⇥` Tab, `⌫` Backspace, and arrows
    /// are arrows.
    pub(crate) fn press(&mut self, keys: &str) {
        for c in keys.chars() {
            self.key(match c {
                '⏎' => KeyCode::Enter,
                '⎋' => KeyCode::Esc,
                '⇥' => KeyCode::Tab,
                '⌫' => KeyCode::Backspace,
                '↑' => KeyCode::Up,
                '↓' => KeyCode::Down,
                '←' => KeyCode::Left,
                '→' => KeyCode::Right,
                c => KeyCode::Char(c),
            });
        }
    }

    fn place(&self, number: u8) -> (u16, u16) {
        let (row, column) = self.app.place_of(Square::new(number).unwrap());
        Layout::new(&self.app).middle_of(row, column)
    }

    pub(crate) fn mouse_down(&mut self, number: u8) {
        let (column, row) = self.place(number);
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    }

    pub(crate) fn mouse_up(&mut self, number: u8) {
        let (column, row) = self.place(number);
        self.mouse(MouseEventKind::Up(MouseButton::Left), column, row);
    }

    pub(crate) fn click(&mut self, number: u8) {
        self.mouse_down(number);
        self.mouse_up(number);
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        self.event(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
    }

    /// Clicks the line of the screen that holds a text.
    pub(crate) fn click_text(&mut self, text: &str) {
        let screen = self.screen();
        let row = screen.lines().position(|line| line.contains(text)).expect(text);
        self.mouse(MouseEventKind::Down(MouseButton::Left), 10, row as u16);
    }

    /// Clicks a text on the screen.
    #[track_caller]
    pub(crate) fn click_word(&mut self, text: &str) {
        let screen = self.screen();
        let places = screen.lines().zip(0..).filter_map(|(line, row)| Some((line.split_once(text)?.0, row)));
        let (before, row) =
            places.last().unwrap_or_else(|| panic!("{text:?} is not on the screen:\n{screen}"));
        self.mouse(MouseEventKind::Down(MouseButton::Left), before.chars().count() as u16, row);
    }

    pub(crate) fn buffer(&self) -> Buffer {
        let size = self.app.size();
        let mut terminal = Terminal::new(TestBackend::new(size.width, size.height)).unwrap();
        terminal.draw(|frame| view(&self.app, frame)).unwrap();
        terminal.backend().buffer().clone()
    }

    /// The screen as text.
    pub(crate) fn screen(&self) -> String {
        let buffer = self.buffer();
        let row = |y: u16| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..buffer.area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }

    pub(crate) fn fen(&self) -> String {
        self.app.session.shown().to_string()
    }

    /// The moves of the game, as a file would have them.
    pub(crate) fn moves(&self) -> String {
        let moves: Vec<String> =
            self.app.session.game().moves().map(|mv| mv.route_text().to_string()).collect();
        moves.join(" ")
    }

    pub(crate) fn said(&self) -> &str {
        &self.app.message().text
    }

    #[track_caller]
    pub(crate) fn shows(&self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text), "{text:?} is not on the screen:\n{screen}");
    }

    #[track_caller]
    pub(crate) fn says(&self, text: &str) {
        assert!(self.said().contains(text), "{text:?} is not in {:?}", self.said());
    }
}

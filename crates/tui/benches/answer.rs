//! How long a player waits: for the first screen, and for the answer to a key while the engine
//! thinks on every core. `crates/cli/tests/terminal/speed.py` measures the same from outside, with
//! the program in a terminal.

#![allow(clippy::unwrap_used, reason = "a bench that cannot work may panic")]

use std::sync::mpsc::channel;
use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use crownhead_endgame::Database;
use crownhead_tui::{App, Backstage, Colors, Event, GameOptions, Look, Session, Settings, view};
use divan::Bencher;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::layout::Size;

fn main() {
    divan::main();
}

const LOOK: Look = Look { colors: Colors::Many, ascii: false };

fn opened(size: (u16, u16), settings: Settings) -> App {
    let now = Instant::now();
    let session = Session::new(settings, GameOptions::default(), now);
    let mut app = App::new(session, LOOK, Size::new(size.0, size.1), now);
    app.begin(now);
    app
}

/// State and screen from nothing.
#[divan::bench(args = [(80, 24), (120, 40)])]
fn first_screen(bencher: Bencher<'_, '_>, size: (u16, u16)) {
    bencher.bench(|| {
        let app = opened(size, Settings::default());
        let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
        terminal.draw(|frame| view(&app, frame)).unwrap();
        terminal
    });
}

/// A key, and the screen that answers it, while an analysis runs on all cores.
#[divan::bench(args = [(80, 24), (120, 40)])]
fn key_while_the_engine_thinks(bencher: Bencher<'_, '_>, size: (u16, u16)) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let settings = Settings { threads, ..Settings::default() };
    let mut app = opened(size, settings.clone());
    let (tell, heard) = channel();
    let mut backstage = Backstage::new(&settings, Database::shipped(), None, tell, Event::Happened);
    app.session.obey_line("analyze", Instant::now());
    for effect in app.take_effects() {
        backstage.perform(effect);
    }
    let mut terminal = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
    let key = |code| Event::Key(KeyEvent::new(code, KeyModifiers::NONE));
    let mut keys = [KeyCode::Right, KeyCode::Left, KeyCode::Tab, KeyCode::Esc].into_iter().cycle();
    bencher.bench_local(|| {
        heard.try_iter().for_each(|event| app.update(event, Instant::now()));
        app.update(key(keys.next().unwrap()), Instant::now());
        terminal.draw(|frame| view(&app, frame)).unwrap();
    });
}

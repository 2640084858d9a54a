//! The terminal: taken, drawn on, listened to, and given back.

use std::io::{self, Stdout, Write, stdout};
use std::panic;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::clipboard::CopyToClipboard;
use crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste};
use crossterm::style::Print;
use crossterm::terminal::{self, EnterAlternateScreen, LeaveAlternateScreen};
use crossterm::{cursor, execute};
use crownhead_board::Color;
use crownhead_endgame::Database;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::layout::Size;

use crate::app::{App, Event};
use crate::backstage::Backstage;
use crate::online::Visit;
use crate::options::{GameOptions, Settings};
use crate::session::{Happening, Session};
use crate::view::{Look, view};

/// What the screen is opened with.
#[derive(Clone, Debug)]
pub struct ScreenOptions {
    /// How the program works.
    pub settings: Settings,
    /// The game.
    pub game: GameOptions,
    /// Is the form for a new game shown first?
    pub ask: bool,
    /// A file of games to open.
    pub file: Option<PathBuf>,
    /// How things are drawn.
    pub look: Look,
    /// Is the mouse listened to?
    pub mouse: bool,
    /// The folder in which the running game is kept, if it is.
    pub kept_in: Option<PathBuf>,
    /// The endings that are known.
    pub database: &'static Database,
}

/// Something that the loop waits for.
enum Signal {
    Event(Box<Event>),
    /// The program is told to end.
    End,
    /// The keyboard is gone.
    InputFailed(io::Error),
}

impl From<Event> for Signal {
    fn from(event: Event) -> Signal {
        Signal::Event(Box::new(event))
    }
}

/// Presses and drags only, so that text can still be selected with Shift.
const MOUSE_ON: &str = "\x1b[?1000h\x1b[?1002h\x1b[?1006h";
const MOUSE_OFF: &str = "\x1b[?1006l\x1b[?1002l\x1b[?1000l";

/// Plays on the screen until the player leaves.
///
/// # Errors
///
/// The terminal cannot be used.
pub fn run_screen(options: ScreenOptions) -> io::Result<()> {
    run(options, None)
}

/// Plays people at a server on the screen, the lobby first, until the player leaves.
///
/// # Errors
///
/// The terminal cannot be used.
pub fn run_online_screen(options: ScreenOptions, visit: Visit) -> io::Result<()> {
    run(options, Some(visit))
}

fn run(options: ScreenOptions, visit: Option<Visit>) -> io::Result<()> {
    let (width, height) = terminal::size()?;
    let mut screen = Screen::open(options.mouse)?;
    let (tell, signals) = channel();
    listen(&tell);
    let wrap = |happening: Happening| Signal::from(Event::Happened(happening));
    let mut backstage =
        Backstage::new(&options.settings, options.database, options.kept_in.clone(), tell, wrap);
    let size = Size { width, height };
    let app = match visit {
        None => opened(options, &mut backstage, size),
        Some(visit) => opened_online(options, visit, &mut backstage, size),
    };
    let ended = follow(app, &mut screen, &signals, &mut backstage);
    screen.close();
    ended
}

/// Lets colors through even where the environment asks for none, because the user does.
pub fn force_colors() {
    crossterm::style::force_color_output(true);
}

/// The first screen: the game, the form, or the question about a game that was kept.
fn opened(options: ScreenOptions, backstage: &mut Backstage<Signal>, size: Size) -> App {
    let now = Instant::now();
    let mut session = Session::new(options.settings, options.game, now);
    session.is_kept = options.kept_in.is_some();
    let is_kept = backstage.find_left(|text| session.offer_kept(text));
    let mut app = App::new(session, options.look, size, now);
    match options.file {
        Some(file) => {
            app.session.obey_line(&format!("load {}", file.display()), now);
        }
        None if is_kept && options.ask => app.ask_resume(),
        None if options.ask => app.open_form(),
        None => app.begin(now),
    }
    app
}

/// The first screen at a server: its lobby.
fn opened_online(options: ScreenOptions, visit: Visit, backstage: &mut Backstage<Signal>, size: Size) -> App {
    let Visit { server, invitation } = visit;
    let now = Instant::now();
    let session = Session::online_at(options.settings, server.site().clone(), invitation, now);
    backstage.go_online(server);
    let mut app = App::new(session, options.look, size, now);
    app.open_lobby();
    app
}

/// The loop: draw, wait, take in what has happened.
fn follow(
    mut app: App,
    screen: &mut Screen,
    signals: &Receiver<Signal>,
    backstage: &mut Backstage<Signal>,
) -> io::Result<()> {
    app.update(Event::Tick, Instant::now());
    loop {
        for text in app.take_effects().into_iter().filter_map(|effect| backstage.perform(effect)) {
            execute!(stdout(), CopyToClipboard::to_clipboard_from(text))?;
        }
        if app.is_leaving() {
            return Ok(());
        }
        if app.takes_pause() {
            screen.pause()?;
        }
        screen.terminal.draw(|frame| view(&app, frame))?;
        fail_if_asked();
        let mut next = match signals.recv_timeout(patience(&app)) {
            Ok(signal) => Some(signal),
            Err(RecvTimeoutError::Timeout) => Some(Event::Tick.into()),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        // Whatever has come in the meantime is drawn at once.
        while let Some(signal) = next {
            match signal {
                Signal::Event(event) => app.update(*event, Instant::now()),
                Signal::End => return Ok(()),
                Signal::InputFailed(error) => return Err(error),
            }
            next = signals.try_recv().ok();
        }
        app.update(Event::Tick, Instant::now());
    }
}

/// Lets a test see what a fault of the program leaves of the terminal; programs that are given away
/// know nothing of it.
fn fail_if_asked() {
    if cfg!(debug_assertions) && std::env::var_os("CROWNHEAD_PANIC").is_some() {
        panic!("a test has asked for this");
    }
}

/// How long nothing has to be drawn if nothing happens.
fn patience(app: &App) -> Duration {
    let is_urgent = app.session.time_left(Color::Black, app.now).is_some() || app.session.is_waiting();
    Duration::from_millis(if is_urgent { 50 } else { 1000 })
}

/// Listens to keys, the mouse, and the system.
fn listen(tell: &Sender<Signal>) {
    let to_loop = tell.clone();
    thread::spawn(move || {
        loop {
            let signal = match event::read() {
                Ok(event::Event::Key(key)) => Event::Key(key).into(),
                Ok(event::Event::Mouse(mouse)) => Event::Mouse(mouse).into(),
                Ok(event::Event::Paste(text)) => Event::Paste(text).into(),
                Ok(event::Event::Resize(width, height)) => Event::Resize(width, height).into(),
                Ok(_) => continue,
                Err(error) => Signal::InputFailed(error),
            };
            let has_failed = matches!(signal, Signal::InputFailed(_));
            if to_loop.send(signal).is_err() || has_failed {
                return;
            }
        }
    });
    #[cfg(unix)]
    listen_to_system(tell.clone());
}

#[cfg(unix)]
fn listen_to_system(tell: Sender<Signal>) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    match signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) {
        Err(error) => tracing::warn!("signals are not heard: {error}"),
        Ok(mut signals) => {
            thread::spawn(move || {
                if signals.forever().next().is_some() {
                    let _ = tell.send(Signal::End);
                }
            });
        }
    }
}

/// The terminal while it is ours.
struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    is_open: bool,
    mouse: bool,
}

impl Screen {
    fn open(mouse: bool) -> io::Result<Screen> {
        restore_on_panic();
        let opened = take(mouse).and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match opened {
            Ok(terminal) => Ok(Screen { terminal, is_open: true, mouse }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Gives the terminal back, stops the program until the shell lets it go on, and takes the terminal again.
    fn pause(&mut self) -> io::Result<()> {
        restore();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        take(self.mouse)?;
        // Nothing of what was drawn before is there any more.
        execute!(stdout(), terminal::Clear(terminal::ClearType::All))?;
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(())
    }

    fn close(&mut self) {
        if std::mem::take(&mut self.is_open) {
            restore();
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // In a panic the terminal was given back before the panic spoke. Leaving the other screen twice
        // would take the cursor back to where the program began, and the message would be written over.
        if !thread::panicking() {
            self.close();
        }
    }
}

/// Takes the terminal.
fn take(mouse: bool) -> io::Result<()> {
    terminal::enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
    if mouse { execute!(stdout(), Print(MOUSE_ON)) } else { Ok(()) }
}

/// Gives the terminal back as it was. What fails cannot be helped.
fn restore() {
    let _ = execute!(stdout(), Print(MOUSE_OFF), DisableBracketedPaste, LeaveAlternateScreen, cursor::Show);
    let _ = terminal::disable_raw_mode();
    let _ = stdout().flush();
}

/// A panic of the main thread gives the terminal back before it speaks. One of another thread is
/// written to the log: the game goes on.
fn restore_on_panic() {
    let main = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == main {
            restore();
            before(info);
        } else {
            tracing::error!("{info}");
        }
    }));
}

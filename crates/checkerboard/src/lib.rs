#![doc = include_str!("../README.md")]

mod board;
mod options;
mod session;

use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use crownhead_engine::{Control, Limits};

pub use board::Board;
use session::{Known, Session, limits, move_time};

/// Bytes of every text that is handed over.
const TEXT: usize = 1024;
/// How often it is looked whether the move is wanted at once.
const LOOK: Duration = Duration::from_millis(2);
/// The bit of `info` that says that another game has begun.
const NEW_GAME: c_int = 1;

/// The one engine of the program that has loaded this.
static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// Thinks about a position and makes a move on the board. Returns what is known of the game's end: a draw (0), a win (1),
/// a loss (2) or nothing (3).
///
/// # Safety
///
/// As CheckerBoard calls it: `board` is its board, `text` has room for 1024 bytes, and `playnow` is a number that becomes
/// other than 0 when the move is wanted at once. The last pointer is for other games and not touched.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn getmove(
    board: *mut Board,
    color: c_int,
    maxtime: f64,
    text: *mut c_char,
    playnow: *mut c_int,
    info: c_int,
    moreinfo: c_int,
    _cbmove: *mut std::ffi::c_void,
) -> c_int {
    // SAFETY: the caller hands over its board, which nobody else uses until this returns.
    let Some(board) = (unsafe { board.as_mut() }) else { return Known::Unknown as c_int };
    let text = Text(text);
    let playnow = PlayNow(playnow);
    let move_and_known = catch_unwind(AssertUnwindSafe(|| {
        let limits = limits(maxtime, info, moreinfo);
        play(board, board::color(color), limits, info & NEW_GAME != 0, playnow, &text)
    }));
    // A fault of ours must not take the whole program down.
    move_and_known.unwrap_or(Known::Unknown) as c_int
}

/// Answers a command: 1 and the answer if it is known, 0 and a question mark if it is not.
///
/// # Safety
///
/// As CheckerBoard calls it: `command` ends with a zero, and `reply` has room for 1024 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn enginecommand(command: *const c_char, reply: *mut c_char) -> c_int {
    if command.is_null() {
        return 0;
    }
    // SAFETY: the caller ends its texts with a zero.
    let command = unsafe { CStr::from_ptr(command) }.to_string_lossy();
    let answer = catch_unwind(|| answer(&command)).unwrap_or(None);
    Text(reply).write(answer.as_deref().unwrap_or("?"));
    c_int::from(answer.is_some())
}

fn answer(command: &str) -> Option<String> {
    let mut session = match SESSION.try_lock() {
        Ok(session) => session,
        Err(TryLockError::Poisoned(session)) => session.into_inner(),
        // While it thinks nothing can be changed, and nobody should have to wait.
        Err(TryLockError::WouldBlock) => return None,
    };
    session.get_or_insert_with(|| Session::new(settings())).command(command)
}

fn play(
    board: &mut Board,
    turn: crownhead_board::Color,
    limits: Limits,
    is_new: bool,
    playnow: PlayNow,
    text: &Text,
) -> Known {
    let mut session = SESSION.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let session = session.get_or_insert_with(|| Session::new(settings()));
    let Some(position) = board::read(board, turn) else {
        text.write("this is no position of checkers");
        return Known::Unknown;
    };
    if is_new {
        session.new_game();
    }
    let control = Control::new();
    let until = session.solves().then(|| move_time(&limits)).flatten().map(|time| Instant::now() + time);
    let (done, is_done) = mpsc::channel::<()>();
    let (mv, known) = thread::scope(|scope| {
        let control = &control;
        scope.spawn(move || watch(playnow, until, control, &is_done));
        let thought = session.think(position, limits, control, &mut |line| text.write(line));
        drop(done);
        thought
    });
    if let Some(mv) = mv {
        board::write(board, &position.play_unchecked(mv));
    }
    known
}

/// Stops the search when the move is wanted, or when the time is over.
fn watch(playnow: PlayNow, until: Option<Instant>, control: &Control, is_done: &mpsc::Receiver<()>) {
    while is_done.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
        if playnow.is_set() || until.is_some_and(|until| Instant::now() >= until) {
            control.stop();
            return;
        }
    }
}

/// The file of options.
fn settings() -> Option<PathBuf> {
    Some(session::folders()?.config_dir().join("checkerboard.toml"))
}

/// A number that CheckerBoard changes when somebody cannot wait.
#[derive(Clone, Copy)]
struct PlayNow(*const c_int);

// SAFETY: it is only read, while `getmove` has not returned, and the caller keeps it until then.
unsafe impl Send for PlayNow {}

impl PlayNow {
    fn is_set(self) -> bool {
        // SAFETY: not null, and alive until `getmove` returns. Another thread may write it, which is why it is read anew.
        !self.0.is_null() && unsafe { self.0.read_volatile() } != 0
    }
}

/// Room for a text, in the caller's memory.
struct Text(*mut c_char);

impl Text {
    /// Writes as much of a text as there is room for, and a zero.
    fn write(&self, text: &str) {
        if self.0.is_null() {
            return;
        }
        let bytes = text.as_bytes();
        let length = bytes.len().min(TEXT - 1);
        // SAFETY: the caller has room for `TEXT` bytes, and no Rust text lies there.
        unsafe {
            self.0.cast::<u8>().copy_from_nonoverlapping(bytes.as_ptr(), length);
            self.0.cast::<u8>().add(length).write(0);
        }
    }
}

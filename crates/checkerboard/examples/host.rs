//! Loads an engine as CheckerBoard does, and lets it play a program that speaks Hub:
//! `host ENGINE.dll GAMES MILLISECONDS OPPONENT...`. It shares no code with the engine but the rules.

#![allow(clippy::unwrap_used, reason = "it is a test")]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crownhead_arena::openings::Openings;
use crownhead_arena::player::{Fault, HubPlayer, Player, Proposal, Turn};
use crownhead_arena::referee::{Referee, TimeControl};
use crownhead_board::{Color, Game, Position, Square};
use crownhead_engine::Limits;
use libloading::Library;

type Board = [[c_int; 8]; 8];
type GetMove = unsafe extern "system" fn(
    *mut Board,
    c_int,
    f64,
    *mut c_char,
    *mut c_int,
    c_int,
    c_int,
    *mut c_void,
) -> c_int;
type EngineCommand = unsafe extern "system" fn(*const c_char, *mut c_char) -> c_int;

/// An engine that was loaded.
struct Loaded {
    library: Library,
    time: Duration,
    /// The most that a move took beyond its time.
    worst: Duration,
    is_new: bool,
}

/// The board as the interface describes it.
fn board(position: &Position) -> Board {
    let mut board = [[0; 8]; 8];
    for (square, piece) in position.iter_pieces() {
        let (x, y) = place(square);
        let color = if piece.color == Color::White { 1 } else { 2 };
        board[x][y] = color + if piece.is_king() { 8 } else { 4 };
    }
    board
}

fn place(square: Square) -> (usize, usize) {
    let n = usize::from(square.number());
    let y = (n - 1) / 4;
    (2 * (3 - (n - 1) % 4) + usize::from(y % 2 == 1), y)
}

/// The FEN after the last move that cannot be taken back, and the moves since then.
fn history(game: &Game) -> String {
    let quiet = usize::try_from(game.quiet_plies()).unwrap();
    let positions: Vec<&Position> = game.positions().collect();
    let since = positions.len() - 1 - quiet.min(positions.len() - 1);
    let moves: Vec<String> = game.moves().skip(since).map(|mv| mv.to_string()).collect();
    format!("set gamehist {} {}", positions[since], moves.join(" "))
}

impl Loaded {
    fn load(dll: &str, time: Duration) -> Loaded {
        // SAFETY: it is an engine of CheckerBoard, which does nothing when it is loaded.
        let library = unsafe { Library::new(dll) }.unwrap();
        Loaded { library, time, worst: Duration::ZERO, is_new: true }
    }

    fn command(&self, command: &str) -> (c_int, String) {
        let (command, mut reply) = (CString::new(command).unwrap(), [0 as c_char; 1024]);
        // SAFETY: the function has this type, and the texts are as long as it expects.
        unsafe {
            let answer = self.library.get::<EngineCommand>(b"enginecommand").unwrap();
            let known = answer(command.as_ptr(), reply.as_mut_ptr());
            (known, CStr::from_ptr(reply.as_ptr()).to_string_lossy().into_owned())
        }
    }

    /// The position after the engine's move, what it said, and how long it took.
    fn ask(
        &self,
        position: &Position,
        seconds: f64,
        info: c_int,
        playnow: &AtomicI32,
    ) -> (Board, String, Duration) {
        let (mut board, mut text) = (board(position), [0 as c_char; 1024]);
        let color = if position.turn() == Color::White { 1 } else { 2 };
        let mut cbmove = [0u8; 4096];
        let began = Instant::now();
        // SAFETY: the function has this type; board and text are of the size that it expects.
        let text = unsafe {
            let get_move = self.library.get::<GetMove>(b"getmove").unwrap();
            let cbmove = cbmove.as_mut_ptr().cast();
            get_move(&mut board, color, seconds, text.as_mut_ptr(), playnow.as_ptr(), info, 0, cbmove);
            CStr::from_ptr(text.as_ptr()).to_string_lossy().into_owned()
        };
        (board, text, began.elapsed())
    }
}

impl Player for Loaded {
    fn start_game(&mut self, _game: &Game, _seed: u64) -> Result<(), Fault> {
        self.is_new = true;
        Ok(())
    }

    fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault> {
        assert_eq!(self.command(&history(turn.game)).0, 1, "{}", history(turn.game));
        let (position, playnow) = (turn.game.position(), AtomicI32::new(0));
        let info = 2 + c_int::from(self.is_new);
        self.is_new = false;
        let (after, text, took) = self.ask(position, self.time.as_secs_f64(), info, &playnow);
        self.worst = self.worst.max(took.saturating_sub(self.time));
        let mv = turn.game.legal_moves().into_iter().find(|mv| board(&position.play_unchecked(*mv)) == after);
        mv.map(Proposal::from).ok_or_else(|| Fault::Illegal(format!("{position}: {text}")))
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [dll, games, millis, opponent @ ..] = args.as_slice() else {
        panic!("host ENGINE.dll GAMES MILLISECONDS OPPONENT...");
    };
    let (n_games, time) = (games.parse().unwrap(), Duration::from_millis(millis.parse().unwrap()));
    let load = || Loaded::load(dll, time);
    keep_options(load);
    let mut engine = load();
    talk(&engine);
    stop_at_once(&engine);

    let mut hub = HubPlayer::start(&opponent.join(" ")).unwrap();
    let openings = Openings::named("ballots", 1).unwrap();
    let referee = Referee::new(TimeControl::EachMove(Limits::move_time(time)));
    let mut points = [0; 3];
    for number in 0..n_games {
        let opening = openings.games()[number / 2 % openings.games().len()].clone();
        let color = Color::ALL[number % 2];
        let players: [&mut dyn Player; 2] = match color {
            Color::Black => [&mut engine, &mut hub],
            Color::White => [&mut hub, &mut engine],
        };
        let played = referee.play(players, opening, &mut ());
        assert!(played.fault.is_none(), "game {number}: {:?}", played.fault);
        let winner = played.game.outcome().and_then(crownhead_board::Outcome::winner);
        points[winner.map_or(1, |winner| if winner == color { 0 } else { 2 })] += 1;
    }
    let [won, drawn, lost] = points;
    println!(
        "{n_games} games without a fault: +{won} ={drawn} -{lost}; the longest move took {:?} beyond its {time:?}",
        engine.worst
    );
}

/// What was set holds when the engine is loaded the next time.
fn keep_options(load: impl Fn() -> Loaded) {
    let before = load().command("get hashsize").1;
    assert_eq!(load().command("set hashsize 17"), (1, "17".to_owned()));
    assert_eq!(load().command("get hashsize"), (1, "17".to_owned()));
    assert_eq!(load().command(&format!("set hashsize {before}")), (1, before));
    println!("options are kept");
}

/// What CheckerBoard asks an engine before it plays.
fn talk(engine: &Loaded) {
    let (known, name) = engine.command("name");
    assert!(known == 1 && name.starts_with("Crownhead"), "{name}");
    assert_eq!(engine.command("get protocolversion"), (1, "2".to_owned()));
    assert_eq!(engine.command("get gametype"), (1, "21".to_owned()));
    assert_eq!(engine.command("sing"), (0, "?".to_owned()));
    let about = engine.command("about").1;
    println!("{}", about.lines().next().unwrap_or_default());
}

/// Whoever cannot wait gets the move.
fn stop_at_once(engine: &Loaded) {
    let playnow = AtomicI32::new(0);
    let (asked, took) = thread::scope(|scope| {
        let asked = scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            playnow.store(1, Ordering::Relaxed);
            Instant::now()
        });
        let (_, _, took) = engine.ask(&Position::default(), 1000.0, 3, &playnow);
        (asked.join().unwrap().elapsed(), took)
    });
    assert!(took < Duration::from_secs(100), "it thought on: {took:?}");
    println!("told to play, it moved within {asked:?}");
}

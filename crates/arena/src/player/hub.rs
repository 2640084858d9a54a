//! Programs that speak the Hub protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command as Process, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crownhead_board::Game;
use crownhead_engine::{Limits, TimeLimit};
use crownhead_protocol::hub::{Command, Info, Mode, Param, ParamKind, Reply};
use crownhead_protocol::{Frame, MoveText};

use super::{Fault, Player, Proposal, Thought, Turn};

/// How long a program may take to get ready.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// How much longer than its limit a program may think before it counts as silent.
const GRACE: Duration = Duration::from_secs(10);
/// How long it may think without a time limit.
const MOVE_TIMEOUT: Duration = Duration::from_secs(600);

/// A program that speaks Hub on its standard input and output.
#[derive(Debug)]
pub struct HubPlayer {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    frame: Frame,
}

impl HubPlayer {
    /// Starts a program, given as a command line with spaces between its words, and does the handshake.
    ///
    /// # Errors
    ///
    /// It cannot be started, or does not follow the protocol.
    pub fn start(command: &str) -> Result<HubPlayer, Fault> {
        let mut words = command.split_whitespace();
        let program = words.next().unwrap_or_default();
        let mut child = Process::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| Fault::Crashed(format!("{command} cannot be started: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Crashed(format!("{command} has no input or output")));
        };
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // The channel closes when the player is dropped.
            lines.map(|line| sender.send(line)).take_while(Result::is_ok).for_each(drop);
        });
        let mut player = HubPlayer { child, input, lines, frame: Frame::default() };
        player.handshake()?;
        Ok(player)
    }

    fn handshake(&mut self) -> Result<(), Fault> {
        self.send(&Command::Hub)?;
        let mut params = Vec::new();
        self.wait_for(START_TIMEOUT, |reply| match reply {
            Reply::Param(param) => {
                params.push(param);
                None
            }
            Reply::Wait => Some(()),
            _ => None,
        })?;
        self.set_params(&params)?;
        self.send(&Command::Init)?;
        self.wait_for(START_TIMEOUT, |reply| (reply == Reply::Ready).then_some(()))
    }

    /// Selects English checkers, and the standard frame if the program has it.
    fn set_params(&mut self, params: &[Param]) -> Result<(), Fault> {
        for param in params {
            let ParamKind::Enum { values } = &param.kind else { continue };
            let has = |value: &str| values.iter().any(|known| known == value);
            let value = match param.name.as_str() {
                "variant" if has("english") => "english",
                "pos-frame" if has("standard") => {
                    self.frame = Frame::Standard;
                    "standard"
                }
                _ => continue,
            };
            self.send(&Command::SetParam { name: param.name.clone(), value: value.to_owned() })?;
        }
        Ok(())
    }

    fn send(&mut self, command: &Command) -> Result<(), Fault> {
        let said = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        said.map_err(|error| Fault::Crashed(error.to_string()))
    }

    /// Waits for a reply that `hear` accepts. Lines that are not replies are skipped.
    fn wait_for<T>(&self, timeout: Duration, mut hear: impl FnMut(Reply) -> Option<T>) -> Result<T, Fault> {
        loop {
            let line = self.lines.recv_timeout(timeout).map_err(|error| match error {
                RecvTimeoutError::Timeout => Fault::Silent(format!("nothing for {} s", timeout.as_secs())),
                RecvTimeoutError::Disconnected => Fault::Crashed("its output ended".to_owned()),
            })?;
            match line.parse() {
                Ok(Reply::Error(message)) => return Err(Fault::Crashed(message)),
                Ok(reply) => {
                    if let Some(answer) = hear(reply) {
                        return Ok(answer);
                    }
                }
                Err(error) if line.starts_with("done") => {
                    return Err(Fault::Illegal(format!("{line}: {error}")));
                }
                Err(_) => {}
            }
        }
    }
}

impl Player for HubPlayer {
    fn start_game(&mut self, _game: &Game, _seed: u64) -> Result<(), Fault> {
        self.send(&Command::NewGame)
    }

    fn propose(&mut self, turn: &Turn<'_>) -> Result<Proposal, Fault> {
        let Turn { game, limits, .. } = *turn;
        let moves = game.moves().filter_map(MoveText::from_move);
        self.send(&Command::pos(game.start(), moves, self.frame))?;
        self.send(&Command::Level(limits))?;
        self.send(&Command::Go(Mode::Think))?;
        let mut last = Info::default();
        let done = self.wait_for(timeout(limits), |reply| match reply {
            Reply::Info(info) => {
                last = info;
                None
            }
            Reply::Done(done) => Some(done),
            _ => None,
        })?;
        let mv = done.mv.resolve(game.position()).map_err(|error| Fault::Illegal(error.to_string()))?;
        Ok(Proposal::Move(Thought { mv, score: last.score, depth: last.depth }))
    }
}

impl Drop for HubPlayer {
    fn drop(&mut self) {
        let _ = self.send(&Command::Quit);
        // It could have quit by itself; no process may stay behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn timeout(limits: Limits) -> Duration {
    match limits.time {
        Some(TimeLimit::Move(time)) => time + GRACE,
        Some(TimeLimit::Clock(clock)) => clock.left + GRACE,
        None => MOVE_TIMEOUT,
    }
}

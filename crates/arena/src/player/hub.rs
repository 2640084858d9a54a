//! Programs that speak the Hub protocol.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command as Process, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

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

/// The longest line it may write, in bytes.
const MAX_LINE: usize = 1 << 16;
/// How many lines it may write before an answer.
const MAX_LINES: usize = 100_000;
/// How many lines wait for the referee at most. A program that writes more has to wait itself.
const LINES_WAITING: usize = 1024;

/// A program that speaks Hub on its standard input and output.
#[derive(Debug)]
pub struct HubPlayer {
    child: Child,
    input: ChildStdin,
    lines: Receiver<Result<String, Fault>>,
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
        let (sender, lines) = mpsc::sync_channel(LINES_WAITING);
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            // The channel closes when the player is dropped.
            while let Some(line) = next_line(&mut output) {
                let is_last = line.is_err();
                if sender.send(line).is_err() || is_last {
                    return;
                }
            }
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

    /// Waits for a reply that `hear` accepts. Lines that are not replies are skipped; they do not give more time.
    fn wait_for<T>(&self, timeout: Duration, mut hear: impl FnMut(Reply) -> Option<T>) -> Result<T, Fault> {
        let deadline = Instant::now() + timeout;
        for _ in 0..MAX_LINES {
            let left = deadline.saturating_duration_since(Instant::now());
            let too_late = || Fault::Silent(format!("none within {} s", timeout.as_secs()));
            let line = self.lines.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => too_late(),
                RecvTimeoutError::Disconnected => Fault::Crashed("its output ended".to_owned()),
            })??;
            if left.is_zero() {
                return Err(too_late());
            }
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
        Err(Fault::Silent(format!("only {MAX_LINES} other lines")))
    }
}

/// The next line of a program, without its end; `None` at the end of its output.
fn next_line(output: &mut impl BufRead) -> Option<Result<String, Fault>> {
    let mut line = Vec::new();
    output.take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line).ok().filter(|read| *read > 0)?;
    if line.len() > MAX_LINE {
        return Some(Err(Fault::Crashed(format!("a line of more than {MAX_LINE} bytes"))));
    }
    Some(Ok(String::from_utf8_lossy(&line).trim_end().to_owned()))
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

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use super::*;

    /// What becomes of a program that is ready to play, and then does this on its turn.
    fn fault(turn: &str) -> Fault {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("engine.sh");
        let text =
            format!("read hub; echo wait; read init; echo ready; read pos; read level; read go; {turn}");
        std::fs::write(&script, text).unwrap();
        let mut player = HubPlayer::start(&format!("sh {}", script.display())).unwrap();
        let turn = Turn {
            game: &Game::new(),
            limits: Limits::nodes(1),
            legal_moves: None,
            refusal: None,
            attempts_left: 1,
            is_draw_offered: false,
        };
        player.propose(&turn).unwrap_err()
    }

    #[test]
    fn a_program_that_only_talks_forfeits() {
        let fault = fault("yes 'info depth=1'");
        assert!(matches!(&fault, Fault::Silent(why) if why.contains("100000 other lines")), "{fault}");
    }

    #[test]
    fn a_line_without_an_end_forfeits() {
        let fault = fault("cat /dev/zero");
        assert!(matches!(&fault, Fault::Crashed(why) if why.contains("65536 bytes")), "{fault}");
    }
}

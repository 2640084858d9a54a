//! A program that is run with some questions, and can neither run for ever nor take all memory.

use std::cell::Cell;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A program with its arguments, and what each run of it may take.
#[derive(Debug)]
pub(super) struct Program {
    command: Vec<OsString>,
    time: Duration,
    megabytes: u64,
    /// How long we have waited for it.
    waited: Cell<Duration>,
}

/// What a run printed, and how it ended.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) lines: Vec<String>,
    pub(super) ending: Ending,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// As it should.
    Fine,
    /// With an exit code or a signal, and the last line that it wrote to standard error.
    Crashed { how: String, said: String },
    /// It was stopped, because it took too long.
    TimedOut(Duration),
    /// It was stopped, because it printed without end.
    Flooded,
    /// As it should, with more lines than there were questions, or fewer; and the first that is no answer to any.
    OtherLines { n_lines: usize, n_questions: usize, superfluous: Option<String> },
}

impl Ending {
    /// The same for programs.
    pub(super) fn code(&self) -> &'static str {
        match self {
            Ending::Fine => "too_few_lines",
            Ending::Crashed { .. } => "crash",
            Ending::TimedOut(_) => "timeout",
            Ending::Flooded => "too_much_output",
            Ending::OtherLines { n_lines, n_questions, .. } if n_lines < n_questions => "too_few_lines",
            Ending::OtherLines { .. } => "too_many_lines",
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Fine => f.write_str("it ended without an answer; it has to answer until its input ends"),
            Ending::Crashed { how, said } if said.is_empty() => write!(f, "it ended with {how}"),
            Ending::Crashed { how, said } => write!(f, "it ended with {how}: {said}"),
            Ending::TimedOut(limit) => write!(f, "it did not end within {} s", limit.as_secs_f64()),
            Ending::OtherLines { superfluous: Some(line), .. } => {
                write!(f, "the line \"{line}\" is no answer; print nothing but one line for each position")
            }
            Ending::OtherLines { n_lines, n_questions, .. } => write!(
                f,
                "it printed {n_lines} lines for {n_questions} positions; one line is expected for each position, \
                 an empty one where there is no move"
            ),
            Ending::Flooded => write!(f, "it printed more than {} MB and was stopped", MAX_OUTPUT >> 20),
        }
    }
}

/// No answers are that long.
const MAX_OUTPUT: usize = 16 << 20;
/// How long a program that has ended may keep us waiting for what it wrote to standard error.
const AFTERWARDS: Duration = Duration::from_millis(200);

impl Program {
    pub(super) fn new(command: Vec<OsString>, time: Duration, megabytes: u64) -> Program {
        Program { command, time, megabytes, waited: Cell::default() }
    }

    pub(super) fn seconds(&self) -> f64 {
        self.waited.get().as_secs_f64()
    }

    /// Runs the program with these lines as its input.
    ///
    /// # Errors
    ///
    /// It cannot be started.
    pub(super) fn run(&self, input: String) -> io::Result<Run> {
        let begun = Instant::now();
        let run = self.run_until(input, begun + self.time);
        self.waited.set(self.waited.get() + begun.elapsed());
        run
    }

    fn run_until(&self, input: String, deadline: Instant) -> io::Result<Run> {
        let mut child = self.start()?;
        if let Some(mut stdin) = child.stdin.take() {
            // A program need not read all of it.
            thread::spawn(move || stdin.write_all(input.as_bytes()));
        }
        let output = chunks(child.stdout.take());
        let complaints = chunks(child.stderr.take());
        let (printed, stopped) = self.listen(&output, deadline);
        let status = match &stopped {
            None => wait(&mut child, deadline)?,
            Some(_) => None,
        };
        stop(&mut child);
        let said = said_last(&complaints);
        let ending = match (stopped, status) {
            (Some(stopped), _) => stopped,
            (None, None) => Ending::TimedOut(self.time),
            (None, Some(status)) if status.success() => Ending::Fine,
            (None, Some(status)) => Ending::Crashed { how: how(status), said },
        };
        Ok(Run { lines: lines(&printed), ending })
    }

    fn start(&self) -> io::Result<Child> {
        let (program, args) = self.command.split_first().expect("the command line asks for a program");
        // To say what is wrong with it, which the shell below says in words of its own.
        find(program)?;
        let mut command = limited(program, self.megabytes);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that what it starts is stopped with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn()
    }

    /// What is printed until it ends, or why it has to be stopped.
    fn listen(&self, output: &Receiver<Vec<u8>>, deadline: Instant) -> (Vec<u8>, Option<Ending>) {
        let mut printed = Vec::new();
        loop {
            match output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(chunk) => printed.extend(chunk),
                Err(RecvTimeoutError::Disconnected) => return (printed, None),
                Err(RecvTimeoutError::Timeout) => return (printed, Some(Ending::TimedOut(self.time))),
            }
            if printed.len() > MAX_OUTPUT {
                return (printed, Some(Ending::Flooded));
            }
        }
    }
}

/// The program as a shell starts it, after it has limited the memory of its own process.
#[cfg(unix)]
fn limited(program: &OsStr, megabytes: u64) -> Command {
    let mut command = Command::new("sh");
    let limit = format!("ulimit -v {} 2>/dev/null; ulimit -c 0; exec \"$@\"", megabytes.saturating_mul(1024));
    command.arg("-c").arg(limit).arg("sh").arg(program);
    command
}

/// Other systems have no such limit.
#[cfg(not(unix))]
fn limited(program: &OsStr, _megabytes: u64) -> Command {
    Command::new(program)
}

/// Fails if there is no such program: a path, or a name in one of the folders of `PATH`.
fn find(program: &OsStr) -> io::Result<()> {
    let path = std::path::Path::new(program);
    if path.components().count() > 1 {
        let found = std::fs::metadata(path)?;
        if found.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        #[cfg(unix)]
        if std::os::unix::fs::PermissionsExt::mode(&found.permissions()) & 0o111 == 0 {
            return Err(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "it is not executable; a script needs its interpreter before it, as in -- python3 student.py",
            ));
        }
        return Ok(());
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let is_there = std::env::split_paths(&folders).any(|folder| {
        folder.join(path).is_file()
            || folder.join(path).with_extension(std::env::consts::EXE_EXTENSION).is_file()
    });
    is_there.then_some(()).ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "there is no such program"))
}

/// What a stream brings, as it comes; the end of the channel is the end of the stream.
fn chunks(stream: Option<impl Read + Send + 'static>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let Some(mut stream) = stream else { return };
        let mut chunk = [0; 1 << 16];
        while let Ok(n @ 1..) = stream.read(&mut chunk) {
            if sender.send(chunk[..n].to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}

/// How the program ended, if it did in time.
fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        match child.try_wait()? {
            Some(status) => return Ok(Some(status)),
            None if Instant::now() > deadline => return Ok(None),
            None => thread::sleep(Duration::from_micros(200)),
        }
    }
}

/// Ends the program and everything that it has started.
fn stop(child: &mut Child) {
    #[cfg(unix)]
    {
        let group = rustix::process::Pid::from_child(child);
        // They may have ended by themselves.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// The last line that was written to standard error.
fn said_last(complaints: &Receiver<Vec<u8>>) -> String {
    let deadline = Instant::now() + AFTERWARDS;
    let mut said = Vec::new();
    while let Ok(chunk) = complaints.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
        said.extend(chunk);
        if said.len() > MAX_OUTPUT {
            break;
        }
    }
    lines(&said).into_iter().rfind(|line| !line.trim().is_empty()).unwrap_or_default()
}

fn lines(bytes: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(bytes).lines().map(str::to_owned).collect()
}

/// How a process ended that did not end well.
fn how(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            4 => " (illegal instruction)",
            6 => " (abort)",
            8 => " (division by zero)",
            9 => " (killed)",
            11 => " (segmentation fault)",
            _ => "",
        };
        return format!("signal {signal}{name}");
    }
    status.code().map_or_else(|| "an unknown exit code".to_owned(), |code| format!("exit code {code}"))
}

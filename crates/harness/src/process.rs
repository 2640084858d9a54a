//! A server's process: started, waited for, killed, started again.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::HarnessError;

/// How long a server may take until it answers.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(crate) struct Process {
    pub(crate) program: &'static str,
    pub(crate) log: PathBuf,
    child: Option<Child>,
}

impl Process {
    pub(crate) fn new(program: &'static str, folder: &Path) -> Process {
        Process { program, log: folder.join("log"), child: None }
    }

    /// Starts the command and waits until the server answers.
    pub(crate) fn start(
        &mut self,
        command: &mut Command,
        is_ready: impl Fn() -> bool,
    ) -> Result<(), HarnessError> {
        self.kill();
        let log = File::options().create(true).append(true).open(&self.log)?;
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let child = self.child.insert(command.spawn()?);
        let begun = Instant::now();
        while !is_ready() {
            if child.try_wait()?.is_some() || begun.elapsed() > PATIENCE {
                return Err(self.silent());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    pub(crate) fn id(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Ends the process at once, as `kill -9` does.
    pub(crate) fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    fn silent(&self) -> HarnessError {
        let log = fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = log.lines().collect();
        let end = lines[lines.len().saturating_sub(5)..].join("; ");
        HarnessError::Silent { program: self.program, log: end }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

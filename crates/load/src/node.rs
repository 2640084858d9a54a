//! A server in a process of its own.

use std::fs::{self, File};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;

/// How long it may take until it listens.
const PATIENCE: Duration = Duration::from_secs(30);

/// A server in a process of its own, which ends when this is dropped.
#[derive(Debug)]
pub struct Node {
    program: PathBuf,
    arguments: Vec<String>,
    log: PathBuf,
    port: u16,
    child: Option<Child>,
}

impl Node {
    /// Starts a server on a free port of this machine, without limits unless they are asked for. What it prints goes to a
    /// file.
    ///
    /// # Errors
    ///
    /// It does not come up.
    pub fn start(program: &Path, arguments: &[&str], log: PathBuf) -> anyhow::Result<Node> {
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let usual = ["--threads", "1", "--hash", "1", "--log-format", "text"];
        let no_limits: &[&str] = if arguments.contains(&"--limits") { &[] } else { &["--limits", "none"] };
        let arguments =
            arguments.iter().chain(&usual).chain(no_limits).map(|argument| (*argument).to_owned()).collect();
        let mut node = Node { program: program.to_owned(), arguments, log, port, child: None };
        node.start_again()?;
        Ok(node)
    }

    /// Where it listens.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    /// Its process.
    pub fn process(&self) -> Option<u32> {
        self.child.as_ref().map(Child::id)
    }

    /// Ends it at once, as `kill -9` does.
    pub fn kill(&mut self) {
        if let Some(mut child) = self.child.take() {
            // It may have ended by itself.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    /// Starts it again on the same port, and waits until it listens.
    ///
    /// # Errors
    ///
    /// It does not come up.
    pub fn start_again(&mut self) -> anyhow::Result<()> {
        self.kill();
        let log = File::options().create(true).append(true).open(&self.log)?;
        let mut command = Command::new(&self.program);
        command.args(["serve", "--listen", &format!("127.0.0.1:{}", self.port)]).args(&self.arguments);
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let child = command.spawn().with_context(|| self.program.display().to_string())?;
        let child = self.child.insert(child);
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            if child.try_wait()?.is_some() || begun.elapsed() > PATIENCE {
                let log = fs::read_to_string(&self.log).unwrap_or_default();
                anyhow::bail!("{} does not come up: {log}", self.program.display());
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.kill();
    }
}

//! A NATS server with JetStream.

use std::ffi::OsString;
use std::io;
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::process::Process;
use crate::{Certificates, HarnessError, free_port};

/// A NATS server of one's own, gone when this is dropped.
#[derive(Debug)]
pub struct Nats {
    // The order matters: the process ends before its folder goes.
    process: Process,
    folder: TempDir,
    port: u16,
    options: Vec<OsString>,
}

impl Nats {
    /// Starts one.
    ///
    /// # Errors
    ///
    /// It is not installed, or does not come up.
    pub fn start() -> Result<Nats, HarnessError> {
        Nats::start_with(Vec::new())
    }

    /// Starts one that speaks to nobody without encryption and a certificate of the same authority.
    ///
    /// # Errors
    ///
    /// It is not installed, or does not come up.
    pub fn start_encrypted(certificates: &Certificates) -> Result<Nats, HarnessError> {
        let (certificate, key) = certificates.server();
        let mut options: Vec<OsString> = vec!["--tlsverify".into()];
        let files =
            [("--tlscert", certificate), ("--tlskey", key), ("--tlscacert", certificates.authority())];
        options.extend(files.into_iter().flat_map(|(name, file)| [name.into(), file.into()]));
        Nats::start_with(options)
    }

    fn start_with(options: Vec<OsString>) -> Result<Nats, HarnessError> {
        let folder = tempfile::tempdir()?;
        let process = Process::new("nats-server", folder.path());
        let mut nats = Nats { process, folder, port: free_port()?, options };
        nats.start_again()?;
        Ok(nats)
    }

    /// What a client connects to.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it at once, as `kill -9` does. Its queues stay on the disk.
    pub fn kill(&mut self) {
        self.process.kill();
    }

    /// Starts it again on the same port, with the same data.
    ///
    /// # Errors
    ///
    /// It does not come up.
    pub fn start_again(&mut self) -> Result<(), HarnessError> {
        let port = self.port;
        let mut command = Command::new(program());
        command.args(["--addr", "127.0.0.1", "--port", &port.to_string(), "--jetstream", "--store_dir"]);
        command.arg(self.folder.path()).args(&self.options);
        let started = self.process.start(&mut command, || TcpStream::connect(("127.0.0.1", port)).is_ok());
        match started {
            Err(HarnessError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                Err(HarnessError::Missing { program: "nats-server", package: "nats-server" })
            }
            started => started,
        }
    }
}

/// Debian puts it where only root looks.
fn program() -> &'static str {
    const SBIN: &str = "/usr/sbin/nats-server";
    if Path::new(SBIN).exists() { SBIN } else { "nats-server" }
}

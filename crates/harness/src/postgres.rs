//! A PostgreSQL server.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use crate::process::Process;
use crate::{Certificates, HarnessError, free_port};

/// A PostgreSQL server of one's own, gone when this is dropped.
#[derive(Debug)]
pub struct Postgres {
    // The order matters: the process ends before its folder goes.
    process: Process,
    folder: TempDir,
    programs: PathBuf,
    port: u16,
}

impl Postgres {
    /// Makes a new database cluster and starts it.
    ///
    /// # Errors
    ///
    /// PostgreSQL is not installed, or does not come up.
    pub fn start() -> Result<Postgres, HarnessError> {
        let programs =
            programs().ok_or(HarnessError::Missing { program: "postgres", package: "postgresql" })?;
        let folder = tempfile::tempdir()?;
        if let Some(user) = unprivileged()? {
            chown(folder.path(), Some(user), None)?;
        }
        let process = Process::new("postgres", folder.path());
        let postgres = Postgres { process, folder, programs, port: free_port()? };
        postgres.make()?;
        let mut postgres = postgres;
        postgres.start_again()?;
        Ok(postgres)
    }

    /// The same, but it speaks to nobody without encryption and a certificate of the same authority.
    ///
    /// # Errors
    ///
    /// PostgreSQL is not installed, or does not come up.
    pub fn start_encrypted(certificates: &Certificates) -> Result<Postgres, HarnessError> {
        let mut postgres = Postgres::start()?;
        let (certificate, key) = certificates.server();
        let user = fs::metadata(postgres.folder.path())?.uid();
        for (from, to) in
            [(certificate, "server.crt"), (key, "server.key"), (certificates.authority(), "root.crt")]
        {
            let to = postgres.data().join(to);
            fs::copy(from, &to)?;
            // A key that others can read is refused.
            fs::set_permissions(&to, Permissions::from_mode(0o600))?;
            chown(&to, Some(user), None)?;
        }
        fs::write(postgres.data().join("postgresql.auto.conf"), "ssl = on\nssl_ca_file = 'root.crt'\n")?;
        let who = "hostssl all all 127.0.0.1/32 trust clientcert=verify-ca\n";
        fs::write(postgres.data().join("pg_hba.conf"), who)?;
        postgres.start_again()?;
        Ok(postgres)
    }

    /// The address of the database that is there from the beginning.
    pub fn url(&self) -> String {
        self.url_of("postgres")
    }

    /// The address of a database with this name.
    pub fn url_of(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Makes an empty database and tells its address.
    ///
    /// # Errors
    ///
    /// There is one of this name.
    pub fn create(&self, database: &str) -> Result<String, HarnessError> {
        self.finish(self.command("createdb").args(self.connection()).arg(database))?;
        Ok(self.url_of(database))
    }

    /// Backs a database up while it is used, restores it under another name, and tells the address of that.
    ///
    /// # Errors
    ///
    /// There is no such database, or there is one of the other name.
    pub fn back_up(&self, database: &str, copy: &str) -> Result<String, HarnessError> {
        let file = self.folder.path().join(copy);
        let dump = &mut self.command("pg_dump");
        self.finish(
            dump.args(self.connection()).arg("--format=custom").arg("--file").arg(&file).arg(database),
        )?;
        let address = self.create(copy)?;
        let restore = &mut self.command("pg_restore");
        self.finish(restore.args(self.connection()).arg("--dbname").arg(copy).arg(&file))?;
        Ok(address)
    }

    /// Ends it at once, as `kill -9` does. What was committed stays.
    pub fn kill(&mut self) {
        self.process.kill();
    }

    /// Starts it again on the same port, with the same data.
    ///
    /// # Errors
    ///
    /// It does not come up.
    pub fn start_again(&mut self) -> Result<(), HarnessError> {
        self.process.kill();
        // The processes of a killed server need a moment to notice; until then there can be no other.
        let mut tries = 0;
        loop {
            match self.try_start() {
                Err(_) if tries < 50 => thread::sleep(Duration::from_millis(100)),
                started => return started,
            }
            tries += 1;
        }
    }

    fn try_start(&mut self) -> Result<(), HarnessError> {
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.data()).args(["-p", &self.port.to_string()]);
        command.args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]);
        command.args(["-c", "max_connections=200"]);
        let mut ask = self.command("pg_isready");
        ask.args(self.connection()).stdout(Stdio::null()).stderr(Stdio::null());
        let ask = std::cell::RefCell::new(ask);
        self.process.start(&mut command, || ask.borrow_mut().status().is_ok_and(|status| status.success()))
    }

    fn make(&self) -> Result<(), HarnessError> {
        let mut command = self.command("initdb");
        command.args(["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C"]);
        self.finish(command.arg("-D").arg(self.data()))
    }

    fn finish(&self, command: &mut Command) -> Result<(), HarnessError> {
        let output = command.output()?;
        if output.status.success() {
            return Ok(());
        }
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        Err(HarnessError::Silent { program: "postgres", log })
    }

    /// One of its programs, run by somebody who is not root.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        if let Ok(metadata) = fs::metadata(self.folder.path())
            && is_root()
        {
            command.uid(metadata.uid());
        }
        command.current_dir(self.folder.path());
        command
    }

    fn connection(&self) -> [String; 6] {
        ["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "postgres"].map(str::to_owned)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }
}

impl Drop for Postgres {
    /// Lets it end in order first: its helpers take their shared memory with them.
    fn drop(&mut self) {
        if self.process.id().is_some() {
            let mut stop = self.command("pg_ctl");
            stop.args(["stop", "--mode=immediate", "--silent", "-D"]).arg(self.data());
            // If that fails, it is killed.
            let _ = stop.stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
    }
}

/// The folder with the newest version's programs.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.filter_map(|version| Some(version.ok()?.path().join("bin")));
    folders.filter(|folder| folder.join("postgres").exists()).max()
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0)
}

/// PostgreSQL refuses to be run by root; the user who takes its place, if one has to.
fn unprivileged() -> Result<Option<u32>, HarnessError> {
    if !is_root() {
        return Ok(None);
    }
    let users = fs::read_to_string("/etc/passwd")?;
    let id = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        line.split(':').nth(2)?.parse().ok()
    };
    Ok(id("postgres").or_else(|| id("nobody")))
}

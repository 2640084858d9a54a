//! An nginx before a server.

use std::fs;
use std::io;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::process::Process;
use crate::{HarnessError, free_port};

/// An nginx of one's own, gone when this is dropped.
#[derive(Debug)]
pub struct Nginx {
    // The order matters: the process ends before its folder goes.
    _process: Process,
    _folder: TempDir,
    address: SocketAddr,
}

impl Nginx {
    /// Starts one with the `server` and `upstream` of a configuration, before a server at `upstream`. The certificate is left
    /// out, because there is none for a test: it is reached without encryption.
    ///
    /// # Errors
    ///
    /// It is not installed, or does not come up with this configuration.
    pub fn start(configuration: &str, upstream: SocketAddr) -> Result<Nginx, HarnessError> {
        let folder = tempfile::tempdir()?;
        let address = SocketAddr::from(([127, 0, 0, 1], free_port()?));
        let lines = configuration.lines().filter(|line| !line.trim().starts_with("ssl_certificate"));
        let sites: String = lines.map(|line| format!("{line}\n")).collect();
        let sites = sites
            .replace("listen 443 ssl;", &format!("listen {address};"))
            .replace("127.0.0.1:8340", &upstream.to_string());
        let place = folder.path().display();
        let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {place}/{kind};\n"))
            .concat();
        let whole = format!(
            "daemon off;\nmaster_process off;\npid {place}/pid;\nerror_log stderr;\nevents {{}}\n\
             http {{\naccess_log off;\n{temporary}{sites}}}\n"
        );
        let file = folder.path().join("nginx.conf");
        fs::write(&file, whole)?;
        let mut process = Process::new("nginx", folder.path());
        let mut command = Command::new(program());
        command.args(["-e", "stderr", "-p"]).arg(folder.path()).arg("-c").arg(&file);
        match process.start(&mut command, || TcpStream::connect(address).is_ok()) {
            Err(HarnessError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                Err(HarnessError::Missing { program: "nginx", package: "nginx-light" })
            }
            started => started.map(|()| Nginx { _process: process, _folder: folder, address }),
        }
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

/// Debian puts it where only root looks.
fn program() -> &'static str {
    const SBIN: &str = "/usr/sbin/nginx";
    if Path::new(SBIN).exists() { SBIN } else { "nginx" }
}

//! Several machines: encrypted ways to a real PostgreSQL and a real NATS.

#![allow(clippy::unwrap_used, reason = "in tests an unwrap is an assertion")]

use std::path::Path;

use assert_cmd::Command;
use crownhead_harness::{Certificates, Nats, Postgres, skips};

/// What `serve --check` says about a database and a bus, and whether it is content.
fn check(postgres: &str, nats: &str, tls: &[(&str, &Path)]) -> (bool, String) {
    let mut command = Command::cargo_bin("crownhead").unwrap();
    command.args(["serve", "--check", "--listen", "127.0.0.1:0", "--database", postgres, "--bus", nats]);
    command.args(tls.iter().flat_map(|(option, file)| [option.as_ref(), file.as_os_str()]));
    let output = command.output().unwrap();
    (
        output.status.success(),
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8_lossy(&output.stderr),
    )
}

#[test]
fn the_database_and_the_bus_are_reached_with_certificates_and_not_without() {
    if skips() {
        return;
    }
    let certificates = Certificates::new().unwrap();
    let (postgres, nats) =
        (Postgres::start_encrypted(&certificates).unwrap(), Nats::start_encrypted(&certificates).unwrap());
    let database = format!("{}?sslmode=verify-full", postgres.url());
    let bus = nats.url().replace("nats://", "tls://");
    let (authority, (certificate, key)) = (certificates.authority(), certificates.client());
    let ca = ("--tls-ca", authority.as_path());
    let ours = [("--tls-cert", certificate.as_path()), ("--tls-key", key.as_path())];

    let (works, said) = check(&database, &bus, &[ca, ours[0], ours[1]]);
    assert!(works, "{said}");

    let (works, said) = check(&database, &bus, &ours);
    assert!(
        !works && said.matches("UnknownIssuer").count() == 2,
        "an authority nobody knows, told once for each: {said}"
    );

    let (works, said) = check(&database, &bus, &[ca]);
    assert!(!works && said.contains("--database") && said.contains("--bus"), "without ours: {said}");

    let (works, said) = check(&postgres.url(), &nats.url(), &[]);
    assert!(!works && said.contains("--database"), "without encryption: {said}");

    let (works, said) = check(&database, &bus, &[("--tls-ca", key.as_path())]);
    assert!(!works && said.contains("holds no certificate"), "{said}");
}

//! Certificates that only a test believes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa, Issuer,
    KeyPair,
};
use tempfile::TempDir;

use crate::HarnessError;

/// An authority of one's own, with a certificate for servers on this machine and one for their clients. The files, all
/// PEM, are gone when this is dropped.
#[derive(Debug)]
pub struct Certificates {
    folder: TempDir,
}

impl Certificates {
    /// Makes them.
    ///
    /// # Errors
    ///
    /// The files cannot be written.
    pub fn new() -> Result<Certificates, HarnessError> {
        let folder = tempfile::tempdir()?;
        make(folder.path()).map_err(io::Error::other)??;
        Ok(Certificates { folder })
    }

    /// The certificate of the authority.
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join("authority.pem")
    }

    /// The certificate of a server on this machine and its key.
    pub fn server(&self) -> (PathBuf, PathBuf) {
        self.pair("server")
    }

    /// The certificate of a client and its key.
    pub fn client(&self) -> (PathBuf, PathBuf) {
        self.pair("client")
    }

    fn pair(&self, name: &str) -> (PathBuf, PathBuf) {
        let file = |end: &str| self.folder.path().join(format!("{name}{end}"));
        (file(".pem"), file(".key"))
    }
}

fn make(folder: &Path) -> Result<io::Result<()>, rcgen::Error> {
    let mut params = CertificateParams::new([])?;
    params.distinguished_name = named("authority");
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate()?;
    let authority = params.self_signed(&key)?;
    let issuer = Issuer::new(params, key);
    let mut files = vec![("authority.pem".to_owned(), authority.pem())];
    let purposes =
        [("server", ExtendedKeyUsagePurpose::ServerAuth), ("client", ExtendedKeyUsagePurpose::ClientAuth)];
    for (name, purpose) in purposes {
        let mut params = CertificateParams::new(["127.0.0.1".to_owned(), "localhost".to_owned()])?;
        params.distinguished_name = named(name);
        params.extended_key_usages.push(purpose);
        let key = KeyPair::generate()?;
        files.push((format!("{name}.pem"), params.signed_by(&key, &issuer)?.pem()));
        files.push((format!("{name}.key"), key.serialize_pem()));
    }
    Ok(files.into_iter().try_for_each(|(name, text)| fs::write(folder.join(name), text)))
}

/// With one name for all, each would seem to have signed itself.
fn named(name: &str) -> DistinguishedName {
    let mut names = DistinguishedName::new();
    names.push(DnType::CommonName, name);
    names
}

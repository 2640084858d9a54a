//! Encrypted connections to the database and the bus.

use std::path::PathBuf;

use clap::Args;

/// Whose certificates are believed, and which one is ours.
#[derive(Debug, Args)]
pub(crate) struct TlsArgs {
    /// Certificates (PEM) that are trusted for encrypted connections [default: those of the system]. An address asks for
    /// encryption: of a database with ?sslmode=require, of a bus with tls://.
    #[arg(long, value_name = "FILE")]
    tls_ca: Option<PathBuf>,
    /// Certificate of this node (PEM), for a database or a bus that asks for one.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Private key of that certificate (PEM).
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
}

impl TlsArgs {
    /// Was any of it given?
    pub(crate) fn is_given(&self) -> bool {
        self.tls_ca.is_some() || self.tls_cert.is_some()
    }
}

#[cfg(feature = "cluster")]
mod config {
    use std::path::Path;
    use std::sync::Arc;

    use anyhow::Context;
    use rustls::pki_types::pem::PemObject;
    use rustls::pki_types::{CertificateDer, PrivateKeyDer};
    use rustls::{ClientConfig, RootCertStore};

    use super::TlsArgs;

    impl TlsArgs {
        /// What connections are encrypted with, if an address asks for it.
        pub(crate) fn config(&self) -> anyhow::Result<ClientConfig> {
            let provider = Arc::new(rustls::crypto::ring::default_provider());
            let builder =
                ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
            let builder = builder.with_root_certificates(self.roots()?);
            let (Some(cert), Some(key)) = (&self.tls_cert, &self.tls_key) else {
                return Ok(builder.with_no_client_auth());
            };
            let chain = certificates(cert).context("--tls-cert")?;
            let key = PrivateKeyDer::from_pem_file(key).with_context(|| key.display().to_string());
            builder.with_client_auth_cert(chain, key.context("--tls-key")?).context("--tls-key")
        }

        fn roots(&self) -> anyhow::Result<RootCertStore> {
            let mut roots = RootCertStore::empty();
            let Some(file) = &self.tls_ca else {
                // One that cannot be read is as good as none: whoever needs it is refused later, by name.
                roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
                return Ok(roots);
            };
            for certificate in certificates(file).context("--tls-ca")? {
                roots.add(certificate).with_context(|| file.display().to_string()).context("--tls-ca")?;
            }
            Ok(roots)
        }
    }

    fn certificates(file: &Path) -> anyhow::Result<Vec<CertificateDer<'static>>> {
        let read = || CertificateDer::pem_file_iter(file)?.collect::<Result<Vec<_>, _>>();
        let found = read().with_context(|| file.display().to_string())?;
        anyhow::ensure!(!found.is_empty(), "{} holds no certificate", file.display());
        Ok(found)
    }
}

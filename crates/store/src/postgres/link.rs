//! Connections to the database, and what becomes of a statement when one is lost.

use std::error::Error as _;
use std::future::Future;
use std::io;
use std::time::{Duration, Instant};

use deadpool_postgres::{
    Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime, Timeouts,
};
use rustls::ClientConfig;
use tokio::time::{sleep, timeout};
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, NoTls, Row};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::StoreError;
use crate::database::Repeat;

/// Connections of one program.
const CONNECTIONS: usize = 12;
/// How long a statement is retried.
const PATIENCE: Duration = Duration::from_secs(4);
/// A statement that takes longer is given up, with its connection.
const TOO_LONG: Duration = Duration::from_secs(10);
/// Pause before the next try.
const PAUSE: Duration = Duration::from_millis(100);

/// The values of a statement.
pub(super) type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Why a statement was not carried out, or perhaps was.
#[derive(Debug)]
pub(super) enum Failure {
    /// It was not, and the reason may pass.
    NotYet(StoreError),
    /// The connection was lost before the answer came.
    Unknown(StoreError),
    /// The database refused it.
    Refused(StoreError),
}

impl From<Failure> for StoreError {
    fn from(failure: Failure) -> StoreError {
        match failure {
            Failure::NotYet(error) | Failure::Unknown(error) | Failure::Refused(error) => error,
        }
    }
}

/// A pool of connections, each made anew when it is lost.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pool: Pool,
}

impl Link {
    pub(super) fn new(address: &str, tls: Option<ClientConfig>) -> Result<Link, StoreError> {
        let mut config: Config = understood(address).parse().map_err(failed)?;
        config.connect_timeout(Duration::from_secs(2)).keepalives_idle(Duration::from_secs(5));
        config.tcp_user_timeout(TOO_LONG).application_name("crownhead");
        let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
        let manager = match tls.filter(|_| config.get_ssl_mode() == SslMode::Require) {
            Some(tls) => Manager::from_config(config, MakeRustlsConnect::new(tls), manager),
            None => Manager::from_config(config, NoTls, manager),
        };
        let timeouts = Timeouts { wait: Some(PATIENCE), create: Some(PATIENCE), recycle: Some(PATIENCE) };
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .timeouts(timeouts)
            .build()
            .map_err(failed)?;
        Ok(Link { pool })
    }

    /// A connection. The reason why there is none may pass, or not, as with a wrong password.
    pub(super) async fn connection(&self) -> Result<Object, Failure> {
        self.pool.get().await.map_err(|error| match error {
            PoolError::Backend(error) if !is_passing(&error) => Failure::Refused(failed(error)),
            error => Failure::NotYet(failed(error)),
        })
    }

    /// The rows that a statement gives, tried once.
    pub(super) async fn attempt(&self, statement: &str, values: Values<'_>) -> Result<Vec<Row>, Failure> {
        let connection = self.connection().await?;
        let asked = async {
            let statement = connection.prepare_cached(statement).await?;
            connection.query(&statement, values).await
        };
        match timeout(TOO_LONG, asked).await {
            Ok(Ok(rows)) => Ok(rows),
            Ok(Err(error)) => Err(failure(error)),
            Err(late) => {
                // Somewhere it may still be carried out: nobody else is to wait behind it.
                drop(Object::take(connection));
                Err(Failure::Unknown(failed(late)))
            }
        }
    }

    /// The rows that a statement gives, tried for a while if the database is not there.
    pub(super) async fn rows(
        &self,
        repeat: Repeat,
        statement: &str,
        values: Values<'_>,
    ) -> Result<Vec<Row>, StoreError> {
        patiently(repeat, || self.attempt(statement, values)).await
    }
}

/// Certificates are always checked whole, so that every mode that asks for encryption is the same to us.
fn understood(address: &str) -> String {
    address.replace("sslmode=verify-full", "sslmode=require").replace("sslmode=verify-ca", "sslmode=require")
}

/// Tries until it is done, refused, or has taken too long.
pub(super) async fn patiently<T, F: Future<Output = Result<T, Failure>>>(
    repeat: Repeat,
    attempt: impl Fn() -> F,
) -> Result<T, StoreError> {
    let begun = Instant::now();
    loop {
        let failure = match attempt().await {
            Ok(done) => return Ok(done),
            Err(failure) => failure,
        };
        let may_repeat = match failure {
            Failure::NotYet(_) => true,
            Failure::Unknown(_) => repeat == Repeat::Freely,
            Failure::Refused(_) => false,
        };
        if !may_repeat || begun.elapsed() > PATIENCE {
            return Err(failure.into());
        }
        sleep(PAUSE).await;
    }
}

/// With all that lies behind it: the errors of the database say little by themselves.
pub(super) fn failed(error: impl std::error::Error) -> StoreError {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(behind) = source {
        let more = behind.to_string();
        if !text.ends_with(&more) {
            text = format!("{text}: {more}");
        }
        source = behind.source();
    }
    StoreError::Failed(text.into())
}

pub(super) fn failure(error: tokio_postgres::Error) -> Failure {
    match error.code() {
        // The transaction was undone so that another could go on.
        Some(&(SqlState::T_R_DEADLOCK_DETECTED | SqlState::T_R_SERIALIZATION_FAILURE)) => {
            Failure::NotYet(failed(error))
        }
        _ if is_passing(&error) => Failure::Unknown(failed(error)),
        _ => Failure::Refused(failed(error)),
    }
}

/// Is the reason that the database or the way to it is gone, perhaps for a moment?
fn is_passing(error: &tokio_postgres::Error) -> bool {
    let is_shutdown = error.code().is_some_and(|code| {
        let code = code.code();
        // Connection lost, resources short, stopped by somebody.
        ["08", "53", "57"].iter().any(|class| code.starts_with(class))
    });
    is_shutdown || error.is_closed() || error.source().is_some_and(|source| source.is::<io::Error>())
}

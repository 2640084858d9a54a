//! What can go wrong with a question to the server.

use crownhead_wire::ErrorBody;
use thiserror::Error;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ClientError {
    /// Nobody answers there.
    #[error("no connection to {site}: {why}")]
    Unreachable {
        /// The server.
        site: String,
        /// What the system says.
        why: String,
    },
    /// The server answers, and says no.
    #[error("{}", .0.message)]
    Refused(ErrorBody),
    /// Something answers that is not such a server.
    #[error("there is no Crownhead server with online play at {site} ({why})")]
    NotOurs {
        /// The server.
        site: String,
        /// What was odd.
        why: String,
    },
}

//! What the system allows.

/// Allows this process as many connections as the system lets it: each takes an open file, and the usual limit is low.
#[cfg(unix)]
pub fn allow_connections() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current == maximum {
        return;
    }
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }) {
        tracing::warn!("cannot raise the limit of open files from {current:?}: {error}");
    }
}

/// Elsewhere there is no such limit.
#[cfg(not(unix))]
pub fn allow_connections() {}

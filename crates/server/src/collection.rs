//! The server's collection of games, which is asked on threads of its own.

use std::sync::Arc;

use crownhead_collection::{Index, OpenGameError};

use crate::blocking::Blocking;
use crate::chain::Chain;
use crate::error::{ApiError, sentence};
use crate::wire::{ErrorBody, ErrorCode};

/// A collection of games, if the server has one.
#[derive(Clone, Default)]
pub(crate) struct Collection {
    index: Option<Arc<Index>>,
    blocking: Blocking,
}

impl Collection {
    pub(crate) fn new(index: Option<Index>) -> Collection {
        Collection { index: index.map(Arc::new), blocking: Blocking::default() }
    }

    /// Asks the collection when it is its turn.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Index) -> Result<T, ErrorBody> + Send + 'static,
    ) -> Result<T, ApiError> {
        let index = self.index.clone().ok_or_else(|| ApiError::not_found("collection"))?;
        Ok(self.blocking.run(move || work(&index)).await??)
    }

    /// A game as its file has it.
    pub(crate) async fn pdn(&self, number: u32) -> Result<String, ApiError> {
        self.ask(move |index| match number.checked_sub(1).map(|game| index.open_game(game)) {
            Some(Ok(record)) => Ok(record.to_string()),
            Some(Err(error @ OpenGameError::NoSuchGame { .. })) => {
                Err(ErrorBody::new(ErrorCode::NotFound, sentence(&error.to_string())))
            }
            Some(Err(error)) => {
                // Where files lie is nobody else's business.
                tracing::warn!("game {number} of the collection: {}", Chain(&error));
                Err(ErrorBody::new(ErrorCode::NotNow, "The file with this game is gone or has changed."))
            }
            None => Err(ErrorBody::new(ErrorCode::NotFound, "Games are numbered from 1.")),
        })
        .await
    }
}

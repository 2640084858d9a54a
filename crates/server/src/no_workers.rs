//! What stands for workers in a server without the feature `cluster`.

use crate::analysis::Outbox;
use crate::error::ApiError;
use crate::wire::AnalysisRequest;

/// Workers on other machines. There are none without the feature `cluster`.
#[derive(Clone)]
pub enum Workers {}

impl Workers {
    pub(crate) async fn ask(&self, _question: AnalysisRequest, _outbox: &Outbox) -> Result<(), ApiError> {
        match *self {}
    }
}

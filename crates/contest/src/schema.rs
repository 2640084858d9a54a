//! How types of other crates look in descriptions of an API.

use utoipa::ToSchema;

/// One of the two sides.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
#[allow(dead_code, reason = "it is only described")]
pub(crate) enum Side {
    /// Black, who moves first.
    Black,
    /// White.
    White,
}

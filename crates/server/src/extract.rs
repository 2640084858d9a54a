//! What handlers take from requests; what does not fit is refused in the words of the API.

use axum::extract::{FromRequest, FromRequestParts, Json, Query, Request};
use axum::http::request::Parts;
use bytes::Bytes;
use serde::de::DeserializeOwned;

use crate::error::ApiError;
use crate::wire::ErrorCode;

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, ApiError> {
        let (parts, body) = request.into_parts();
        let bytes = Bytes::from_request(Request::from_parts(parts.clone(), body), state).await?;
        let Json(body) = Json::from_request(Request::from_parts(parts, bytes.clone().into()), state).await?;
        // A list of values in their order would be read as well, and nobody means that.
        match bytes.trim_ascii_start().first() {
            Some(b'{') => Ok(Body(body)),
            _ => Err(ApiError::new(ErrorCode::BadRequest, "The body must be a JSON object.")),
        }
    }
}

/// What stands behind the question mark of an address.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Asked<T>, ApiError> {
        let Query(query) = Query::from_request_parts(parts, state).await?;
        Ok(Asked(query))
    }
}

/// Places in an address. One that cannot be read is not there.
pub(crate) struct At<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for At<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<At<T>, ApiError> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        path.map(|path| At(path.0)).map_err(|_| ApiError::not_found("address"))
    }
}

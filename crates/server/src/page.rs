//! The files of the page, which are inside the program.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::error::ApiError;

/// What `npm run build` in `web` has made; nothing, when nobody has run it.
#[derive(RustEmbed)]
#[folder = "$CROWNHEAD_PAGE"]
// Browsers that do not know Brotli, or not without encryption, get the modules as they are: gzip makes little of them,
// and they are most of what the program weighs.
#[exclude = "*.wasm.gz"]
#[allow_missing = true]
struct Files;

/// Ways in which a file can lie beside itself, packed; the smaller one first.
const PACKED: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];

/// What is said when the program was built without the page.
const NO_PAGE: &str = include_str!("no_page.html");

/// Answers with a file of the page. An address that could not be a file leads to the page, which knows what to show.
pub(crate) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return ApiError::not_found("address").into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let is_view = path.is_empty() || !path.rsplit('/').next().unwrap_or_default().contains('.');
    // The page names its files as they lie beside it, so there is one address for it.
    if is_view && !path.is_empty() {
        return Redirect::temporary("/").into_response();
    }
    let path = if is_view { "index.html" } else { path };
    match Files::get(path) {
        Some(file) => answer(path, file, &headers),
        None if is_view => (StatusCode::OK, Html(NO_PAGE)).into_response(),
        None => ApiError::not_found("file").into_response(),
    }
}

fn answer(path: &str, file: EmbeddedFile, headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..12]));
    // Names under assets/ have a hash of their content in them.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let is_known = headers
        .get(IF_NONE_MATCH)
        .and_then(|known| known.to_str().ok())
        .is_some_and(|known| known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag));
    // Weak, because the same tag stands for the file packed and unpacked.
    let common =
        [(ETAG, format!("W/{tag}")), (CACHE_CONTROL, cache.to_owned()), (VARY, "Accept-Encoding".to_owned())];
    if is_known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let (encoding, data) = packed(path, headers).unwrap_or((None, file.data));
    let kind = file.metadata.mimetype();
    let charset = if kind.starts_with("text/") { "; charset=utf-8" } else { "" };
    let kind = (CONTENT_TYPE, format!("{kind}{charset}"));
    let mut response = (common, [kind], body(data)).into_response();
    if let Some(encoding) = encoding {
        response.headers_mut().insert(CONTENT_ENCODING, axum::http::HeaderValue::from_static(encoding));
    }
    response
}

/// The file as it lies packed beside itself, if the client understands that.
fn packed(path: &str, headers: &HeaderMap) -> Option<(Option<&'static str>, Cow<'static, [u8]>)> {
    let accepted = headers.get(ACCEPT_ENCODING)?.to_str().ok()?;
    let accepts = |encoding: &str| {
        accepted.split(',').any(|accepted| {
            let mut parts = accepted.split(';').map(str::trim);
            parts.next() == Some(encoding) && parts.next() != Some("q=0")
        })
    };
    PACKED.iter().filter(|(encoding, _)| accepts(encoding)).find_map(|(encoding, ending)| {
        let file = Files::get(&format!("{path}{ending}"))?;
        Some((Some(*encoding), file.data))
    })
}

fn body(data: Cow<'static, [u8]>) -> Body {
    match data {
        Cow::Borrowed(data) => Body::from(data),
        Cow::Owned(data) => Body::from(data),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

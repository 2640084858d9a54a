//! The types of the rules module, from which those of the page are made.
#![cfg(not(target_family = "wasm"))]

use std::fs;
use std::path::Path;

use crownhead_browser::rules::{RulesAnswer, RulesRequest};
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(title = "Crownhead in the browser", version = "1"),
    components(schemas(RulesRequest, RulesAnswer))
)]
struct Face;

#[test]
fn the_page_knows_the_types_of_the_rules_module() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/rules/schemas.json");
    let mut description = serde_json::to_value(Face::openapi()).unwrap();
    description["paths"] = serde_json::json!({});
    let now = format!("{description:#}\n");
    if std::env::var_os("CROWNHEAD_WRITE_API").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &now).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "web/src/rules/schemas.json has not the types of the module: `make api` renews it");
}

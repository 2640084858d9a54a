//! The types of the API, from which those of the page are made.

use std::fs;
use std::path::Path;

use serde_json::json;

#[test]
fn the_page_knows_the_types_of_this_server() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/api/schemas.json");
    let mut description = crownhead_server::description();
    // Addresses have no types of their own, and would be two thirds of the file.
    description["paths"] = json!({});
    description["info"] = json!({ "title": "Crownhead", "version": "1" });
    let now = format!("{description:#}\n");
    if std::env::var_os("CROWNHEAD_WRITE_API").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "web/src/api/schemas.json has not the types of the server: `make api` renews it");
}

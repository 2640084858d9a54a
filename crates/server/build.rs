//! Tells where the page's files are. A folder without files is no page, so that the program can be built without
//! the tools that make one.

use std::path::Path;

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let web = Path::new(&root).join("../../web");
    let page = web.join("dist");
    println!("cargo::rustc-env=CROWNHEAD_PAGE={}", page.display());
    println!("cargo::rerun-if-changed=build.rs");
    // What is not there cannot be watched, and would have everything built anew each time.
    if web.exists() && (page.exists() || std::fs::create_dir(&page).is_ok()) {
        println!("cargo::rerun-if-changed={}", page.display());
    }
}

//! Tells where the page's files are: in the repository where they are built, in a published crate beside this. A folder
//! without files is no page, so that the program can be built without the tools that make one.

use std::path::Path;

fn main() {
    let root = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let web = Path::new(&root).join("../../web");
    let page = if web.exists() { web.join("dist") } else { Path::new(&root).join("page") };
    println!("cargo::rustc-env=CROWNHEAD_PAGE={}", page.display());
    println!("cargo::rerun-if-changed=build.rs");
    // It is the time of the files, if somebody wants the same bytes again.
    println!("cargo::rerun-if-env-changed=SOURCE_DATE_EPOCH");
    // What is not there cannot be watched, and would have everything built anew each time.
    if page.exists() || (web.exists() && std::fs::create_dir(&page).is_ok()) {
        println!("cargo::rerun-if-changed={}", page.display());
    }
}

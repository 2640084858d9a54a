//! Writes the files that are shipped with the crate: `cargo run --release --example ship`.

use std::fs;

use crownhead_endgame::{Content, shipped_bytes};

fn main() -> std::io::Result<()> {
    for content in [Content::Values, Content::Distances] {
        let path = format!("{}/data/shipped.{}", env!("CARGO_MANIFEST_DIR"), content.extension());
        fs::write(path, shipped_bytes(content))?;
    }
    Ok(())
}

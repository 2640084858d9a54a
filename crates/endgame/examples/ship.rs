//! Writes the file that is shipped with the program: `cargo run --release --example ship`.

fn main() -> std::io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/shipped.ceg");
    std::fs::write(path, crownhead_endgame::shipped_bytes())
}

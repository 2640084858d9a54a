//! CheckerBoard looks for `getmove`; without this, 32 bits would export `getmove@32`.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = std::env::var("TARGET").unwrap_or_default();
    if target == "i686-pc-windows-gnu" {
        println!("cargo:rustc-cdylib-link-arg=-Wl,--kill-at");
    }
}

//! The engine as a WebAssembly module without threads, files or bindings: `make test-wasm` builds it and runs it in Node.
#![cfg(target_family = "wasm")]

use std::time::Duration;

use crownhead_board::Game;
use crownhead_engine::{Depth, Engine, Evaluation, Limits, bench};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    fn now() -> f64;
}

fn clock() -> Duration {
    // SAFETY: the host's function takes nothing and gives a number.
    Duration::from_secs_f64(unsafe { now() }.max(0.0) / 1000.0)
}

/// Nodes of the bench to a depth.
#[unsafe(no_mangle)]
pub extern "C" fn bench_nodes(depth: u32) -> u64 {
    bench(Evaluation::shipped(), Depth::new(depth)).nodes
}

/// The squares of the first move that the engine finds in a time, as 100 times one and the other.
#[unsafe(no_mangle)]
pub extern "C" fn first_move(millis: u64) -> u32 {
    let engine = Engine::with_megabytes(4).clock(clock);
    let mv = engine.best_move(&Game::new(), Limits::move_time(Duration::from_millis(millis)));
    let squares = mv.and_then(|mv| mv.from().zip(mv.to()));
    squares.map_or(0, |(from, to)| 100 * u32::from(from.number()) + u32::from(to.number()))
}

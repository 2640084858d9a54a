//! What a host sees of a module: it asks for room, writes a request there, has it answered, and reads the answer.
//!
//! ```text
//! const at = request(bytes.length);             // room for the request
//! new Uint8Array(memory.buffer).set(bytes, at);
//! const place = answer();                       // thinks
//! const text = decode(memory.buffer, place, answer_len());
//! ```
//!
//! The texts lie in buffers that the module owns. A place is good until the next call, because any call may move it.
//! Nothing here follows a pointer: Rust reads and writes the buffers as what they are, a `Vec` and a `String`.
//!
//! A panic is told to the host before the module traps. After that, or after any other trap, the module is not to be
//! used again: the host makes a new one.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::panic;

use crate::Module;

// SAFETY: the host gives two functions of these types, or the module cannot be made. Whatever they do, they cannot do
// it to Rust: they are handed numbers, a host that reads at a place reads the module's memory and nothing else, and they
// must not call the module, which would find its buffers in use and panic.
#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment, which is always the same.
    #[cfg(feature = "engine")]
    safe fn now() -> f64;
    /// Hears why the module is about to trap: a place and a number of bytes.
    safe fn panicked(text: *const u8, len: usize);
}

#[cfg(feature = "engine")]
fn module() -> impl Module {
    crate::engine::Session::with_clock(|| std::time::Duration::from_secs_f64(now().max(0.0) / 1000.0))
}

#[cfg(not(feature = "engine"))]
fn module() -> impl Module {
    crate::rules::Rules::default()
}

struct Face {
    module: Box<dyn Module>,
    request: Vec<u8>,
    answer: String,
}

thread_local! {
    static FACE: RefCell<Face> = RefCell::new(Face::new());
}

impl Face {
    fn new() -> Face {
        panic::set_hook(Box::new(|why| {
            let why = why.to_string();
            panicked(why.as_ptr(), why.len());
        }));
        Face { module: Box::new(module()), request: Vec::new(), answer: String::new() }
    }
}

/// Makes room for a request of `bytes` bytes and says where.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn request(len: usize) -> *mut u8 {
    FACE.with_borrow_mut(|face| {
        face.request.clear();
        face.request.resize(len, 0);
        face.request.as_mut_ptr()
    })
}

/// Answers the request and says where the answer lies.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn answer() -> *const u8 {
    FACE.with_borrow_mut(|face| {
        let request = String::from_utf8_lossy(&face.request);
        face.answer = face.module.answer(&request);
        face.answer.as_ptr()
    })
}

/// The length of the answer, in bytes.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
extern "C" fn answer_len() -> usize {
    FACE.with_borrow(|face| face.answer.len())
}

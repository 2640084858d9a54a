//! The same for many parts, on many threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Calls `work` with each part and answers what it said, in the order of the parts.
pub(crate) fn for_each_part<T: Sync, R: Send>(
    parts: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    if threads < 2 || parts.len() < 2 {
        return parts.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let some = || {
        let places = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        places.map_while(|i| Some((i, work(parts.get(i)?)))).collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.min(parts.len())).map(|_| scope.spawn(some)).collect();
        handles.into_iter().flat_map(|handle| handle.join().expect("packing does not panic")).collect()
    });
    done.sort_by_key(|&(i, _)| i);
    done.into_iter().map(|(_, result)| result).collect()
}

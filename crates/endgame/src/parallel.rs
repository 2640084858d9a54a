//! Work shared among threads.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Runs `work` on `threads` threads at the same time and returns what each of them returned. A panic
/// on any of them goes on in the caller. Without the feature `threads` it runs once.
pub(crate) fn on_threads<R: Send>(threads: usize, work: impl Fn() -> R + Sync) -> Vec<R> {
    #[cfg(feature = "threads")]
    if threads > 1 {
        return std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(&work)).collect();
            let result = |worker: std::thread::ScopedJoinHandle<'_, R>| {
                worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            };
            workers.into_iter().map(result).collect()
        });
    }
    let _ = threads;
    vec![work()]
}

/// Calls `work` with each part and returns the results in the order of the parts.
pub(crate) fn for_each_part<T: Sync, R: Send>(
    parts: &[T],
    threads: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let some = || {
        let indices = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        indices.map_while(|i| Some((i, work(parts.get(i)?)))).collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, R)> =
        on_threads(threads.min(parts.len()), some).into_iter().flatten().collect();
    done.sort_by_key(|&(i, _)| i);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(all(test, feature = "threads"))]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_parts() {
        let parts: Vec<usize> = (0..100).collect();
        assert!(for_each_part(&parts, 3, |i| 2 * i).into_iter().eq((0..200).step_by(2)));
    }

    #[test]
    #[should_panic(expected = "part 7")]
    fn a_panic_of_a_worker_reaches_the_caller() {
        for_each_part(&(0..100).collect::<Vec<_>>(), 3, |i| assert!(*i != 7, "part {i}"));
    }
}

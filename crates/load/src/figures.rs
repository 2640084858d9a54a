//! What is measured.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// What all players measure together.
#[derive(Debug, Default)]
pub struct Meter {
    is_on: AtomicBool,
    /// From sending a move to the opponent's receipt, in microseconds.
    ways: Mutex<Vec<u32>>,
    /// From sending a move first to its acknowledgment, with all that came between.
    waits: Mutex<Vec<u32>>,
    /// From losing the connection to watching the game again.
    returns: Mutex<Vec<u32>>,
    refusals: Mutex<BTreeMap<String, u64>>,
    acks: AtomicU64,
    lost_connections: AtomicU64,
}

impl Meter {
    /// Measures from now on, or no more.
    pub fn set_on(&self, is_on: bool) {
        self.is_on.store(is_on, Ordering::Relaxed);
    }

    pub(crate) fn note_way(&self, time: Duration) {
        self.note(&self.ways, time);
    }

    pub(crate) fn note_wait(&self, time: Duration) {
        if self.is_on.load(Ordering::Relaxed) {
            self.acks.fetch_add(1, Ordering::Relaxed);
        }
        self.note(&self.waits, time);
    }

    pub(crate) fn note_return(&self, time: Duration) {
        self.note(&self.returns, time);
    }

    pub(crate) fn note_lost_connection(&self) {
        self.lost_connections.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn note_refusal(&self, code: &str) {
        *lock(&self.refusals).entry(code.to_owned()).or_default() += 1;
    }

    fn note(&self, times: &Mutex<Vec<u32>>, time: Duration) {
        if self.is_on.load(Ordering::Relaxed) {
            lock(times).push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
        }
    }

    /// Moves that were acknowledged.
    pub fn acks(&self) -> u64 {
        self.acks.load(Ordering::Relaxed)
    }

    /// What was measured in this time.
    pub fn figures(&self, time: Duration) -> Figures {
        Figures {
            time,
            acks: self.acks(),
            way: Spread::of(&lock(&self.ways)),
            wait: Spread::of(&lock(&self.waits)),
            back: Spread::of(&lock(&self.returns)),
            refusals: lock(&self.refusals).clone(),
            lost_connections: self.lost_connections.load(Ordering::Relaxed),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How long something took, over many times.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spread {
    /// How many times.
    pub count: usize,
    /// Half took no longer.
    pub half: Duration,
    /// 99 of 100 took no longer.
    pub p99: Duration,
    /// 999 of 1000 took no longer.
    pub p999: Duration,
    /// None took longer.
    pub most: Duration,
}

impl Spread {
    /// The spread of times in microseconds.
    pub fn of(times: &[u32]) -> Spread {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let at = |permille: usize| {
            let index = (sorted.len() * permille / 1000).min(sorted.len().saturating_sub(1));
            Duration::from_micros(u64::from(sorted.get(index).copied().unwrap_or(0)))
        };
        Spread { count: sorted.len(), half: at(500), p99: at(990), p999: at(999), most: at(1000) }
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let Spread { count, half, p99, p999, most } = *self;
        write!(
            f,
            "half {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, most {:.1} ms ({count} times)",
            ms(half),
            ms(p99),
            ms(p999),
            ms(most)
        )
    }
}

/// What a run has shown.
#[derive(Clone, Debug)]
pub struct Figures {
    /// How long was measured.
    pub time: Duration,
    /// Moves that were acknowledged.
    pub acks: u64,
    /// From sending a move to the opponent's receipt.
    pub way: Spread,
    /// From sending a move first to its acknowledgment.
    pub wait: Spread,
    /// From losing a connection to watching the game again.
    pub back: Spread,
    /// What was refused, by its code.
    pub refusals: BTreeMap<String, u64>,
    /// Connections that were lost.
    pub lost_connections: u64,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.acks as f64 / self.time.as_secs_f64().max(0.001);
        writeln!(f, "moves           {} in {:.1} s, {rate:.0} a second", self.acks, self.time.as_secs_f64())?;
        writeln!(f, "to the opponent {}", self.way)?;
        writeln!(f, "to the answer   {}", self.wait)?;
        if self.back.count > 0 {
            writeln!(f, "back in play    {}", self.back)?;
        }
        write!(f, "connections lost {}, refusals {:?}", self.lost_connections, self.refusals)
    }
}

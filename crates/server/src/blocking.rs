//! Work that takes a processor for a while, on threads apart from those that answer.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::error::ApiError;
use crate::wire::ErrorCode;

/// A few threads for work of one kind, such as reading files or hashing passwords, so that neither waits behind the other.
#[derive(Clone)]
pub(crate) struct Blocking {
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

/// Pieces of work that are done at the same time.
const MAX_TURNS: usize = 2;
/// Pieces of work that are done or wait.
const MAX_PLACES: usize = 64;

impl Default for Blocking {
    fn default() -> Blocking {
        Blocking { turns: Arc::new(Semaphore::new(MAX_TURNS)), places: Arc::new(Semaphore::new(MAX_PLACES)) }
    }
}

impl Blocking {
    /// Does a piece of work when it is its turn. When too many wait, it is not done.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let place = self.places.clone().try_acquire_owned().map_err(|_| busy())?;
        let turn = self.turns.clone().acquire_owned().await.map_err(|_| busy())?;
        // The thread has place and turn: whoever asked may go away, and the work is not over then.
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((turn, place));
            done
        });
        done.await.map_err(|_| busy())
    }
}

fn busy() -> ApiError {
    let message = "The server has too much to do. Try again in a moment.";
    ApiError::new(ErrorCode::Busy, message).with_wait(1)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[tokio::test]
    async fn a_few_work_some_wait_and_the_others_are_sent_away() {
        let blocking = Blocking::default();
        let (go, wait) = mpsc::channel::<()>();
        let wait = Arc::new(std::sync::Mutex::new(wait));
        let ask = || {
            let (blocking, wait) = (blocking.clone(), wait.clone());
            tokio::spawn(async move { blocking.run(move || wait.lock().unwrap().recv().is_err()).await })
        };
        let asked: Vec<_> = (0..MAX_PLACES).map(|_| ask()).collect();
        while blocking.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert!(ask().await.unwrap().unwrap_err().is(ErrorCode::Busy));
        drop(go);
        for asked in asked {
            assert_eq!(asked.await.unwrap(), Ok(true));
        }
        assert_eq!(ask().await.unwrap(), Ok(true));
    }
}

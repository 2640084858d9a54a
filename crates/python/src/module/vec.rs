//! Many games at once, in arrays that Python sees as they are.

use crownhead_board::Game;
use numpy::{AllowTypeChange, PyArray1, PyArray2, PyArray4, PyArrayLike1, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::board::{Board, read_state};
use super::error::{CrownheadError, IllegalMoveError};
use crate::{Code, Games, N_PLANES, Rows};

/// Games that are played at the same time, each begun again when it is over.
#[pyclass(module = "crownhead")]
pub(super) struct VecCheckers {
    games: Games,
    threads: ThreadPool,
    planes: Shared<PyArray4<u8>>,
    masks: Shared<PyArray2<bool>>,
    rewards: Shared<PyArray1<f32>>,
    dones: Shared<PyArray1<bool>>,
    turns: Shared<PyArray1<u8>>,
}

/// An array that Rust writes and Python reads.
struct Shared<A> {
    array: Py<A>,
    view: Py<PyAny>,
}

impl<A> Shared<A> {
    fn new(array: &Bound<'_, A>) -> PyResult<Shared<A>> {
        let view = array.as_any().call_method0("view")?;
        view.call_method1("setflags", (false,))?;
        Ok(Shared { array: array.clone().unbind(), view: view.unbind() })
    }
}

#[pymethods]
impl VecCheckers {
    #[new]
    #[pyo3(signature = (n, *, fen=None, rules="official", actions="moves", threads=None, seed=0))]
    fn new(
        py: Python<'_>,
        n: usize,
        fen: Option<&str>,
        rules: &str,
        actions: &str,
        threads: Option<usize>,
        seed: u64,
    ) -> PyResult<VecCheckers> {
        let wrong = |text: String| Err(CrownheadError::new_err(text));
        let code = match actions {
            "moves" => Code::Moves,
            "hops" => Code::Hops,
            other => return wrong(format!("actions are \"moves\" or \"hops\", and not \"{other}\"")),
        };
        if !(1..=1 << 20).contains(&n) {
            return wrong(format!("{n} games are too few or too many; 1 to 1048576 are possible"));
        }
        let games = Games::new(n, read_state(fen, rules)?, code, seed);
        let games = games.map_err(|error| CrownheadError::new_err(error.to_string()))?;
        let threads = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build();
        let mut vec = VecCheckers {
            games,
            threads: threads.map_err(|error| CrownheadError::new_err(error.to_string()))?,
            planes: Shared::new(&PyArray4::zeros(py, [n, N_PLANES, 8, 8], false))?,
            masks: Shared::new(&PyArray2::zeros(py, [n, code.width()], false))?,
            rewards: Shared::new(&PyArray1::zeros(py, n, false))?,
            dones: Shared::new(&PyArray1::zeros(py, n, false))?,
            turns: Shared::new(&PyArray1::zeros(py, n, false))?,
        };
        vec.reset(py)?;
        Ok(vec)
    }

    /// Begins all games again.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.with_rows(py, |games, _, rows| games.reset(rows))
    }

    /// Takes an action in each game. Returns rewards and dones, which are the same arrays every time.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyArrayLike1<'py, i64, AllowTypeChange>,
    ) -> PyResult<(Py<PyAny>, Py<PyAny>)> {
        let actions = actions.as_array();
        let given = actions.as_slice().map_or_else(|| actions.to_vec().into(), std::borrow::Cow::from);
        if given.len() != self.games.len() {
            let text = format!("{} actions for {} games; give one for each", given.len(), self.games.len());
            return Err(CrownheadError::new_err(text));
        }
        let stepped = self.with_rows(py, |games, threads, rows| games.step(&given, rows, threads))?;
        stepped.map_err(|error| IllegalMoveError::new_err(error.to_string()))?;
        Ok((self.rewards(py), self.dones(py)))
    }

    /// A legal action for each game, at random.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let actions = PyArray1::zeros(py, self.games.len(), false);
        let games = &mut self.games;
        let mut writing = actions.readwrite();
        let slice = writing.as_slice_mut()?;
        py.detach(|| games.sample(slice));
        drop(writing);
        Ok(actions)
    }

    /// The board of a game, without its history; in the middle of a jump, the one before it.
    fn board(&self, game: usize) -> PyResult<Board> {
        let wrong = || {
            PyIndexError::new_err(format!("there is no game {game}; they are 0 to {}", self.games.len() - 1))
        };
        self.games.state(game).map(|state| Board(Game::from_state(*state))).ok_or_else(wrong)
    }

    #[getter]
    fn planes(&self, py: Python<'_>) -> Py<PyAny> {
        self.planes.view.clone_ref(py)
    }

    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyAny> {
        self.masks.view.clone_ref(py)
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyAny> {
        self.rewards.view.clone_ref(py)
    }

    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyAny> {
        self.dones.view.clone_ref(py)
    }

    #[getter]
    fn turns(&self, py: Python<'_>) -> Py<PyAny> {
        self.turns.view.clone_ref(py)
    }

    /// The number of actions, which is the width of a mask.
    #[getter]
    fn n_actions(&self) -> usize {
        self.games.code().width()
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }
}

impl VecCheckers {
    /// Works on games and arrays while Python goes on.
    fn with_rows<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Games, &ThreadPool, Rows<'_>) -> T + Send,
    ) -> PyResult<T> {
        let mut planes = self.planes.array.bind(py).readwrite();
        let mut masks = self.masks.array.bind(py).readwrite();
        let mut rewards = self.rewards.array.bind(py).readwrite();
        let mut dones = self.dones.array.bind(py).readwrite();
        let mut turns = self.turns.array.bind(py).readwrite();
        let rows = Rows {
            planes: planes.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
            turns: turns.as_slice_mut()?,
        };
        let (games, threads) = (&mut self.games, &self.threads);
        Ok(py.detach(move || work(games, threads, rows)))
    }
}

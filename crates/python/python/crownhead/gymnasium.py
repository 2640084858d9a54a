"""A Gymnasium environment: one side is the learner's, the other one plays by itself.

``gymnasium.make("crownhead/Checkers-v0")`` after importing this module, or ``CheckersEnv()``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from . import N_ACTIONS, Board, Engine, Move

Observation = NDArray[np.uint8]


class CheckersEnv(gymnasium.Env[Observation, np.int64]):
    """Checkers against an opponent: ``"random"``, a level from 1 to 10, or a function from a board to a move.

    Observations are ``Board.planes()``, actions are numbers of whole moves. ``info["action_mask"]`` (for ``action_space.sample``) and
    ``action_masks()`` (for maskable learners) say which ones are legal; any other loses the game. The reward is 1 for a win, -1 for a loss and 0 for a draw.
    ``side`` is ``"black"``, ``"white"`` or ``"random"``.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        opponent: str | int | Callable[[Board], Move] = "random",
        side: str = "random",
        *,
        fen: str | None = None,
        rules: str = "official",
        render_mode: str | None = None,
    ) -> None:
        if side not in ("black", "white", "random"):
            raise ValueError(f'side is "black", "white" or "random", and not {side!r}')
        if not callable(opponent) and opponent != "random" and not isinstance(opponent, int):
            raise ValueError(f'opponent is "random", a level from 1 to 10 or a function, and not {opponent!r}')
        if isinstance(opponent, int) and not 1 <= opponent <= 10:
            raise ValueError(f"there is no level {opponent}; levels are 1 to 10")
        self.observation_space = spaces.Box(0, 1, (4, 8, 8), np.uint8)
        self.action_space = spaces.Discrete(N_ACTIONS)
        self.render_mode = render_mode
        self.board = Board(fen, rules=rules)
        self.color = "black"
        self._start = self.board.copy()
        self._side = side
        self._opponent = opponent
        self._engine = Engine(hash=1) if isinstance(opponent, int) else None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.board = self._start.copy()
        self.color = ["black", "white"][int(self.np_random.integers(2))] if self._side == "random" else self._side
        self._answer()
        return self.board.planes(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self.action_masks()[action]:
            return self.board.planes(), -1.0, True, False, self._info()
        self.board.push_action(int(action))
        self._answer()
        outcome = self.board.outcome()
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == self.color else -1.0
        return self.board.planes(), reward, outcome is not None, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal."""
        return self.board.action_mask()

    def render(self) -> str | None:
        return str(self.board) if self.render_mode == "ansi" else None

    def _answer(self) -> None:
        """The opponent moves until it is the learner's turn, or the game is over."""
        while not self.board.is_game_over() and self.board.turn != self.color:
            self.board.push(self._choose())

    def _choose(self) -> Move:
        if callable(self._opponent):
            return self._opponent(self.board.copy())
        seed = int(self.np_random.integers(1 << 32))
        if self._engine is not None and isinstance(self._opponent, int):
            return self._engine.play(self.board, level=self._opponent, seed=seed)
        moves = self.board.legal_moves
        return moves[seed % len(moves)]

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.board.action_mask().astype(np.int8), "fen": self.board.fen()}


gymnasium.register("crownhead/Checkers-v0", "crownhead.gymnasium:CheckersEnv")

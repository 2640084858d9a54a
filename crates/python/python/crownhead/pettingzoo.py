"""A PettingZoo environment (AEC): ``player_0`` has Black and moves first, ``player_1`` has White."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import N_ACTIONS, Board

AGENTS = {"black": "player_0", "white": "player_1"}


def env(render_mode: str | None = None, *, fen: str | None = None, rules: str = "official") -> Any:
    """Checkers for two agents, in the usual wrappers: an illegal action loses the game."""
    game: Any = RawEnv(render_mode, fen=fen, rules=rules)
    game = wrappers.TerminateIllegalWrapper(game, illegal_reward=-1)
    game = wrappers.AssertOutOfBoundsWrapper(game)
    return wrappers.OrderEnforcingWrapper(game)


class RawEnv(AECEnv[Any, Any, Any]):
    """The environment without wrappers.

    Observations are planes as their agent sees the board, actions are numbers of whole moves. ``info["action_mask"]`` says
    which ones are legal: none for the agent who is not to move.
    """

    metadata = {"render_modes": ["ansi"], "name": "crownhead_checkers_v0", "is_parallelizable": False, "render_fps": 1}

    def __init__(self, render_mode: str | None = None, *, fen: str | None = None, rules: str = "official") -> None:
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS.values())
        self.agents = []
        self._start = Board(fen, rules=rules)
        self.board = self._start.copy()
        self.observation_spaces = {agent: spaces.Box(0, 1, (4, 8, 8), np.uint8) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(N_ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.board = self._start.copy()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._turn()

    def observe(self, agent: str) -> NDArray[np.uint8]:
        planes = self.board.planes()
        if agent == AGENTS[self.board.turn]:
            return planes
        # The same board from the other side.
        return np.ascontiguousarray(planes[[2, 3, 0, 1], ::-1, ::-1])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("None is for agents whose game is over; give the number of a legal move")
        self.board.push_action(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        outcome = self.board.outcome()
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            for color, player in AGENTS.items():
                self.rewards[player] = 0.0 if outcome.winner is None else 1.0 if outcome.winner == color else -1.0
        self._turn()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass

    def _turn(self) -> None:
        """Selects who is to move; under house rules that may be the same side again."""
        self.agent_selection = AGENTS[self.board.turn]
        self.infos = {agent: {"action_mask": np.zeros(N_ACTIONS, np.int8)} for agent in self.agents}
        self.infos[self.agent_selection]["action_mask"] = self.board.action_mask().astype(np.int8)

"""Games by the thousand, actions, and the environments."""

import random
from typing import Any

import crownhead as ch
import gymnasium
import numpy as np
import pyspiel
import pytest
from crownhead import Board, VecCheckers
from crownhead import gymnasium as for_gymnasium
from crownhead import pettingzoo as for_pettingzoo
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test


def test_arrays_show_the_games_without_copies() -> None:
    games = VecCheckers(100, seed=3, threads=2)
    planes, masks, turns = games.planes, games.masks, games.turns
    assert planes.shape == (100, 4, 8, 8) and masks.shape == (100, ch.N_ACTIONS) and len(games) == 100
    for _ in range(300):
        rewards, dones = games.step(games.sample())
        assert np.shares_memory(planes, games.planes) and np.shares_memory(rewards, games.rewards)
        for i in range(0, 100, 17):
            board = games.board(i)
            assert np.array_equal(planes[i], board.planes()) and np.array_equal(masks[i], board.action_mask())
            assert ["black", "white"][turns[i]] == board.turn
            assert not dones[i] or board == Board()
    with pytest.raises(ValueError, match="read-only"):
        masks[0, 0] = True


def test_the_same_seed_plays_the_same_games_on_any_number_of_threads() -> None:
    games = [VecCheckers(200, seed=8, threads=threads) for threads in (1, 2)]
    for _ in range(200):
        results = [one.step(one.sample()) for one in games]
        assert all(np.array_equal(a, b) for a, b in zip(*results))
    assert np.array_equal(games[0].planes, games[1].planes)


def test_wrong_actions_change_nothing() -> None:
    games = VecCheckers(3)
    before = games.planes.copy()
    with pytest.raises(ch.IllegalMoveError, match="action 5 is not legal in game 1"):
        games.step([int(games.sample()[0]), 5, 5])
    with pytest.raises(ch.CrownheadError, match="2 actions for 3 games"):
        games.step([1, 2])
    assert np.array_equal(before, games.planes)
    with pytest.raises(ch.CrownheadError, match="house rules need whole moves"):
        VecCheckers(1, actions="hops", rules="casual")
    with pytest.raises(ch.CrownheadError, match="too few"):
        VecCheckers(0)
    with pytest.raises(ch.CrownheadError, match="cannot begin where one is over"):
        VecCheckers(1, fen="B:W25,30:B21")


def test_moves_actions_and_hops_are_one_to_one() -> None:
    chance = random.Random(4)
    for _ in range(100):
        board = Board()
        while not board.is_game_over():
            moves = board.legal_moves
            actions = [board.action(move) for move in moves]
            hops = [tuple(board.hops(move)) for move in moves]
            assert len(set(actions)) == len(set(hops)) == len(moves)
            assert [board.action_move(action).route for action in actions] == [move.route for move in moves]
            assert [board.hops_move(hop).route for hop in hops] == [move.route for move in moves]
            assert np.flatnonzero(board.action_mask()).tolist() == sorted(actions)
            board.push(chance.choice(moves))


def test_hops_are_those_of_openspiel() -> None:
    """The two play side by side; OpenSpiel draws after fewer quiet moves, and knows no repetition."""
    chance, long_jumps = random.Random(6), 0
    for _ in range(200):
        theirs, ours = pyspiel.load_game("checkers").new_initial_state(), VecCheckers(1, actions="hops")
        board, hops, dones = Board(), [], np.zeros(1, bool)
        while not theirs.is_terminal() and not dones[0]:
            assert theirs.legal_actions() == np.flatnonzero(ours.masks[0]).tolist()
            hop = chance.choice(theirs.legal_actions())
            mover = theirs.current_player()
            theirs.apply_action(hop)
            _, dones = ours.step([hop])
            hops.append(hop)
            if theirs.is_terminal() or theirs.current_player() != mover:
                board.push(board.hops_move(hops))
                long_jumps += len(hops) > 1
                hops = []
        outcome = board.outcome()
        if outcome is not None and outcome.winner:
            assert theirs.returns()[0] == (1 if outcome.winner == "black" else -1)
    assert long_jumps > 50


@pytest.mark.filterwarnings("default")
def test_gymnasium_is_content() -> None:
    for options in ({}, {"opponent": 1, "side": "white"}, {"rules": "casual"}):
        options = {"render_mode": "ansi", **options}
        check_env(gymnasium.make("crownhead/Checkers-v0", **options).unwrapped)


@pytest.mark.parametrize("opponent", ["random", 1, lambda board: board.legal_moves[0]])
def test_a_game_of_gymnasium(opponent: Any) -> None:
    env = for_gymnasium.CheckersEnv(opponent, "white")
    planes, info = env.reset(seed=1)
    assert planes.shape == (4, 8, 8) and env.board.turn == "white"
    terminated, reward = False, 0.0
    while not terminated:
        action = env.action_space.sample(info["action_mask"])
        _, reward, terminated, _, info = env.step(action)
    outcome = env.board.outcome()
    assert outcome is not None
    assert reward == {None: 0, "white": 1, "black": -1}[outcome.winner]
    env.reset(seed=1)
    assert env.step(np.int64(0))[1:3] == (-1.0, True)


@pytest.mark.parametrize("rules", ["official", "casual", "relay"])
def test_pettingzoo_is_content(rules: str) -> None:
    api_test(for_pettingzoo.env(rules=rules), num_cycles=1000)
    seed_test(lambda: for_pettingzoo.env(rules=rules), num_cycles=100)


def test_a_game_of_pettingzoo() -> None:
    env = for_pettingzoo.env()
    env.reset(seed=2)
    rewards = {"player_0": 0.0, "player_1": 0.0}
    for agent in env.agent_iter():
        _, reward, terminated, truncated, info = env.last()
        rewards[agent] += reward
        env.step(None if terminated or truncated else env.action_space(agent).sample(info["action_mask"]))
    winner = env.unwrapped.board.outcome().winner
    assert rewards["player_0"] == -rewards["player_1"] == {None: 0, "black": 1, "white": -1}[winner]

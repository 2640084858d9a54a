"""Speed, with other packages in the same run: python speed.py"""

import random
import time
from collections.abc import Callable

import pyspiel
from crownhead import Board, VecCheckers
from draughts import Board as TheirBoard


def rate(work: Callable[[], int], seconds: float = 3.0) -> float:
    """What is done in a second: the best of three runs, since others may use the machine."""
    best = 0.0
    for _ in range(3):
        n, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds / 3:
            n += work()
        best = max(best, n / (time.perf_counter() - start))
    return best


def legal_moves() -> int:
    return sum(bool(board.legal_moves) for board in boards)


def their_legal_moves() -> int:
    # What is found is remembered, so each position is set up again.
    return sum(bool(TheirBoard("english", board.fen()).legal_moves()) for board in boards[:5])


def their_setup() -> int:
    return sum(TheirBoard("english", board.fen()) is not None for board in boards[:5])


def openspiel() -> int:
    """A random game, with what a learner looks at."""
    state, n = pyspiel.load_game("checkers").new_initial_state(), 0
    while not state.is_terminal():
        state.observation_tensor()
        state.legal_actions_mask()
        state.apply_action(random.choice(state.legal_actions()))
        n += 1
    return n


def openspiel_moves() -> int:
    """A random game, and no more."""
    state, n = pyspiel.load_game("checkers").new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        n += 1
    return n


def many(threads: int) -> float:
    games = VecCheckers(1024, threads=threads)

    def step() -> int:
        games.step(games.sample())
        return len(games)

    return rate(step)


boards = [Board()]
while len(boards) < 40:
    board = boards[-1].copy()
    board.push(random.choice(board.legal_moves))
    boards.append(Board() if board.is_game_over() else board)

ours, setup, theirs = rate(legal_moves), rate(their_setup), rate(their_legal_moves)
theirs = 1 / (1 / theirs - 1 / setup)
print(f"legal_moves: {ours:,.0f} a second; pydraughts {theirs:,.0f}, without setting up the board; {ours / theirs:,.0f} times")
one, two, full, plain = many(1), many(2), rate(openspiel), rate(openspiel_moves)
print(f"VecCheckers, with planes and masks: {one:,.0f} steps a second on one thread, {two:,.0f} on two")
print(f"OpenSpiel: {full:,.0f} with tensors and masks ({one / full:,.0f} times), {plain:,.0f} without ({one / plain:,.0f} times)")

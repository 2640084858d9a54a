"""A policy learns by playing itself, and beats a random mover after a minute on one core: python learn.py [STEPS]"""

import sys

import numpy as np
from crownhead import N_ACTIONS, VecCheckers
from numpy.typing import NDArray

# Weights of each action for each place of the planes, and of a critic, who guesses who wins: moves to more than that are learned.
N, RATE, CRITIC_RATE, chance = 256, 0.3, 0.002, np.random.default_rng(1)
actor, critic = np.zeros((N_ACTIONS, 4 * 64), np.float32), np.zeros(4 * 64, np.float32)


def choose(games: VecCheckers) -> tuple[NDArray[np.int64], ...]:
    """An action for each game; and of all legal actions, their games, numbers, and the push that would make them likelier."""
    game, action = np.nonzero(games.masks)
    first = np.searchsorted(game, np.arange(len(games)))
    logits = np.einsum("ij,ij->i", actor[action], games.planes.reshape(len(games), -1)[game])
    odds = np.exp(logits - np.maximum.reduceat(logits, first)[game])
    odds /= np.add.reduceat(odds, first)[game]
    race = logits + chance.gumbel(size=len(logits))
    won = np.flatnonzero(race == np.maximum.reduceat(race, first)[game])
    return action[won], game, action, np.bincount(won, minlength=len(odds)) - odds


def learn(n_steps: int) -> None:
    games = VecCheckers(N, seed=1, threads=1)
    for _ in range(n_steps // N):
        x = games.planes.reshape(N, -1).astype(np.float32)
        chosen, game, action, push = choose(games)
        rewards, dones = games.step(chosen)
        guess, ahead = np.tanh(x @ critic), -np.tanh(games.planes.reshape(N, -1) @ critic)
        surprise = np.where(dones, rewards, ahead) - guess
        critic[:] += CRITIC_RATE * (surprise * (1 - guess**2)) @ x
        np.add.at(actor, action, (RATE * push * surprise[game])[:, None] * x[game])


def score(n_games: int) -> float:
    """The share of the points against a random mover, with Black in half of the games and White in the others."""
    games, points, learner = VecCheckers(64, seed=2, threads=1), np.zeros(0), np.arange(64) % 2
    while len(points) < n_games:
        mine = games.turns == learner
        rewards, dones = games.step(np.where(mine, choose(games)[0], games.sample()))
        points = np.append(points, 0.5 + np.where(mine, rewards, -rewards)[dones] / 2)
    return float(points.mean())


print(f"before: {score(500):.0%} against a random mover")
learn(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
print(f"after: {score(500):.0%} against a random mover")

"""Has pydraughts read the games that the program annotates.

Usage: pdn.py CROWNHEAD
"""

import random
import re
import subprocess
import sys

from draughts.PDN import PDNReader

# So long that the numbers of moves contain each other: 1., 11., 21.
PLIES = 46


def run(program: str, *args: str, text: str) -> str:
    done = subprocess.run([program, *args], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def ends(move: str) -> tuple[str, str]:
    """The first and the last square of a move, by which jumps are written."""
    squares = re.split("[-x]", move)
    return squares[0], squares[-1]


def some_moves(program: str) -> list[str]:
    """Legal moves from the start, by chance."""
    moves, chance = [], random.Random(5)
    while len(moves) < PLIES:
        legal = run(program, "moves", "-", text=" ".join(moves) + "\n" if moves else "B:W21-32:B1-12\n").split()
        moves.append(chance.choice(legal))
    return moves


def main(program: str) -> None:
    moves = some_moves(program)
    numbered = [f"{i // 2 + 1}. {move}" if i % 2 == 0 else move for i, move in enumerate(moves)]
    game = f'[Event "Club"]\n[Result "*"]\n[GameType "21"]\n\n{" ".join(numbered)} *\n'
    annotated = run(program, "analyze", "-", "--nodes", "300", text=game + "\n" + game)
    assert annotated.count("{") > 2 * PLIES, annotated
    games = PDNReader(pdn_text=annotated).games
    wanted = [ends(move) for move in moves]
    assert [[ends(move) for move in game.moves] for game in games] == [wanted, wanted], [game.moves for game in games]
    print(f"pydraughts read {len(games)} annotated games")


if __name__ == "__main__":
    main(sys.argv[1])

"""A real DXP client, pydraughts, plays whole games against `crownhead dxp --listen`.

Usage: python dxp.py CROWNHEAD. The client answers at random; every move of ours is checked by its rules.
"""

import random
import re
import subprocess
import sys

import draughts
from draughts.engine import DXPEngine

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
MAX_MOVES = 30


def play(port, client_begins, chance):
    """Plays the first moves of a game; DXP is slow by design, so not all of them."""
    options = {"engine-opened": True, "ip": "127.0.0.1", "port": port, "initial-time": 300, "max-moves": 75}
    engine = DXPEngine(options=options)
    board = draughts.Board("english", START)
    moves = 0
    if client_begins:
        board.push(chance.choice(list(board.legal_moves())))
    while not board.is_over() and moves < MAX_MOVES:
        result = engine.play(board)
        if result.move is None:
            break
        board.push(result.move)
        moves += 1
        if not board.is_over():
            board.push(chance.choice(list(board.legal_moves())))
    engine.quit()
    return moves


def main():
    chance = random.Random(2)
    for client_begins in (False, True):
        command = [sys.argv[1], "dxp", "--listen", "0", "--once", "--time", "0.02", "--hash", "4"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            port = re.search(r":(\d+)$", server.stdout.readline().strip()).group(1)
            moves = play(port, client_begins, chance)
            assert moves >= 10, f"only {moves} moves"
            assert server.wait(timeout=20) == 0
        print(f"dxp: {moves} moves of ours, {'we' if not client_begins else 'the client'} first")


main()

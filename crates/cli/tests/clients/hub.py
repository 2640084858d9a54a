"""A real Hub client, pydraughts, plays whole games against `crownhead hub`.

Usage: python hub.py CROWNHEAD. Every move the engine makes is checked by the client's own rules; the
answers are the client's. Ballots with both colors, every kind of level, pondering, and the book.
"""

import random
import sys
import threading

import draughts
from draughts.engine import HubEngine, Limit

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
BALLOTS = [
    START,
    "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,13",
    "W:W19,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,10,11,12,18",
    "W:W18,21,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,12,14,16",
]
LIMITS = [Limit(depth=5), Limit(nodes=2000), Limit(movetime=0.02), Limit(time=5, inc=0.05), Limit(time=3)]


def play(engine, fen, engine_side, limit, chance):
    """Plays a game; the client answers at random. Gives the number of moves."""
    board = draughts.Board("english", fen)
    moves = 0
    while not board.is_over() and moves < 200:
        if board.turn == engine_side:
            result = engine.play(board, limit, ponder=False)
            assert result.move.pdn_move in legal(board), f"{result.move.pdn_move} in {board.fen}"
            board.push(result.move)
        else:
            board.push(chance.choice(list(board.legal_moves())))
        moves += 1
    return moves


def legal(board):
    return {move.pdn_move for move in board.legal_moves()}


def ponder(engine):
    """Thinks on the opponent's time, then is told that the expected move was made, or to stop."""
    for hit in (True, False):
        board = draughts.Board("english", START)
        first = engine.play(board, Limit(depth=8), ponder=False)
        board.push(first.move)
        board.push(first.ponder)
        end = engine.ponderhit if hit else engine.stop
        timer = threading.Timer(0.3, end)
        timer.start()
        result = engine.play(board, Limit(time=2, inc=0.1), ponder=True)
        timer.join()
        assert result.move.pdn_move in legal(board), result.move.pdn_move


def start(book):
    engine = HubEngine([sys.argv[1], "hub", "--hash", "4"])
    engine.hub()
    engine.configure({"variant": "english", "threads": 1, "book": book})
    engine.init()
    return engine


def main():
    chance = random.Random(1)
    for book in (False, True):
        engine = start(book)
        games = moves = 0
        for fen in BALLOTS:
            for engine_side in (draughts.WHITE, draughts.BLACK):
                limit = LIMITS[games % len(LIMITS)]
                moves += play(engine, fen, engine_side, limit, chance)
                games += 1
        if not book:
            ponder(engine)
        engine.quit()
        engine.kill_process()
        print(f"hub: {games} games, {moves} moves, {'with' if book else 'without'} the book")


main()

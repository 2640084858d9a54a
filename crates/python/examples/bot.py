"""A bot that counts pieces a few moves ahead, against a level of the engine: python bot.py [LEVEL [DEPTH]]"""

import sys

from crownhead import Board, Engine, Move


def count(board: Board) -> int:
    """How much more the side to move has: 2 for a man, 3 for a king."""
    own, other = (board.black, board.white) if board.turn == "black" else (board.white, board.black)
    men, kings = own.bit_count() - other.bit_count(), (own & board.kings).bit_count() - (other & board.kings).bit_count()
    return 2 * men + kings


def search(board: Board, depth: int, alpha: int, beta: int) -> int:
    outcome = board.outcome()
    if outcome is not None:
        return -1000 if outcome.winner else 0
    moves = board.legal_moves
    if depth <= 0 and not moves[0].is_jump:
        return count(board)
    for move in moves:
        board.push(move)
        alpha = max(alpha, -search(board, depth - 1, -beta, -alpha))
        board.pop()
        if alpha >= beta:
            break
    return alpha


def choose(board: Board, depth: int) -> Move:
    def worth(move: Move) -> int:
        board.push(move)
        score = -search(board, depth - 1, -2000, 2000)
        board.pop()
        return score

    return max(board.legal_moves, key=worth)


level = int(sys.argv[1]) if len(sys.argv) > 1 else 1
depth = int(sys.argv[2]) if len(sys.argv) > 2 else 4
board, engine = Board(), Engine(hash=1)
while not board.is_game_over():
    board.push(choose(board, depth) if board.turn == "black" else engine.play(board, level=level, seed=board.ply()))
print(board.record([("Black", "bot"), ("White", f"level {level}")]))
print(board.outcome())

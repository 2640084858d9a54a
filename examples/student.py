"""The legal moves of checkers positions, as a student might write it; docs/grading.md tells about it.

    crownhead grade -- python3 examples/student.py

Reads positions as FEN, one per line, and prints the legal moves of each on one line. A line that begins with a
depth is answered with the number of move sequences of that length.
"""

import sys


def place(number):
    """Row (0 at the top) and column of the square with this number."""
    row, index = divmod(number - 1, 4)
    return row, 2 * index + (1 if row % 2 == 0 else 0)


def number(row, column):
    return 4 * row + column // 2 + 1


def on_board(row, column):
    return 0 <= row <= 7 and 0 <= column <= 7


def read(fen):
    """The side to move, and the pieces: b, w for men, B, W for kings, by their places."""
    turn, *sides = fen.split(":")
    pieces = {}
    for side in sides:
        color = side[0]
        for square in filter(None, side[1:].split(",")):
            king = square.startswith("K")
            pieces[place(int(square.lstrip("K")))] = color if king else color.lower()
    return turn, pieces


def directions(piece):
    if piece in "BW":
        return [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    return [(1, -1), (1, 1)] if piece == "b" else [(-1, -1), (-1, 1)]


def is_crowned(piece, row):
    return piece == "b" and row == 7 or piece == "w" and row == 0


def jumps(pieces, at, piece):
    """Every whole jump of a piece that stands at a place: the places it lands on, and the pieces it takes."""
    found = []
    for down, right in directions(piece):
        over = at[0] + down, at[1] + right
        to = over[0] + down, over[1] + right
        if not on_board(*to) or to in pieces:
            continue
        if over not in pieces or pieces[over].upper() == piece.upper():
            continue
        rest = {place: other for place, other in pieces.items() if place != over}
        further = [] if is_crowned(piece, to[0]) else jumps(rest, to, piece)
        for route, taken in further or [([], [])]:
            found.append(([to] + route, [over] + taken))
    return found


def moves(turn, pieces):
    """Every legal move: the places of its route, and the pieces it takes."""
    own = [(at, piece) for at, piece in pieces.items() if piece.upper() == turn]
    found = []
    for at, piece in own:
        rest = {place: other for place, other in pieces.items() if place != at}
        found += [([at] + route, taken) for route, taken in jumps(rest, at, piece)]
    if found:
        return found
    for at, piece in own:
        for down, right in directions(piece):
            to = at[0] + down, at[1] + right
            if on_board(*to) and to not in pieces:
                found.append(([at, to], []))
    return found


def play(turn, pieces, route, taken):
    rest = {place: piece for place, piece in pieces.items() if place not in taken}
    piece = rest.pop(route[0])
    rest[route[-1]] = piece.upper() if is_crowned(piece, route[-1][0]) else piece
    return "W" if turn == "B" else "B", rest


def count(turn, pieces, depth):
    if depth == 0:
        return 1
    return sum(count(*play(turn, pieces, *move), depth - 1) for move in moves(turn, pieces))


def text(route, taken):
    return ("x" if taken else "-").join(str(number(*square)) for square in route)


for line in sys.stdin:
    *depth, fen = line.split()
    turn, pieces = read(fen)
    if depth:
        print(count(turn, pieces, int(depth[0])))
    else:
        print(*[text(*move) for move in moves(turn, pieces)])

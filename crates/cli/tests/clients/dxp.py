"""pydraughts plays against `crownhead dxp`: as its client when we listen, and, because it only ever asks
for games itself, with its messages and its rules behind a socket of ours when we ask.

Usage: python dxp.py CROWNHEAD. The client answers at random; every move of ours is checked by its rules.
"""

import random
import re
import socket
import subprocess
import sys

import draughts
from draughts.engine import DXPEngine
from draughts.engines.dxp_communication.dxp_classes import DamExchange

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


def messages(connection):
    """The messages of the other side; each ends with a zero."""
    rest = b""
    while data := connection.recv(4096):
        *whole, rest = (rest + data).split(b"\0")
        yield from (message.decode() for message in whole)


def follow(connection, chance):
    """Accepts a game from the start and answers to its end."""
    dxp = DamExchange()
    board = draughts.Board("english", START)
    moves = 0

    def send(text):
        connection.sendall(text.encode() + b"\0")

    def answer():
        move = chance.choice(list(board.legal_moves()))
        board.push(move)
        send(dxp.msg_move(move.steps_move, move.captures, 0))

    for text in messages(connection):
        message = dxp.parse(text)
        if message["type"] == "R":
            assert message["posInd"] == "A", text
            send("A" + "follower".ljust(32) + "0")
            if message["fColor"] == "Z":
                answer()
        elif message["type"] == "M":
            captures = sorted(int(square) for square in message["captures"])
            ends = (int(message["from"]), int(message["to"]))
            fits = [move for move in board.legal_moves()
                    if (move.steps_move[0], move.steps_move[-1]) == ends and sorted(move.captures) == captures]
            assert fits, f"{text} is not legal in {board.fen}"
            board.push(fits[0])
            moves += 1
            if board.is_over():
                send(dxp.msg_gameend("1"))
            else:
                answer()
        elif message["type"] == "E":
            if not board.is_over():
                send(dxp.msg_gameend("0"))
            return moves, board
    raise AssertionError("the connection ended without a word")


def lead(side, chance):
    """We connect and ask for a game with one of the colors."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        address = "127.0.0.1:%d" % server.getsockname()[1]
        command = [sys.argv[1], "dxp", "--connect", address, "--side", side, "--time", "0.02", "--hash", "4"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as program:
            connection, _ = server.accept()
            connection.settimeout(20)
            with connection:
                moves, board = follow(connection, chance)
            assert program.wait(timeout=20) == 0
    assert moves >= 10 and board.is_over(), f"{moves} moves, {board.fen}"
    print(f"dxp: {moves} moves of ours, asked for by us with {side}")


def main():
    chance = random.Random(2)
    for side in ("black", "white"):
        lead(side, chance)
    for client_begins in (False, True):
        command = [sys.argv[1], "dxp", "--listen", "0", "--once", "--time", "0.02", "--hash", "4"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            port = re.search(r":(\d+)$", server.stdout.readline().strip()).group(1)
            moves = play(port, client_begins, chance)
            assert moves >= 10, f"only {moves} moves"
            assert server.wait(timeout=20) == 0
        print(f"dxp: {moves} moves of ours, {'we' if not client_begins else 'the client'} first")


main()

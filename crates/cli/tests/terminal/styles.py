"""Plays a whole game in each style on the screen of a pseudo-terminal, with what is typed in tests/styles/NAME.in.

Usage: styles.py PATH_OF_CROWNHEAD [--bless]

The last screen is compared with tests/styles/NAME.screen; --bless writes it anew.
"""

import os
import pathlib
import sys
import tempfile
import time

import pexpect
import pyte

STYLES = pathlib.Path(__file__).parent.parent / "styles"
PATIENCE = 60


class Terminal:
    def __init__(self, program, args, size=(100, 32)):
        columns, rows = size
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        env = {"PATH": os.environ["PATH"], "HOME": tempfile.mkdtemp(), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.child = pexpect.spawn(program, args, dimensions=(rows, columns), env=env)

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display) + "\n"

    def wait(self, condition, what):
        end = time.time() + PATIENCE
        while not condition(self.text()):
            assert time.time() < end, f"{what} did not come:\n{self.text()}"
            try:
                self.stream.feed(self.child.read_nonblocking(65536, timeout=0.05))
            except pexpect.TIMEOUT:
                pass

    def settle(self):
        """Reads until nothing more comes, so that a half-drawn screen is not taken for a whole one."""
        try:
            while True:
                self.stream.feed(self.child.read_nonblocking(65536, timeout=0.3))
        except pexpect.TIMEOUT:
            pass

    def leave(self):
        self.child.send("\x03")
        self.child.expect(pexpect.EOF, timeout=PATIENCE)


def press_move(terminal, typed):
    """What a user of the style types for a move: a line, or a letter and then a number."""
    before = terminal.text()
    if typed[0].isalpha() and len(typed) == 1:
        terminal.child.send(typed)
        terminal.wait(lambda text: "Which piece?" in text, f"the choice after {typed}")
    elif "Which move?" in before:
        terminal.child.send(typed)
        terminal.wait(lambda text: "Which move?" not in text, f"the move after {typed}")
    else:
        terminal.child.send(typed)
        terminal.wait(lambda text: f"Move: {typed}" in text, f"the line {typed}")
        terminal.child.send("\r")
        terminal.wait(lambda text: "Move: " not in text and text != before, f"the move {typed}")
    assert "! " not in terminal.text().splitlines()[-5], terminal.text()


def play(program, style, is_blessed):
    terminal = Terminal(program, ["play", "--style", style])
    terminal.wait(lambda text: "? all keys" in text, "the first screen")
    lines = (STYLES / f"{style}.in").read_text().split("\n")
    for typed in [line for line in lines if line and line != "quit"]:
        press_move(terminal, typed)
    terminal.wait(lambda text: " wins" in text and "N new game" in text, "the end")
    terminal.settle()
    file = STYLES / f"{style}.screen"
    if is_blessed:
        file.write_text(terminal.text())
    known = file.read_text()
    assert terminal.text() == known, f"{style}: the last screen is another one:\n{terminal.text()}"
    terminal.leave()
    print(f"{style}: a game of {len(lines)} lines on the screen")


def check_pause(program):
    """Ctrl-Z gives the terminal to the shell, and fg brings the game back."""
    terminal = Terminal("/bin/bash", ["--norc", "-i"])
    terminal.child.send(f"{program} play --style coordinates\r")
    terminal.wait(lambda text: "? all keys" in text, "the first screen")
    terminal.child.send("\x1a")
    terminal.wait(lambda text: "Stopped" in text, "the shell")
    terminal.child.send("echo shell; fg\r")
    terminal.wait(lambda text: "Player 1" in text and "? all keys" in text, "the game")
    terminal.child.send("A3 to B4\r")
    terminal.wait(lambda text: "Player 1 played A3 to B4." in text, "a move")
    terminal.child.send("\x03")
    terminal.child.expect("bash-[0-9.]+[$#] ", timeout=PATIENCE)
    terminal.child.send("exit\r")
    terminal.child.expect(pexpect.EOF, timeout=PATIENCE)


def main():
    check_pause(sys.argv[1])
    for style in ["masks", "letters", "coordinates", "indices", "list"]:
        play(sys.argv[1], style, "--bless" in sys.argv)


main()

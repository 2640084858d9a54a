"""Plays whole games in real pseudo-terminals of several sizes, with colors and without.

Usage: play.py PATH_OF_CROWNHEAD

The program runs in a terminal of pexpect and pyte shows what a person would see. Everything that is
pressed is read off the screen: the letters on squares, and the numbers of a choice.
"""

import os
import re
import shlex
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import pexpect
import pyte

SIZES = [(80, 24), (120, 40), (50, 16)]
PATIENCE = 60


class Terminal:
    def __init__(self, program, args, size, environment):
        columns, rows = size
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.raw = b""
        self.home = tempfile.mkdtemp()
        env = {"PATH": os.environ["PATH"], "HOME": self.home, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        env.update(environment)
        self.child = pexpect.spawn(program, args, dimensions=(rows, columns), env=env)

    def read(self):
        try:
            data = self.child.read_nonblocking(65536, timeout=0.05)
            self.raw += data
            self.stream.feed(data)
        except pexpect.TIMEOUT:
            pass
        except pexpect.EOF:
            return False
        return True

    def text(self):
        return "\n".join(self.screen.display)

    def wait(self, condition, what):
        end = time.time() + PATIENCE
        while time.time() < end:
            self.read()
            if condition(self.text()):
                return
        raise AssertionError(f"{what} did not come:\n{self.text()}")

    def press(self, keys):
        self.child.send(keys)

    def leave(self):
        self.press("\x03")
        self.child.expect(pexpect.EOF, timeout=PATIENCE)
        self.raw += self.child.before or b""
        self.child.close()
        assert self.child.exitstatus == 0, self.child.exitstatus
        for restored in [b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l"]:
            assert restored in self.raw, f"{restored} is missing: the terminal was not given back"


OVER = ["has won", "A draw"]


def is_over(text):
    return any(word in text for word in OVER)


def underlined(screen):
    """The letters that stand on squares."""
    found = []
    for y in range(screen.lines):
        for x in range(screen.columns):
            cell = screen.buffer[y][x]
            if cell.underscore and cell.data.isalpha():
                found.append(cell.data)
    return found


def play_game(program, size, environment):
    terminal = Terminal(program, ["play", "--level", "1", "--seed", "3", "--notation", "pdn"], size, environment)
    terminal.wait(lambda text: "? all keys" in text, "the first screen")
    moves = 0
    while not is_over(terminal.text()):
        before = terminal.text()
        # A move by Tab, one by a letter, turn by turn: both are on the screen.
        if moves % 2 == 0:
            terminal.press("\t\r")
        else:
            terminal.press(underlined(terminal.screen)[0])
            terminal.wait(lambda text: text != before, "an answer to a letter")
            if "Which move?" in terminal.text():
                terminal.press("1")
        terminal.wait(
            lambda text: is_over(text) or (text != before and re.search(r"Black (to move|moves)", text)
                                           and "{" not in text and "…" not in text),
            "the answer of the computer",
        )
        settle(terminal)
        moves += 1
        assert moves < 400, "the game does not end"
    terminal.wait(lambda text: "R rematch" in text or "N new game" in text, "what to do next")
    terminal.leave()
    return moves, terminal


def settle(terminal):
    """Reads until nothing more comes, so that a half-drawn screen is not taken for a whole one."""
    last = None
    while last != terminal.text() or "{" in last or "Which move?" in last:
        last = terminal.text()
        for _ in range(8):
            terminal.read()
        if "Which move?" in terminal.text():
            terminal.press("1")


def check_colors(terminal, environment):
    colored = re.search(rb"\x1b\[[0-9;]*(3[0-7]|4[0-7]|[34]8;5;\d+|9[0-7]|10[0-7])m", terminal.raw)
    assert bool(colored) != ("NO_COLOR" in environment), "colors where there should be none, or none"


def check_recovery(program):
    """A game is offered again after the window was closed."""
    terminal = Terminal(program, ["play", "--level", "1"], (80, 24), {})
    terminal.wait(lambda text: "? all keys" in text, "the first screen")
    terminal.press("11-15\r")
    terminal.wait(lambda text: "White played" in text, "an answer")
    terminal.child.kill(9)
    again = Terminal(program, [], (80, 24), {"HOME": terminal.home})
    again.wait(lambda text: "A game was not finished" in text, "the offer")
    again.press("y")
    again.wait(lambda text: "11-15" in text, "the game")
    again.leave()


def check_signal(program):
    """A signal gives the terminal back."""
    terminal = Terminal(program, ["play"], (80, 24), {})
    terminal.wait(lambda text: "? all keys" in text or "Enter start" in text, "the first screen")
    terminal.child.kill(15)
    terminal.child.expect(pexpect.EOF, timeout=PATIENCE)
    raw = terminal.raw + terminal.child.before
    assert b"\x1b[?1049l" in raw


def check_panic(program):
    """A fault of the program gives the terminal back, and can be read."""
    script = f"{shlex.quote(program)} play; echo status $?; stty -a"
    terminal = Terminal("/bin/sh", ["-c", script], (80, 24), {"CROWNHEAD_PANIC": "1"})
    terminal.child.expect(pexpect.EOF, timeout=PATIENCE)
    raw = terminal.child.before
    drawn, given_back, after = raw.partition(b"\x1b[?1049l")
    assert b"\x1b[?1049h" in drawn and given_back, "the screen was not taken, or not given back"
    for taken, left in [(b"\x1b[?1000h", b"\x1b[?1000l"), (b"\x1b[?1002h", b"\x1b[?1002l"), (b"\x1b[?25l", b"\x1b[?25h"),
                        (b"\x1b[?2004h", b"\x1b[?2004l")]:
        assert raw.rfind(taken) < raw.rfind(left), f"{left} is missing: the terminal was not given back"
    assert b"a test has asked for this" in after and b"\x1b[?1049" not in after, after
    # Lines begin where lines begin, because the terminal was itself again before anything was said.
    assert b"\r\nthread 'main'" in after and b"status 101\r\n" in after, after
    for mode in [b"icanon", b"echo", b"isig", b"opost"]:
        assert mode in after.split(), f"{mode} is off"


def check_two_windows(program):
    """The game of a window that is open is not offered in another."""
    first = Terminal(program, ["play", "--level", "1"], (80, 24), {})
    first.wait(lambda text: "? all keys" in text, "the first screen")
    first.press("11-15\r")
    first.wait(lambda text: "White played" in text, "an answer")
    second = Terminal(program, [], (80, 24), {"HOME": first.home})
    second.wait(lambda text: "Enter start" in text, "the form")
    second.leave()
    first.leave()
    third = Terminal(program, [], (80, 24), {"HOME": first.home})
    third.wait(lambda text: "A game was not finished" in text, "the offer")
    third.leave()


def check_dumb(program):
    """A dumb terminal gets lines."""
    terminal = Terminal(program, ["play", "--level", "1"], (80, 24), {"TERM": "dumb"})
    terminal.wait(lambda text: "Black to move>" in text, "a prompt")
    assert b"\x1b[?1049h" not in terminal.raw
    terminal.press("1\r")
    terminal.wait(lambda text: "White:" in text, "an answer")
    terminal.press("quit\r")
    terminal.child.expect(pexpect.EOF, timeout=PATIENCE)


def check_lines(program):
    """Lines are edited, completed, and come back."""
    terminal = Terminal(program, ["play", "--plain", "--no-keep", "--white", "person"], (80, 24), {})
    terminal.wait(lambda text: "Black to move>" in text, "a prompt")
    # One to the left, and the missing digit.
    terminal.press("11-6\x1b[D1\r")
    terminal.wait(lambda text: "Black: 11-16" in text and "White to move>" in text, "the move that was mended")
    terminal.press("sty\tli\t\r")
    terminal.wait(lambda text: "Type yes" in text, "the question about the game that would be given up")
    terminal.press("yes\r")
    terminal.wait(lambda text: "0: 16 -> 25" in text, "the style that was completed")
    game = os.path.join(terminal.home, "a game.pdn")
    terminal.press(f"save {game}\r")
    terminal.wait(lambda text: "Saved to" in text, "the file")
    terminal.press(f"load {terminal.home}/a\t\r")
    terminal.wait(lambda text: "looking>" in text, "the file whose name was completed")
    terminal.press("close\r\x1b[A\x1b[A\r")
    terminal.wait(lambda text: text.rstrip().endswith("looking>"), "the line that came back")
    terminal.press("help\r")
    terminal.wait(lambda text: "an unfinished game is kept" in text, "the help")
    assert not any(len(line) == 80 and line[-1].isalpha() for line in terminal.screen.display), terminal.text()
    terminal.press("\x04")
    terminal.child.expect(pexpect.EOF, timeout=PATIENCE)


def main():
    program = sys.argv[1]

    def check_game(case):
        size, environment = case
        moves, terminal = play_game(program, size, environment)
        check_colors(terminal, environment)
        name = "no color" if environment else "color"
        return f"{size[0]}x{size[1]}, {name}: a game of {moves} moves each"

    cases = [(size, environment) for size in SIZES for environment in [{}, {"NO_COLOR": "1"}]]
    # Most of a game is waiting, so that all of them can be played at once.
    with ThreadPoolExecutor(len(cases)) as pool:
        for line in pool.map(check_game, cases):
            print(line)
    check_recovery(program)
    check_two_windows(program)
    check_signal(program)
    check_panic(program)
    check_dumb(program)
    check_lines(program)
    print("kept after a crash, two windows, given back after a signal and after a panic, lines on a dumb terminal, lines that are edited")


main()

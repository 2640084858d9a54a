"""Two people in two pseudo-terminals play a game over a server, and a third reads it line by line.

Usage: online.py PATH_OF_CROWNHEAD [PATH_OF_CROWNHEAD_THAT_SERVES]

Everything that is pressed is read off the screen, as in play.py. In the middle of the game one terminal is killed and
opened again, and the server is killed with -9 and started again.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

import pexpect
import pyte

PATIENCE = 30


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    def __init__(self, program):
        self.program = program
        self.port = free_port()
        self.folder = tempfile.mkdtemp()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self):
        args = [self.program, "serve", "--listen", f"127.0.0.1:{self.port}", "--games", f"{self.folder}/games.db",
                "--hash", "1", "--threads", "1"]
        quiet = subprocess.DEVNULL
        self.process = subprocess.Popen(args, stdout=quiet, stderr=quiet, env={**os.environ, "HOME": self.folder})
        end = time.time() + PATIENCE
        while True:
            try:
                return urllib.request.urlopen(f"{self.url}/api/about", timeout=2).read()
            except OSError:
                assert time.time() < end and self.process.poll() is None, "the server does not answer"
                time.sleep(0.05)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


class Terminal:
    def __init__(self, program, args, home=None):
        self.program, self.args = program, args
        self.home = home or tempfile.mkdtemp()
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        env = {"PATH": os.environ["PATH"], "HOME": self.home, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.child = pexpect.spawn(program, args, dimensions=(24, 80), env=env)

    def read(self):
        try:
            self.stream.feed(self.child.read_nonblocking(65536, timeout=0.02))
        except (pexpect.TIMEOUT, pexpect.EOF):
            pass

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait(self, condition, what, others=()):
        end = time.time() + PATIENCE
        while time.time() < end:
            self.read()
            for other in others:
                other.read()
            if condition(self.text()):
                return
        raise AssertionError(f"{what} did not come:\n{self.text()}")

    def shows(self, *texts):
        for text in texts:
            self.wait(lambda screen: text in screen, text)

    def press(self, keys):
        self.child.send(keys)

    def kill(self):
        self.child.kill(9)
        self.child.wait()

    def again(self):
        return Terminal(self.program, self.args, self.home)

    def leave(self):
        self.press("\x03")
        self.child.expect(pexpect.EOF, timeout=PATIENCE)
        self.child.close()
        assert self.child.exitstatus == 0, self.child.exitstatus


def begin(program, server):
    """A seek of one, accepted by the other from the lobby. Gives back Black's terminal and White's."""
    first = Terminal(program, ["play", "--online", server.url])
    first.shows("connected as Guest", "Nobody offers a game just now")
    first.press("s")
    first.shows("A game with anybody", "< 5 min + 3 s per move >")
    first.press("\r")
    first.shows("you seek")
    second = Terminal(program, ["play", "--online", server.url])
    second.shows("seeks a game", "5+3")
    second.press("\r")
    for terminal in [first, second]:
        terminal.shows(", you", "Black to move")
    black = first if "Black to move (you)" in first.text() else second
    return (black, second) if black is first else (black, first)


def move(mover, other, text):
    """Types a move, and sees it arrive on the other screen."""
    mover.shows("to move (you)")
    mover.press(f"m{text}\r")
    other.shows(f"played {text}.", "to move (you)")


def check_game(program, server):
    black, white = begin(program, server)
    move(black, white, "11-15")
    move(white, black, "23-19")
    # Letters, the cursor and Tab are those of the local game.
    black.press("\t\r")
    white.wait(lambda screen: "White to move (you)" in screen, "a move by Tab")
    white.press("\t\r")
    black.wait(lambda screen: "Black to move (you)" in screen, "the answer by Tab")
    black.press('"good luck\r')
    white.shows("good luck")
    check_takeback(black, white)
    black = check_return(black, white)
    check_server_killed(server, black, white)
    white.press("D")
    black.shows("offers a draw: + agrees")
    black.press("-")
    white.shows("declines the draw")
    black.press("R")
    black.shows("Resign this game?")
    black.press("y")
    for terminal in [black, white]:
        terminal.shows("White wins: Black resigned.", "R rematch")
    white.press("R")
    black.shows("wants another game: + agrees")
    black.press("+")
    # The sides are changed.
    black.shows("You play White")
    white.shows("You play Black")
    return white, black


def check_takeback(black, white):
    turn = black if "Black to move (you)" in black.text() else white
    other = white if turn is black else black
    turn.press("\t\r")
    other.shows("to move (you)")
    turn.press("u")
    other.shows("asks to take a move back: + agrees")
    other.press("+")
    turn.shows("A move was taken back", "to move (you)")


def check_return(black, white):
    """A terminal that was killed goes on with its game, without being asked anything."""
    moves = [line for line in black.text().splitlines() if "1. 11-15" in line]
    assert moves, black.text()
    black.kill()
    again = black.again()
    again.shows("1. 11-15", "Black to move (you)")
    return again


def check_server_killed(server, black, white):
    """What was acknowledged is there after the server was killed, and moves that were made meanwhile are sent."""
    server.kill()
    for terminal in [black, white]:
        terminal.shows("CONNECTION LOST")
    black.press("\t\r")
    black.wait(lambda screen: "White to move" in screen, "the move on one's own board")
    server.start()
    for terminal in [black, white]:
        terminal.wait(lambda screen: "connected as" in screen, "the connection", [black, white])
    white.shows("White to move (you)")


def check_spectator(program, server, black, white):
    """Somebody who watches, line by line."""
    watcher = pexpect.spawn(program, ["play", "--online", server.url, "--plain", "--color", "never"], encoding="utf-8",
                            timeout=PATIENCE, env={"PATH": os.environ["PATH"], "HOME": tempfile.mkdtemp()})
    watcher.expect(r"\[lobby\]")
    end = time.time() + PATIENCE
    while True:
        watcher.sendline("lobby")
        if watcher.expect(["to watch", "Nobody offers"]) == 0:
            break
        assert time.time() < end, "there is nothing to watch"
        time.sleep(0.1)
    watcher.expect(r"\[lobby\]")
    watcher.sendline("watch 1")
    watcher.expect("You watch")
    watcher.expect(r"\[Black to move\]")
    move(black, white, "9-14")
    watcher.expect("Black: 9-14")
    watcher.expect(r"\[White to move\]")
    watcher.sendline("22-18")
    watcher.expect("You only watch this game")
    watcher.sendline("quit")
    watcher.expect(pexpect.EOF)


def check_code(program, server):
    """A challenge is accepted by its code, and the game gone on with from another device by a link."""
    maker = Terminal(program, ["play", "--online", server.url])
    maker.shows("connected as Guest")
    maker.press("c\r")
    maker.shows("Give your opponent the code")
    code = re.search(r"the code (\w+),", maker.text()).group(1)
    taker = Terminal(program, ["play", "--online", server.url])
    taker.shows("connected as Guest")
    taker.press(f"j{code.upper()}\r")
    for terminal in [maker, taker]:
        terminal.shows("Black to move", ", you")
    taker.press(":seat\r")
    taker.shows("Whoever has this link")
    link = re.search(r"join (#/game/[^\s│]+)", taker.text()).group(1)
    taker.press("\x1b")
    taker.shows("Black to move")
    side = "Black" if "Black to move (you)" in taker.text() else "White"
    device = Terminal(program, ["play", "--online", f"{server.url}/{link}"])
    device.shows(f"You play {side}")
    mover, other = (device, maker) if side == "Black" else (maker, device)
    move(mover, other, "11-15")
    for terminal in [maker, taker, device]:
        terminal.leave()


def check_account(program, server):
    """An account is made in the lobby, and logged in to from elsewhere; its password is never seen."""
    maker = Terminal(program, ["play", "--online", server.url])
    maker.shows("connected as Guest")
    maker.press("rMarion\r")
    maker.shows("Password:")
    maker.press("correct horse\r")
    maker.shows("connected as Marion (1500)")
    maker.leave()
    again = maker.again()
    again.shows("connected as Marion (1500)")
    again.leave()
    elsewhere = Terminal(program, ["play", "--online", server.url, "--name", "marion"])
    elsewhere.shows("Password of marion")
    elsewhere.press("correct horse\r")
    elsewhere.shows("connected as Marion (1500)")
    assert "horse" not in elsewhere.text()
    elsewhere.leave()
    stranger = Terminal(program, ["play", "--online", server.url, "--name", "Marion"])
    stranger.shows("Password of Marion")
    stranger.press("wrong horse\r")
    stranger.shows("error:")


def check_lines(program, server):
    """Line by line, what happens at the server is written above the line that somebody types meanwhile."""
    maker = Terminal(program, ["play", "--plain", "--online", server.url])
    maker.shows("[lobby]", ">")
    maker.press("seek 5+3 bla\t\r")
    maker.shows("Your seek is in everybody's lobby")
    maker.press("11-")
    taker = Terminal(program, ["play", "--plain", "--online", server.url])
    taker.shows("[lobby]")
    taker.press("lobby\r")
    taker.shows("5+3")
    number = re.search(r"(\d+)\s+seek.*5\+3|(\d+).*Guest.*5\+3", taker.text())
    taker.press(f"enter {next(filter(None, number.groups())) if number else 1}\r")
    maker.shows("[Black, your move]", "> 11-")
    maker.press("15\r")
    taker.shows("Black: 11-15", "[White, your move]")
    for terminal in [maker, taker]:
        terminal.press("quit\r")
        terminal.child.expect(pexpect.EOF, timeout=PATIENCE)


def main():
    program = sys.argv[1]
    server = Server(sys.argv[2] if len(sys.argv) > 2 else program)
    try:
        black, white = check_game(program, server)
        check_spectator(program, server, black, white)
        mode = os.stat(f"{black.home}/.local/state/crownhead/online.json").st_mode & 0o777
        assert mode == 0o600, oct(mode)
        black.leave()
        white.leave()
        check_code(program, server)
        check_account(program, server)
        check_lines(program, server)
    finally:
        server.kill()
    print("a game in two terminals over a server: chat, takeback, draw, a terminal and the server killed, rematch, watched; "
          "a challenge by its code, another device, an account")


main()

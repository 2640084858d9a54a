"""How long a player waits, measured from outside with the program in a pseudo-terminal.

Usage: speed.py PATH_OF_CROWNHEAD

Prints the time from the start of the program to its first screen, and from a key to the screen that answers it
while an analysis runs on every core.
"""

import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import fcntl
import time

import pyte

ROUNDS = 15
KEYS = 60


def go_first():
    """Whoever measures must not wait for a core, or it measures itself. Only some users may do that."""
    try:
        os.setpriority(os.PRIO_PROCESS, 0, -10)
    except PermissionError:
        pass


class Window:
    def __init__(self, program, args):
        self.screen = pyte.Screen(80, 24)
        self.stream = pyte.ByteStream(self.screen)
        env = {"PATH": os.environ["PATH"], "HOME": tempfile.mkdtemp(), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        self.started = time.perf_counter()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.setpriority(os.PRIO_PROCESS, 0, 0)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execve(program, [program, *args], env)
        go_first()

    def wait(self, text, present=True):
        """The time at which a text came to the screen, or went."""
        while True:
            select.select([self.fd], [], [], 10)
            arrived = time.perf_counter()
            self.stream.feed(os.read(self.fd, 65536))
            if (text in "\n".join(self.screen.display)) == present:
                return arrived

    def press(self, keys):
        pressed = time.perf_counter()
        os.write(self.fd, keys.encode())
        return pressed

    def close(self):
        self.press("\x03")
        try:
            while os.read(self.fd, 65536):
                pass
        except OSError:
            pass
        os.waitpid(self.pid, 0)


def told(name, times):
    times = sorted(1000 * t for t in times)
    most = times[len(times) * 95 // 100]
    print(f"{name}: median {statistics.median(times):.1f} ms, 95 of 100 within {most:.1f} ms, worst {times[-1]:.1f} ms")


def main():
    program = sys.argv[1]
    first = []
    for _ in range(ROUNDS):
        window = Window(program, [])
        first.append(window.wait("Enter start") - window.started)
        window.close()
    told("first screen", first)
    window = Window(program, ["play", "--black", "person", "--white", "person"])
    window.wait("? all keys")
    window.press("A")
    window.wait("depth ")
    answers = []
    for _ in range(KEYS):
        time.sleep(0.03)
        pressed = window.press("m")
        answers.append(window.wait("Move: ") - pressed)
        pressed = window.press("\x7f")
        answers.append(window.wait("Move: ", present=False) - pressed)
    told("a key while the engine thinks", answers)
    window.close()


main()

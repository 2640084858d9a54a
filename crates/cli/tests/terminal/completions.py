"""What shells complete, asked of the real ones: Bash, fish and Zsh.

Usage: completions.py PATH_OF_CROWNHEAD
"""

import os
import subprocess
import sys
import tempfile
import time

import pexpect

CROWNHEAD = sys.argv[1]

# What is typed before Tab is pressed, and some of what has to be offered.
CASES = [
    ("crownhead gra", ["grade"]),
    ("crownhead play --rules ", ["official", "free-stop", "crown-and-go", "casual", "relay"]),
    ("crownhead play --notation ", ["pdn", "algebraic", "index32", "index64"]),
    ("crownhead play --level ", ["1", "10", "full"]),
    ("crownhead play --black ", ["person", "full"]),
    ("crownhead play --ballot ", ["random"]),
    ("crownhead play --side ", ["black", "white"]),
    ("crownhead play --style ", ["masks", "letters", "list"]),
    ("crownhead play --theme ", ["green", "wood", "night", "terminal"]),
    ("crownhead play --frame ", ["diagram", "grid"]),
    ("crownhead play --pieces ", ["drawn", "digits"]),
    ("crownhead play --choose ", ["letters", "list"]),
    ("crownhead show --style ", ["coordinates", "indices"]),
    ("crownhead perft 3 --rules ", ["single-jump"]),
    ("crownhead grade --layout ", ["down32", "up64"]),
    ("crownhead show --color ", ["auto", "always", "never"]),
    ("crownhead completions ", ["bash", "zsh", "fish"]),
]


def script(shell):
    return subprocess.run([CROWNHEAD, "completions", shell], check=True, capture_output=True, text=True).stdout


def bash(folder, typed):
    """Calls the function that the script names for the command, as Bash does."""
    path = os.path.join(folder, "crownhead.bash")
    with open(path, "w") as file:
        file.write(script("bash"))
    words = typed.split(" ")
    ask = (
        f"source {path}; COMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}; "
        "$(complete -p crownhead | sed 's/.*-F \\([^ ]*\\).*/\\1/') crownhead \"${COMP_WORDS[-1]}\" \"${COMP_WORDS[-2]}\"; "
        "printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    return subprocess.run(["bash", "--norc", "-c", ask], check=True, capture_output=True, text=True).stdout


def fish(folder, typed):
    path = os.path.join(folder, "crownhead.fish")
    with open(path, "w") as file:
        file.write(script("fish"))
    ask = f"source {path}; complete -C '{typed}'"
    environment = dict(os.environ, HOME=folder, XDG_CONFIG_HOME=folder, XDG_DATA_HOME=folder)
    return subprocess.run(
        ["fish", "--no-config", "-c", ask], check=True, capture_output=True, text=True, env=environment
    ).stdout


def zsh(folder, typed):
    """Presses Tab in a terminal: Zsh completes nowhere else."""
    with open(os.path.join(folder, "_crownhead"), "w") as file:
        file.write(script("zsh"))
    environment = dict(os.environ, HOME=folder, TERM="dumb", PS1="ready> ")
    shell = pexpect.spawn("zsh", ["-f", "-i"], env=environment, encoding="utf-8", dimensions=(50, 200), timeout=60)
    shell.expect("ready> ")
    shell.sendline(f"fpath=({folder} $fpath); autoload -U compinit; compinit -u -D; LISTMAX=1000; echo loa''ded")
    shell.expect("loaded\r\n")
    shell.send(typed + "\t\t")
    # What is offered, until nothing more comes.
    offered, quiet_since = "", time.monotonic()
    while time.monotonic() - quiet_since < 2:
        try:
            offered += shell.read_nonblocking(4096, timeout=0.5)
            quiet_since = time.monotonic()
        except pexpect.TIMEOUT:
            pass
    shell.close(force=True)
    return offered


def main():
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for shell in [bash, fish, zsh]:
            for typed, wanted in CASES:
                offered = shell(folder, typed)
                missing = [word for word in wanted if word not in offered]
                if missing:
                    failures.append(f"{shell.__name__}: {typed!r} does not offer {missing}:\n{offered}")
    if failures:
        sys.exit("\n".join(failures))
    print(f"completions: {len(CASES)} lines in Bash, fish and Zsh")


main()

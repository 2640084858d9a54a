"""Has two bots of examples/bot.py play each other, and kills the server in the middle.

Usage: bot.py CROWNHEAD
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

BOT = Path(__file__).parents[4] / "examples" / "bot.py"


def ask(address: str, path: str, body: dict | None = None, cookie: str = "") -> tuple[dict, str]:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "Cookie": cookie}
    request = urllib.request.Request(address + path, data, headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer), answer.headers.get("Set-Cookie", "").split(";")[0]


def bot_token(address: str, name: str) -> str:
    _, cookie = ask(address, "/api/online/register", {"name": name, "password": "correct horse"})
    ask(address, "/api/online/bot", {"bot": True}, cookie)
    new = {"name": "test", "scopes": ["bot:play", "challenge:write"]}
    return ask(address, "/api/online/tokens", new, cookie)[0]["token"]


def start_server(program: str, folder: str, port: str) -> tuple[subprocess.Popen, str]:
    command = [program, "serve", "--listen", f"127.0.0.1:{port}", "--games", f"{folder}/games.db", "--threads", "1"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    return server, re.search(r"http://\S+", server.stdout.readline())[0]


def start_bot(address: str, token: str, *args: str) -> subprocess.Popen:
    command = [sys.executable, str(BOT), address, "--games", "1", *args]
    return subprocess.Popen(command, env={**os.environ, "CROWNHEAD_TOKEN": token}, stdout=subprocess.PIPE, text=True)


def plies(address: str) -> int:
    """How far the live game has come; 0 when there is none."""
    live = ask(address, "/api/online/lobby")[0]["live"]
    return ask(address, f"/api/online/games/{live[0]['id']}")[0]["now"]["ply"] if live else 0


def main(program: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server, address = start_server(program, folder, "0")
        port = address.rsplit(":", 1)[1]
        bots = []
        try:
            tokens = [bot_token(address, name) for name in ("Ada", "Bert")]
            bots.append(start_bot(address, tokens[0]))
            bots.append(start_bot(address, tokens[1], "--challenge", "Ada"))
            deadline = time.monotonic() + 60
            while plies(address) < 6:
                assert time.monotonic() < deadline, "no game began"
                time.sleep(0.02)
            before = plies(address)
            server.kill()
            server.wait()
            server, address = start_server(program, folder, port)
            for bot in bots:
                assert bot.wait(timeout=120) == 0
            games = ask(address, "/api/online/games?player=Ada&opponent=Bert")[0]["games"]
            assert len(games) == 1 and games[0]["plies"] >= before, games
            assert games[0]["result"]["reason"] not in ("time", "aborted"), games
            print(f"two bots played {games[0]['plies']} plies; the server was killed after {before}")
        finally:
            for process in [*bots, server]:
                process.kill()


if __name__ == "__main__":
    main(sys.argv[1])

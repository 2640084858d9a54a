"""Has schemathesis ask a real server everything its description allows, and much that it does not.

Usage: schemathesis.py CROWNHEAD [EXAMPLES]
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
]


# Another one than that of the examples in the description, by which the account would be deleted.
PASSWORD = "another horse"

# Addresses are about somebody's own game, challenge and study; what is deleted is another.
CONFIG = """
[auth.openapi]
session = {{ api_key = "{cookie}" }}
token = {{ bearer = "{token}" }}

[checks]
enabled = false
{checks}

[parameters]
"path.id" = "{game}"
"path.answer" = "yes"
"path.move" = "11-15"
"""
ABOUT = """
[[operations]]
include-name = "{operation}"
parameters = {{ "path.id" = "{about}" }}
"""
NOWHERE = "000000000000"
# GET is the socket's, which has no place in the description.
ANALYSIS = """
[[operations]]
include-path = "/api/analysis"
checks = { unsupported_method = { enabled = false } }
"""

# They do not end, or end the session that the others need.
LEFT_OUT = ["/api/bot/stream/event", "/api/bot/game/stream/{id}", "/api/online/logout", "/api/online/sessions"]

# Addresses of tournaments are about this one.
ARENA = ["", "/games/{game}", "/report", "/pdn"]
CUP = """
[[operations]]
include-name = "GET /api/arena/{{id}}{rest}"
parameters = {{ "path.id" = "cup", "path.game" = 0 }}
"""
TOURNAMENT = """
name = "Cup"
players = [{ spec = "random" }, { spec = "level:1" }]
"""


class Person:
    """Somebody with an account, a cookie and a token."""

    def __init__(self, address: str, name: str):
        self.address = address
        self.cookie = ""
        with self.open("/api/online/register", {"name": name, "password": PASSWORD}) as answer:
            self.cookie = answer.headers["Set-Cookie"].split(";")[0]
        self.ask("/api/online/bot", {"bot": True})
        scopes = {"name": "all", "scopes": ["bot:play", "challenge:write"]}
        self.token = self.ask("/api/online/tokens", scopes)["token"]

    def open(self, path: str, body: dict):
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        return urllib.request.urlopen(urllib.request.Request(self.address + path, json.dumps(body).encode(), headers))

    def ask(self, path: str, body: dict) -> dict:
        with self.open(path, body) as answer:
            return json.load(answer)


def prepare(address: str, folder: str) -> None:
    """Makes things that requests can be about, for an address made up by chance leads to none."""
    person, other = Person(address, "Marion"), Person(address, "Asa")
    game = person.ask("/api/online/games", {"level": 1, "settings": {"side": "black"}})["game"]
    study = person.ask("/api/studies", {"title": "Mine", "pdn": "1. 11-15 23-18 (22-18 15x22) 2. 8-11 *"})["id"]
    challenge = other.ask("/api/online/challenges", {"to": "Marion"})["id"]
    about = {
        "GET /api/studies/{id}": study,
        "GET /api/studies/{id}/pdn": study,
        "PUT /api/studies/{id}": study,
        "DELETE /api/studies/{id}": NOWHERE,
        "DELETE /api/online/tokens/{id}": NOWHERE,
        "GET /api/online/challenges/{id}": challenge,
    }
    checks = "\n".join(f"{check}.enabled = true" for check in CHECKS)
    config = CONFIG.format(cookie=person.cookie.split("=", 1)[1], token=person.token, game=game, checks=checks)
    config += "".join(ABOUT.format(operation=operation, about=id) for operation, id in about.items())
    config += "".join(CUP.format(rest=rest) for rest in ARENA) + ANALYSIS
    Path(folder, "schemathesis.toml").write_text(config, encoding="utf-8")


def play_tournament(program: str, folder: str) -> str:
    """Plays a tournament, and says where those are that can be looked at."""
    file = Path(folder, "cup.toml")
    file.write_text(TOURNAMENT, encoding="utf-8")
    subprocess.run([program, "arena", "run", file], check=True, stdout=subprocess.DEVNULL)
    return folder


def main(program: str, examples: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "serve", "--listen", "127.0.0.1:0", "--games", f"{folder}/games.db", "--threads", "1"]
        command += ["--arena", play_tournament(program, folder)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            address = re.search(r"http://\S+", server.stdout.readline())[0]
            prepare(address, folder)
            tool = Path(sys.executable).with_name("schemathesis")
            asked = subprocess.run(
                [
                    tool,
                    "run",
                    f"{address}/api/openapi.json",
                    "--max-examples",
                    examples,
                    "--phases",
                    "examples,coverage,fuzzing",
                    "--seed",
                    "7",
                    "--generation-database",
                    "none",
                    "--no-color",
                    *(word for path in LEFT_OUT for word in ("--exclude-path", path)),
                ],
                env={**os.environ, "NO_COLOR": "1"},
                cwd=folder,
                check=False,
            )
            return asked.returncode
        finally:
            server.terminate()
            if server.wait(timeout=10) != 0:
                sys.exit("the server did not end as it should")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "5"))

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


CONFIG = """
[parameters]
"path.id" = "{game}"
"path.node" = {node}

[[operations]]
include-name = "DELETE /api/games/{{id}}"
parameters = {{ "path.id" = "000000000000" }}

[[operations]]
include-name = "DELETE /api/games/{{id}}/nodes/{{node}}"
parameters = {{ "path.node" = 9999 }}
"""

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


def ask(address: str, path: str, body: dict) -> dict:
    request = urllib.request.Request(address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def prepare(address: str, folder: str) -> None:
    """Makes a game that requests can be about, for an address made up by chance leads to none, and keeps it."""
    pdn = "1. 11-15 23-18 (22-18 15x22) 2. 8-11 *"
    game = ask(address, "/api/games", {"kind": "analysis", "start": {"from": "pdn", "pdn": pdn}})
    config = CONFIG.format(game=game["id"], node=1) + "".join(CUP.format(rest=rest) for rest in ARENA)
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
                    "--checks",
                    ",".join(CHECKS),
                    "--max-examples",
                    examples,
                    "--phases",
                    "examples,coverage,fuzzing",
                    "--seed",
                    "7",
                    "--generation-database",
                    "none",
                    "--no-color",
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

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


def ask(address: str, path: str, body: dict) -> dict:
    request = urllib.request.Request(address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def prepare(address: str, folder: str) -> None:
    """Makes a game that requests can be about, for an address made up by chance leads to none, and keeps it."""
    pdn = "1. 11-15 23-18 (22-18 15x22) 2. 8-11 *"
    game = ask(address, "/api/games", {"kind": "analysis", "start": {"from": "pdn", "pdn": pdn}})
    Path(folder, "schemathesis.toml").write_text(CONFIG.format(game=game["id"], node=1), encoding="utf-8")


def main(program: str, examples: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "serve", "--listen", "127.0.0.1:0", "--games", f"{folder}/games.db", "--threads", "1"]
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

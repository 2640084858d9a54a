"""Has a validator read the description of the API, and a client that is generated from it play a game.

Usage: openapi.py CROWNHEAD
"""

import importlib
import json
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from openapi_spec_validator import OpenAPIV31SpecValidator

NAME = "crownhead_client"
NOT_JSON = {"GET /api/bot/stream/event", "GET /api/bot/game/stream/{id}", "GET /api/position/svg"}
MESSAGES = {"AnalysisMessage", "AnalysisRequest", "ArenaMessage", "BotLine", "OnlineMessage"}


def generate(description: Path, folder: str) -> None:
    """Generates a client, and makes it one that can be imported."""
    tool = Path(sys.executable).with_name("openapi-python-client")
    command = [tool, "generate", "--path", description, "--meta", "none", "--output-path", Path(folder, NAME)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    words = made.stdout + made.stderr
    if made.returncode != 0:
        sys.exit(f"no client can be generated:\n{words}")
    # What it warns of, it leaves out: what is no JSON, and messages of sockets and streams.
    operations = re.findall(r"WARNING parsing (\w+ \S+)", words)
    schemas = re.findall(r"Unable to parse schema \S*/(\w+)", words)
    assert set(operations) <= NOT_JSON, words
    assert set(schemas) <= MESSAGES, words
    sys.path.insert(0, folder)


def operation(tag: str, name: str):
    return importlib.import_module(f"{NAME}.api.{tag}.{tag}_{name}").sync


def model(name: str):
    return getattr(importlib.import_module(f"{NAME}.models"), name)


def play(address: str) -> tuple[str, int]:
    """Makes an account and a token, and plays a game against a level to its end."""
    crownhead = importlib.import_module(NAME)
    visitor = crownhead.Client(base_url=address)
    body = model("Credentials")(name="Robot", password="correct horse")
    operation("people", "register")(client=visitor, body=body)
    operation("people", "bot")(client=visitor, body=model("BotChoice")(bot=True))
    scopes = [model("Scope").BOTPLAY, model("Scope").CHALLENGEWRITE]
    made = operation("people", "make_token")(client=visitor, body=model("NewToken")(name="test", scopes=scopes))
    bot = crownhead.AuthenticatedClient(base_url=address, token=made.token)
    assert operation("people", "me")(client=bot).name == "Robot"
    start = {"from": "fen", "fen": "B:W21,22,25,26,29,30:B1,2,5,6,9,10"}
    new = model("NewLevelGame").from_dict({"level": 1, "settings": {"side": "white", "start": start}})
    game = operation("bot", "play_level")(client=bot, body=new).game
    while True:
        now = operation("online", "state")(client=bot, id=game).now
        if now.result:
            return now.result.reason, now.ply
        if now.turn == "white":
            operation("bot", "play")(client=bot, id=game, move=now.legal[0], ply=now.ply)


def main(program: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "serve", "--listen", "127.0.0.1:0", "--games", f"{folder}/games.db", "--threads", "1"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            address = re.search(r"http://\S+", server.stdout.readline())[0]
            with urllib.request.urlopen(f"{address}/api/openapi.json", timeout=10) as answer:
                description = json.load(answer)
            OpenAPIV31SpecValidator(description).validate()
            file = Path(folder, "openapi.json")
            file.write_text(json.dumps(description), encoding="utf-8")
            generate(file, folder)
            reason, plies = play(address)
            print(f"a generated client played {plies} plies, to the end by {reason}")
        finally:
            server.kill()


if __name__ == "__main__":
    main(sys.argv[1])

#!/usr/bin/env python3
"""A bot that plays legal moves by chance, to show how programs play on a Crownhead server.

It needs nothing but Python. Make an account, say that it is a bot's, and make a token with the scopes bot:play and
challenge:write (docs/api.md, "Bots"); then:

    CROWNHEAD_TOKEN=... python3 bot.py http://localhost:8340
    CROWNHEAD_TOKEN=... python3 bot.py http://localhost:8340 --challenge Marion

It accepts every challenge, plays each game in a thread of its own, and comes back when the server was away.
"""

import argparse
import json
import os
import random
import threading
import time
import urllib.error
import urllib.parse
import urllib.request


class Server:
    """What the server can be asked."""

    def __init__(self, address: str, token: str):
        self.address = address.rstrip("/")
        self.token = token

    def _request(self, method: str, path: str, body: dict | None = None):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        # The server sends an empty line every few seconds; without one for long, it is gone.
        return urllib.request.urlopen(request, timeout=30)

    def post(self, path: str, body: dict | None = None) -> dict:
        with self._request("POST", path, body) as answer:
            return json.load(answer)

    def lines(self, path: str):
        """The lines of a stream as they come."""
        with self._request("GET", path) as answer:
            for line in answer:
                if line.strip():
                    yield json.loads(line)


def patiently(act):
    """Does something, and again while the server is away or the game is changing hands."""
    while True:
        try:
            return act()
        except urllib.error.HTTPError as error:
            code = json.load(error)["error"]["code"]
            if code == "too_many":
                time.sleep(float(error.headers.get("Retry-After", 1)))
            elif code not in ("try_again", "storage"):
                return code
        except OSError:
            time.sleep(0.5)


class Bot:
    def __init__(self, server: Server, games: int):
        self.server = server
        self.playing: set[str] = set()
        self.games_left = games
        self.done = threading.Event()

    def run(self, challenge: str | None) -> None:
        threading.Thread(target=self.listen, daemon=True).start()
        if challenge:
            settings = {"clock": {"base_ms": 60_000, "increment_ms": 1_000}}
            new = {"to": challenge, "settings": settings}
            patiently(lambda: self.server.post("/api/bot/challenge", new))
        self.done.wait()

    def listen(self) -> None:
        """Hears of challenges and games, for ever."""
        while True:
            try:
                for event in self.server.lines("/api/bot/stream/event"):
                    self.hear(event)
            except urllib.error.HTTPError as error:
                if error.code in (401, 403):
                    raise SystemExit(json.load(error)["error"]["message"]) from error
            except OSError:
                pass
            time.sleep(0.5)

    def hear(self, event: dict) -> None:
        if event["type"] == "challenge":
            accept = f"/api/bot/challenge/{event['challenge']['id']}/accept"
            patiently(lambda: self.server.post(accept))
        elif event["type"] == "gameStart":
            game = event["game"]["gameId"]
            if game not in self.playing:
                self.playing.add(game)
                threading.Thread(target=self.play, args=(game, event["game"]["color"]), daemon=True).start()

    def play(self, game: str, color: str) -> None:
        """Plays a game to its end, however often the connection is lost."""
        is_over = False
        while not is_over:
            try:
                for line in self.server.lines(f"/api/bot/game/stream/{game}"):
                    state = line.get("state", line)
                    is_over = state["status"] != "started"
                    if not is_over and state["turn"] == color:
                        self.move(game, state)
            except OSError:
                time.sleep(0.5)
        print(f"{game}: {state['status']}, {state.get('winner', 'nobody')} wins after {state['ply']} plies", flush=True)
        self.games_left -= 1
        if self.games_left == 0:
            self.done.set()

    def move(self, game: str, state: dict) -> None:
        move = urllib.parse.quote(random.choice(state["legal"]))
        # The ply makes sure that a move that is sent twice is made once.
        patiently(lambda: self.server.post(f"/api/bot/game/{game}/move/{move}?ply={state['ply']}"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server", help="such as http://localhost:8340")
    parser.add_argument("--challenge", metavar="NAME", help="somebody to challenge at the start")
    parser.add_argument("--games", type=int, default=0, help="stop after so many games; 0 goes on for ever")
    args = parser.parse_args()
    token = os.environ.get("CROWNHEAD_TOKEN")
    if not token:
        raise SystemExit("put the bot's token into the environment variable CROWNHEAD_TOKEN")
    Bot(Server(args.server, token), args.games).run(args.challenge)


if __name__ == "__main__":
    main()

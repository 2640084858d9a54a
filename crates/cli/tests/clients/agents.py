"""A real MCP client plays whole games with `crownhead mcp`, on standard input and output and over HTTP, and with
`crownhead serve`; and the bot of the examples plays in a tournament.

Usage: python agents.py CROWNHEAD               everything below
       python agents.py agent URL INVITATION    only plays in a tournament that listens, until it is over
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

PLAY = {
    "new_game", "join_game", "list_games", "get_state",
    "play_move", "wait_for_turn", "offer_draw", "resign", "get_pdn",
}


async def call(client, tool, **arguments):
    """The data of a tool's answer."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, (tool, result.content[0].text)
    return result.structured_content or result.content[0].text


async def refused(client, tool, **arguments):
    """The words with which a tool refuses."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, (tool, arguments, result.content)
    return result.content[0].text


async def play_on(client, seat, chance, **more):
    """Plays at random until the game is over. Gives its state."""
    view = await call(client, "wait_for_turn", **seat)
    while view["state"]["status"] != "over":
        if view["your_turn"]:
            state = view["state"]
            move = chance.choice(state["legal_moves"])
            view = await call(client, "play_move", **seat, ply=state["ply"], move=move, **more)
        else:
            view = await call(client, "wait_for_turn", **seat)
    return view["state"]


def seat_of(answer):
    return {"game_id": answer["game_id"], "seat_token": answer["seat_token"]}


async def whole_game(client, black="Py", remark="by chance"):
    """A game against a level, and everything that can be done wrong in one. Its record has this name and remark."""
    tools = {tool.name for tool in (await client.list_tools()).tools}
    assert tools == PLAY, tools
    game = await call(client, "new_game", name="Py", level=1)
    seat = seat_of(game)
    assert game["color"] == "black" and game["state"]["ply"] == 0

    words = await refused(client, "play_move", **seat, ply=0, move="11-18")
    assert "nothing to jump on 15" in words and "11-15" in words, words
    assert "list_games" in await refused(client, "get_state", game_id="nowhere")
    wrong = {**seat, "seat_token": "0" * 32}
    assert "seat_token" in await refused(client, "resign", **wrong)
    assert "give ply 0" in await refused(client, "play_move", **seat, ply=8, move="11-15")
    first = await call(client, "play_move", **seat, ply=0, move="11-15")
    assert first["your_turn"] and first["state"]["ply"] == 2 and first["state"]["legal_moves"], first
    assert await call(client, "play_move", **seat, ply="0", move="11-15", wait_seconds=0) == first

    state = await play_on(client, seat, random.Random(1), comment="by chance")
    assert state["result"], state
    pdn = await call(client, "get_pdn", game_id=seat["game_id"])
    assert f'[Black "{black}"]' in pdn and remark in pdn, pdn
    return state["ply"]


async def two_agents(first, second):
    """Two clients in one game."""
    game = await call(first, "new_game", name="one")
    assert game["state"]["status"] == "waiting"
    waited = await call(first, "wait_for_turn", **seat_of(game), seconds=0)
    assert not waited["your_turn"]
    joined = await call(second, "join_game", game_id=game["state"]["game_id"], name="two")
    assert "no free seat" in await refused(second, "join_game", game_id=game["state"]["game_id"])
    ends = await asyncio.gather(
        play_on(first, seat_of(game), random.Random(2)), play_on(second, seat_of(joined), random.Random(3))
    )
    assert ends[0]["result"] == ends[1]["result"]
    return ends[0]["ply"]


async def compact(client):
    """The fewest tools, in the fewest words, and a whole game with them."""
    tools = (await client.list_tools()).tools
    assert {tool.name for tool in tools} == PLAY - {"list_games", "get_state", "get_pdn"}
    # Models read about four characters in a token.
    schema = json.dumps([tool.model_dump(exclude_none=True, by_alias=True) for tool in tools], separators=(",", ":"))
    assert len(schema) <= 4 * 700, len(schema)
    seat = seat_of(await call(client, "new_game", level=1, ballot="skunk", color="white"))
    assert (await play_on(client, seat, random.Random(5)))["result"]


#: What a property may be mistaken for, by its type.
WRONG = {
    "integer": [-1, 1.5, "many", [1], {"n": 1}, True],
    "string": [7, 1.5, True, ["11-15"], {"text": "11-15"}],
    "boolean": [2, "maybe", [True], {}],
    None: ["red", 3, [], {}],
}


def kind(schema):
    kinds = schema.get("type")
    kinds = [kinds] if isinstance(kinds, str) else kinds or []
    return next((kind for kind in kinds if kind != "null" and "enum" not in schema), None)


async def malformed(client):
    """Every argument of every tool, wrong in every way. Each mistake is told with what would be right, and none changes a game."""
    game = await call(client, "new_game", level=1)
    seat, before = seat_of(game), game["state"]
    n_calls = 0
    for tool in (await client.list_tools()).tools:
        properties = tool.input_schema.get("properties", {})
        needed = tool.input_schema.get("required", [])
        right = {**seat, "ply": 0, "move": "11-15"}
        given = {name: right[name] for name in needed}
        mistakes = [({**given, name: wrong}, name) for name, schema in properties.items() for wrong in WRONG[kind(schema)]]
        mistakes += [({key: given[key] for key in given if key != name}, name) for name in needed]
        mistakes += [({**given, name + "s": 1}, name) for name in properties]
        mistakes += [({**given, "zzz": 1}, "zzz")]
        for arguments, named in mistakes:
            told = await refused(client, tool.name, **arguments)
            assert named in told and "expected" not in told, (tool.name, arguments, told)
            n_calls += 1
    assert n_calls >= 200, n_calls
    for name in ["playmove", "move", "chess", ""]:
        try:
            await client.call_tool(name, {})
            raise AssertionError(name)
        except Exception as error:
            assert "play_move" in str(error), error
    assert await call(client, "get_state", game_id=seat["game_id"]) == before
    return n_calls


class Pipe:
    """The bare protocol: a line for each message."""

    def __init__(self, program):
        self.program = subprocess.Popen([program, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.n_asked = 0

    def say(self, line):
        self.program.stdin.write(line + "\n")
        self.program.stdin.flush()

    def ask(self, method, params):
        """The answer, and all that came before it."""
        self.n_asked += 1
        self.say(json.dumps({"jsonrpc": "2.0", "id": self.n_asked, "method": method, "params": params}))
        before = []
        for line in self.program.stdout:
            message = json.loads(line)
            if message.get("id") == self.n_asked:
                return message["result"], before
            before.append(message)
        raise AssertionError("the server is gone")


def broken_calls():
    """Messages that are no requests, requests without a method, and methods with wrong parameters: text, and what is told."""
    values = ["7", "-1", "0.5", "true", "null", '""', '"x"', "[]", "[7]", '{"x": 1}', '{"name": 7}', '{"uri": 7}']
    for method in ["tools/call", "resources/read", "initialize"]:
        for value in values:
            yield f'"method": "{method}", "params": {value}', method
    for method in ["", "tools", "tools/cal", "tool/call", "resources", "prompts/get", "new_game", "Tools/Call", "ping/", "é"]:
        for value in values:
            yield f'"method": "{method}", "params": {value}', None
    for value in values:
        yield f'"method": {value}', None
        yield f'"result": {value}', None
        yield f'"params": {value}', None
        yield f'"method": "tools/call", "params": {{"name": "play_move", "arguments": {value if value[0] != "{" else "7"}}}', None


def broken(program):
    """Calls that are not even calls. What has an id and a method is answered with what would be right; nothing changes."""
    pipe, n_calls = Pipe(program), 0
    me = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    pipe.ask("initialize", me)
    pipe.say('{"jsonrpc": "2.0", "method": "notifications/initialized"}')
    game = pipe.ask("tools/call", {"name": "new_game", "arguments": {"level": 1}})[0]["structuredContent"]
    heard = {}
    for n_calls, (inner, _) in enumerate(broken_calls(), 1):
        pipe.say(f'{{"jsonrpc": "2.0", "id": "b{n_calls}", {inner}}}')
    for line in ["{", "nonsense", "[]", "[1, 2]", "null", "7", '""', "\0", "{}", '{"jsonrpc": "1.0"}', "[[[[[[[["]:
        pipe.say(line)
        n_calls += 1
    for _ in range(20):
        heard.update({message.get("id"): message for message in pipe.ask("ping", {})[1]})
    for number, (inner, method) in enumerate(broken_calls(), 1):
        answer = heard.get(f"b{number}")
        if method and answer:
            assert method in answer["error"]["message"] and "look like" in answer["error"]["message"], (inner, answer)
        if answer:
            assert "error" in answer or answer["result"].get("isError"), (inner, answer)
    state = pipe.ask("tools/call", {"name": "get_state", "arguments": {"game_id": game["game_id"]}})[0]["structuredContent"]
    assert state == game["state"], state
    assert n_calls >= 200, n_calls
    pipe.program.kill()
    return n_calls


async def coach(client):
    """Advice, which is never given in rated games."""
    tools = {tool.name for tool in (await client.list_tools()).tools}
    assert tools == PLAY | {"analyze", "moves", "verdicts", "openings"}, tools
    assert "rated" in await refused(client, "new_game", level=1, rated=True)
    set_up = await call(client, "new_game", level=1, fen="W:W22,30:B7", rules="casual", color="white")
    assert set_up["color"] == "white" and set_up["your_turn"] and "casual" in str(set_up["state"]["rules"]), set_up
    assert "ballot" in await refused(client, "new_game", ballot="nonsense")
    game = await call(client, "new_game", level=1)
    analysis = await call(client, "analyze", game_id=game["game_id"], lines=2)
    assert len(analysis["lines"]) == 2 and analysis["lines"][0]["moves"], analysis
    unknown = await call(client, "verdicts", game_id=game["game_id"])
    assert unknown["moves"] == [] and "at most 4 pieces, and here are 24" in unknown["note"], unknown
    verdicts = await call(client, "verdicts", fen="W:WK18,K22:BK3")
    assert verdicts["moves"][0]["leads_to"] == "win", verdicts
    moves = await call(client, "moves", pdn="1. 11-15 22-18 2. 15x22 *")
    assert [move["move"] for move in moves["moves"]] == ["25x18", "26x17"], moves
    earlier = await call(client, "moves", pdn="1. 11-15 22-18 2. 15x22 *", ply=2)
    assert [move["captures"] for move in earlier["moves"]] == [[18]], earlier
    assert "one of fen, pdn and game_id" in await refused(client, "analyze")
    assert "fen" in await refused(client, "analyze", fen="W:W99:B1")
    skunk = await call(client, "openings", name="skunk")
    assert skunk["ballots"][0]["moves"] == "12-16 24-20 10-15", skunk


def status(url, headers):
    """The status of a request with these headers."""
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode()
    usual = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    request = urllib.request.Request(url, body, {**usual, **headers})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def start(*arguments):
    """Starts the program, and gives it with the lines that it says first."""
    program = subprocess.Popen([sys.argv[1], *arguments], stdout=subprocess.PIPE, text=True)
    return program, program.stdout


def url_in(line):
    return next(word for word in line.split() if word.startswith("http://"))


async def over_http():
    program, lines = start("mcp", "--listen", "127.0.0.1:0")
    try:
        url = url_in(lines.readline())
        assert status(url, {}) == 200
        assert status(url, {"host": "evil.example"}) == 403
        assert status(url, {"origin": "http://evil.example"}) == 403
        async with Client(url) as first, Client(url) as second:
            return await whole_game(first), await two_agents(first, second)
    finally:
        program.kill()
        program.wait()


async def at_a_server():
    """The same at a server, where an agent's games are those of the lobby."""
    with tempfile.TemporaryDirectory() as folder:
        program, lines = start("serve", "--listen", "127.0.0.1:0", "--games", str(Path(folder) / "games.db"))
        try:
            url = url_in(lines.readline())
            assert status(f"{url}/mcp", {}) == 200
            assert status(f"{url}/mcp", {"host": "evil.example"}) == 403
            assert status(f"{url}/mcp", {"origin": "http://evil.example"}) == 403
            async with Client(f"{url}/mcp") as first, Client(f"{url}/mcp") as second:
                # What agents say about their moves is not kept there.
                plies = await whole_game(first, "Py (agent)", ""), await two_agents(first, second)
            async with Client(f"{url}/mcp/coach") as client:
                await coach(client)
            with urllib.request.urlopen(f"{url}/api/online/games") as answer:
                assert len(json.load(answer)["games"]) == 2
            return plies
        finally:
            program.terminate()
            assert program.wait(timeout=30) == 0


async def on_stdio():
    stdio = stdio_client(StdioServerParameters(command=sys.argv[1], args=["mcp"]))
    async with Client(stdio) as client:
        plies = await whole_game(client)
    stdio = stdio_client(StdioServerParameters(command=sys.argv[1], args=["mcp", "--profile", "compact"]))
    async with Client(stdio) as client:
        await compact(client)
    stdio = stdio_client(StdioServerParameters(command=sys.argv[1], args=["mcp", "--profile", "coach"]))
    async with Client(stdio) as client:
        assert client.server_info.name == "crownhead"
        await coach(client)
        print(f"mcp: {broken(sys.argv[1])} broken calls, and the server and its game are as they were")
        print(f"mcp: {await malformed(client)} malformed calls, each answered with what would be right")
    example = Path(__file__).parents[4] / "examples" / "agent.py"
    assert len(example.read_text(encoding="utf-8").splitlines()) <= 50
    done = subprocess.run([sys.executable, example, sys.argv[1]], capture_output=True, text=True, check=True)
    assert "wins" in done.stdout or "draw" in done.stdout.lower(), done.stdout
    return plies


async def agent(url, invitation):
    """Takes every seat that is kept for it, and plays, until nobody is there any more. Gives the number of games."""
    chance, playing, n_games = random.Random(4), {}, 0
    try:
        async with Client(url) as client:
            while True:
                for game in (await call(client, "list_games"))["games"]:
                    if game["status"] == "waiting" and game["game_id"] not in playing:
                        try:
                            joined = await call(client, "join_game", game_id=game["game_id"], invitation=invitation)
                        except AssertionError:
                            continue
                        playing[game["game_id"]] = asyncio.create_task(play_on(client, seat_of(joined), chance, comment="by chance"))
                        n_games += 1
                await asyncio.sleep(0.05)
    except Exception:
        return n_games


TOURNAMENT = """
name = "Agents"
review-nodes = 0
concurrency = 3
[policy]
legal-moves = "always"
[[players]]
name = "guest"
spec = "mcp"
[[players]]
spec = "random"
[[players]]
spec = "level:1"
"""


async def tournament():
    """An agent in a tournament."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "agents.toml"
        file.write_text(TOURNAMENT)
        program, lines = start("arena", "run", str(file), "--listen", "127.0.0.1:0")
        url, invitation = url_in(lines.readline()), lines.readline().split()[-1]
        playing = asyncio.create_task(agent(url, invitation))
        rest = await asyncio.to_thread(lines.read)
        assert program.wait() == 0 and "6 games, 0 void" in rest, rest
        playing.cancel()
        assert "by chance" in (file.with_suffix("") / "games.pdn").read_text()


BOT = Path(__file__).parents[4] / "examples" / "bot.py"


async def bot():
    """The bot of the examples in a tournament, by plain HTTP."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bots.toml"
        file.write_text(TOURNAMENT.replace('"mcp"', '"http"'))
        program, lines = start("arena", "run", str(file), "--listen", "127.0.0.1:0")
        url, invitation = url_in(lines.readline()), lines.readline().split()[-1]
        server = url.removesuffix("/mcp")
        request = urllib.request.Request(f"{server}/api/bot/stream/event", headers={"Authorization": "Bearer guess"})
        try:
            urllib.request.urlopen(request, timeout=30)
            raise AssertionError("a guess is no invitation")
        except urllib.error.HTTPError as error:
            assert error.code == 401, error
        environment = {**os.environ, "CROWNHEAD_TOKEN": invitation}
        visitor = subprocess.Popen([sys.executable, str(BOT), server, "--games", "4"], env=environment)
        rest = await asyncio.to_thread(lines.read)
        assert program.wait() == 0 and "6 games, 0 void" in rest, rest
        visitor.kill()
        visitor.wait()


async def main():
    if sys.argv[1] == "agent":
        print(f"{await agent(sys.argv[2], sys.argv[3])} games")
        return
    plies = await on_stdio()
    plies_http = await over_http()
    plies_server = await at_a_server()
    await tournament()
    await bot()
    print(
        f"mcp: games of {plies} plies on stdio, {plies_http[0]} and {plies_http[1]} over HTTP, "
        f"{plies_server[0]} and {plies_server[1]} at a server; two tournaments"
    )


asyncio.run(main())

#!/usr/bin/env python3
"""An agent that plays by the Model Context Protocol, as a language model would: it reads the legal moves and names one.

    pip install mcp
    python3 agent.py crownhead
"""

import asyncio
import random
import sys

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client


def choose(state: dict) -> str:
    """Jumps far, or else moves by chance. Here a model would be asked."""
    return max(state["legal_moves"], key=lambda move: (move.count("x"), random.random()))


async def call(client: Client, tool: str, **arguments) -> dict:
    result = await client.call_tool(tool, arguments)
    if result.is_error:
        raise SystemExit(result.content[0].text)
    return result.structured_content


async def main(program: str) -> None:
    server = StdioServerParameters(command=program, args=["mcp"])
    async with Client(stdio_client(server)) as client:
        view = await call(client, "new_game", level=1, name="Agent")
        seat = {"game_id": view["game_id"], "seat_token": view["seat_token"]}
        while view["state"]["status"] != "over":
            if view["your_turn"]:
                state = view["state"]
                view = await call(client, "play_move", **seat, ply=state["ply"], move=choose(state))
            else:
                view = await call(client, "wait_for_turn", **seat)
        print(view["state"]["result"])


asyncio.run(main(sys.argv[1]))

"""Measures how many questions for legal moves a server answers on one core, and how long they take.

Usage: requests.py CROWNHEAD [SECONDS]

The server and wrk, which asks, run on one core each where there are two. The bar is 5,000 answers in a second
with 99 of 100 within 20 ms.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

SCRIPT = """
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local positions = {%s}
local i = 0
request = function()
  i = i %% #positions + 1
  return wrk.format(nil, "/api/position", nil, '{"fen": "' .. positions[i] .. '"}')
end
done = function(summary, latency, requests)
  local wrong = summary.errors.status + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format("RESULT %%d %%d %%.3f %%.3f\\n", summary.requests * 1e6 / summary.duration, wrong,
    latency:percentile(50) / 1000, latency:percentile(99) / 1000))
end
"""

POSITIONS = [
    "B:W21-32:B1-12",
    "W:W22,24,31:B10,11,K18",
    "B:W18,21,23-32:B1-10,12,15",
    "W:W21,22,26,27,30,K7:B3,5,12,13,14,K19",
    "W:WK18,K22:BK3",
]


def main(program: str, seconds: int) -> None:
    if not shutil.which("wrk"):
        sys.exit("wrk is needed to measure the server; install it, as with: apt-get install wrk")
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        script = os.path.join(folder, "ask.lua")
        with open(script, "w", encoding="utf-8") as file:
            file.write(SCRIPT % ", ".join(f'"{fen}"' for fen in POSITIONS))
        began = time.monotonic()
        command = [program, "serve", "--listen", "127.0.0.1:0", "--games", f"{folder}/games.db"]
        server = subprocess.Popen(["taskset", "-c", str(cores[0]), *command], stdout=subprocess.PIPE, text=True)
        try:
            address = re.search(r"http://\S+", server.stdout.readline())[0]
            print(f"cold start: {1000 * (time.monotonic() - began):.0f} ms")
            asks = ["taskset", "-c", str(cores[-1]), "wrk", "-t1", "-c32", f"-d{seconds}s", "-s", script, address]
            told = subprocess.run(asks, capture_output=True, text=True, check=True).stdout
            rate, wrong, middle, most = re.search(r"RESULT (\d+) (\d+) (\S+) (\S+)", told).groups()
            print(f"legal moves: {rate} answers/s on one core, half within {middle} ms, 99% within {most} ms")
            assert int(wrong) == 0, told
        finally:
            server.terminate()
            server.wait(timeout=10)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5)

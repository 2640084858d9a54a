"""Has schemathesis ask a real server everything its description allows, and much that it does not.

Usage: schemathesis.py CROWNHEAD [EXAMPLES]
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

CHECKS = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
]


def main(program: str, examples: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "serve", "--listen", "127.0.0.1:0", "--games", f"{folder}/games.db", "--threads", "1"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            address = re.search(r"http://\S+", server.stdout.readline())[0]
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
                    "--max-time",
                    "35",
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
    sys.exit(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "10"))

"""Every example of the documents and every program of the examples runs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

CRATE = Path(__file__).parent.parent
PAGES = [CRATE / "README.md", CRATE.parent.parent / "docs" / "python.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.S)
    assert len(blocks) > 3
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, str(page), "exec"), names)


def run(program: str, *words: str) -> str:
    path = CRATE / "examples" / program
    assert len(path.read_text().splitlines()) <= 50, "an example is short"
    return subprocess.run([sys.executable, path, *words], check=True, capture_output=True, text=True).stdout


def test_the_bot_plays_a_game() -> None:
    assert '[Black "bot"]' in run("bot.py", "1", "2")


def test_the_learner_learns() -> None:
    before, after = (int(share) for share in re.findall(r"(\d+)%", run("learn.py", "60000")))
    assert after > before + 5

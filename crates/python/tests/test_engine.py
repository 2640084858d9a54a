"""The engine, and that Python goes on while it thinks."""

import math
import signal
import threading

import crownhead as ch
import pytest
from crownhead import Board, Engine


def test_lines_come_best_first() -> None:
    reports: list[ch.Report] = []
    analysis = Engine(hash=1).analyze(Board(), depth=7, lines=3, on_report=reports.append)
    assert (analysis.depth, len(analysis.lines)) == (7, 3)
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True) and analysis.score == scores[0]
    assert analysis.best == analysis.lines[0].moves[0] and analysis.nodes > 100
    assert len(reports) == 21 and {report.rank for report in reports} == {0, 1, 2}


def test_a_win_is_seen_to_its_end() -> None:
    score = Engine(hash=1).analyze(Board("W:W18:B14,6"), depth=3).score
    assert score is not None and score.is_win and score.plies == 1 and str(score) == "win in 1"
    assert score.balance == 1.0 and int(score) == score.centimen


def test_levels_make_the_same_mistakes_with_the_same_seed() -> None:
    engine, board = Engine(hash=1), Board()
    for level in range(1, 7):
        moves = [engine.play(board, level=level, seed=5) for _ in range(2)]
        assert moves[0] == moves[1] and board.is_legal(moves[0])
    assert len({engine.play(board, level=1, seed=seed) for seed in range(20)}) > 1


def test_limits() -> None:
    engine = Engine(hash=1)
    assert engine.analyze(Board(), nodes=1000).nodes <= 1000
    with pytest.raises(ch.CrownheadError, match="levels are 1 to 10"):
        engine.play(Board(), level=11)
    with pytest.raises(ch.CrownheadError, match="not both"):
        engine.play(Board(), level=1, depth=3)
    with pytest.raises(ch.CrownheadError, match="seconds, 0 or more"):
        engine.play(Board(), time=-1)
    with pytest.raises(ch.CrownheadError, match="threads are 1 to 256"):
        Engine(threads=0)
    with pytest.raises(ch.GameOverError):
        engine.play(Board("B:W25,30:B21"), depth=1)


def test_a_search_is_stopped_from_another_thread() -> None:
    engine, found = Engine(hash=1), threading.Event()
    answers: list[ch.Analysis] = []
    search = threading.Thread(
        target=lambda: answers.append(
            engine.analyze(Board(), time=math.inf, on_report=lambda _: found.set())
        )
    )
    search.start()
    # This thread runs while the other one thinks.
    found.wait()
    engine.stop()
    search.join()
    assert answers[0].best is not None


def test_a_search_is_interrupted_as_python_is() -> None:
    # Whoever starts the tests in the background has Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with pytest.raises(KeyboardInterrupt):
        Engine(hash=1).analyze(Board(), time=math.inf, on_report=lambda _: signal.raise_signal(signal.SIGINT))


def test_an_error_of_the_listener_ends_the_search() -> None:
    with pytest.raises(ZeroDivisionError):
        Engine(hash=1).analyze(Board(), time=math.inf, on_report=lambda _: 1 / 0)

"""Boards, moves, rules, game files, ballots and errors."""

import copy
import pickle
from pathlib import Path

import crownhead as ch
import pytest
from crownhead import Board, Move

# Known counts of English checkers.
PERFT = [7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564]


def test_perft_from_the_start() -> None:
    assert [Board().perft(depth) for depth in range(1, 11)] == PERFT
    assert Board().perft(8, threads=2) == PERFT[7]


def test_perft_move_by_move() -> None:
    def count(board: Board, depth: int) -> int:
        if depth == 0:
            return 1
        n = 0
        for move in board.legal_moves:
            board.push(move)
            n += count(board, depth - 1)
            board.pop()
        return n

    assert [count(Board(), depth) for depth in range(1, 7)] == PERFT[:6]


def test_a_game_is_pushed_and_popped() -> None:
    board = Board()
    assert (board.turn, board.ply(), board.result()) == (ch.BLACK, 0, "*")
    move = board.push_pdn("11-15")
    assert (move.from_square, move.to_square, move.captured, move.is_jump) == (11, 15, (), False)
    assert board.turn == ch.WHITE and board.peek() == move and board.move_stack == [move]
    assert board.pop() == move and board == Board()
    with pytest.raises(IndexError, match="no move to take back"):
        board.pop()


def test_jumps_have_routes() -> None:
    board = Board("W:W18:B14,6")
    (jump,) = board.legal_moves
    assert (str(jump), jump.pdn(), jump.route, jump.captured) == ("18x2", "18x9x2", (18, 9, 2), (6, 14))
    assert jump == Move("18x9x2") and board.pdn(jump) == "18x2" and board.parse_pdn("18x2") == jump
    board.push(jump)
    outcome = board.outcome()
    assert outcome is not None and board.is_game_over() and board.legal_moves == []
    assert (outcome.winner, outcome.termination, outcome.result()) == ("white", "no_pieces", "0-1")
    assert str(outcome) == "White wins: Black has no pieces left"
    with pytest.raises(ch.GameOverError, match="the game is over"):
        board.push(jump)


def test_draws_end_a_game() -> None:
    board = Board("W:WK32:BK1")
    for text in ["32-27", "1-6", "27-32", "6-1"] * 2:
        board.push_pdn(text)
    outcome = board.outcome()
    assert outcome is not None and (outcome.winner, outcome.termination) == (None, "repetition")
    assert (board.occurrences(), board.quiet_plies(), board.result()) == (3, 8, "1/2-1/2")


def test_copies_are_boards_of_their_own() -> None:
    board = Board(rules="casual")
    board.push_pdn("11-15")
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin == board and twin.move_stack == board.move_stack and twin.rules == "casual"
        twin.pop()
        assert twin != board
    assert pickle.loads(pickle.dumps(board.peek())) == board.peek()


def test_boards_are_hashed_by_position_and_rules() -> None:
    other = Board(Board().fen())
    assert hash(Board()) == hash(other) and len({Board(), other, Board(rules="casual")}) == 2
    assert Board().key == other.key != Board(rules="casual").key


def test_bits_in_any_layout() -> None:
    board = Board("W:W18,K29:B14")
    assert (board.black, board.white, board.kings) == (1 << 13, 1 << 17 | 1 << 28, 1 << 28)
    assert board.bits("board64").kings == 1
    ghosts = [square + square // 8 for square in range(32)]
    for layout in (None, "row-major", "board64", ghosts):
        black, white, kings = board.bits(layout)  # type: ignore[arg-type]
        assert Board.from_bits(black, white, kings, turn="white", layout=layout) == board  # type: ignore[arg-type]
    assert board.bits(ghosts).black == 1 << 14
    with pytest.raises(ch.FenError, match="no squares of the layout"):
        Board.from_bits(2, 0, layout="board64")
    with pytest.raises(ch.CrownheadError, match="a layout is"):
        board.bits("diagonal")  # type: ignore[arg-type]


def test_drawings() -> None:
    board = Board()
    assert repr(board).startswith("Board('B:W21,") and "b     b     b     b" in repr(board)
    assert "<svg" in board._repr_svg_() and 'width="200"' in board.svg(size=200)
    assert board.piece_at(1) == "b" and board.piece_at(15) is None


@pytest.mark.parametrize(
    ("error", "message", "what"),
    [
        (ch.FenError, "", lambda: Board("chess")),
        (ch.RulesError, "no rules are called \"fun\"; there are official", lambda: Board(rules="fun")),
        (ch.IllegalMoveError, "9-18: there is nothing to jump on 14", lambda: Board().push_pdn("9-18")),
        (ch.IllegalMoveError, "22-18: the piece on 22 is White's", lambda: Board().push(Move("22-18"))),
        (ch.IllegalMoveError, "not a move", lambda: Move("1-32")),
        (ch.IllegalMoveError, "action 0 is not legal here", lambda: Board().push_action(0)),
        (ch.PdnError, "game 1, line 1, column 4", lambda: next(ch.read_pdn("1. 99-18 *"))),
        (ch.PdnError, "ply 1", lambda: next(ch.read_pdn("1. 11-18 *")).replay()),
        (ch.EndgameError, "official rules", lambda: ch.probe(Board("W:W8:B3", rules="casual"))),
        (ch.EndgameError, "no-such-folder", lambda: ch.Endgames("no-such-folder")),
        (IndexError, "squares are 1 to 32", lambda: Board().piece_at(33)),
    ],
)
def test_errors_say_what_is_wrong(error: type[Exception], message: str, what: object) -> None:
    with pytest.raises(error) as caught:
        what()  # type: ignore[operator]
    assert message in str(caught.value)
    assert isinstance(caught.value, (ch.CrownheadError, IndexError))


def test_house_rules() -> None:
    board = Board("W:W18:B14,6", rules="chain=may-stop,capture=optional")
    assert [str(move) for move in board.legal_moves] == ["18x9", "18x2", "18-15"]


def test_game_files(tmp_path: Path) -> None:
    board = Board()
    for text in ["11-15", "22-18", "15x22", "25x18"]:
        board.push_pdn(text)
    record = board.record([("Event", "Club night"), ("Black", "Ann")])
    assert record.tags[:2] == [("Event", "Club night"), ("Black", "Ann")] and record.tag("black") == "Ann"
    path = tmp_path / "games.pdn"
    path.write_text(f"{record}\n1. 11-15 {{Old faithful.}} (9-13) 1-0\n\n1. 11-99 *\n\n1. 9-14 *\n")
    games = list(reader := ch.open_pdn(path, strict=False))
    assert games[0] == record and games[0].replay() == board
    assert games[1].comments == [(1, "Old faithful.")] and games[1].result == "1-0" and "(1. 9-13)" in str(games[1])
    assert games[2].moves == ["9-14"] and len(games) == 3
    assert len(reader.errors) == 1 and "games.pdn:" in reader.errors[0]
    with pytest.raises(ch.PdnError, match="11-99"):
        list(ch.open_pdn(path))
    with pytest.raises(FileNotFoundError):
        ch.open_pdn(tmp_path / "none.pdn")


def test_ballots_and_names() -> None:
    assert len(ch.ballots()) == 156 and len(ch.ballots(barred=True)) == 174
    skunk = ch.ballots()[-1]
    assert (skunk.number, skunk.name, str(skunk)) == (174, "Skunk", "174. 12-16 24-20 10-15 (Skunk)")
    assert ch.opening_name(skunk.board()) == "Skunk" and skunk.board().turn == "white"
    assert all(board.black.bit_count() == board.white.bit_count() == 11 for board in ch.eleven_man_ballots())


def test_endings_with_their_distance() -> None:
    verdict = ch.probe(Board("W:W8:B3"))
    assert verdict is not None and (verdict.value, verdict.plies, str(verdict)) == ("win", 13, "win in 13")
    assert ch.probe(Board()) is None


def test_a_folder_of_endings(tmp_path: Path) -> None:
    endgames = ch.Endgames(tmp_path)
    assert endgames.max_pieces == 4 and str(endgames.probe(Board("W:W8:B3"))) == "win in 13"
    assert ch.Engine(hash=1, endgames=endgames).analyze(Board("W:W8:B3"), depth=1).best is not None

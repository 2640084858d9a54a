from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from typing import Any, Literal, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = [
    "N_ACTIONS",
    "N_HOPS",
    "Analysis",
    "Ballot",
    "Bits",
    "Board",
    "CrownheadError",
    "EndgameError",
    "Endgames",
    "Engine",
    "FenError",
    "GameOverError",
    "IllegalMoveError",
    "Line",
    "Move",
    "Outcome",
    "PdnError",
    "PdnReader",
    "Record",
    "Report",
    "RulesError",
    "Score",
    "VecCheckers",
    "Verdict",
    "__version__",
    "ballots",
    "eleven_man_ballots",
    "open_pdn",
    "opening_name",
    "probe",
    "read_pdn",
]

__version__: str
N_ACTIONS: int
"""The number of actions for whole moves."""
N_HOPS: int
"""The number of OpenSpiel's actions."""

_Color = Literal["black", "white"]
_Layout = Literal["row-major", "board64"] | Sequence[int]

class CrownheadError(ValueError):
    """What cannot be done; every error of the package is one."""

class FenError(CrownheadError):
    """A text or bits that are not a position."""

class RulesError(CrownheadError):
    """A text that names no rules."""

class IllegalMoveError(CrownheadError):
    """A move that is not legal, or cannot be read."""

class GameOverError(IllegalMoveError):
    """There are no moves: the game is over."""

class PdnError(CrownheadError):
    """A game in a file that cannot be read or replayed."""

class EndgameError(CrownheadError):
    """An endgame database that cannot be used."""

@final
class Move:
    """A move: a step, or a jump with its route.

    Jumps with the same squares and captures are equal, whatever their route. ``str`` is short (``18x2``)."""

    def __new__(cls, text: str) -> Move:
        """The move with every square in its text, such as ``11-15`` or ``18x9x2``."""
    @property
    def from_square(self) -> int | None:
        """The square the piece leaves, from 1 to 32; None for the end of a turn."""
    @property
    def to_square(self) -> int | None:
        """The square where the piece ends."""
    @property
    def route(self) -> tuple[int, ...]:
        """The squares the piece touches, first and last included."""
    @property
    def captured(self) -> tuple[int, ...]:
        """The squares of the captured pieces."""
    @property
    def is_jump(self) -> bool:
        """Does the move capture?"""
    def pdn(self) -> str:
        """The move with every square, such as ``18x9x2``."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[str]: ...

@final
class Outcome:
    """How a game ended. ``str`` says it in words."""

    @property
    def winner(self) -> _Color | None:
        """The side that has won; None for a draw."""
    @property
    def termination(
        self,
    ) -> Literal[
        "no_pieces", "no_moves", "resignation", "time", "forfeit", "agreement", "repetition", "forty_moves"
    ]:
        """Why."""
    @property
    def text(self) -> str:
        """The outcome in words."""
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2"]:
        """The result as game files have it, Black's number first."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Bits:
    """The bits of a position in some layout."""

    @property
    def black(self) -> int: ...
    @property
    def white(self) -> int: ...
    @property
    def kings(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Board:
    """A game of checkers, from any position by any rules.

    Boards are equal if position and rules are. The hash changes with every move: copy a board before you use it as a key."""

    def __new__(cls, fen: str | None = None, *, rules: str = "official") -> Board:
        """The start, or the position of a FEN. Rules are a preset (``casual``) or settings (``chain=may-stop``)."""
    @staticmethod
    def from_bits(
        black: int,
        white: int,
        kings: int = 0,
        *,
        turn: _Color = "black",
        layout: _Layout | None = None,
        rules: str = "official",
    ) -> Board:
        """The position with these bits."""
    @property
    def turn(self) -> _Color:
        """The side to move."""
    @property
    def rules(self) -> str:
        """The rules."""
    @property
    def black(self) -> int:
        """The squares of Black's pieces: bit n - 1 is square n."""
    @property
    def white(self) -> int:
        """The squares of White's pieces."""
    @property
    def kings(self) -> int:
        """The squares of the kings of both sides."""
    @property
    def legal_moves(self) -> list[Move]:
        """The legal moves, each route of a jump by itself; none when the game is over."""
    @property
    def move_stack(self) -> list[Move]:
        """The moves played so far."""
    @property
    def key(self) -> int:
        """A 64-bit hash of position and rules that is the same on every machine."""
    def bits(self, layout: _Layout | None = None) -> Bits:
        """The bits: ``row-major`` (bit n - 1 is square n; the default), ``board64`` (a1 is bit 0), or the bit of each of the 32 squares."""
    def piece_at(self, square: int) -> Literal["b", "w", "B", "W"] | None:
        """The piece on a square, from 1 to 32. Kings are capital letters."""
    def is_legal(self, move: Move) -> bool:
        """Is it one of the legal moves?"""
    def ply(self) -> int:
        """The number of moves played so far."""
    def push(self, move: Move) -> None:
        """Plays a legal move."""
    def push_pdn(self, text: str) -> Move:
        """Plays a move as people type it, such as ``11-15``, ``22x8`` or ``f6 e5``, and returns it."""
    def parse_pdn(self, text: str) -> Move:
        """The legal move that a text means."""
    def pdn(self, move: Move) -> str:
        """A legal move as text: short, unless that could be another one."""
    def pop(self) -> Move:
        """Takes the last move back, and returns it."""
    def peek(self) -> Move:
        """The last move."""
    def fen(self) -> str:
        """The position as FEN."""
    def copy(self) -> Board:
        """The same game, which can be changed by itself."""
    def is_game_over(self) -> bool:
        """Is the game over, by draws too?"""
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]:
        """The result as game files have it, Black's number first; ``*`` while the game goes on."""
    def quiet_plies(self) -> int:
        """Plies since the last capture or move of a man; 80 make a draw."""
    def occurrences(self) -> int:
        """How often the position has occurred, this time included; 3 make a draw."""
    def perft(self, depth: int, *, threads: int = 1) -> int:
        """The number of ways to play some plies."""
    def record(self, tags: Sequence[tuple[str, str]] | None = None) -> Record:
        """The record of the game, with tags in front; ``str`` of it is PDN."""
    def planes(self) -> NDArray[np.uint8]:
        """The board as 4 planes of 8 by 8: own men, own kings, the other side's men and kings, seen by the side to move."""
    def action_mask(self) -> NDArray[np.bool_]:
        """Which actions are legal."""
    def action(self, move: Move) -> int:
        """The number of a move, as the side to move sees it."""
    def action_move(self, action: int) -> Move:
        """The legal move with a number."""
    def push_action(self, action: int) -> Move:
        """Plays the move with a number, and returns it."""
    def hops(self, move: Move) -> list[int]:
        """A move as OpenSpiel's actions, one for each hop."""
    def hops_move(self, hops: Sequence[int]) -> Move:
        """The legal move that OpenSpiel's actions make."""
    def svg(self, *, side: _Color = "white", numbers: bool = True, size: int = 360) -> str:
        """The board as a picture."""
    def _repr_svg_(self) -> str: ...
    @staticmethod
    def _restore(fen: str, rules: str, moves: Sequence[Move]) -> Board: ...
    def __copy__(self) -> Board: ...
    def __deepcopy__(self, _memo: Any) -> Board: ...
    def __reduce__(self) -> tuple[Any, tuple[str, str, list[Move]]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Score:
    """How good a position is for the side to move. ``str`` is ``-1.25`` or ``win in 5``."""

    @property
    def centimen(self) -> int:
        """The score in hundredths of a man."""
    @property
    def is_win(self) -> bool:
        """Is it a win that is certain?"""
    @property
    def is_loss(self) -> bool:
        """Is it a loss that is certain?"""
    @property
    def plies(self) -> int | None:
        """Plies to the end of a game whose end was seen."""
    @property
    def balance(self) -> float:
        """From -1 for a loss to 1 for a win."""
    def __int__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Score, /) -> bool: ...
    def __le__(self, other: Score, /) -> bool: ...
    def __gt__(self, other: Score, /) -> bool: ...
    def __ge__(self, other: Score, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Line:
    """Best moves of both sides, and what comes of them."""

    @property
    def score(self) -> Score:
        """The score for the side to move."""
    @property
    def moves(self) -> list[Move]:
        """The moves, the best one first."""

@final
class Report:
    """A line that was found on the way."""

    @property
    def depth(self) -> int:
        """The depth that was completed."""
    @property
    def rank(self) -> int:
        """The place of the line among the best ones, from 0."""
    @property
    def line(self) -> Line:
        """The line."""
    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
    @property
    def seconds(self) -> float:
        """Time so far."""

@final
class Analysis:
    """What the engine has found."""

    @property
    def best(self) -> Move | None:
        """The best move; None when the game is over."""
    @property
    def score(self) -> Score | None:
        """The score of the best line."""
    @property
    def lines(self) -> list[Line]:
        """The best lines, the best first."""
    @property
    def depth(self) -> int:
        """The last depth that was completed."""
    @property
    def nodes(self) -> int:
        """Positions looked at."""
    @property
    def seconds(self) -> float:
        """Time used."""

@final
class Engine:
    """An engine with a table, threads, endings and a book of its own. Threads of Python may share it."""

    def __new__(
        cls, *, hash: int = 64, threads: int = 1, book: bool = False, endgames: Endgames | None = None
    ) -> Engine:
        """An engine with a table of ``hash`` megabytes."""
    def play(
        self,
        board: Board,
        *,
        level: int | None = None,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seed: int = 0,
    ) -> Move:
        """A move: the best one within the limits (one second if there are none), or that of a level from 1 to 10."""
    def analyze(
        self,
        board: Board,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        lines: int = 1,
        on_report: Callable[[Report], object] | None = None,
    ) -> Analysis:
        """The best lines within the limits (one second if there are none; ``math.inf`` waits for ``stop``)."""
    def stop(self) -> None:
        """Ends all searches that run; each answers with what it has found so far."""
    def new_game(self) -> None:
        """Forgets what earlier searches found."""

@final
class Verdict:
    """The value of an ending for the side to move. ``str`` is ``win in 13``."""

    @property
    def value(self) -> Literal["win", "draw", "loss"]: ...
    @property
    def plies(self) -> int | None:
        """Plies to the end of the game; None for a draw, and where no distance is known."""
    @property
    def text(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Endgames:
    """The endings of two to four pieces, and those in the files of a folder."""

    def __new__(cls, folder: str | PathLike[str]) -> Endgames: ...
    @property
    def max_pieces(self) -> int:
        """The most pieces a known position can have."""
    def probe(self, board: Board) -> Verdict | None:
        """What is known of a position by the official rules; None if nothing is."""

def probe(board: Board) -> Verdict | None:
    """What the endings of two to four pieces say about a position."""

@final
class Ballot:
    """One of the three-move ballots."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str | None: ...
    @property
    def moves(self) -> list[Move]: ...
    @property
    def is_playable(self) -> bool: ...
    @property
    def text(self) -> str: ...
    def board(self) -> Board:
        """The game after the three moves."""

def ballots(*, barred: bool = False) -> list[Ballot]:
    """The three-move ballots: the 156 that are played, or all 174."""

def eleven_man_ballots() -> list[Board]:
    """The eleven-man ballots: a man of each side removed, and two moves made."""

def opening_name(board: Board) -> str | None:
    """The name of a game's opening, if it has one."""

@final
class Record:
    """A game as a file has it: tags, moves and comments. ``str`` is PDN, with comments and variations."""

    @property
    def tags(self) -> list[tuple[str, str]]:
        """Names and values in their order."""
    @property
    def moves(self) -> list[str]:
        """The moves of the main line, as they are written."""
    @property
    def comments(self) -> list[tuple[int, str]]:
        """The comments of the main line, each with the number of moves before it."""
    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "0-0", "*"]:
        """How the game ended: ``1-0`` if Black won."""
    def tag(self, name: str) -> str | None:
        """The value of a tag, whatever the case of its name."""
    def replay(self) -> Board:
        """The game, played by the rules."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class PdnReader:
    """The games of a file, one after the other."""

    @property
    def errors(self) -> list[str]:
        """What could not be read, if the reader is not strict."""
    def __iter__(self) -> PdnReader: ...
    def __next__(self) -> Record: ...

def read_pdn(text: str, *, strict: bool = True) -> PdnReader:
    """The games of a text. A strict reader raises where a game cannot be read; another one goes on with the next."""

def open_pdn(path: str | PathLike[str], *, strict: bool = True) -> PdnReader:
    """The games of a file, of which one is in memory at a time."""

@final
class VecCheckers:
    """Games that are played at the same time, each begun again when it is over.

    The arrays are always the same and show the games as they are now: copy what you want to keep."""

    def __new__(
        cls,
        n: int,
        *,
        fen: str | None = None,
        rules: str = "official",
        actions: Literal["moves", "hops"] = "moves",
        threads: int | None = None,
        seed: int = 0,
    ) -> VecCheckers:
        """``n`` games. The seed decides what ``sample`` chooses."""
    @property
    def planes(self) -> NDArray[np.uint8]:
        """The boards, n by 4 by 8 by 8, as ``Board.planes`` gives them."""
    @property
    def masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, n by ``n_actions``."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last step brought the side that made it: 1 for a win, 0 for a draw or a game that goes on."""
    @property
    def dones(self) -> NDArray[np.bool_]:
        """Has the last step ended a game? The row is that of the next one then."""
    @property
    def turns(self) -> NDArray[np.uint8]:
        """Whose turn it is: 0 for Black, 1 for White."""
    @property
    def n_actions(self) -> int:
        """The number of actions."""
    def reset(self) -> None:
        """Begins all games again."""
    def step(self, actions: ArrayLike) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Takes an action in each game, and returns rewards and dones. An illegal one is an error that changes nothing."""
    def sample(self) -> NDArray[np.int64]:
        """A legal action for each game, at random."""
    def board(self, game: int) -> Board:
        """The board of a game, without its history; in the middle of a jump, the one before it."""
    def __len__(self) -> int: ...

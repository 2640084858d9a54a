"""English/American checkers: fast rules, an engine, endgame databases, PDN, and games by the thousand."""

from typing import Literal

from . import _crownhead
from ._crownhead import *

BLACK: Literal["black"] = "black"
WHITE: Literal["white"] = "white"

__all__ = ["BLACK", "WHITE"]
__all__ += _crownhead.__all__

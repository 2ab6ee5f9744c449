"""The reference interpreter: a checked rule set, played. `Game` is a deal, `Match` deals in a row."""

from hakem.game.errors import DealError, IllegalAction, NotAnAction
from hakem.game.game import Game
from hakem.game.match import Match
from hakem.game.state import Before

__all__ = ["Before", "DealError", "Game", "IllegalAction", "Match", "NotAnAction"]

"""The reference interpreter: a checked rule set, played. `Game` is a deal; everything else serves it."""

from hakem.game.errors import DealError, IllegalAction, NotAnAction
from hakem.game.game import Game
from hakem.game.state import Before

__all__ = ["Before", "DealError", "Game", "IllegalAction", "NotAnAction"]

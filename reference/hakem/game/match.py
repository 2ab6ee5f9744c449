"""A whole match: deal after deal, offices and score passed on (rules.md 5.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hakem.game.compile import compile_rules
from hakem.game.errors import DealError
from hakem.game.game import Game
from hakem.game.setup import read_before
from hakem.game.state import Before

if TYPE_CHECKING:
    from hakem.rules.ruleset import RuleSet


class Match:
    """Deals played one after the other until a side has won.

    `next_deal` gives the next deal as a `Game`; play it to its end, then ask for the next one. `before` is
    what the first deal finds.
    """

    def __init__(self, rules: RuleSet, dealer: str = "N", before: Mapping[str, Any] | Before | None = None) -> None:
        plan = compile_rules(rules)
        self.rules = rules
        self.games: list[Game] = []
        self._first_dealer = dealer
        self._first = read_before(plan, before)
        self._holders = plan.side_names

    def next_deal(self, deal: Any = None, seed: int | None = None) -> Game:
        """Deal the cards given, in any form `Game` takes, or shuffled ones.

        Raises DealError if the last deal is not over, the match is, or the cards do not make up the pack.
        """
        if self.over:
            raise DealError("the match is over", where="match")
        if self.games and not self.games[-1].over:
            raise DealError("the last deal is not over", where="match")
        if deal is None:
            game = Game.deal(self.rules, self.dealer, seed, self.before)
        else:
            game = Game(self.rules, self.dealer, deal, self.before)
        self.games.append(game)
        return game

    @property
    def _last(self) -> Game | None:
        """The last deal that is over."""
        return next((game for game in reversed(self.games) if game.over), None)

    @property
    def dealer(self) -> str:
        """The dealer of the next deal."""
        last = self._last
        return self._first_dealer if last is None or last.result is None else last.result["next"]["dealer"]

    @property
    def before(self) -> Before:
        """What the next deal finds."""
        last = self._last
        return self._first if last is None or last.after is None else last.after

    @property
    def score(self) -> dict[str, int]:
        """The match score by side, or by seat with `declarer_alone`."""
        return {holder: self.before.score.get(holder, 0) for holder in self._holders}

    @property
    def over(self) -> bool:
        """Whether the last deal has decided the match."""
        last = self._last
        return last is not None and last.match_over

    @property
    def winner(self) -> str | None:
        """Who has won; None while the match goes on, and for a tie after `match.deals`."""
        last = self._last
        return None if last is None or last.result is None else last.result["winner"]

"""Connects game29.py to the Hakem protocol: hakem test -- python conformance/engines/python/adapter.py"""
import copy
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "kit" / "python"))
import hakem_kit as kit
from game29 import Card, Game, IllegalMove

SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
APPLY = {"bid": Game.bid, "pass": Game.pass_bid, "trump": Game.choose, "ask": Game.ask, "show": Game.show,
         "pair": Game.royals, "card": Game.play}
REASONS = {"not now": "wrong_step", "not your turn": "not_your_turn", "lowest bid": "bid_too_low",
           "highest bid": "bid_too_high", "go above": "bid_not_higher", "known already": "trump_known",
           "are leading": "may_not_ask_when_leading", "can follow": "may_not_ask_when_able_to_follow",
           "others ask": "ask_not_for_this_role", "first ask": "must_ask", "first show": "must_show",
           "not have that": "card_not_in_hand", "must follow": "must_follow_suit",
           "of your own": "pair_window_closed", "king and queen": "pair_not_held"}

def legal(game, seat):
    moves = [("pair", game.trump)] if game.can_show_royals(seat) else []
    if seat == game.turn and game.phase == "bidding":
        return ["pass", *(("bid", number) for number in game.bids())]
    if seat == game.turn and game.phase == "choosing":
        return [("trump", suit) for suit in SUITS.values()]
    if seat == game.turn and game.must_ask():
        return ["show" if seat == game.bidder else "ask"]
    return moves + [("card", card) for card in game.playable(seat) if seat == game.turn]

def view(game, seat):
    secret = game.trump and not game.trump_open and seat != game.bidder
    return {"trump": "?" if secret else game.trump, "open": game.trump_open, **game.contract()}

kit.serve(kit.Adapter(
    rules=[kit.Rules("twenty-nine@1.0.0", ranks="J9ATKQ87", packets=[4, 4], seats="NESW")],
    cards=kit.Cards(Card, suits=SUITS, ranks={letter: rank for rank, letter in enumerate("789TJQKA", 7)}),
    new=lambda deal: Game(deal.dealer, [deal.hands[seat] for seat in range(4)], deal.score.values()),
    name="game29", version="1.0", apply=APPLY, refusals=(IllegalMove,), reasons=REASONS, legal=legal, view=view,
    turn=lambda game: game.turn, hand=lambda game, seat: game.hands[seat], points=lambda game: game.points,
    taker=lambda game: game.last_winner, score=Game.result, clone=copy.deepcopy, plays_match=True))

"""The Python example connected in other ways, for the tests of the kit: ways.py WAY."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "conformance" / "kit" / "python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "conformance" / "engines" / "python"))
import hakem_kit as kit
from game29 import SUITS, Card, Game, IllegalMove

WAY = sys.argv[1]
TABLE = {"ranks": "J9ATKQ87", "packets": [4, 4]}
RANKS = {letter: rank for rank, letter in enumerate("789TJQKA", 7)}
CARDS = kit.Cards(Card, suits=dict(zip("CDHS", SUITS, strict=True)), ranks=RANKS)


def new(deal):
    return Game(deal.dealer, [deal.hands[seat] for seat in range(4)], deal.score.values())


def legal(game, seat):
    moves = [("pair", game.trump)] if game.can_show_royals(seat) else []
    if seat == game.turn and game.phase == "bidding":
        return ["pass", *(("bid", number) for number in game.bids())]
    if seat == game.turn and game.phase == "choosing":
        return [("trump", suit) for suit in SUITS]
    if seat == game.turn and game.must_ask():
        return ["show" if seat == game.bidder else "ask"]
    return moves + [("card", card) for card in game.playable(seat) if seat == game.turn]


def change(**functions):
    """The functions of the example, some of them in another way."""
    plain = {"bid": Game.bid, "pass": Game.pass_bid, "trump": Game.choose, "pair": Game.royals}
    return {**plain, "ask": Game.ask, "show": Game.show, "card": Game.play, **functions}


SEEN = {
    "legal": legal,
    "turn": lambda game: game.turn,
    "hand": lambda game, seat: game.hands[seat],
    "points": lambda game: game.points,
    "taker": lambda game: game.last_winner,
}


def adapter(**more):
    usual = {"rules": [kit.Rules("twenty-nine@1.0.0", **TABLE)], "cards": CARDS, "name": WAY, "new": new}
    usual.update(apply=change(), score=Game.result, refusals=(IllegalMove,))
    kit.serve(kit.Adapter(**{**usual, **more}))


def prints():
    kit.guard()
    print("loading")

    def loud(deal):
        print("a new game")
        os.write(1, b"past every file object\n")
        print("nothing to read:", repr(sys.stdin.readline()), os.read(0, 10))
        return new(deal)

    adapter(new=loud, **SEEN)


def silent():
    def quiet(move):
        def call(game, *args):
            try:
                move(game, *args)
            except IllegalMove as refusal:
                game.message = str(refusal)  # a refusal may leave a trace that is not part of the game

        return call

    adapter(apply={kind: quiet(move) for kind, move in change().items()}, **SEEN)


def false():
    def told(move):
        def call(game, *args):
            try:
                move(game, *args)
            except IllegalMove:
                return False

        return call

    adapter(apply={kind: told(move) for kind, move in change().items()})


def joined(**more):
    def asking(word):
        def call(game, seat, card):
            if card not in game.hands[seat]:
                raise IllegalMove("you do not have that card")
            word(game, seat)
            game.play(seat, card)

        return call

    adapter(apply=change(ask=asking(Game.ask), show=asking(Game.show)), ask="with_card", **more)


def with_card():
    def choices(game, seat):
        moves = legal(game, seat)
        if moves in (["ask"], ["show"]):
            return [(moves[0], card) for card in game.hands[seat]]
        return moves

    joined(**{**SEEN, "legal": choices})


def by_itself():
    def play(game, seat, card):
        if seat == game.turn and game.must_ask():
            game.trump_open = True
        game.play(seat, card)

    def choices(game, seat):
        moves = legal(game, seat)
        return [("card", card) for card in game.hands[seat]] if moves in (["ask"], ["show"]) else moves

    apply = change(card=play)
    del apply["ask"], apply["show"]
    adapter(apply=apply, ask="by_itself", **{**SEEN, "legal": choices})


def seatless():
    def for_turn(move):
        return lambda game, _, *value: move(game, game.turn, *value)

    apply = {kind: for_turn(move) for kind, move in change().items()}
    adapter(apply={**apply, "pair": Game.royals}, acts_for_turn=True, **SEEN)


def mirror():
    adapter(rules=[kit.Rules("mirror@1.0.0", **TABLE, seats="NWSE", turn="anticlockwise")], **SEEN)


def deals():
    def from_deck(deal):
        hands = [[], [], [], []]
        for seat in (3, 2, 1, 0):  # N last
            hands[seat] = [deal.deck.pop() for _ in range(8)]
        return Game(deal.dealer, hands)

    deck = kit.Dealing([8], manner="packets", turn="anticlockwise", first="W", top="last")
    adapter(rules=[kit.Rules("twenty-nine@1.0.0", **TABLE, deck=deck)], new=from_deck, **SEEN)


def breaks():
    def bid(game, seat, number):
        if number == 20:
            raise KeyError("a bug")
        game.bid(seat, number)

    adapter(apply=change(bid=bid), **SEEN)


def sticky():
    used = set()

    def bid(game, seat, number):
        if number in used:
            raise IllegalMove("said before")
        game.bid(seat, number)
        used.add(number)

    adapter(apply=change(bid=bid), **SEEN)


def one_room():
    room = []

    def enter(deal):
        room[:] = [new(deal)]
        return None

    apply = {kind: lambda _, *args, move=move: move(room[0], *args) for kind, move in change().items()}
    seen = {key: lambda _, *args, see=see: see(room[0], *args) for key, see in SEEN.items()}
    adapter(new=enter, apply=apply, score=lambda _: room[0].result(), **seen)


def events():
    def played(game):
        cards = [("NESW"[seat], CARDS.wire(card)) for seat, card in game.trick]
        return [{"event": "played", "seat": seat, "card": card} for seat, card in cards]

    adapter(events=played, **SEEN)


def from_play():
    def start(deal):
        game, said = new(deal), deal.contract
        if said:
            game.bidder, game.bid_made, game.target = "NESW".index(said["declarer"]), said["bid"], said["bid"]
            game.phase, game.turn = "choosing", game.bidder
            game.choose(game.bidder, CARDS.suits[said["trump"]])
        return game

    adapter(new=start, begins_at_play=True, **SEEN)


def objects():
    class Thing:  # equal only to itself
        def __init__(self, suit, rank):
            self.name = f"{rank} of {suit}"

    def own(deal):
        hands = [[plain_of[card.name] for card in deal.hands[seat]] for seat in range(4)]
        return Game(deal.dealer, hands)

    things = kit.Cards(Thing, suits={"S": "spades"}, ranks={"T": "10"}, key=lambda card: card.name)
    pack = [suit + rank for suit in "SHDC" for rank in TABLE["ranks"]]
    plain_of = {things.mine(card).name: CARDS.mine(card) for card in pack}
    names = {plain: name for name, plain in plain_of.items()}
    plain_suit = {"spades": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}.get
    apply = change(
        trump=lambda game, seat, suit: game.choose(seat, plain_suit(suit)),
        pair=lambda game, seat, suit: game.royals(seat, plain_suit(suit)),
        card=lambda game, seat, card: game.play(seat, plain_of[card.name]),
    )

    def shown(game, seat):
        return [Thing(*reversed(names[card].split(" of "))) for card in game.hands[seat]]

    adapter(cards=things, new=own, apply=apply, hand=shown, turn=lambda game: game.turn)


def unkeyed():
    class Thing:
        def __init__(self, suit, rank):
            pass

    adapter(cards=kit.Cards(Thing))


def misspelt():
    adapter(apply={"crad": Game.play})


def bare():
    adapter()


def joined_bare():
    joined()


globals()[WAY]()

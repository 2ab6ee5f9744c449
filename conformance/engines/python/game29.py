"""Twenty-Nine, one deal at a time. Players are 0 to 3 clockwise; 0 and 2 play against 1 and 3."""

import random
from dataclasses import dataclass

SUITS = ("clubs", "diamonds", "hearts", "spades")
STRENGTH = (7, 8, 12, 13, 10, 14, 9, 11)  # weakest first; jack is 11, queen 12, king 13, ace 14
WORTH = {11: 3, 9: 2, 14: 1, 10: 1}
LOWEST, HIGHEST = 15, 28


class IllegalMove(Exception):
    pass


@dataclass(frozen=True)
class Card:
    suit: str
    rank: int


class Game:
    def __init__(self, dealer, hands=None, scores=(0, 0)):
        if hands is None:
            deck = [Card(suit, rank) for suit in SUITS for rank in STRENGTH]
            random.shuffle(deck)
            hands = [deck[player::4] for player in range(4)]
        self.hands = [list(hand[:4]) for hand in hands]
        self.second_packet = [list(hand[4:]) for hand in hands]
        self.dealer = dealer
        self.scores = list(scores)
        self.phase = "bidding"
        self.turn = (dealer + 1) % 4
        self.passes = 0
        self.bidder = self.bid_made = self.target = self.trump = None
        self.trump_open = False
        self.trick = []  # (player, card)
        self.last_winner = None
        self.points = [0, 0]
        self.royals_open_to = None  # the team that may show king and queen now
        self.royals_shown = False
        self.made, self.void, self.change = False, False, [0, 0]

    def _expect(self, phase, player):
        if self.phase != phase:
            raise IllegalMove(f"not now: this is {self.phase}")
        if player != self.turn:
            raise IllegalMove("it is not your turn")

    # bidding

    def bids(self):
        return range(max(LOWEST, (self.bid_made or 0) + 1), HIGHEST + 1)

    def bid(self, player, number):
        self._expect("bidding", player)
        if number < LOWEST:
            raise IllegalMove(f"the lowest bid is {LOWEST}")
        if number > HIGHEST:
            raise IllegalMove(f"the highest bid is {HIGHEST}")
        if self.bid_made is not None and number <= self.bid_made:
            raise IllegalMove(f"you must go above {self.bid_made}")
        self.bidder, self.bid_made, self.passes = player, number, 0
        self._next_bidder()

    def pass_bid(self, player):
        self._expect("bidding", player)
        self.passes += 1
        if self.passes == 3 and self.bidder is None:
            self.bidder, self.bid_made = self.dealer, LOWEST
        self._next_bidder()

    def _next_bidder(self):
        self.turn = (self.turn + 1) % 4
        if self.passes == 3 or self.bid_made == HIGHEST:
            self.phase, self.turn, self.target = "choosing", self.bidder, self.bid_made

    def choose(self, player, suit):
        self._expect("choosing", player)
        self.trump = suit
        for hand, packet in zip(self.hands, self.second_packet, strict=True):
            hand += packet
        self.phase, self.turn = "playing", (self.dealer + 1) % 4

    # play

    def can_follow(self, player):
        return not self.trick or any(card.suit == self.trick[0][1].suit for card in self.hands[player])

    def must_ask(self):
        """Whether the player on turn has to have the trump turned up before he plays."""
        return self.phase == "playing" and not self.trump_open and not self.can_follow(self.turn)

    def ask(self, player):
        self._turn_up(player, player != self.bidder)

    def show(self, player):
        self._turn_up(player, player == self.bidder)

    def _turn_up(self, player, right_word):
        self._expect("playing", player)
        if self.trump_open:
            raise IllegalMove("the trump is known already")
        if not self.trick:
            raise IllegalMove("you are leading")
        if self.can_follow(player):
            raise IllegalMove("you can follow suit")
        if not right_word:
            raise IllegalMove("the bidder shows, the others ask")
        self.trump_open = True

    def playable(self, player):
        if not self.trick or not self.can_follow(player):
            return list(self.hands[player])
        return [card for card in self.hands[player] if card.suit == self.trick[0][1].suit]

    def play(self, player, card):
        self._expect("playing", player)
        if self.must_ask():
            raise IllegalMove("first show the trump" if player == self.bidder else "first ask for the trump")
        if card not in self.hands[player]:
            raise IllegalMove("you do not have that card")
        if card not in self.playable(player):
            raise IllegalMove("you must follow suit")
        self.hands[player].remove(card)
        self.trick.append((player, card))
        self.royals_open_to = None
        self.turn = (player + 1) % 4
        if len(self.trick) == 4:
            self._finish_trick()

    def _finish_trick(self):
        led = self.trick[0][1].suit
        trumped = self.trump_open and any(card.suit == self.trump for _, card in self.trick)
        ruling = self.trump if trumped else led
        able = [(STRENGTH.index(card.rank), player) for player, card in self.trick if card.suit == ruling]
        self.last_winner = max(able)[1]
        self.points[self.last_winner % 2] += sum(WORTH.get(card.rank, 0) for _, card in self.trick)
        self.trick = []
        self.turn = self.last_winner
        if not self.hands[self.turn]:
            self._finish_deal()
        elif self.trump_open and not self.royals_shown:
            self.royals_open_to = self.last_winner % 2

    def has_royals(self, player):
        return {Card(self.trump, 12), Card(self.trump, 13)} <= set(self.hands[player])

    def can_show_royals(self, player):
        return self.royals_open_to == player % 2 and self.has_royals(player)

    def royals(self, player, suit):
        if self.phase != "playing":
            raise IllegalMove(f"not now: this is {self.phase}")
        if self.royals_open_to != player % 2:
            raise IllegalMove("only right after a trick of your own")
        if suit != self.trump or not self.has_royals(player):
            raise IllegalMove("you do not have king and queen of trumps")
        self.royals_shown, self.royals_open_to = True, None
        ours = player % 2 == self.bidder % 2
        self.target = max(LOWEST, self.target - 4) if ours else min(HIGHEST, self.target + 4)

    # the end

    def _finish_deal(self):
        self.phase, self.turn = "over", None
        self.void = not self.trump_open  # nobody was ever short of a suit
        team = self.bidder % 2
        self.made = not self.void and self.points[team] >= self.target
        if not self.void:
            self.change[team] = 1 if self.made else -1
        self.scores = [self.scores[i] + self.change[i] for i in (0, 1)]

    def contract(self):
        if self.target is None:
            return {}
        return {"declarer": self.bidder, "bid": self.bid_made, "target": self.target}

    def match_winner(self):
        """The team that has won the match, or None."""
        return next((i for i in (0, 1) if self.scores[i] >= 6 or self.scores[1 - i] <= -6), None)

    def result(self):
        """None until the deal is over."""
        if self.phase != "over":
            return None
        if self.void:
            return {**self.contract(), "why": "never_revealed", "next_dealer": self.dealer}
        return {
            **self.contract(),
            "made": self.made,
            "change": self.change,
            "score": self.scores,
            "next_dealer": (self.dealer + 1) % 4,
            "winner": self.match_winner(),
        }

"""A start for an engine in Python: hakem test --vectors ../vectors -- python3 engine.py"""

import json
import sys

# -- the rules: this part is yours. It plays plain tricks: follow suit, the highest card of the led suit wins. ---------

RULES = "plain-tricks@1"
SEATS, SIDES, RANKS = "NESW", ("NS", "EW"), "789TJQKA"


class Deal:
    """One deal in progress, begun from the `game` of a request (spec/protocol.md, section 3)."""

    def __init__(self, game):
        self.dealer = SEATS.index(game["dealer"])
        self.score = {"NS": 0, "EW": 0, **game.get("before", {}).get("score", {})}
        self.hands = dealt(game["deal"], self.dealer)
        self.turn, self.trick = (self.dealer + 1) % 4, []
        self.tricks = {"NS": 0, "EW": 0}
        self.points = {"NS": 0, "EW": 0}

    def legal(self):
        """Each seat that may act, with its sorted actions. An action is legal exactly when it is in here."""
        seat, hand = SEATS[self.turn], self.hands[self.turn]
        follow = [card for card in hand if self.trick and card[0] == self.trick[0][0]]
        return {seat: sorted(f"{seat}:{card}" for card in follow or hand)} if hand else {}

    def apply(self, action):
        """Carry out a legal action and everything that follows from it by itself."""
        card = action[2:]
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            led = [card for card in self.trick if card[0] == self.trick[0][0]]
            best = max(led, key=lambda card: RANKS.index(card[1]))
            self.turn = (self.turn + self.trick.index(best)) % 4
            self.tricks[SIDES[self.turn % 2]] += 1
            self.trick = []

    def result(self):
        """None while the deal goes on, else its result (protocol.md, section 6)."""
        if any(self.hands):
            return None
        north_south, east_west = self.tricks.values()
        change = {"NS": int(north_south > east_west), "EW": int(east_west > north_south)}
        score = {side: self.score[side] + change[side] for side in SIDES}
        return {"cause": "played", "declarer": None, "bid": None, "target": None, "stakes": 1, "made": False,
                "points": self.points, "tricks": self.tricks, "row": "most_tricks", "change": change, "score": score,
                "next": {"dealer": SEATS[(self.dealer + 1) % 4]},
                "winner": next((side for side in SIDES if score[side] >= 5), None)}


def dealt(deal, dealer):
    """The cards of each seat. A pack is dealt card by card from the dealer's next seat on."""
    if "packets" in deal:
        return [[card for packet in deal["packets"] for card in packet[seat].split()] for seat in SEATS]
    return [deal["pack"].split()[(seat - dealer - 1) % 4::4] for seat in range(4)]


# -- the protocol: this part can stay as it is, but for `hello` as you claim more. ----------------------------------


def hello(params):
    return {"protocol": "1.0", "engine": {"name": "starter", "language": "Python"}, "rules": [{"id": RULES + ".0.0"}],
            "methods": ["replay", "legal", "probe"], "features": ["points", "legal", "attempts"]}


def is_legal(deal, action):
    return action in deal.legal().get(action[:1], [])


def replay(params):
    game, actions, tries = params["game"], params["actions"], params.get("attempts", [])
    if game["rules"] != RULES or game.get("with"):
        raise NotImplementedError(game["rules"])
    deal, refused, steps = Deal(game), None, []
    verdicts = [None] * len(tries)
    for at in range(len(actions) + 1):
        steps.append({"legal": deal.legal(), "points": dict(deal.points), "tricks": dict(deal.tricks)})
        for number, attempt in enumerate(tries):
            if attempt["at"] == at:
                verdicts[number] = {"accepted": is_legal(deal, attempt["do"])}
        if at == len(actions) or not is_legal(deal, actions[at]):
            refused = {"at": at, "do": actions[at]} if at < len(actions) else None
            break
        deal.apply(actions[at])
    return {"accepted": at, "refused": refused, "turn": SEATS[deal.turn] if deal.legal() else None, "steps": steps,
            "attempts": verdicts, "result": deal.result()}


def legal(params):
    reply = replay(params)
    return {"refused": reply["refused"]} if reply["refused"] else {"legal": reply["steps"][-1]["legal"]}


def probe(params):
    attempts = [{"at": len(params["actions"]), "do": action} for action in params["try"]]
    reply = replay({**params, "attempts": attempts})
    return {"refused": reply["refused"]} if reply["refused"] else {"verdicts": reply["attempts"]}


def unknown(params):
    raise LookupError("no such method")


METHODS = {"hello": hello, "replay": replay, "legal": legal, "probe": probe}
CODES = {json.JSONDecodeError: -32700, LookupError: -32601, NotImplementedError: -32000}

for line in sys.stdin:
    reply = {"jsonrpc": "2.0", "id": None}
    try:
        request = json.loads(line)
        reply["id"] = request["id"]
        reply["result"] = METHODS.get(request["method"], unknown)(request["params"])
    except Exception as error:
        code = CODES.get(type(error), -32602)
        reply["error"] = {"code": code, "message": type(error).__name__, "data": {"what": str(error)}}
    print(json.dumps(reply), flush=True)

"""The steps `auction` and `second_auction` (rules.md 5.1): rising, one round, or a duel."""

from __future__ import annotations

from hakem.game.compile import kind
from hakem.game.state import NOBODY, Auction, State


def enter_first(state: State, again: int) -> str | None:
    """Open the auction and run it up to its first decision, if there is one; see `proceed`."""
    return _enter(state, second=False)


def enter_second(state: State, again: int) -> str | None:
    """Open the second auction where there is a contract to replace; see `proceed`."""
    return _enter(state, second=True) if state.contract else ""


def _enter(state: State, second: bool) -> str | None:
    plan = state.plan
    entitled = _entitled(state, second)
    start = state.eldest
    if second and plan.setting["second_auction.first"] == "declarer":
        start = state.declarer
    order = tuple(seat for seat in plan.walk(start, plan.auction_turn) if entitled >> seat & 1)
    state.auction = Auction(second, entitled, order)
    return proceed(state)


def _entitled(state: State, second: bool) -> int:
    plan = state.plan
    who = plan.setting["second_auction.who" if second else "auction.who"]
    if who == "every_seat":
        return plan.everybody
    if who == "hakem":
        return 1 << state.hakem
    # `defenders` of the first auction are the opponents of the Hakem, who stands as declarer until then.
    side = state.declaring_side
    return sum(1 << seat for seat in range(len(plan.seats)) if (state.side_of[seat] == side) == (who == "declarers"))


def lowest(state: State) -> int:
    """The lowest number that the ordinary limits allow the next bidder, whoever he is."""
    auction = state.auction
    assert auction is not None
    if auction.bid:
        return auction.bid if auction.equals < state.plan.setting["auction.equal_bids"] else auction.bid + 1
    if auction.second:
        return max(int(state.plan.setting["second_auction.from"]), state.bid + 1)
    return state.plan.lowest


def numbers(state: State, seat: int) -> range:
    """The numbers that the seat may name in its turn."""
    auction = state.auction
    assert auction is not None
    plan = state.plan
    if auction.challenged and seat == auction.holder:
        return range(auction.bid, auction.bid + 1)
    low = lowest(state)
    if plan.partners and auction.bid and state.side_of[seat] == state.side_of[auction.bidder]:
        over = plan.setting["auction.over_partner"]
        if kind(over) == "never":
            return range(0)
        if kind(over) == "at_least":
            low = max(low, over["bid"])
    return range(low, plan.highest + 1)


def may_pass(state: State) -> bool:
    """False only for the first speaker of a first auction with `opening: compulsory`."""
    auction = state.auction
    assert auction is not None
    compulsory = state.plan.setting["auction.opening"] == "compulsory"
    return not compulsory or auction.second or auction.spoken != 0


def options(state: State, seat: int) -> tuple[str, ...]:
    """The sorted actions of the seat on turn."""
    plan = state.plan
    texts = [plan.bid_texts[seat][bid] for bid in numbers(state, seat)]
    if may_pass(state):
        texts.append(f"{plan.seats[seat]}:P")
    return tuple(sorted(texts))


def act(state: State, seat: int, word: str) -> str | None:
    """Note a call and go on; see `proceed`."""
    auction = state.auction
    assert auction is not None
    bit = 1 << seat
    state.emit("call", state.plan.seats[seat], word)
    if state.plan.setting["auction.form"] == "duel":
        _duel_call(auction, seat, word)
    elif word == "P":
        auction.passed |= bit
        if state.plan.setting.get("auction.pass") == "final":
            auction.out |= bit
    else:
        _bid(auction, seat, int(word))
    auction.spoken |= bit
    auction.speaker = seat
    return proceed(state)


def _bid(auction: Auction, seat: int, bid: int) -> None:
    if bid == auction.bid:
        auction.equals += 1
    auction.bid = bid
    auction.bidder = seat
    auction.passed = 0


def _duel_call(auction: Auction, seat: int, word: str) -> None:
    """A call in a duel: `holder` stands, and once `challenged` must name the challenger's number or pass."""
    if word == "P":
        auction.out |= 1 << seat
        if auction.challenged:
            auction.holder = auction.bidder
        auction.challenged = False
        return
    auction.bid = int(word)
    auction.bidder = seat
    auction.challenged = auction.holder not in (NOBODY, seat)
    if auction.holder == NOBODY:
        auction.holder = seat


def _left(auction: Auction, form: str, final: bool) -> list[int]:
    """The seats still to be asked before the auction closes, the next one first."""
    if form == "duel":
        if auction.challenged:
            return [auction.holder]
        return [seat for seat in auction.order if seat != auction.holder and not auction.out >> seat & 1]
    turned = auction.order
    if auction.speaker != NOBODY:
        place = auction.order.index(auction.speaker) + 1
        turned = auction.order[place:] + auction.order[:place]
    gone = auction.spoken if form == "one_round" else auction.out if final else auction.passed
    return [seat for seat in turned if seat != auction.bidder and not gone >> seat & 1]


def proceed(state: State) -> str | None:
    """Close the auction or give the next seat its turn.

    Returns None while a seat is to speak, "" when the step is over, or why the deal is void.
    """
    plan = state.plan
    auction = state.auction
    assert auction is not None
    left = _left(auction, plan.setting["auction.form"], plan.setting.get("auction.pass") == "final")
    if auction.bid or auction.second:
        if not any(numbers(state, seat) for seat in left):
            return _close(state, auction)
    elif (outcome := _nobody(state, auction, left)) is not None:
        return outcome
    state.turn = left[0]
    return None


def _nobody(state: State, auction: Auction, left: list[int]) -> str | None:
    """What happens when nobody has bid and nobody is left who could, or only the dealer is; else None."""
    policy = state.plan.setting.get("auction.nobody_bids")
    only_dealer = not any(seat != state.dealer for seat in left)
    if policy == "dealer_forced" and only_dealer:
        auction.bid = state.plan.lowest
        auction.bidder = state.dealer
        state.emit("forced_bid", state.plan.seats[state.dealer], auction.bid)
        return _close(state, auction)
    if policy == "void_before_dealer" and only_dealer:
        return "nobody_bids"
    if left:
        return None
    return "nobody_bids" if policy == "void" else ""


def _close(state: State, auction: Auction) -> str:
    """Make the last bid the contract."""
    if auction.bid:
        state.form_sides(auction.bidder)
        state.contract = True
        state.bid = state.target = auction.bid
        state.raised = auction.second
        state.bid_since_choice = True
        state.emit("contract", state.plan.seats[auction.bidder], auction.bid, auction.bid)
    return ""

// Steps `auction` and `second_auction` (rules.md 5.1.4): rising, one round, or a duel.
import { declarerOf, isDeclarers, isDefenders, arePartners, round } from "./seats.js";
import { refusal } from "./reasons.js";
import { remember, say, setContract, tell, windowOrder } from "./table.js";
import { voidDeal } from "./score.js";

/**
 * s.auction: `second`; `entitled` in speaking order; `low`, the lowest first bid; `standing`, the standing bidder and
 * `bid`, the highest number said (null: none); `passed`, `spoken`, `since` (seats that passed since the last bid);
 * `equals`, equal bids made; in a duel `challenger`, and `answering`: the standing bidder must hold `bid` or pass.
 */
export function enter(s) {
  const second = s.step === "second_auction";
  const entitled = entitledSeats(s, second);
  if (s.lone !== null || entitled.length === 0) return;
  const { auction, second_auction: again } = s.rules.doc;
  const low = second ? Math.max(again.from ?? 1, s.contract.bid + 1) : auction.bids.from;
  s.auction = {
    second, entitled, low, standing: null, bid: null, passed: [], spoken: [], since: [], equals: 0, last: null,
    challenger: null, answering: false,
  };
  goOn(s);
}

/** `auction.who`, `second_auction.who`, in the order in which they speak (clause auction.first). */
function entitledSeats(s, second) {
  const { doc } = s.rules;
  const who = second ? doc.second_auction?.who ?? "nobody" : doc.auction.who;
  if (second && s.contract === null) return [];
  const may = {
    every_seat: () => true,
    nobody: () => false,
    hakem: (seat) => seat === s.hakem,
    declarers: (seat) => isDeclarers(s, seat),
    defenders: (seat) => isDefenders(s, seat),
  }[who];
  const byDeclarer = second && doc.second_auction.first === "declarer";
  const order = byDeclarer ? round(s.rules.auctionNext, declarerOf(s)) : windowOrder(s);
  return order.filter(may);
}

/** Seats still to be asked, in order. */
export function stillToAsk(s) {
  const a = s.auction;
  if (s.rules.doc.auction.form === "duel") {
    if (a.answering) return [a.standing];
    const unheard = a.entitled.filter((seat) => !a.spoken.includes(seat) && seat !== a.challenger);
    return a.challenger === null ? unheard : [a.challenger, ...unheard];
  }
  const { form, pass: passing } = s.rules.doc.auction;
  const out = form === "one_round" ? a.spoken : passing === "final" ? a.passed : a.since;
  const from = a.last === null ? 0 : a.entitled.indexOf(a.last) + 1;
  const order = [...a.entitled.slice(from), ...a.entitled.slice(0, from)];
  return order.filter((seat) => !out.includes(seat) && seat !== a.standing);
}

/** The numbers that a seat may bid now. */
export function numbersFor(s, seat) {
  const a = s.auction;
  if (a.answering) return seat === a.standing ? [a.bid] : [];
  let low = a.bid === null ? a.low : equalAllowed(s) ? a.bid : a.bid + 1;
  if (overPartner(s, seat)) {
    if (s.rules.overPartner.kind === "never") return [];
    if (s.rules.overPartner.kind === "at_least") low = Math.max(low, s.rules.overPartner.bid);
  }
  const numbers = [];
  for (let n = low; n <= s.rules.doc.auction.bids.to; n += 1) numbers.push(n);
  return numbers;
}

const equalInUse = (s) => s.rules.doc.auction.form !== "duel" && s.rules.doc.auction.equal_bids > 0;
const equalAllowed = (s) => equalInUse(s) && s.auction.equals < s.rules.doc.auction.equal_bids;
const overPartner = (s, seat) => s.auction.standing !== null && arePartners(s, seat, s.auction.standing);

/** Closes the auction or asks the next seat. */
function goOn(s) {
  const a = s.auction;
  s.turn = null;
  if (a.bid === null && nobodyBids(s)) return;
  const seats = stillToAsk(s);
  if (seats.some((seat) => numbersFor(s, seat).length > 0)) s.turn = seats[0];
  else if (a.bid !== null) setContract(s, a.standing, a.bid, a.second);
}

/** `auction.nobody_bids`; true if that ends the auction. */
function nobodyBids(s) {
  const a = s.auction;
  const waiting = a.entitled.filter((seat) => !a.passed.includes(seat));
  const rule = a.second ? "no_contract" : s.rules.doc.auction.nobody_bids;
  const isDealerLeft = waiting.every((seat) => seat === s.dealer);
  if (rule === "dealer_forced" && isDealerLeft) {
    tell(s, { event: "forced_bid", seat: s.dealer, bid: a.low });
    remember(s, s.dealer, String(a.low));
    setContract(s, s.dealer, a.low, false);
    return true;
  }
  if (rule === "void_before_dealer" && isDealerLeft) return voidDeal(s, "nobody_bids");
  if (waiting.length > 0) return false;
  return rule === "void" ? voidDeal(s, "nobody_bids") : true;
}

/** Nobody may pass who speaks first in a compulsory auction (`auction.opening`). */
const mustOpen = (s) => !s.auction.second && s.auction.last === null && s.rules.doc.auction.opening === "compulsory";

export function words(s) {
  const numbers = numbersFor(s, s.turn).map(String);
  return mustOpen(s) ? numbers : [...numbers, "P"];
}

export function refuse(s, action) {
  const a = s.auction;
  const { auction } = s.rules.doc;
  if (!a.entitled.includes(action.seat)) return refusal("not_entitled", a.second ? "second_auction.who" : "auction.who");
  const isFinal = auction.pass === "final" || auction.form === "duel";
  if (isFinal && a.passed.includes(action.seat)) return refusal("already_passed");
  if (action.seat !== s.turn) return refusal("not_your_turn");
  return action.kind === "pass" ? refusal("may_not_pass") : refuseNumber(s, action.seat, action.number);
}

function refuseNumber(s, seat, n) {
  const a = s.auction;
  const { auction, second_auction: second } = s.rules.doc;
  if (n < (a.second ? second.from ?? 1 : auction.bids.from)) {
    return refusal("bid_too_low", a.second ? "second_auction.from" : "auction.bids.from");
  }
  if (n > auction.bids.to) return refusal("bid_too_high");
  if (a.answering) return refusal("must_hold_same_number");
  const standing = a.bid ?? (a.second ? s.contract.bid : 0);
  if (n < standing || (n === standing && (a.bid === null || !equalInUse(s)))) return refusal("bid_not_higher");
  if (n === standing && !equalAllowed(s)) return refusal("equal_bid_used");
  return refusal(s.rules.overPartner.kind === "never" ? "may_not_outbid_partner" : "below_partner_minimum");
}

export function act(s, action) {
  say(s, action.seat, action.word);
  s.auction = { ...s.auction, last: action.seat, spoken: [...s.auction.spoken, action.seat] };
  if (action.kind === "pass") pass(s, action.seat);
  else bid(s, action.seat, action.number);
  goOn(s);
}

function pass(s, seat) {
  const a = s.auction;
  a.passed = [...a.passed, seat];
  a.since = [...a.since, seat];
  if (a.answering) {
    a.standing = a.challenger; // the challenger has taken the bid over
    a.answering = false;
  }
  if (a.bid !== null) a.challenger = nextChallenger(a);
}

function bid(s, seat, n) {
  const a = s.auction;
  if (n === a.bid) a.equals += 1;
  const duel = s.rules.doc.auction.form === "duel";
  a.bid = n;
  a.since = [];
  if (!duel || a.standing === null) {
    a.standing = seat;
    if (duel) a.challenger = nextChallenger(a);
  } else {
    a.answering = seat === a.challenger;
  }
}

const nextChallenger = (a) => a.entitled.find((seat) => !a.spoken.includes(seat)) ?? null;

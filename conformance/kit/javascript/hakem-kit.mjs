// Hakem adapter kit: connects a JavaScript engine of Twenty-Nine and its kin to the Hakem stdio protocol 1.0.
//
// One file, no packages, Node 18 or newer: copy it next to your engine. Write `new`, `apply` and as many of the
// other functions of an adapter as your engine can answer, then call `serve({…})`. The kit speaks the protocol,
// plays every request from the first action on, translates seats and cards, and claims in `hello` exactly what you
// gave. The README of the kit explains it with two whole examples.
//
// An adapter is an object with these properties. `rules`, `new` and `apply` are compulsory; what else you leave out is
// not claimed. A *move* is a kind, "pass", or a pair of kind and value, ["bid", 16], ["trump", suit], ["card", card];
// the kinds are those of the table KINDS. Seats, suits and cards are yours everywhere; only `apply` may change a game.
//
//   rules         a list of rules({…})
//   cards         cards({…})
//   name, version of your engine
//   new(deal)     a new game with these cards; see readDeal for what a deal has
//   apply         kind -> function(game, seat) or function(game, seat, value). It refuses by throwing (`refusals`), by
//                 returning false, or by leaving the game as it was. True accepts unseen. A kind left out is refused.
//   refusals      classes whose exceptions are refusals; without it all that is thrown as `Error` itself, and texts.
//                 Other exceptions (TypeError …) are internal errors
//   reasons       part of the exception's text -> reason code; true if you throw new Refused(code)
//   ask           "move"; "withCard" (ask or show and the card are one move, ["ask", card]); or "byItself" (the engine
//                 turns the trump up without a word)
//   actsForTurn   true: your functions ignore the seat, so the kit must look at it
//   playsMatch    true: `score` knows nextDealer and winner, so whole matches can be played
//   beginsAtPlay  true: `new` heeds deal.contract
//   turn(game)          the seat to act, null at the end; else found from `legal`
//   legal(game, seat)   the moves of a seat, its rights out of turn too
//   hand(game, seat)    the cards that a seat may look at now
//   points(game)        card points so far, in a form of `bySide`
//   taker(game)         the seat that took the last complete trick
//   tricks(game)        tricks captured so far, where counting takers is not enough
//   step(game)          the step of the deal; else found from `legal`
//   score(game)         null while open, then the result; see Session.result
//   view(game, seat)    trump, open, declarer, bid, target as this seat sees them
//   events(game)        all events so far, written as in the protocol
//   fingerprint(game)   something that every accepted action changes
//   clone(game)         an independent copy of a game; else the kit plays it anew

const LINE_LIMIT = 4 * 1024 * 1024;
const SUITS = [..."SHDC"];
const RANKS = [..."AKQJT98765432"];
const SEATS = { 2: "NS", 3: "NES", 4: "NESW", 5: "ABCDE", 6: "ABCDEF" }; // clockwise
const SIDE_RIGHTS = ["pair", "concede", "redeal"]; // actions of a seat that need not be on turn

// The kinds of action: text on the wire, what stands in it, the steps its word belongs to (none: all of them),
// and the reason code if an engine has no such word.
export const KINDS = {
  bid: ["{}", "number", "auction second_auction", "wrong_step"],
  pass: ["P", "", "auction second_auction stakes lone_hand", "may_not_pass"],
  trump: ["trump {}", "suit", "choose_trump", "must_lay_own_card"],
  lay: ["trump {}", "card", "choose_trump", "no_card_to_lay"],
  place: ["trump {}", "place", "choose_trump", "choice_not_offered"],
  no_trump: ["trump NT", "", "choose_trump", "choice_not_offered"],
  reversed: ["trump NT rev", "", "choose_trump", "choice_not_offered"],
  reversed_trump: ["trump {} rev", "suit", "choose_trump", "choice_not_offered"],
  reversed_lay: ["trump {} rev", "card", "choose_trump", "choice_not_offered"],
  keep: ["keep", "", "choose_trump", "may_not_keep"],
  double: ["{}", "crosses", "stakes", "no_such_double"],
  lone: ["lone", "", "lone_hand", "lone_not_offered"],
  away: ["away {}", "card", "draw", "discard_count"],
  take: ["take", "", "draw", "discard_count"],
  leave: ["leave", "", "draw", "discard_count"],
  card: ["{}", "card", "play", "card_not_in_hand"],
  ask: ["ask", "", "play", "trump_known"],
  show: ["show", "", "play", "trump_known"],
  pair: ["pair {}", "suit", "play", "pair_not_in_use"],
  go: ["go", "", "play", "may_not_go_on"],
  stop: ["stop", "", "play", "may_not_go_on"],
  concede: ["concede", "", "play", "may_not_concede"],
  redeal: ["redeal", "", "", "no_redeal_right"],
};
const ARGUMENTS = {
  "": "()",
  number: "([1-9][0-9]{0,14})",
  suit: "([SHDC])",
  card: "([SHDC][AKQJT2-9])",
  place: "([1-9][0-9]{0,14}(?:st|nd|rd|th))",
  crosses: "(X{1,3})",
};
const PATTERNS = Object.entries(KINDS).map(([kind, [text, what]]) => [
  kind,
  new RegExp(`^${text.includes("{}") ? text.replace("{}", ARGUMENTS[what]) : `${text}()`}$`),
]);
const stepsOf = (kind) => KINDS[kind][2].split(" ").filter(Boolean);

/** Thrown in `apply` to refuse an action. Its message, if any, is the reason code ("must_follow_suit"). */
export class Refused extends Error {}

/** A message that cannot be dealt with: a JSON-RPC error. `what` names what is unsupported. */
class WireError extends Error {
  constructor(code, message, what = "") {
    super(message);
    Object.assign(this, { code, what });
  }
}

/** An adapter that cannot be used. */
class SetupError extends Error {}

/** An action as read from the wire: "W:16" is {seat: "W", kind: "bid", argument: "16", text: "W:16"}. */
function readAction(text, seats) {
  if (typeof text === "string" && text[1] === ":" && seats.includes(text[0])) {
    for (const [kind, pattern] of PATTERNS) {
      const argument = pattern.exec(text.slice(2))?.[1];
      if (argument !== undefined && (kind !== "place" || ordinal(parseInt(argument)) === argument)) {
        return { seat: text[0], kind, argument, text };
      }
    }
  }
  throw new WireError(-32602, `no action: ${JSON.stringify(text)}`);
}

function ordinal(number) {
  const teen = [11, 12, 13].includes(number % 100);
  return number + ((!teen && { 1: "st", 2: "nd", 3: "rd" }[number % 10]) || "th");
}

const TYPES = {
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  list: Array.isArray,
  text: (value) => typeof value === "string",
  integer: Number.isSafeInteger,
};

/** `where[key]`, which must be of this type; a default makes it optional. */
function typed(where, key, type, otherwise) {
  const value = Object.hasOwn(where, key) ? where[key] : otherwise;
  if (TYPES[type](value)) return value;
  throw new WireError(-32602, value === undefined ? `${key} is missing` : `${key}: ${type} expected`);
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** Letter -> the author's value: the place in a text, what an object says, or else the letter itself. */
function table(given, letters) {
  if (typeof given === "string") return Object.fromEntries([...given].map((letter, place) => [letter, place]));
  return Object.fromEntries(letters.map((letter) => [letter, given?.[letter] ?? letter]));
}

/** Your cards. `suits` and `ranks` say what a suit and a rank are in your engine: an object ({S: "spades"}; what it
 *  leaves out stays a letter) or the letters in the order of your numbers ("CDHS": C is 0, D 1, H 2, S 3).
 *  `make(suit, rank)` builds a card. `key(card)` tells cards apart; without it they are compared as JSON. */
export function cards({ make = (suit, rank) => suit + rank, suits, ranks, key = JSON.stringify } = {}) {
  const [suitTable, rankTable] = [table(suits, SUITS), table(ranks, RANKS)];
  const letters = new Map(Object.entries(suitTable).map(([letter, mine]) => [mine, letter]));
  const mine = (card) => make(suitTable[card[0]], rankTable[card[1]]);
  const names = new Map();
  return {
    mine,
    suit: (letter) => suitTable[letter],
    letter: (suit) => letters.get(suit) ?? suit,
    learn: (pack) => pack.forEach((card) => names.set(key(mine(card)), card)),
    wire(card) {
      if (!names.has(key(card))) throw new Error(`${key(card)} is no card by the tables of the adapter`);
      return names.get(key(card));
    },
  };
}

/** An order of dealing. `packets`: cards a seat in each round, [4, 4]; [5, "hakem"] and [8, "others"] serve only those.
 *  `manner`: singly or packets. `first`: eldest, dealer or a seat. `top`: the end of your deck from which cards are
 *  taken, first or last (last for `deck.pop()`). */
export function dealing({ packets, manner = "singly", turn = "clockwise", first = "eldest", top = "first" }) {
  const ring = (seats, dealer) => {
    const start = seats.indexOf(["eldest", "dealer"].includes(first) ? dealer : first);
    const step = turn === "clockwise" ? 1 : seats.length - 1;
    return [...seats].map((_, place) => seats[(start + step * (place + (first === "eldest" ? 1 : 0))) % seats.length]);
  };
  /** For each packet the seats in the order in which they get a card. */
  const order = (seats, dealer) => {
    const all = ring(seats, dealer);
    const served = { all, hakem: all.slice(0, 1), others: all.slice(1) };
    return packets.map((packet) => {
      const [size, to] = Array.isArray(packet) ? packet : [packet, "all"];
      if (manner === "packets") return served[to].flatMap((seat) => Array(size).fill(seat));
      return Array(size).fill(served[to]).flat();
    });
  };
  /** The deck from which this order of dealing gives these hands. */
  const stack = (hands, rest, dealer) => {
    const queues = mapValues(hands, (hand) => [...hand]);
    const deck = order(Object.keys(hands).join(""), dealer).flat().map((seat) => queues[seat].shift());
    return top === "first" ? [...deck, ...rest] : [...deck, ...rest].reverse();
  };
  return { ring, order, stack };
}

/** What the kit must know of a rule set that you play: `id` ("twenty-nine@1.0.0"), `ranks` of the pack, `packets` as
 *  in `dealing`; `seats` in the order of your numbers ("NESW": N is 0, E 1, S 2, W 3) or as an object; `turn` and
 *  `manner` of dealing; the `overlays` that can be switched on; `sides`, partners or singles; cards to `remove`;
 *  whether there is a `hakem`; and, if your engine deals for itself in another order, that order as `deck`. */
export function rules(given) {
  const { id, ranks, packets, turn, manner, sides, deck } = given;
  const { seats = "NESW", overlays = [], remove = "", hakem = false } = given;
  const names = SEATS[typeof seats === "string" ? seats.length : Object.keys(seats).length];
  const own = table(seats, [...names]);
  const mine = Object.fromEntries([...names].map((seat) => [seat, own[seat]]));
  const theirs = new Map(Object.entries(mine).map(([seat, number]) => [String(number), seat]));
  const every = (start, step) => [...names].filter((_, place) => place % step === start).join("");
  const sideNames = sides === "singles" ? [...names] : [every(0, 2), every(1, 2)];
  const usual = dealing({ packets, manner, turn });
  /** The side of one of your seats; a side named by its letters stays as it is. */
  const side = (seat) => {
    const found = sideNames.find((name) => name === seat || name.includes(theirs.get(String(seat)) ?? "-"));
    if (!found) throw new Error(`${seat} is neither a side nor one of your seats`);
    return found;
  };
  return {
    id, overlays, hakem, mine, side, seats: names, sides: sideNames, dealing: usual, deck: deck ?? usual,
    pack: SUITS.flatMap((suit) => [...ranks].map((rank) => suit + rank)).filter((card) => !remove.includes(card)),
    seat: (seat) => (seat === null || seat === undefined ? null : theirs.get(String(seat))),
    /** Numbers by side: from an object by side or seat, or a list by seat or by team (team i is that of seat i). */
    bySide(values) {
      const result = Object.fromEntries(sideNames.map((name) => [name, 0]));
      for (const [owner, number] of Object.entries(values)) result[side(owner)] += number;
      return result;
    },
    /** Something for each seat, by your seats: a list if they are the numbers from 0 on, else an object. */
    bySeat(values) {
      const list = names.length === theirs.size && [...names].every((_, place) => theirs.has(String(place)));
      const result = list ? [] : {};
      for (const [seat, value] of Object.entries(values)) result[mine[seat]] = value;
      return result;
    },
  };
}

/** What `new` gets, in your own seats and cards: `hands[seat]` in the order dealt, `packets` the same packet by
 *  packet, `rest` the undealt cards, `deck` for an engine that deals for itself, `dealer`, `rules` (id and major
 *  version), `overlays`, `score` by side ({NS: 0, EW: 0}), `number` of the deal in its match, `before` and `contract`
 *  as on the wire. Throws WireError -32602 for cards that are no deal. */
function readDeal(own, cards, game) {
  const dealer = typed(game, "dealer", "text");
  if (!Object.hasOwn(own.mine, dealer)) throw new WireError(-32602, `dealer: ${JSON.stringify(dealer)} is no seat`);
  const { packets, rest } = readCards(own, dealer, typed(game, "deal", "object"));
  const hands = mapValues(own.mine, (_, seat) => packets.flatMap((packet) => packet[seat] ?? []));
  const translate = (packet) => own.bySeat(mapValues(packet, (hand) => hand.map(cards.mine)));
  const before = typed(game, "before", "object", {});
  const score = typed(before, "score", "object", {});
  return {
    table: own, wireDealer: dealer, wireHands: hands,
    hands: translate(hands), packets: packets.map(translate), rest: rest.map(cards.mine),
    deck: own.deck.stack(hands, rest, dealer).map(cards.mine), dealer: own.mine[dealer],
    rules: game.rules, overlays: game.with ?? [], before, contract: game.contract ?? null,
    score: Object.fromEntries(own.sides.map((side) => [side, typed(score, side, "integer", 0)])),
    number: typed(before, "deal", "integer", 1),
  };
}

/** Packets by seat, and the undealt cards. */
function readCards(own, dealer, deal) {
  const order = own.dealing.order(own.seats, dealer);
  const check = (cards) => {
    if (String([...cards].sort()) !== String([...own.pack].sort())) {
      throw new WireError(-32602, "deal: the cards do not make up the pack");
    }
  };
  if (Object.hasOwn(deal, "pack")) {
    const rest = typed(deal, "pack", "text").split(" ");
    check(rest);
    const packets = order.map((seats) => {
      const packet = Object.fromEntries(seats.map((seat) => [seat, []]));
      for (const seat of seats) packet[seat].push(rest.shift());
      return packet;
    });
    return { packets, rest };
  }
  const given = typed(deal, "packets", "list");
  const names = (seats) => [...new Set(seats)].sort().join("");
  const served = given.every(TYPES.object) ? given.map((packet) => names(Object.keys(packet))) : [];
  if (String(served) !== String(order.map(names))) {
    throw new WireError(-32602, "packets: not the packets, or not the seats, of the rule set");
  }
  const packets = given.map((packet) => mapValues(packet, (_, seat) => typed(packet, seat, "text").split(" ")));
  packets.forEach((packet, number) => {
    const size = (seat) => order[number].filter((served) => served === seat).length;
    if (Object.entries(packet).some(([seat, hand]) => hand.length !== size(seat))) {
      throw new WireError(-32602, `packets: a wrong number of cards in packet ${number + 1}`);
    }
  });
  const rest = typed(deal, "rest", "text", "").split(" ").filter(Boolean);
  check([...packets.flatMap((packet) => Object.values(packet).flat()), ...rest]);
  return { packets, rest };
}

/** One deal: the author's live game, and beside it what the kit has noted. */
class Session {
  constructor(adapter, deal) {
    Object.assign(this, { adapter, deal, rules: deal.table, cards: adapter.cards, game: adapter.new(deal) });
    this.done = [];
    this.hands = mapValues(deal.wireHands, (hand) => [...hand]);
    this.trick = [];
    this.leader = null;
    this.last = null;
    this.took = mapValues(this.hands, () => 0);
    this.asked = false; // somebody has said ask or show
    this.pending = false; // so he has, and the engine will hear of it with the card
  }

  static after(adapter, deal, actions) {
    const session = new Session(adapter, deal);
    for (const action of actions) {
      if (session.act(action) === null) continue;
      throw new Error(`${action.text} is refused the second time: is state kept between games?`);
    }
    return session;
  }

  /** An independent session in the same position. */
  fork() {
    if (!this.adapter.clone) return Session.after(this.adapter, this.deal, this.done);
    const hands = mapValues(this.hands, (hand) => [...hand]);
    const notes = { hands, done: [...this.done], trick: [...this.trick], took: { ...this.took } };
    return Object.assign(Object.create(Session.prototype), this, notes, { game: this.adapter.clone(this.game) });
  }

  /** Each action tried alone in this position, which stays as it is. */
  refusals(actions) {
    const answers = actions.map((action) => this.fork().act(action));
    // An engine with room for one game only has lost the live one.
    if (!this.adapter.clone) this.game = Session.after(this.adapter, this.deal, this.done).game;
    return answers;
  }

  // What the author's functions say, in words of the wire.

  /** The author's result; null while the deal is open. */
  given() {
    return this.adapter.score?.(this.game) ?? null;
  }

  over() {
    return this.given() !== null;
  }

  /** The seat to act in its turn, by `turn` or `legal`. */
  turn() {
    if (this.over()) return null;
    if (this.pending) return this.done.at(-1).seat;
    if (this.adapter.turn) return this.rules.seat(this.adapter.turn(this.game));
    const able = (seat) => this.moves(seat).some(([kind]) => !SIDE_RIGHTS.includes(kind));
    return [...this.rules.seats].find(able) ?? null;
  }

  knowsTurn() {
    return Boolean(this.adapter.turn ?? this.adapter.legal);
  }

  /** The seat to act where the author has not said how to find it: the one that can do something. */
  turnByTrying() {
    const numbers = Array.from({ length: 40 }, (_, number) => String(number + 1));
    const able = (seat) => {
      const words = ["P", "ask", "show", "go", "stop", "keep", "trump S", "trump NT", ...numbers];
      words.push(...this.hands[seat].flatMap((card) => [card, `trump ${card}`]));
      return this.refusals(words.map((word) => readAction(`${seat}:${word}`, this.rules.seats))).includes(null);
    };
    return this.over() ? null : [...this.rules.seats].find(able) ?? null;
  }

  moves(seat) {
    const moves = this.adapter.legal?.(this.game, this.rules.mine[seat]) ?? [];
    return moves.map((move) => (typeof move === "string" ? [move, null] : move));
  }

  /** A move as action text. */
  write(seat, [kind, value]) {
    const [text, what] = KINDS[kind];
    const crosses = (count) => "X".repeat(count);
    const spell = { suit: this.cards.letter, card: this.cards.wire, place: ordinal, crosses };
    return `${seat}:${text.replace("{}", () => (spell[what] ?? String)(value))}`;
  }

  /** Seat -> its actions, sorted; only seats that have any. */
  legal() {
    const result = {};
    const [due, turn] = [this.due(), this.turn()];
    for (const seat of this.over() ? "" : this.rules.seats) {
      let moves = this.moves(seat);
      if (this.pending) {
        const joined = seat === turn ? this.done.at(-1).kind : "";
        moves = moves.filter(([kind]) => kind === joined).map(([, card]) => ["card", card]);
      } else if (due && seat === turn) {
        moves = [[due, null]];
      }
      if (moves.length) result[seat] = [...new Set(moves.map((move) => this.write(seat, move)))].sort();
    }
    return result;
  }

  /** The present step; null if neither `step` nor `legal` tells. */
  step() {
    if (this.over()) return "over";
    if (this.adapter.step) return this.adapter.step(this.game);
    const kinds = [...this.rules.seats].flatMap((seat) => this.moves(seat).map(([kind]) => kind));
    const steps = kinds.filter((kind) => !SIDE_RIGHTS.includes(kind)).map(stepsOf);
    return steps.sort((a, b) => a.length - b.length)[0]?.[0] ?? null; // a word of one step tells more than `pass`
  }

  points() {
    return this.rules.bySide(this.adapter.points?.(this.game) ?? {});
  }

  tricks() {
    return this.rules.bySide(this.adapter.tricks?.(this.game) ?? this.rules.bySeat(this.took));
  }

  /** What every accepted action changes; null if the author gave nothing to know it by. An `ask` may change neither
   *  turn nor hands, so only the legal moves tell. */
  fingerprint() {
    const { adapter, game } = this;
    if (adapter.fingerprint) return JSON.stringify(adapter.fingerprint(game));
    if (!adapter.legal) return null;
    const moves = [...this.rules.seats].map((seat) => this.moves(seat).map((move) => this.write(seat, move)).sort());
    const hand = (mine) => [...adapter.hand(game, mine)].map(this.cards.wire).sort();
    const hands = adapter.hand ? Object.values(this.rules.mine).map(hand) : [];
    return JSON.stringify([this.turn(), moves, hands, this.points()]);
  }

  // Acting.

  /** Applies an action to the live game. Null if it was accepted, else the reason code, "" if none is known. */
  act(action) {
    let refusal = this.objection(action);
    if (refusal === null) {
      const announced = ["ask", "show"].includes(action.kind) && this.adapter.ask !== "move";
      const kind = this.pending ? this.done.at(-1).kind : action.kind;
      refusal = announced ? this.announcement(action) : this.call(kind, action);
    }
    if (refusal === null) this.note(action);
    return refusal;
  }

  /** What the kit refuses without the engine: everything after the end, words and cards that the engine does not
   *  have, and what it cannot see because it ignores seats or joins two moves. */
  objection(action) {
    if (this.over()) return (this.given().winner ?? null) === null ? "deal_over" : "match_over";
    const { apply, ask, actsForTurn } = this.adapter;
    const [, what, , code] = KINDS[action.kind];
    const unspoken = ask === "byItself" && ["ask", "show"].includes(action.kind);
    const unknown = !Object.hasOwn(apply, action.kind) && !unspoken;
    const foreign = what === "card" && !this.rules.pack.includes(action.argument);
    const due = this.due();
    if (!(unknown || foreign || due || this.pending || actsForTurn)) return null;
    const [steps, step] = [stepsOf(action.kind), this.step()];
    if (steps.length && step !== null && !steps.includes(step)) return "wrong_step";
    if (this.knowsTurn() && !SIDE_RIGHTS.includes(action.kind) && action.seat !== this.turn()) return "not_your_turn";
    if (unknown) return code;
    if (due && action.kind === "card") return `must_${due}`;
    if (foreign) return action.kind === "lay" ? "must_lay_own_card" : "card_not_in_hand";
    return this.pending && action.kind !== "card" ? "trump_known" : null;
  }

  /** "ask" or "show" where trump turns up by itself and the word for it is still to be said, else "". */
  due() {
    const seat = this.adapter.ask === "byItself" && this.trick.length && !this.asked ? this.turn() : null;
    if (seat === null || this.held(seat).some((card) => card[0] === this.trick[0][0])) return "";
    const maker = this.done.filter(({ kind }) => KINDS[kind][2] === "choose_trump").at(-1)?.seat;
    return seat === maker ? "show" : "ask";
  }

  /** The playable cards of a seat, by the kit's notes: a marker that lies face down is not one. */
  held(seat) {
    const laid = this.done.filter(({ kind }) => kind === "lay").at(-1)?.argument;
    return this.hands[seat].filter((card) => this.asked || card !== laid);
  }

  /** An ask or show that is no move of its own in the engine. */
  announcement(action) {
    if (this.adapter.ask === "byItself") {
      const due = this.due();
      if (due) return due === action.kind ? null : "ask_not_for_this_role";
      const able = this.trick.length ? "may_not_ask_when_able_to_follow" : "may_not_ask_when_leading";
      return this.asked ? "trump_known" : able;
    }
    if (this.moves(action.seat).some(([kind]) => kind === action.kind)) return null;
    const trials = this.held(action.seat).map((argument) => ({ ...action, kind: "card", argument }));
    const answers = trials.map((trial) => this.fork().call(action.kind, trial));
    this.refusals([]);
    return answers.includes(null) ? null : answers.find(Boolean) ?? "";
  }

  /** Calls the author's function and finds out whether it refused: by exception, answer or silence. */
  call(kind, action) {
    const { suit, mine: card } = this.cards;
    const read = { suit, card, number: Number, place: (text) => parseInt(text), crosses: (text) => text.length };
    const what = KINDS[action.kind][1];
    const values = what ? [read[what](action.argument)] : [];
    const before = this.fingerprint();
    let answer;
    try {
      answer = this.adapter.apply[kind](this.game, this.rules.mine[action.seat], ...values);
    } catch (error) {
      return this.refusal(error);
    }
    const silent = answer !== true && before !== null && before === this.fingerprint();
    return answer === false || silent ? "" : null;
  }

  /** The reason code of what the author's function threw; throws it again if it is no refusal. */
  refusal(error) {
    if (error instanceof Refused) return error.message;
    const { refusals, reasons } = this.adapter;
    const plain = typeof error === "string" || error?.constructor === Error;
    if (refusals ? !refusals.some((kind) => error instanceof kind) : !plain) throw error;
    const message = String(error?.message ?? error);
    const codes = typeof reasons === "object" ? Object.entries(reasons) : [];
    return codes.find(([part]) => message.includes(part))?.[1] ?? "";
  }

  /** Writes an accepted action down. */
  note(action) {
    this.done.push(action);
    if (["ask", "show"].includes(action.kind)) {
      this.asked = true;
      this.pending = this.adapter.ask === "withCard";
    }
    if (action.kind !== "card") return;
    this.pending = false;
    this.hands[action.seat] = this.hands[action.seat].filter((card) => card !== action.argument);
    if (!this.trick.length) this.leader = action.seat;
    this.trick.push(action.argument);
    const alone = this.rules.sides.length === 2 && this.done.some(({ kind }) => kind === "lone");
    if (this.trick.length === this.rules.seats.length - (alone ? 1 : 0)) {
      const winner = this.taker();
      this.last = { leader: this.leader, cards: this.trick, winner };
      this.trick = [];
      this.leader = winner;
      if (winner !== null) this.took[winner] += 1;
    }
  }

  taker() {
    if (this.adapter.taker) return this.rules.seat(this.adapter.taker(this.game));
    return this.knowsTurn() ? this.turn() : null;
  }

  /** Tries an action on the live game itself. Only if it is accepted is the position built anew. */
  attempt(action) {
    const refusal = this.act(action);
    if (refusal === null) Object.assign(this, Session.after(this.adapter, this.deal, this.done.slice(0, -1)));
    return refusal;
  }

  // Parts of replies.

  position(want, seen) {
    return {
      ...(want.includes("legal") && { legal: this.legal() }),
      ...(want.includes("events") && { events: this.adapter.events(this.game).slice(seen) }),
      ...(want.includes("points") && { points: this.points(), tricks: this.tricks() }),
    };
  }

  /** Section 6 of the protocol: what `score` says, and the ordinary answer to what it leaves out. */
  result() {
    const [given, { rules, deal }] = [this.given(), this];
    if (given === null) return null;
    const void_ = given.why !== undefined;
    const made = Boolean(given.made) && !void_;
    const change = rules.bySide(given.change ?? {});
    const ordinary = void_ ? deal.wireDealer : rules.dealing.ring(rules.seats, deal.wireDealer)[0];
    const hakem = "nextHakem" in given && { hakem: rules.seat(given.nextHakem) };
    return {
      cause: void_ ? "void" : given.cause ?? "played",
      ...(void_ && { why: given.why }),
      declarer: rules.seat(given.declarer),
      bid: given.bid ?? null,
      target: given.target ?? given.bid ?? null,
      stakes: given.stakes ?? 1,
      made,
      points: given.points ? rules.bySide(given.points) : this.points(),
      tricks: given.tricks ? rules.bySide(given.tricks) : this.tricks(),
      row: void_ ? null : given.row ?? (made ? "made" : "failed"),
      change,
      score: given.score ? rules.bySide(given.score) : mapValues(change, (amount, side) => deal.score[side] + amount),
      next: { dealer: rules.seat(given.nextDealer) ?? ordinary, ...hakem },
      winner: (given.winner ?? null) === null ? null : rules.side(given.winner),
    };
  }

  /** Section 7 of the protocol: the author's `view`, and the kit's notes for what everybody has seen. */
  view(seat) {
    const { rules, deal, adapter } = this;
    const shown = adapter.view(this.game, rules.mine[seat]);
    const handOf = (each) => [...adapter.hand(this.game, rules.mine[each])].map(this.cards.wire).sort();
    const step = shown.step ?? this.step();
    const [bid, marker] = [shown.bid ?? null, shown.marker ?? null];
    return {
      seat,
      step,
      turn: this.turn(),
      legal: this.legal()[seat] ?? [],
      dealer: deal.wireDealer,
      score: this.result()?.score ?? deal.score,
      hand: handOf(seat),
      marker: marker === null || marker === "?" ? marker : this.cards.wire(marker),
      cards: mapValues(this.hands, (_, each) => handOf(each).length),
      calls: this.calls(bid),
      declarer: rules.seat(shown.declarer),
      bid,
      target: shown.target ?? bid,
      stakes: shown.stakes ?? 1,
      trump: this.cards.letter(shown.trump ?? null),
      open: Boolean(shown.open),
      trick: this.trick,
      leader: this.leader ?? (step === "play" ? this.turn() : null),
      last: this.last,
      points: this.points(),
      tricks: this.tricks(),
    };
  }

  /** All words said aloud. A contract that nobody bid was forced on the dealer. */
  calls(bid) {
    const choice = (kind) => KINDS[kind][0].startsWith("trump") && kind !== "place";
    const silent = (kind) => ["card", "away"].includes(kind) || choice(kind);
    const spoken = this.done.filter(({ kind }) => !silent(kind)).map(({ text }) => text);
    if (bid !== null && !this.done.some(({ kind }) => kind === "bid")) {
      spoken.splice(this.rules.seats.length - 1, 0, `${this.deal.wireDealer}:${bid}`);
    }
    return spoken;
  }

  perft(depth) {
    if (depth === 0) return 1;
    const children = Object.values(this.children());
    return children.length ? children.reduce((sum, child) => sum + child.perft(depth - 1), 0) : 1;
  }

  /** The position after each legal action. */
  children() {
    return Object.fromEntries(Object.values(this.legal()).flat().map((text) => {
      const child = this.fork();
      if (child.act(readAction(text, this.rules.seats)) === null) return [text, child];
      throw new Error(`${text} is called legal and refused`);
    }));
  }
}

/** Answers request lines and keeps nothing between them. Throws SetupError if the adapter is not usable. */
class Server {
  constructor(given) {
    const adapter = { cards: cards(), name: "unnamed", version: "0", ask: "move", ...given };
    for (const needed of ["rules", "new", "apply"]) {
      if (!adapter[needed]) throw new SetupError(`an adapter needs \`${needed}\``);
    }
    for (const kind of Object.keys(adapter.apply)) {
      if (Object.hasOwn(KINDS, kind)) continue;
      throw new SetupError(`apply: unknown kind ${kind}; the kinds are ${Object.keys(KINDS).join(", ")}`);
    }
    if ((adapter.actsForTurn || adapter.ask === "byItself") && !(adapter.turn || adapter.legal)) {
      throw new SetupError("`actsForTurn` and `ask: \"byItself\"` need `turn` or `legal`");
    }
    adapter.rules.forEach((own) => adapter.cards.learn(own.pack));
    this.adapter = adapter;
    const { legal, hand, clone, points, events, reasons } = adapter;
    const view = legal && hand && adapter.view;
    const methods = { replay: true, probe: true, legal, view, perft: legal && clone };
    this.methods = Object.keys(methods).filter((name) => methods[name]);
    const features = {
      points: points && (adapter.taker || adapter.tricks), legal, attempts: true, reasons, events,
      match: adapter.playsMatch, from: adapter.beginsAtPlay,
    };
    this.features = Object.keys(features).filter((name) => features[name]);
  }

  /** The reply to a line; null is a line that was too long. */
  answer(line) {
    const reply = { jsonrpc: "2.0", id: null };
    try {
      const request = readLine(line);
      if (typeof request.id === "string" || Number.isSafeInteger(request.id)) reply.id = request.id;
      const { method, params } = request;
      if (reply.id === null || request.jsonrpc !== "2.0" || typeof method !== "string") {
        throw new WireError(-32600, "invalid request: jsonrpc, id and method are needed");
      }
      if (!["hello", ...this.methods].includes(method)) throw new WireError(-32601, `method not found: ${method}`);
      if (!TYPES.object(params)) throw new WireError(-32602, "params: an object is expected");
      reply.result = this[method](params);
    } catch (error) {
      if (error instanceof WireError) {
        reply.error = { code: error.code, message: error.message, ...(error.what && { data: { what: error.what } }) };
      } else {
        console.error(error);
        reply.error = { code: -32603, message: `internal error: ${error?.name ?? "unknown"}, see standard error` };
      }
    }
    return JSON.stringify(reply);
  }

  hello(params) {
    if (!typed(params, "protocol", "list").includes("1.0")) {
      throw new WireError(-32000, "unsupported: this engine speaks protocol 1.0", "protocol");
    }
    const { name, version } = this.adapter;
    return {
      protocol: "1.0",
      engine: { name, version, language: "JavaScript" },
      rules: this.adapter.rules.map(({ id, overlays }) => ({ id, with: overlays })),
      methods: this.methods,
      features: this.features,
      limits: { maxLine: LINE_LIMIT },
    };
  }

  deal(game) {
    const [label, overlays] = [typed(game, "rules", "text"), typed(game, "with", "list", [])];
    const own = this.adapter.rules.find(({ id }) => id.split(".")[0] === label);
    if (!own) throw new WireError(-32000, `unsupported: rule set ${label}`, label);
    const strange = overlays.find((overlay) => !own.overlays.includes(overlay) && !own.overlays.includes("*"));
    if (strange !== undefined) throw new WireError(-32000, `unsupported: overlay ${strange}`, String(strange));
    if (game.from !== undefined && !this.adapter.beginsAtPlay) throw new WireError(-32000, "unsupported: from", "from");
    return readDeal(own, this.adapter.cards, game);
  }

  actions(texts, deal) {
    if (!Array.isArray(texts)) throw new WireError(-32602, "a list of actions is expected");
    return texts.map((text) => readAction(text, deal.table.seats));
  }

  /** The position after the actions of the request, and what was refused on the way. */
  reached(params) {
    const deal = this.deal(typed(params, "game", "object"));
    const session = new Session(this.adapter, deal);
    for (const [at, action] of this.actions(params.actions, deal).entries()) {
      const refusal = session.act(action);
      if (refusal !== null) return { session, refused: this.refused(at, action, refusal) };
    }
    return { session, refused: null };
  }

  refused(at, action, refusal) {
    return { at, do: action.text, ...this.reason(refusal) };
  }

  reason(refusal) {
    return refusal && this.features.includes("reasons") ? { reason: refusal } : {};
  }

  verdict(refusal) {
    return { accepted: refusal === null, ...this.reason(refusal) };
  }

  replay(params) {
    if (params.match !== undefined) return this.match(params);
    const want = typed(params, "want", "list", []);
    const unclaimed = ["points", "legal", "events"].find((one) => want.includes(one) && !this.features.includes(one));
    if (unclaimed) throw new WireError(-32000, `unsupported: ${unclaimed}`, unclaimed);
    const deal = this.deal(typed(params, "game", "object"));
    const actions = this.actions(params.actions, deal);
    const attempts = typed(params, "attempts", "list", []);
    if (!attempts.every(TYPES.object)) throw new WireError(-32602, "attempts: a list of objects is expected");
    const { seats } = deal.table;
    const tries = attempts.map((one) => ({ at: typed(one, "at", "integer"), action: readAction(one.do, seats) }));
    const verdicts = tries.map(() => null);
    const session = new Session(this.adapter, deal);
    const steps = [];
    let [refused, seen] = [null, 0];
    for (let at = 0; at <= actions.length && !refused; at++) {
      if (want.length) {
        steps.push(session.position(want, seen));
        seen += steps.at(-1).events?.length ?? 0;
      }
      tries.forEach((one, number) => {
        if (one.at === at) verdicts[number] = this.verdict(session.attempt(one.action));
      });
      if (at < actions.length) {
        const refusal = session.act(actions[at]);
        if (refusal !== null) refused = this.refused(at, actions[at], refusal);
      }
    }
    return {
      accepted: session.done.length,
      refused,
      turn: session.knowsTurn() ? session.turn() : session.turnByTrying(),
      ...(tries.length && { attempts: verdicts }),
      ...(want.length && { steps }),
      result: session.result(),
    };
  }

  /** Deals one after the other, each with the dealer and the score that the one before left. */
  match(params) {
    if (!this.adapter.playsMatch) throw new WireError(-32000, "unsupported: match", "match");
    const game = { ...typed(params, "match", "object") };
    const entries = typed(params, "deals", "list");
    if (!entries.every(TYPES.object)) throw new WireError(-32602, "deals: a list of objects is expected");
    const deals = [];
    let [status, winner, score] = ["unfinished", null, null];
    for (const entry of entries) {
      game.deal = entry.deal;
      const deal = this.deal(game);
      const { accepted, refused, result } = this.replay({ game, actions: entry.actions });
      const hakem = deal.table.hakem ? { hakem: deal.table.dealing.ring(deal.table.seats, deal.wireDealer)[0] } : {};
      deals.push({ dealer: game.dealer, ...hakem, accepted, refused, result });
      score ??= deal.score;
      if (refused || result === null) {
        status = "stopped";
        break;
      }
      ({ score, winner } = result);
      game.dealer = result.next.dealer;
      game.before = { ...game.before, score, deal: deal.number + 1 };
      if (winner !== null) {
        status = "won";
        break;
      }
    }
    return { deals, status, winner, score: score ?? {}, unused: entries.length - deals.length };
  }

  legal(params) {
    const { session, refused } = this.reached(params);
    return refused ? { refused } : { legal: session.legal() };
  }

  probe(params) {
    const { session, refused } = this.reached(params);
    const tries = this.actions(params.try, session.deal);
    return refused ? { refused } : { verdicts: session.refusals(tries).map((refusal) => this.verdict(refusal)) };
  }

  view(params) {
    const { session, refused } = this.reached(params);
    const seat = typed(params, "seat", "text");
    if (!Object.hasOwn(session.rules.mine, seat)) throw new WireError(-32602, "seat: no seat of this game");
    return refused ? { refused } : { view: session.view(seat) };
  }

  perft(params) {
    const { session, refused } = this.reached(params);
    const depth = typed(params, "depth", "integer");
    if (refused || depth < 0) {
      throw new WireError(-32602, "perft: a position that is reached and a depth of 0 or more are needed");
    }
    if (!params.divide || depth === 0) return { count: session.perft(depth) };
    const children = Object.entries(session.children());
    const divide = Object.fromEntries(children.map(([text, child]) => [text, child.perft(depth - 1)]));
    return { count: children.length ? Object.values(divide).reduce((sum, count) => sum + count, 0) : 1, divide };
  }
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readLine(line) {
  if (line === null) throw new WireError(-32600, "invalid request: the line is longer than 4 MiB");
  let request;
  try {
    request = JSON.parse(UTF8.decode(line));
  } catch {
    throw new WireError(-32700, "parse error: the line is no JSON");
  }
  if (!TYPES.object(request)) throw new WireError(-32600, "invalid request: an object is expected");
  return request;
}

let wire = null;

/** Keeps the wire for the kit: from now on what your code prints goes to standard error. `serve` calls it; call it
 *  yourself before `await import("./your-engine.mjs")` if your engine prints while it loads. */
export function guard() {
  if (!wire) {
    wire = process.stdout.write.bind(process.stdout);
    process.stdout.write = process.stderr.write.bind(process.stderr);
    process.stdout.on("error", () => process.exit(1)); // the harness has gone
  }
  return wire;
}

/** The lines of a stream, as bytes; null for one that is too long. */
async function* lines(stream) {
  let parts = [];
  let size = 0;
  const take = (part) => {
    size += part.length;
    if (size <= LINE_LIMIT) parts.push(part);
  };
  const line = () => {
    const whole = size <= LINE_LIMIT ? Buffer.concat(parts) : null;
    [parts, size] = [[], 0];
    return whole;
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let end; (end = chunk.indexOf(10, start)) >= 0; start = end + 1) {
      take(chunk.subarray(start, end));
      yield line();
    }
    take(chunk.subarray(start));
  }
  if (size) yield line();
}

/** Answers requests until the end of the input. */
export async function serve(adapter) {
  const write = guard();
  let server;
  try {
    server = new Server(adapter);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`hakem-kit: ${error.message}\n`);
    process.exit(2);
  }
  for await (const line of lines(process.stdin)) {
    await new Promise((done) => write(`${server.answer(line)}\n`, done));
  }
  process.exit(0);
}

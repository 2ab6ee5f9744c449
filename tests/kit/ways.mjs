// The JavaScript example connected in other ways, for the tests of the kit: node ways.mjs WAY
import { Refused, cards, dealing, guard, rules, serve } from "../../conformance/kit/javascript/hakem-kit.mjs";
import { Table } from "../../conformance/engines/javascript/table29.mjs";

const WAY = process.argv[2];
const TABLE = { id: "twenty-nine@1.0.0", ranks: "J9ATKQ87", packets: [4, 4] };
const DECK = dealing({ packets: [4, 4], top: "last" });
const CARDS = cards({ suits: "HSDC", ranks: "78QKTA9J", make: (suit, strength) => suit * 8 + strength });

const start = ({ dealer, deck, score }) => new Table(dealer, { deck, scores: [score.NS, score.EW] });

function legal(table, seat) {
  const moves = table.hasRoyals(seat) ? [["pair", table.trump]] : [];
  if (seat === table.turn && table.state === "bid") {
    for (let number = table.lowest(); number <= 28; number++) moves.push(["bid", number]);
    moves.push("pass");
  }
  if (seat === table.turn && table.state === "choose") moves.push(...[0, 1, 2, 3].map((suit) => ["trump", suit]));
  if (table.mustAsk(seat)) moves.push(seat === table.bidder ? "show" : "ask");
  return [...moves, ...table.playable(seat).map((card) => ["card", card])];
}

const change = (functions) => ({
  bid: (t, seat, number) => t.bid(seat, number), pass: (t, seat) => t.bid(seat, 0),
  trump: (t, seat, suit) => t.choose(seat, suit), pair: (t, seat, suit) => t.royals(seat, suit),
  ask: (t, seat) => t.ask(seat), show: (t, seat) => t.announce(seat), card: (t, seat, card) => t.play(seat, card),
  ...functions,
});

// The same, but each function says by `answer` whether anything happened.
const print = (table) => JSON.stringify([table.turn, table.passes, table.state, table.hands, table.trumpUp, table.target]);
const told = (answer) => Object.fromEntries(Object.entries(change()).map(([kind, move]) => [kind, (table, ...args) => {
  const before = print(table);
  move(table, ...args);
  return answer(before !== print(table));
}]));

function score(t) {
  if (t.state !== "over") return null;
  const known = { declarer: t.bidder, bid: t.highBid, target: t.target, nextDealer: t.nextDealer() };
  return t.trumpUp ? { ...known, made: t.made, change: t.change } : { ...known, why: "never_revealed" };
}

const seen = { turn: (t) => t.turn, legal, points: (t) => t.points, taker: (t) => t.winner, hand: (t, seat) => t.hands[seat] };
const adapter = (more) => serve({
  rules: [rules({ ...TABLE, seats: "SWNE", deck: DECK })], cards: CARDS, new: start, apply: change(), score, name: WAY, ...more,
});

const asking = (word) => (t, seat, card) => {
  if (t.trumpUp || !t.hands[seat].includes(card)) return;
  t[word](seat);
  if (t.trumpUp) t.play(seat, card);
};
const joined = { apply: change({ ask: asking("ask"), show: asking("announce") }), ask: "withCard" };
const choices = (kind) => (t, seat) =>
  legal(t, seat).flatMap((move) => (move === "ask" || move === "show" ? t.hands[seat].map((card) => [kind ?? move, card]) : [move]));

const WAYS = {
  prints() {
    guard();
    console.log("loading");
    const loud = (deal) => {
      console.log("a new game");
      process.stdout.write("past the console\n");
      return start(deal);
    };
    adapter({ ...seen, new: loud });
  },
  bare: () => adapter({ apply: told((done) => { if (!done) throw new Error("not allowed"); }) }),
  false: () => adapter({ apply: told((done) => done) }),
  silent: () => adapter(seen),
  with_card: () => adapter({ ...seen, ...joined, legal: choices() }),
  joined_bare: () => adapter({ ...joined, fingerprint: print }),
  by_itself() {
    const play = (t, seat, card) => {
      if (t.mustAsk(seat)) t.trumpUp = true;
      t.play(seat, card);
    };
    const { ask, show, ...apply } = change({ card: play });
    adapter({ ...seen, apply, ask: "byItself", legal: choices("card") });
  },
  seatless() {
    const forTurn = (move) => (t, _, ...value) => move(t, t.turn, ...value);
    const apply = Object.fromEntries(Object.entries(change()).map(([kind, move]) => [kind, forTurn(move)]));
    adapter({ ...seen, apply: { ...apply, pair: change().pair }, actsForTurn: true });
  },
  mirror() {
    const turn = "anticlockwise";
    const deck = dealing({ packets: [4, 4], top: "last", turn });
    adapter({ ...seen, rules: [rules({ ...TABLE, id: "mirror@1.0.0", seats: "NWSE", turn, deck })] });
  },
  deals() {
    const fromDeck = (deal) => {
      const table = start(deal);
      const order = [1, 0, 3, 2]; // W S E N
      const hands = [[], [], [], []];
      for (const seat of order) for (let i = 0; i < 8; i++) hands[seat].push(deal.deck.pop());
      table.hands = hands.map((hand) => hand.slice(0, 4));
      table.deal = () => hands.forEach((hand, seat) => { table.hands[seat] = hand; });
      return table;
    };
    const deck = dealing({ packets: [8], manner: "packets", turn: "anticlockwise", first: "W", top: "last" });
    adapter({ ...seen, new: fromDeck, rules: [rules({ ...TABLE, seats: "SWNE", deck })] });
  },
  breaks() {
    const bid = (t, seat, number) => (number === 20 ? undefined.bug : t.bid(seat, number));
    adapter({ ...seen, apply: change({ bid }) });
  },
  sticky() {
    const used = new Set();
    const bid = (t, seat, number) => {
      if (used.has(number)) throw new Refused();
      t.bid(seat, number);
      used.add(number);
    };
    adapter({ ...seen, apply: change({ bid }) });
  },
  one_room() {
    let room;
    const inRoom = (functions) => Object.fromEntries(
      Object.entries(functions).map(([name, call]) => [name, (_, ...args) => call(room, ...args)]));
    const enter = (deal) => { room = start(deal); };
    adapter({ ...inRoom({ ...seen, score }), new: enter, apply: inRoom(change()) });
  },
  events: () => adapter({ ...seen, events: (t) =>
    t.trick.map(({ seat, card }) => ({ event: "played", seat: "SWNE"[seat], card: CARDS.wire(card) })) }),
  from_play() {
    const begin = (deal) => {
      const t = start(deal);
      if (deal.contract) {
        const seat = "SWNE".indexOf(deal.contract.declarer);
        Object.assign(t, { bidder: seat, highBid: deal.contract.bid, target: deal.contract.bid, state: "choose", turn: seat });
        t.choose(seat, CARDS.suit(deal.contract.trump));
      }
      return t;
    };
    adapter({ ...seen, new: begin, beginsAtPlay: true });
  },
  objects() {
    const things = cards({ suits: { S: "spades" }, ranks: { T: "10" }, make: (suit, rank) => ({ suit, rank }) });
    const name = ({ suit, rank }) => "HSDC".indexOf(suit[0].toUpperCase()) * 8 + "78QK1A9J".indexOf(rank[0]);
    const thing = (card) => things.mine("HSDC"[card >> 3] + "78QKTA9J"[card & 7]);
    adapter({ ...seen, cards: things, new: ({ dealer, deck }) => new Table(dealer, { deck: deck.map(name) }),
      apply: change({ trump: (t, seat, suit) => t.choose(seat, "HSDC".indexOf(suit[0].toUpperCase())),
        pair: (t, seat, suit) => t.royals(seat, "HSDC".indexOf(suit[0].toUpperCase())),
        card: (t, seat, card) => t.play(seat, name(card)) }),
      legal: undefined, fingerprint: print, hand: (t, seat) => t.hands[seat].map(thing) });
  },
  misspelt: () => adapter({ apply: { crad: () => {} } }),
};
WAYS[WAY]();

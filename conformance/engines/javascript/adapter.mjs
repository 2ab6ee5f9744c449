// Connects table29.mjs to the Hakem protocol: hakem test -- node conformance/engines/javascript/adapter.mjs
import { cards, dealing, rules, serve } from '../../kit/javascript/hakem-kit.mjs'
import { Table } from './table29.mjs'

function legal(table, seat) {
  const moves = table.hasRoyals(seat) ? [['pair', table.trump]] : []
  if (seat === table.turn && table.state === 'bid') {
    for (let number = table.lowest(); number <= 28; number++) moves.push(['bid', number])
    moves.push('pass')
  }
  if (seat === table.turn && table.state === 'choose') moves.push(...[0, 1, 2, 3].map((suit) => ['trump', suit]))
  if (table.mustAsk(seat)) moves.push(seat === table.bidder ? 'show' : 'ask')
  return [...moves, ...table.playable(seat).map((card) => ['card', card])]
}

function score(table) {
  if (table.state !== 'over') return null
  const { bidder: declarer, highBid: bid, target, made, change, scores } = table
  const contract = { declarer, bid, target }
  if (!table.trumpUp) return { ...contract, why: 'never_revealed', nextDealer: table.nextDealer() }
  return { ...contract, made, change, score: scores, nextDealer: table.nextDealer(), winner: table.matchWinner() }
}

serve({
  name: 'table29',
  rules: [rules({ id: 'twenty-nine@1.0.0', ranks: 'J9ATKQ87', packets: [4, 4], seats: 'SWNE',
    deck: dealing({ packets: [4, 4], top: 'last' }) })],
  cards: cards({ suits: 'HSDC', ranks: '78QKTA9J', make: (suit, strength) => suit * 8 + strength }),
  new: ({ dealer, deck, score }) => new Table(dealer, { deck, scores: [score.NS, score.EW] }),
  apply: { bid: (t, seat, number) => t.bid(seat, number), pass: (t, seat) => t.bid(seat, 0),
    trump: (t, seat, suit) => t.choose(seat, suit), ask: (t, seat) => t.ask(seat), show: (t, seat) => t.announce(seat),
    pair: (t, seat, suit) => t.royals(seat, suit), card: (t, seat, card) => t.play(seat, card) },
  turn: (t) => t.turn, hand: (t, seat) => t.hands[seat], points: (t) => t.points, taker: (t) => t.winner,
  legal, score, playsMatch: true,
})

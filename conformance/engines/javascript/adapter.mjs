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

const contract = (t) => (t.target === null ? {} : { declarer: t.bidder, bid: t.highBid, target: t.target })

function score(table) {
  if (table.state !== 'over') return null
  const { made, change, scores } = table
  const ending = { ...contract(table), nextDealer: table.nextDealer(), winner: table.matchWinner() }
  return table.trumpUp ? { ...ending, made, change, score: scores } : { ...ending, why: 'never_revealed' }
}

const view = (t, seat) => ({ ...contract(t), open: t.trumpUp,
  trump: t.trump === null || t.trumpUp || seat === t.bidder ? t.trump : '?' })

serve({
  name: 'table29', version: '1.0',
  rules: [rules({ id: 'twenty-nine@1.0.0', ranks: 'J9ATKQ87', packets: [4, 4], seats: 'SWNE',
    deck: dealing({ packets: [4, 4], top: 'last' }) })],
  cards: cards({ suits: 'HSDC', ranks: '78QKTA9J', make: (suit, strength) => suit * 8 + strength }),
  new: ({ dealer, deck, score }) => new Table(dealer, { deck, scores: [score.NS, score.EW] }),
  apply: { bid: (t, seat, number) => t.bid(seat, number), pass: (t, seat) => t.bid(seat, 0),
    trump: (t, seat, suit) => t.choose(seat, suit), ask: (t, seat) => t.ask(seat), show: (t, seat) => t.announce(seat),
    pair: (t, seat, suit) => t.royals(seat, suit), card: (t, seat, card) => t.play(seat, card) },
  turn: (t) => t.turn, hand: (t, seat) => t.hands[seat], points: (t) => t.points, taker: (t) => t.winner,
  legal, score, view, playsMatch: true,
})

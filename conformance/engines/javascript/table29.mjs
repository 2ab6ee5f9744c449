// Twenty-Nine around one table. Seats are 0 South (you), 1 West, 2 North, 3 East, as the turn goes. A card is a number:
// suit * 8 + strength, suits hearts 0, spades 1, diamonds 2, clubs 3; strength 0 to 7 for 7 8 Q K 10 A 9 J.
// Whatever is not allowed is ignored.

export const WORTH = [0, 0, 0, 0, 1, 1, 2, 3]
const QUEEN = 2, KING = 3
const suitOf = (card) => card >> 3
const strengthOf = (card) => card & 7

export function shuffled() {
  const deck = [...Array(32).keys()]
  for (let i = 31; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]]
  }
  return deck
}

export class Table {
  constructor(dealer, { deck = shuffled(), scores = [0, 0] } = {}) {
    this.dealer = dealer
    this.deck = [...deck]
    this.scores = [...scores]
    this.hands = [[], [], [], []]
    this.state = 'bid'
    this.turn = this.after(dealer)
    this.passes = 0
    this.bidder = this.highBid = this.target = this.trump = null
    this.trumpUp = false
    this.trick = []
    this.winner = null
    this.points = [0, 0]
    this.royalTeam = null // the team that may show its royals now
    this.royalsDone = false
    this.deal()
  }

  after(seat) {
    return (seat + 1) % 4
  }

  // Four cards each, one at a time from the end of the deck, the dealer last.
  deal() {
    for (let i = 1; i <= 16; i++) this.hands[(this.dealer + i) % 4].push(this.deck.pop())
  }

  bid(seat, number) {
    if (this.state !== 'bid' || seat !== this.turn) return
    if (number !== 0 && (number < this.lowest() || number > 28)) return
    if (number === 0) this.passes++
    else [this.bidder, this.highBid, this.passes] = [seat, number, 0]
    if (this.passes === 3 && this.bidder === null) [this.bidder, this.highBid] = [this.dealer, 15]
    this.turn = this.after(seat)
    if (this.passes === 3 || this.highBid === 28) {
      this.state = 'choose'
      this.turn = this.bidder
      this.target = this.highBid
    }
  }

  lowest() {
    return this.highBid === null ? 15 : this.highBid + 1
  }

  choose(seat, suit) {
    if (this.state !== 'choose' || seat !== this.turn) return
    this.trump = suit
    this.deal()
    this.state = 'play'
    this.turn = this.after(this.dealer)
  }

  follows(seat) {
    return this.trick.length ? this.hands[seat].filter((card) => suitOf(card) === suitOf(this.trick[0].card)) : []
  }

  // Nobody plays past a suit he does not have before the trump is up.
  mustAsk(seat) {
    const following = this.state === 'play' && seat === this.turn && this.trick.length > 0
    return following && !this.trumpUp && !this.follows(seat).length
  }

  ask(seat) {
    if (this.mustAsk(seat) && seat !== this.bidder) this.trumpUp = true
  }

  announce(seat) {
    if (this.mustAsk(seat) && seat === this.bidder) this.trumpUp = true
  }

  playable(seat) {
    if (this.state !== 'play' || seat !== this.turn || this.mustAsk(seat)) return []
    const following = this.follows(seat)
    return following.length ? following : this.hands[seat]
  }

  play(seat, card) {
    if (!this.playable(seat).includes(card)) return
    this.hands[seat] = this.hands[seat].filter((held) => held !== card)
    this.trick.push({ seat, card })
    this.royalTeam = null
    this.turn = this.after(seat)
    if (this.trick.length === 4) this.endTrick()
  }

  power({ card }) {
    if (this.trumpUp && suitOf(card) === this.trump) return 100 + strengthOf(card)
    return suitOf(card) === suitOf(this.trick[0].card) ? strengthOf(card) : -1
  }

  endTrick() {
    const best = this.trick.reduce((a, b) => (this.power(b) > this.power(a) ? b : a))
    this.winner = this.turn = best.seat
    for (const { card } of this.trick) this.points[best.seat % 2] += WORTH[strengthOf(card)]
    this.trick = []
    if (!this.hands[this.turn].length) this.endDeal()
    else if (this.trumpUp && !this.royalsDone) this.royalTeam = best.seat % 2
  }

  hasRoyals(seat) {
    const royals = [this.trump * 8 + QUEEN, this.trump * 8 + KING]
    return seat % 2 === this.royalTeam && royals.every((card) => this.hands[seat].includes(card))
  }

  royals(seat, suit) {
    if (!this.hasRoyals(seat) || suit !== this.trump) return
    this.royalsDone = true
    this.royalTeam = null
    this.target = seat % 2 === this.bidder % 2 ? Math.max(15, this.target - 4) : Math.min(28, this.target + 4)
  }

  endDeal() {
    this.state = 'over'
    this.turn = null
    this.change = [0, 0]
    this.made = this.points[this.bidder % 2] >= this.target
    if (this.trumpUp) this.change[this.bidder % 2] = this.made ? 1 : -1
    this.scores = this.scores.map((score, team) => score + this.change[team])
  }

  // A deal in which nobody had to ask does not count, and its dealer deals again.
  nextDealer() {
    return this.trumpUp ? this.after(this.dealer) : this.dealer
  }

  matchWinner() {
    const team = [0, 1].find((i) => this.scores[i] >= 6 || this.scores[1 - i] <= -6)
    return this.trumpUp && team !== undefined ? team : null
  }
}

// A start for an engine in TypeScript: npm install && npx tsc && hakem test --vectors ../vectors -- node engine.js
import { createInterface } from 'node:readline'

type Seat = number // a place in SEATS
type Json = Record<string, any>

// -- the rules: this part is yours. It plays plain tricks: follow suit, the highest card of the led suit wins. ---------

const RULES = 'plain-tricks@1'
const SEATS = 'NESW'
const [SIDES, RANKS] = [['NS', 'EW'] as const, '789TJQKA']

/** One deal in progress, begun from the `game` of a request (spec/protocol.md, section 3). */
class Deal {
  readonly dealer: Seat
  readonly score: Record<string, number>
  readonly hands: string[][]
  readonly tricks: Record<string, number> = { NS: 0, EW: 0 }
  readonly points: Record<string, number> = { NS: 0, EW: 0 }
  turn: Seat
  trick: string[] = []

  constructor(game: Json) {
    this.dealer = SEATS.indexOf(game.dealer)
    this.score = { NS: 0, EW: 0, ...game.before?.score }
    this.hands = dealt(game.deal, this.dealer)
    this.turn = (this.dealer + 1) % 4
  }

  /** Each seat that may act, with its sorted actions. An action is legal exactly when it is in here. */
  legal(): Record<string, string[]> {
    const [seat, hand] = [SEATS[this.turn]!, this.hands[this.turn]!]
    if (hand.length === 0) return {}
    const follow = hand.filter((card) => card[0] === this.trick[0]?.[0])
    return { [seat]: (follow.length ? follow : hand).map((card) => `${seat}:${card}`).sort() }
  }

  /** Carries out a legal action and everything that follows from it by itself. */
  apply(action: string): void {
    const [card, hand] = [action.slice(2), this.hands[this.turn]!]
    hand.splice(hand.indexOf(card), 1)
    this.trick.push(card)
    this.turn = (this.turn + 1) % 4
    if (this.trick.length < 4) return
    const strength = (one: string) => (one[0] === this.trick[0]![0] ? RANKS.indexOf(one[1]!) : -1)
    const best = this.trick.reduce((won, one, place) => (strength(one) > strength(this.trick[won]!) ? place : won), 0)
    this.turn = (this.turn + best) % 4
    this.tricks[SIDES[this.turn % 2]!]! += 1
    this.trick = []
  }

  /** Null while the deal goes on, else its result (protocol.md, section 6). */
  result(): Json | null {
    if (this.hands.some((hand) => hand.length > 0)) return null
    const ahead = this.tricks.NS! - this.tricks.EW!
    const change = { NS: Number(ahead > 0), EW: Number(ahead < 0) }
    const score: Record<string, number> = { NS: this.score.NS! + change.NS, EW: this.score.EW! + change.EW }
    return {
      cause: 'played', declarer: null, bid: null, target: null, stakes: 1, made: false, points: this.points,
      tricks: this.tricks, row: 'most_tricks', change, score, next: { dealer: SEATS[(this.dealer + 1) % 4] },
      winner: SIDES.find((side) => score[side]! >= 5) ?? null,
    }
  }
}

/** The cards of each seat. A pack is dealt card by card from the dealer's next seat on. */
function dealt(deal: Json, dealer: Seat): string[][] {
  const packets: Record<string, string>[] = deal.packets ?? []
  if (packets.length) return [...SEATS].map((seat) => packets.flatMap((packet) => packet[seat]!.split(' ')))
  const pack: string[] = deal.pack.split(' ')
  return [0, 1, 2, 3].map((seat) => pack.filter((_, place) => (dealer + 1 + place) % 4 === seat))
}

// -- the protocol: this part can stay as it is, but for `hello` as you claim more. ----------------------------------

const unknown = (): never => { throw { code: -32601, message: 'no such method' } }
const isLegal = (deal: Deal, action: string) => deal.legal()[action[0]!]?.includes(action) ?? false

function replay({ game, actions, attempts = [] }: Json): Json {
  if (game.rules !== RULES || game.with?.length) throw { code: -32000, message: 'not played here', data: { what: game.rules } }
  const deal = new Deal(game)
  const [steps, verdicts]: [Json[], (Json | null)[]] = [[], attempts.map(() => null)]
  let refused: Json | null = null
  for (let at = 0; !refused && at <= actions.length; at++) {
    steps.push({ legal: deal.legal(), points: { ...deal.points }, tricks: { ...deal.tricks } })
    attempts.forEach((attempt: Json, place: number) => {
      if (attempt.at === at) verdicts[place] = { accepted: isLegal(deal, attempt.do) }
    })
    if (at < actions.length && !isLegal(deal, actions[at])) refused = { at, do: actions[at] }
    else if (at < actions.length) deal.apply(actions[at])
  }
  const turn = deal.result() ? null : SEATS[deal.turn]
  return { accepted: steps.length - 1, refused, turn, steps, attempts: verdicts, result: deal.result() }
}

const orRefused = (reply: Json, answer: (reply: Json) => Json) => (reply.refused ? { refused: reply.refused } : answer(reply))

const METHODS: Record<string, (params: Json) => Json> = {
  hello: () => ({
    protocol: '1.0', engine: { name: 'starter', language: 'TypeScript' }, rules: [{ id: `${RULES}.0.0` }],
    methods: ['replay', 'legal', 'probe'], features: ['points', 'legal', 'attempts'],
  }),
  replay,
  legal: (params) => orRefused(replay(params), (reply) => ({ legal: reply.steps.at(-1).legal })),
  probe: (params) => orRefused(
    replay({ ...params, attempts: params.try.map((action: string) => ({ at: params.actions.length, do: action })) }),
    (reply) => ({ verdicts: reply.attempts })),
}

for await (const line of createInterface({ input: process.stdin })) {
  let id = null
  try {
    const request = JSON.parse(line)
    id = request.id
    console.log(JSON.stringify({ jsonrpc: '2.0', id, result: (METHODS[request.method] ?? unknown)(request.params) }))
  } catch (error: any) {
    const { code = error instanceof SyntaxError ? -32700 : -32602, message = String(error), data } = error
    console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, data } }))
  }
}

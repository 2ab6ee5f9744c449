// The vectors as cases of Node's test runner, on an engine in the same process: node --test vectors.test.mjs
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { Table } from '../../engines/javascript/table29.mjs' // the engine under test

// -- my engine: how it is begun, what an action is to it, and how one sees that it did nothing -------------------------

const SEATS = 'SWNE'
const SUITS = 'HSDC'
const RANKS = '78QKTA9J'

const card = (text) => SUITS.indexOf(text[0]) * 8 + RANKS.indexOf(text[1])

function begin({ dealer, deal, before = {} }) {
  const order = [1, 2, 3, 4].map((i) => SEATS[(SEATS.indexOf(dealer) + i) % 4])
  const dealt = deal.pack?.split(' ') ?? deal.packets.flatMap((packet) =>
    [0, 1, 2, 3].flatMap((round) => order.map((seat) => packet[seat].split(' ')[round])))
  const { NS = 0, EW = 0 } = before.score ?? {}
  return new Table(SEATS.indexOf(dealer), { deck: dealt.map(card).reverse(), scores: [NS, EW] })
}

function act(table, action) {
  const seat = SEATS.indexOf(action[0])
  const [, word, rest] = /^..(\S+) ?(.*)$/.exec(action)
  if (word === 'P') table.bid(seat, 0)
  else if (/^\d+$/.test(word)) table.bid(seat, Number(word))
  else if (word === 'trump' && rest.length === 1) table.choose(seat, SUITS.indexOf(rest))
  else if (word === 'ask') table.ask(seat)
  else if (word === 'show') table.announce(seat)
  else if (word === 'pair') table.royals(seat, SUITS.indexOf(rest))
  else if (SUITS.includes(word[0]) && RANKS.includes(word[1])) table.play(seat, card(word))
}

const state = (table) => JSON.stringify(table)

// -- the vectors: spec/vectors.md --------------------------------------------------------------------------------------

const folder = new URL('../../vectors/twenty-nine/', import.meta.url)
const vectors = readdirSync(folder).sort().map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')))
const mine = (vector) => vector.rules === 'twenty-nine@1' && !vector.with && !vector.match && !vector.from

for (const vector of vectors.filter(mine)) {
  test(`${vector.id} ${vector.title}`, () => {
    const table = begin(vector)
    vector.steps.forEach((given, at) => {
      const step = typeof given === 'string' ? { do: given } : given
      const where = `after ${at} actions`
      if (step.points) assert.deepEqual(table.points, [step.points.NS, step.points.EW], where)
      for (const refusal of step.refuse ?? []) {
        const before = state(table)
        act(table, refusal.do)
        assert.equal(state(table), before, `${where}: ${refusal.do} is to be refused`)
      }
      if (step.do) {
        const before = state(table)
        act(table, step.do)
        assert.notEqual(state(table), before, `${where}: ${step.do} is legal`)
      }
      if (step.result) {
        assert.deepEqual(table.scores, [step.result.score.NS, step.result.score.EW], where)
        assert.equal(table.trumpUp && table.made, step.result.made, where)
      }
    })
  })
}

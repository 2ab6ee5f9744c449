package main

import (
	"fmt"
	"math/bits"
	"sort"
	"strings"
)

// A Card is 8 times its suit plus its rank; ranks rise from the seven to the jack (pack.order).
type Card uint8

// Cards is a set of cards, one bit a card.
type Cards uint32

const (
	suits = "CDHS"
	ranks = "78QKTA9J"
	seats = "NESW"
)

// The sides are numbered by their first seat: 0 is NS, 1 is EW.
var sides = [2]string{"NS", "EW"}

var points = map[byte]int{'J': 3, '9': 2, 'A': 1, 'T': 1}

func (c Card) suit() int      { return int(c) / 8 }
func (c Card) points() int    { return points[ranks[c%8]] }
func (c Card) String() string { return string(suits[c/8]) + string(ranks[c%8]) }
func (s Cards) has(c Card) bool {
	return s&(1<<c) != 0
}
func (s Cards) count() int         { return bits.OnesCount32(uint32(s)) }
func ofSuit(suit int) Cards        { return 0xff << (8 * suit) }
func (s Cards) of(suit int) Cards  { return s & ofSuit(suit) }
func (s Cards) pair(suit int) bool { return s.of(suit)>>(8*suit)&0b1100 == 0b1100 } // queen 2, king 3

// texts gives the cards in ASCII order.
func (s Cards) texts() []string {
	found := []string{}
	for c := Card(0); c < 32; c++ {
		if s.has(c) {
			found = append(found, c.String())
		}
	}
	sort.Strings(found)
	return found
}

func parseCard(text string) (Card, bool) {
	if len(text) != 2 {
		return 0, false
	}
	suit, rank := strings.IndexByte(suits, text[0]), strings.IndexByte(ranks, text[1])
	return Card(8*suit + rank), suit >= 0 && rank >= 0
}

// parseCards reads a card text; it must not name a card twice.
func parseCards(text string) ([]Card, error) {
	found, seen := []Card{}, Cards(0)
	for _, word := range strings.Fields(text) {
		card, ok := parseCard(word)
		if !ok || seen.has(card) {
			return nil, fmt.Errorf("%q is no card of the pack, or stands twice", word)
		}
		seen |= 1 << card
		found = append(found, card)
	}
	return found, nil
}

func cardText(cards []Card) string {
	words := make([]string, len(cards))
	for i, card := range cards {
		words[i] = card.String()
	}
	return strings.Join(words, " ")
}

// A start for an engine in Go: go build -o engine . && hakem test --vectors ../vectors -- ./engine
package main

import (
	"slices"
	"strings"
)

// This file is yours. It plays plain tricks: follow suit, the highest card of the led suit wins.

var claims = Object{"protocol": "1.0", "engine": Object{"name": "starter", "language": "Go"},
	"rules": []Object{{"id": rules + ".0.0"}}, "methods": []string{"replay", "legal", "probe"},
	"features": []string{"points", "legal", "attempts"}}

const rules, seats, ranks = "plain-tricks@1", "NESW", "789TJQKA"

// Game is the `game` of a request (spec/protocol.md, section 3).
type Game struct {
	Rules, Dealer string
	With          []string
	Deal          struct {
		Pack    string
		Packets []map[string]string
	}
	Before struct{ Score map[string]int }
}

// Deal is one deal in progress. Seats are places in `seats`; side 0 is NS.
type Deal struct {
	dealer, turn          int
	score, tricks, points [2]int
	hands                 [4][]string
	trick                 []string
}

func begin(game Game) *Deal {
	d := &Deal{dealer: strings.Index(seats, game.Dealer), score: [2]int{game.Before.Score["NS"], game.Before.Score["EW"]}}
	d.turn = (d.dealer + 1) % 4
	for i, card := range strings.Fields(game.Deal.Pack) { // card by card from the dealer's next seat on
		d.hands[(d.turn+i)%4] = append(d.hands[(d.turn+i)%4], card)
	}
	for _, packet := range game.Deal.Packets {
		for seat := range seats {
			d.hands[seat] = append(d.hands[seat], strings.Fields(packet[seats[seat:seat+1]])...)
		}
	}
	return d
}

// legal gives each seat that may act its sorted actions. An action is legal exactly when it is in here.
func (d *Deal) legal() map[string][]string {
	name, all, follow := seats[d.turn:d.turn+1], []string{}, []string{}
	for _, card := range d.hands[d.turn] {
		all = append(all, name+":"+card)
		if len(d.trick) > 0 && card[0] == d.trick[0][0] {
			follow = append(follow, name+":"+card)
		}
	}
	if len(all) == 0 {
		return map[string][]string{}
	} else if len(follow) > 0 {
		all = follow
	}
	slices.Sort(all)
	return map[string][]string{name: all}
}

// apply carries out a legal action and everything that follows from it by itself.
func (d *Deal) apply(action string) {
	card := action[2:]
	d.hands[d.turn] = slices.DeleteFunc(d.hands[d.turn], func(held string) bool { return held == card })
	d.trick = append(d.trick, card)
	d.turn = (d.turn + 1) % 4
	if len(d.trick) == 4 {
		best := 0
		for i, card := range d.trick {
			if card[0] == d.trick[0][0] && strings.IndexByte(ranks, card[1]) > strings.IndexByte(ranks, d.trick[best][1]) {
				best = i
			}
		}
		d.turn = (d.turn + best) % 4
		d.tricks[d.turn%2]++
		d.trick = nil
	}
}

// result is nil while the deal goes on (protocol.md, section 6).
func (d *Deal) result() any {
	if len(d.legal()) > 0 {
		return nil
	}
	change, score, winner := [2]int{}, d.score, any(nil)
	for side := range change {
		if d.tricks[side] > d.tricks[1-side] {
			change[side] = 1
		}
		if score[side] += change[side]; score[side] >= 5 {
			winner = []string{"NS", "EW"}[side]
		}
	}
	next := (d.dealer + 1) % 4
	return Object{"cause": "played", "declarer": nil, "bid": nil, "target": nil, "stakes": 1, "made": false,
		"points": bySide(d.points), "tricks": bySide(d.tricks), "row": "most_tricks", "change": bySide(change),
		"score": bySide(score), "next": Object{"dealer": seats[next : next+1]}, "winner": winner}
}

func bySide(two [2]int) Object { return Object{"NS": two[0], "EW": two[1]} }

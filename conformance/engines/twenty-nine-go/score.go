package main

const (
	matchTarget = 6
	matchFloor  = -6
)

// end closes a deal: result, score, next dealer, match (rules.md 5.5).
func (d *Deal) end(cause string) {
	d.step, d.turn, d.window = over, nobody, nobody
	if d.quiet {
		return
	}
	void := cause == "played" && !d.revealed && d.rules.never == "void"
	declarers := side(d.declarer)
	made := cause == "played" && !void && d.points[declarers] >= d.target
	change := [2]int{}
	result := Object{"cause": cause, "declarer": seatName(d.declarer), "bid": d.bid, "target": d.target, "stakes": d.stakes,
		"made": made, "points": bySide(d.points), "tricks": bySide(d.tricks), "row": nil, "winner": nil}
	next := d.dealer
	if void {
		result["cause"], result["why"] = "void", "never_revealed"
		d.tell(Object{"event": "deal_void", "why": "never_revealed"})
	} else {
		next = d.eldest()
		row := "failed"
		change[declarers] = -d.stakes
		if made {
			row, change[declarers] = "made", d.stakes
		}
		d.score[declarers] += change[declarers]
		result["row"] = row
		d.tell(Object{"event": "deal_ended", "cause": cause})
		d.tell(Object{"event": "scored", "row": row, "change": bySide(change), "score": bySide(d.score)})
	}
	result["change"], result["score"] = bySide(change), bySide(d.score)
	result["next"] = Object{"dealer": seatName(next)}
	d.tell(Object{"event": "office", "dealer": seatName(next)})
	if winner := matchWinner(d.score); winner != nobody && !void {
		d.winner = winner
		result["winner"] = sides[winner]
		d.tell(Object{"event": "match_won", "side": sides[winner]})
	}
	d.result = result
}

// matchWinner: first the target, then the floor; the higher score wins, a tie goes on.
func matchWinner(score [2]int) int {
	reached := func(limit func(int) bool) bool { return limit(score[0]) || limit(score[1]) }
	higher := func(fit func(int) bool) int {
		switch {
		case fit(score[0]) != fit(score[1]):
			if fit(score[0]) {
				return 0
			}
			return 1
		case score[0] == score[1]:
			return nobody
		case score[0] > score[1]:
			return 0
		}
		return 1
	}
	won := func(points int) bool { return points >= matchTarget }
	if reached(won) {
		return higher(won)
	}
	if reached(func(points int) bool { return points <= matchFloor }) {
		return higher(func(points int) bool { return points > matchFloor })
	}
	return nobody
}

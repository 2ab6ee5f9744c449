package main

var stepNames = [4]string{"auction", "choose_trump", "play", "over"}

// view gives all that a seat may know (protocol.md section 7).
func (d *Deal) view(seat int) Object {
	legal := d.legal()[seatName(seat)]
	if legal == nil {
		legal = []string{}
	}
	cards := Object{}
	for s := range seats {
		cards[seatName(s)] = d.hands[s].count()
	}
	trick := []string{}
	for _, card := range d.trick[:d.played] {
		trick = append(trick, card.String())
	}
	view := Object{"seat": seatName(seat), "step": stepNames[d.step], "turn": nameOrNil(d.turn), "legal": legal,
		"dealer": seatName(d.dealer), "score": bySide(d.score), "hand": d.hands[seat].texts(), "marker": nil, "cards": cards,
		"calls": append([]string{}, d.calls...), "declarer": nameOrNil(d.declarer), "bid": nil, "target": nil,
		"stakes": d.stakes, "trump": d.seenTrump(seat), "open": d.revealed, "trick": trick, "leader": nameOrNil(d.leader),
		"last": nil, "points": bySide(d.points), "tricks": bySide(d.tricks)}
	if d.declarer != nobody {
		view["bid"], view["target"] = d.bid, d.target
	}
	if d.last != nil {
		names := []string{}
		for _, card := range d.last.cards {
			names = append(names, card.String())
		}
		view["last"] = Object{"leader": seatName(d.last.leader), "cards": names, "winner": seatName(d.last.winner)}
	}
	return view
}

func nameOrNil(seat int) any {
	if seat == nobody {
		return nil
	}
	return seatName(seat)
}

func (d *Deal) seenTrump(seat int) any {
	switch {
	case d.trump == nobody:
		return nil
	case d.revealed || seat == d.declarer:
		return suits[d.trump : d.trump+1]
	}
	return "?"
}

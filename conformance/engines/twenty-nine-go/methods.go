package main

import (
	"slices"
	"strings"
)

// Params are those of all methods together.
type Params struct {
	Protocol []string
	Game     *Setting
	Match    *Setting
	Deals    []struct {
		Deal    Dealt
		Actions []string
	}
	Actions  []string
	Attempts []struct {
		At int
		Do string
	}
	Want   []string
	Try    []string
	Seat   string
	Depth  int
	Divide bool
}

// Dealt is a deal as it is given: by packets, or as one pack.
type Dealt struct {
	Pack    *string
	Packets []map[string]string
}

// Setting is a `game` or a `match`.
type Setting struct {
	Rules  string
	With   []string
	Dealer string
	Deal   *Dealt
	Before struct {
		Score map[string]int
		Deal  int
	}
	From     string
	Contract *struct {
		Declarer, Trump string
		Bid             int
		Stakes          *int
	}
}

func sorted(texts []string) []string {
	slices.Sort(texts)
	return texts
}

// open sets a game up. Faults: unsupported, or invalid params.
func (s *Setting) open() (*Deal, error) {
	if s == nil || s.Deal == nil {
		return nil, invalid("`game` with `deal` is expected")
	}
	dealer, number, score, rules, err := s.frame()
	if err != nil {
		return nil, err
	}
	packets, err := s.Deal.packets(dealer)
	if err != nil {
		return nil, err
	}
	d := start(rules, dealer, number, score, packets)
	switch s.From {
	case "":
		return d, nil
	case "play":
		return d, s.beginAtPlay(d)
	}
	return nil, unsupported("from")
}

func (s *Setting) frame() (dealer, number int, score [2]int, rules *Rules, err error) {
	rules, what := newRules(s.Rules, s.With)
	if what != "" {
		err = unsupported(what)
		return
	}
	if dealer = strings.Index(seats, s.Dealer); len(s.Dealer) != 1 || dealer < 0 {
		err = invalid("`dealer` is a seat, not %q", s.Dealer)
	}
	score = [2]int{s.Before.Score["NS"], s.Before.Score["EW"]}
	number = max(1, s.Before.Deal)
	return
}

func (s *Setting) beginAtPlay(d *Deal) error {
	c := s.Contract
	if c == nil || len(c.Declarer) != 1 || len(c.Trump) != 1 || !strings.Contains(seats, c.Declarer) ||
		!strings.Contains(suits, c.Trump) || c.Bid < 1 {
		return invalid("`contract` needs declarer, bid and trump")
	}
	stakes := 1
	if c.Stakes != nil {
		stakes = *c.Stakes
	}
	d.beginAtPlay(strings.Index(seats, c.Declarer), c.Bid, strings.Index(suits, c.Trump), stakes)
	return nil
}

// packets gives the cards by packet and seat; together they must be the pack. A pack is dealt card by card from
// eldest on, four rounds to each packet.
func (c *Dealt) packets(dealer int) (found [2][4][]Card, err error) {
	if c.Pack != nil {
		pack, err := parseCards(*c.Pack)
		if err != nil || len(pack) != 32 {
			return found, invalid("the pack has %d cards, or a strange one", len(pack))
		}
		for i, card := range pack {
			seat := (dealer + 1 + i) % 4
			found[i/16][seat] = append(found[i/16][seat], card)
		}
		return found, nil
	}
	if len(c.Packets) != 2 {
		return found, invalid("two packets are dealt, not %d", len(c.Packets))
	}
	all := Cards(0)
	for number, packet := range c.Packets {
		for seat := range seats {
			cards, err := parseCards(packet[seatName(seat)])
			if err != nil || len(cards) != 4 {
				return found, invalid("packet %d of %s: %q is not four cards", number, seatName(seat), packet[seatName(seat)])
			}
			for _, card := range cards {
				all |= 1 << card
			}
			found[number][seat] = cards
		}
	}
	if all.count() != 32 {
		return found, invalid("the packets do not make up the pack")
	}
	return found, nil
}

func checkActions(texts []string) error {
	for _, text := range texts {
		if !isAction(text) {
			return invalid("%q is no action", text)
		}
	}
	return nil
}

// judge tells whether an action is legal; if not, why.
func (d *Deal) judge(action string) (Object, bool) {
	if slices.Contains(d.legal()[action[:1]], action) {
		return Object{"accepted": true}, true
	}
	reason, path := d.refusal(action)
	return Object{"accepted": false, "reason": reason, "path": path}, false
}

// run applies actions up to the first that is refused, and calls `at` in each position.
func (d *Deal) run(actions []string, at func(int)) (int, any) {
	for i, action := range actions {
		at(i)
		verdict, ok := d.judge(action)
		if !ok {
			return i, Object{"at": i, "do": action, "reason": verdict["reason"], "path": verdict["path"]}
		}
		d.apply(action)
	}
	at(len(actions))
	return len(actions), nil
}

// reach opens a game and applies its actions; `refused` is the reply if one of them was.
func (p Params) reach() (d *Deal, refused Object, err error) {
	if d, err = p.Game.open(); err == nil {
		err = checkActions(append(append([]string{}, p.Actions...), p.Try...))
	}
	if err != nil {
		return nil, nil, err
	}
	if _, why := d.run(p.Actions, func(int) {}); why != nil {
		refused = Object{"refused": why}
	}
	return d, refused, nil
}

func replay(p Params) (Object, error) {
	if p.Match != nil {
		return replayMatch(p)
	}
	d, err := p.Game.open()
	if err != nil {
		return nil, err
	}
	texts := append([]string{}, p.Actions...)
	for _, attempt := range p.Attempts {
		texts = append(texts, attempt.Do)
	}
	if err := checkActions(texts); err != nil {
		return nil, err
	}
	attempts, steps, told := make([]any, len(p.Attempts)), []Object{}, 0
	accepted, refused := d.run(p.Actions, func(at int) {
		for i, attempt := range p.Attempts {
			if attempt.At == at {
				attempts[i], _ = d.judge(attempt.Do)
			}
		}
		steps = append(steps, d.position(p.Want, d.events[told:]))
		told = len(d.events)
	})
	reply := Object{"accepted": accepted, "refused": refused, "turn": nameOrNil(d.turn), "attempts": attempts,
		"result": d.resultOrNil()}
	if p.Want != nil {
		reply["steps"] = steps
	}
	return reply, nil
}

func (d *Deal) resultOrNil() any {
	if d.result == nil {
		return nil
	}
	return d.result
}

// position gives what is wanted of one step of a replay.
func (d *Deal) position(want []string, events []Object) Object {
	step := Object{}
	for _, part := range want {
		switch part {
		case "points":
			step["points"], step["tricks"] = bySide(d.points), bySide(d.tricks)
		case "legal":
			step["legal"] = d.legal()
		case "events":
			step["events"] = append([]Object{}, events...)
		}
	}
	return step
}

func replayMatch(p Params) (Object, error) {
	dealer, number, score, rules, err := p.Match.frame()
	if err != nil {
		return nil, err
	}
	deals, status, winner := []Object{}, "unfinished", any(nil)
	for _, given := range p.Deals {
		if status != "unfinished" {
			break
		}
		packets, err := given.Deal.packets(dealer)
		if err == nil {
			err = checkActions(given.Actions)
		}
		if err != nil {
			return nil, err
		}
		d := start(rules, dealer, number, score, packets)
		accepted, refused := d.run(given.Actions, func(int) {})
		deals = append(deals, Object{"dealer": seatName(dealer), "accepted": accepted, "refused": refused,
			"result": d.resultOrNil()})
		score = d.score
		switch {
		case d.result == nil || refused != nil:
			status = "stopped"
		case d.winner != nobody:
			status, winner = "won", sides[d.winner]
		case d.result["cause"] != "void":
			dealer, number = d.eldest(), number+1
		}
	}
	return Object{"deals": deals, "status": status, "winner": winner, "score": bySide(score),
		"unused": len(p.Deals) - len(deals)}, nil
}

func legal(p Params) (Object, error) {
	d, refused, err := p.reach()
	if err != nil || refused != nil {
		return refused, err
	}
	return Object{"legal": d.legal()}, nil
}

func probe(p Params) (Object, error) {
	d, refused, err := p.reach()
	if err != nil || refused != nil {
		return refused, err
	}
	verdicts := []Object{}
	for _, action := range p.Try {
		verdict, _ := d.judge(action)
		verdicts = append(verdicts, verdict)
	}
	return Object{"verdicts": verdicts}, nil
}

func view(p Params) (Object, error) {
	d, refused, err := p.reach()
	if err != nil || refused != nil {
		return refused, err
	}
	if len(p.Seat) != 1 || !strings.Contains(seats, p.Seat) {
		return nil, invalid("`seat` is a seat, not %q", p.Seat)
	}
	return Object{"view": d.view(strings.Index(seats, p.Seat))}, nil
}

func perft(p Params) (Object, error) {
	d, refused, err := p.reach()
	if err != nil || refused != nil {
		return refused, err
	}
	d.quiet = true
	reply := Object{"count": d.count(p.Depth)}
	if p.Divide {
		parts := Object{}
		if p.Depth > 0 {
			for _, action := range d.actions() {
				parts[action] = d.after(action).count(p.Depth - 1)
			}
		}
		reply["divide"] = parts
	}
	return reply, nil
}

// count gives the number of sequences of `depth` actions; one that ends the deal earlier counts as one.
func (d *Deal) count(depth int) int {
	if depth <= 0 || d.step == over {
		return 1
	}
	actions := d.actions()
	if depth == 1 {
		return len(actions)
	}
	total := 0
	for _, action := range actions {
		total += d.after(action).count(depth - 1)
	}
	return total
}

func (d *Deal) actions() []string {
	found := []string{}
	for _, actions := range d.legal() {
		found = append(found, actions...)
	}
	return found
}

func (d *Deal) after(action string) *Deal {
	child := *d
	child.apply(action)
	return &child
}

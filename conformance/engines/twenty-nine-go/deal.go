package main

import (
	"sort"
	"strconv"
)

// Object is a JSON object.
type Object = map[string]any

// The steps of a deal (view.step).
const (
	auction = iota
	choosing
	playing
	over
)

const nobody = -1

// Deal is one deal in progress. It is a plain value: a copy is a deal of its own, as long as only one of the two
// is played on with its log.
type Deal struct {
	rules  *Rules
	dealer int
	number int
	score  [2]int // as the deal began; after its end the new one

	packets [2][4][]Card // by seat, in the order dealt
	hands   [4]Cards
	step    int
	turn    int

	bid, bidder, passes int
	declarer, target    int // declarer is nobody before the contract
	stakes              int

	trump     int // a suit, or nobody before the choice
	revealed  bool
	asked     string // the word by which the seat on turn has turned the trump up, "ask" or "show"
	leader    int
	trick     [4]Card
	played    int // cards in the trick
	tricks    [2]int
	points    [2]int
	window    int // the side that may show a pair before the next lead
	pairShown bool

	last   *Trick
	calls  []string
	events []Object // everything that has happened
	quiet  bool     // no events and calls are kept: for counting
	result Object
	winner int // the side that has won the match
}

// Trick is a complete trick.
type Trick struct {
	leader, winner int
	cards          [4]Card
}

func side(seat int) int           { return seat % 2 }
func seatName(seat int) string    { return seats[seat : seat+1] }
func bySide(two [2]int) Object    { return Object{"NS": two[0], "EW": two[1]} }
func (d *Deal) tell(event Object) { d.events = append(d.events, event) }

func (d *Deal) say(seat int, word string) {
	if !d.quiet {
		d.calls = append(d.calls[:len(d.calls):len(d.calls)], seatName(seat)+":"+word)
	}
}

// start begins a deal: rules.md 5.1, 1 to 4.
func start(rules *Rules, dealer, number int, score [2]int, packets [2][4][]Card) *Deal {
	d := &Deal{rules: rules, dealer: dealer, number: number, score: score, packets: packets,
		bidder: nobody, declarer: nobody, trump: nobody, leader: nobody, window: nobody, winner: nobody, stakes: 1}
	d.tell(Object{"event": "deal_begins", "deal": number, "dealer": seatName(dealer), "score": bySide(score)})
	d.serve(0)
	d.turn = d.eldest()
	return d
}

func (d *Deal) eldest() int { return (d.dealer + 1) % 4 }

func (d *Deal) serve(packet int) {
	for i := 0; i < 4; i++ {
		seat := (d.eldest() + i) % 4
		cards := d.packets[packet][seat]
		for _, card := range cards {
			d.hands[seat] |= 1 << card
		}
		if !d.quiet {
			d.tell(Object{"event": "dealt", "seat": seatName(seat), "count": len(cards), "cards": cardText(cards)})
		}
	}
}

// beginAtPlay puts a contract in the place of the steps before play (protocol.md section 3, `from`).
func (d *Deal) beginAtPlay(declarer, bid, trump, stakes int) {
	d.serve(1)
	d.bid, d.bidder = bid, declarer
	d.contract()
	d.setTrump(trump)
	if d.stakes = stakes; stakes != 1 {
		d.tell(Object{"event": "stakes", "multiplier": stakes})
	}
	d.beginPlay()
}

// legal gives each seat that may act its sorted actions: the one definition of what is allowed.
func (d *Deal) legal() map[string][]string {
	found := map[string][]string{}
	add := func(seat int, words ...string) {
		name := seatName(seat)
		for _, word := range words {
			found[name] = append(found[name], name+":"+word)
		}
	}
	switch d.step {
	case auction:
		for bid := d.lowestBid(); bid <= d.rules.highest; bid++ {
			add(d.turn, strconv.Itoa(bid))
		}
		add(d.turn, "P")
	case choosing:
		add(d.turn, "trump C", "trump D", "trump H", "trump S")
	case playing:
		cards, words := d.options()
		add(d.turn, cards.texts()...)
		add(d.turn, words...)
		for seat := range seats {
			if d.mayShowPair(seat) {
				add(seat, "pair "+suits[d.trump:d.trump+1])
			}
		}
	}
	for _, actions := range found {
		sort.Strings(actions)
	}
	return found
}

func (d *Deal) lowestBid() int { return max(d.rules.lowest, d.bid+1) }

// options gives the cards that the seat on turn may play and the words it may say instead (rules.md 5.2).
func (d *Deal) options() (Cards, []string) {
	hand := d.hands[d.turn]
	words := []string{}
	if d.canAsk() {
		words = []string{d.askWord()}
		if !d.rules.mayAsk {
			return 0, words
		}
	} else if d.rules.deadline > 0 && !d.revealed && d.turn == d.declarer {
		words = []string{"show"}
	}
	if led := d.led(); led != nobody && hand.of(led) != 0 {
		return hand.of(led), words
	}
	return hand, words
}

// canAsk: the trump is hidden and the seat on turn is void; every role has the right.
func (d *Deal) canAsk() bool {
	led := d.led()
	return !d.revealed && led != nobody && d.hands[d.turn].of(led) == 0
}

func (d *Deal) askWord() string {
	if d.turn == d.declarer {
		return "show"
	}
	return "ask"
}

func (d *Deal) led() int {
	if d.played == 0 {
		return nobody
	}
	return d.trick[0].suit()
}

// mayShowPair: the window of its side is open, and it holds king and queen of trumps (rules.md 5.4, 8).
func (d *Deal) mayShowPair(seat int) bool {
	return d.windowOpen(seat) && d.hands[seat].pair(d.trump) && !d.tooLowForPair(seat)
}

func (d *Deal) windowOpen(seat int) bool { return d.window == side(seat) && !d.pairShown }

func (d *Deal) tooLowForPair(seat int) bool {
	return side(seat) == side(d.declarer) && d.bid < d.rules.pairFrom
}

// apply carries out a legal action.
func (d *Deal) apply(action string) {
	seat, word := int(indexOf(seats, action[0])), action[2:]
	if d.step == playing && len(word) == 2 {
		card, _ := parseCard(word)
		d.playCard(card)
		return
	}
	switch {
	case d.step == choosing:
		d.setTrump(int(indexOf(suits, word[6])))
		d.serve(1)
		d.beginPlay()
		return
	case d.step == playing && word[0] == 'p':
		d.say(seat, word)
		d.showPair(seat)
		return
	}
	d.say(seat, word)
	if !d.quiet {
		d.tell(Object{"event": "call", "seat": seatName(seat), "call": word})
	}
	if d.step == auction {
		d.call(seat, word)
		return
	}
	d.revealed, d.asked = true, word
	if !d.quiet {
		d.tell(Object{"event": "revealed", "seat": seatName(seat), "trump": suits[d.trump : d.trump+1]})
	}
}

func indexOf(text string, letter byte) int {
	for i := range text {
		if text[i] == letter {
			return i
		}
	}
	return nobody
}

// call takes a bid or a pass. A pass is not final: three in succession after a bid close the auction, and so does
// the highest bid; three from the start leave only the dealer, who is given the lowest bid.
func (d *Deal) call(seat int, word string) {
	if word == "P" {
		d.passes++
	} else {
		d.bid, _ = strconv.Atoi(word)
		d.bidder, d.passes = seat, 0
	}
	d.turn = (seat + 1) % 4
	switch {
	case d.bidder == nobody && d.passes == 3:
		d.bid, d.bidder = d.rules.lowest, d.dealer
		d.say(d.dealer, strconv.Itoa(d.bid))
		if !d.quiet {
			d.tell(Object{"event": "forced_bid", "seat": seatName(d.dealer), "bid": d.bid})
		}
		d.contract()
	case d.bidder != nobody && (d.passes == 3 || d.bid == d.rules.highest):
		d.contract()
	}
}

func (d *Deal) contract() {
	d.declarer, d.target, d.turn, d.step = d.bidder, d.bid, d.bidder, choosing
	if !d.quiet {
		d.tell(Object{"event": "contract", "seat": seatName(d.declarer), "bid": d.bid, "target": d.target})
	}
}

func (d *Deal) setTrump(suit int) {
	d.trump = suit
	if !d.quiet {
		d.tell(Object{"event": "trump_set", "seat": seatName(d.declarer), "choice": suits[suit : suit+1]})
	}
}

func (d *Deal) beginPlay() {
	d.step, d.leader, d.turn = playing, d.eldest(), d.eldest()
}

// playCard plays a card and, when the trick is complete, does all that follows (rules.md 5.4).
func (d *Deal) playCard(card Card) {
	seat := d.turn
	d.hands[seat] &^= 1 << card
	d.trick[d.played] = card
	d.played++
	d.asked, d.window, d.turn = "", nobody, (seat+1)%4
	if !d.quiet {
		d.tell(Object{"event": "played", "seat": seatName(seat), "card": card.String()})
	}
	if d.played == 4 {
		d.endTrick()
	}
}

func (d *Deal) endTrick() {
	winner := (d.leader + d.best()) % 4
	won := 0
	for _, card := range d.trick {
		won += card.points()
	}
	finished := d.hands[winner] == 0
	if finished {
		won += d.rules.lastTrick
	}
	d.tricks[side(winner)]++
	d.points[side(winner)] += won
	if !d.quiet {
		d.last = &Trick{d.leader, winner, d.trick}
		d.tell(Object{"event": "trick_won", "seat": seatName(winner), "trick": d.tricks[0] + d.tricks[1]})
		d.tell(Object{"event": "captured", "side": sides[side(winner)], "tricks": 1, "points": won})
	}
	d.played, d.leader, d.turn = 0, winner, winner
	switch {
	case !d.revealed && d.tricks[0]+d.tricks[1] == d.rules.deadline:
		d.end("deadline")
	case finished:
		d.end("played")
	case d.revealed:
		d.window = side(winner)
	}
}

// best gives the place in the trick of the card that wins: the highest trump if the trump is known (reveal.activation:
// trick, so those already on the table count), else the highest of the led suit.
func (d *Deal) best() int {
	best := 0
	for i := 1; i < 4; i++ {
		this, that := d.trick[i], d.trick[best]
		if this.suit() == that.suit() && this > that || d.revealed && this.suit() == d.trump && that.suit() != d.trump {
			best = i
		}
	}
	return best
}

// showPair moves the target: down by 4 for the declarers, up by 4 for the defenders, never past the limit.
func (d *Deal) showPair(seat int) {
	before := d.target
	if side(seat) == side(d.declarer) {
		d.target = min(before, max(before-4, d.rules.pairLimit))
	} else {
		d.target = max(before, min(before+4, d.rules.highest))
	}
	d.pairShown = true
	if !d.quiet {
		d.tell(Object{"event": "pair_shown", "seat": seatName(seat), "suit": suits[d.trump : d.trump+1]})
		d.tell(Object{"event": "target_moved", "from": before, "to": d.target})
	}
}

package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const place = `([1-9]?1st|[1-9]?2nd|[1-9]?3rd|[1-9]?[4-9]th|[1-9]0th|1[1-3]th)`

// shape: every text that is an action of some rule set for four seats (protocol.md section 2).
var shape = regexp.MustCompile(`^[NESW]:(P|X|XX|XXX|keep|lone|take|leave|ask|show|go|stop|concede|redeal|[1-9]\d{0,3}` +
	`|away CARD|CARD|pair [SHDC]|trump ([SHDC]|CARD|NT)( rev)?|trump PLACE)$`)

func init() {
	text := strings.ReplaceAll(shape.String(), "CARD", "[SHDC][AKQJT98765432]")
	shape = regexp.MustCompile(strings.ReplaceAll(text, "PLACE", place))
}

func isAction(text string) bool {
	return shape.MatchString(text) && !regexp.MustCompile(` 1(1st|2nd|3rd)$`).MatchString(text)
}

// steps: the step a word belongs to; the words that are missing here belong to steps that this game does not have.
func stepsOf(word string) []int {
	switch {
	case word == "redeal":
		return []int{auction, choosing, playing}
	case word == "P" || word[0] >= '0' && word[0] <= '9':
		return []int{auction}
	case word == "keep" || strings.HasPrefix(word, "trump"):
		return []int{choosing}
	case slices.Contains([]string{"X", "XX", "XXX", "lone", "take", "leave"}, word) || strings.HasPrefix(word, "away"):
		return nil
	}
	return []int{playing}
}

// refusal gives the reason code and the path of an action that is not legal: the first of the table `reasons` in
// spec/vocabulary.yaml that applies.
func (d *Deal) refusal(action string) (string, string) {
	seat, word := indexOf(seats, action[0]), action[2:]
	kind, _, _ := strings.Cut(word, " ")
	sideRight := kind == "pair" || word == "concede" || word == "redeal"
	switch {
	case d.winner != nobody:
		return "match_over", "match"
	case d.step == over:
		return "deal_over", "sequence"
	case !slices.Contains(stepsOf(word), d.step):
		return "wrong_step", "sequence"
	case seat != d.turn && !sideRight:
		return "not_your_turn", "seats.turn"
	case word == "redeal":
		return "no_redeal_right", "cancel_deal"
	case d.step == auction:
		return d.bidRefusal(word)
	case word == "keep":
		return "may_not_keep", "choose_trump.by"
	case d.step == choosing:
		if _, isCard := anyCard(word[6:]); isCard {
			return "no_card_to_lay", "choose_trump.form"
		}
		return "choice_not_offered", "choose_trump.choices"
	case word == "concede":
		return "may_not_concede", "play.concede"
	case word == "go" || word == "stop":
		return "may_not_go_on", "play.go_on"
	case kind == "pair":
		return d.pairRefusal(seat)
	case word == "ask" || word == "show":
		return d.askRefusal()
	}
	return d.cardRefusal(word)
}

func (d *Deal) bidRefusal(word string) (string, string) {
	bid, _ := strconv.Atoi(word)
	switch {
	case bid < d.rules.lowest:
		return "bid_too_low", "auction.bids.from"
	case bid > d.rules.highest:
		return "bid_too_high", "auction.bids.to"
	}
	return "bid_not_higher", "auction.form"
}

// anyCard: whether a text is a card, of this pack or of another one.
func anyCard(text string) (string, bool) {
	return text, len(text) == 2 && strings.Contains("SHDC", text[:1]) && strings.Contains("AKQJT98765432", text[1:])
}

func (d *Deal) pairRefusal(seat int) (string, string) {
	switch {
	case !d.windowOpen(seat):
		return "pair_window_closed", "pair.after"
	case d.tooLowForPair(seat) && d.hands[seat].pair(d.trump):
		return "contract_too_low_for_pair", "pair.declarers.from_bid"
	}
	return "pair_not_held", "pair.show"
}

func (d *Deal) askRefusal() (string, string) {
	switch {
	case d.revealed:
		return "trump_known", "choose_trump.secrecy"
	case d.played == 0:
		return "may_not_ask_when_leading", "reveal.asked_by"
	case !d.canAsk():
		return "may_not_ask_when_able_to_follow", "reveal.asked_by"
	}
	return "ask_not_for_this_role", "reveal.asked_by"
}

func (d *Deal) cardRefusal(word string) (string, string) {
	if d.canAsk() && !d.rules.mayAsk {
		return "must_" + d.askWord(), "reveal.ask"
	}
	if card, known := parseCard(word); !known || !d.hands[d.turn].has(card) {
		return "card_not_in_hand", "deal"
	}
	path := "play.follow"
	if d.asked != "" {
		path = "reveal.after_" + d.asked
	}
	return "must_follow_suit", path
}

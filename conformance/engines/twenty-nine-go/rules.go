package main

// Rules holds the settings of twenty-nine@1 that the overlays below change (spec/rulesets).
type Rules struct {
	lowest, highest int    // auction.bids
	lastTrick       int    // pack.last_trick
	mayAsk          bool   // reveal.ask: may
	deadline        int    // reveal.deadline; 0: none
	never           string // reveal.never: void or score
	pairFrom        int    // pair.declarers.from_bid; 0: none
	pairLimit       int    // pair.declarers.limit
}

const ruleSet = "twenty-nine@1"

var overlays = map[string]func(*Rules){
	"overlay/may-ask":           func(r *Rules) { r.mayAsk = true },
	"overlay/last-trick-point":  func(r *Rules) { r.lastTrick, r.highest = 1, 29 },
	"overlay/reveal-deadline":   func(r *Rules) { r.deadline = 7 },
	"overlay/unrevealed-scores": func(r *Rules) { r.never = "score" },
	"overlay/pair-floor-16":     func(r *Rules) { r.pairFrom, r.pairLimit = 16, 16 },
	"overlay/pair-bangladesh":   func(r *Rules) { r.pairFrom, r.pairLimit = 19, 16 },
}

// newRules gives the settings, or the name of what is not played.
func newRules(name string, with []string) (*Rules, string) {
	if name != ruleSet {
		return nil, name
	}
	rules := &Rules{lowest: 15, highest: 28, never: "void", pairLimit: 15}
	for _, overlay := range with {
		change, known := overlays[overlay]
		if !known {
			return nil, overlay
		}
		change(rules)
	}
	return rules, ""
}

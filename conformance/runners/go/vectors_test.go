package main

// The vectors as cases of `go test`, in the package of the engine: HAKEM_VECTORS names their folder.

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

// -- My engine: how it is begun, and what it says of a position -------------------------------------------------------

func beginVector(v vector) (*Deal, error) {
	var setting Setting
	if err := json.Unmarshal(v.text, &setting); err != nil { // rules, dealer, deal, before, from, contract
		return nil, err
	}
	return setting.open()
}

func isLegal(d *Deal, action string) bool { return slices.Contains(d.legal()[action[:1]], action) }

func plays(v vector) bool {
	_, unknown := newRules(v.Rules, v.With)
	return unknown == "" && !v.Match
}

// -- The vectors: spec/vectors.md -------------------------------------------------------------------------------------

type vector struct {
	ID, Title, Rules string
	With             []string
	Match            bool
	Steps            []step
	text             []byte
}

type step struct {
	Do             string
	Legal          map[string][]string
	Refuse         []struct{ Do string }
	Points, Tricks map[string]int
	Result         map[string]any
}

// UnmarshalJSON also takes a step that is only a text: an action that must be accepted.
func (s *step) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		return json.Unmarshal(text, &s.Do)
	}
	type plain step
	return json.Unmarshal(text, (*plain)(s))
}

func TestVectors(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(os.Getenv("HAKEM_VECTORS"), "*.json"))
	if len(files) == 0 {
		t.Skip("HAKEM_VECTORS names no folder with vectors")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		v := vector{text: text}
		if err == nil {
			err = json.Unmarshal(text, &v)
		}
		if err != nil {
			t.Fatal(file, err)
		}
		if plays(v) {
			t.Run(v.ID, func(t *testing.T) { check(t, v) })
		}
	}
}

func check(t *testing.T, v vector) {
	d, err := beginVector(v)
	if err != nil {
		t.Fatal(err)
	}
	for at, step := range v.Steps {
		if step.Legal != nil && !reflect.DeepEqual(d.legal(), step.Legal) {
			t.Fatalf("%s, after %d actions: legal is %v, not %v", v.Title, at, step.Legal, d.legal())
		}
		for _, refusal := range step.Refuse {
			if isLegal(d, refusal.Do) {
				t.Fatalf("%s, after %d actions: %s is to be refused", v.Title, at, refusal.Do)
			}
		}
		same(t, v, at, step.Points, bySide(d.points))
		same(t, v, at, step.Tricks, bySide(d.tricks))
		if step.Result != nil {
			same(t, v, at, step.Result, d.result)
		}
		if step.Do == "" {
			continue
		}
		if !isLegal(d, step.Do) {
			t.Fatalf("%s, after %d actions: %s is legal", v.Title, at, step.Do)
		}
		d.apply(step.Do)
	}
}

// same compares two objects as JSON; where the vector says nothing there is nothing to be compared.
func same[T any](t *testing.T, v vector, at int, expected map[string]T, got any) {
	t.Helper()
	want, _ := json.Marshal(expected)
	have, _ := json.Marshal(got)
	if expected != nil && string(want) != string(have) {
		t.Fatalf("%s, after %d actions: expected %s, got %s", v.Title, at, want, have)
	}
}

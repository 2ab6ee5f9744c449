package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// The protocol (spec/protocol.md). This file can stay as it is; what you claim stands in `claims`.

type Object = map[string]any

type Attempt struct {
	At int
	Do string
}

type Params struct {
	Game         Game
	Actions, Try []string
	Attempts     []Attempt
}

var methods = map[string]func(Params) Object{
	"hello":  func(Params) Object { return claims },
	"replay": replay,
	"legal": func(p Params) Object {
		return orRefused(replay(p), func(reply Object) Object {
			steps := reply["steps"].([]Object)
			return Object{"legal": steps[len(steps)-1]["legal"]}
		})
	},
	"probe": func(p Params) Object {
		for _, action := range p.Try {
			p.Attempts = append(p.Attempts, Attempt{len(p.Actions), action})
		}
		return orRefused(replay(p), func(reply Object) Object { return Object{"verdicts": reply["attempts"]} })
	},
}

func replay(p Params) Object {
	if p.Game.Rules != rules || len(p.Game.With) > 0 {
		panic(Object{"code": -32000, "message": "not played here", "data": Object{"what": p.Game.Rules}})
	}
	d, steps, verdicts, refused := begin(p.Game), []Object{}, make([]any, len(p.Attempts)), any(nil)
	isLegal := func(action string) bool { return slices.Contains(d.legal()[action[:1]], action) }
	for at := 0; at <= len(p.Actions) && refused == nil; at++ {
		steps = append(steps, Object{"legal": d.legal(), "points": bySide(d.points), "tricks": bySide(d.tricks)})
		for i, attempt := range p.Attempts {
			if attempt.At == at {
				verdicts[i] = Object{"accepted": isLegal(attempt.Do)}
			}
		}
		if at < len(p.Actions) && !isLegal(p.Actions[at]) {
			refused = Object{"at": at, "do": p.Actions[at]}
		} else if at < len(p.Actions) {
			d.apply(p.Actions[at])
		}
	}
	turn := any(nil)
	if d.result() == nil {
		turn = seats[d.turn : d.turn+1]
	}
	return Object{"accepted": len(steps) - 1, "refused": refused, "turn": turn, "steps": steps, "attempts": verdicts,
		"result": d.result()}
}

func orRefused(reply Object, answer func(Object) Object) Object {
	if reply["refused"] != nil {
		return Object{"refused": reply["refused"]}
	}
	return answer(reply)
}

func answer(line []byte) (reply Object) {
	var request struct {
		ID     any
		Method string
		Params Params
	}
	defer func() {
		if fault := recover(); fault != nil {
			told, known := fault.(Object)
			if !known {
				told = Object{"code": -32602, "message": fmt.Sprint(fault)}
			}
			reply = Object{"jsonrpc": "2.0", "id": request.ID, "error": told}
		}
	}()
	if err := json.Unmarshal(line, &request); err != nil {
		panic(Object{"code": -32700, "message": err.Error()})
	}
	method, known := methods[request.Method]
	if !known {
		panic(Object{"code": -32601, "message": "no such method", "data": Object{"what": request.Method}})
	}
	return Object{"jsonrpc": "2.0", "id": request.ID, "result": method(request.Params)}
}

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			text, _ := json.Marshal(answer(line))
			fmt.Println(string(text))
		}
		if err != nil {
			return
		}
	}
}

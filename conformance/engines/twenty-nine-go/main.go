// A complete engine of twenty-nine@1, written from spec/ alone: hakem test -- ./twenty-nine
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// Fault is a message that cannot be dealt with (protocol.md section 1).
type Fault struct {
	code          int
	message, what string
}

func (f Fault) Error() string { return f.message }

func invalid(format string, more ...any) Fault {
	return Fault{code: -32602, message: fmt.Sprintf(format, more...)}
}

func unsupported(what string) Fault {
	return Fault{-32000, what + " is not played here", what}
}

const maxLine = 4<<20 + 1 // 4 MiB and the end of the line

var methods = map[string]func(Params) (Object, error){
	"hello": hello, "replay": replay, "legal": legal, "probe": probe, "view": view, "perft": perft,
}

func hello(params Params) (Object, error) {
	for _, version := range params.Protocol {
		if version == "1.0" {
			with := []string{}
			for overlay := range overlays {
				with = append(with, overlay)
			}
			return Object{"protocol": "1.0", "engine": Object{"name": "twenty-nine-go", "version": "1.0", "language": "Go"},
				"rules":    []Object{{"id": ruleSet + ".0.0", "with": sorted(with)}},
				"methods":  []string{"replay", "legal", "probe", "view", "perft"},
				"features": []string{"points", "legal", "attempts", "reasons", "paths", "events", "match", "from"}}, nil
		}
	}
	return nil, unsupported("protocol")
}

// answer gives the reply to one line.
func answer(line []byte) Object {
	var request struct {
		ID     any             `json:"id"`
		Method string          `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	reply := Object{"jsonrpc": "2.0", "id": nil}
	result, err := func() (Object, error) {
		if !json.Valid(line) {
			return nil, Fault{code: -32700, message: "the line is no JSON"}
		}
		if len(line) > maxLine || json.Unmarshal(line, &request) != nil || request.Method == "" {
			return nil, Fault{code: -32600, message: "this is no request"}
		}
		reply["id"] = request.ID
		method, known := methods[request.Method]
		if !known {
			return nil, Fault{-32601, "there is no such method", request.Method}
		}
		var params Params
		if err := json.Unmarshal(request.Params, &params); err != nil {
			return nil, invalid("%v", err)
		}
		return method(params)
	}()
	if err == nil {
		reply["result"] = result
		return reply
	}
	fault := err.(Fault)
	told := Object{"code": fault.code, "message": fault.message}
	if fault.what != "" {
		told["data"] = Object{"what": fault.what}
	}
	reply["error"] = told
	return reply
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			text, _ := json.Marshal(answer(line))
			os.Stdout.Write(append(text, '\n'))
		}
		if err != nil {
			return
		}
	}
}

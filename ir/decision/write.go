package decision

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
)

// schema identifies the format of WriteJSON. It changes when a field is removed or changes its
// meaning.
const schema = "lathe.decisions/1"

// WriteText writes one line for each entry. Steps that were taken are numbered from 1, as Limit
// counts them:
//
//	1  pattern  arith.addZero  #4: x + 0 → x
//	-  merge    contract       #4 #7 on vm: refused: would close a cycle of the clusters of %4 → %5 → %7
//
// A refusal has no number.
func (l *Log) WriteText(w io.Writer) error {
	out := bufio.NewWriter(w)
	width := 0
	for _, e := range l.Entries() {
		width = max(width, len(e.Rule))
	}
	n := 0
	for _, e := range l.Entries() {
		number := "-"
		if !e.Refused {
			n++
			number = fmt.Sprint(n)
		}
		fmt.Fprintf(out, "%6s  %-7s  %-*s ", number, e.Kind, width, e.Rule)
		for _, op := range e.Ops {
			fmt.Fprintf(out, " #%d", op)
		}
		if e.Device != "" {
			fmt.Fprintf(out, " on %s", e.Device)
		}
		if e.Refused {
			out.WriteString(": refused")
		}
		if e.Reason != "" {
			out.WriteString(": " + e.Reason)
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}

// jsonLog and jsonEntry define the schema "lathe.decisions/1".
type jsonLog struct {
	Schema  string      `json:"schema"`
	Entries []jsonEntry `json:"entries"`
}

type jsonEntry struct {
	Step    int      `json:"step,omitempty"` // number of the step, counted from 1; absent for a refusal
	Kind    string   `json:"kind"`
	Rule    string   `json:"rule,omitempty"`
	Ops     []uint32 `json:"ops"`
	Device  string   `json:"device,omitempty"`
	Reason  string   `json:"reason,omitempty"`
	Refused bool     `json:"refused,omitempty"`
}

// WriteJSON writes the log as one JSON object with the schema "lathe.decisions/1".
func (l *Log) WriteJSON(w io.Writer) error {
	doc := jsonLog{Schema: schema, Entries: []jsonEntry{}}
	n := 0
	for _, e := range l.Entries() {
		j := jsonEntry{
			Kind: e.Kind.String(), Rule: e.Rule, Ops: e.Ops,
			Device: e.Device, Reason: e.Reason, Refused: e.Refused,
		}
		if j.Ops == nil {
			j.Ops = []uint32{}
		}
		if !e.Refused {
			n++
			j.Step = n
		}
		doc.Entries = append(doc.Entries, j)
	}
	enc := json.NewEncoder(w)
	// The text is not HTML, so "->" needs no escape.
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}

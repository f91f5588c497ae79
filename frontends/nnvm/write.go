package nnvm

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/pages"
)

// Export writes a function as NNVM's SaveJSON does. It fails on what a graph cannot
// hold: operations of other dialects, and more than one block.
func Export(out io.Writer, f fn.Func) error {
	if f.IsDeclaration() || len(f.Body().Blocks) != 1 {
		return ir.Errorf(f.Op, "is no graph of NNVM's: it has %d blocks, not one", len(f.Body().Blocks))
	}
	x := index.EntriesOf(f.Entry())
	for _, n := range x.Nodes {
		if n.Op != nil && operatorName(n.Op) == "" {
			return ir.Errorf(n.Op, "is no operator of NNVM's").
				WithHelp("a function becomes a graph if all that its results need are operations of the dialect nnvm")
		}
	}
	if err := checkChanges(f, x); err != nil {
		return err
	}
	names, dicts, attrs, err := exporter{f: f, x: x}.graph()
	if err != nil {
		return err
	}
	w := &writer{x: x, names: names, dicts: dicts, attrs: attrs, out: out, text: make([]byte, 0, flushAt+flushAt/8)}
	w.open('{', true)
	w.key("nodes")
	w.nodes()
	w.key("arg_nodes")
	w.ints(x.Args)
	w.key("node_row_ptr")
	w.ints(x.Start)
	w.key("heads")
	w.entries(x.Outputs)
	w.graphAttrs()
	w.close('}')
	w.flush()
	return w.err
}

// checkChanges fails on an assignment that no result needs: it would be left out, and what
// reads the variable behind it would read what it held before. Other operations that are
// said to change variables leave in them what was there.
func checkChanges(f fn.Func, x *index.Entries) error {
	for op := range f.Entry().Ops() {
		a, ok := ir.As[nnvm.Assign](op)
		if !ok {
			continue
		}
		if _, needed := x.Node(op); !needed {
			return ir.Errorf(op, "changes '%s', but no result needs it, so it would not be in the graph", nnvm.NameOf(a.Variable())).
				WithHelp("return its result too")
		}
	}
	return nil
}

// prefix is the dialect's part of an operator's name.
const prefix = "nnvm."

// copyOperator is the operator that a copy between devices becomes, and what reads a
// variable for later.
const copyOperator = "copy"

// writer lays JSON out as dmlc's writer does, which is what makes texts comparable:
// lists of up to ten numbers stand on one line, and so do dictionaries of one entry.
type writer struct {
	x      *index.Entries
	names  []string // by node
	dicts  [][]pair // by node
	attrs  []graphAttr
	scopes []scope
	text   []byte // not written out yet
	out    io.Writer
	err    error
}

// flushAt is how much text is gathered before it is written out.
const flushAt = 64 << 10

func (w *writer) flush() {
	if w.err == nil {
		_, w.err = w.out.Write(w.text)
	}
	w.text = w.text[:0]
}

// scope is an open list or object.
type scope struct {
	lines bool // each element on a line of its own
	count int
}

func (w *writer) byte(c byte) { w.text = append(w.text, c) }

func (w *writer) str(s string) { w.text = append(w.text, s...) }

func (w *writer) open(c byte, lines bool) {
	w.byte(c)
	w.scopes = append(w.scopes, scope{lines: lines})
}

func (w *writer) close(c byte) {
	top := w.scopes[len(w.scopes)-1]
	w.scopes = w.scopes[:len(w.scopes)-1]
	if top.lines && top.count > 0 {
		w.line()
	}
	w.byte(c)
}

func (w *writer) line() {
	w.byte('\n')
	for range w.scopes {
		w.str("  ")
	}
}

// element begins an element of the open list or object.
func (w *writer) element() {
	top := &w.scopes[len(w.scopes)-1]
	if top.count > 0 {
		w.str(", ")
	}
	top.count++
	if top.lines {
		if w.line(); len(w.text) >= flushAt {
			w.flush()
		}
	}
}

func (w *writer) key(k string) {
	w.element()
	w.quoted(k)
	w.str(": ")
}

func (w *writer) quoted(s string) {
	w.byte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\' || c == '"':
			w.text = append(w.text, '\\', c)
		case c >= ' ':
			w.byte(c)
		case c == '\r':
			w.str(`\r`)
		case c == '\n':
			w.str(`\n`)
		case c == '\t':
			w.str(`\t`)
		default:
			w.text = fmt.Appendf(w.text, `\u%04x`, c)
		}
	}
	w.byte('"')
}

// oneLine is how many plain elements a list on one line has at most.
const oneLine = 10

func (w *writer) int(n int32) { w.text = strconv.AppendInt(w.text, int64(n), 10) }

func (w *writer) ints(v []int32) {
	w.open('[', len(v) > oneLine)
	for _, n := range v {
		w.element()
		w.int(n)
	}
	w.close(']')
}

func (w *writer) entries(v []index.Entry) {
	w.open('[', len(v) > oneLine)
	for _, e := range v {
		w.element()
		w.byte('[')
		w.int(e.Node)
		w.str(", ")
		w.int(e.Index)
		w.str(", ")
		w.int(e.Version)
		w.byte(']')
	}
	w.close(']')
}

func (w *writer) nodes() {
	w.open('[', true)
	for i, n := range w.x.Nodes {
		w.element()
		w.open('{', true)
		w.key("op")
		name, dict := "null", w.dicts[i]
		if n.Op != nil {
			name = operatorName(n.Op)
		}
		w.quoted(name)
		w.key("name")
		w.quoted(w.names[i])
		if len(dict) > 0 {
			w.key("attrs")
			w.open('{', len(dict) > 1)
			for _, p := range dict {
				w.key(p.key)
				w.quoted(p.value)
			}
			w.close('}')
		}
		w.key("inputs")
		w.entries(w.x.Reads(int32(i)))
		if after := w.x.After.Row(int32(i)); len(after) > 0 {
			w.key("control_deps")
			w.ints(after)
		}
		w.close('}')
	}
	w.close(']')
}

// spelling returns the text of a parameter: as it was written, if it still means that.
func spelling(spelled *ir.DictAttr, f ir.AttrField, a ir.Attr) string {
	if spelled != nil {
		if text, ok := spelled.Get(f.Name).Str(); ok {
			if same, err := nnvm.ParseParam(f, text); err == nil && same == a {
				return text
			}
		}
	}
	return nnvm.FormatParam(f, a)
}

// graphAttrs writes the graph's own attributes.
func (w *writer) graphAttrs() {
	if len(w.attrs) == 0 {
		return
	}
	w.key("attrs")
	w.open('{', len(w.attrs) > 1)
	for _, a := range w.attrs {
		w.key(a.key)
		w.str(a.value)
	}
	w.close('}')
}

// operatorName is what NNVM calls an operation; "" of one that it does not have. A copy
// between devices is its operator for copies, and so is what reads a variable.
func operatorName(op *ir.Op) string {
	if ir.Is[cluster.Copy](op) || ir.Is[nnvm.Read](op) {
		return copyOperator
	}
	name, ok := strings.CutPrefix(op.Name(), prefix)
	if !ok || !op.Def().Registered() {
		return ""
	}
	return name
}

// namesOf returns the nodes' names. Those without one are called after their operator
// and a number, as NNVM's builder does.
func namesOf(x *index.Entries) []string {
	names := pages.Make[string](len(x.Nodes), len(x.Nodes))
	var open []int
	for i, n := range x.Nodes {
		if names[i] = nameOf(n); names[i] == "" {
			open = append(open, i)
		}
	}
	if len(open) == 0 {
		return names
	}
	taken, next := map[string]bool{}, map[string]int{}
	for _, s := range names {
		taken[s] = true
	}
	for _, i := range open {
		hint := "arg"
		if op := x.Nodes[i].Op; op != nil {
			hint = strings.Trim(operatorName(op), "_")
		}
		for taken[names[i]] {
			names[i] = hint + strconv.Itoa(next[hint])
			next[hint]++
		}
		taken[names[i]] = true
	}
	return names
}

func nameOf(n index.Node) string {
	if n.Op == nil {
		return nnvm.NameOf(n.Arg)
	}
	s, _ := n.Op.Discardable(nnvm.NameAttr).Str()
	return s
}

package nnvm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// element is an element of a list that a graph attribute has, with an element for each value. It is
// a string or several numbers, with the offset in the text.
type element struct {
	text    string
	numbers []int64
	off     int
}

func (e element) equal(f element) bool { return e.text == f.text && slices.Equal(e.numbers, f.numbers) }

// elements splits a list of shapes, numbers or strings. The list must be valid.
func (a *graphAttr) elements() []element {
	out := make([]element, 0, a.count)
	depth := 0
	for i := strings.IndexByte(a.value, ',') + 1; i < len(a.value); i++ {
		switch c := a.value[i]; {
		case c == '[':
			if depth++; depth == 2 {
				out = append(out, element{off: a.off + i})
			}
		case c == ']':
			depth--
		case c == '"':
			text := scanner{text: a.value, pos: i}
			name, _ := text.str("a string")
			out = append(out, element{text: name, off: a.off + i})
			i = text.pos - 1
		case c == '-' || c >= '0' && c <= '9':
			if depth == 1 {
				out = append(out, element{off: a.off + i})
			}
			end := i + 1
			for end < len(a.value) && a.value[end] >= '0' && a.value[end] <= '9' {
				end++
			}
			n, _ := strconv.ParseInt(a.value[i:end], 10, 64)
			last := &out[len(out)-1]
			last.numbers = append(last.numbers, n)
			i = end - 1
		}
	}
	return out
}

// typed reports whether a graph attribute lists the shape or the element type of each value. The
// attribute dltype lists names of element types, and dtype lists their codes.
func (a *graphAttr) typed() bool {
	return a.perValue() && (a.key == "shape" || a.key == "dtype" || a.key == "dltype")
}

// shape returns the shape in an element of the attribute "shape", or nil if it is unknown.
func (e element) shape() nnvm.Shape {
	if len(e.numbers) == 0 {
		return nil
	}
	return nnvm.ShapeOf(e.numbers)
}

// given sets the types of values and the memory plan from lists in the graph's attributes. It
// returns an error if a list contradicts a variable's dictionary or an operator. The module
// contains the nodes in "order". If these are not all nodes, given sets no memory plan. The first
// value of node n has the index rows[n] in the lists.
func (d *loader) given(order []int32, rows []int) error {
	for i := range d.attrs {
		a := &d.attrs[i]
		if !a.typed() {
			continue
		}
		list := a.elements()
		for _, n := range order {
			for k := range rows[n+1] - rows[n] {
				at := rows[n] + k
				v, _ := d.value(entry{ref: ref{node: n}, index: int32(k)})
				if why := give(v, a, list[at]); why != "" {
					return d.wrong(list[at].off, a.path(at), "node %q %s", d.nodes[n].name, why)
				}
			}
		}
		if err := d.checkGiven(a, list, rows); err != nil {
			return err
		}
	}
	d.f.Retype()
	if len(order) < len(d.nodes) {
		return nil
	}
	for i := range d.attrs {
		if a := &d.attrs[i]; a.perValue() && a.key == "storage_id" {
			d.plan(a.elements())
		}
	}
	return nil
}

// needed returns the elements of list a for the nodes in "order". The graph must have node_row_ptr.
func (d *loader) needed(a *graphAttr, order []int32) (kept []element) {
	list := a.elements()
	for _, n := range order {
		kept = append(kept, list[d.starts[n].node:d.starts[n+1].node]...)
	}
	return kept
}

// path returns the path of element i of a list.
func (a *graphAttr) path(i int) []step {
	return []step{{key: "attrs"}, {key: a.key}, {i: 1}, {i: i}}
}

// give sets the shape or the element type of v from e, the element for v in list a. If this is not
// possible, give returns the reason.
func give(v *ir.Value, a *graphAttr, e element) (why string) {
	shape, elem := nnvm.Parts(v.Type())
	if a.key == "shape" {
		both, ok := nnvm.Unify(shape, e.shape())
		if !ok {
			return "has the shape " + e.shape().String() + " here, but " + shape.String() + " in its dictionary"
		}
		v.SetType(nnvm.TypeOf(both, elem))
		return ""
	}
	code := e.text
	if a.key == "dtype" {
		code = strconv.FormatInt(e.numbers[0], 10)
	}
	if code == "-1" {
		return ""
	}
	t, ok := nnvm.ElemOf(code)
	switch {
	case !ok:
		return "has the " + a.key + " " + code + " here, which is not valid for any type"
	case !elem.IsNil() && elem != t:
		return "has the " + a.key + " " + code + " here, which is '" + t.String() + "', but '" + elem.String() + "' in its dictionary or in another list"
	}
	v.SetType(nnvm.TypeOf(shape, t))
	return ""
}

// checkGiven returns an error if the types from a list contradict an operator.
func (d *loader) checkGiven(a *graphAttr, list []element, rows []int) error {
	var s nnvm.Shapes
	var e nnvm.Elems
	for n, op := range d.ops {
		if op == nil {
			continue
		}
		first := rows[n]
		nnvm.Around(op, &s, &e)
		if _, err := nnvm.Infer(op, &s, &e); err != nil && first < len(list) {
			return d.wrong(list[first].off, a.path(first), "the given types of node %q and its inputs contradict its operator: %s", d.nodes[n].name, reason(err))
		}
	}
	return nil
}

// written returns a copy of the attribute a with the current [facts] of the program, such as types
// of values. If the original text lists the same facts, written keeps it. The text may differ in
// the block of a value that has no block in the program's plan, and in the device of a variable. It
// may omit the type of a variable whose dictionary has the type.
func (a graphAttr) written(x *index.Entries, g *graph) graphAttr {
	list := a.elements()
	now := make([]element, len(x.Values))
	same := a.value != "" && len(list) == len(now)
	for n := range x.Nodes {
		for at := x.Start[n]; at < x.Start[n+1]; at++ {
			now[at] = g.facts.said(&a, int(at))
			switch {
			case !same:
			case a.key == "storage_id": // reading a plan sets pools to the listed ids
				same = g.facts.pools[at] < 0 || g.facts.pools[at] == list[at].numbers[0]
			default:
				same = now[at].equal(list[at]) || x.Nodes[n].Op == nil && a.completes(list[at], g.dict(n), now[at])
			}
		}
	}
	if !same {
		a.value = a.text(now)
	}
	return a
}

// text returns the text of the attribute with the elements of list.
func (a *graphAttr) text(list []element) string {
	var text strings.Builder
	w := newLayout(&text)
	w.depth = 2 // one level in the graph, and one level in its attributes
	w.open('[', false)
	w.element()
	w.quoted(a.tag)
	w.element()
	a.list(&w, list)
	w.close(']')
	w.out.Flush()
	return text.String()
}

// list writes the elements as a JSON list.
func (a *graphAttr) list(w *layout, list []element) {
	w.open('[', a.tag != "list_int" || len(list) > oneLine)
	for _, e := range list {
		w.element()
		switch a.tag {
		case "list_str":
			w.quoted(e.text)
			continue
		case "list_int":
			w.int(e.numbers[0])
			continue
		}
		w.open('[', len(e.numbers) > oneLine)
		for _, n := range e.numbers {
			w.element()
			w.int(n)
		}
		w.close(']')
	}
	w.close(']')
}

// completes reports whether element e and the dictionary of a variable together have the shape or
// element type in "now". For a list of devices it returns true: a variable may have any device.
func (a *graphAttr) completes(e element, dict []pair, now element) bool {
	if !a.typed() {
		return true
	}
	t, bad := typeOf(dict)
	if bad != nil {
		return false
	}
	shape, elem := nnvm.Parts(t)
	switch a.key {
	case "dltype":
		return e.text == "-1" && nnvm.ElemName(elem) == now.text
	case "dtype":
		return e.numbers[0] < 0 && int64(nnvm.CodeOf(elem)) == now.numbers[0]
	}
	both, ok := nnvm.Unify(shape, e.shape())
	return ok && slices.Equal(openAsZero(both), now.numbers)
}

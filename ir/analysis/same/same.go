// Package same compares programs and reports the first difference. It also computes hashes, which
// are the same for equal programs.
package same

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
)

// Options select what is compared. The zero value compares everything except locations, ids and
// the names of values.
type Options struct {
	// Ignore, if set, selects attributes that are not compared, such as names. It applies to
	// operations, and to a function's arguments and results.
	Ignore func(attr string) bool
	// Graph compares blocks as graphs, as NNVM does. It ignores the order of operations, and
	// operations that no result needs. Some blocks are still compared in program order: a block
	// without a terminator, a block of a region with several blocks, a block that uses values of an
	// outer block, and a block whose values nested regions use.
	Graph bool
}

// Difference is the first pair of operations that differ, with a description.
type Difference struct {
	A, B   *ir.Op // nil if only the other program has the operation
	Reason string
}

func (d *Difference) String() string { return d.Reason }

// Compare returns the first difference between a and b, or nil if they are equal.
func Compare(a, b *ir.Op, o Options) *Difference {
	c := comparer{o: o, values: map[*ir.Value]*ir.Value{}, blocks: map[*ir.Block]*ir.Block{}}
	if d := c.ops(a, b, false); d != nil {
		return d
	}
	for _, r := range c.early {
		if d := c.read(r); d != nil {
			return d
		}
	}
	return nil
}

// comparer maps values and blocks of the first program to those of the second.
type comparer struct {
	o      Options
	values map[*ir.Value]*ir.Value
	blocks map[*ir.Block]*ir.Block
	early  []read // operands whose values were not yet in the map
}

// read is an operand of corresponding operations, with its value in both programs.
type read struct {
	a, b *ir.Op
	i    int
	x, y *ir.Value
}

func (c *comparer) read(r read) *Difference {
	if c.values[r.x] != r.y {
		return differ(r.a, r.b, "operand #%d of %s is a different value in the other", r.i, place(r.a))
	}
	return nil
}

func differ(a, b *ir.Op, format string, args ...any) *Difference {
	return &Difference{a, b, fmt.Sprintf(format, args...)}
}

// ops compares two operations, which may belong to graphs.
func (c *comparer) ops(a, b *ir.Op, graph bool) *Difference {
	switch {
	case a.Name() != b.Name():
		return differ(a, b, "%s is '%s' in one and '%s' in the other", place(a), a.Name(), b.Name())
	case a.NumOperands() != b.NumOperands():
		return differ(a, b, "%s has %d operands in one and %d in the other", place(a), a.NumOperands(), b.NumOperands())
	case a.NumResults() != b.NumResults():
		return differ(a, b, "%s has %d results in one and %d in the other", place(a), a.NumResults(), b.NumResults())
	case a.NumRegions() != b.NumRegions() || a.NumSuccessors() != b.NumSuccessors():
		return differ(a, b, "%s has different numbers of regions or successors", place(a))
	}
	for i := range a.NumOperands() {
		r := read{a, b, i, operand(a, i, graph), operand(b, i, graph)}
		if c.values[r.x] == nil {
			c.early = append(c.early, r)
		} else if d := c.read(r); d != nil {
			return d
		}
	}
	if d := c.attrs(a, b); d != nil {
		return d
	}
	for i := range a.NumResults() {
		x, y := a.ResultAt(i), b.ResultAt(i)
		if x.Type() != y.Type() {
			return differ(a, b, "result #%d of %s is '%s' in one and '%s' in the other", i, place(a), x.Type(), y.Type())
		}
		c.values[x] = y
	}
	for i, s := range a.Successors() {
		if c.blocks[s] != b.Successors()[i] {
			return differ(a, b, "successor #%d of %s is a different block in the other", i, place(a))
		}
	}
	for i := range a.NumRegions() {
		if d := c.regions(a, b, i); d != nil {
			return d
		}
	}
	return nil
}

// place describes an operation in a Difference.
func place(op *ir.Op) string {
	if n, ok := op.SymbolName(); ok {
		return "'" + op.Name() + "' @" + n
	}
	if p := op.Loc().Place(); p != "" {
		return "'" + op.Name() + "' at " + p
	}
	return "'" + op.Name() + "'"
}

// attrs compares the attributes that Options.Ignore does not select, by name.
func (c *comparer) attrs(a, b *ir.Op) *Difference {
	x, y := c.counting(a), c.counting(b)
	for i := 0; i < len(x) || i < len(y); i++ {
		switch {
		case i == len(x) || i < len(y) && x[i].Name > y[i].Name:
			return differ(a, b, "%s has attribute '%s' = %s in the other only", place(a), y[i].Name, y[i].Attr)
		case i == len(y) || x[i].Name < y[i].Name:
			return differ(a, b, "%s has attribute '%s' = %s in one only", place(a), x[i].Name, x[i].Attr)
		case !ir.EqualAttr(x[i].Attr, y[i].Attr):
			return differ(a, b, "attribute '%s' of %s is %s in one and %s in the other", x[i].Name, place(a), x[i].Attr, y[i].Attr)
		}
	}
	return nil
}

// counting returns the attributes that are compared, sorted by name. The properties of an
// unregistered operation are one attribute, <{}>.
func (c *comparer) counting(op *ir.Op) []ir.NamedAttr {
	var list []ir.NamedAttr
	for name, a := range op.Attrs() {
		switch {
		case c.o.Ignore != nil && c.o.Ignore(name):
			continue
		case name == "arg_attrs" || name == "res_attrs":
			if a = c.strip(a); a.IsNil() {
				continue
			}
		}
		list = append(list, ir.NamedAttr{Name: name, Attr: a})
	}
	if p := op.Properties(); !op.Def().Registered() && !p.IsNil() {
		list = append(list, ir.NamedAttr{Name: "<{}>", Attr: p})
	}
	if d, ok := ir.AttrAs[*ir.DictAttr](ir.NewDict(list...)); ok {
		return d.Entries
	}
	return nil
}

// strip removes the attributes that Options.Ignore selects from a, a list of dictionaries for a
// function's arguments or results. If nothing is left, it returns the zero Attr.
func (c *comparer) strip(a ir.Attr) ir.Attr {
	list, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok {
		return a
	}
	var out []ir.Attr
	empty := true
	for _, e := range list.Elems {
		d, ok := ir.AttrAs[*ir.DictAttr](e)
		if !ok {
			return a
		}
		var keep []ir.NamedAttr
		for _, n := range d.Entries {
			if c.o.Ignore == nil || !c.o.Ignore(n.Name) {
				keep = append(keep, n)
			}
		}
		empty = empty && len(keep) == 0
		out = append(out, ir.NewDict(keep...))
	}
	if empty {
		return ir.Attr{}
	}
	return ir.NewArray(out...)
}

func (c *comparer) regions(a, b *ir.Op, i int) *Difference {
	x, y := a.RegionAt(i).Blocks, b.RegionAt(i).Blocks
	if len(x) != len(y) {
		return differ(a, b, "%s has %d blocks in one and %d in the other", place(a), len(x), len(y))
	}
	for k := range x {
		c.blocks[x[k]] = y[k]
		if x[k].NumArgs() != y[k].NumArgs() {
			return differ(a, b, "%s has %d arguments in one and %d in the other", place(a), x[k].NumArgs(), y[k].NumArgs())
		}
		for j, v := range x[k].Args() {
			if w := y[k].Arg(j); w.Type() != v.Type() {
				return differ(a, b, "argument #%d of %s is '%s' in one and '%s' in the other", j, place(a), v.Type(), w.Type())
			}
			c.values[v] = y[k].Arg(j)
		}
	}
	for k := range x {
		if d := c.contents(x[k], y[k]); d != nil {
			return d
		}
	}
	return nil
}

// contents compares the operations of two blocks.
func (c *comparer) contents(a, b *ir.Block) *Difference {
	graph := c.o.Graph && isGraph(a) && isGraph(b)
	x, y := list(a, graph), list(b, graph)
	for i := range min(len(x.ops), len(y.ops)) {
		if d := c.ops(x.ops[i], y.ops[i], graph); d != nil {
			return d
		}
		if d := order(x, y, i); d != nil {
			return d
		}
	}
	switch n, m := len(x.ops), len(y.ops); {
	case n > m:
		return differ(x.ops[m], nil, "%s is in one only", place(x.ops[m]))
	case m > n:
		return differ(nil, y.ops[n], "%s is in the other only", place(y.ops[n]))
	}
	return nil
}

// Package nnvm reads and writes NNVM's graphs in the JSON format of NNVM's SaveJSON. Reading a
// graph that NNVM saved, and writing it again, yields the same text.
package nnvm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/pages"
)

// Import reads a graph as a module with the function @main. The function returns the heads of the
// graph. Its arguments are the variables that the heads need, in the order of a traversal from the
// heads. Nodes that no head needs are left out. The types of variables come from the entries
// "shape" and "dtype" of their dictionaries. The graph's attributes can list the types of all
// values. If nodes are left out, these lists are used only if the graph has node_row_ptr. Errors
// are diagnostics with a location in the text, except the error of a context that is done.
func Import(ctx context.Context, reg *ir.Registry, src *diag.Source) (ir.Module, error) {
	if ctx == nil || reg == nil || src == nil {
		return ir.Module{}, diag.Errorf(diag.Span{}, "reading a graph needs a context, a registry and a source, but got nil")
	}
	d, err := read(ctx, src)
	if err != nil {
		return ir.Module{}, err
	}
	order, err := d.order(reg)
	if err != nil {
		return ir.Module{}, err
	}
	m := ir.NewModule(reg)
	b := ir.NewBuilder(reg)
	b.AtEnd(m.Body())
	bld := loader{
		document: d, b: b, ops: pages.Make[*ir.Op](len(d.nodes), len(d.nodes)), args: make([]int32, len(d.nodes)),
		unknown: nnvm.Unknown(), places: &ir.LocTable{Source: src},
	}
	for _, name := range d.kinds.names {
		bld.defs = append(bld.defs, newOperator(operatorOf(reg, name)))
	}
	if len(order) > manyOps {
		b.Many()
	}
	return m, bld.function(order)
}

// manyOps is the number of nodes above which Import calls [ir.Builder.Many]. It is also the number
// of nodes whose names are converted to attributes together.
const manyOps = 1000

// loader builds the function of a document.
type loader struct {
	*document
	b    *ir.Builder
	f    fn.Func
	ops  []*ir.Op   // by node
	args []int32    // by node: argument number
	defs []operator // by operator index, as in kinds

	kept map[state]*ir.Value // values that are results of the graph, but that later nodes overwrite

	unknown ir.Type
	places  *ir.LocTable
	texts   []string // names of nodes for ir.NewStrings; reused
	init    ir.Init  // the ir.Init of the last operation; its slices are reused
}

// operator describes an operator. An unknown operator has no definition.
type operator struct {
	def       *ir.OpDef
	low, high int
	mutated   []int // the indices of the operands that it changes
	split     bool
}

func (d *loader) function(order []int32) error {
	for n := range d.nodes {
		if at := &d.nodes[n]; !at.variable() && d.defs[at.op].def == nil {
			return d.wrong(at.off, nodePath(int32(n)), "node %q has the operator %q, which is not known", at.name, d.operator(at))
		}
	}
	if err := d.signature(order); err != nil {
		return err
	}
	d.b.AtEnd(d.f.Entry())
	d.read(noNode)
	for some := range slices.Chunk(order, manyOps) {
		if err := d.operations(some); err != nil {
			return err
		}
	}
	var heads []*ir.Value
	for i, h := range d.heads {
		v, ok := d.value(h)
		if kept := d.kept[state{h.node, h.at()}]; kept != nil && ok {
			v = kept
		}
		if !ok {
			return d.noValue(h, []step{{key: "heads"}, {i: i}})
		}
		heads = append(heads, v)
	}
	ret := fn.NewReturn(d.b, heads...)
	d.f.SetFunctionType(d.f.FunctionType().Inputs, ret.Op.OperandTypes())
	rows := d.rows(len(order) == len(d.nodes))
	if rows == nil {
		return nil
	}
	if err := d.checkLengths(rows[len(d.nodes)]); err != nil {
		return err
	}
	return d.given(order, rows)
}

// If the value of a variable after node n is a result of the graph, and a later node overwrites the
// variable, read inserts an operation that reads the value.
func (d *loader) read(n int32) {
	for _, key := range d.keep[n] {
		v, _ := d.value(entry{ref: ref{node: key.variable}})
		if d.kept == nil {
			d.kept = map[state]*ir.Value{}
		}
		d.kept[key] = nnvm.NewRead(d.b, v)
	}
}

func nodePath(n int32) []step { return []step{{key: "nodes"}, {i: int(n)}} }

// signature creates the function, with the variables as its arguments.
func (d *loader) signature(order []int32) error {
	var ins []ir.Type
	var dicts []ir.Attr
	for _, n := range order {
		at := &d.nodes[n]
		if !at.variable() {
			continue
		}
		dict := d.dict(at)
		t, bad := typeOf(dict)
		if bad != nil {
			return d.wrong(bad.off, append(nodePath(n), step{key: "attrs"}, step{key: bad.key}), "%q is not a %s", bad.value, bad.key)
		}
		if err := d.checkCount(n, 1); err != nil {
			return err
		}
		d.args[n] = int32(len(ins))
		ins = append(ins, t)
		dicts = append(dicts, ir.NewDict(carried{name: ir.NewString(at.name), rest: dict}.attrs(nil)...))
	}
	d.b.Loc = d.places.At(0)
	d.f = fn.New(d.b, "main", ins, nil)
	d.f.SetArgAttrs(dicts)
	if len(d.attrs) > 0 {
		var entries []ir.Attr
		complete := len(order) == len(d.nodes)
		for _, a := range d.attrs {
			switch {
			case !a.perValue() || complete && (a.typed() || d.indexed()):
			case a.typed() && d.starts != nil && a.count == int(d.starts[len(d.nodes)].node):
				a.value = a.text(d.needed(&a, order))
			default:
				continue // the list does not match the module's nodes
			}
			entries = append(entries, ir.NewArray(ir.NewString(a.key), ir.NewString(a.value)))
		}
		if len(entries) > 0 {
			d.f.Op.SetDiscardable(nnvm.GraphAttr, ir.NewArray(entries...))
		}
	}
	return nil
}

// value returns the value of an entry. ok is false if the node has no such value.
func (d *loader) value(e entry) (v *ir.Value, ok bool) {
	op := d.ops[e.node]
	if op == nil {
		return d.f.Entry().Arg(int(d.args[e.node])), e.index == 0
	}
	if int(e.index) >= op.NumResults() {
		return nil, false
	}
	return op.ResultAt(int(e.index)), true
}

func (d *loader) noValue(e entry, path []step) error {
	return d.wrong(e.off, path, "node %d, %q, has no value %d", e.node, d.nodes[e.node].name, e.index)
}

// newOperator describes the operator with the definition def, which may be nil.
func newOperator(def *ir.OpDef) operator {
	o := operator{def: def}
	if def != nil {
		o.low, o.high = arity(def)
		o.mutated = mutated(def)
		_, o.split = def.Zero().(nnvm.Split)
	}
	return o
}

// results returns the number of results of an operator with the given parameters.
func (o *operator) results(params []ir.Attr) int {
	param := func(name string) ir.Attr { return params[o.def.Slot(name)] }
	switch o.def.Zero().(type) {
	case nnvm.Split:
		return splitParts(params[0])
	case nnvm.TVMOp:
		n, _ := param("num_outputs").Int()
		return int(max(0, min(n, maxParts)))
	case nnvm.Conv2DGrad:
		if param("use_bias") == ir.BoolAttr(false) {
			return 2
		}
	}
	return len(o.def.Spec.Results)
}

// needs returns a text with the number of operands that an operator takes.
func (o *operator) needs() string {
	switch {
	case o.high < 0:
		return fmt.Sprintf("at least %d", o.low)
	case o.low == o.high:
		return strconv.Itoa(o.low)
	}
	return fmt.Sprintf("%d to %d", o.low, o.high)
}

// operations creates the operations of some nodes. It converts their names to attributes in one
// call, which is faster.
func (d *loader) operations(some []int32) error {
	d.texts = d.texts[:0]
	for _, n := range some {
		if !d.nodes[n].variable() {
			d.texts = append(d.texts, d.nodes[n].name)
		}
	}
	names := ir.NewStrings(d.texts)
	for _, n := range some {
		if err := d.s.ctx.Err(); err != nil {
			return err
		}
		if d.nodes[n].variable() {
			continue
		}
		if err := d.operation(n, names[0]); err != nil {
			return err
		}
		names = names[1:]
		d.read(n)
	}
	return nil
}

// operation creates the operation of a node.
func (d *loader) operation(n int32, name ir.Attr) error {
	at := &d.nodes[n]
	fail := func(format string, args ...any) error {
		return d.wrong(at.off, nodePath(n), format, args...)
	}
	o := &d.defs[at.op]
	if err := d.operands(n, o.mutated); err != nil {
		return err
	}
	if count := len(d.init.Operands); count < o.low || o.high >= 0 && count > o.high {
		return fail("node %q, a %q, has %d inputs, but needs %s", at.name, d.operator(at), count, o.needs())
	}
	rest, spelled, err := params(o.def, d.dict(at), &d.init)
	if err != nil {
		return fail("node %q: %v", at.name, err)
	}
	if o.split {
		if n, ok := parts(d.init.Attrs); !ok {
			return fail("node %q splits into %d parts, but must have at least 1 and at most %d", at.name, n, maxParts)
		}
	}
	d.b.Loc = d.place(at)
	op := insert(d.b, o.def, o.results(d.init.Attrs), &d.init, carried{name, rest, spelled}, d.unknown)
	if err := d.checkCount(n, op.NumResults()); err != nil {
		return err
	}
	d.ops[n] = op
	// Other nodes need no verification. The number of their operands was checked above, they change
	// no operand, and no parameter and no operand type is known.
	if o.high < 0 || len(o.mutated) > 0 || len(d.dict(at)) > 0 || slices.ContainsFunc(d.init.Operands, known) {
		if err := ir.Verify(op); err != nil {
			return fail("node %q: %s", at.name, reason(err))
		}
	}
	for _, r := range d.after(at) {
		first, _ := d.value(entry{ref: r}) // each node has at least one value
		nnvm.NewAfter(d.b, op.ResultAt(0), first)
	}
	return nil
}

// known reports whether v is a variable whose dictionary contains at least a part of its type.
func known(v *ir.Value) bool { return v.IsArg() && v.Type() != nnvm.Unknown() }

// reason returns the message of an error without its location. The caller adds another location.
func reason(err error) string {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d.Message
	}
	return err.Error()
}

// place returns the location of a node.
func (d *loader) place(n *node) ir.Loc {
	if n.off > ir.MaxSource {
		return ir.Loc{}
	}
	return d.places.At(n.off)
}

// operands sets d.init.Operands to the operands of node n. The node changes those whose indices are
// in "mutated".
func (d *loader) operands(n int32, mutated []int) error {
	d.init.Operands = d.init.Operands[:0]
	for i, e := range d.inputs(&d.nodes[n]) {
		if e.version == 0 && d.nodes[e.node].variable() && slices.Contains(mutated, i) {
			return d.zero(e, n, i)
		}
		v, ok := d.value(e)
		if !ok {
			return d.noValue(e, append(nodePath(n), step{key: "inputs"}, step{i: i}))
		}
		d.init.Operands = append(d.init.Operands, v)
	}
	return nil
}

// Package nnvm reads and writes NNVM's graphs: the JSON text of its SaveJSON, which
// comes back as the same string.
package nnvm

import (
	"fmt"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Import reads a graph as a module with the function @main. Its arguments are the
// variables that the heads need, in the order of NNVM's index; what no head needs is
// left out. Types come from the variables' entries "shape" and "dtype"; all others are
// for inference to find. Errors are diagnostics about the text.
func Import(reg *ir.Registry, src *diag.Source) (ir.Module, error) {
	d, err := read(src)
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
	bld := loader{document: d, b: b, src: src, values: make([]*ir.Op, len(d.nodes)), args: make([]int32, len(d.nodes)), defs: map[string]*ir.OpDef{}}
	return m, bld.function(order)
}

// loader makes the function of a document.
type loader struct {
	*document
	b      *ir.Builder
	src    *diag.Source
	f      fn.Func
	values []*ir.Op             // by node
	args   []int32              // by node: argument number
	defs   map[string]*ir.OpDef // operators by their names
}

func (d *loader) function(order []int32) error {
	var ins, outs []ir.Type
	var attrs []ir.Attr
	for _, n := range order {
		at := &d.nodes[n]
		if !at.variable() {
			continue
		}
		t, err := d.typeOf(n)
		if err != nil {
			return err
		}
		d.args[n] = int32(len(ins))
		ins = append(ins, t)
		attrs = append(attrs, ir.NewDict(at.attrs(at.dict)...))
	}
	d.f = fn.New(d.b, "main", ins, nil)
	if len(attrs) > 0 {
		d.f.Op.SetAttr("arg_attrs", ir.NewArray(attrs...))
	}
	if len(d.attrs) > 0 {
		var entries []ir.Attr
		for _, a := range d.attrs {
			entries = append(entries, ir.NewArray(ir.NewString(a.Name), a.Attr))
		}
		d.f.Op.SetDiscardable(nnvm.GraphAttr, ir.NewArray(entries...))
	}
	d.b.AtEnd(d.f.Entry())
	for _, n := range order {
		if !d.nodes[n].variable() {
			if err := d.operation(n); err != nil {
				return err
			}
		}
	}
	var heads []*ir.Value
	for i, h := range d.heads {
		v, ok := d.value(h)
		if !ok {
			d.s.path = []step{{key: "heads"}, {i: i}}
			return d.noValue(h)
		}
		heads, outs = append(heads, v), append(outs, v.Type())
	}
	fn.NewReturn(d.b, heads...)
	d.f.SetFunctionType(ins, outs)
	return nil
}

// attrs are the name of a node, and what is left of its dictionary.
func (n *node) attrs(dict []pair) []ir.NamedAttr {
	out := []ir.NamedAttr{{Name: nnvm.NameAttr, Attr: ir.NewString(n.name)}}
	if len(dict) > 0 {
		var entries []ir.NamedAttr
		for _, p := range dict {
			entries = append(entries, ir.NamedAttr{Name: p.key, Attr: ir.NewString(p.value)})
		}
		out = append(out, ir.NamedAttr{Name: nnvm.DictAttr, Attr: ir.NewDict(entries...)})
	}
	return out
}

// typeOf reads a variable's type off its dictionary.
func (d *loader) typeOf(n int32) (ir.Type, error) {
	elem := nnvm.Any()
	var shape []int64
	for _, p := range d.nodes[n].dict {
		bad := func() error {
			d.s.path = []step{{key: "nodes"}, {i: int(n)}, {key: "attrs"}, {key: p.key}}
			return d.s.at(d.nodes[n].off, "%q is no %s", p.value, p.key)
		}
		ok := true
		switch p.key {
		case "shape":
			shape, ok = nnvm.ParseTuple(p.value)
			for i, e := range shape {
				if ok = ok && e >= 0; e == 0 {
					shape[i] = ir.Dynamic // NNVM's spelling of an extent that is not known
				}
			}
		case "dtype":
			elem, ok = nnvm.ElemOf(p.value)
			if p.value == "-1" {
				elem, ok = nnvm.Any(), true
			}
		}
		if !ok {
			return ir.Type{}, bad()
		}
	}
	if len(shape) == 0 {
		return ir.NewType(&ir.UnrankedTensorType{Elem: elem}), nil
	}
	return ir.Tensor(elem, shape...), nil
}

// value returns what an entry stands for; ok is false where its node has no such value.
func (d *loader) value(e entry) (v *ir.Value, ok bool) {
	if d.nodes[e.node].variable() {
		return d.f.Entry().Arg(int(d.args[e.node])), e.index == 0
	}
	op := d.values[e.node]
	if int(e.index) >= op.NumResults() {
		return nil, false
	}
	return op.ResultAt(int(e.index)), true
}

func (d *loader) noValue(e entry) error {
	return d.s.at(e.off, "node %d, %q, has no value %d", e.node, d.nodes[e.node].name, e.index)
}

// operator returns the record of an operator, or nil.
func (d *loader) operator(name string) *ir.OpDef {
	def, known := d.defs[name]
	if !known {
		def = operatorOf(d.b.Registry(), name)
		d.defs[name] = def
	}
	return def
}

// operation makes the operation of a node.
func (d *loader) operation(n int32) error {
	at := &d.nodes[n]
	fail := func(format string, args ...any) error {
		d.s.path = []step{{key: "nodes"}, {i: int(n)}}
		return d.s.at(at.off, format, args...)
	}
	def := d.operator(at.op)
	if def == nil {
		return fail("node %q has the operator %q, which is not known", at.name, at.op)
	}
	in := ir.Init{Operands: make([]*ir.Value, len(at.inputs))}
	for i, e := range at.inputs {
		v, ok := d.value(e)
		if !ok {
			d.s.path = []step{{key: "nodes"}, {i: int(n)}, {key: "inputs"}, {i: i}}
			return d.noValue(e)
		}
		in.Operands[i] = v
	}
	if low, high := arity(def); len(at.inputs) < low || high >= 0 && len(at.inputs) > high {
		return fail("node %q, a %q, has %d inputs", at.name, at.op, len(at.inputs))
	}
	rest, spelled, err := params(def, at.dict, &in)
	if err != nil {
		return fail("node %q: %v", at.name, err)
	}
	op := at.insert(d.b, def, in, rest, spelled)
	d.values[n] = op
	for _, r := range at.after {
		first, _ := d.value(entry{ref: r})
		nnvm.NewAfter(d.b, op.ResultAt(0), first)
	}
	// What inference finds out, it checks; here only what is no matter of types.
	if a, ok := ir.As[nnvm.Assign](op); ok {
		if err := a.Verify(); err != nil {
			return fail("node %q: %v", at.name, err)
		}
	}
	return nil
}

// insert makes the operation of a node: rest and spelled are what params returned. Its
// results are of unknown types.
func (n *node) insert(b *ir.Builder, def *ir.OpDef, in ir.Init, rest []pair, spelled []ir.NamedAttr) *ir.Op {
	in.Discard = n.attrs(rest)
	if len(spelled) > 0 {
		in.Discard = append(in.Discard, ir.NamedAttr{Name: nnvm.SpelledAttr, Attr: ir.NewDict(spelled...)})
	}
	count := len(def.Spec.Results)
	if def.Name() == "nnvm.split" {
		count = splitParts(in.Attrs[0])
	}
	for range count {
		in.Results = append(in.Results, nnvm.Unknown())
	}
	op := b.New(def, in)
	b.Insert(op)
	return op
}

func splitParts(a ir.Attr) int {
	if n, ok := a.Int(); ok {
		return int(max(0, min(n, 1<<15)))
	}
	at, _ := a.Ints()
	return len(at) + 1
}

// arity returns how many operands an operator takes; -1: any number.
func arity(def *ir.OpDef) (low, high int) {
	for _, f := range def.Spec.Operands {
		switch f.Arity {
		case ir.One:
			low++
			high++
		case ir.Optional:
			high++
		default:
			return low, -1
		}
	}
	return low, high
}

// operatorOf returns the operator that NNVM calls name, or nil.
func operatorOf(reg *ir.Registry, name string) *ir.OpDef {
	def := reg.Op("nnvm." + name)
	if def == nil {
		def = reg.Op("nnvm." + alias(name))
	}
	if def != nil && def.Name() == "nnvm.after" {
		return nil
	}
	return def
}

// alias returns the name of an operator that has several.
func alias(name string) string {
	switch name {
	case "__add_symbol__":
		return "broadcast_add"
	case "__sub_symbol__":
		return "broadcast_sub"
	case "__mul_symbol__":
		return "broadcast_mul"
	case "__div_symbol__":
		return "broadcast_div"
	case "__pow_symbol__":
		return "broadcast_pow"
	case "_copy":
		return "copy"
	}
	return name
}

// params turns what a dictionary says of parameters into attributes. It returns the
// other entries, and the parameters whose text is not as it would be written.
func params(def *ir.OpDef, dict []pair, in *ir.Init) (rest []pair, spelled []ir.NamedAttr, err error) {
	if n := len(def.Spec.Attrs); n > 0 {
		in.Attrs = make([]ir.Attr, n)
	}
	for _, p := range dict {
		slot := def.Slot(p.key)
		if slot < 0 {
			rest = append(rest, p)
			continue
		}
		f := def.Spec.Attrs[slot]
		a, err := nnvm.ParseParam(f, p.value)
		if err != nil {
			return nil, nil, err
		}
		in.Attrs[slot] = a
		if nnvm.FormatParam(f, a) != p.value {
			spelled = append(spelled, ir.NamedAttr{Name: p.key, Attr: ir.NewString(p.value)})
		}
	}
	for i, f := range def.Spec.Attrs {
		if !f.Optional && in.Attrs[i].IsNil() {
			return nil, nil, fmt.Errorf("'%s' requires attribute '%s'", def.Name(), f.Name)
		}
	}
	return rest, spelled, nil
}

package nnvm

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
)

// Builder builds a graph operator by operator, like NNVM's symbol API. After an error, Op adds no
// more operators, and Finish returns the error.
type Builder struct {
	m      ir.Module
	f      fn.Func
	b      *ir.Builder
	err    error
	args   []ir.Attr // attributes of arguments
	names  map[*ir.Value]string
	next   map[string]int // by operator: the index of its next generated name
	prefix string
	scope  map[string]string
}

// Dict is the dictionary of a node. It has parameters and other entries.
type Dict map[string]string

// NewBuilder starts a graph.
func NewBuilder(reg *ir.Registry) *Builder {
	g := &Builder{m: ir.NewModule(reg), b: ir.NewBuilder(reg), names: map[*ir.Value]string{}, next: map[string]int{}}
	g.b.AtEnd(g.m.Body())
	g.f = fn.New(g.b, "main", nil, nil)
	g.b.AtEnd(g.f.Entry())
	return g
}

// Prefix prepends p to generated names until the returned function is called.
func (g *Builder) Prefix(p string) (end func()) {
	old := g.prefix
	g.prefix = p
	return func() { g.prefix = old }
}

// Scope adds entries to the dictionaries of new nodes until the returned function is called.
// Entries of the node itself take precedence.
func (g *Builder) Scope(d Dict) (end func()) {
	old := g.scope
	g.scope = maps.Clone(old)
	if g.scope == nil {
		g.scope = Dict{}
	}
	maps.Copy(g.scope, d)
	return func() { g.scope = old }
}

// scoped returns d with the entries of the scope, as sorted pairs.
func (g *Builder) scoped(d Dict) []pair {
	all := maps.Clone(g.scope)
	if all == nil {
		all = Dict{}
	}
	maps.Copy(all, d)
	var out []pair
	for _, k := range slices.Sorted(maps.Keys(all)) {
		out = append(out, pair{key: k, value: all[k]})
	}
	return out
}

// Variable adds an argument. The entries "shape" and "dtype" of d and of the scope define its type.
func (g *Builder) Variable(name string, d Dict) *ir.Value {
	dict := g.scoped(d)
	t, bad := typeOf(dict)
	if bad != nil {
		g.fail(ir.Errorf(g.f.Op, "has a variable '%s' whose type cannot be read: %q is not a %s", name, bad.value, bad.key))
		t = nnvm.Unknown()
	}
	if g.byName(name) != nil {
		g.fail(ir.Errorf(g.f.Op, "has two variables with the name '%s'", name))
	}
	v := g.f.Entry().AddArg(t, ir.Loc{})
	g.args = append(g.args, ir.NewDict(carried{name: ir.NewString(name), rest: dict}.attrs(nil)...))
	g.names[v] = name
	return v
}

func (g *Builder) fail(err error) {
	if g.err == nil {
		g.err = err
	}
}

// Op adds an operator and returns its results, but only the first result of batch_norm and dropout.
// If name is "", Op generates a name. The operands are the values in the list, followed by the
// values in the map, whose keys are names of operands. Op creates variables for missing operands of
// batch_norm and prelu, and of operators with the parameter use_bias. If use_bias is false, there
// is no bias. A created variable is named after the node and the operand, and has the node's
// dictionary. Other missing operands are errors. After an error, Op returns a list with one nil.
func (g *Builder) Op(op, name string, d Dict, named map[string]*ir.Value, in ...*ir.Value) []*ir.Value {
	def := operatorOf(g.b.Registry(), op)
	if def == nil {
		g.fail(ir.Errorf(g.f.Op, "uses the operator '%s', which is not known", op))
		return []*ir.Value{nil}
	}
	if name == "" {
		hint := strings.Trim(op, "_")
		name = g.prefix + hint + strconv.Itoa(g.next[hint])
		g.next[hint]++
	}
	dict := g.scoped(d)
	init := ir.Init{}
	rest, spelled, err := params(def, dict, &init)
	if err != nil {
		g.fail(ir.Errorf(g.f.Op, "has an invalid operator '%s': %v", name, err))
	}
	init.Operands = g.operands(def, init.Attrs, name, d, named, in)
	if g.err != nil {
		return []*ir.Value{nil}
	}
	record := newOperator(def)
	made := insert(g.b, def, record.results(init.Attrs), &init, carried{ir.NewString(name), rest, spelled}, nnvm.Unknown())
	if err := ir.Verify(made); err != nil {
		g.fail(err)
		return []*ir.Value{nil}
	}
	for v := range made.Results() {
		g.names[v] = name
	}
	return made.ResultList()[:visible(made)]
}

// visible returns the number of results of op that other operators may use.
func visible(op *ir.Op) int {
	switch op.View().(type) {
	case nnvm.BatchNorm, nnvm.Dropout:
		return 1
	}
	return op.NumResults()
}

// operands returns all operands of an operator with the given parameters. It creates variables for
// missing operands.
func (g *Builder) operands(def *ir.OpDef, params []ir.Attr, name string, d Dict, named map[string]*ir.Value, in []*ir.Value) []*ir.Value {
	fields := def.Spec.Operands
	if len(fields) == 1 && fields[0].Arity == ir.Variadic {
		return in
	}
	slot := def.Slot("use_bias")
	noBias := slot >= 0 && params[slot] == ir.BoolAttr(false)
	known := map[string]bool{}
	out := slices.Clone(in)
	for i, f := range fields {
		known[f.Name] = true
		v := named[f.Name]
		switch {
		case i < len(in) && v != nil:
			g.fail(ir.Errorf(g.f.Op, "gives the operator '%s' its operand '%s' twice", name, f.Name))
		case i < len(in):
		case v != nil:
			out = append(out, v)
		case f.Arity == ir.Optional && noBias:
		case slot >= 0 || def.Name() == "nnvm.batch_norm" || def.Name() == "nnvm.prelu":
			out = append(out, g.Variable(name+"_"+f.Name, d))
		default:
			g.fail(ir.Errorf(g.f.Op, "does not give the operator '%s' its operand '%s'", name, f.Name))
		}
	}
	if len(in) > len(fields) {
		g.fail(ir.Errorf(g.f.Op, "gives the operator '%s' %d operands, but it takes %d", name, len(in), len(fields)))
	}
	for _, n := range slices.Sorted(maps.Keys(named)) {
		if !known[n] {
			g.fail(ir.Errorf(g.f.Op, "gives the operator '%s' an operand '%s', which it does not have", name, n))
		}
	}
	return out
}

// Call inserts the graph of f and returns its results. The map "with" has values that replace
// variables of f, by name. Each other variable becomes the variable of g with the same name. Call
// creates this variable if it does not exist.
func (g *Builder) Call(f fn.Func, with map[string]*ir.Value) []*ir.Value {
	var m ir.Mapping
	for i, a := range f.Entry().Args() {
		name := nnvm.NameOf(a)
		v := with[name]
		if v == nil {
			v = g.byName(name)
		}
		if v == nil {
			v = g.f.Entry().AddArg(a.Type(), a.Loc())
			g.names[v] = name
			var es []ir.NamedAttr
			if d := f.ArgAttrs(i); d != nil {
				es = d.Entries
			}
			g.args = append(g.args, ir.NewDict(es...))
		}
		m.Map(a, v)
	}
	var out []*ir.Value
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			for v := range op.Operands() {
				out = append(out, m.Value(v))
			}
			break
		}
		c := g.b.Clone(op, &m)
		for v := range c.Results() {
			g.names[v], _ = c.Discardable(nnvm.NameAttr).Str()
		}
	}
	return out
}

func (g *Builder) byName(name string) *ir.Value {
	for _, a := range g.f.Entry().Args() {
		if g.names[a] == name {
			return a
		}
	}
	return nil
}

// Finish sets the results of the graph to outs. It returns the function, or the first error.
func (g *Builder) Finish(outs ...*ir.Value) (fn.Func, error) {
	if g.err != nil {
		return fn.Func{}, g.err
	}
	fn.NewReturn(g.b, outs...)
	g.f.Retype()
	g.f.SetArgAttrs(g.args)
	return g.f, ir.Verify(g.m.Op)
}

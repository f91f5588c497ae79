package nnvm

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/pages"
)

// exporter turns what a function carries into what its graph has, and fails on what no
// graph can have.
type exporter struct {
	f fn.Func
	x *index.Entries
}

// graph returns the graph's names and dictionaries by node, and its attributes.
func (e exporter) graph() (names []string, dicts [][]pair, attrs []graphAttr, err error) {
	dicts = pages.Make[[]pair](len(e.x.Nodes), len(e.x.Nodes))
	if attrs, err = e.attrs(); err != nil {
		return nil, nil, nil, err
	}
	for i, n := range e.x.Nodes {
		at, carries := e.f.Op, carriedBy(e.f, n)
		if n.Op != nil {
			at = n.Op
		}
		if err := checkCarried(at, n.Op, carries); err != nil {
			return nil, nil, nil, err
		}
		dicts[i] = dictOf(n, carries)
		if n.Op != nil {
			continue
		}
		if dicts[i], err = e.variable(n.Arg, dicts[i], attrs); err != nil {
			return nil, nil, nil, err
		}
	}
	for i, a := range attrs {
		if a.typed() {
			attrs[i] = a.written(e.x, dicts)
		}
	}
	names, err = e.names()
	return names, dicts, attrs, err
}

// names returns the nodes' names. It fails on two that are the same.
func (e exporter) names() ([]string, error) {
	names := namesOf(e.x)
	first, second, twice := twins(len(names), func(i int) string { return names[i] })
	if !twice {
		return names, nil
	}
	name, help := names[second], "give one of them another "+nnvm.NameAttr
	op := e.x.Nodes[second].Op
	if op == nil {
		op = e.x.Nodes[first].Op
	}
	if op == nil {
		return nil, ir.Errorf(e.f.Op, "has two arguments with the name '%s', which in a graph of NNVM's are variables of different names", name).WithHelp(help)
	}
	return nil, ir.Errorf(op, "has the name '%s', as has another node of the graph", name).WithHelp(help)
}

// carriedBy returns what a node carries: discardable attributes, or those of an argument.
func carriedBy(f fn.Func, n index.Node) func(name string) ir.Attr {
	if n.Op != nil {
		return n.Op.Discardable
	}
	d := f.ArgAttrs(n.Arg.Index())
	return func(name string) ir.Attr {
		if d == nil {
			return ir.Attr{}
		}
		return d.Get(name)
	}
}

// checkCarried fails where what a node carries is not what its names promise: op is nil of
// a variable.
func checkCarried(at, op *ir.Op, carries func(string) ir.Attr) error {
	if a := carries(nnvm.NameAttr); !a.IsNil() && !ir.IsAttr[*ir.StringAttr](a) {
		return ir.Errorf(at, "has %s = %s, which is no string", nnvm.NameAttr, a)
	}
	for _, name := range []string{nnvm.DictAttr, nnvm.SpelledAttr} {
		a := carries(name)
		d, ok := ir.AttrAs[*ir.DictAttr](a)
		if !a.IsNil() && !ok {
			return ir.Errorf(at, "has %s = %s, which is no dictionary", name, a)
		}
		if !ok {
			continue
		}
		for _, e := range d.Entries {
			slot := -1
			if op != nil && op.Def() != nil {
				slot = op.Def().Slot(e.Name)
			}
			switch {
			case !ir.IsAttr[*ir.StringAttr](e.Attr):
				return ir.Errorf(at, "has, in %s, %s = %s, which is no string", name, e.Name, e.Attr)
			case name == nnvm.SpelledAttr && slot < 0:
				return ir.Errorf(at, "says in %s how '%s' is spelled, which is no parameter of it", name, e.Name)
			case name == nnvm.DictAttr && slot >= 0:
				return ir.Errorf(at, "has '%s' in %s, which is one of its parameters", e.Name, name).WithHelp("write it as the attribute " + e.Name)
			}
		}
	}
	return nil
}

// entries are those of the dictionary that a node carries beside its parameters.
func entries(carries func(string) ir.Attr) (out []pair) {
	d, ok := ir.AttrAs[*ir.DictAttr](carries(nnvm.DictAttr))
	if !ok {
		return nil
	}
	for _, e := range d.Entries {
		text, _ := e.Attr.Str()
		out = append(out, pair{key: e.Name, value: text})
	}
	return out
}

// dictOf returns the dictionary of a node that carries something, sorted by key: its
// parameters and the rest.
func dictOf(n index.Node, carries func(string) ir.Attr) []pair {
	out := entries(carries)
	if n.Op == nil || ir.Is[cluster.Copy](n.Op) {
		return out
	}
	op := n.Op
	spelled, _ := ir.AttrAs[*ir.DictAttr](carries(nnvm.SpelledAttr))
	for i, f := range op.Def().Spec.Attrs {
		if a := op.AttrAt(i); !a.IsNil() {
			out = append(out, pair{key: f.Name, value: spelling(spelled, f, a)})
		}
	}
	slices.SortFunc(out, func(a, b pair) int { return strings.Compare(a.key, b.key) })
	return out
}

// variable puts into an argument's dictionary what its type says, and neither the dictionary
// nor a list among the graph's attributes does.
func (e exporter) variable(v *ir.Value, dict []pair, attrs []graphAttr) ([]pair, error) {
	listed := func(key string) bool {
		return slices.ContainsFunc(attrs, func(a graphAttr) bool { return a.typed() && a.key == key })
	}
	fail := func(format string, args ...any) error {
		args = append([]any{v.Index(), v.Type()}, args...)
		return ir.Errorf(e.f.Op, "has the argument #%d of type '%s', "+format, args...)
	}
	said, bad := typeOf(dict)
	if bad != nil {
		return nil, fail("of which %s says that %q is its %s, which it cannot be", nnvm.DictAttr, bad.value, bad.key)
	}
	if !ir.IsType[*ir.TensorType](v.Type()) && !ir.IsType[*ir.UnrankedTensorType](v.Type()) {
		return nil, fail("which is no tensor")
	}
	shape, elem := nnvm.Parts(v.Type())
	saidShape, saidElem := nnvm.Parts(said)
	both, ok := nnvm.Unify(shape, saidShape)
	switch {
	case !ok || !elem.IsNil() && !saidElem.IsNil() && elem != saidElem:
		return nil, fail("but %s says that it is '%s'", nnvm.DictAttr, said)
	case !elem.IsNil() && nnvm.CodeOf(elem) < 0:
		return nil, fail("but NNVM has no element type '%s'", elem)
	case shape != nil && len(shape) == 0:
		return nil, fail("but NNVM has no scalars")
	case slices.Contains(shape, 0):
		return nil, fail("but to NNVM an extent of 0 is one that is not known")
	}
	if !slices.Equal(both, saidShape) && both != nil && !listed("shape") {
		dict = withEntry(dict, "shape", nnvm.FormatTuple(openAsZero(both)))
	}
	if saidElem.IsNil() && !elem.IsNil() && !listed("dtype") {
		dict = withEntry(dict, "dtype", strconv.Itoa(nnvm.CodeOf(elem)))
	}
	return dict, nil
}

// openAsZero spells a shape as NNVM does, to which 0 is an extent that is not known.
func openAsZero(s nnvm.Shape) []int64 {
	out := slices.Clone(s)
	for i, n := range out {
		out[i] = max(0, n)
	}
	return out
}

// withEntry puts an entry into a sorted dictionary, in the place of another of its key.
func withEntry(dict []pair, key, value string) []pair {
	i, found := slices.BinarySearchFunc(dict, key, func(p pair, key string) int { return strings.Compare(p.key, key) })
	if found {
		dict[i].value = value
		return dict
	}
	return slices.Insert(dict, i, pair{key: key, value: value})
}

// attrs returns the graph's own attributes as they came. Lists with something of each value
// that no longer fit the graph are left out, as NNVM's passes leave them.
func (e exporter) attrs() (out []graphAttr, err error) {
	a := e.f.Op.Discardable(nnvm.GraphAttr)
	if a.IsNil() {
		return nil, nil
	}
	list, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok {
		return nil, ir.Errorf(e.f.Op, "has %s = %s, which is no list of names and texts", nnvm.GraphAttr, a)
	}
	for _, entry := range list.Elems {
		p, _ := ir.AttrAs[*ir.ArrayAttr](entry)
		if p == nil || len(p.Elems) != 2 || !ir.IsAttr[*ir.StringAttr](p.Elems[0]) || !ir.IsAttr[*ir.StringAttr](p.Elems[1]) {
			return nil, ir.Errorf(e.f.Op, "has in %s %s, which is no [name, text]", nnvm.GraphAttr, entry)
		}
		name, _ := p.Elems[0].Str()
		text, _ := p.Elems[1].Str()
		s := &scanner{src: diag.NewSource(nnvm.GraphAttr, []byte(text)), text: text}
		g, err := s.graphAttr(name)
		if s.space(); err == nil && s.pos < len(text) {
			err = s.at(s.pos, "expected the end of the text, but %s", s.found())
		}
		switch {
		case err != nil:
			return nil, ir.Errorf(e.f.Op, "has in %s for '%s' the text %q, which is no graph attribute: %s", nnvm.GraphAttr, name, text, reason(err))
		case slices.ContainsFunc(out, func(o graphAttr) bool { return o.key == name }):
			return nil, ir.Errorf(e.f.Op, "has in %s '%s' twice", nnvm.GraphAttr, name)
		case !g.perValue() || g.count == int(e.x.Start[len(e.x.Start)-1]):
			out = append(out, g)
		}
	}
	return out, nil
}

package nnvm

import (
	"context"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/pages"
)

// exporter converts the attributes of a function to attributes of a graph. It returns an error for
// attributes that a graph cannot have.
type exporter struct {
	f fn.Func
	x *index.Entries
}

// graph has the parts of a function's graph that are not in the function's index.
type graph struct {
	kinds kinds
	ops   []int32 // by node: the index of its operator in kinds
	names []string
	dicts []span // by node: its entries in pairs
	pairs []pair
	attrs []graphAttr // the attributes of the graph
	facts facts
}

// dict returns the dictionary of node n.
func (g *graph) dict(n int) []pair { return g.pairs[g.dicts[n].from:g.dicts[n].to] }

func (e exporter) graph() (g graph, err error) {
	if err = e.operators(&g); err != nil {
		return g, err
	}
	if err = checkChanges(e.f, e.x); err != nil {
		return g, err
	}
	if g.attrs, err = e.attrs(); err != nil {
		return g, err
	}
	g.facts = factsOf(e.f, e.x)
	g.attrs = g.facts.withPlan(g.attrs)
	count := len(e.x.Nodes)
	g.names, g.dicts = pages.Make[string](count, count), pages.Make[span](count, count)
	for i, n := range e.x.Nodes {
		at, has := e.f.Op, attrsOf(e.f, n)
		if n.Op != nil {
			at = n.Op
		}
		if g.names[i], err = has.check(at, n.Op); err != nil {
			return g, err
		}
		dict := dictOf(n, has)
		if n.Op == nil {
			if dict, err = e.variable(n.Arg, dict, g.attrs); err != nil {
				return g, err
			}
		}
		if err = checkText(at, g.names[i], dict); err != nil {
			return g, err
		}
		g.dicts[i].from = int32(len(g.pairs))
		g.pairs = append(g.pairs, dict...)
		g.dicts[i].to = int32(len(g.pairs))
	}
	for i, a := range g.attrs {
		if a.perValue() && g.facts.has(a.key) {
			g.attrs[i] = a.written(e.x, &g)
		}
	}
	nameOthers(e.x, g.names)
	return g, e.checkNames(g.names)
}

// checkText returns an error for text that is not valid UTF-8, because JSON requires UTF-8.
func checkText(at *ir.Op, name string, dict []pair) error {
	if !utf8.ValidString(name) {
		return ir.Errorf(at, "has %s = %s, which is not UTF-8, as names in JSON must be", nnvm.NameAttr, ir.NewString(name))
	}
	for _, p := range dict {
		if !utf8.ValidString(p.key) || !utf8.ValidString(p.value) {
			return ir.Errorf(at, "has %s = %s, which is not UTF-8, as strings in JSON must be", ir.NewString(p.key), ir.NewString(p.value))
		}
	}
	return nil
}

// operators sets the operators of the nodes. It returns an error for operations that NNVM does not
// have.
func (e exporter) operators(g *graph) error {
	g.kinds, g.ops = newKinds(), pages.Make[int32](len(e.x.Nodes), len(e.x.Nodes))
	var last *ir.OpDef
	var kind int32 // for the definition in last: the index of its operator in kinds
	for i, n := range e.x.Nodes {
		if n.Op == nil {
			continue
		}
		if n.Op.Def() != last {
			name := operatorName(n.Op)
			if name == "" {
				return ir.Errorf(n.Op, "is not an NNVM operator").
					WithHelp("compute the results of the function with operations of the dialect nnvm only")
			}
			last, kind = n.Op.Def(), g.kinds.of(name)
		}
		g.ops[i] = kind
	}
	return nil
}

// checkNames returns an error if two nodes have the same name.
func (e exporter) checkNames(names []string) error {
	first, second, twice := twins(len(names), func(i int) string { return names[i] })
	if !twice {
		return nil
	}
	name, help := names[second], "give one of them another "+nnvm.NameAttr
	op := e.x.Nodes[second].Op
	if op == nil {
		op = e.x.Nodes[first].Op
	}
	if op == nil {
		return ir.Errorf(e.f.Op, "has two arguments with the name '%s', but the variables of an NNVM graph must have different names", name).WithHelp(help)
	}
	return ir.Errorf(op, "has the name '%s', but another node of the graph has the same name", name).WithHelp(help)
}

// nodeAttrs has the attributes NameAttr, DictAttr and SpelledAttr of package dialects/nnvm for a
// node of a graph. Missing attributes are nil.
type nodeAttrs struct{ name, dict, spelled ir.Attr }

// attrsOf finds the attributes of node n among the discardable attributes of its operation, or in
// the attributes of its argument.
func attrsOf(f fn.Func, n index.Node) (a nodeAttrs) {
	var all []ir.NamedAttr
	if n.Op != nil {
		all = n.Op.DiscardableAttrs()
	} else if d := f.ArgAttrs(n.Arg.Index()); d != nil {
		all = d.Entries
	}
	for _, e := range all {
		switch e.Name {
		case nnvm.NameAttr:
			a.name = e.Attr
		case nnvm.DictAttr:
			a.dict = e.Attr
		case nnvm.SpelledAttr:
			a.spelled = e.Attr
		}
	}
	return a
}

// check returns the name of the node, or "" if the node has none. It returns an error if an
// attribute has the wrong type, if a.dict has a parameter, or if a.spelled has a key that is not a
// parameter. Errors are about the operation "at". op is the node's operation, or nil for a
// variable.
func (a nodeAttrs) check(at, op *ir.Op) (name string, err error) {
	name, ok := a.name.Str()
	if !ok && !a.name.IsNil() {
		return "", ir.Errorf(at, "has %s = %s, which is not a string", nnvm.NameAttr, a.name)
	}
	if a.dict.IsNil() && a.spelled.IsNil() {
		return name, nil
	}
	parameter := func(name string) bool { return op != nil && op.Def().Slot(name) >= 0 }
	for e, err := range entries(at, nnvm.DictAttr, a.dict) {
		if err != nil {
			return "", err
		}
		if parameter(e.Name) {
			return "", ir.Errorf(at, "has its parameter '%s' in %s", e.Name, nnvm.DictAttr).WithHelp("write it as the attribute " + e.Name)
		}
	}
	for e, err := range entries(at, nnvm.SpelledAttr, a.spelled) {
		if err != nil {
			return "", err
		}
		if !parameter(e.Name) {
			return "", ir.Errorf(at, "has the text of a parameter '%s' in %s, but no such parameter", e.Name, nnvm.SpelledAttr)
		}
	}
	return name, nil
}

// entries yields the entries of a, which must be nil or a dictionary of strings. The parameters
// "at" and "name" are the operation and the attribute that errors mention.
func entries(at *ir.Op, name string, a ir.Attr) iter.Seq2[ir.NamedAttr, error] {
	return func(yield func(ir.NamedAttr, error) bool) {
		if a.IsNil() {
			return
		}
		d, ok := ir.AttrAs[*ir.DictAttr](a)
		if !ok {
			yield(ir.NamedAttr{}, ir.Errorf(at, "has %s = %s, which is not a dictionary", name, a))
			return
		}
		for _, e := range d.Entries {
			var err error
			if !ir.IsAttr[*ir.StringAttr](e.Attr) {
				err = ir.Errorf(at, "has the entry %s = %s in %s, which is not a string", e.Name, e.Attr, name)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// dictOf returns the dictionary of node n, sorted by key. It has the parameters of n and the
// entries of has.dict.
func dictOf(n index.Node, has nodeAttrs) (out []pair) {
	if d, ok := ir.AttrAs[*ir.DictAttr](has.dict); ok {
		for _, e := range d.Entries {
			text, _ := e.Attr.Str()
			out = append(out, pair{key: e.Name, value: text})
		}
	}
	if n.Op == nil || len(n.Op.Def().Spec.Attrs) == 0 || ir.Is[cluster.Copy](n.Op) {
		return out
	}
	spelled, _ := ir.AttrAs[*ir.DictAttr](has.spelled)
	for i, f := range n.Op.Def().Spec.Attrs {
		if a := n.Op.AttrAt(i); !a.IsNil() {
			out = append(out, pair{key: f.Name, value: spelling(spelled, f, a)})
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i].key < out[j].key })
	return out
}

// variable adds the type of an argument to its dictionary, unless the dictionary or a list in the
// graph's attributes already contains it.
func (e exporter) variable(v *ir.Value, dict []pair, attrs []graphAttr) ([]pair, error) {
	listed := func(key string) bool {
		return slices.ContainsFunc(attrs, func(a graphAttr) bool {
			return a.typed() && (a.key == key || a.key == "dltype" && key == "dtype")
		})
	}
	fail := func(format string, args ...any) error {
		args = append([]any{v.Index(), v.Type()}, args...)
		return ir.Errorf(e.f.Op, "has the argument #%d of type '%s', "+format, args...)
	}
	said, bad := typeOf(dict)
	if bad != nil {
		return nil, fail("whose %s has %q as its %s, which is invalid", nnvm.DictAttr, bad.value, bad.key)
	}
	if !ir.IsType[*ir.TensorType](v.Type()) && !ir.IsType[*ir.UnrankedTensorType](v.Type()) {
		return nil, fail("which is not a tensor")
	}
	if t, ok := v.Type().Data().(*ir.TensorType); ok && !t.Encoding.IsNil() {
		return nil, fail("but NNVM's tensors have no encoding")
	}
	shape, elem := nnvm.Parts(v.Type())
	saidShape, saidElem := nnvm.Parts(said)
	both, ok := nnvm.Unify(shape, saidShape)
	switch {
	case !ok || !elem.IsNil() && !saidElem.IsNil() && elem != saidElem:
		return nil, fail("but %s gives its type as '%s'", nnvm.DictAttr, said)
	case !elem.IsNil() && nnvm.CodeOf(elem) < 0:
		return nil, fail("but NNVM has no element type '%s'", elem)
	case shape != nil && len(shape) == 0:
		return nil, fail("but NNVM has no scalars")
	case slices.Contains(shape, 0):
		return nil, fail("but in NNVM an extent of 0 means that it is unknown")
	}
	if !slices.Equal(both, saidShape) && both != nil && !listed("shape") {
		dict = withEntry(dict, "shape", nnvm.FormatTuple(openAsZero(both)))
	}
	if saidElem.IsNil() && !elem.IsNil() && !listed("dtype") {
		dict = withEntry(dict, "dtype", strconv.Itoa(nnvm.CodeOf(elem)))
	}
	return dict, nil
}

// openAsZero converts a shape to NNVM's form, where 0 is an unknown extent.
func openAsZero(s nnvm.Shape) []int64 {
	out := slices.Clone(s)
	for i, n := range out {
		out[i] = max(0, n)
	}
	return out
}

// withEntry inserts an entry into a sorted dictionary. It replaces an entry with the same key.
func withEntry(dict []pair, key, value string) []pair {
	i, found := slices.BinarySearchFunc(dict, key, func(p pair, key string) int { return strings.Compare(p.key, key) })
	if found {
		dict[i].value = value
		return dict
	}
	return slices.Insert(dict, i, pair{key: key, value: value})
}

// attrs returns the attributes of the graph with their original values. Like NNVM's passes, it
// omits lists with an element for each value if their length does not match the graph.
func (e exporter) attrs() (out []graphAttr, err error) {
	a := e.f.Op.Discardable(nnvm.GraphAttr)
	if a.IsNil() {
		return nil, nil
	}
	list, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok {
		return nil, ir.Errorf(e.f.Op, "has %s = %s, which is not a list of names and texts", nnvm.GraphAttr, a)
	}
	seen := map[string]bool{}
	for _, entry := range list.Elems {
		p, _ := ir.AttrAs[*ir.ArrayAttr](entry)
		if p == nil || len(p.Elems) != 2 || !ir.IsAttr[*ir.StringAttr](p.Elems[0]) || !ir.IsAttr[*ir.StringAttr](p.Elems[1]) {
			return nil, ir.Errorf(e.f.Op, "has the entry %s in %s, which is not a pair [name, text]", entry, nnvm.GraphAttr)
		}
		name, _ := p.Elems[0].Str()
		text, _ := p.Elems[1].Str()
		s := &scanner{ctx: context.Background(), src: diag.NewSource(nnvm.GraphAttr, []byte(text)), text: text}
		g, err := s.graphAttr(name)
		if s.space(); err == nil && s.pos < len(text) {
			err = s.at(s.pos, "expected the end of the text, but %s", s.found())
		}
		switch {
		case err != nil:
			return nil, ir.Errorf(e.f.Op, "has the text %q for '%s' in %s, which is not a graph attribute: %s", text, name, nnvm.GraphAttr, reason(err))
		case seen[name]:
			return nil, ir.Errorf(e.f.Op, "has '%s' twice in %s", name, nnvm.GraphAttr)
		case !utf8.ValidString(name + text):
			return nil, ir.Errorf(e.f.Op, "has the entry %s in %s, which is not UTF-8, as strings in JSON must be", entry, nnvm.GraphAttr)
		case !g.perValue() || g.count == int(e.x.Start[len(e.x.Start)-1]):
			out = append(out, g)
		}
		seen[name] = true
	}
	return out, nil
}

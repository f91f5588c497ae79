package nnvm

import (
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
)

// Which selects inputs.
type Which uint8

// The kinds of inputs of a graph: all inputs, inputs that no operator changes, and inputs that an
// operator changes.
const (
	All Which = iota
	ReadOnly
	Auxiliary
)

// Inputs lists the names of a graph's variables, in the order of index.Entries.
func Inputs(f fn.Func, which Which) []string {
	x := index.EntriesOf(f.Entry())
	var names []string
	for _, n := range x.Args {
		if aux := slices.Contains(x.Mutable, n); which == All || aux == (which == Auxiliary) {
			names = append(names, nnvm.NameOf(x.Nodes[n].Arg))
		}
	}
	return names
}

// Outputs lists the names of a graph's results. The name for a variable x is "x". The name for a
// result of a node is like "bn_output" or "split_output1".
func Outputs(f fn.Func) []string {
	var names []string
	for v := range f.Entry().Last().Operands() {
		names = append(names, outputName(v))
	}
	return names
}

func outputName(v *ir.Value) string {
	op := v.Def()
	switch {
	case op == nil:
		return nnvm.NameOf(v)
	case visible(op) < op.NumResults():
		return nnvm.NameOf(v) + "_" + op.Def().Spec.Results[v.Index()].Name
	case op.NumResults() == 1:
		return nnvm.NameOf(v) + "_output"
	}
	return nnvm.NameOf(v) + "_output" + strconv.Itoa(v.Index())
}

// Internals lists the variables and the results of operators by name, in the order of
// index.Entries. Of the results of batch_norm and dropout, it lists only the first.
func Internals(f fn.Func) (names []string, values map[string]*ir.Value) {
	values = map[string]*ir.Value{}
	for _, n := range index.EntriesOf(f.Entry()).Nodes {
		list := []*ir.Value{n.Arg}
		if n.Op != nil {
			list = n.Op.ResultList()[:visible(n.Op)]
		}
		for _, v := range list {
			name := outputName(v)
			names = append(names, name)
			values[name] = v
		}
	}
	return names, values
}

// Attributes returns the entries of the dictionaries of all nodes, with keys of the form
// "node$key". If recursive is false, Attributes returns the unchanged dictionary of the node of the
// last result.
func Attributes(f fn.Func, recursive bool) Dict {
	x := index.EntriesOf(f.Entry())
	out := Dict{}
	last := f.Entry().Last()
	for i, n := range x.Nodes {
		whole := recursive || last.NumOperands() > 0 && x.Outputs[len(x.Outputs)-1].Node == int32(i)
		if !whole {
			continue
		}
		for _, p := range dictOf(n, attrsOf(f, n)) {
			key := p.key
			if recursive {
				name, _ := attrsOf(f, n).name.Str()
				key = name + "$" + key
			}
			out[key] = p.value
		}
	}
	return out
}

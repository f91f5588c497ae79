package nnvm

import (
	"strconv"

	"github.com/lathe-ir/lathe/dialects/fn"
)

// Names is the set of names of a graph's nodes.
type Names map[string]bool

// NamesIn returns the names of the nodes of f.
func NamesIn(f fn.Func) Names {
	names := Names{}
	for _, a := range f.Entry().Args() {
		names[NameOf(a)] = true
	}
	for op := range f.Entry().Ops() {
		name, _ := op.Discardable(NameAttr).Str()
		names[name] = true
	}
	return names
}

// Unused returns the given name, with a number appended if the set already has the name. It adds
// the result to the set.
func (n Names) Unused(name string) string {
	out := name
	for i := 1; n[out]; i++ {
		out = name + "_" + strconv.Itoa(i)
	}
	n[out] = true
	return out
}

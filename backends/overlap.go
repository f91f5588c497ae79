package backends

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// CheckApart fails where an output shares memory with another output or with an input: a run
// would write what it, or its caller, has still to read. Inputs may share memory with each
// other. Missing tensors share nothing.
func CheckApart(outputs, inputs []*tensor.Tensor) error {
	if len(outputs)*(len(outputs)+len(inputs)) > mostPairs {
		return checkManyApart(outputs, inputs)
	}
	for i, out := range outputs {
		for j, other := range outputs[:i] {
			if Overlap(out, other) {
				return sharedOutputs(j, i)
			}
		}
		for j, in := range inputs {
			if Overlap(out, in) {
				return sharedInput(i, j)
			}
		}
	}
	return nil
}

// mostPairs is how many pairs are compared one by one, which allocates nothing; of more
// tensors it is faster to sort them.
const mostPairs = 4096

// extent is the memory of a tensor, from its first byte to the one after its last.
type extent struct {
	from, to uintptr
	n        int
	output   bool
}

// extentOf is the memory of t; empty for none.
func extentOf(t *tensor.Tensor) extent {
	if t == nil || len(t.Data) == 0 {
		return extent{}
	}
	from := uintptr(unsafe.Pointer(unsafe.SliceData(t.Data)))
	return extent{from: from, to: from + uintptr(len(t.Data))}
}

// Overlap reports whether two tensors have a byte of memory in common.
func Overlap(a, b *tensor.Tensor) bool {
	x, y := extentOf(a), extentOf(b)
	return x.from < y.to && y.from < x.to
}

// checkManyApart is CheckApart for many tensors: in order of their addresses, each is compared
// with the output, and the input, that reaches furthest of those before it.
func checkManyApart(outputs, inputs []*tensor.Tensor) error {
	var all []extent
	add := func(ts []*tensor.Tensor, output bool) {
		for n, t := range ts {
			if e := extentOf(t); e.to > e.from {
				e.n, e.output = n, output
				all = append(all, e)
			}
		}
	}
	add(outputs, true)
	add(inputs, false)
	slices.SortFunc(all, func(a, b extent) int { return cmp.Compare(a.from, b.from) })
	var in, out extent
	for _, e := range all {
		switch {
		case e.output && out.to > e.from:
			return sharedOutputs(min(out.n, e.n), max(out.n, e.n))
		case e.output && in.to > e.from:
			return sharedInput(e.n, in.n)
		case !e.output && out.to > e.from:
			return sharedInput(out.n, e.n)
		case e.output:
			out = e
		case e.to > in.to:
			in = e
		}
	}
	return nil
}

func sharedOutputs(i, j int) error {
	return diag.Errorf(diag.Span{}, "outputs #%d and #%d share memory, but each is written", i, j).WithHelp("give each a tensor of its own")
}

func sharedInput(output, input int) error {
	return diag.Errorf(diag.Span{}, "output #%d shares memory with input #%d, which a run must not change", output, input).
		WithHelp("give the output a tensor of its own, or the input away: Executable.RunDonating takes its memory for later results")
}

package backends

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// CheckApart fails if an output shares memory with another output or with an input, since a run
// would then overwrite data that the run or the caller still reads. Inputs may share memory with
// each other. Nil tensors are ignored.
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

// CheckScratch fails if the scratchpad of a run shares memory with an input or an output. Nil
// tensors are ignored.
func CheckScratch(scratch []byte, inputs, outputs []*tensor.Tensor) error {
	t := tensor.Tensor{Data: scratch}
	for i, in := range inputs {
		if Overlap(&t, in) {
			return sharedScratch("input", i)
		}
	}
	for i, out := range outputs {
		if Overlap(&t, out) {
			return sharedScratch("output", i)
		}
	}
	return nil
}

// mostPairs is the maximum number of pairs that are compared one by one, without an allocation. For
// more pairs, sorting the tensors is faster.
const mostPairs = 4096

// extent is the memory of a tensor, from its first byte to the byte after its last byte.
type extent struct {
	from, to uintptr
	n        int  // index of the tensor among the outputs or the inputs
	output   bool // whether the tensor is an output
}

// extentOf returns the memory of t; the zero extent if t is nil or has no data.
func extentOf(t *tensor.Tensor) extent {
	if t == nil || len(t.Data) == 0 {
		return extent{}
	}
	from := uintptr(unsafe.Pointer(unsafe.SliceData(t.Data)))
	return extent{from: from, to: from + uintptr(len(t.Data))}
}

// Overlap reports whether two tensors share memory.
func Overlap(a, b *tensor.Tensor) bool {
	x, y := extentOf(a), extentOf(b)
	return x.from < y.to && y.from < x.to
}

// checkManyApart is CheckApart for many tensors. It sorts the tensors by address. It compares each
// tensor with two earlier tensors: the output that ends last, and the input that ends last.
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
	return diag.Errorf(diag.Span{}, "outputs #%d and #%d share memory, but each is written", i, j).WithHelp("use a separate tensor for each")
}

func sharedInput(output, input int) error {
	return diag.Errorf(diag.Span{}, "output #%d shares memory with input #%d, which a run must not change", output, input).
		WithHelp("use a separate tensor for the output, or donate the input: Executable.RunDonating uses its memory for later results")
}

func sharedScratch(what string, i int) error {
	return diag.Errorf(diag.Span{}, "the scratchpad shares memory with %s #%d, which a run would overwrite", what, i).WithHelp("use separate memory for the scratchpad")
}

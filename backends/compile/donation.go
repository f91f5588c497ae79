package compile

import (
	"slices"
	"sync"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// The attributes with which JAX marks donated arguments. The value of aliasingOutput is the index
// of the result that should use the memory of the argument. bufferDonor marks an argument without
// naming a result.
const (
	aliasingOutput = "tf.aliasing_output"
	bufferDonor    = "jax.buffer_donor"
)

// Donated reports which inputs the program marks as donated, as JAX does for donate_argnums. The
// result can be passed to [Executable.RunDonating]; other methods ignore the marks.
func (e *Executable) Donated() []bool {
	if e.made() != nil {
		return nil
	}
	return slices.Clone(e.donated)
}

// donatedArguments returns for each argument of m's entry function whether it is marked as donated.
// It fails if a mark names a result that does not exist or has another type, or if two marks name
// the same result.
func donatedArguments(m ir.Module, entry string) ([]bool, error) {
	f, err := fn.Entry(m, entry)
	if err != nil {
		return nil, err
	}
	t := f.FunctionType()
	donated, owner := make([]bool, len(t.Inputs)), map[int64]int{}
	for i, in := range t.Inputs {
		attrs := f.ArgAttrs(i)
		if attrs == nil {
			continue
		}
		donated[i] = attrs.Get(bufferDonor) == ir.BoolAttr(true)
		mark := attrs.Get(aliasingOutput)
		if mark.IsNil() {
			continue
		}
		n, ok := mark.Int()
		first, taken := owner[n]
		switch {
		case !ok || n < 0 || n >= int64(len(t.Results)):
			err = ir.Errorf(f.Op, "argument #%d has %s = %s, but the function has %d results, counted from #0", i, aliasingOutput, mark, len(t.Results))
		case t.Results[n].Elem() != in.Elem() || !ir.CompatibleShapes(t.Results[n], in):
			err = ir.Errorf(f.Op, "argument #%d has %s = %d, but its type is '%s', and the type of the result is '%s'", i, aliasingOutput, n, in, t.Results[n])
		case taken:
			err = ir.Errorf(f.Op, "arguments #%d and #%d have the same %s = %d", first, i, aliasingOutput, n)
		}
		if err != nil {
			return nil, diag.All(err)[0].WithHelp("name a result that has the argument's type and that no other argument names, or remove the attribute")
		}
		donated[i], owner[n] = true, i
	}
	return donated, nil
}

// donations are the tensors whose memory will be taken by runs in progress.
type donations struct {
	mu    sync.Mutex
	taken map[*tensor.Tensor]bool
}

// begin checks and marks the donated inputs of a run. It fails if a run in progress takes the
// memory of one of the inputs, or if checkDonation fails.
func (d *donations) begin(inputs []*tensor.Tensor, donate []bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := slices.IndexFunc(inputs, func(t *tensor.Tensor) bool { return d.taken[t] }); i >= 0 {
		return diag.Errorf(diag.Span{}, "input #%d is donated to another run, which has not ended", i).
			WithHelp("use a separate tensor for each run")
	}
	if err := checkDonation(inputs, donate); err != nil {
		return err
	}
	for i, t := range inputs {
		if donate[i] {
			if d.taken == nil {
				d.taken = map[*tensor.Tensor]bool{}
			}
			d.taken[t] = true
		}
	}
	return nil
}

// end removes the marks of begin. If the run succeeded, it calls take for each donated input.
func (d *donations) end(inputs []*tensor.Tensor, donate []bool, succeeded bool, take func(*tensor.Tensor)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for i, t := range inputs {
		if donate[i] {
			delete(d.taken, t)
			if succeeded {
				take(t)
			}
		}
	}
}

// checkDonation fails if donate has the wrong length, or if a donated input overlaps another
// input.
func checkDonation(inputs []*tensor.Tensor, donate []bool) error {
	if len(donate) != len(inputs) {
		return diag.Errorf(diag.Span{}, "there are %d inputs, but %d donation flags", len(inputs), len(donate))
	}
	for i, t := range inputs {
		for j, u := range inputs[:i] {
			if (donate[i] || donate[j]) && backends.Overlap(t, u) {
				return diag.Errorf(diag.Span{}, "inputs #%d and #%d share memory, and a later run would write to the donated one", j, i).
					WithHelp("donate neither, or use a separate tensor for one")
			}
		}
	}
	return nil
}

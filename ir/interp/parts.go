package interp

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// partSize is how many elements of large tensors an elementwise operation evaluates at once.
const partSize = 1 << 14

// inParts evaluates an operation. An elementwise function of large tensors is evaluated in parts,
// so that the context is checked between them.
func (c *Context) inParts(in *instr, vals []Value) ([]Value, error) {
	n, ok := partible(in, vals)
	if !ok {
		return in.eval.Eval(c, vals)
	}
	outs := make([]Value, len(in.out))
	part := make([]Value, len(vals))
	for at := 0; at < n; at += partSize {
		c.Work(pollAfter)
		size := min(partSize, n-at)
		for i, v := range vals {
			part[i] = elements(v.(*tensor.Tensor), at, size)
		}
		results, err := in.eval.Eval(c, part)
		if err != nil {
			return nil, err
		}
		for i, v := range results {
			r := v.(*tensor.Tensor)
			if at == 0 {
				outs[i] = tensor.New(r.Kind, largest(vals).Shape...)
			}
			copy(elements(outs[i].(*tensor.Tensor), at, size).Data, r.Data)
		}
	}
	return outs, nil
}

// partible reports whether an operation is a function, means the same for parts of its operands,
// and how many elements they have. Other elementwise operations, such as a selection, take little
// time for each element.
func partible(in *instr, vals []Value) (n int, ok bool) {
	if !in.op.Has(ir.Elementwise) {
		return 0, false
	}
	most := partSize
	if !in.op.Has(ir.CanonicalNaN) {
		most = 1 << 24
	}
	for _, v := range vals {
		t, ok := v.(*tensor.Tensor)
		if !ok {
			return 0, false
		}
		if len(t.Shape) == 0 {
			continue // a scalar is repeated
		}
		if size := t.NumElements(); n == 0 {
			n = size
		} else if size != n {
			return 0, false
		}
	}
	return n, n > most
}

// largest returns the first operand that is no scalar.
func largest(vals []Value) *tensor.Tensor {
	for _, v := range vals {
		if t := v.(*tensor.Tensor); len(t.Shape) > 0 {
			return t
		}
	}
	panic("interp: BUG: all operands are scalars")
}

// elements returns n elements of t in row-major order, which share its data; t itself if it is a
// scalar.
func elements(t *tensor.Tensor, at, n int) *tensor.Tensor {
	if len(t.Shape) == 0 {
		return t
	}
	size := t.Kind.Size()
	return &tensor.Tensor{Kind: t.Kind, Shape: []int64{int64(n)}, Data: t.Data[at*size : (at+n)*size : (at+n)*size]}
}

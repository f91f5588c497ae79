package interp

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// partSize is the number of elements in a part of a large tensor, and partWork is the work that one
// element counts as.
const (
	partSize = 1 << 14
	partWork = 64
)

// Parts calls f for consecutive ranges of n elements, and checks the context before each. The loops
// of an Eval over all elements of a tensor use it.
func (c *Context) Parts(n int, f func(from, to int)) {
	for from := 0; from < n; from += partSize {
		size := min(partSize, n-from)
		c.Work(partWork * size)
		f(from, from+size)
	}
}

// InParts computes an elementwise function f of tensors. Tensors without dimensions are broadcast
// to the others. Large tensors are computed in parts, so that the context is checked between them.
func (c *Context) InParts(vals []Value, f func(part []Value) ([]Value, error)) ([]Value, error) {
	n, ok := partible(vals)
	if !ok {
		return f(vals)
	}
	var outs []Value
	part := make([]Value, len(vals))
	for at := 0; at < n; at += partSize {
		size := min(partSize, n-at)
		c.Work(partWork * size)
		for i, v := range vals {
			part[i] = elements(v.(*tensor.Tensor), at, size)
		}
		results, err := f(part)
		if err != nil {
			return nil, err
		}
		for i, v := range results {
			r := v.(*tensor.Tensor)
			if at == 0 {
				outs = append(outs, tensor.New(r.Kind, largest(vals).Shape...))
			}
			copy(elements(outs[i].(*tensor.Tensor), at, size).Data, r.Data)
		}
	}
	return outs, nil
}

// inParts evaluates an operation. An elementwise function of large tensors is evaluated in parts.
func (c *Context) inParts(in *instr, vals []Value) ([]Value, error) {
	eval := func(vals []Value) ([]Value, error) { return in.eval.Eval(c, vals) }
	if !in.op.Has(ir.Elementwise) {
		return eval(vals)
	}
	return c.InParts(vals, eval)
}

// partible reports whether all values are tensors, and those that are not scalars have the same
// number of elements, which is larger than a part. It returns that number.
func partible(vals []Value) (n int, ok bool) {
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
	return n, n > partSize
}

// largest returns the first operand that is not a scalar.
func largest(vals []Value) *tensor.Tensor {
	for _, v := range vals {
		if t := v.(*tensor.Tensor); len(t.Shape) > 0 {
			return t
		}
	}
	panic("interp: BUG: all operands are scalars")
}

// elements returns n elements of t in row-major order, from element at on. They share t's data. If
// t is a scalar, it returns t.
func elements(t *tensor.Tensor, at, n int) *tensor.Tensor {
	if len(t.Shape) == 0 {
		return t
	}
	size := t.Kind.Size()
	return &tensor.Tensor{Kind: t.Kind, Shape: []int64{int64(n)}, Data: t.Data[at*size : (at+n)*size : (at+n)*size]}
}

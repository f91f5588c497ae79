package interp

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// partSize is the number of elements in a part of a large tensor. partWork is the number of steps
// per element for [Context.Work], chosen so that Work checks the context before each full part.
const (
	partSize = 1 << 14
	partWork = 64
)

// Parts divides n elements into ranges and calls f for each range, in order. It checks the context
// before each full range. An Eval uses it for loops over all elements of a tensor.
func (c *Context) Parts(n int, f func(from, to int)) {
	for from := 0; from < n; from += partSize {
		size := min(partSize, n-from)
		c.Work(partWork * size)
		f(from, from+size)
	}
}

// InParts applies the elementwise function f to tensors. It divides large tensors into parts, and
// checks the context between parts. f must broadcast scalars, which are tensors without dimensions.
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
				outs = append(outs, c.New(r.Kind, largest(vals).Shape...))
			}
			copy(elements(outs[i].(*tensor.Tensor), at, size).Data, r.Data)
		}
	}
	return outs, nil
}

// inParts evaluates an operation, in parts if it is elementwise and its operands are large.
func (c *Context) inParts(in *instr, vals []Value) ([]Value, error) {
	eval := func(vals []Value) ([]Value, error) { return in.eval.Eval(c, vals) }
	if !in.op.Has(ir.Elementwise) {
		return eval(vals)
	}
	return c.InParts(vals, eval)
}

// partible reports whether InParts can divide vals into parts. All values must be tensors, and
// those that are not scalars must have the same number n > partSize of elements.
func partible(vals []Value) (n int, ok bool) {
	for _, v := range vals {
		t, ok := v.(*tensor.Tensor)
		if !ok {
			return 0, false
		}
		if len(t.Shape) == 0 {
			continue // a scalar is broadcast
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

// elements returns n successive elements of t in row-major order, from index "at" on. The result
// shares t's data. For a scalar t, the result is t.
func elements(t *tensor.Tensor, at, n int) *tensor.Tensor {
	if len(t.Shape) == 0 {
		return t
	}
	size := t.Kind.Size()
	return &tensor.Tensor{Kind: t.Kind, Shape: []int64{int64(n)}, Data: t.Data[at*size : (at+n)*size : (at+n)*size]}
}

package graphapi

import (
	"context"
	"errors"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Lifetime says how long memory of an allocator is used.
type Lifetime uint8

// The lifetimes. Persistent memory holds cached constants until the graph is closed. Output memory
// holds results until the caller frees it. Temporary memory is used during one run.
const (
	Persistent Lifetime = iota
	Output
	Temporary
)

// Allocator provides memory. It must be safe for concurrent use.
type Allocator interface {
	// Allocate returns n bytes, the first at a multiple of align.
	Allocate(n, align int, l Lifetime) ([]byte, error)
	// Free releases memory that Allocate returned.
	Free(b []byte, l Lifetime)
}

// align is the alignment of tensors and scratchpads in bytes.
const align = 64

func newTensors(a Allocator, types []ir.Type, l Lifetime) ([]*tensor.Tensor, error) {
	var ts []*tensor.Tensor
	for _, t := range types {
		shape, _ := t.Shape()
		data, err := allocate(a, bytesOf(t), l)
		if err != nil {
			freeTensors(a, ts, l)
			return nil, err
		}
		ts = append(ts, &tensor.Tensor{Kind: t.Kind(), Shape: shape, Data: data})
	}
	return ts, nil
}

func allocate(a Allocator, n int64, l Lifetime) ([]byte, error) {
	if n == 0 {
		return []byte{}, nil
	}
	b, err := a.Allocate(int(n), align, l)
	switch {
	case err != nil:
		return nil, diag.OfKind(err, diag.Errorf(diag.Span{}, "the allocator cannot provide %d bytes: %v", n, err))
	case int64(len(b)) != n:
		return nil, diag.Errorf(diag.Span{}, "the allocator returned %d bytes, but %d were requested", len(b), n)
	}
	return b, nil
}

func freeTensors(a Allocator, ts []*tensor.Tensor, l Lifetime) {
	for _, t := range ts {
		if len(t.Data) > 0 {
			a.Free(t.Data, l)
		}
	}
}

// runAllocated runs x with results and scratchpad in memory of the allocator.
func (c *Compiled) runAllocated(ctx context.Context, args []*tensor.Tensor) ([]*tensor.Tensor, error) {
	a := c.graph.o.Allocator
	outputs, err := newTensors(a, c.outputs, Output)
	if err != nil {
		return nil, err
	}
	if s, ok := c.scratchRunner(); ok {
		err = withScratch(a, s.ScratchBytes(), func(scratch []byte) error { return s.RunScratch(ctx, args, outputs, scratch) })
	} else {
		err = c.x.RunInto(ctx, args, outputs)
	}
	if err != nil {
		freeTensors(a, outputs, Output)
		return nil, err
	}
	return outputs, nil
}

func withScratch(a Allocator, n int64, run func([]byte) error) error {
	scratch, err := allocate(a, n, Temporary)
	if err != nil {
		return err
	}
	err = run(scratch)
	if n > 0 {
		a.Free(scratch, Temporary)
	}
	return err
}

// Free frees the results of a run; their memory must be from the allocator of the graph.
func (g *Graph) Free(results ...*tensor.Tensor) error {
	if g.o.Allocator == nil {
		return errors.New("the graph has no allocator")
	}
	freeTensors(g.o.Allocator, results, Output)
	return nil
}

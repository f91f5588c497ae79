package interp

import "github.com/lathe-ir/lathe/ir/tensor"

// slowElements is a number of elements. An allocation clears memory. For a tensor with at least this
// many elements, the allocation can take longer than a run may continue after its context is done.
const slowElements = 64 << 20

// New is like [tensor.New], but ends the evaluation and the run if the context of the run ends
// before a large tensor is allocated. c may be nil, as during folding.
func (c *Context) New(k tensor.Kind, shape ...int64) *tensor.Tensor {
	if n := tensor.NumElements(shape); c == nil || n < slowElements {
		return tensor.New(k, shape...)
	}
	type result struct {
		t   *tensor.Tensor
		err error
	}
	made := make(chan result, 1)
	go func() {
		t, err := tensor.TryNew(k, shape...)
		made <- result{t, err}
	}()
	var r result
	select {
	case r = <-made:
	case <-c.ctx.Done():
	}
	if err := c.ctx.Err(); err != nil {
		stop := interruption{err}
		panic(stop) // unwinds the evaluation to Run
	}
	return tensor.Must(r.t, r.err)
}

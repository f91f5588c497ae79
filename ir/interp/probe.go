package interp

import (
	"context"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// Probes holds the tensors that a run recorded for each probe. A probe is an operation that records
// its operand, such as interpreter.probe.
type Probes struct {
	seen map[string][]*tensor.Tensor
	sink func(id string, n int, t *tensor.Tensor) error
}

type sinkKey struct{}

// WithProbeSink returns a context whose runs pass recorded tensors to sink, with the name of the
// probe and the number of its earlier records. sink may be nil. If ctx comes from WithProbes, its
// sink does not change.
func WithProbeSink(ctx context.Context, sink func(id string, n int, t *tensor.Tensor) error) context.Context {
	return context.WithValue(ctx, sinkKey{}, sink)
}

type probesKey struct{}

// WithProbes returns a context whose runs share one set of records, as if they were one run.
func WithProbes(ctx context.Context) context.Context {
	return context.WithValue(ctx, probesKey{}, newProbes(ctx))
}

func newProbes(ctx context.Context) *Probes {
	if p, ok := ctx.Value(probesKey{}).(*Probes); ok {
		return p
	}
	p := &Probes{seen: map[string][]*tensor.Tensor{}}
	p.sink, _ = ctx.Value(sinkKey{}).(func(string, int, *tensor.Tensor) error)
	return p
}

// Record records t for the probe with the name id, and passes t to the sink if there is one.
func (c *Context) Record(id string, t *tensor.Tensor) error {
	n := len(c.probes.seen[id])
	c.probes.seen[id] = append(c.probes.seen[id], t)
	if c.probes.sink == nil {
		return nil
	}
	return c.probes.sink(id, n, t)
}

// Recorded returns record n, counted from 0, of the probe with the name id. It returns false if
// there is no such record.
func (c *Context) Recorded(id string, n int) (*tensor.Tensor, bool) {
	ts := c.probes.seen[id]
	if n < 0 || n >= len(ts) {
		return nil, false
	}
	return ts[n], true
}

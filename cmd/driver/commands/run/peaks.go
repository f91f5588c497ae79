package run

import (
	"context"
	"fmt"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/peak"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/target"
)

// peaks has the peak FLOP/s and bytes/s of a backend. 0 means that a rate is unknown.
type peaks struct{ flops, bytes float64 }

const (
	// copied is the number of floats that are copied, more than fit into caches.
	copied = 1 << 24
	// measured is the number of runs of each program. The fastest run counts.
	measured = 5
)

// measure measures peak rates. A rate is 0 if its program fails, or if o lists devices.
func measure(ctx context.Context, reg *ir.Registry, o compile.Options) peaks {
	if len(o.Devices) > 0 {
		return peaks{}
	}
	lanes := target.Host().Lanes(4)
	own := compile.Options{Backend: o.Backend, Backends: o.Backends, Threads: o.Threads, Properties: o.Properties}
	rate := func(text string, work float64) float64 {
		op, err := asm.Parse(reg, diag.NewSource("peak.mlir", []byte(text)), asm.Options{})
		if err != nil {
			return 0
		}
		m, _ := ir.As[ir.Module](op)
		e, err := compile.Module(ctx, m, own)
		if err != nil {
			return 0
		}
		defer e.Close()
		var in, out []*tensor.Tensor
		for _, t := range e.Inputs() {
			shape, _ := t.Shape()
			in = append(in, tensor.New(t.Kind(), shape...))
		}
		for _, t := range e.Outputs() {
			shape, _ := t.Shape()
			out = append(out, tensor.New(t.Kind(), shape...))
		}
		best := time.Duration(0)
		for range measured {
			begin := time.Now()
			if e.RunInto(ctx, in, out) != nil {
				return 0
			}
			if took := time.Since(begin); best == 0 || took < best {
				best = took
			}
		}
		return work / max(best.Seconds(), 1e-9)
	}
	return peaks{rate(peak.MultiplyAdds(lanes)), rate(peak.Copies(lanes, copied))}
}

// share returns three columns of a profile for r: GFLOP/s, GB/s, and the larger of the two as a
// percentage of its peak rate. Unknown values are dashes.
func (p peaks) share(r *backends.Record) string {
	seconds := r.Took.Seconds() / float64(max(1, r.Runs))
	if seconds == 0 || r.Bytes == 0 {
		return "\t-\t-\t-"
	}
	flops, bytes, part := r.Flops/seconds, r.Bytes/seconds, "-"
	if p.flops > 0 && p.bytes > 0 {
		part = fmt.Sprintf("%.0f%%", 100*max(flops/p.flops, bytes/p.bytes))
	}
	return fmt.Sprintf("\t%.1f\t%.1f\t%s", flops/1e9, bytes/1e9, part)
}

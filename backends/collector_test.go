package backends_test

import (
	"context"
	"runtime"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// stops returns a histogram of the times that the garbage collector took to stop the world.
func stops() *metrics.Float64Histogram {
	s := []metrics.Sample{{Name: "/sched/pauses/stopping/gc:seconds"}}
	metrics.Read(s)
	return s[0].Value.Float64Histogram()
}

// stopTime returns an upper bound of the median time that it takes to stop the world while the
// function "work" is called repeatedly.
func stopTime(t *testing.T, work func(ctx context.Context)) time.Duration {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			work(ctx)
		}
	}()
	time.Sleep(20 * time.Millisecond)
	before := stops()
	for range 40 {
		runtime.GC()
	}
	after := stops()
	cancel()
	<-ended
	total, seen := uint64(0), uint64(0)
	for i := range after.Counts {
		after.Counts[i] -= before.Counts[i]
		total += after.Counts[i]
	}
	for i, n := range after.Counts {
		if seen += n; 2*seen >= total {
			return time.Duration(after.Buckets[i+1] * float64(time.Second))
		}
	}
	panic("unreachable")
}

// TestCollectorWaits checks that a long run of a program does not delay the garbage collector,
// which must stop the world. Kernels run in short slices for this purpose. It is enough if one of
// five measurements is within the limit.
func TestCollectorWaits(t *testing.T) {
	if testing.Short() {
		t.Skip("short tests run with the race detector, which makes stops late")
	}
	const product = `
func.func @main(%a: tensor<1536x1536xf32>, %b: tensor<1536x1536xf32>) -> tensor<1536x1536xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1536x1536xf32>, tensor<1536x1536xf32>) -> tensor<1536x1536xf32>
  return %0 : tensor<1536x1536xf32>
}`
	p := program(t, "jit", product).(backends.IntoRunner)
	in := []*tensor.Tensor{tensor.New(tensor.F32, 1536, 1536), tensor.New(tensor.F32, 1536, 1536)}
	out := []*tensor.Tensor{tensor.New(tensor.F32, 1536, 1536)}
	for range 5 { // other processes may delay a stop
		got := stopTime(t, func(ctx context.Context) {
			if err := p.RunInto(ctx, in, out); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
		sum := 0
		loop := stopTime(t, func(context.Context) {
			for i := range 1 << 20 {
				sum += i
			}
		})
		t.Logf("the median stop takes at most %v during the program, %v during a loop in Go", got, loop)
		if got <= max(300*time.Microsecond, 2*loop) {
			return
		}
	}
	t.Error("each measured median is more than 300µs and more than twice that of the loop")
}

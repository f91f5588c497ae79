package hetero_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// far is vm with a separate memory. All devices of one backend share this memory.
type far struct {
	backends.Backend
	memory *farMemory
}

func farFactory(name string, live *atomic.Int32) backends.Factory {
	return backends.Factory{Name: name, Open: func(cfg backends.Config) (backends.Backend, error) {
		b, err := vm.Factory().Open(cfg)
		return &far{b, &farMemory{device: cfg.Device, space: name, live: live}}, err
	}}
}

func (f *far) Memory() backends.Memory { return f.memory }

func (f *far) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	p, err := f.Backend.Compile(ctx, m, o)
	return &farProgram{p}, err
}

type farProgram struct{ backends.Program }

func (p *farProgram) RunBuffers(ctx context.Context, inputs, outputs []backends.Buffer) error {
	var in, out []*tensor.Tensor
	for _, b := range inputs {
		in = append(in, b.(*farBuffer).t)
	}
	for _, b := range outputs {
		out = append(out, b.(*farBuffer).t)
	}
	err := p.Program.(backends.IntoRunner).RunInto(ctx, in, out)
	time.Sleep(100 * time.Microsecond)
	for _, b := range inputs {
		if b.(*farBuffer).closed.Load() {
			return errors.New("an input was closed during the run")
		}
	}
	return err
}

type farMemory struct {
	device string
	space  string
	live   *atomic.Int32 // number of buffers that are not closed
	lost   error         // if not nil, the error of reads
}

func (m *farMemory) Device() string { return m.device }
func (m *farMemory) Space() string  { return m.space }
func (m *farMemory) NewBuffer(k tensor.Kind, shape ...int64) (backends.Buffer, error) {
	m.live.Add(1)
	return &farBuffer{m: m, t: tensor.New(k, shape...)}, nil
}
func (m *farMemory) NewHostTensor(k tensor.Kind, shape ...int64) (*tensor.Tensor, error) {
	return tensor.New(k, shape...), nil
}

type farBuffer struct {
	m      *farMemory
	t      *tensor.Tensor
	closed atomic.Bool
}

func (b *farBuffer) Memory() backends.Memory      { return b.m }
func (b *farBuffer) Kind() tensor.Kind            { return b.t.Kind }
func (b *farBuffer) Shape() []int64               { return b.t.Shape }
func (b *farBuffer) Host() (*tensor.Tensor, bool) { return nil, false }
func (b *farBuffer) Read(t *tensor.Tensor) error  { copy(t.Data, b.t.Data); return b.m.lost }
func (b *farBuffer) Write(t *tensor.Tensor) error { copy(b.t.Data, t.Data); return nil }
func (b *farBuffer) Close() error {
	b.closed.Store(true)
	b.m.live.Add(-1)
	return nil
}

// TestO11Copies checks that no values are copied between devices that use host memory. A value that
// is needed in another memory must be copied once and counted. All buffers must be freed after the
// run. O11 is a row in docs/backends.md.
func TestO11Copies(t *testing.T) {
	for _, test := range []struct {
		a, b, c string
		copies  int
	}{
		{"vm.0", "vm.1", "ref", 0},
		{"far", "vm", "vm", 3},   // copies x and y to "far", and the sum back
		{"far", "far", "far", 3}, // copies x and y to "far", and the result back
		// Copies x and y once to the shared memory, and the sum and the product back.
		{"far.0", "far.1", "vm", 4},
		{"vm", "vm", "far", 3},
		// Copies x and y to "far", the sum and the product to the host and then to "away", and the
		// result to the host.
		{"far", "far", "away", 7},
		// Copies x and y to both memories, and the sum and the product back.
		{"far", "away", "vm", 6},
	} {
		for _, mode := range modes() {
			var live atomic.Int32
			p := compile(t, on(test.a, test.b, test.c), mode, farFactory("far", &live), farFactory("away", &live))
			for n := range 3 {
				out, err := p.Run(context.Background(), inputs(float32(n)))
				if err != nil {
					t.Fatal(err)
				}
				wants(t, inputs(float32(n)), out)
			}
			got := p.(interface{ Copies() host.Copies }).Copies()
			if got.Count != 3*test.copies || got.Bytes != int64(16*3*test.copies) {
				t.Errorf("%s, %s, %s, %s: got %+v in three runs, expected %d copies of 16 bytes in each run", mode, test.a, test.b, test.c, got, test.copies)
			}
			if live.Load() != 0 {
				t.Errorf("%d buffers on the device were not freed", live.Load())
			}
		}
	}
}

// TestO11LostResult checks runs whose result can't be read from the memory of the device. The error
// must name the device that computed the result.
func TestO11LostResult(t *testing.T) {
	lost, open := errors.New("the memory is lost"), farFactory("far", new(atomic.Int32))
	p := compile(t, copies("far", `devices = ["far.0", "far.1"]`), hetero.Sequential, backends.Factory{Name: "far", Open: func(cfg backends.Config) (backends.Backend, error) {
		b, err := open.Open(cfg)
		b.(*far).memory.lost = lost
		return b, err
	}})
	for _, device := range []string{"far.0", "far.1"} {
		_, err := p.Run(t.Context(), inputs(1))
		if !errors.Is(err, lost) || !strings.Contains(err.Error(), "(@sum on device '"+device+"'): result #0 can't be copied") {
			t.Errorf("the error is %v, expected one of device %s", err, device)
		}
	}
}

// TestO11SteadyMemory checks that RunInto allocates nothing after the first runs on host memory.
func TestO11SteadyMemory(t *testing.T) {
	p := compile(t, on("vm.0", "vm.1", "vm.0"), hetero.Sequential).(backends.IntoRunner)
	in, out := inputs(1), []*tensor.Tensor{tensor.New(tensor.F32, 4), tensor.New(tensor.F32, 4)}
	n := testing.AllocsPerRun(100, func() {
		if err := p.RunInto(context.Background(), in, out); err != nil {
			t.Fatal(err)
		}
	})
	wants(t, in, out)
	if n != 0 && !raceDetector {
		t.Errorf("%v allocations in each run, expected none", n)
	}
}

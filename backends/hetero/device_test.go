package hetero_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// accelerator is a backend with a property "gain". It records the settings of a compilation.
type accelerator struct {
	*backends.Core
	*behavior
}

type behavior struct {
	threads int
	gain    any
	refuses error // if not nil, the error of Compile
	breaks  error // if not nil, the error of runs
	runs    func()
}

func accelerators(to *behavior) backends.Factory {
	return backends.Factory{Name: "acc", Exclusion: &backends.Exclusion{}, Open: func(cfg backends.Config) (backends.Backend, error) {
		core, err := backends.NewCore(cfg, backends.Info{Name: "acc", Version: "1"}, accelerator{},
			property.Property{Key: "gain", Doc: "factor by which the device multiplies", Default: 1, Least: 1, Access: property.ReadWrite, Compiles: true})
		return accelerator{core, to}, err
	}}
}

func (a accelerator) Query(_ context.Context, f fn.Func) ([]irplace.Answer, error) {
	var as []irplace.Answer
	for op := range f.Entry().Ops() {
		if op != f.Entry().Last() {
			as = append(as, irplace.Answer{Op: op, Supported: true})
		}
	}
	return as, nil
}

func (a accelerator) Compile(_ context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	s, err := a.Settings(o.Properties)
	if err != nil {
		return nil, err
	}
	if a.refuses != nil {
		return nil, a.refuses
	}
	f, err := fn.Entry(m, o.Entry)
	if err != nil {
		return nil, err
	}
	a.threads = s.Threads
	if a.gain, err = s.Properties.Get("gain"); err != nil {
		return nil, err
	}
	return host.NewFunction(f, s, func(ctx context.Context, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
		if a.runs != nil {
			a.runs()
		}
		if a.breaks != nil {
			return nil, a.breaks
		}
		out, err := interp.Run(ctx, f.Op, in)
		for i := range out {
			out[i] = out[i].Clone()
		}
		return out, err
	})
}

// TestO11Refused checks that an error of a device's compiler names the partition and the device.
// O11 is a row in docs/backends.md.
func TestO11Refused(t *testing.T) {
	to := &behavior{refuses: errors.New("out of instruction memory")}
	r := registry(to, backends.Config{})
	defer r.Close()
	_, err := open(t, r, "hetero").Compile(t.Context(), parse(t, on("vm", "acc", "vm")), backends.CompileOptions{})
	if !errors.Is(err, to.refuses) || diag.Messages(err) != "partition @product on device 'acc': out of instruction memory" {
		t.Errorf("the error is %v", err)
	}
}

// batch is a backend whose CompileAll returns one program more than there are requests.
type batch struct {
	backends.Backend
	open *atomic.Int32 // number of programs that are not closed
}

func (b batch) CompileAll(ctx context.Context, rs []backends.CompileRequest) ([]backends.Program, error) {
	var ps []backends.Program
	for _, r := range append(rs, rs[0]) {
		p, err := b.Compile(ctx, r.Module, r.Options)
		if err != nil {
			return ps, err
		}
		b.open.Add(1)
		ps = append(ps, counted{p, b.open})
	}
	return ps, nil
}

type counted struct {
	backends.Program
	open *atomic.Int32
}

func (p counted) Close() error { p.open.Add(-1); return p.Program.Close() }

// TestO11TooMany checks the error if a backend returns too many programs. All must be closed.
func TestO11TooMany(t *testing.T) {
	var left atomic.Int32
	more := backends.Factory{Name: "more", Open: func(cfg backends.Config) (backends.Backend, error) {
		b, err := vm.Factory().Open(cfg)
		return batch{b, &left}, err
	}}
	r := backends.NewRegistry([]backends.Factory{hetero.Factory(), more}, backends.Config{})
	defer r.Close()
	_, err := open(t, r, "hetero").Compile(t.Context(), parse(t, on("more", "more", "more")), backends.CompileOptions{})
	if err == nil || err.Error() != "backend 'vm' returned 3 programs for 2 requests, and no error" || left.Load() != 0 {
		t.Errorf("the error is %v, and %d programs are open", err, left.Load())
	}
}

// TestO11BareFault checks runs in which a device fails with an error that names no operation. The
// error of the run must name the device. If the device runs a single operation, the error must also
// name this operation.
func TestO11BareFault(t *testing.T) {
	to := &behavior{breaks: errors.New("ECC error in bank 3")}
	r := registry(to, backends.Config{})
	defer r.Close()
	x := inputs(1)
	for _, test := range []struct{ backend, text, says string }{
		{"acc", alone, "'stablehlo.add' op failed on device 'acc': ECC error in bank 3"},
		{"acc", strings.Replace(alone, "  return", "  %1 = stablehlo.negate %0 : tensor<4xf32>\n  return", 1), "the program failed on device 'acc': ECC error in bank 3"},
		{"hetero", on("vm", "acc", "vm"), "partition 2 (@product on device 'acc'): 'stablehlo.multiply' op failed on device 'acc': ECC error in bank 3"},
	} {
		p, err := open(t, r, test.backend).Compile(t.Context(), parse(t, test.text), backends.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = p.Run(t.Context(), x[:len(p.Inputs())])
		if !errors.Is(err, to.breaks) || diag.Messages(err) != test.says {
			t.Errorf("the error is %v, expected %s", err, test.says)
		}
		p.Close()
	}
}

// TestO11FaultOfMany checks that the note of a fault in a large cluster lists the first operations,
// and says how many more there are.
func TestO11FaultOfMany(t *testing.T) {
	to := &behavior{breaks: errors.New("lost")}
	r := registry(to, backends.Config{})
	defer r.Close()
	text := on("acc", "vm", "vm")
	for i := range 10 {
		text = strings.Replace(text, "  %0 = stablehlo.add %a, %b : tensor<4xf32>", fmt.Sprintf("  %%x%d = stablehlo.add %%a, %%b : tensor<4xf32>\n  %%0 = stablehlo.add %%a, %%b : tensor<4xf32>", i), 1)
	}
	p, err := open(t, r, "hetero").Compile(t.Context(), parse(t, text), backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	_, err = p.Run(t.Context(), inputs(1))
	notes := diag.All(err)[0].Notes
	if len(notes) != 1 || !strings.HasSuffix(notes[0].Message, ", and 3 more") || strings.Count(notes[0].Message, "'stablehlo.add' op #") != 8 {
		t.Errorf("the notes of %v are %v", err, notes)
	}
}

func registry(to *behavior, cfg backends.Config) *backends.Registry {
	return backends.NewRegistry([]backends.Factory{vm.Factory(), ref.Factory(), hetero.Factory(), accelerators(to)}, cfg)
}

func open(t *testing.T, r *backends.Registry, name string) backends.Backend {
	t.Helper()
	b, err := r.Open(device.Named(name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestO11Properties checks that properties of the program override properties of the devices. A
// property such as acc.gain is only for device acc, which must check the value. If there are
// several streams, each gets an equal share of the threads. Properties.Compiling must leave out
// vm.threads, since compiled programs do not depend on it.
func TestO11Properties(t *testing.T) {
	to := &behavior{}
	r := registry(to, backends.Config{Threads: 3})
	defer r.Close()
	b, m := open(t, r, "hetero"), parse(t, on("vm.1", "acc", "vm"))
	for _, test := range []struct {
		values  map[string]any
		threads int
		gain    any
	}{
		{nil, 3, 1},
		{map[string]any{"threads": 1}, 1, 1},
		{map[string]any{"threads": 7, "acc.gain": "4"}, 7, 4},
		{map[string]any{"threads": 8, "streams": 2}, 4, 1},
		{map[string]any{"performance-hint": "throughput"}, 1, 1},
		{map[string]any{"threads": 8, "acc.threads": 2, "vm.1.threads": 1}, 2, 1},
	} {
		p, err := b.Compile(t.Context(), m, backends.CompileOptions{Properties: test.values})
		if err != nil {
			t.Fatal(err)
		}
		if to.threads != test.threads || to.gain != test.gain {
			t.Errorf("%v: acc was compiled with %d threads, gain %v", test.values, to.threads, to.gain)
		}
		if v, err := p.(backends.Configured).Properties().Get(backends.ExecutionProperty); err != nil || fmt.Sprint(v) != "[vm.1 acc vm]" {
			t.Errorf("the program runs on %v; error %v", v, err)
		}
		p.Close()
	}
	for key, says := range map[string]string{
		"acc.gian": "unknown property 'gian' of device 'acc'", "nix.gain": "unknown backend 'nix'", "vm.2.threads": "runs no part of the program; parts run on vm.1, acc, vm",
		"gain": "unknown property 'gain' of device 'hetero'", ".gain": "unknown property '.gain' of device 'hetero'",
	} {
		if _, err := b.Compile(t.Context(), m, backends.CompileOptions{Properties: map[string]any{key: 1}}); !errors.Is(err, backends.ErrUnknownProperty) || !strings.Contains(err.Error(), says) {
			t.Errorf("the property %s gives the error %v", key, err)
		}
	}
	if _, err := b.Compile(t.Context(), m, backends.CompileOptions{Properties: map[string]any{"acc.gain": 0}}); !errors.Is(err, backends.ErrBadValue) {
		t.Errorf("a gain of 0 gives the error %v", err)
	}
	ps, err := b.Properties().With(map[string]any{"acc.gain": 4, "vm.threads": 1})
	if err != nil || !strings.Contains(strings.Join(ps.Compiling(), " "), "acc.gain=4") || strings.Contains(strings.Join(ps.Compiling(), " "), "vm.threads") {
		t.Errorf("programs depend on %v; error %v", ps.Compiling(), err)
	}
}

// TestO11Exclusive checks that exclusive runs on a device do not overlap, even if different
// registries opened the device and one of the programs is divided.
func TestO11Exclusive(t *testing.T) {
	entered, leave := make(chan bool), make(chan bool)
	factories := []backends.Factory{vm.Factory(), ref.Factory(), hetero.Factory(), accelerators(&behavior{runs: func() { entered <- true; <-leave }})}
	only := backends.CompileOptions{Properties: map[string]any{backends.ExclusiveProperty: true}}
	var ps []backends.Program
	for _, name := range []string{"acc", "hetero"} {
		r := backends.NewRegistry(factories, backends.Config{})
		defer r.Close()
		text := on("vm", "acc", "vm")
		if name == "acc" {
			text = alone
		}
		p, err := open(t, r, name).Compile(t.Context(), parse(t, text), only)
		if err != nil {
			t.Fatal(err)
		}
		ps = append(ps, p)
	}
	ended := make(chan error, 2)
	for _, p := range ps {
		go func() { _, err := p.Run(context.Background(), inputs(1)[:len(p.Inputs())]); ended <- err }()
	}
	<-entered
	select {
	case <-entered:
		t.Error("two exclusive runs overlap on the device")
	case <-time.After(50 * time.Millisecond):
		leave <- true
		<-entered
	}
	leave <- true
	if err := errors.Join(<-ended, <-ended); err != nil {
		t.Error(err)
	}
	for _, p := range ps {
		p.Close()
	}
}

const alone = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`

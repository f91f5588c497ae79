package hetero_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/c"
	"github.com/lathe-ir/lathe/backends/device"
	"github.com/lathe-ir/lathe/backends/dylib"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/ref"
	"github.com/lathe-ir/lathe/backends/request"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// three is a program of three parts on devices A, B and C. The first two parts are independent. The
// program returns (x + y) · (x · y) twice.
const three = `
func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = cluster.launch @sum(%x, %y) on "A" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = cluster.launch @product(%x, %y) on "B" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = cluster.launch @both(%0, %1) on "C" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2, %2 : tensor<4xf32>, tensor<4xf32>
}
func.func private @sum(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "A"} {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @product(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "B"} {
  %0 = stablehlo.multiply %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @both(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "C"} {
  %0 = stablehlo.multiply %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}`

// on returns the program "three" for the given devices.
func on(a, b, c string) string {
	return strings.NewReplacer(`"A"`, `"`+a+`"`, `"B"`, `"`+b+`"`, `"C"`, `"`+c+`"`).Replace(three)
}

func inputs(n float32) []*tensor.Tensor {
	return []*tensor.Tensor{tensor.FromSlice([]int64{4}, []float32{n, 2, 3, 4}), tensor.FromSlice([]int64{4}, []float32{5, 6, 7, n})}
}

func wants(t testing.TB, in, out []*tensor.Tensor) {
	t.Helper()
	x, y := tensor.Slice[float32](in[0]), tensor.Slice[float32](in[1])
	for _, o := range out {
		for i, v := range tensor.Slice[float32](o) {
			if want := (x[i] + y[i]) * (x[i] * y[i]); v != want {
				t.Fatalf("element %d is %v, expected %v", i, v, want)
			}
		}
	}
}

func parse(t testing.TB, text string) ir.Module {
	t.Helper()
	tool, err := driver.New("test", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(tool.Registry(), diag.NewSource("three.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	return m
}

// compile compiles a divided program for a mode, with the backends vm, ref, hetero and more.
func compile(t testing.TB, text, mode string, more ...backends.Factory) backends.Program {
	t.Helper()
	r := backends.NewRegistry(append([]backends.Factory{vm.Factory(), ref.Factory(), hetero.Factory()}, more...), backends.Config{Threads: 1})
	b, err := r.Open(device.Named("hetero"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := b.Compile(context.Background(), parse(t, text), backends.CompileOptions{Properties: map[string]any{hetero.ModeProperty: mode}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close(); r.Close() })
	return p
}

func modes() []string { return []string{hetero.Sequential, hetero.Asynchronous, hetero.Pipelined} }

// wrapped is a backend whose programs call "before" at the beginning of each run.
type wrapped struct {
	backends.Backend
	before func(ctx context.Context) error
}

// wrap returns a factory of vm under another name, whose programs call "before" in each run.
func wrap(name string, before func(ctx context.Context) error) backends.Factory {
	return wrapOf(vm.Factory(), name, before)
}

func wrapOf(f backends.Factory, name string, before func(ctx context.Context) error) backends.Factory {
	return backends.Factory{Name: name, Open: func(cfg backends.Config) (backends.Backend, error) {
		b, err := f.Open(cfg)
		return &wrapped{b, before}, err
	}}
}

func (w *wrapped) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	p, err := w.Backend.Compile(ctx, m, o)
	return &wrappedProgram{p, w.before}, err
}

type wrappedProgram struct {
	backends.Program
	before func(ctx context.Context) error
}

func (p *wrappedProgram) Run(ctx context.Context, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
	if err := p.before(ctx); err != nil {
		return nil, err
	}
	return p.Program.Run(ctx, in)
}

// TestO11Modes checks that sequential and concurrent runs have correct results, in every mode and
// for several combinations of devices. O11 and O12 are rows in docs/backends.md.
func TestO11Modes(t *testing.T) {
	for _, mode := range modes() {
		for _, devices := range [][3]string{{"vm", "vm", "vm"}, {"vm.0", "vm.1", "vm.2"}, {"ref", "vm", "ref"}} {
			p := compile(t, on(devices[0], devices[1], devices[2]), mode)
			var all sync.WaitGroup
			for n := range 8 {
				all.Go(func() {
					for k := range 8 {
						in := inputs(float32(8*n + k))
						out, err := p.Run(context.Background(), in)
						if err != nil {
							t.Error(err)
							return
						}
						wants(t, in, out)
					}
				})
			}
			all.Wait()
		}
	}
}

// TestO11Fault checks the effects of an error of a part, on vm, ref and c, in each mode. The error
// must name the partition and the operation, no later part may run, and the next run without an
// error must succeed.
func TestO11Fault(t *testing.T) {
	loaded := c.Factory(func(path string) (c.Library, error) { return dylib.Open(path) })
	for _, f := range []backends.Factory{vm.Factory(), ref.Factory(), loaded} {
		for _, mode := range modes() {
			t.Run(f.Name+"/"+mode, func(t *testing.T) {
				if _, err := exec.LookPath("gcc"); err != nil && f.Name == "c" {
					t.Skip("backend c needs a C compiler")
				}
				checkFault(t, f, mode)
			})
		}
	}
}

func checkFault(t *testing.T, f backends.Factory, mode string) {
	var broken atomic.Bool
	var later atomic.Int32
	lost := errors.New("the device is lost")
	faulty := wrapOf(f, "faulty", func(context.Context) error {
		if broken.Load() {
			return lost
		}
		return nil
	})
	last := wrap("last", func(context.Context) error { later.Add(1); return nil })
	p := compile(t, on("vm", "faulty", "last"), mode, faulty, last)
	for range 3 {
		broken.Store(true)
		before := later.Load()
		_, err := p.Run(context.Background(), inputs(1))
		if !errors.Is(err, lost) || later.Load() != before {
			t.Fatalf("the run returned %v; the next part ran %d times", err, later.Load()-before)
		}
		d := diag.All(err)[0]
		if !strings.Contains(d.Message, "partition 2 (@product on device 'faulty'): the device is lost") ||
			len(d.Notes) == 0 || !strings.Contains(d.Notes[0].Message, "'stablehlo.multiply' op #") {
			t.Fatalf("the error says %q, notes %v", d.Message, d.Notes)
		}
		broken.Store(false)
		out, err := p.Run(context.Background(), inputs(2))
		if err != nil {
			t.Fatal(err)
		}
		wants(t, inputs(2), out)
	}
}

// TestO11ShapeFault checks a part with an operation whose operands have incompatible shapes at run
// time. The error must have the name and the location of the operation.
func TestO11ShapeFault(t *testing.T) {
	text := `
func.func @main(%n: tensor<1xi64>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = cluster.launch @grow(%n) on "ref" : (tensor<1xi64>) -> tensor<?xf32>
  %1 = cluster.launch @add(%0, %x) on "ref" : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @grow(%n: tensor<1xi64>) -> tensor<?xf32> attributes {cluster.device = "ref"} {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func private @add(%a: tensor<?xf32>, %b: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "ref"} {
  %0 = stablehlo.add %a, %b : (tensor<?xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}`
	for _, mode := range modes() {
		p := compile(t, text, mode)
		run := func(n int64) error {
			_, err := p.Run(context.Background(), []*tensor.Tensor{tensor.FromSlice([]int64{1}, []int64{n}), tensor.New(tensor.F32, 4)})
			return err
		}
		for range 2 {
			err := run(3)
			if err == nil || !strings.Contains(err.Error(), "partition 2 (@add on device 'ref'): 'stablehlo.add' op failed: its operands must have one shape, but are 'tensor<3xf32>', 'tensor<4xf32>'") || !strings.Contains(err.Error(), "three.mlir:12:") {
				t.Fatalf("%s: the error is %v", mode, err)
			}
			if err := run(4); err != nil {
				t.Fatalf("%s: the next run returned %v", mode, err)
			}
		}
	}
}

// TestO11Pipeline checks that three started requests overlap, that each device works on one request
// at a time, and that both devices are used.
func TestO11Pipeline(t *testing.T) {
	var mu sync.Mutex
	busy, most := map[string]int{}, map[string]int{}
	together := 0
	slow := func(name string) backends.Factory {
		return wrap(name, func(context.Context) error {
			mu.Lock()
			busy[name]++
			most[name] = max(most[name], busy[name])
			together = max(together, busy["left"]+busy["right"])
			mu.Unlock()
			time.Sleep(5 * time.Millisecond)
			mu.Lock()
			busy[name]--
			mu.Unlock()
			return nil
		})
	}
	p := compile(t, on("left", "left", "right"), hetero.Pipelined, slow("left"), slow("right"))
	var rs []*request.Request
	for n := range 3 {
		r := request.New(p)
		for i, in := range inputs(float32(n)) {
			if err := r.SetInput(i, in); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		rs = append(rs, r)
	}
	for n, r := range rs {
		if err := r.Wait(context.Background()); err != nil {
			t.Fatal(err)
		}
		out, err := r.Output(0)
		if err != nil {
			t.Fatal(err)
		}
		wants(t, inputs(float32(n)), []*tensor.Tensor{out})
	}
	if most["left"] != 1 || most["right"] != 1 || together != 2 {
		t.Errorf("the largest numbers of concurrent runs are: left %d, right %d, both %d; expected 1, 1, 2", most["left"], most["right"], together)
	}
}

// TestO11Asynchronous checks that parts that don't depend on each other run concurrently.
func TestO11Asynchronous(t *testing.T) {
	var arrived atomic.Int32
	both := make(chan struct{})
	meet := func(ctx context.Context) error {
		if arrived.Add(1) == 2 {
			close(both)
		}
		select {
		case <-both: // the other part runs at the same time
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	p := compile(t, on("one", "two", "vm"), hetero.Asynchronous, wrap("one", meet), wrap("two", meet))
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := p.Run(ctx, inputs(3))
	if err != nil {
		t.Fatal(err)
	}
	wants(t, inputs(3), out)
}

// TestO12Profile checks that the names of profile records contain the partition, and that the trace
// has one thread for each device.
func TestO12Profile(t *testing.T) {
	p := compile(t, on("vm", "ref", "other"), hetero.Sequential, wrap("other", func(context.Context) error { return nil }))
	var profile backends.Profile
	out, err := p.(backends.Profiled).RunProfiled(context.Background(), inputs(3), &profile)
	if err != nil {
		t.Fatal(err)
	}
	wants(t, inputs(3), out)
	var names []string
	for _, r := range profile.Records {
		names = append(names, fmt.Sprintf("%s %s", r.Name, r.Status))
	}
	want := "part1@vm: stablehlo.add EXECUTED; part2@ref: stablehlo.multiply EXECUTED; part3@other: stablehlo.multiply EXECUTED"
	if got := strings.Join(names, "; "); got != want {
		t.Errorf("the records are\n%s\nexpected\n%s", got, want)
	}
	if profile.Sum() > profile.Wall {
		t.Errorf("the parts took %v, but the run took %v", profile.Sum(), profile.Wall)
	}
	var text bytes.Buffer
	if err := backends.WriteTrace(&text, &profile); err != nil {
		t.Fatal(err)
	}
	var trace struct {
		TraceEvents []struct {
			Name, Ph string
			Tid      int
			Args     map[string]any
		}
	}
	if err := json.Unmarshal(text.Bytes(), &trace); err != nil {
		t.Fatal(err)
	}
	lanes := map[string]bool{}
	for _, e := range trace.TraceEvents {
		if e.Ph == "M" {
			lanes[fmt.Sprint(e.Args["name"])] = true
		}
	}
	if len(lanes) != 3 || len(trace.TraceEvents) != 6 {
		t.Errorf("the trace is %s", text.String())
	}
}

// TestO12EqualClusters checks that profiles and graphs report each of two equal clusters with its
// own operations, although these clusters share a compiled program.
func TestO12EqualClusters(t *testing.T) {
	p := compile(t, on("vm", "vm", "vm"), hetero.Sequential)
	var profile backends.Profile
	if _, err := p.(backends.Profiled).RunProfiled(context.Background(), inputs(3), &profile); err != nil {
		t.Fatal(err)
	}
	seen := map[uint32]bool{}
	for _, r := range profile.Records {
		seen[r.Op] = true
	}
	if len(seen) != 3 {
		t.Errorf("expected records of three operations, but got records of %d: %+v", len(seen), profile.Records)
	}
	graph := p.(backends.Graphed).RuntimeGraph()
	if strings.Count(graph, "lathe.step") != 3 || strings.Count(graph, "stablehlo.multiply") != 2 {
		t.Errorf("the graph is\n%s", graph)
	}
}

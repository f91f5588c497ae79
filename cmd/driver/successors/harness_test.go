package successors

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/balance"
	"github.com/lathe-ir/lathe/passes/partition/memory"
	"github.com/lathe-ir/lathe/passes/partition/prepartitioned"
	"github.com/lathe-ir/lathe/passes/partition/profiling"
	"github.com/lathe-ir/lathe/passes/partition/sparsenn"
	"github.com/lathe-ir/lathe/passes/partition/user"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// program is a module with the names of its operations.
type program struct {
	ir.Module
	names   *asm.Names
	devices []irplace.Device
}

// load reads testdata/GRAPH.mlir and replaces the constants as parse does.
func load(t *testing.T, graph string) *program {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", graph+".mlir"))
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(text))
}

var registry = sync.OnceValues(func() (*ir.Registry, error) { return ir.NewRegistry(all.Bundle().Dialects...) })

// parse parses a program and replaces its constants by different constants with random elements.
func parse(t *testing.T, text string) *program {
	t.Helper()
	p := read(t, text)
	seed := uint64(0)
	p.Op.Walk(func(op *ir.Op) bool {
		if c, ok := ir.As[stablehlo.Constant](op); ok {
			seed++
			c.Op.SetAttr("value", ir.NewDense(op.Result().Type(), contents(op.Result().Type(), seed)))
		}
		return true
	})
	return p
}

// read parses a program without changes.
func read(t *testing.T, text string) *program {
	t.Helper()
	reg, err := registry()
	if err != nil {
		t.Fatal(err)
	}
	p := &program{names: asm.NewNames(nil)}
	op, err := asm.Parse(reg, diag.NewSource("test.mlir", []byte(text)), asm.Options{Names: func(name string, v *ir.Value, count int) { p.names.Give(v, name, count) }})
	if err != nil {
		t.Fatal(err)
	}
	m, ok := ir.As[ir.Module](op)
	if !ok {
		t.Fatal("no module")
	}
	p.Module = m
	p.names.Number(op)
	return p
}

// contents returns a tensor of a type. Its elements are floats between -1 and 1, or small integers.
// In a table of bytes, each row ends with the scale 0.01 and the offset -0.5.
func contents(t ir.Type, seed uint64) *tensor.Tensor {
	shape, _ := t.Shape()
	v := tensor.Random(t.Kind(), shape, seed, 1)
	if t.Kind() == tensor.U8 && len(shape) == 2 {
		for row := range int(shape[0]) {
			tail := v.Data[(row+1)*int(shape[1])-8:]
			copy(tail, []byte{0x0a, 0xd7, 0x23, 0x3c, 0, 0, 0, 0xbf}) // 0.01 and -0.5
		}
	}
	return v
}

// device describes a device: its name, its backend, and the operations that it refuses.
type device struct {
	placement.Spec
	refuses []string
	rejects func(*ir.Op) string // the reason for refusing an operation, or "" if the device accepts it
}

// mock answers queries for a device.
type mock struct{ device }

func (m mock) Query(_ context.Context, f fn.Func) (as []irplace.Answer, err error) {
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		why := m.Refusal(op.Name())
		if slices.Contains(m.refuses, op.Name()) {
			why = "the backend has no " + op.Name()
		}
		if why == "" && m.rejects != nil {
			why = m.rejects(op)
		}
		as = append(as, irplace.Answer{Op: op, Supported: why == "", Reason: why})
	}
	return as, nil
}

// several returns n devices of a backend, each with the given number of bytes of memory.
func several(backend string, n int, memory int64) (ds []device) {
	for i := range n {
		ds = append(ds, device{Spec: placement.Spec{Name: fmt.Sprintf("%s.%d", backend, i), Backend: backend, Memory: memory}})
	}
	return ds
}

// place assigns a device to each operation.
func (p *program) place(t *testing.T, ds []device) error {
	t.Helper()
	p.devices = nil
	for _, d := range ds {
		p.devices = append(p.devices, irplace.Device{Name: d.Name, Backend: d.Backend, Querier: mock{d}, Spec: d.Spec})
	}
	return affinity.Module(t.Context(), p.Module, p.devices, affinity.Options{Candidates: true})
}

func strategies() map[string]placement.Strategy {
	m := map[string]placement.Strategy{}
	for _, s := range []placement.Strategy{memory.Strategy{}, balance.Strategy{}, profiling.Strategy{}, sparsenn.Strategy{}, user.Strategy{}, prepartitioned.Strategy{}} {
		m[s.Name()] = s
	}
	return m
}

// divide divides the program after the method named place has placed its operations.
func (p *program) divide(t *testing.T, strategy string, o placement.Options, c *partition.Config) error {
	t.Helper()
	return partition.Module(t.Context(), p.Module, partition.Options{Strategy: strategies()[strategy], Options: o, Config: c, Names: p.names})
}

// plan computes the division of the only entry, without changing the program.
func (p *program) plan(t *testing.T, strategy string, o placement.Options) *partition.Plan {
	t.Helper()
	plans, err := partition.Divide(t.Context(), p.Module, irplace.Devices(p.Module),
		partition.Options{Strategy: strategies()[strategy], Options: o, Names: p.names})
	if err != nil {
		t.Fatal(err)
	}
	return plans[0]
}

// parts describes the clusters in order, as "part1 I {a b} 192 [0]": name, backend, operations,
// bytes and device numbers.
func (p *program) parts() (list []string) {
	p.Op.Walk(func(op *ir.Op) bool {
		r, ok := ir.As[cluster.Region](op)
		if !ok {
			return true
		}
		part, _ := cluster.PartOf(op)
		var names []string
		for o := range r.Body().Ops() {
			if o != r.Body().Last() && !irplace.IsConstant(o) {
				names = append(names, strings.TrimPrefix(p.names.Op(o), "%"))
			}
		}
		list = append(list, fmt.Sprintf("%s %s {%s} %d %v", part.Name, part.Backend, strings.Join(names, " "), part.Memory.Size(), part.Logical))
		return false
	})
	return list
}

func (p *program) expect(t *testing.T, want ...string) {
	t.Helper()
	if got := p.parts(); !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// edges compares the dependencies between clusters with the expected dependencies.
func (p *program) edges(t *testing.T, want ...string) {
	t.Helper()
	var got []string
	nodes := p.dag()
	for _, n := range nodes {
		for _, c := range n.Children {
			got = append(got, n.Name+" → "+nodes[c].Name)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("edges are %q, want %q", got, want)
	}
}

func (p *program) text() string { return asm.String(p.Op) }

// on returns the program with all of its clusters on one backend.
func (p *program) on(t *testing.T, backend string) ir.Module {
	t.Helper()
	text := p.text()
	for _, d := range p.devices {
		text = strings.ReplaceAll(text, `"`+d.Name+`"`, `"`+backend+`"`)
	}
	list, rest, _ := strings.Cut(text, "\n")
	if strings.Contains(list, "cluster.devices") { // the listed devices are now unused
		text = "module {\n" + rest
	}
	op, err := asm.Parse(p.Op.Registry(), diag.NewSource("divided.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	return m
}

// inputsOf returns inputs for the entry of a module.
func inputsOf(m ir.Module) (ins []*tensor.Tensor) {
	f := irplace.Entries(m)[0]
	for i, t := range f.FunctionType().Inputs {
		v := contents(t, uint64(100+i))
		if shape, _ := t.Shape(); t.Kind().IsInt() && len(shape) == 1 {
			for k := range v.NumElements() { // indices and lengths
				v.SetInt(k, int64(k*7%10))
			}
		}
		ins = append(ins, v)
	}
	return ins
}

func run(t *testing.T, m ir.Module, o compile.Options, ins []*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	o.Entry = irplace.Entries(m)[0].SymName()
	e, err := compile.Module(t.Context(), m, o)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	outs, err := e.Run(t.Context(), ins...)
	if err != nil {
		t.Fatal(err)
	}
	return outs
}

// same checks that dividing changes no bit of the results on ref and vm.
func (p *program) same(t *testing.T, original *program) {
	t.Helper()
	for _, backend := range []string{"ref", "vm"} {
		ins := inputsOf(original.Module)
		want := original.results(t, backend, ins)
		got := run(t, p.on(t, backend), compile.Options{Devices: []string{backend}}, ins)
		for i := range want {
			if !got[i].Equal(want[i]) {
				t.Errorf("%s: result %d differs: %s and %s", backend, i, tensor.Format(got[i], 8), tensor.Format(want[i], 8))
			}
			if want[i].Kind.IsFloat() && math.IsNaN(want[i].Float(0)) {
				t.Errorf("%s: result %d is NaN, so the comparison proves nothing", backend, i)
			}
		}
	}
}

// known caches the results of undivided programs by text and backend.
var known sync.Map

// results runs the undivided program on a backend.
func (p *program) results(t *testing.T, backend string, ins []*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	key := backend + "\n" + p.text()
	if outs, ok := known.Load(key); ok {
		return outs.([]*tensor.Tensor)
	}
	outs := run(t, p.Module, compile.Options{Backend: backend}, ins)
	known.Store(key, outs)
	return outs
}

// divided loads, places and divides a graph. It checks that the results are the same and that the
// printed text can be parsed to the same program.
func divided(t *testing.T, graph string, ds []device, strategy string, o placement.Options, c *partition.Config) *program {
	t.Helper()
	p := load(t, graph)
	p.succeeds(t, load(t, graph), ds, strategy, o, c)
	return p
}

// succeeds places and divides the program, and compares it with the original.
func (p *program) succeeds(t *testing.T, original *program, ds []device, strategy string, o placement.Options, c *partition.Config) {
	t.Helper()
	if err := p.place(t, ds); err != nil {
		t.Fatal(err)
	}
	if err := p.divide(t, strategy, o, c); err != nil {
		t.Fatal(err)
	}
	p.checkAgainst(t, original)
}

// checkAgainst checks the validity, results, recorded memory and text of the divided program.
func (p *program) checkAgainst(t *testing.T, original *program) {
	t.Helper()
	if err := ir.Verify(p.Op); err != nil {
		t.Fatal(err)
	}
	if err := clusterverify.Module(p.Module, clusterverify.Options{}); err != nil {
		t.Fatal(err)
	}
	p.same(t, original)
	p.roundTrip(t)
	p.recorded(t)
}

func refOptions() compile.Options { return compile.Options{Backend: "ref"} }

// roundTrip checks that the printed program parses and prints to the same text.
func (p *program) roundTrip(t *testing.T) {
	t.Helper()
	text := p.text()
	op, err := asm.Parse(p.Op.Registry(), diag.NewSource("again.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if asm.String(op) != text {
		t.Error("the text of the divided program parses to a program with another text")
	}
}

// fails checks that dividing fails with the expected message and leaves the program unchanged.
func fails(t *testing.T, graph string, ds []device, strategy string, o placement.Options, c *partition.Config, want string) {
	t.Helper()
	load(t, graph).fails(t, ds, strategy, o, c, want)
}

func (p *program) fails(t *testing.T, ds []device, strategy string, o placement.Options, c *partition.Config, want string) {
	t.Helper()
	if err := p.place(t, ds); err != nil {
		t.Fatal(err)
	}
	before := p.text()
	err := p.divide(t, strategy, o, c)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got the error %v, want an error that contains %q", err, want)
	}
	if p.text() != before {
		t.Error("the program was changed")
	}
}

// fullText returns the text of an error with its locations, notes and help.
func fullText(err error) string {
	var b strings.Builder
	for _, d := range diag.All(err) {
		diag.Render(&b, d, diag.Rich, false)
	}
	return b.String()
}

// call interprets a function of a module.
func call(t *testing.T, m ir.Module, name string, ins []*tensor.Tensor) []*tensor.Tensor {
	t.Helper()
	outs, err := interp.Run(t.Context(), ir.NewSymbols(m.Op).Lookup(name), ins)
	if err != nil {
		t.Fatal(err)
	}
	return outs
}

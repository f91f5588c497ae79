package tune_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/jit"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
	"github.com/lathe-ir/lathe/lowering/tuning"
)

// TestSchedulesKeepBits compiles the programs of testdata/goldens and testdata/lowering both with
// schedules that tuning would try, and with random schedules. Only random schedules may be refused.
// The results must have the same bits as with the default schedules.
func TestSchedulesKeepBits(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../../testdata/goldens/*.mlir", "../../testdata/lowering/*.mlir"} {
		more, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, more...)
	}
	if len(files) < 25 {
		t.Fatalf("got %d programs, expected at least 25", len(files))
	}
	random := rand.New(rand.NewPCG(1, 2))
	tried, refused := 0, 0
	for _, file := range files {
		for _, f := range []backends.Factory{vm.Factory(), jit.Factory()} {
			p := newProgram(t, file, f, []string{"avx2", "avx512"}[random.IntN(2)])
			if p == nil {
				continue
			}
			for step := range 4 {
				p.tries(t, step%2 == 1, random, &tried, &refused)
			}
		}
	}
	t.Logf("%d schedules, of which %d were refused", tried, refused)
	if tried < 200 || refused > tried*3/4 {
		t.Errorf("%d schedules were tried, and %d were refused; expected at least 200, and at most three quarters refused", tried, refused)
	}
}

// program is a module with a backend, inputs, and the results with the default schedules.
type program struct {
	name    string
	module  ir.Module
	backend backends.Backend
	target  target.Target
	inputs  []*tensor.Tensor
	want    []*tensor.Tensor
	nests   []schedule.Nest
}

// newProgram compiles a program with the default schedules and runs it. It returns nil if the
// backend cannot run on this machine.
func newProgram(t *testing.T, file string, f backends.Factory, machine string) *program {
	t.Helper()
	b, err := f.Open(backends.Config{Device: f.Name, Threads: 2, Properties: map[string]any{backends.TargetProperty: machine}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	if r, ok := b.(backends.ReadyChecker); ok && r.Ready() != nil {
		return nil
	}
	p := &program{name: filepath.Base(file) + " on " + f.Name + " for " + machine, backend: b}
	if p.target, err = target.Named(machine); err != nil {
		t.Fatal(err)
	}
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	src, err := diag.ReadSource("program", file, 1<<20, "")
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, src, asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p.module, _ = ir.As[ir.Module](op)
	c, err := p.compile(nil)
	if err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	defer c.Close()
	for i, typ := range c.Inputs() {
		shape, _ := typ.Shape()
		p.inputs = append(p.inputs, tensor.Random(typ.Kind(), shape, 7, uint64(i)))
	}
	if p.want, err = c.Run(context.Background(), p.inputs); err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	for _, list := range c.(backends.KernelTimer).KernelNests() {
		p.nests = append(p.nests, list...)
	}
	return p
}

// compile compiles p with the given schedules. The keys of records are the keys of the nests.
func (p *program) compile(records map[string]schedule.Record) (backends.Program, error) {
	f := tuning.File{Schema: tuning.Schema, Target: p.target.String()}
	for key, r := range records {
		f.Entries = append(f.Entries, tuning.Entry{Key: key, Schedule: r})
	}
	f.Sort()
	return p.backend.Compile(context.Background(), p.module, backends.CompileOptions{Properties: map[string]any{backends.TuningProperty: f.Text()}})
}

// The method named tries compiles and runs p with schedules that differ from the default schedules.
// If wild is set, the schedules are random, and p is compiled separately for each nest.
func (p *program) tries(t *testing.T, wild bool, random *rand.Rand, tried, refused *int) {
	t.Helper()
	records := map[string]schedule.Record{}
	for _, n := range p.nests {
		list := n.Neighbors(p.target)
		if wild {
			list = []schedule.Record{wildRecord(n, random)}
			clear(records)
		}
		if len(list) == 0 {
			continue
		}
		records[n.Key] = list[random.IntN(len(list))]
		if wild {
			*tried++
			p.check(t, records, refused)
		}
	}
	if !wild {
		*tried += len(records)
		p.check(t, records, nil)
	}
}

// check compiles p with schedules and compares the results. If the schedules are refused, check
// adds 1 to *refused, or reports an error if refused is nil.
func (p *program) check(t *testing.T, records map[string]schedule.Record, refused *int) {
	t.Helper()
	c, err := p.compile(records)
	if err != nil {
		var d *diag.Diagnostic
		if refused == nil || !errors.As(err, &d) {
			t.Errorf("%s: %v", p.name, err)
			return
		}
		*refused++
		return
	}
	defer c.Close()
	got, err := c.Run(context.Background(), p.inputs)
	if err != nil {
		t.Errorf("%s: %v", p.name, err)
		return
	}
	for i := range got {
		if !bytes.Equal(got[i].Data, p.want[i].Data) {
			t.Errorf("%s: result #%d differs with the schedules %+v", p.name, i, records)
		}
	}
}

// wildRecord returns a record with random decisions, which may be invalid for n.
func wildRecord(n schedule.Nest, random *rand.Rand) schedule.Record {
	r := schedule.Record{}
	some := func() bool { return random.IntN(2) == 0 }
	number := func(most int64) int64 { return 1 + random.Int64N(max(1, most)) }
	if some() && n.Packed != nil {
		r.Packed = new(some())
	}
	if some() && n.Columns > 1 {
		width := number(n.Columns)
		r.Strips = []int64{width, n.Columns / width}
		if rest := n.Columns % width; rest > 0 {
			r.Strips = append(r.Strips, rest, 1)
		}
	}
	if some() {
		r.Height = number(min(n.Rows+1, 12))
	}
	if some() && n.Kind == schedule.Contracting {
		r.Block = []int64{number(n.Rows / 4), number(3), number(n.Terms)}
		if some() {
			r.Unroll = r.Block[2]
		}
	}
	if n.Kind == schedule.Loop {
		r = schedule.Record{Unroll: number(17)}
	}
	if some() {
		r.Prefetch = new(some())
	}
	if some() {
		r.Stream = new(some())
	}
	return r
}

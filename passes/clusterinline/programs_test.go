package clusterinline_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/clusterinline"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement"
)

// programs is where the outside suite keeps a framework's programs; tests that need
// it are skipped where it is not.
const programs = "/work/shared/conformance/gomlx/curated"

// any takes every operation.
type anyOp struct{}

func (anyOp) Query(_ context.Context, f fn.Func) ([]placement.Answer, error) {
	var as []placement.Answer
	for op := range f.Entry().Ops() {
		if op != f.Entry().Last() {
			as = append(as, placement.Answer{Op: op, Supported: true})
		}
	}
	return as, nil
}

func devices(names ...string) []placement.Device {
	ds := make([]placement.Device, len(names))
	for i, n := range names {
		ds[i] = placement.Device{Name: n, Backend: n, Querier: anyOp{}}
	}
	return ds
}

func parse(t *testing.T, name string, text []byte) ir.Module {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), cluster.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource(name, text), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := ir.As[ir.Module](op)
	return m
}

func pin(m ir.Module, run int, names ...string) {
	f, _ := ir.As[fn.Func](ir.NewSymbols(m.Op).Lookup("main"))
	n := 0
	for op := range f.Entry().Ops() {
		if op != f.Entry().Last() {
			cluster.SetDevice(op, names[n/run%len(names)])
			n++
		}
	}
}

func TestPrograms(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(programs, "*.mlir"))
	if len(files) == 0 {
		t.Skip("the outside programs are not here")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(filepath.Base(file), "distributed_") {
			continue // they need sdy
		}
		for _, run := range []int{1, 8, 64} {
			m := parse(t, file, text)
			pin(m, run, "vm", "c")
			round(t, fmt.Sprintf("%s run %d", filepath.Base(file), run), m)
		}
	}
}

func round(t *testing.T, name string, m ir.Module) {
	ctx := context.Background()
	if err := affinity.Module(ctx, m, devices("vm", "c"), affinity.Options{}); err != nil {
		t.Fatal(name, err)
	}
	before := asm.String(m.Op)
	cyc := "acyclic"
	for _, f := range placement.Entries(m) {
		_, err := partition.Func(ctx, f, []string{"vm", "c"}, partition.Options{NoRepair: true})
		var c *partition.CyclicError
		if errors.As(err, &c) {
			cyc = fmt.Sprintf("%d cycles of %d", len(c.Cycles), len(c.Cycles[0].Path))
		} else if err != nil {
			t.Fatal(err)
		}
	}
	start := time.Now()
	if err := partition.Module(ctx, m, partition.Options{Strategy: contract.Strategy{}}); err != nil {
		t.Fatal(name, err)
	}
	took := time.Since(start)
	check := func(step string) {
		t.Helper()
		if err := ir.Verify(m.Op); err != nil {
			t.Fatal(name, step, err)
		}
		if err := clusterverify.Module(m, clusterverify.Options{}); err != nil {
			t.Fatal(name, step, err)
		}
		again := parse(t, step, []byte(asm.String(m.Op)))
		if err := clusterverify.Module(again, clusterverify.Options{}); err != nil {
			t.Fatal(name, step, err)
		}
	}
	check("regions")
	clusteroutline.Module(m, clusteroutline.Options{Copies: true})
	check("launches")
	if err := clusterinline.Module(m); err != nil {
		t.Fatal(name, err)
	}
	if after := asm.String(m.Op); after != before {
		os.WriteFile("/tmp/pl/a", []byte(before), 0o644)
		os.WriteFile("/tmp/pl/b", []byte(after), 0o644)
		t.Fatal(name, "inlining does not give the original")
	}
	t.Logf("%s: %s, %v", name, cyc, took)
}

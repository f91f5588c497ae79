package commands_test

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/placement/engine"
)

// TestPlanSpeed limits the processor time of the planner with GOGC=400. A plan of 10,000 operations
// must take at most 1 s. With LATHE_TABLES=1, a plan of 100,000 operations must take at most 0.4 s,
// and a plan of 1,000,000 operations at most 3 s.
func TestPlanSpeed(t *testing.T) {
	tool, err := driver.New("lathe", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	r := backends.NewRegistry(tool.All().Backends, backends.Config{})
	defer r.Close()
	devices, err := r.Devices([]string{"vm", "c", "ref"})
	if err != nil {
		t.Fatal(err)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	for _, test := range []struct {
		n    int
		most time.Duration
	}{{10_000, time.Second}, {100_000, 400 * time.Millisecond}, {1_000_000, 3 * time.Second}} {
		if test.n > 10_000 && os.Getenv("LATHE_TABLES") == "" {
			continue
		}
		var m ir.Module
		parse := func() {
			op, err := asm.Parse(tool.Registry(), diag.NewSource("mixed.mlir", []byte(mixed(test.n))), asm.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m, _ = ir.As[ir.Module](op)
			runtime.GC()
		}
		plan := func() {
			e := &engine.Engine{Open: r.Devices, Strategies: tool.All().Strategies}
			start := irtest.ProcessorTime()
			pl, err := e.Plan(t.Context(), m, devices, engine.Options{Choosing: engine.Choosing{KeepUnplaced: true}})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d operations in %v, %d clusters", test.n, irtest.ProcessorTime()-start, len(pl.Funcs[0].Clusters))
		}
		irtest.Within(t, test.most, parse, plan)
	}
}

// TestNestedPlanSpeed checks that planning time is linear in the depth of nested conditionals. It
// plans 3,000 and 6,000 of them, so the times have a ratio of about 2.
func TestNestedPlanSpeed(t *testing.T) {
	if hosttest.Raced {
		t.Skip("the race detector makes the plan slow")
	}
	took := func(n int) time.Duration {
		text := nestedConditionals(n)
		start := irtest.ProcessorTime()
		if status, _, errs := lathe(t, text, "plan", "--devices=vm", "-"); status != 0 {
			t.Fatalf("got status %d, %s", status, errs)
		}
		return irtest.ProcessorTime() - start
	}
	var half, whole time.Duration
	for range 3 { // other processes on the machine can slow one attempt down
		if half, whole = took(3000), took(6000); whole <= half*27/10 {
			return
		}
	}
	t.Errorf("the plans took %v and %v, expected a ratio of at most 2.7", half, whole)
}

// nestedConditionals returns a program with n conditionals, each inside the one before it.
func nestedConditionals(n int) string {
	var b strings.Builder
	b.WriteString("func.func @main(%x0: tensor<8xf32>, %p: tensor<i1>) -> tensor<8xf32> {\n")
	for i := range n {
		fmt.Fprintf(&b, "%%y%d = \"stablehlo.if\"(%%p) ({ %%x%d = stablehlo.add %%x%d, %%x0 : tensor<8xf32>\n", i, i+1, i)
	}
	fmt.Fprintf(&b, "stablehlo.return %%x%d : tensor<8xf32>\n", n)
	for i := n - 1; i > 0; i-- {
		fmt.Fprintf(&b, "}, { stablehlo.return %%x%d : tensor<8xf32> }) : (tensor<i1>) -> tensor<8xf32>\nstablehlo.return %%y%d : tensor<8xf32>\n", i, i)
	}
	b.WriteString("}, { stablehlo.return %x0 : tensor<8xf32> }) : (tensor<i1>) -> tensor<8xf32>\nreturn %y0 : tensor<8xf32>\n}\n")
	return b.String()
}

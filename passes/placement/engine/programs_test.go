package engine_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/sdy"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes/affinity"
	"github.com/lathe-ir/lathe/passes/clusterinline"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// outside returns the programs of the external test suite, whose folder is next to the repository.
// The test is skipped if the suite is absent.
func outside(t *testing.T) []string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		files, _ := filepath.Glob(filepath.Join(dir, "shared/conformance/gomlx/curated/*.mlir"))
		if len(files) > 0 {
			return files
		}
		if dir == filepath.Dir(dir) {
			t.Skip("found no folder shared/conformance in this folder or a parent folder: the programs of the external suite are not available")
		}
	}
}

// pin assigns the operations of @main to the devices in turn, as the suite's pin.py does. The
// device changes after the number of operations in the parameter run.
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

// recorded maps programs to whether their division has cyclic dependencies without repair if the
// device changes after every 64 operations. If it changes after every operation or every 8
// operations, the divisions of all these programs have cyclic dependencies.
func recorded() map[string]bool {
	return map[string]bool{
		"embedding_bow_train_step": true, "linreg_train_step": false, "mlp_bf16_train_step": false,
		"mlp_train_step": true, "mnist_linear_train_step": false, "multiheadattention_train_step": true,
		"transformer_2layer_text_train_step": true, "vector_neurons_train_step": true,
	}
}

func TestPrograms(t *testing.T) {
	seen := 0
	for _, file := range outside(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".mlir")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, run := range []int{1, 8, 64} {
			t.Run(fmt.Sprintf("%s/%d", name, run), func(t *testing.T) {
				m := placetest.Parse(t, string(text), arith.Dialect(), stablehlo.Dialect(), chlo.Dialect(), sdy.Dialect())
				pin(m, run, "vm", "c")
				cyclic := roundTrip(t, m)
				if at64, ok := recorded()[name]; ok {
					seen++
					if want := run < 64 || at64; cyclic != want {
						t.Errorf("cyclic dependencies without repair: %t, want %t", cyclic, want)
					}
				}
			})
		}
	}
	if seen != 3*len(recorded()) {
		t.Errorf("tested %d of %d divisions of recorded programs", seen, 3*len(recorded()))
	}
}

// roundTrip places, divides, outlines and inlines a module and checks each step. It reports
// whether the division has cyclic dependencies without repair.
func roundTrip(t *testing.T, m ir.Module) (cyclic bool) {
	t.Helper()
	ctx := context.Background()
	ds, err := placetest.Open([]string{"vm", "c"})
	if err != nil {
		t.Fatal(err)
	}
	if err := affinity.Module(ctx, m, ds, affinity.Options{}); err != nil {
		t.Fatal(err)
	}
	before := asm.String(m.Op)
	err = partition.Module(ctx, m, partition.Options{NoRepair: true, Strategy: contract.Strategy{}})
	var c *partition.CyclicError
	if cyclic = errors.As(err, &c); err != nil && !cyclic {
		t.Fatal(err)
	}
	if err == nil {
		if err := clusterinline.Module(m); err != nil {
			t.Fatal(err)
		}
	}
	if after := asm.String(m.Op); after != before {
		t.Fatal("dividing without repair changed the program")
	}
	start := time.Now()
	if err := partition.Module(ctx, m, partition.Options{Strategy: contract.Strategy{}}); err != nil {
		t.Fatal(err)
	}
	t.Logf("divided in %v", time.Since(start))
	sound(t, m, "regions")
	if err := clusteroutline.Module(m, clusteroutline.Options{Copies: true}); err != nil {
		t.Fatal(err)
	}
	sound(t, m, "launches")
	if err := clusterinline.Module(m); err != nil {
		t.Fatal(err)
	}
	if after := asm.String(m.Op); after != before {
		t.Errorf("inlining does not restore the program: got\n%.3000s\nwant\n%.3000s", after, before)
	}
	return cyclic
}

// sound checks a clustered module directly, and after printing and parsing it.
func sound(t *testing.T, m ir.Module, step string) {
	t.Helper()
	text := asm.String(m.Op)
	for _, m := range []ir.Module{m, placetest.Parse(t, text, arith.Dialect(), stablehlo.Dialect(), chlo.Dialect(), sdy.Dialect())} {
		if err := ir.Verify(m.Op); err != nil {
			t.Fatal(step, err)
		}
		if err := clusterverify.Module(m, clusterverify.Options{}); err != nil {
			t.Fatal(step, err)
		}
	}
}

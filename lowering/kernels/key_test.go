package kernels_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/same"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/kernels"
	"github.com/lathe-ir/lathe/lowering/pipeline"
	"github.com/lathe-ir/lathe/passes"
)

// TestKeys checks that nests with equal keys have equal kernels. It compares modules that are
// lowered with and without keys. LATHE_MODELS names a folder with more programs.
func TestKeys(t *testing.T) {
	reg, err := ir.NewRegistry(dialects.All()...)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, pattern := range []string{"../../testdata/*/*.mlir", "../../lit/lowering/*.mlir", os.Getenv("LATHE_MODELS") + "/*.mlir"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, machine := range []string{"avx512", "portable"} {
				with := lowered(reg, file, text, machine, kernels.Pass())
				if with == nil {
					break // the file has several programs, or a program with errors
				}
				count++
				without := lowered(reg, file, text, machine, kernels.PassWithoutKeys())
				if d := same.Compare(with, without, same.Options{}); d != nil {
					t.Errorf("%s for %s: the module with keys differs from the module without keys: %s", file, machine, d)
				}
			}
		}
	}
	if count < 100 {
		t.Errorf("%d modules were compared, expected at least 100", count)
	}
}

// lowered lowers text to kernel form. It returns nil if text cannot be parsed or lowered.
func lowered(reg *ir.Registry, file string, text []byte, machine string, last passes.Pass) *ir.Op {
	op, err := asm.Parse(reg, diag.NewSource(file, text), asm.Options{})
	if err != nil {
		return nil
	}
	ps := pipeline.Passes(pipeline.Target{Machine: machine}, pipeline.Options{})
	p := &passes.Pipeline{Anchor: "builtin.module"}
	p.Add(ps[:len(ps)-1]...)
	if ir.Is[ir.Module](op) && ps[len(ps)-1].Name == last.Name &&
		pipeline.Manager().Run(context.Background(), op, p.Add(last.With(kernels.PassOptions{Target: machine}))) == nil {
		return op
	}
	return nil
}

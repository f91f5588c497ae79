package passes_test

import (
	"context"
	"testing"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

// TestNestedPipeline runs a pass that runs a pipeline 101 times on a function. The pipeline's text
// must be parsed only once; otherwise parsing would take most of the time and memory.
func TestNestedPipeline(t *testing.T) {
	ran := 0
	inner := passes.On("inner", "count", func(r *passes.Run, _ *ir.Op) error {
		ran++
		r.Unchanged()
		return nil
	})
	var perRun float64
	outer := passes.On("outer", "run inner", func(r *passes.Run, op *ir.Op) (err error) {
		f := op.RegionAt(0).Entry().First()
		perRun = testing.AllocsPerRun(100, func() {
			if err == nil {
				err = r.Pipeline(f, "inner")
			}
		})
		return err
	})
	known, err := passes.NewKnown([]passes.Pass{inner, outer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := passes.Parse("builtin.module(outer)", known)
	if err != nil {
		t.Fatal(err)
	}
	if err := (&passes.Manager{Known: known}).Run(context.Background(), module(t, 1), p); err != nil {
		t.Fatal(err)
	}
	if ran != 101 {
		t.Errorf("the inner pass ran %d times, want 101", ran)
	}
	if perRun > 40 {
		t.Errorf("each run of the inner pipeline makes %.0f allocations, want at most 40", perRun)
	}
}

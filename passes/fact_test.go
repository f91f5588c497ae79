package passes_test

import (
	"context"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

// shaped is the fact that every result has a static shape.
var shaped = passes.Fact{Name: "shape", Lacks: func(op *ir.Op) (at *ir.Op) {
	op.Walk(func(o *ir.Op) bool {
		for _, t := range o.ResultTypes() {
			if !t.HasStaticShape() && at == nil {
				at = o
			}
		}
		return true
	})
	return at
}}

// TestR29 runs a pass that needs a fact before and after the pass that provides it. It also checks
// the error about a misspelled pass.
func TestR29(t *testing.T) {
	var ran []string
	pass := func(name string, run func(m ir.Module)) passes.Pass {
		return passes.On(name, name, func(_ *passes.Run, m ir.Module) error {
			ran = append(ran, name)
			run(m)
			return nil
		})
	}
	infer := pass("infer", func(m ir.Module) {
		for op := range m.Body().Ops() {
			op.Result().SetType(ir.Tensor(ir.F32(), 4))
		}
	})
	infer.Provides = []string{"shape"}
	plan := pass("plan", func(ir.Module) {})
	plan.Needs = []passes.Fact{shaped}
	known, err := passes.NewKnown([]passes.Pass{infer, plan}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ pipeline, ran, err, help string }{
		{"infer,plan", "infer plan", "", ""},
		{"plan,infer", "", "pass 'plan' needs 'shape', which does not hold here; 'infer' provides it: run that pass first", ""},
		{"infer,pln", "", "'pln' does not refer to a registered pass or pass pipeline", "did you mean 'plan'?"},
	} {
		ran = nil
		reg, _ := ir.NewRegistry(builtin.Dialect())
		m, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(`%0 = "t.a"() : () -> tensor<?xf32>`)), asm.Options{AllowUnregistered: true})
		if err != nil {
			t.Fatal(err)
		}
		p, err := passes.Parse(c.pipeline, known)
		if err == nil {
			err = (&passes.Manager{Known: known}).Run(context.Background(), m, p)
		}
		text := ""
		for _, d := range diag.All(err) {
			text += d.Message + strings.Join(d.Help, " ") + "\n"
		}
		if (err == nil) != (c.err == "") || !strings.Contains(text, c.err) || !strings.Contains(text, c.help) {
			t.Errorf("%s: the error is %q, want %q and %q", c.pipeline, text, c.err, c.help)
		}
		if got := strings.Join(ran, " "); got != c.ran {
			t.Errorf("%s: the passes %q ran, want %q", c.pipeline, got, c.ran)
		}
	}
}

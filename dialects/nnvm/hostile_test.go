package nnvm_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
)

// TestRulesOnAnything runs each operator's inference rules on random shapes and parameters. The
// rules must fail or infer shapes without negative extents.
func TestRulesOnAnything(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), nnvm.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	concluded := 0
	for _, def := range reg.Ops() {
		if def.Dialect().Name != "nnvm" {
			continue
		}
		for range 100 {
			text := anyUse(random, def)
			m, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(text)), asm.Options{})
			if err != nil {
				continue
			}
			f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
			var s nnvm.Shapes
			var e nnvm.Elems
			op := f.Entry().First()
			nnvm.Around(op, &s, &e)
			if _, err := nnvm.Infer(op, &s, &e); err != nil {
				continue
			}
			concluded++
			for _, sh := range append(s.In, s.Out...) {
				for _, n := range sh {
					if n < 0 && n != ir.Dynamic {
						t.Errorf("%s\ninference returned the invalid shape %s", text, sh)
					}
				}
			}
		}
	}
	if concluded < 700 {
		t.Errorf("inference succeeded for only %d random operations, expected at least 700", concluded)
	}
}

// anyUse returns a function that applies an operator to random operands with random parameters.
func anyUse(random *rand.Rand, def *ir.OpDef) string {
	types := func(fields []ir.Field, extents bool) (out []string) {
		for _, f := range fields {
			n := 1
			if f.Arity == ir.Optional || f.Arity == ir.Variadic {
				n = random.IntN(3)
			}
			if f.Arity == ir.Optional {
				n = min(n, 1)
			}
			for range n {
				if !extents {
					out = append(out, "tensor<*xf32>")
					continue
				}
				out = append(out, anyTensor(random))
			}
		}
		return out
	}
	ins, outs := types(def.Spec.Operands, true), types(def.Spec.Results, false)
	var args, uses, params []string
	for i, in := range ins {
		args, uses = append(args, fmt.Sprintf("%%a%d: %s", i, in)), append(uses, fmt.Sprintf("%%a%d", i))
	}
	for _, a := range def.Spec.Attrs {
		if v := anyParam(random, nnvm.Kind(a.Type.Text)); !a.Optional || random.IntN(2) == 0 {
			params = append(params, a.Name+" = "+v)
		}
	}
	return fmt.Sprintf("func.func @f(%s) {\n  \"%s\"(%s) <{%s}> : (%s) -> (%s)\n  return\n}\n", strings.Join(args, ", "), def.Name(),
		strings.Join(uses, ", "), strings.Join(params, ", "), strings.Join(ins, ", "), strings.Join(outs, ", "))
}

func anyTensor(random *rand.Rand) string {
	var b strings.Builder
	for range random.IntN(6) {
		b.WriteString([]string{"?", "0", "1", "2", "4", "8"}[random.IntN(6)] + "x")
	}
	return "tensor<" + b.String() + "f32>"
}

func anyParam(random *rand.Rand, k nnvm.Kind) string {
	number := func() int64 {
		return []int64{-1 << 63, -3, -1, 0, 1, 1, 1, 2, 2, 3, 4, 8, 1 << 62}[random.IntN(13)]
	}
	switch k {
	case nnvm.IntParam:
		return fmt.Sprint(number(), " : i64")
	case nnvm.BoolParam:
		return fmt.Sprint(random.IntN(2) == 0)
	case nnvm.FloatParam:
		return "0.5 : f64"
	case nnvm.FloatsParam:
		return []string{"array<f64>", "array<f64: 0.5>", "array<f64: -1.0, 1.0e+300>", "array<f64: 0.0, 1.0, 2.0, 0.5>"}[random.IntN(4)]
	case nnvm.TextParam:
		return []string{`"NCHW"`, `"NHWC"`, `"OIHW"`, `"NCHW4c"`, `"float32"`, `"__undef__"`, `"C"`, `""`}[random.IntN(8)]
	case nnvm.CountParam:
		if random.IntN(2) == 0 {
			return fmt.Sprint(number(), " : i64")
		}
	}
	list := make([]string, []int{0, 1, 2, 2, 2, 4, 8}[random.IntN(7)])
	for i := range list {
		list[i] = fmt.Sprint(number())
	}
	if len(list) == 0 {
		return "array<i64>"
	}
	return "array<i64: " + strings.Join(list, ", ") + ">"
}

package engines_test

import (
	"strings"
	"testing"

	embed "github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestContradictions checks on ref, vm and jit that it is an error if an operand of a dynamic
// operation contradicts the static result type. Folding makes the operand, %k, a constant.
func TestContradictions(t *testing.T) {
	const folded = "%c = stablehlo.constant dense<CONSTANT> : tensor<1xi64>\n%zero = stablehlo.constant dense<0> : tensor<1xi64>\n%six = stablehlo.constant dense<6> : tensor<1xi64>\n" +
		"%k = stablehlo.add %c, %zero : tensor<1xi64>\n"
	for name, c := range map[string]struct{ constant, body string }{
		"stride":           {"1000", "%r = stablehlo.real_dynamic_slice %x, %zero, %six, %k : (tensor<6xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"start":            {"-1000", "%r = stablehlo.real_dynamic_slice %x, %k, %six, %six : (tensor<6xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"limit":            {"12", "%r = stablehlo.real_dynamic_slice %x, %six, %k, %six : (tensor<6xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"interior of -1":   {"-1", "%r = stablehlo.dynamic_pad %x, %s, %zero, %zero, %k : (tensor<6xi64>, tensor<i64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"interior of -100": {"-100", "%r = stablehlo.dynamic_pad %x, %s, %zero, %six, %k : (tensor<6xi64>, tensor<i64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"low":              {"3", "%r = stablehlo.dynamic_pad %x, %s, %k, %zero, %zero : (tensor<6xi64>, tensor<i64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"slice size": {"-1", `%i = stablehlo.constant dense<0> : tensor<6x1xi32>
			%r = "stablehlo.dynamic_gather"(%x, %i, %k) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>} : (tensor<6xi64>, tensor<6x1xi32>, tensor<1xi64>) -> tensor<6xi64>`},
		"iota":      {"7", "%r = stablehlo.dynamic_iota %k, dim = 0 : (tensor<1xi64>) -> tensor<6xi64>"},
		"reshape":   {"7", "%r = stablehlo.dynamic_reshape %x, %k : (tensor<6xi64>, tensor<1xi64>) -> tensor<6xi64>"},
		"broadcast": {"7", "%r = stablehlo.dynamic_broadcast_in_dim %s, %k, dims = [] : (tensor<i64>, tensor<1xi64>) -> tensor<6xi64>"},
	} {
		m := parse(t, registry(t), program("%x: tensor<6xi64>, %s: tensor<i64>", strings.ReplaceAll(folded, "CONSTANT", c.constant)+c.body, "%r", "tensor<6xi64>"))
		for _, engine := range []string{"ref", "vm", "jit"} {
			e, err := embed.Module(t.Context(), m, embed.Options{Backend: engine})
			if err == nil {
				_, err = e.Run(t.Context(), tensor.New(tensor.I64, 6), tensor.New(tensor.I64))
				e.Close()
			}
			if err == nil {
				t.Errorf("%s on %s returned no error", name, engine)
			}
		}
	}
}

// TestRefinedResults runs programs with dynamic result types whose shapes follow from constants.
func TestRefinedResults(t *testing.T) {
	for _, elem := range []string{"f32", "complex<f32>", "i4"} {
		dynamic := "tensor<?x" + elem + ">"
		m := parse(t, registry(t), program("%x: tensor<2x2x"+elem+">", "%s = stablehlo.constant dense<4> : tensor<1xi64>\n"+
			"%y = stablehlo.dynamic_reshape %x, %s : (tensor<2x2x"+elem+">, tensor<1xi64>) -> "+dynamic+"\n%r = stablehlo.add %y, %y : "+dynamic, "%r", dynamic))
		for _, engine := range []string{"ref", "vm", "jit"} {
			e, err := embed.Module(t.Context(), m, embed.Options{Backend: engine})
			if err != nil {
				t.Fatal(err)
			}
			in := tensor.Random(e.Inputs()[0].Kind(), []int64{2, 2}, 1, 1)
			got, err := e.Run(t.Context(), in)
			if err != nil || len(got[0].Shape) != 1 || got[0].Shape[0] != 4 {
				t.Errorf("%s on %s: got %v and error %v, expected 4 elements", elem, engine, got, err)
			}
			e.Close()
		}
	}
}

// TestDisagreeingInputs runs operations with inputs whose dynamic shapes disagree. This must be an
// error on ref, vm and jit, and no engine may read beyond the end of an input.
func TestDisagreeingInputs(t *testing.T) {
	const v, m = "tensor<?xf32>", "tensor<?x?xf32>"
	region := "({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  %s = stablehlo.add %p, %q : tensor<f32>\n  stablehlo.return %s : tensor<f32>\n})"
	for _, c := range []struct {
		a, b, body, out string
		shapes          [2][]int64
	}{
		{v, v, "%r = stablehlo.add %a, %b : " + v, v, [2][]int64{{5}, {3}}},
		{v, v, "%r = stablehlo.add %a, %b : " + v, v, [2][]int64{{3}, {5}}},
		{v, v, "%r = stablehlo.add %a, %b : " + v, v, [2][]int64{{100000}, {0}}},
		{v, v, "%r = stablehlo.add %a, %b : (" + v + ", " + v + ") -> tensor<3xf32>", "tensor<3xf32>", [2][]int64{{3}, {2}}},
		{v, v, "%p = stablehlo.compare LT, %a, %b : (" + v + ", " + v + ") -> tensor<?xi1>\n%r = stablehlo.select %p, %a, %b : tensor<?xi1>, " + v, v, [2][]int64{{7}, {2}}},
		{v, v, "%n = stablehlo.negate %b : " + v + "\n%r = stablehlo.clamp %n, %a, %b : " + v, v, [2][]int64{{9}, {4}}},
		{m, m, "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (" + m + ", " + m + ") -> " + m, m, [2][]int64{{2, 9}, {3, 2}}},
		{m, m, "%r = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (" + m + ", " + m + ") -> " + v, v, [2][]int64{{9, 2}, {3, 2}}},
		{m, m, "%r = stablehlo.concatenate %a, %b, dim = 0 : (" + m + ", " + m + ") -> " + m, m, [2][]int64{{2, 9}, {2, 3}}},
		{v, v, "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%r:2 = stablehlo.reduce(%a init: %z), (%b init: %z) across dimensions = [0] : (" + v + ", " + v + ", tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)\n reducer(%p: tensor<f32>, %q: tensor<f32>) (%s: tensor<f32>, %u: tensor<f32>) {\n  %x = stablehlo.add %p, %q : tensor<f32>\n  %y = stablehlo.add %s, %u : tensor<f32>\n  stablehlo.return %x, %y : tensor<f32>, tensor<f32>\n}\n", "tensor<f32>", [2][]int64{{5}, {2}}},
		{v, v, "%r:2 = \"stablehlo.sort\"(%a, %b) ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>, %s: tensor<f32>, %u: tensor<f32>):\n  %x = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n  stablehlo.return %x : tensor<i1>\n}) {dimension = 0 : i64} : (" + v + ", " + v + ") -> (" + v + ", " + v + ")", v, [2][]int64{{9}, {4}}},
		{v, v, "%r = \"stablehlo.map\"(%a, %b) " + region + " {dimensions = array<i64: 0>} : (" + v + ", " + v + ") -> " + v, v, [2][]int64{{9}, {4}}},
		{v, v, "%i = stablehlo.constant dense<0> : tensor<i32>\n%r = stablehlo.dynamic_update_slice %a, %b, %i : (" + v + ", " + v + ", tensor<i32>) -> " + v, v, [2][]int64{{2}, {9}}},
		{v, v, "%t = stablehlo.constant dense<true> : tensor<i1>\n%r = \"stablehlo.if\"(%t) ({\n  %x = stablehlo.add %a, %b : " + v + "\n  stablehlo.return %x : " + v + "\n}, {\n  stablehlo.return %a : " + v + "\n}) : (tensor<i1>) -> " + v, v, [2][]int64{{2}, {9}}},
		{v, v, "%r = stablehlo.complex %a, %b : tensor<?xcomplex<f32>>", "tensor<?xcomplex<f32>>", [2][]int64{{5}, {3}}},
		{v, v, "%r = chlo.broadcast_add %a, %b : (" + v + ", " + v + ") -> " + v, v, [2][]int64{{5}, {3}}},
	} {
		result := "%r"
		if strings.Contains(c.body, "%r:2") {
			result = "%r#0"
		}
		p := parse(t, registry(t), program("%a: "+c.a+", %b: "+c.b, c.body, result, c.out))
		in := []*tensor.Tensor{tensor.New(tensor.F32, c.shapes[0]...), tensor.New(tensor.F32, c.shapes[1]...)}
		types := []ir.Type{ir.Tensor(ir.F32(), c.shapes[0]...), ir.Tensor(ir.F32(), c.shapes[1]...)}
		for _, engine := range []string{"ref", "vm", "jit"} {
			for _, known := range [][]ir.Type{types, nil} { // static or dynamic input types
				e, err := embed.Module(t.Context(), p, embed.Options{Backend: engine, Inputs: known})
				if err == nil {
					_, err = e.Run(t.Context(), in...)
					e.Close()
				}
				if err == nil {
					t.Errorf("%s on %s with inputs of %v returned no error", c.body, engine, c.shapes)
				}
			}
		}
	}
}

// TestOuterValues runs regions on ref that use values of dynamic shapes from outside the region.
// The input types are dynamic or static.
func TestOuterValues(t *testing.T) {
	const v = "tensor<?xf32>"
	for _, body := range []string{
		`%i = stablehlo.constant dense<1> : tensor<i32>
%r = "stablehlo.case"(%i) ({
  stablehlo.return %a : ` + v + `
}, {
  %d = stablehlo.add %a, %a : ` + v + `
  stablehlo.return %d : ` + v + `
}) : (tensor<i32>) -> ` + v,
		`%p = stablehlo.constant dense<true> : tensor<i1>
%r = "stablehlo.if"(%p) ({
  %d = stablehlo.add %a, %a : ` + v + `
  stablehlo.return %d : ` + v + `
}, {
  stablehlo.return %a : ` + v + `
}) : (tensor<i1>) -> ` + v,
		`%zero = stablehlo.constant dense<0> : tensor<i32>
%one = stablehlo.constant dense<1> : tensor<i32>
%w:2 = stablehlo.while(%i = %zero, %y = %a) : tensor<i32>, ` + v + `
cond {
  %p = stablehlo.compare LT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %p : tensor<i1>
} do {
  %j = stablehlo.add %i, %one : tensor<i32>
  %z = stablehlo.add %y, %a : ` + v + `
  stablehlo.return %j, %z : tensor<i32>, ` + v + `
}
%n = stablehlo.negate %w#1 : ` + v + `
%r = stablehlo.negate %n : ` + v,
	} {
		m := parse(t, registry(t), program("%a: "+v, body, "%r", v))
		for _, known := range [][]ir.Type{nil, {ir.Tensor(ir.F32(), 3)}} {
			e, err := embed.Module(t.Context(), m, embed.Options{Backend: "ref", Inputs: known})
			if err != nil {
				t.Fatal(err)
			}
			in := tensor.New(tensor.F32, 3)
			in.SetFloat(2, 4)
			got, err := e.Run(t.Context(), in)
			e.Close()
			if err != nil || got[0].Float(2) != 8 {
				t.Errorf("inputs of types %v: got %v (error %v), expected 8 as the last element; program:\n%s", known, got, err, body)
			}
		}
	}
}

// TestMovingSlice runs a real_dynamic_slice of constant size whose start is an input.
func TestMovingSlice(t *testing.T) {
	m := parse(t, registry(t), program("%a: tensor<5xf32>, %i: tensor<1xi32>", `%c = stablehlo.constant dense<2> : tensor<1xi32>
%one = stablehlo.constant dense<1> : tensor<1xi32>
%l = stablehlo.add %i, %c : tensor<1xi32>
%r = stablehlo.real_dynamic_slice %a, %i, %l, %one : (tensor<5xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>`, "%r", "tensor<2xf32>"))
	a, at := tensor.New(tensor.F32, 5), tensor.New(tensor.I32, 1)
	for i := range 5 {
		a.SetFloat(i, float64(i))
	}
	at.SetInt(0, 3)
	compile(t, engines(t), m).run(t, []*tensor.Tensor{a, at}, func(engine string, _, e int, got, want *tensor.Tensor) {
		t.Errorf("%s: element %d is %s, expected %s", engine, e, describe(got, e), describe(want, e))
	})
}

package engines_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestComplexInverse runs the inverse functions on all pairs of edge values: every engine has the
// bits of the interpreter.
func TestComplexInverse(t *testing.T) {
	parts := []float64{0, 1e-300, 1e-30, 1e-10, 0.3, 0.6417, 1 - 0x1p-53, 1, 1 + 0x1p-52, 1.5, 9, 11, 1e10, 1e30, 1e300, math.MaxFloat64, math.Inf(1), math.NaN()}
	for _, v := range parts[:len(parts)-1] {
		parts = append(parts, -v)
	}
	functions := []string{"acos", "acosh", "asin", "asinh", "atan", "atanh"}
	for _, kind := range []tensor.Kind{tensor.C64, tensor.C128} {
		x := tensor.New(kind, int64(len(parts)*len(parts)))
		for i := range x.NumElements() {
			x.SetComplex(i, complex(parts[i/len(parts)], parts[i%len(parts)]))
		}
		typ := typeOf(x)
		var body, results, types []string
		for _, f := range functions {
			body = append(body, fmt.Sprintf("  %%%s = chlo.%[1]s %%x : %s -> %[2]s\n", f, typ))
			results, types = append(results, "%"+f), append(types, typ)
		}
		text := program("%x: "+typ, strings.Join(body, ""), strings.Join(results, ", "), strings.Join(types, ", "))
		compile(t, fast(engines(t)), parse(t, registry(t), text)).same(t, []*tensor.Tensor{x})
	}
}

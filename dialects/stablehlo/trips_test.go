package stablehlo_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
)

// TestTrips checks the number of iterations of a loop with a counter. condition is the operation
// that computes the result of the region cond. If it is "", the region returns %count.
func TestTrips(t *testing.T) {
	const least, most = "-9223372036854775808", "9223372036854775807"
	for _, c := range []struct {
		first, step, direction, bound, condition string
		n                                        float64
		known                                    bool
		elem                                     string // i64 if it is ""
	}{
		{first: "0", step: "7", direction: "LT", bound: "50", n: 8, known: true},
		{first: "0", step: "7", direction: "LE", bound: "49", n: 8, known: true},
		{first: "50", step: "-7", direction: "GT", bound: "0", n: 8, known: true},
		{first: "49", step: "-7", direction: "GE", bound: "0", n: 8, known: true},
		{first: "50", step: "1", direction: "LT", bound: "0", known: true},
		{first: "50", step: "1", direction: "LE", bound: "49", known: true},
		{first: "0", step: "-1", direction: "LT", bound: "50"},
		{first: "0", step: "5", direction: "NE", bound: "50", n: 10, known: true},
		{first: "50", step: "-5", direction: "NE", bound: "0", n: 10, known: true},
		{first: "50", step: "1", direction: "NE", bound: "50", known: true},
		{first: "0", step: "-1", direction: "NE", bound: "50"},
		{first: "0", step: "7", direction: "NE", bound: "50"},
		{first: least, step: "1", direction: "LT", bound: most, n: 1 << 64, known: true},
		{first: most, step: least, direction: "GT", bound: "-1", n: 1, known: true},
		{first: "0", step: "1", direction: "LT", bound: "18446744073709551615", elem: "ui64", n: 1 << 64, known: true},
		{first: "9223372036854775808", step: "1", direction: "LT", bound: "1", elem: "ui64", known: true},
		{first: "0", step: "1", direction: "LT", bound: "50", condition: "and %other, %count : tensor<i1>", n: 50},
		{first: "0", step: "1", direction: "LT", bound: "0", condition: "and %other, %count : tensor<i1>", known: true},
		{first: "0", step: "1", direction: "LT", bound: "0", condition: "and %count, %other : tensor<i1>", known: true},
	} {
		if c.condition == "" {
			c.condition = "convert %count : tensor<i1>"
		}
		if c.elem == "" {
			c.elem = "i64"
		}
		text := fmt.Sprintf(`func.func @main(%%other: tensor<i1>) -> tensor<i64> {
  %%first = stablehlo.constant dense<%s> : tensor<i64>
  %%step = stablehlo.constant dense<%s> : tensor<i64>
  %%bound = stablehlo.constant dense<%s> : tensor<i64>
  %%r = stablehlo.while(%%i = %%first) : tensor<i64>
  cond {
    %%count = stablehlo.compare %s, %%i, %%bound : (tensor<i64>, tensor<i64>) -> tensor<i1>
    %%all = stablehlo.%s
    stablehlo.return %%all : tensor<i1>
  } do {
    %%next = stablehlo.add %%i, %%step : tensor<i64>
    stablehlo.return %%next : tensor<i64>
  }
  return %%r : tensor<i64>
}`, c.first, c.step, c.bound, c.direction, c.condition)
		m := parse(t, "test.mlir", []byte(strings.ReplaceAll(text, "i64", c.elem)))
		m.Walk(func(op *ir.Op) bool {
			if loop, ok := ir.As[stablehlo.While](op); ok {
				if n, known := loop.Trips(); n != c.n || known != c.known {
					t.Errorf("%+v: got %v iterations, known: %v", c, n, known)
				}
			}
			return true
		})
	}
}

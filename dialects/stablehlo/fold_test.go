package stablehlo_test

import (
	"testing"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir/irtest"
)

// TestFold folds the last operation of each text. want is a constant, "%n" for operand n, or "-" if
// the operation does not fold.
func TestFold(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"constants", `%a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
%b = stablehlo.constant dense<[3, 5]> : tensor<2xi32>
%r = stablehlo.multiply %a, %b : tensor<2xi32>`, "dense<[3, 10]> : tensor<2xi32>"},
		{"splats of any size", `%a = stablehlo.constant dense<2.0> : tensor<1000x1000xf32>
%r = stablehlo.add %a, %a : tensor<1000x1000xf32>`, "dense<4.000000e+00> : tensor<1000x1000xf32>"},
		{"plus 0 of integers", `%x = "t.x"() : () -> tensor<2xi32>
%z = stablehlo.constant dense<0> : tensor<2xi32>
%r = stablehlo.add %x, %z : tensor<2xi32>`, "%0"},
		{"plus 0.0 would lose the sign of -0", `%x = "t.x"() : () -> tensor<2xf32>
%z = stablehlo.constant dense<0.0> : tensor<2xf32>
%r = stablehlo.add %x, %z : tensor<2xf32>`, "-"},
		{"plus -0.0", `%x = "t.x"() : () -> tensor<2xf32>
%z = stablehlo.constant dense<-0.0> : tensor<2xf32>
%r = stablehlo.add %x, %z : tensor<2xf32>`, "%0"},
		{"times 1", `%x = "t.x"() : () -> tensor<2xf32>
%z = stablehlo.constant dense<1.0> : tensor<2xf32>
%r = stablehlo.multiply %x, %z : tensor<2xf32>`, "%0"},
		{"transpose that moves equal extents", `%x = "t.x"() : () -> tensor<2x2xf32>
%r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>`, "-"},
		{"transpose of a constant", `%x = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
%r = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x2xi32>) -> tensor<2x2xi32>`, "dense<[[1, 3], [2, 4]]> : tensor<2x2xi32>"},
		{"reshape to the same shape", `%x = "t.x"() : () -> tensor<2xf32>
%r = stablehlo.reshape %x : (tensor<2xf32>) -> tensor<2xf32>`, "%0"},
		{"broadcast of a scalar", `%x = stablehlo.constant dense<7> : tensor<i32>
%r = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<i32>) -> tensor<3xi32>`, "dense<7> : tensor<3xi32>"},
		{"select", `%p = stablehlo.constant dense<true> : tensor<i1>
%a = "t.x"() : () -> tensor<2xf32>
%b = "t.x"() : () -> tensor<2xf32>
%r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<2xf32>`, "%1"},
		{"division by zero", `%a = stablehlo.constant dense<5> : tensor<i32>
%b = stablehlo.constant dense<0> : tensor<i32>
%r = stablehlo.divide %a, %b : tensor<i32>`, "dense<-1> : tensor<i32>"},
		{"order of complex numbers", `%a = stablehlo.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
%r = stablehlo.compare LT, %a, %a : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> tensor<2xi1>`, "-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := irtest.Fold(t, c.text, stablehlo.Dialect()); got != c.want {
				t.Errorf("folds to %s, expected %s", got, c.want)
			}
		})
	}
}

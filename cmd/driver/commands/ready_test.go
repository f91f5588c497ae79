package commands_test

import (
	"strings"
	"testing"
)

// TestPlanUnready checks that "lathe plan" works without a C compiler, with one warning.
func TestPlanUnready(t *testing.T) {
	t.Setenv("CC", "/nope/gcc")
	const text = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`
	for devices, want := range map[string]int{"c.0,c.1,vm": 1, "vm": 0} {
		status, _, errs := lathe(t, text, "plan", "--devices="+devices, "-")
		if status != 0 || strings.Count(errs, "c can't run here: ") != want {
			t.Errorf("%s: plan ends with %d and prints %s", devices, status, errs)
		}
	}
}

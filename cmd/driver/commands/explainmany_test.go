package commands_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestExplainManyCalls limits the time for explaining an operation in a kernel of 400 operations.
// The log has decisions that name up to 400 operations each.
func TestExplainManyCalls(t *testing.T) {
	const calls = 400
	var main, rest strings.Builder
	for i := range calls {
		fmt.Fprintf(&main, "%%%d = func.call @f%d(%%%s) : (tensor<4xf32>) -> tensor<4xf32>\n", i, i, previous(i))
		fmt.Fprintf(&rest, "func.func private @f%d(%%x: tensor<4xf32>) -> tensor<4xf32> {\n%%r%d = stablehlo.add %%x, %%x : tensor<4xf32>\nreturn %%r%d : tensor<4xf32>\n}\n", i, i, i)
	}
	program := fmt.Sprintf("func.func @main(%%x: tensor<4xf32>) -> tensor<4xf32> {\n%sreturn %%%d : tensor<4xf32>\n}\n%s", main.String(), calls-1, rest.String())
	start := time.Now()
	status, out, errs := lathe(t, program, "explain", "--devices=ref", "-", "%r7")
	if status != 0 || !strings.Contains(out, "fused: ") {
		t.Fatalf("the status is %d, the output %q, and the error %s", status, out, errs)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("explaining one of %d operations took %v", calls, took)
	}
}

func previous(i int) string {
	if i == 0 {
		return "x"
	}
	return fmt.Sprint(i - 1)
}

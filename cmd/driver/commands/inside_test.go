package commands_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
)

// insideForms are three forms of a computation with a constant of 64 KiB. The constant is in the
// function itself, in a function that is called twice, or in the body of a loop.
var insideForms = map[string]string{
	"itself": `
  %k = stablehlo.constant dense<0.5> : tensor<128x128xf32>
  %a = stablehlo.multiply %x, %k : tensor<128x128xf32>
  %r = stablehlo.multiply %a, %k : tensor<128x128xf32>
  return %r : tensor<128x128xf32>
}
}
`,
	"called": `
  %a = func.call @f(%x) : (tensor<128x128xf32>) -> tensor<128x128xf32>
  %r = func.call @f(%a) : (tensor<128x128xf32>) -> tensor<128x128xf32>
  return %r : tensor<128x128xf32>
}
func.func private @f(%x: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %k = stablehlo.constant dense<0.5> : tensor<128x128xf32>
  %a = stablehlo.multiply %x, %k : tensor<128x128xf32>
  return %a : tensor<128x128xf32>
}
}
`,
	"loop": `
  %c = stablehlo.constant dense<true> : tensor<i1>
  %r = stablehlo.while(%v = %x) : tensor<128x128xf32>
      cond {
        stablehlo.return %c : tensor<i1>
      } do {
        %k = stablehlo.constant dense<0.5> : tensor<128x128xf32>
        %n = stablehlo.multiply %v, %k : tensor<128x128xf32>
        stablehlo.return %n : tensor<128x128xf32>
      }
  return %r : tensor<128x128xf32>
}
}
`,
}

// TestConstantsInside checks that the memory of a device does not depend on the place of a
// constant. The option --fit, the pass cluster-verify and the plan must count the same memory.
func TestConstantsInside(t *testing.T) {
	tool, err := driver.New("lathe-opt", all.Bundle())
	if err != nil {
		t.Fatal(err)
	}
	for name, body := range insideForms {
		for _, memory := range []struct {
			bytes string
			fits  bool
		}{{"65535", false}, {"65552", true}} {
			file := filepath.Join(t.TempDir(), "p.mlir")
			text := `module attributes {cluster.devices = [#cluster.target<"ref", {memory = ` + memory.bytes + "}>]} {\nfunc.func @main(%x: tensor<128x128xf32>) -> tensor<128x128xf32> {" + body
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			status, out, errs := lathe(t, "", "plan", "--fit", file)
			if (status == 0) != memory.fits {
				t.Errorf("%s, %s bytes: --fit: got status %d\n%s%s", name, memory.bytes, status, out, errs)
			}
			_, out, _ = lathe(t, "", "plan", file)
			if over := strings.Contains(out, "and --fit counts only constants"); !memory.fits && over || !strings.Contains(out, "constants alone 64.0 KiB") && !strings.Contains(out, "constants alone 64 KiB") {
				t.Errorf("%s, %s bytes: the plan does not state that the constants alone have 64 KiB, or mentions --fit:\n%s", name, memory.bytes, out)
			}
			for _, outline := range []string{"--affinity", "--cluster-outline"} {
				var said strings.Builder
				args := []string{"--affinity", "--partition", outline, "--cluster-verify", file, "-o", os.DevNull}
				if outline == "--affinity" {
					args = []string{"--affinity", "--partition", "--cluster-verify", file, "-o", os.DevNull}
				}
				status := tool.Opt(context.Background(), args, strings.NewReader(""), &said, &said)
				if (status == 0) != memory.fits {
					t.Errorf("%s, %s bytes: cluster-verify: got status %d\n%s", name, memory.bytes, status, said.String())
				}
			}
		}
	}
}

// TestWorkInside checks that a call has the cost of the called function, and that a reduction has
// the cost of its body for each element.
func TestWorkInside(t *testing.T) {
	const program = `func.func @main(%x: tensor<16x16xf32>) -> tensor<f32> {
  %a = func.call @f(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<16x16xf32>, tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
func.func private @f(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = func.call @g(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %b = func.call @g(%a) : (tensor<16x16xf32>) -> tensor<16x16xf32>
  return %b : tensor<16x16xf32>
}
func.func private @g(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %a = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %a : tensor<16x16xf32>
}
`
	_, out, errs := lathe(t, program, "plan", "--devices=ref", "--json", "-")
	if want := `"flops":16640`; !strings.Contains(out, want) { // 2 · 2·16³ + 16²
		t.Errorf("%s is missing from %s%s", want, out, errs)
	}
	if status, _, errs := lathe(t, program, "plan", "--devices=vm,ref", "--rules=pin flops > 16000 to ref", "-"); status != 0 && strings.Contains(errs, "matches no operation") {
		t.Error(errs)
	}
}

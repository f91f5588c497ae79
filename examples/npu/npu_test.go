package main

import (
	"context"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/conformance"
	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
)

func tool(t *testing.T) *driver.Tool {
	tool, err := driver.New("npu", all.Bundle(), bundle())
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// lathe runs a command of the tool and returns its output.
func lathe(t *testing.T, args ...string) string {
	var out, errs strings.Builder
	if status := commands.Lathe(context.Background(), tool(t), args, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("%v: exit status %d: %s", args, status, errs.String())
	}
	return out.String()
}

// TestConformance checks that the NPU fulfills the contract that applies to all backends.
func TestConformance(t *testing.T) {
	conformance.Run(t, conformance.Subject{Factory: factory(), Registry: tool(t).Registry()})
}

// TestDevices divides the model between the NPU and vm. It checks that the results are those of
// ref, except for the rounding of sums.
func TestDevices(t *testing.T) {
	plan := lathe(t, "plan", "--devices=npu,vm", "model.mlir")
	for _, want := range []string{"@cluster_0_npu  npu       2", "@cluster_1_vm   vm        3", "1408 B of 64 MiB"} {
		if !strings.Contains(plan, want) {
			t.Errorf("the plan does not contain %q:\n%s", want, plan)
		}
	}
	got, want := lathe(t, "run", "--devices=npu,vm", "model.mlir"), lathe(t, "run", "--backend=ref", "model.mlir")
	x, y := numbers(t, got), numbers(t, want)
	if len(x) != len(y) || len(x) == 0 {
		t.Fatalf("got %d numbers, but ref gives %d", len(x), len(y))
	}
	for i := range x {
		if math.Abs(x[i]-y[i]) > 1e-5 {
			t.Errorf("number %d is %v, but ref gives %v", i, x[i], y[i])
		}
	}
}

// numbers returns the elements of the tensors in a text.
func numbers(t *testing.T, text string) []float64 {
	t.Helper()
	var all []float64
	for _, word := range regexp.MustCompile(`-?[0-9]+\.[0-9e+-]+`).FindAllString(text, -1) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	return all
}

// TestReasons checks the reasons for which the NPU refuses operations.
func TestReasons(t *testing.T) {
	for value, why := range map[string]string{
		"%t": "npu refuses it: the NPU has no instruction for 'stablehlo.tanh'",
		"%q": "npu refuses it: the NPU's accumulator has 64 columns, but the weights are 'tensor<16x128xf32>'",
		"%y": "npu refuses it: the NPU's accumulator has 64 columns, but the weights are 'tensor<16x128xf32>'",
	} {
		if got := lathe(t, "explain", "--devices=npu,vm", "model.mlir", value); !strings.Contains(got, why) {
			t.Errorf("%s: got\n%s\nwant %q in it", value, got, why)
		}
	}
}

// TestPass runs the pass alone. It checks that the output of the pass does not change when it is
// parsed and printed again.
func TestPass(t *testing.T) {
	var out, again, errs strings.Builder
	if tool(t).Opt(context.Background(), []string{"--npu-fuse", "model.mlir"}, strings.NewReader(""), &out, &errs) != 0 {
		t.Fatal(errs.String())
	}
	if n := strings.Count(out.String(), "npu.dense"); n != 2 {
		t.Errorf("got %d npu.dense operations, expected 2:\n%s", n, out.String())
	}
	if tool(t).Opt(context.Background(), []string{"-"}, strings.NewReader(out.String()), &again, &errs) != 0 || again.String() != out.String() {
		t.Errorf("after the output was parsed and printed again, got\n%s%s\nexpected the same output", again.String(), errs.String())
	}
}

// TestBatching checks that a product with a batching dimension does not become npu.dense.
func TestBatching(t *testing.T) {
	const program = `func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.dot_general %x, %w, batching_dims = [0] x [1], contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %1 = stablehlo.add %0, %b : tensor<4xf32>
  return %1 : tensor<4xf32>
}`
	var out, errs strings.Builder
	if tool(t).Opt(context.Background(), []string{"--npu-fuse", "-"}, strings.NewReader(program), &out, &errs) != 0 || !strings.Contains(out.String(), "dot_general") {
		t.Errorf("got\n%s%s\nexpected the product unchanged", out.String(), errs.String())
	}
}

// TestSize checks that the module has at most 200 lines, as docs/write-a-backend.md says.
func TestSize(t *testing.T) {
	lines := 0
	for _, file := range []string{"main.go", "dialect.go", "backend.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines += len(slices.Collect(strings.Lines(string(text))))
	}
	if lines > 200 {
		t.Errorf("the module has %d lines, expected at most 200", lines)
	}
}

// TestPage checks that the listings of the page "Write a backend" are equal to the code of this
// example.
func TestPage(t *testing.T) {
	var code strings.Builder
	for _, file := range []string{"main.go", "dialect.go", "backend.go", "npu_test.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	page, err := os.ReadFile("../../docs/write-a-backend.md")
	if err != nil {
		t.Skip("the example was copied out of the repository: ", err)
	}
	blocks := strings.Split(string(page), "```go\n")[1:]
	if len(blocks) < 5 {
		t.Fatalf("the page has %d listings, expected at least 5", len(blocks))
	}
	for _, b := range blocks {
		if listing, _, _ := strings.Cut(b, "```"); !strings.Contains(code.String(), listing) {
			t.Errorf("the page has\n%s\nwhich is not in the code", listing)
		}
	}
}

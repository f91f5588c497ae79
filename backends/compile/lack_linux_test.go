package compile_test

import (
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// large is a program with a result of 128 MiB and a result of one byte.
const large = `func.func @main(%a: tensor<i8>) -> (tensor<8192x16384xi8>, tensor<i8>) {
  %0 = stablehlo.add %a, %a {cluster.device = "vm.0"} : tensor<i8>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] {cluster.device = "vm.1"} : (tensor<i8>) -> tensor<8192x16384xi8>
  %2 = stablehlo.slice %1 [0:1, 5:6] {cluster.device = "vm.1"} : (tensor<8192x16384xi8>) -> tensor<1x1xi8>
  %3 = stablehlo.reshape %2 {cluster.device = "vm.1"} : (tensor<1x1xi8>) -> tensor<i8>
  return %1, %3 : tensor<8192x16384xi8>, tensor<i8>
}`

// TestMemoryGone checks runs that lack memory which the host could provide at compilation. In every
// way to run the program, the error must name the operation. When the memory is available again,
// the run must succeed.
func TestMemoryGone(t *testing.T) {
	if !hosttest.Alone(t) {
		return
	}
	type program struct {
		place
		e *compile.Executable
	}
	var all []program
	alone := []place{{"ref", compile.Options{Backend: "ref"}}, {"c", compile.Options{Backend: "c"}}, {"vm", compile.Options{Backend: "vm"}}}
	for _, p := range append(alone, places("vm.0", "vm.1")[1:]...) {
		if _, err := exec.LookPath("gcc"); err != nil && p.name == "c" {
			continue
		}
		all = append(all, program{p, p.compiled(t, large)})
	}
	hosttest.Limited(t, 64<<20, func() {
		for _, c := range all {
			c.lacks(t, c.e)
		}
	})
	for _, c := range all {
		out, err := c.e.Run(t.Context(), tensor.FromSlice(nil, []int8{21}))
		if err != nil || out[0].Int(1<<27-1) != 42 || out[1].Int(0) != 42 {
			t.Errorf("%s: a run with enough memory returned %v", c.name, err)
		}
	}
}

// lacks checks the runs of e, which is the program "large" compiled for p. In all ways in which the
// program allocates the results, the error must be about memory and must name the operation.
func (p place) lacks(t *testing.T, e *compile.Executable) {
	t.Helper()
	for _, w := range ways() {
		if w.name == "into" || w.name == "buffers" {
			continue // the caller allocates the results
		}
		_, err := w.run(t.Context(), e, []*tensor.Tensor{tensor.FromSlice(nil, []int8{21})})
		p.failedAt(t, p.name+", "+w.name, err, "stablehlo.broadcast_in_dim", "test.mlir:3:")
		var lack *hostbytes.Lack
		if !errors.As(err, &lack) || lack.Left > 1<<27 {
			t.Errorf("%s: got %v", p.name, err)
		}
	}
}

// TestTwiceGone runs a program that returns one value as two results, with memory for only one
// result. The error must name the result and the partition that computed the value.
func TestTwiceGone(t *testing.T) {
	if !hosttest.Alone(t) {
		return
	}
	twice := strings.NewReplacer("tensor<i8>) {", "tensor<8192x16384xi8>) {", "%1, %3 : tensor<8192x16384xi8>, tensor<i8>", "%1, %1 : tensor<8192x16384xi8>, tensor<8192x16384xi8>").Replace(large)
	e := places("vm.0", "vm.1")[1].compiled(t, twice)
	hosttest.Limited(t, 208<<20, func() {
		_, err := e.Run(t.Context(), tensor.FromSlice(nil, []int8{21}))
		var lack *hostbytes.Lack
		if !errors.As(err, &lack) || !strings.Contains(err.Error(), "partition 2 (") || !strings.Contains(err.Error(), "result #1 can't be copied: the allocation needs 134217728 bytes") {
			t.Errorf("got %v", err)
		}
	})
}

package commands_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func file(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// placed is the output of place-device for a graph with two devices. unplaced is this graph before
// the pass.
const placed = `func.func @main(%x: tensor<4xf32> {nnvm.device = "vm", nnvm.name = "x"}) -> tensor<4xf32> {
  %0 = cluster.copy %x from "vm" to "ref" {cluster.device = "ref", nnvm.name = "x_0_copy"} : tensor<4xf32>
  %p = nnvm.exp(%0) {cluster.device = "ref", nnvm.name = "p"} : (tensor<4xf32>) -> tensor<4xf32>
  %q = nnvm.tanh(%x) {cluster.device = "vm", nnvm.name = "q"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = cluster.copy %q from "vm" to "ref" {cluster.device = "ref", nnvm.name = "q_0_copy"} : tensor<4xf32>
  %r = nnvm.elemwise_add(%p, %1) {cluster.device = "ref", nnvm.name = "r"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
`

const unplaced = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p = nnvm.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %q = nnvm.tanh(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %r = nnvm.elemwise_add(%p, %q) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
`

// TestPlacedRuns runs the output of place-device, with and without given devices, and after a
// conversion to a graph and back. The results must equal the results of the original graph.
func TestPlacedRuns(t *testing.T) {
	_, want, _ := lathe(t, unplaced, "run", "-")
	status, json, errs := lathe(t, placed, "convert", "-")
	if status != 0 || !strings.Contains(json, "\"op\": \"copy\", \n      \"name\": \"q_0_copy\"") {
		t.Fatalf("convert ends with %d, %s and\n%s", status, errs, json)
	}
	_, back, _ := lathe(t, json, "convert", "-")
	back = strings.ReplaceAll(back, "tensor<*x!nnvm.any>", "tensor<4xf32>") // as infer-shapes would do
	for _, c := range []struct {
		text string
		args []string
	}{{placed, []string{"run", "-"}}, {placed, []string{"run", "--devices=vm,ref", "-"}}, {back, []string{"run", "-"}}} {
		status, got, errs := lathe(t, c.text, c.args...)
		if status != 0 || got != want || want == "" {
			t.Errorf("%v ends with %d, %s and %q, want %q", c.args, status, errs, got, want)
		}
	}
	status, plan, errs := lathe(t, placed, "plan", "--devices=vm,ref", "-")
	if status != 0 || !strings.Contains(plan, "copies between devices: 1, 16 bytes") {
		t.Errorf("plan ends with %d, %s and\n%s", status, errs, plan)
	}
}

// TestOrderedRuns runs a graph that has control dependencies, but no operator that changes a
// variable.
func TestOrderedRuns(t *testing.T) {
	ordered := strings.Replace(unplaced, "  return", "  nnvm.after %q, %p : tensor<4xf32>, tensor<4xf32>\n  return", 1)
	_, want, _ := lathe(t, unplaced, "run", "-")
	for _, args := range [][]string{{"run", "-"}, {"run", "--backend=ref", "-"}, {"run", "--devices=vm,ref", "-"}} {
		if status, got, errs := lathe(t, ordered, args...); status != 0 || got != want || want == "" {
			t.Errorf("%v ends with %d, %s and %q, want %q", args, status, errs, got, want)
		}
	}
	_, want, _ = lathe(t, unplaced, "plan", "--devices=vm,ref", "-")
	if status, got, errs := lathe(t, ordered, "plan", "--devices=vm,ref", "-"); status != 0 || got != want || want == "" {
		t.Errorf("plan ends with %d, %s and %q, want %q", status, errs, got, want)
	}
}

// TestConvertSays checks the warnings about misspelt parameters in a node's dictionary, and the
// error for a program that has no graph form.
func TestConvertSays(t *testing.T) {
	graph := `{"nodes": [{"op": "null", "name": "x", "inputs": []},
{"op": "dense", "name": "d", "attrs": {"units": "3", "use_bais": "False", "use_bis": "0", "ctx_group": "g", "Units": "3"}, "inputs": [[0, 0, 0], [0, 0, 0]]}],
"arg_nodes": [0], "heads": [[1, 0, 0]]}`
	status, _, errs := lathe(t, graph, "convert", "-")
	for _, want := range []string{
		"<stdin>:2:1: warning: the entry 'use_bis' in the node's dictionary is not a parameter of its operator, and has no effect",
		"the entry 'Units'", "you mean the parameter 'units'", "you mean the parameter 'use_bias'",
	} {
		if status != 0 || !strings.Contains(errs, want) {
			t.Errorf("convert ends with %d and prints %s, want %q", status, errs, want)
		}
	}
	if strings.Contains(errs, "ctx_group'") {
		t.Errorf("got a warning about an entry that resembles no parameter: %s", errs)
	}
	status, out, errs := lathe(t, "func.func @main(%x: tensor<4xbf16>) -> tensor<4xbf16> {\n  return %x : tensor<4xbf16>\n}", "convert", "-")
	if status == 0 || out != "" || !strings.Contains(errs, "but NNVM has no element type 'bf16'") {
		t.Errorf("convert of a program without a graph form ends with %d and prints %s%s", status, out, errs)
	}
}

// TestSameNames checks that --graph ignores the names of nodes, and that the difference between two
// operators is reported at the location of the node.
func TestSameNames(t *testing.T) {
	graph := `{"nodes": [{"op": "null", "name": "x", "inputs": []},
{"op": "exp", "name": "e", "inputs": [[0, 0, 0]]}],
"arg_nodes": [0], "heads": [[1, 0, 0]]}`
	one := file(t, "one.json", graph)
	named := file(t, "named.json", strings.NewReplacer(`"e"`, `"f"`, `"x"`, `"y"`).Replace(graph))
	other := file(t, "other.json", strings.Replace(graph, "exp", "log", 1))
	_, hash, _ := lathe(t, "", "same", "--graph", one, one)
	if status, out, errs := lathe(t, "", "same", "--graph", one, named); status != 0 || out != hash || hash == "" {
		t.Errorf("same --graph of equal graphs ends with %d and prints %s%s, want %s", status, out, errs, hash)
	}
	if status, _, errs := lathe(t, "", "same", one, named); status == 0 || !strings.Contains(errs, "nnvm.name") {
		t.Errorf("same without --graph ends with %d and prints %s, want a difference", status, errs)
	}
	status, _, errs := lathe(t, "", "same", "--graph", one, other)
	if status == 0 || !strings.Contains(errs, "one.json:2:1: error: 'nnvm.exp' op is the first difference between the programs") || !strings.Contains(errs, "other.json:2:1: note") {
		t.Errorf("same --graph of different graphs ends with %d and prints %s, want a difference", status, errs)
	}
}

package commands_test

import (
	"os"
	"strings"
	"testing"
)

// TestOneDNN converts a oneDNN graph to a program and back, and runs and plans both forms.
func TestOneDNN(t *testing.T) {
	text, err := os.ReadFile("../../../frontends/onednn/testdata/mlp.json")
	if err != nil {
		t.Fatal(err)
	}
	graph := string(text)
	status, program, errs := lathe(t, graph, "convert", "-")
	if status != 0 || !strings.Contains(program, "onednn_graph.MatMul(%arg0, %arg1, %arg2)") {
		t.Fatalf("convert ends with %d, %s and\n%s", status, errs, program)
	}
	status, back, errs := lathe(t, program, "convert", "-")
	if status != 0 || !strings.Contains(back, `"kind": "MatMul"`) {
		t.Fatalf("convert ends with %d, %s and\n%s", status, errs, back)
	}
	_, again, _ := lathe(t, back, "convert", "-")
	if again != program {
		t.Errorf("the program changes if it is converted to JSON and back:\n%s", again)
	}
	_, want, _ := lathe(t, program, "run", "-")
	for _, backend := range []string{"vm", "jit"} {
		if status, got, errs := lathe(t, graph, "run", "--backend="+backend, "-"); status != 0 || got != want || want == "" {
			t.Errorf("run on %s ends with %d, %s and %q, want %q", backend, status, errs, got, want)
		}
	}
	if status, plan, errs := lathe(t, graph, "plan", "-"); status != 0 || !strings.Contains(plan, "MatMul ReLU Multiply") {
		t.Errorf("plan ends with %d, %s and\n%s", status, errs, plan)
	}
	for policy, want := range map[string]string{
		"fusion": `{"partitions":[{"id":0,"kind":"matmul_post_ops","supported":true,"ops":[1,2,3]}]}`,
		"debug":  `{"partitions":[{"id":0,"kind":"matmul_post_ops","supported":true,"ops":[1]},{"id":1,"kind":"unary_post_ops","supported":true,"ops":[2]},{"id":2,"kind":"binary_post_ops","supported":true,"ops":[3]}]}`,
	} {
		if status, got, errs := lathe(t, graph, "plan", "--policy="+policy, "--json", "-"); status != 0 || strings.TrimSpace(got) != want {
			t.Errorf("plan --policy=%s ends with %d, %s and %s", policy, status, errs, got)
		}
	}
	if status, got, errs := lathe(t, graph, "explain", "-", "#3"); status != 0 || !strings.Contains(got, "pattern matmul_post_ops of priority 9.7 takes it with #2 MatMul, #4 Multiply") {
		t.Errorf("explain ends with %d, %s and\n%s", status, errs, got)
	}
	if status, _, errs := lathe(t, strings.ReplaceAll(graph, `"ReLU"`, `"ReLu"`), "run", "-"); status == 0 || !strings.Contains(errs, `there is no operation of kind "ReLu"`) {
		t.Errorf("run of a graph with an unknown kind ends with %d and %s", status, errs)
	}
}

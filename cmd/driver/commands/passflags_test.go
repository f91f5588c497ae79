package commands_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver"
	"github.com/lathe-ir/lathe/cmd/driver/all"
	"github.com/lathe-ir/lathe/cmd/driver/commands"
	"github.com/lathe-ir/lathe/ir"
	lowering "github.com/lathe-ir/lathe/lowering/pipeline"
)

const square = `func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.multiply %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}`

// TestPrintPipeline checks that the pipeline is printed as one line, and that properties change it.
func TestPrintPipeline(t *testing.T) {
	for _, test := range []struct{ args, has, not string }{
		{"", map[string]string{"jit": "linalg-to-kernels{target=host}", "vm": "linalg-to-kernels{target=vm}"}[defaultBackend(t)], "target=portable"},
		{"--backend=vm", "linalg-to-kernels{target=vm}", "target=host"},
		{"--backend=c", "canonicalize{", "target=vm"},
		{"--backend=c --property=disable-passes=fusion", "func.func(split-reductions,form-tiles", "fusion"},
		{"--backend=c --property=disable-passes=cse,canonicalize", "stablehlo-promote-reductions,mark-host-functions", "cse"},
		{"--backend=ref", "stablehlo-legalize-quant-to-math", "linalg"},
		{"--backend=ref --property=enable-passes=cse", "cse,stablehlo-legalize-quant-to-math", "linalg"},
	} {
		status, out, errs := lathe(t, square, append(strings.Fields("run --print-pipeline "+test.args), "-")...)
		if status != 0 || strings.Count(out, "\n") != 1 || !strings.HasPrefix(out, "builtin.module(") ||
			!strings.Contains(out, test.has) || strings.Contains(out, test.not) {
			t.Errorf("%q: got status %d, %s%s", test.args, status, out, errs)
		}
	}
	if status, _, errs := lathe(t, square, "run", "--print-pipeline", "--devices=vm,ref", "-"); status != 1 || !strings.Contains(errs, "pass --backend=NAME") {
		t.Errorf("got status %d, %s", status, errs)
	}
	if status, _, errs := lathe(t, square, "run", "--print-pipeline", "--backend=hetero", "-"); status != 1 || !strings.Contains(errs, "there is no target 'hetero'") {
		t.Errorf("got status %d, %s", status, errs)
	}
}

// TestEveryOptionalPass checks that disable-passes accepts each optional pass and removes it from
// the pipeline, and that results stay the same.
func TestEveryOptionalPass(t *testing.T) {
	pipeline := []string{"run", "--backend=vm", "--accuracy=fast", "--print-pipeline", "-"}
	_, with, _ := lathe(t, square, pipeline...)
	_, want, _ := lathe(t, square, "run", "--backend=vm", "-")
	for _, name := range lowering.Optional() {
		off := "--property=disable-passes=" + name
		named := regexp.MustCompile(`[(,]` + name + `[{,)]`)
		status, without, errs := lathe(t, square, append(pipeline, off)...)
		if status != 0 || !named.MatchString(with) || named.MatchString(without) {
			t.Errorf("without %s: got status %d, %s%s", name, status, without, errs)
		}
		if status, out, errs := lathe(t, square, "run", "--backend=vm", off, "-"); status != 0 || out != want {
			t.Errorf("without %s: got status %d, %s%s", name, status, out, errs)
		}
	}
}

// TestRunPrintsStages checks that --mlir-print-ir-after-all prints the program after each pass of
// the pipeline, that --mlir-timing prints times, and that --verify-each finds no error.
func TestRunPrintsStages(t *testing.T) {
	status, out, errs := lathe(t, square, "run", "--verify-each", "--mlir-print-ir-after-all", "--mlir-timing", "-")
	if status != 0 || !strings.Contains(out, "tensor<2xf32>") {
		t.Fatalf("got status %d, %s", status, errs)
	}
	_, list, _ := lathe(t, square, "run", "--print-pipeline", "-")
	stages := regexp.MustCompile(`[a-z-]+[a-z](\{[^}]*\})?[,)]`).FindAllString(strings.ReplaceAll(list, "func.func(", ""), -1)
	if len(stages) < 6 {
		t.Fatalf("got the stages %q, expected at least 6", stages)
	}
	rest := errs
	for _, s := range stages {
		name := regexp.MustCompile(`^[a-z-]+`).FindString(s)
		_, after, ok := strings.Cut(rest, "("+name+") //----- //")
		if !ok {
			t.Errorf("no dump after %s", name)
			continue
		}
		rest = after
	}
	if !strings.Contains(errs, "PlanBuffers") || !strings.Contains(errs, "Execution time report") {
		t.Errorf("the report has no times:\n%s", errs)
	}
	if status, _, errs := lathe(t, square, "run", "--mlir-print-ir-after=fuzion", "-"); status != 1 || !strings.Contains(errs, "there is no pass 'fuzion'") {
		t.Errorf("got status %d, %s", status, errs)
	}
}

// planted is an operation whose lowering to linalg crashes.
type planted struct{ ir.Ref }

func (planted) Spec() ir.Spec {
	return ir.Spec{
		Name: "planted.fault", Traits: ir.Pure,
		Operands: []ir.Field{{Name: "x"}}, Results: []ir.Field{{Name: "result"}},
	}
}

// Expand implements nn.Expander.
func (planted) Expand(*ir.Builder, []*ir.Value) []*ir.Value { panic("BUG: planted") }

// TestReproducerOfRun checks that the error for a crash in the middle of the pipeline names the
// pass, and that lathe-opt repeats the crash with the reproducer.
func TestReproducerOfRun(t *testing.T) {
	file := filepath.Join(t.TempDir(), "reproducer.mlir")
	tool, err := driver.New("lathe", all.Bundle(), driver.Bundle{
		Dialects: []*ir.Dialect{{Name: "planted", Ops: func() []ir.OpDecl { return []ir.OpDecl{ir.Decl[planted]()} }}},
	})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(square, "stablehlo.multiply %a, %a : tensor<2xf32>", `"planted.fault"(%a) : (tensor<2xf32>) -> tensor<2xf32>`, 1)
	var out, errs strings.Builder
	args := []string{"run", "--no-cache", "--mlir-pass-pipeline-crash-reproducer=" + file, "-"}
	if status := commands.Lathe(context.Background(), tool, args, strings.NewReader(text), &out, &errs); status != 1 {
		t.Fatalf("got status %d, %s", status, errs.String())
	}
	if want := "Pipeline failed while executing [`StablehloToLinalg` on 'builtin.module' operation]"; !strings.Contains(errs.String(), want) {
		t.Errorf("the error does not say %q:\n%s", want, errs.String())
	}
	repeats, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(repeats), "plan-buffers") {
		t.Fatalf("the reproducer is %s, %v", repeats, err)
	}
	errs.Reset()
	if status := tool.Opt(context.Background(), []string{"--run-reproducer", file}, nil, &out, &errs); status == 0 || !strings.Contains(errs.String(), "BUG: planted") {
		t.Errorf("the reproducer ends with %d, %s", status, errs.String())
	}
}

// TestTreeNotWritten checks that a run fails with one error if it cannot write to the folder of
// --mlir-print-ir-tree-dir.
func TestTreeNotWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, errs := lathe(t, square, "run", "--no-cache", "--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir="+file, "-")
	if status != 1 || !strings.HasPrefix(errs, "error: cannot write the program: ") || strings.Count(errs, "\n") != 1 {
		t.Errorf("got status %d and %q, expected status 1 and one error", status, errs)
	}
}

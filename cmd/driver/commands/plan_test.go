package commands_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/explain"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/sdy"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/partition/exact"
	"github.com/lathe-ir/lathe/passes/partition/grow"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// command runs the command "plan" or "explain" and returns its output.
func command(t testing.TB, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs strings.Builder
	status = runPlanner(planner(t), args, stdin, &out, &errs)
	return status, out.String(), errs.String()
}

// runPlanner is like command, but uses the given planner and writers.
func runPlanner(p *plan.Planner, args []string, stdin string, out, errs io.Writer) int {
	var a plan.Args
	var e explain.Args
	into := any(&a)
	if args[0] == "explain" {
		into = &e
	}
	k, err := kong.New(into, kong.Name("lathe "+args[0]), kong.Writers(out, errs))
	if err != nil {
		panic(err)
	}
	if _, _, err := cli.Parse(k, args[1:]); err != nil {
		fmt.Fprintf(errs, "lathe %s: error: %v\n", args[0], err)
		return 1
	}
	if args[0] == "explain" {
		err = explain.Run(context.Background(), p, e, strings.NewReader(stdin), out)
	} else {
		err = p.Run(context.Background(), a, strings.NewReader(stdin), out)
	}
	return cli.Status(err, errs)
}

// TestCommands compares outputs with testdata/commands.golden. LATHE_UPDATE=1 updates the file.
func TestCommands(t *testing.T) {
	const golden = "testdata/commands.golden"
	lines := []string{
		"plan --devices=vm,c testdata/butterfly.mlir",
		"plan --devices=vm,c --no-repair testdata/butterfly.mlir",
		"plan --devices=vm,c --json testdata/butterfly.mlir",
		"plan --devices=vm,c --no-repair --json testdata/butterfly.mlir",
		"plan --devices=vm,c --strategy=grow testdata/butterfly.mlir",
		"plan --devices=vm,c --strategy=exact testdata/butterfly.mlir",
		"plan --devices=c,vm testdata/mixed.mlir",
		"plan --devices=vm.0,vm testdata/mixed.mlir",
		"plan --devices=c testdata/mixed.mlir",
		"plan --devices=vm,vm testdata/mixed.mlir",
		"plan --devices=c,vm --strategy=x testdata/mixed.mlir",
		"plan --devices=none testdata/mixed.mlir",
		"plan --bogus testdata/mixed.mlir",
		"plan testdata/single.mlir",
		"plan testdata/mixed.mlir",
		"explain testdata/single.mlir @cluster_0_vm",
		"plan --devices=vm nofile.mlir",
		"explain --devices=c,vm testdata/mixed.mlir %quotient",
		"explain --devices=c,vm testdata/mixed.mlir %pinned",
		"explain --devices=c,vm testdata/mixed.mlir %2",
		"explain --devices=c,vm testdata/mixed.mlir #5",
		"explain --devices=c,vm testdata/mixed.mlir #7",
		"explain --devices=c,vm testdata/mixed.mlir %three",
		"explain --devices=c,vm testdata/mixed.mlir %n",
		"explain --devices=c,vm testdata/mixed.mlir %nix",
		"explain --devices=c,vm testdata/mixed.mlir #99",
		"explain --devices=vm,c testdata/butterfly.mlir @cluster_0_vm",
		"explain --devices=vm,c testdata/butterfly.mlir @cluster_9_vm",
		"explain --devices=vm testdata/single.mlir @cluster_9_vm",
		"explain --devices=vm,c testdata/butterfly.mlir %a2",
		"explain --devices=vm,c --json testdata/butterfly.mlir %a2",
		"explain --devices=c,vm testdata/mixed.mlir",
		"explain --devices=c,vm --json testdata/mixed.mlir",
		"explain --devices=vm testdata/mixed.mlir",
	}
	var got bytes.Buffer
	for _, line := range lines {
		status, out, errs := command(t, "", strings.Fields(line)...)
		fmt.Fprintf(&got, "$ %s\n%s", line, out)
		if errs != "" {
			fmt.Fprintf(&got, "standard error:\n%s", errs)
		}
		if status != 0 {
			fmt.Fprintf(&got, "exit status %d\n", status)
		}
		got.WriteByte('\n')
	}
	if os.Getenv("LATHE_UPDATE") != "" {
		if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestPlanFromInput(t *testing.T) {
	status, out, errs := command(t, "func.func @main(%a: i32) -> i32 {\n  return %a : i32\n}\n", "plan", "--devices=vm", "--json", "-")
	var r plan.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != 0 {
		t.Fatal(status, err, errs)
	}
	if r.Schema != plan.Schema || len(r.Functions) != 1 || r.Functions[0].Coverage.Ops != 0 || len(r.Functions[0].Clusters) != 0 {
		t.Errorf("got %+v", r)
	}
	status, _, errs = command(t, "func.func @main(%a: i32) -> i32 {\n  return %b : i32\n}\n", "plan", "--devices=vm", "-")
	if status != 1 || !strings.Contains(errs, "use of undeclared SSA value name") {
		t.Error(status, errs)
	}
}

// TestPlanDevicesOfModule plans a program that lists its devices, without --devices.
func TestPlanDevicesOfModule(t *testing.T) {
	text := `module attributes {cluster.devices = [#cluster.target<"c">, #cluster.target<"vm", {threads = 2 : i64}>]} {
  func.func @main(%a: i32) -> i32 {
    %0 = arith.divsi %a, %a : i32
    return %0 : i32
  }
}
`
	status, out, errs := command(t, text, "plan", "-")
	if status != 0 || !strings.Contains(out, "devices: c, vm (in this order)") || !strings.Contains(out, "@cluster_0_vm") {
		t.Error(status, out, errs)
	}
}

func registry(t testing.TB) *ir.Registry {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), arith.Dialect(), cluster.Dialect(), stablehlo.Dialect(), chlo.Dialect(), sdy.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

func planner(t testing.TB) *plan.Planner {
	return &plan.Planner{Registry: registry(t), Devices: placetest.Open, Default: func() string { return "vm" }, Strategies: []placement.Strategy{contract.Strategy{}, grow.Strategy{}, exact.Strategy{}}}
}

package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/explain"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// planOf returns the report of a program's only function.
func planOf(t *testing.T, text string, args ...string) plan.Function {
	t.Helper()
	status, out, errs := command(t, text, append(append([]string{"plan", "--json"}, args...), "-")...)
	var r plan.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil || status != 0 || len(r.Functions) != 1 {
		t.Fatalf("got status %d, %v: %s%s", status, err, out, errs)
	}
	return r.Functions[0]
}

// TestAdviceCapability plans a chain of operations. The first device refuses every fourth
// operation. If it accepted all operations, one cluster without copies would be enough.
func TestAdviceCapability(t *testing.T) {
	var b strings.Builder
	b.WriteString("func.func @main(%v0: i32) -> i32 {\n")
	for i := range 20 {
		op := "arith.addi"
		if i%4 == 3 {
			op = "arith.divsi"
		}
		fmt.Fprintf(&b, "  %%v%d = %s %%v%d, %%v%d : i32\n", i+1, op, i, i)
	}
	b.WriteString("  return %v20 : i32\n}\n")
	f := planOf(t, b.String(), "--devices=c,vm")
	if len(f.Clusters) != 10 || len(f.Copies) != 9 || len(f.Advice) != 1 {
		t.Fatalf("got %d clusters, %d copies and the advice %v, expected 10 clusters, 9 copies and one piece of advice", len(f.Clusters), len(f.Copies), f.Advice)
	}
	a := f.Advice[0]
	want := "if c took arith.divsi (5 operations) there would be 1 cluster instead of 10, 0 copies instead of 9, 36 B less to copy"
	if a.Kind != "capability" || a.Device != "c" || a.Op != "arith.divsi" || a.Ops != 5 || a.Clusters != 1 || a.Copies != 0 || a.Text != want {
		t.Errorf("got the wrong advice %+v", a)
	}
}

func TestAdviceMemoryAndUnused(t *testing.T) {
	const text = `module attributes {cluster.devices = [#cluster.target<"vm", {memory = 11 : i64}>, #cluster.target<"c">]} {
  func.func @main(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    %1 = arith.muli %0, %0 : i32
    return %1 : i32
  }
}`
	f := planOf(t, text)
	var texts []string
	for _, a := range f.Advice {
		texts = append(texts, a.Kind+": "+a.Text)
	}
	got := strings.Join(texts, "\n")
	for _, want := range []string{"memory: vm would hold 12 B, but has only 11 B", "unused: c runs nothing: all operations that it supports run on vm, listed before it"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	if d := f.Devices[0]; d.MemoryBytes != 11 || d.PeakBytes != 12 {
		t.Errorf("got the device %+v, expected 11 bytes of memory and a peak of 12 bytes", d)
	}
}

// TestIdleDevices checks that the advice about an idle device says how many operations it refuses
// and why, and which devices run the other operations.
func TestIdleDevices(t *testing.T) {
	f := planOf2(t, `module attributes {cluster.devices = [#cluster.target<"d0">, #cluster.target<"d1", {deny = ["arith.*"]}>, #cluster.target<"d2", {allow = ["arith.muli"]}>, #cluster.target<"d3">]} {
  func.func @main(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    %1 = arith.muli %0, %0 : i32
    return %1 : i32
  }
}`)
	var got []string
	for _, a := range f.Advice {
		got = append(got, a.Text)
	}
	want := []string{
		"d1 runs nothing: it refuses 2 of 2 operations (%0: the device's deny list contains 'arith.*')",
		"d2 runs nothing: it refuses 1 of 2 operations (%0: the device's allow list does not contain 'arith.addi'); the other operations run on d0, listed before it",
		"d3 runs nothing: all operations that it supports run on d0, listed before it",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestFrequentReason checks that the advice about an idle device quotes the most frequent reason
// for a refusal, and the first operation with this reason.
func TestFrequentReason(t *testing.T) {
	f := planOf2(t, `module attributes {cluster.devices = [#cluster.target<"d0">, #cluster.target<"d1", {deny = ["arith.muli", "arith.addi"]}>]} {
  func.func @main(%a: i32) -> i32 {
    %0 = arith.muli %a, %a : i32
    %1 = arith.addi %0, %a : i32
    %2 = arith.addi %1, %a : i32
    %3 = arith.subi %2, %a : i32
    return %3 : i32
  }
}`)
	const want = "d1 runs nothing: it refuses 3 of 4 operations (2 of them like %1: the device's deny list contains 'arith.addi'); the other operations run on d0, listed before it"
	if len(f.Advice) == 0 || f.Advice[0].Text != want {
		t.Errorf("advice is %v", f.Advice)
	}
}

// TestTooLargeToFit checks that, with --fit, the advice about an idle device names an operation
// whose constants exceed the memory of the device.
func TestTooLargeToFit(t *testing.T) {
	f := planOf2(t, `module attributes {cluster.devices = [#cluster.target<"d0", {memory = 20, deny = ["arith.muli"]}>, #cluster.target<"d1">]} {
  func.func @main(%a: tensor<4xi64>) -> tensor<4xi64> {
    %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi64>
    %0 = arith.muli %a, %a : tensor<4xi64>
    %1 = arith.addi %0, %c : tensor<4xi64>
    %2 = arith.addi %1, %1 : tensor<4xi64>
    return %2 : tensor<4xi64>
  }
}`, "--fit")
	const want = "d0 runs nothing: it refuses 1 of 3 operations (%0: the device's deny list contains 'arith.muli'); the other operations run on d1: %1 needs 32 B of constants, more than the 20 B that d0 has"
	if len(f.Advice) == 0 || f.Advice[0].Text != want {
		t.Errorf("advice is %v", f.Advice)
	}
}

// TestPlanSums checks on random programs that the totals of a plan are the sums of the figures for
// its devices and copies.
func TestPlanSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	for range 40 {
		f := planOf2(t, placetest.RandomProgram(rng, 5+rng.IntN(60), 3), "--devices=d0,d1,d2")
		ops, clusters, bytes := 0, 0, int64(0)
		share := 0.0
		for _, d := range f.Devices {
			ops, clusters, share = ops+d.Ops, clusters+d.Clusters, share+d.OpsShare
		}
		for _, c := range f.Copies {
			bytes += c.Bytes
		}
		if ops != f.Coverage.Ops || ops != f.Coverage.Placed || clusters != len(f.Clusters) || bytes != f.CopiedBytes || share < 0.9999 || share > 1.0001 {
			t.Errorf("the devices have %d operations, expected %d; %d clusters, expected %d; the copies have %d bytes, expected %d; the shares add up to %v, expected 1", ops, f.Coverage.Ops, clusters, len(f.Clusters), bytes, f.CopiedBytes, share)
		}
	}
}

// planOf2 is planOf for programs with unregistered operations.
func planOf2(t *testing.T, text string, args ...string) plan.Function {
	t.Helper()
	p := planner(t)
	p.AllowUnregistered = true
	var out strings.Builder
	if status := runPlanner(p, append(append([]string{"plan", "--json"}, args...), "-"), text, &out, &out); status != 0 {
		t.Fatal(out.String())
	}
	var r plan.Report
	if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
		t.Fatal(err)
	}
	return r.Functions[0]
}

// TestDWhyReasons checks random programs whose operations are pinned to random devices. Every
// operation that is not on the first device must have a reason, and the command "explain" must list
// it. For every refused merge, the command must report the path that would become a cycle.
func TestDWhyReasons(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 3))
	moved, refused := 0, 0
	for range 30 {
		text := placetest.RandomProgram(rng, 5+rng.IntN(40), 2)
		p := planner(t)
		p.AllowUnregistered = true
		devices := "d0,d1"
		pl, err := p.Make(context.Background(), plan.Options{PlacingArgs: cli.PlacingArgs{Devices: &devices}, File: "-", AskAll: true}, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		listed := map[uint32]bool{}
		all, err := explain.Of(context.Background(), pl, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all.Moved {
			listed[m.Op.ID] = len(m.Reasons) > 0
		}
		f := pl.Funcs[0]
		for v, op := range f.Ops {
			if f.IsConstant(int32(v)) {
				continue
			}
			name, _ := cluster.DeviceOf(op)
			if listed[op.ID()] != (name != "d0") {
				t.Fatalf("explain must list exactly the operations that are not on d0: #%d is on %s, listed: %t", op.ID(), name, listed[op.ID()])
			}
			r, err := explain.Of(context.Background(), pl, fmt.Sprintf("#%d", op.ID()))
			if err != nil || r.Reason == "" || len(r.Candidates) != 2 || r.Device != name {
				t.Fatalf("#%d: got error %v and report %+v, expected a reason and two candidates", op.ID(), err, r)
			}
			if name != "d0" {
				moved++
			}
			for _, n := range r.Neighbors {
				if n.Relation == "merge refused" {
					refused++
					if len(n.Path) < 3 {
						t.Errorf("#%d: the merge is refused (%s) with the path %v, expected at least 3 steps", op.ID(), n.Reason, n.Path)
					}
				}
			}
		}
	}
	if moved < 100 || refused < 20 {
		t.Errorf("%d operations are moved and %d merges are refused, expected at least 100 and 20", moved, refused)
	}
}

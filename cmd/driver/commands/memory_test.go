package commands_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
	"github.com/lathe-ir/lathe/passes/placement/placetest"
)

// TestPlanMemoryIsVerified checks that the memory in a plan equals the memory that cluster-verify
// computes for the divided program, whether its clusters are regions or launches. Devices with
// exactly this memory are sufficient, but one byte less is not.
func TestPlanMemoryIsVerified(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for n := range 60 {
		text := holding(placetest.RandomProgram(rng, 5+rng.IntN(40), 2))
		if strings.Contains(text, "t.inner") {
			t.Fatalf("program %d still has an operation t.inner that was not replaced:\n%s", n, text)
		}
		if n%2 == 1 { // an argument that counts as a constant
			text = strings.Replace(text, "%v1: tensor<4xf32>)", "%v1: tensor<4xf32> {cluster.static})", 1)
		}
		var out strings.Builder
		p := planner(t)
		p.AllowUnregistered = true
		if status := runPlanner(p, []string{"plan", "--devices=d0,d1", "--json", "-"}, text, &out, &out); status != 0 {
			t.Fatal(out.String())
		}
		var r plan.Report
		if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
			t.Fatal(err)
		}
		for d, device := range r.Functions[0].Devices {
			if device.PeakBytes == 0 {
				continue
			}
			for _, less := range []int64{0, 1} {
				for _, outline := range []bool{false, true} {
					err := verifyLimited(t, text, d, device.PeakBytes-less, outline)
					if less == 0 && err != nil || less > 0 && (err == nil || !strings.Contains(err.Error(), fmt.Sprintf("needs %d bytes", device.PeakBytes))) {
						t.Fatalf("program %d, device %s with %d - %d bytes: got the error %v for\n%s", n, device.Device, device.PeakBytes, less, err, text)
					}
				}
			}
		}
	}
}

// holding replaces the operations t.inner in the regions of a program. The regions then hold more
// values than they return, have several blocks and arguments, and call the recursive function
// @deep. Some results are unused.
func holding(text string) string {
	inner := regexp.MustCompile(`    (%i) = "t.inner"\((%\w+)\) : .*\n    "t.end"\(%i\).*\n`)
	return inner.ReplaceAllString(text, `    %h = "t.many"($2) : (tensor<4xf32>) -> tensor<32xf32>
    $1 = func.call @deep(%h) : (tensor<32xf32>) -> tensor<4xf32>
    %unread = "t.many"($2) : (tensor<4xf32>) -> tensor<40xf32>
    "t.next"(%i)[^next] : (tensor<4xf32>) -> ()
  ^next(%j: tensor<4xf32>):
    %k = "t.many"(%j, %i) : (tensor<4xf32>, tensor<4xf32>) -> tensor<36xf32>
    "t.end"(%j) : (tensor<4xf32>) -> ()
  }, {
  ^turn(%k: tensor<16xf32>, %l: tensor<20xf32>):
    %m = "t.many"(%k) : (tensor<16xf32>) -> tensor<16xf32>
    "t.end"(%m, %l) : (tensor<16xf32>, tensor<20xf32>) -> ()
`) + `func.func private @deep(%a: tensor<32xf32>) -> tensor<4xf32> {
  %0 = "t.many"(%a) : (tensor<32xf32>) -> tensor<16xf32>
  %1 = func.call @deep(%a) : (tensor<32xf32>) -> tensor<4xf32>
  %2 = "t.many"(%0, %1) : (tensor<16xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
`
}

// TestPeakInside checks that operations need the same memory in a called function or a region as
// directly in @main. Two of the three vectors are live at a time, 8192 bytes. The input %x has 4
// bytes. The input %p has 1 byte, and counts only if an operation reads it.
func TestPeakInside(t *testing.T) {
	const body = `
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<1024xf32>
  %1 = stablehlo.sine %0 : tensor<1024xf32>
  %2 = stablehlo.sine %1 : tensor<1024xf32>
  %3 = stablehlo.slice %2 [0:1] : (tensor<1024xf32>) -> tensor<1xf32>
  %4 = stablehlo.reshape %3 : (tensor<1xf32>) -> tensor<f32>
`
	const main = "func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {\n"
	const loop = `  %k:2 = "stablehlo.while"(%x, %p) ({
  ^bb0(%y: tensor<f32>, %q: tensor<i1>):
    stablehlo.return %q : tensor<i1>
  }, {
  ^bb0(%y: tensor<f32>, %q: tensor<i1>):`
	for _, c := range []struct {
		name, text string
		want       int64
	}{
		{"plain", main + body + "  return %4 : tensor<f32>\n}", 4 + 8192},
		{"call", main + "  %k = func.call @f(%x) : (tensor<f32>) -> tensor<f32>\n  return %k : tensor<f32>\n}\nfunc.func private @f(%x: tensor<f32>) -> tensor<f32> {" + body + "  return %4 : tensor<f32>\n}", 4 + 8192},
		{"region", main + `  %k = "stablehlo.if"(%p) ({` + body + "  stablehlo.return %4 : tensor<f32>\n}, {\n  stablehlo.return %x : tensor<f32>\n}) : (tensor<i1>) -> tensor<f32>\n  return %k : tensor<f32>\n}", 5 + 8192},
		// The body also holds its argument %q, 1 byte, which it returns. Its argument %y is no
		// longer live when the second vector is computed.
		{"loop", main + loop + strings.ReplaceAll(body, "%x", "%y") + "  stablehlo.return %4, %q : tensor<f32>, tensor<i1>\n}) : (tensor<f32>, tensor<i1>) -> (tensor<f32>, tensor<i1>)\n  return %k#0 : tensor<f32>\n}", 5 + 1 + 8192},
	} {
		var out strings.Builder
		if status := runPlanner(planner(t), []string{"plan", "--devices=ref", "--json", "-"}, c.text, &out, &out); status != 0 {
			t.Fatal(out.String())
		}
		var r plan.Report
		if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
			t.Fatal(err)
		}
		f := r.Functions[0]
		if got := f.Devices[0].PeakBytes; got != c.want || f.Clusters[0].PeakBytes != c.want {
			t.Errorf("%s: %d and %d bytes, want %d", c.name, got, f.Clusters[0].PeakBytes, c.want)
		}
	}
}

// verifyLimited divides a program among d0 and d1, and verifies the result. One of the devices has
// the given memory.
func verifyLimited(t *testing.T, text string, device int, memory int64, outline bool) error {
	t.Helper()
	m := placetest.Parse(t, text)
	targets := []ir.Attr{cluster.NewTarget("d0"), cluster.NewTarget("d1")}
	targets[device] = cluster.NewTarget(fmt.Sprintf("d%d", device), ir.NamedAttr{Name: "memory", Attr: ir.NewI64(memory)})
	cluster.SetDevices(m.Op, targets)
	if err := partition.Module(context.Background(), m, partition.Options{Strategy: contract.Strategy{}}); err != nil {
		t.Fatal(err)
	}
	if outline {
		if err := clusteroutline.Module(m, clusteroutline.Options{Copies: true}); err != nil {
			t.Fatal(err)
		}
	}
	return clusterverify.Module(placetest.Parse(t, asm.String(m.Op)), clusterverify.Options{Activations: true})
}

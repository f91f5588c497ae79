package commands

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/clusterverify"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/contract"
)

// What plan says that devices need is what cluster-verify finds in the program that
// comes out, with the devices as small as that: to the byte, of regions and of
// launches.
func TestPlanMemoryIsVerified(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for n := range 60 {
		text := randomProgram(rng, 5+rng.IntN(40), 2)
		if n%2 == 1 { // an argument that counts as a constant
			text = strings.Replace(text, "%v1: tensor<4xf32>)", "%v1: tensor<4xf32> {cluster.static})", 1)
		}
		var out strings.Builder
		p := planner(t)
		p.AllowUnregistered = true
		if status := p.Plan(context.Background(), []string{"--devices=d0,d1", "--json", "-"}, strings.NewReader(text), &out, &out); status != 0 {
			t.Fatal(out.String())
		}
		var r PlanReport
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
						t.Fatalf("program %d, %s with %d - %d bytes: %v in\n%s", n, device.Device, device.PeakBytes, less, err, text)
					}
				}
			}
		}
	}
}

// verifyLimited divides a program among d0 and d1, of which one has so much memory,
// and verifies what comes out.
func verifyLimited(t *testing.T, text string, device int, memory int64, outline bool) error {
	t.Helper()
	m := parseAny(t, text)
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
	return clusterverify.Module(parseAny(t, asm.String(m.Op)), clusterverify.Options{Activations: true})
}

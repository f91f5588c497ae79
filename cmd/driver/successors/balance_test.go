package successors

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/passes/placement"
)

func TestR9LoadBalance(t *testing.T) {
	TestGlow01Basic1(t)
	// The balance in the plan must agree with the times in the plan's table of devices.
	devices := file(t, "devices.yaml", "- {name: a, backend: vm, memory: 3KiB}\n- {name: b, backend: vm, memory: 3KiB}\n- {name: c, backend: vm, memory: 3KiB}\n")
	ratio := map[string]float64{}
	for _, s := range []string{"memory", "balance"} {
		args := []string{"plan", "--devices=" + devices, "--strategy=" + s, filepath.Join("testdata", "g01.mlir")}
		var report plan.Report
		if err := json.Unmarshal([]byte(lathe(t, append(args, "--json")...)), &report); err != nil {
			t.Fatal(err)
		}
		most, sum := plan.Device{}, 0.0
		for _, d := range report.Functions[0].Devices {
			if sum += d.Seconds; d.Seconds > most.Seconds {
				most = d
			}
		}
		ratio[s] = most.Seconds / sum * 3
		text := fmt.Sprintf("balance: %s runs longest, %.2f times the mean of the 3 devices that run something\n", most.Device, ratio[s])
		if got := lathe(t, args...); !strings.Contains(got, text) {
			t.Errorf("no %q in\n%s", text, got)
		}
	}
	if ratio["balance"] >= ratio["memory"] {
		t.Errorf("the longest time is %.3f times the mean with strategy balance, expected less than the %.3f with strategy memory", ratio["balance"], ratio["memory"])
	}
	// The first operation takes nearly all the time. Glow leaves the first two devices empty.
	o := placement.Options{FleetOptions: placement.FleetOptions{Devices: 3}}
	text := `func.func @main(%a: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %m = nn.matmul %a, %a : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  %r = nn.relu %m : tensor<16x16xf32>
  %s = nn.relu %r : tensor<16x16xf32>
  return %s : tensor<16x16xf32>
}`
	q := parse(t, text)
	q.succeeds(t, parse(t, text), several("I", 3, 4096), "balance", o, nil)
	q.expect(t, "main_part1 I {m} 2048 [0]", "main_part2 I {r} 2048 [1]", "main_part3 I {s} 2048 [2]")
	// A program without operations to divide needs no devices.
	nothing := "func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {\n  return %a : tensor<4xf32>\n}"
	empty := parse(t, nothing)
	empty.succeeds(t, parse(t, nothing), several("I", 3, 100), "balance", o, nil)
	empty.expect(t)
	// Lathe does not reduce the requested number of partitions. It reports an error.
	for n, want := range map[int]string{
		4: "devices is 4, but there are 3 devices of backend 'I'",
		3: "devices is 3, but the number of operations to divide is 1",
	} {
		o.Devices = n
		q := parse(t, `func.func @main(%a: tensor<16xf32>) -> tensor<16xf32> {
  %r = nn.relu %a : tensor<16xf32>
  return %r : tensor<16xf32>
}`)
		if err := q.place(t, several("I", 3, 1000)); err != nil {
			t.Fatal(err)
		}
		if err := q.divide(t, "balance", o, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d devices: got %v", n, err)
		}
	}
}

// TestR9SharedConstants balances three layers that share their weights, and a layer with other
// weights. Glow counts shared weights in each layer, so four devices are too small. Lathe counts
// shared weights once.
func TestR9SharedConstants(t *testing.T) {
	text := `func.func @main(%a: tensor<1x16xf32>) -> tensor<1x16xf32> {
  %w = stablehlo.constant dense<0.1> : tensor<16x16xf32>
  %b = stablehlo.constant dense<0.1> : tensor<16xf32>
  %wd = stablehlo.constant dense<0.1> : tensor<16x16xf32>
  %bd = stablehlo.constant dense<0.1> : tensor<16xf32>
  %fc0 = nn.fc %a, %w, %b : (tensor<1x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>
  %fc1 = nn.fc %fc0, %w, %b : (tensor<1x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>
  %fc2 = nn.fc %fc1, %w, %b : (tensor<1x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>
  %fd = nn.fc %fc2, %wd, %bd : (tensor<1x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>
  return %fd : tensor<1x16xf32>
}`
	for _, s := range []string{"memory", "balance"} {
		p := parse(t, text)
		p.succeeds(t, parse(t, text), several("I", 4, 2048), s, placement.Options{}, nil)
		if s == "memory" {
			p.expect(t, "main_part1 I {fc0 fc1 fc2} 1216 [0]", "main_part2 I {fd} 1216 [1]")
		}
		for _, n := range p.totals() {
			if n > 2048 {
				t.Errorf("%s: a partition has %d bytes, want at most 2048", s, n)
			}
		}
	}
}

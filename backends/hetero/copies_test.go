package hetero_test

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/hetero"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/ir/tensor"
)

const copied = `module {
  func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %0 = cluster.launch @sum(%a, %b) on "DEVICE.0" {cluster.part = {PART}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @sum(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> attributes {cluster.device = "DEVICE.0"} {
    %0 = stablehlo.add %x, %y : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}`

// copies returns a program with one cluster. "device" is the name of its device without the number,
// and "part" is the text inside the braces of cluster.part.
func copies(device, part string) string {
	return strings.NewReplacer("DEVICE", device, "PART", part).Replace(copied)
}

// TestR11CopiesRun checks that a run uses the copy of the cluster with the fewest outstanding runs.
// Each device works on one run at a time. With two copies on two devices, 20 concurrent runs must
// take at most 0.6 times as long as with one device. Profiles must show the device of each run. R11
// is a row in docs/successors.md.
func TestR11CopiesRun(t *testing.T) {
	const count = 20
	took := map[string]time.Duration{}
	for _, part := range []string{`devices = ["acc.0"]`, `devices = ["acc.0", "acc.1"], logical = array<i64: 0, 1>, instances = 2 : i64`} {
		r := registry(&behavior{runs: func() { time.Sleep(10 * time.Millisecond) }}, backends.Config{})
		defer r.Close()
		p, err := open(t, r, "hetero").Compile(t.Context(), parse(t, copies("acc", part)), backends.CompileOptions{Properties: map[string]any{hetero.ModeProperty: hetero.Pipelined}})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		var mu sync.Mutex
		on := map[string]int{}
		var running sync.WaitGroup
		begin := time.Now()
		for i := range count {
			running.Go(func() {
				var profile backends.Profile
				in := inputs(float32(i))
				out, err := p.(backends.Profiled).RunProfiled(context.Background(), in, &profile)
				if err != nil {
					t.Error(err)
					return
				}
				if got := tensor.Slice[float32](out[0])[0]; got != float32(i)+5 {
					t.Errorf("run %d returned %v", i, got)
				}
				mu.Lock()
				defer mu.Unlock()
				on[profile.Records[0].Device]++
			})
		}
		running.Wait()
		took[part] = time.Since(begin)
		if strings.Contains(part, "acc.1") {
			if on["acc.0"] != count/2 || on["acc.1"] != count/2 {
				t.Errorf("the numbers of runs are %v, expected the same number on both devices", on)
			}
			if one := took[`devices = ["acc.0"]`]; took[part] > one*6/10 {
				t.Errorf("two devices take %v, but one device takes %v", took[part], one)
			}
			if v, err := p.(backends.Configured).Properties().Get(backends.ExecutionProperty); err != nil || len(v.([]string)) != 2 {
				t.Errorf("the program runs on %v; error %v", v, err)
			}
		}
	}
}

// TestR11ReplicasRun checks that runs use the copies of a cluster in turn, and that an exported
// program keeps its copies.
func TestR11ReplicasRun(t *testing.T) {
	r := backends.NewRegistry([]backends.Factory{vm.Factory(), hetero.Factory()}, backends.Config{})
	defer r.Close()
	b := open(t, r, "hetero")
	m := parse(t, copies("vm", `devices = ["vm.0", "vm.1"], replicas = 2 : i64`))
	p, err := b.Compile(t.Context(), m, backends.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	var blob bytes.Buffer
	if err := p.(backends.Exporter).Export(&blob); err != nil {
		t.Fatal(err)
	}
	again, err := b.(backends.Importer).Import(t.Context(), blob.Bytes(), backends.ImportOptions{Registry: m.Op.Registry()})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	for _, p := range []backends.Program{p, again} {
		var on []string
		for range 4 {
			var profile backends.Profile
			if _, err := p.(backends.Profiled).RunProfiled(t.Context(), inputs(1), &profile); err != nil {
				t.Fatal(err)
			}
			on = append(on, profile.Records[0].Device)
		}
		if got := strings.Join(on, " "); got != "vm.0 vm.1 vm.0 vm.1" {
			t.Errorf("the runs were on %s, expected vm.0 vm.1 vm.0 vm.1", got)
		}
	}
}

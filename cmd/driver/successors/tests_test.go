package successors

import (
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// TestGlow01Basic1 is test 1 of Glow's PartitionerTest; see docs/successors.md.

// balanced returns the parts of the graph g01 if it is divided evenly among three devices.
func balanced() []string {
	return []string{
		"main_part1 I {initial_fc} 2304 [0]",
		"main_part2 I {initial_sigmoid right_fc1 left_fc1} 2368 [1]",
		"main_part3 I {right_sigmoid1 right_fc2 right_sigmoid2 left_sigmoid1 left_fc2 left_sigmoid2 mul} 1248 [2]",
	}
}

func TestGlow01Basic1(t *testing.T) {
	p := divided(t, "g01", several("I", 3, 3072), "balance", placement.Options{}, nil)
	p.expect(t, balanced()...)
	p = divided(t, "g01", several("I", 3, 3072), "memory", placement.Options{}, nil)
	p.expect(t,
		"main_part1 I {initial_fc initial_sigmoid} 2304 [0]",
		"main_part2 I {right_fc1 right_sigmoid1 right_fc2 right_sigmoid2 left_fc1 left_sigmoid1} 2880 [1]",
		"main_part3 I {left_fc2 left_sigmoid2 mul} 672 [2]",
	)
}

func TestGlow02Basic2(t *testing.T) {
	o := placement.Options{FleetOptions: placement.FleetOptions{SaturateHost: true}}
	p := divided(t, "g02", several("I", 4, 2048), "balance", o, nil)
	p.expect(t,
		"main_part1 I {right_fc1 right_sigmoid1 right_fc2 right_sigmoid2} 1728 [0 2]",
		"main_part2 I {left_fc1 left_sigmoid1 left_fc2 left_sigmoid2 mul} 1760 [1 3]",
	)
	p = divided(t, "g02", several("I", 4, 2048), "memory", o, nil)
	p.expect(t,
		"main_part1 I {left_fc1 left_sigmoid1 left_fc2 left_sigmoid2} 1728 [0 2]",
		"main_part2 I {right_fc1 right_sigmoid1 right_fc2 right_sigmoid2 mul} 1760 [1 3]",
	)
}

func TestGlow03Error1(t *testing.T) {
	for _, s := range []string{"memory", "balance"} {
		fails(t, "g02", several("I", 1, 2048), s, placement.Options{}, nil, "the partitions need 2 devices of backend 'I', but the list has 1")
	}
}

// The program reads only constants, and is one partition on one device.
func TestGlow05SelectRepFunc(t *testing.T) {
	text := `func.func @main() -> tensor<2xf32> {
  %a = stablehlo.constant dense<1.0> : tensor<2xf32>
  %b = stablehlo.constant dense<2.0> : tensor<2xf32>
  %add = nn.add %a, %b : tensor<2xf32>
  return %add : tensor<2xf32>
}`
	for _, s := range []string{"memory", "balance"} {
		p := parse(t, text)
		p.succeeds(t, parse(t, text), several("I", 3, 1_000_000), s, placement.Options{}, nil)
		p.expect(t, "main_part1 I {add} 24 [0]")
		if n := p.dag()[0]; n.Memory.Constants != 16 || n.Memory.Out != 8 || n.Memory.In != 0 || len(n.Parents)+len(n.Children) > 0 {
			t.Errorf("got %+v", n)
		}
	}
}

// three returns two devices of backend I, which refuse Mul, and a device of backend CPU, which
// refuses Sub.
func three() []device {
	ds := append(several("I", 2, 3072), several("CPU", 1, 3072)...)
	ds[0].refuses, ds[1].refuses, ds[2].refuses = []string{"nn.mul"}, []string{"nn.mul"}, []string{"nn.sub"}
	return ds
}

// Glow assigns the devices 1, 0 and 1, so both partitions of backend I share a device. It concludes
// that the devices are too few, because it compares the number of all partitions, 3, with the
// number of devices of backend I, 2. Lathe uses both devices.
func TestGlow21SimpleHeterogeneous(t *testing.T) {
	o := placement.Options{FleetOptions: placement.FleetOptions{SaturateHost: true}}
	divided(t, "g03", three(), "memory", o, nil).expect(t, heterogeneous(1, 0, 2)...)
}

func heterogeneous(a, b, c int) []string {
	digit := func(n int) string { return string(rune('0' + n)) }
	return []string{
		"test_part1 I {sub} 192 [" + digit(a) + "]",
		"test_part2 CPU {mul} 192 [" + digit(b) + "]",
		"test_part3 I {add sub1} 256 [" + digit(c) + "]",
	}
}

func TestGlow22NonSupportedNodes(t *testing.T) {
	ds := three()
	for i := range ds {
		ds[i].refuses, ds[i].Deny = nil, []string{[]string{"nn.mul", "nn.mul", "nn.sub"}[i]}
	}
	divided(t, "g03", ds, "memory", placement.Options{}, nil).expect(t, heterogeneous(1, 0, 2)...)
}

func TestGlow23SupportedNodes(t *testing.T) {
	ds := three()
	for i := range ds {
		ds[i].refuses, ds[i].Allow = nil, [][]string{{"nn.sub", "nn.add"}, {"nn.sub", "nn.add"}, {"nn.mul", "nn.add"}}[i]
	}
	divided(t, "g03", ds, "memory", placement.Options{}, nil).expect(t, heterogeneous(1, 0, 2)...)
}

func TestGlow24LogicalID0(t *testing.T) {
	o := placement.Options{FleetOptions: placement.FleetOptions{SaturateHost: true}}
	for _, s := range []string{"memory", "balance"} {
		divided(t, "g04", several("I", 2, 1000), s, o, nil).expect(t, "main_part1 I {mul0} 804 [0]", "main_part2 I {mul1} 804 [1]")
	}
}

func TestGlow25LogicalID1(t *testing.T) {
	ds := slices.Delete(three(), 1, 2)
	o := placement.Options{FleetOptions: placement.FleetOptions{SaturateHost: true}}
	divided(t, "g03", ds, "memory", o, nil).expect(t, heterogeneous(1, 0, 1)...)
}

func TestGlow31MemoryUsageValidation(t *testing.T) {
	for _, s := range []string{"memory", "balance"} {
		fails(t, "g05", several("I", 2, 500), s, placement.Options{}, nil, "needs 848 bytes, but a device of backend 'I' has 500")
	}
}

// cyclic returns the configuration of tests 32, 33 and 42.
func cyclic() *partition.Config {
	return &partition.Config{Partitions: 2, Names: []string{"p1", "p2"}, Ops: []partition.ConfigOp{{Name: "add2", Part: 0}}}
}

func TestGlow32DagValidationWithBackendHints(t *testing.T) {
	c := cyclic()
	c.Units = []int{2, 3}
	fails(t, "g06", several("I", 2, 3072), "user", placement.Options{}, c, "in a cycle: p1 → p2 → p1 (%add2 → %sub1, %add1 → %add2)")
}

func TestGlow33DagValidation1(t *testing.T) {
	fails(t, "g06", several("I", 2, 3072), "user", placement.Options{}, cyclic(), "in a cycle: p1 → p2 → p1 (%add2 → %sub1, %add1 → %add2)")
}

func TestGlow34DagValidation2(t *testing.T) {
	c := &partition.Config{
		Partitions: 3, Names: []string{"p0", "p1", "p2"}, Ops: []partition.ConfigOp{{Name: "add0", Part: 0}, {Name: "add2", Part: 2}},
	}
	fails(t, "g07", several("I", 3, 3072), "user", placement.Options{}, c, "in a cycle: p1 → p2 → p1")
	c.Ops = []partition.ConfigOp{{Name: "add0", Part: 0}, {Name: "add1", Part: 0}, {Name: "add2", Part: 0}, {Name: "sub1", Part: 0}}
	fails(t, "g07", several("I", 3, 3072), "user", placement.Options{}, c, "partition p1 is empty")
}

func fromConfig() *partition.Config {
	return &partition.Config{
		Function: "test", Partitions: 3, Names: []string{"p1", "p2", "p3"}, Backends: []string{"I", "CPU", "I"},
		Ops: []partition.ConfigOp{{Name: "sub", Part: 0}, {Name: "mul", Part: 1}},
	}
}

// Glow assigns the devices 1, 0 and 1 to the partitions, for the same reason as in test 21.
func TestGlow35PartitionFromConfig(t *testing.T) {
	p := divided(t, "g03", three(), "user", placement.Options{}, fromConfig())
	p.expect(t, "test_p1 I {sub} 192 [1]", "test_p2 CPU {mul} 192 [0]", "test_p3 I {add sub1} 256 [2]")
}

func withDevices() *partition.Config {
	return &partition.Config{
		Partitions: 3, Names: []string{"p0", "p1", "p2"}, Logical: [][]int64{{0}, {1}, {0, 1}},
		Ops: []partition.ConfigOp{{Name: "add1", Part: 0}, {Name: "add2", Part: 2}},
	}
}

func TestGlow36WithLogicalDevices(t *testing.T) {
	p := divided(t, "g06", several("I", 3, 3072), "user", placement.Options{}, withDevices())
	p.expect(t, "main_p0 I {add1} 240 [0]", "main_p2 I {add2} 240 [0 1]", "main_p1 I {sub1} 240 [1]")
	p.edges(t, "main_p0 → main_p2", "main_p0 → main_p1", "main_p2 → main_p1")
}

// The configuration is passed to the partitioner directly, without the pass.
func TestGlow38DirectCall(t *testing.T) {
	p := load(t, "g03")
	if err := p.place(t, three()); err != nil {
		t.Fatal(err)
	}
	o := partition.Options{Strategy: strategies()["user"], Config: fromConfig(), Names: p.names}
	plans, err := partition.Divide(t.Context(), p.Module, irplace.Devices(p.Module), o)
	if err != nil {
		t.Fatal(err)
	}
	if before := p.text(); strings.Contains(before, "cluster.region") {
		t.Error("the partitioner changed the program before the division was applied")
	}
	partition.Apply(p.Module, plans, o)
	p.expect(t, "test_p1 I {sub} 192 [1]", "test_p2 CPU {mul} 192 [0]", "test_p3 I {add sub1} 256 [2]")
	p.checkAgainst(t, load(t, "g03"))
}

func TestGlow39LoadBalanced(t *testing.T) {
	p := load(t, "g01")
	if err := p.place(t, several("I", 3, 3072)); err != nil {
		t.Fatal(err)
	}
	partition.Apply(p.Module, []*partition.Plan{p.plan(t, "balance", placement.Options{})}, partition.Options{Strategy: strategies()["balance"]})
	p.expect(t, balanced()...)
	p.checkAgainst(t, load(t, "g01"))
}

func TestGlow43SaturateKDevices(t *testing.T) {
	o := placement.Options{FleetOptions: placement.FleetOptions{SaturateHost: true, SaturateDevices: 2}}
	divided(t, "g03", several("I", 3, 2048), "memory", o, nil).expect(t, "test_part1 I {sub mul add sub1} 256 [0 1]")
}

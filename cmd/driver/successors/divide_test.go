package successors

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/partition"
	"github.com/lathe-ir/lathe/passes/partition/balance"
	"github.com/lathe-ir/lathe/passes/placement"
)

// TestR5Replicas checks that a device must hold both replicas of a partition.
func TestR5Replicas(t *testing.T) {
	o := placement.Options{FleetOptions: placement.FleetOptions{Replicas: 2}}
	for _, s := range []string{"memory", "balance"} {
		p := divided(t, "g02", several("I", 3, 3600), s, o, nil)
		for _, n := range p.dag() {
			if n.Replicas != 2 || 2*n.Memory.Size() > 3600 {
				t.Errorf("%s: %s has %d replicas with %d bytes each, expected 2 replicas that fit together", s, n.Name, n.Replicas, n.Memory.Size())
			}
		}
	}
	fails(t, "g01", several("I", 3, 3072), "memory", o, nil, "needs 4608 bytes, but a device of backend 'I' has 3072; there are 2 copies of it, each with 2304 bytes")
}

// TestR14Tried checks when the error lists the divisions that were tried.
func TestR14Tried(t *testing.T) {
	for _, c := range []struct {
		memory int64
		says   bool
	}{{1300, true}, {1000, false}} {
		for _, s := range []string{"memory", "balance"} {
			p := load(t, "g02")
			if err := p.place(t, several("I", 2, c.memory)); err != nil {
				t.Fatal(err)
			}
			err := p.divide(t, s, placement.Options{}, nil)
			if err == nil || strings.Contains(fullText(err), "into consecutive parts was found to fit either") != c.says {
				t.Errorf("%s on 2 devices with %d bytes: got %v", s, c.memory, err)
			}
		}
	}
}

// TestR5Pinned pins an operation of the right branch. There are enough devices for a cut in
// depth-first order, but not for a cut by level, which alternates between the branches.
func TestR5Pinned(t *testing.T) {
	text := strings.Replace(source(t, "g02"), "%right_sigmoid1 = nn.sigmoid %right_fc1 :", `%right_sigmoid1 = nn.sigmoid %right_fc1 {cluster.device = "I.1"} :`, 1)
	want := map[string][]string{
		"memory": {
			"main_part1 I {right_fc1 right_sigmoid1 right_fc2} 1728 [0]",
			"main_part2 I {right_sigmoid2 left_fc1 left_sigmoid1 left_fc2 left_sigmoid2 mul} 1760 [1]",
		},
		"balance": {
			"main_part1 I {right_fc1 right_sigmoid1 right_fc2 right_sigmoid2} 1728 [0]",
			"main_part2 I {left_fc1 left_sigmoid1 left_fc2 left_sigmoid2 mul} 1760 [1]",
		},
	}
	for _, s := range []string{"memory", "balance"} {
		p := parse(t, text)
		p.succeeds(t, parse(t, text), several("I", 2, 2048), s, placement.Options{}, nil)
		p.expect(t, want[s]...)
		if !strings.Contains(p.text(), `cluster.region "I.1" (%arg2 = %arg1 `) {
			t.Errorf("%s: the right branch is not on device I.1", s)
		}
	}
}

// TestR9SeveralKinds divides a program for two devices of backend A and a device of backend B.
// Strategy balance gives each device of A about half of the operations that A supports. Strategy
// memory gives all of them except one to the same device.
func TestR9SeveralKinds(t *testing.T) {
	var b strings.Builder
	b.WriteString("func.func @main(%a: tensor<16xf32>) -> tensor<16xf32> {\n  %first = nn.mul %a, %a : tensor<16xf32>\n")
	last := "%first"
	for i := range 8 {
		next := fmt.Sprintf("%%s%d", i)
		fmt.Fprintf(&b, "  %s = nn.sub %s, %%first : tensor<16xf32>\n", next, last)
		last = next
	}
	fmt.Fprintf(&b, "  %%m = nn.mul %s, %s : tensor<16xf32>\n  %%end = nn.sub %%m, %%m : tensor<16xf32>\n  return %%end : tensor<16xf32>\n}\n", last, last)
	ds := append(several("A", 2, 320), several("B", 1, 1000)...)
	for i := range ds {
		ds[i].refuses = []string{[]string{"nn.mul", "nn.mul", "nn.sub"}[i]}
	}
	for s, want := range map[string][]string{
		"memory":  {"main_part1 B {first} 128 [2]", "main_part2 A {s0 s1 s2 s3 s4 s5 s6 s7} 128 [0]", "main_part3 B {m} 128 [2]", "main_part4 A {end} 128 [1]"},
		"balance": {"main_part1 B {first} 128 [2]", "main_part2 A {s0 s1 s2 s3} 128 [0]", "main_part3 A {s4 s5 s6 s7} 192 [1]", "main_part4 B {m} 128 [2]", "main_part5 A {end} 128 [1]"},
	} {
		p := parse(t, b.String())
		p.succeeds(t, parse(t, b.String()), ds, s, placement.Options{}, nil)
		p.expect(t, want...)
	}
}

// TestR9UnequalDevices balances four equal layers. One of two devices is three times as fast.
func TestR9UnequalDevices(t *testing.T) {
	var b strings.Builder
	b.WriteString("func.func @main(%l0: tensor<1x16xf32>) -> tensor<1x16xf32> {\n")
	for i := range 4 {
		fmt.Fprintf(&b, "  %%w%d = stablehlo.constant dense<0.1> : tensor<16x16xf32>\n  %%b%d = stablehlo.constant dense<0.1> : tensor<16xf32>\n", i, i)
		fmt.Fprintf(&b, "  %%l%d = nn.fc %%l%d, %%w%d, %%b%d : (tensor<1x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>\n", i+1, i, i, i)
	}
	b.WriteString("  return %l4 : tensor<1x16xf32>\n}\n")
	ds := several("A", 2, 3400)
	ds[0].Compute, ds[0].Bandwidth, ds[1].Compute, ds[1].Bandwidth = 1e9, 1e9, 3e9, 3e9
	p := parse(t, b.String())
	p.succeeds(t, parse(t, b.String()), ds, "balance", placement.Options{}, nil)
	p.expect(t, "main_part1 A {l1} 1216 [0]", "main_part2 A {l2 l3 l4} 3392 [1]")
	if !strings.Contains(p.text(), `cluster.region "A.0" (%arg1 = %arg0 `) {
		t.Error("the first layer is not on the slower device")
	}
}

// TestR5Lists divides a program for two devices of one backend that accept different operations.
func TestR5Lists(t *testing.T) {
	ds := several("A", 2, 3072)
	ds[0].Deny, ds[1].Deny = []string{"nn.mul"}, []string{"nn.sub"}
	p := divided(t, "g03", ds, "memory", placement.Options{}, nil)
	p.expect(t, "test_part1 A {sub} 192 [0]", "test_part2 A {mul} 192 [1]", "test_part3 A {add sub1} 256 [0]")
	for _, n := range p.dag() {
		if want := map[string]string{"test_part1": "A.0", "test_part2": "A.1", "test_part3": "A.0"}[n.Name]; n.Devices[0] != want {
			t.Errorf("%s is on %s, want %s", n.Name, n.Devices[0], want)
		}
	}
	// An operation is not moved to a device on which it does not fit.
	ds[0].Memory = 400
	p = divided(t, "g03", ds, "memory", placement.Options{}, nil)
	p.expect(t, "test_part1 A {sub} 192 [0]", "test_part2 A {mul} 192 [1]", "test_part3 A {add} 192 [1]", "test_part4 A {sub1} 192 [0]")
}

// TestR9Instead checks that there is a warning if a strategy sets [placement.Partition.Instead].
func TestR9Instead(t *testing.T) {
	p := load(t, "g03")
	if err := p.place(t, several("A", 2, 3072)); err != nil {
		t.Fatal(err)
	}
	var said []string
	o := partition.Options{Strategy: otherwise{}, Warn: func(d *diag.Diagnostic) { said = append(said, d.Error()) }}
	if err := partition.Module(t.Context(), p.Module, o); err != nil {
		t.Fatal(err)
	}
	if len(said) != 1 || !strings.Contains(said[0], "is divided by chance") {
		t.Errorf("got the warnings %q", said)
	}
}

// The type otherwise is like the strategy balance, but also sets [placement.Partition.Instead].
type otherwise struct{ balance.Strategy }

func (s otherwise) Partition(ctx context.Context, g *placement.Graph, o placement.Options, log placement.Logger) (*placement.Partition, error) {
	p, err := s.Strategy.Partition(ctx, g, o, log)
	if err == nil {
		p.Instead = "is divided by chance"
	}
	return p, err
}

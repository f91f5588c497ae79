package successors

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/clusteroutline"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fleet"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// This file tests rows of the table in docs/successors.md: TestR1PriorityByOrder tests row 1. Rows
// that Glow's tests cover are in tests_test.go, more_test.go and sparsenn_test.go.

// two returns device A, which refuses Mul, and device B, which refuses Sub.
func two() []device {
	ds := append(several("A", 1, 0), several("B", 1, 0)...)
	ds[0].refuses, ds[1].refuses = []string{"nn.mul"}, []string{"nn.sub"}
	return ds
}

func TestR1PriorityByOrder(t *testing.T) {
	divided(t, "g03", two(), "memory", placement.Options{}, nil).expect(t,
		"test_part1 A {sub} 192 [0]", "test_part2 B {mul} 192 [1]", "test_part3 A {add sub1} 256 [0]")
	ds := two()
	slices.Reverse(ds)
	divided(t, "g03", ds, "memory", placement.Options{}, nil).expect(t,
		"test_part1 A {sub} 192 [0]", "test_part2 B {mul add} 256 [1]", "test_part3 A {sub1} 192 [0]")
}

func TestR2DenyAndAllow(t *testing.T) {
	want := []string{"test_part1 A {sub} 192 [0]", "test_part2 B {mul} 192 [1]", "test_part3 A {add sub1} 256 [0]"}
	ds := two()
	ds[0].refuses, ds[1].refuses = nil, nil
	ds[0].Deny, ds[1].Deny = []string{"nn.mul"}, []string{"nn.sub"}
	divided(t, "g03", ds, "memory", placement.Options{}, nil).expect(t, want...)
	ds[0].Deny, ds[1].Deny = nil, nil
	ds[0].Allow, ds[1].Allow = []string{"nn.sub", "nn.add"}, []string{"nn.mul", "nn.add"}
	divided(t, "g03", ds, "memory", placement.Options{}, nil).expect(t, want...)

	ds[1].Allow = []string{"nn.add"}
	err := load(t, "g03").place(t, ds)
	for _, part := range []string{"test.mlir:4:", "nn.mul", "A.0", "B.0", "allow list"} {
		if err == nil || !strings.Contains(fullText(err), part) {
			t.Errorf("the error does not say %q: %v", part, err)
		}
	}
}

func TestR3CapabilityQuery(t *testing.T) {
	p := func() *program {
		return parse(t, `func.func @main(%a: tensor<8xf32>, %b: tensor<2x4xf32>) -> (tensor<8xf32>, tensor<2x4xf32>) {
  %one = nn.mul %a, %a : tensor<8xf32>
  %two = nn.mul %b, %b : tensor<2x4xf32>
  return %one, %two : tensor<8xf32>, tensor<2x4xf32>
}`)
	}
	ds := append(several("A", 1, 0), several("B", 1, 0)...)
	ds[0].rejects = func(op *ir.Op) string {
		if shape, _ := op.Result().Type().Shape(); op.Name() == "nn.mul" && len(shape) > 1 {
			return "no product of rank 2"
		}
		return ""
	}
	q := p()
	q.succeeds(t, p(), ds, "memory", placement.Options{}, nil)
	q.expect(t, "main_part1 A {one} 64 [0]", "main_part2 B {two} 64 [1]")
}

func TestR4MemoryRecords(t *testing.T) {
	g := parse(t, `func.func @main(%a: tensor<16xf32>, %w: tensor<16xf32> {cluster.static}) -> tensor<16xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<16xf32>
  %x = nn.add %a, %w : tensor<16xf32>
  %y = nn.mul %x, %c : tensor<16xf32>
  return %y : tensor<16xf32>
}`).graph(t)
	m := placement.MemoryOf(g.Graph, []int32{1, 2})
	if m.In != 64 || m.Out != 64 || m.Constants != 128 || m.Deferred != 64 || m.Inputs != 1 || m.Peers != 0 {
		t.Errorf("got %+v", m)
	}
	if m.Contexts = 3; m.Reserved() != 3*(64+64)+128 {
		t.Errorf("three contexts reserve %d bytes, want 512", m.Reserved())
	}
}

// totals returns the number of bytes of each partition.
func (p *program) totals() (bytes []int64) {
	for _, n := range p.dag() {
		bytes = append(bytes, n.Memory.Size())
	}
	return bytes
}

func TestR5MemoryCut(t *testing.T) {
	if got := divided(t, "g01", several("I", 3, 3072), "memory", placement.Options{}, nil).totals(); !slices.Equal(got, []int64{2304, 2880, 672}) {
		t.Errorf("got %v", got)
	}
	if got := divided(t, "g02", several("I", 2, 2048), "memory", placement.Options{}, nil).totals(); len(got) != 2 {
		t.Errorf("got %v", got)
	}
	// The larger device holds the operations that do not fit on the smaller device.
	p := divided(t, "g02", []device{several("I", 1, 3000)[0], {Spec: placement.Spec{Name: "I.1", Backend: "I", Memory: 1728}}}, "memory", placement.Options{}, nil)
	if got := p.totals(); len(got) != 2 {
		t.Errorf("on unequal devices: got the partitions %v, want 2", p.parts())
	}
	// A cut for the larger device would leave 2368 bytes for the smaller device, which is too much.
	chain := `func.func @main(%a: tensor<1x16xf32>) -> tensor<1x32xf32> {
  %w0 = stablehlo.constant dense<0.1> : tensor<16x16xf32>
  %w1 = stablehlo.constant dense<0.1> : tensor<16x16xf32>
  %w2 = stablehlo.constant dense<0.1> : tensor<16x32xf32>
  %b0 = stablehlo.constant dense<0.1> : tensor<16xf32>
  %b1 = stablehlo.constant dense<0.1> : tensor<16xf32>
  %b2 = stablehlo.constant dense<0.1> : tensor<32xf32>
  %f0 = nn.fc %a, %w0, %b0 : (tensor<1x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>
  %f1 = nn.fc %f0, %w1, %b1 : (tensor<1x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<1x16xf32>
  %f2 = nn.fc %f1, %w2, %b2 : (tensor<1x16xf32>, tensor<16x32xf32>, tensor<32xf32>) -> tensor<1x32xf32>
  return %f2 : tensor<1x32xf32>
}`
	q := parse(t, chain)
	ds := several("I", 2, 3500)
	ds[0].Memory = 1300
	q.succeeds(t, parse(t, chain), ds, "memory", placement.Options{}, nil)
	q.expect(t, "main_part1 I {f0} 1216 [0]", "main_part2 I {f1 f2} 3456 [1]")
}

// fleetOf returns a program's fleet: the graph of the program, and the devices.
func (p *program) fleetOf(t *testing.T) *fleet.Fleet {
	t.Helper()
	g := p.graph(t)
	model, err := irplace.ModelOf(p.Module, g.Devices)
	if err != nil {
		t.Fatal(err)
	}
	g.OfferAlike(model)
	f, err := fleet.New(g.Graph, placement.Options{Model: model})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestR6CommunicationOptimiser(t *testing.T) {
	p := load(t, "g02")
	if err := p.place(t, several("I", 4, 2048)); err != nil {
		t.Fatal(err)
	}
	f := p.fleetOf(t)
	first, last := f.Cut(nil, nil)
	var sizes []int64
	for _, s := range first {
		sizes = append(sizes, s.Memory.Reserved())
	}
	if !slices.Equal(sizes, []int64{1216, 1856, 672}) || len(last) != 2 {
		t.Errorf("got the initial sizes %v and finally %d partitions, want [1216 1856 672] and 2", sizes, len(last))
	}
	before, after := fleet.Crossing(f.G, first), fleet.Crossing(f.G, last)
	if before != 96+64 || after != 32 {
		t.Errorf("%d bytes cross between the initial partitions and %d between the final partitions, want 160 and 32", before, after)
	}
	// In the graph g01, the last sigmoid of the right branch is initially in the third set.
	q := load(t, "g01")
	if err := q.place(t, several("I", 3, 3072)); err != nil {
		t.Fatal(err)
	}
	g := q.fleetOf(t)
	begun, ended := g.Cut(nil, nil)
	moved := node(t, q.graph(t), "right_sigmoid2")
	if !slices.Contains(begun[2].Nodes, moved) || !slices.Contains(ended[1].Nodes, moved) {
		t.Errorf("right_sigmoid2 must move from the third set to the second set, but does not")
	}
	for _, s := range last {
		if s.Memory.Reserved() > 2048 {
			t.Errorf("a partition reserves %d bytes, want at most 2048", s.Memory.Reserved())
		}
	}
	devices := file(t, "devices.yaml", "- {name: a, backend: vm, memory: 2KiB}\n- {name: b, backend: vm, memory: 2KiB}\n- {name: c, backend: vm, memory: 2KiB}\n")
	plan := []string{"plan", "--devices=" + devices, "--strategy=memory", filepath.Join("testdata", "g02.mlir")}
	text := fmt.Sprintf("crossing: %d bytes go between 2 partitions; before operations were moved and partitions merged, %d bytes between 3 partitions\n", after, before)
	if got := lathe(t, plan...); !strings.Contains(got, text) {
		t.Errorf("no %q in\n%s", text, got)
	}
	text = fmt.Sprintf(`"crossed":{"partitions":2,"bytes":%d,"first_partitions":3,"first_bytes":%d}`, after, before)
	if got := lathe(t, append(plan, "--json")...); !strings.Contains(got, text) {
		t.Errorf("no %q in\n%s", text, got)
	}
}

func TestR7Combine(t *testing.T) {
	p := divided(t, "g10", several("I", 3, 2680), "memory", placement.Options{}, nil)
	p.expect(t, "main_part1 I {m0 m1 m2 m3} 2680 [0]")
	// Glow's estimate for both operations is wrong: 0 bytes of inputs, 64 of outputs and 0 of
	// constants.
	q := parse(t, `func.func @main(%a: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %p = nn.relu %a : tensor<16xf32>
  %c = nn.tanh %p : tensor<16xf32>
  return %p, %c : tensor<16xf32>, tensor<16xf32>
}`)
	if got := record(placement.MemoryOf(q.graph(t).Graph, []int32{0, 1})); got != (triple{64, 128, 0}) {
		t.Errorf("got %v", got)
	}
	// The recorded memory of each partition equals its actual memory.
	for seed := range uint64(40) {
		r := random(t, seed)
		if err := r.place(t, several("I", 12, 400)); err != nil {
			t.Fatal(err)
		}
		if err := r.divide(t, "memory", placement.Options{}, nil); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		r.recorded(t)
	}
}

// TestR7Contexts merges partitions with three contexts. Glow loses their number in a merge.
func TestR7Contexts(t *testing.T) {
	p := load(t, "g02")
	o := placement.Options{FleetOptions: placement.FleetOptions{Contexts: 3}}
	p.succeeds(t, load(t, "g02"), []device{several("I", 1, 4096)[0], several("I", 2, 2048)[1]}, "memory", o, nil)
	p.expect(t, "main_part1 I {right_fc1 right_sigmoid1 right_fc2 right_sigmoid2 left_fc1 left_sigmoid1 left_fc2 left_sigmoid2 mul} 3744 [0]")
	if m := p.dag()[0].Memory; m.Contexts != 3 || m.Size() != 3*(m.In+m.Out)+m.Constants {
		t.Errorf("got %+v", m)
	}
	q := divided(t, "g02", several("I", 3, 2048), "memory", o, nil) // this division merges sets
	for _, n := range q.dag() {
		if m := n.Memory; m.Contexts != 3 || m.Size() != 3*(m.In+m.Out)+m.Constants || m.Size() > 2048 {
			t.Errorf("%s: got %+v", n.Name, m)
		}
	}
}

// random returns a program of elementwise operations on vectors of 8 floats.
func random(t *testing.T, seed uint64) *program {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 5))
	var b strings.Builder
	b.WriteString("func.func @main(%v0: tensor<8xf32>, %v1: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {\n")
	n := 6 + rng.IntN(20)
	for i := 2; i < n; i++ {
		op := []string{"add", "sub", "mul", "max"}[rng.IntN(4)]
		fmt.Fprintf(&b, "  %%v%d = nn.%s %%v%d, %%v%d : tensor<8xf32>\n", i, op, rng.IntN(i), i-1)
	}
	fmt.Fprintf(&b, "  return %%v%d, %%v%d : tensor<8xf32>, tensor<8xf32>\n}\n", n-1, 2+rng.IntN(n-2))
	return parse(t, b.String())
}

func TestR8Roofline(t *testing.T) {
	TestGlow04Basic1Roofline(t)
	// A convolution multiplies and adds. Glow counts one operation instead of two, and multiplies
	// by the height of the input instead of its channels.
	g := parse(t, `func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<6x3x3x4xf32>, %b: tensor<6xf32>) -> tensor<1x6x6x6xf32> {
  %y = nn.conv2d %x, %k, %b : (tensor<1x8x8x4xf32>, tensor<6x3x3x4xf32>, tensor<6xf32>) -> tensor<1x6x6x6xf32>
  return %y : tensor<1x6x6x6xf32>
}`).graph(t)
	const glow = 6 * 6 * 6 * 3 * 3 * 8
	if got, want := g.Work(0), 2.0*6*6*6*3*3*4; got != want {
		t.Errorf("got %g operations, want %g; Glow has %d", got, want, glow)
	}
}

// sized returns a fleet of n devices with the given memory, and sets of the given sizes in bytes.
func sized(t *testing.T, n int, memory int64, bytes ...int64) (*fleet.Fleet, []*fleet.Set) {
	t.Helper()
	b := &placement.Builder{}
	var specs []placement.Spec
	for i := range n {
		b.Devices = append(b.Devices, fmt.Sprintf("I.%d", i))
		specs = append(specs, placement.Spec{Name: b.Devices[i], Memory: memory})
	}
	for range bytes {
		b.Node(placement.Node{Takes: 1<<n - 1})
	}
	g, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	f, err := fleet.New(g, placement.Options{Model: placement.NewModel(specs)})
	if err != nil {
		t.Fatal(err)
	}
	var sets []*fleet.Set
	for i, size := range bytes {
		s := f.Set(0, []int32{int32(i)})
		s.Memory.Constants = size
		sets = append(sets, s)
	}
	return f, sets
}

func logical(sets []*fleet.Set) (ids []int64) {
	for _, s := range sets {
		ids = append(ids, s.Logical...)
	}
	return ids
}

func TestR10Packing(t *testing.T) {
	f, sets := sized(t, 2, 16<<30, 6<<30, 14<<30, 6<<30)
	f.Number(sets)
	if got := logical(sets); !slices.Equal(got, []int64{0, 1, 0}) {
		t.Errorf("got %v", got)
	}
	// Two devices with 16 bytes hold these sizes only as 9+7 and 8+8.
	f, sets = sized(t, 2, 16, 9, 8, 8, 7)
	f.Number(sets)
	if fleet.Used(sets) != 2 {
		t.Errorf("got %v", logical(sets))
	}
	TestGlow21SimpleHeterogeneous(t)
}

func TestR11SaturationAndReplicas(t *testing.T) {
	TestGlow02Basic2(t)
	TestGlow43SaturateKDevices(t)
	nothing := `func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}`
	e := parse(t, nothing)
	e.succeeds(t, parse(t, nothing), several("I", 2, 100), "memory", placement.Options{FleetOptions: placement.FleetOptions{SaturateHost: true}}, nil)
	e.expect(t)
	// If devices have different amounts of memory, Lathe creates only as many copies as fit.
	unequal := several("I", 4, 3424)
	unequal[1].Memory, unequal[2].Memory = 2048, 1000
	fill := placement.Options{FleetOptions: placement.FleetOptions{SaturateHost: true}}
	divided(t, "g02", unequal, "memory", fill, nil).expect(t,
		"main_part1 I {right_fc1 right_sigmoid1 right_fc2 right_sigmoid2 left_fc1 left_sigmoid1 left_fc2 left_sigmoid2 mul} 3424 [0 1]")
	fill.SaturateDevices = 3
	fails(t, "g02", unequal, "memory", fill, nil, "needs 3424 bytes")
	p := divided(t, "g03", several("I", 1, 0), "memory", placement.Options{FleetOptions: placement.FleetOptions{Replicas: 2}}, nil)
	if err := clusteroutline.Module(p.Module, clusteroutline.Options{Replicas: true}); err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(p.Op); err != nil {
		t.Fatal(err)
	}
	var copies []string
	for op := range p.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && strings.HasPrefix(f.SymName(), "cluster_0") {
			copies = append(copies, f.SymName())
		}
	}
	if want := []string{"cluster_0_I.0", "cluster_0_I.0_replicated1"}; !slices.Equal(sorted(copies), want) {
		t.Fatalf("got %v, want %v", copies, want)
	}
	ins := inputsOf(p.Module)
	first, second := call(t, p.Module, copies[0], ins), call(t, p.Module, copies[1], ins)
	if !first[0].Equal(second[0]) {
		t.Error("the two copies return different results")
	}
}

func sorted(s []string) []string {
	slices.Sort(s)
	return s
}

// In the names of tests, R and a number are a row of the tables in docs/successors.md.

package index_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
)

// TestR26 numbers NNVM's example. A node is numbered after its dependencies.
func TestR26(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(`func.func @main(%unused: f32, %y: f32, %x: f32) -> f32 {
  %dead = "t.dead"(%unused) : (f32) -> f32
  %split:3 = "t.split"(%x) : (f32) -> (f32, f32, f32)
  %add = "t.add"(%split#0, %split#2) : (f32, f32) -> f32
  %sub = "t.sub"(%add, %y) : (f32, f32) -> f32
  return %sub : f32
}`)), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](op.RegionAt(0).Entry().First())
	x := index.EntriesOf(f.Entry())
	var names []string
	for _, n := range x.Nodes {
		if n.Op == nil {
			names = append(names, "argument")
			continue
		}
		names = append(names, n.Op.Name())
	}
	for _, c := range []struct {
		what      string
		got, want any
	}{
		{"nodes", names, []string{"argument", "t.split", "t.add", "argument", "t.sub"}},
		{"entry_rptr", x.Start, []int32{0, 1, 4, 5, 6, 7}},
		{"arguments", x.Args, []int32{0, 3}},
		{"inputs of add", x.Reads(2), []index.Entry{{Node: 1}, {Node: 1, Index: 2}}},
		{"inputs of sub", x.Reads(4), []index.Entry{{Node: 2}, {Node: 3}}},
		{"outputs", x.Outputs, []index.Entry{{Node: 4}}},
		{"number of split#2", x.Number(index.Entry{Node: 1, Index: 2}), int32(3)},
	} {
		if d := cmp.Diff(c.want, c.got); d != "" {
			t.Errorf("%s: -want +got\n%s", c.what, d)
		}
	}
}

// TestR26Cycle numbers two operations that read each other, as in a graph region.
func TestR26Cycle(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(`"t.graph"() ({
  %a = "t.a"(%b) : (f32) -> f32
  %b = "t.b"(%a, %b) : (f32, f32) -> f32
  "t.end"(%b) : (f32) -> ()
}) : () -> ()`)), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	x := index.EntriesOf(op.RegionAt(0).Entry().First().RegionAt(0).Entry())
	if x.Nodes[0].Op.Name() != "t.a" || x.Nodes[1].Op.Name() != "t.b" {
		t.Fatalf("the nodes are %s and %s, expected t.a and t.b", x.Nodes[0].Op.Name(), x.Nodes[1].Op.Name())
	}
	want := [][]index.Entry{{{Node: 1}}, {{Node: 0}, {Node: 1}}, {{Node: 1}}}
	if d := cmp.Diff(want, [][]index.Entry{x.Reads(0), x.Reads(1), x.Outputs}); d != "" {
		t.Errorf("inputs and outputs: -want +got\n%s", d)
	}
}

// TestR26MillionChain checks the time to index long chains; see irtest.Million.
func TestR26MillionChain(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	b := ir.NewBuilder(reg)
	f := fn.New(b, "main", []ir.Type{ir.F32()}, []ir.Type{ir.F32()})
	b.AtEnd(f.Entry())
	v := f.Entry().Arg(0)
	n, most := irtest.Million()
	for range n {
		v = b.Op("t.next", ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{ir.F32()}}).Result()
	}
	fn.NewReturn(b, v)
	var x *index.Entries
	irtest.Within(t, most, nil, func() { x = index.EntriesOf(f.Entry()) })
	if len(x.Nodes) != n+1 || x.Outputs[0].Node != int32(n) {
		t.Errorf("got %d nodes, expected %d; the output is node %d, expected %d", len(x.Nodes), n+1, x.Outputs[0].Node, n)
	}
}

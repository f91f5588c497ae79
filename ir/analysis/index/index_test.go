package index_test

import (
	"math/rand/v2"
	"testing"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
)

func TestIndex(t *testing.T) {
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	op, err := asm.Parse(reg, diag.NewSource("t.mlir", []byte(`func.func @main(%a: f32, %b: f32) -> f32 {
  %0:2 = "t.two"(%a, %a) : (f32, f32) -> (f32, f32)
  %1 = "t.region"(%0#1) ({
    %i = "t.inner"(%b, %0#0) : (f32, f32) -> f32
    "t.end"(%i) : (f32) -> ()
  }) : (f32) -> f32
  return %1 : f32
}`)), asm.Options{AllowUnregistered: true})
	if err != nil {
		t.Fatal(err)
	}
	f, _ := ir.As[fn.Func](op.RegionAt(0).Entry().First())
	x := index.Of(f.Entry())
	if len(x.Ops) != 3 || len(x.Values) != 5 || x.Args != 2 {
		t.Fatalf("got %d operations, %d values and %d arguments, expected 3, 5 and 2", len(x.Ops), len(x.Values), x.Args)
	}
	for _, c := range []struct {
		what string
		got  []int32
		want []int32
	}{
		{"reads of t.two", x.Reads.Row(0), []int32{0}},
		{"makes of t.two", x.Makes.Row(0), []int32{2, 3}},
		{"reads of t.region", x.Reads.Row(1), []int32{1, 2, 3}},
		{"users of %b", x.Users.Row(1), []int32{1}},
		{"edges of t.two", x.Edges().Row(0), []int32{1}},
		{"edges of t.region", x.Edges().Row(1), []int32{2}},
	} {
		if len(c.got) != len(c.want) {
			t.Errorf("%s: got %v, want %v", c.what, c.got, c.want)
			continue
		}
		for i := range c.got {
			if c.got[i] != c.want[i] {
				t.Errorf("%s: got %v, want %v", c.what, c.got, c.want)
			}
		}
	}
}

// graph returns a random acyclic graph with about degree edges per node, rounded down to a multiple
// of 0.5. Edges lead to nodes with larger numbers.
func graph(n int, degree float64, seed uint64) (succ, pred index.Rows, topo []int32) {
	rng := rand.New(rand.NewPCG(seed, 1))
	var pairs []index.Pair
	for v := 1; v < n; v++ {
		for range rng.IntN(int(2*degree) + 1) {
			pairs = append(pairs, index.Pair{A: int32(rng.IntN(v)), B: int32(v)})
		}
	}
	succ = index.NewRows(pairs, n)
	for v := range n {
		topo = append(topo, int32(v))
	}
	return succ, succ.Transpose(n), topo
}

// TestReachOfLargeGraphs compares the answers of Reach on large graphs with the closure.
func TestReachOfLargeGraphs(t *testing.T) {
	for seed := range uint64(4) {
		succ, pred, topo := graph(5000, 0.5+float64(seed)/2, seed)
		r, c := index.NewReach(succ, pred, topo), index.NewClosure(succ, pred, topo)
		rng := rand.New(rand.NewPCG(seed, 2))
		for range 20_000 {
			u, v := int32(rng.IntN(5000)), int32(rng.IntN(5000))
			if got, want := r.Reaches(u, v), c.Below[u].Test(uint(v)); got != want {
				t.Fatalf("seed %d: Reaches(%d, %d) = %t, want %t", seed, u, v, got, want)
			}
		}
	}
}

// TestMillionChain checks the time to index and query long chains; see irtest.Million.
func TestMillionChain(t *testing.T) {
	n, most := irtest.Million()
	irtest.Within(t, most, nil, func() {
		pairs := make([]index.Pair, n-1)
		topo := make([]int32, n)
		for v := range int32(n) {
			topo[v] = v
			if v > 0 {
				pairs[v-1] = index.Pair{A: v - 1, B: v}
			}
		}
		succ := index.NewRows(pairs, n)
		r := index.NewReach(succ, succ.Transpose(n), topo)
		last := int32(n - 1)
		for v := int32(1); v < last; v += 1000 {
			if !r.Reaches(0, v) || r.Reaches(v, 0) || !r.Reaches(v, last) {
				t.Fatalf("Reaches returned a wrong result between node %d and an end of the chain", v)
			}
		}
	})
}

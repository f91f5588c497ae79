package patternfusion_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/fusepattern"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/passes/patternfusion"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// kinds lists the operations of random graphs, with their numbers of operands.
func kinds() []struct {
	name string
	n    int
} {
	return []struct {
		name string
		n    int
	}{
		{"MatMul", 2}, {"MatMul", 2}, {"Convolution", 2}, {"ReLU", 1}, {"Sigmoid", 1}, {"Add", 2}, {"Multiply", 2}, {"Divide", 2}, {"SoftMax", 1},
		{"Dequantize", 1}, {"Quantize", 1}, {"TypeCast", 1}, {"Exp", 1}, {"Subtract", 2}, {"ReduceSum", 1}, {"StaticTranspose", 1}, {"Reorder", 1},
		{"Select", 3}, {"GenIndex", 1}, {"GreaterEqual", 2}, {"LayerNorm", 1}, {"Wildcard", 2},
	}
}

// random makes a graph of n operations, whose operands are mostly recent results.
func random(reg *ir.Registry, rng *rand.Rand, n int) fn.Func {
	typ := ir.Tensor(ir.F32(), 4, 4)
	m := ir.NewModule(reg)
	b := ir.NewBuilder(reg)
	b.AtEnd(m.Body())
	f := fn.New(b, "main", []ir.Type{typ, typ, typ}, nil)
	b.AtEnd(f.Entry())
	values := f.Entry().Args()
	for i := range n {
		k := kinds()[rng.IntN(len(kinds()))]
		in := ir.Init{Results: []ir.Type{typ}}
		for range k.n {
			recent := min(len(values), 1+rng.IntN(12))
			in.Operands = append(in.Operands, values[len(values)-1-rng.IntN(recent)])
		}
		op := b.Op("onednn_graph."+k.name, in)
		op.SetID(uint32(i + 1))
		values = append(values, op.Result())
	}
	fn.NewReturn(b)
	return f
}

// TestRandom divides random graphs with the patterns of oneDNN's fusion families. The partitions
// can run in their order, so each is convex. LATHE_RANDOM_GRAPHS is the number of graphs.
func TestRandom(t *testing.T) {
	reg := registry(t)
	backends := builtin(t, reg)
	count := 500
	if n, err := strconv.Atoi(os.Getenv("LATHE_RANDOM_GRAPHS")); err == nil {
		count = n
	}
	fused := 0
	for seed := range count {
		f := random(reg, rand.New(rand.NewPCG(uint64(seed), 1)), 5+seed%60)
		r, err := patternfusion.Divide(t.Context(), f, backends, patternfusion.Options{})
		if err != nil {
			t.Fatal(err)
		}
		check(t, fmt.Sprint("seed ", seed), f, r)
		for _, p := range r.Partitions {
			if len(p.Ops) > 1 {
				fused++
			}
		}
		if t.Failed() {
			return
		}
	}
	if t.Logf("%d partitions of several operations in %d graphs", fused, count); count >= 100 && fused < count {
		t.Errorf("got %d partitions of several operations, want at least one for each graph on average", fused)
	}
}

// TestRefusals checks the logged reasons for two refused matches. One match would close a cycle,
// and an operation outside the other match uses one of its values.
func TestRefusals(t *testing.T) {
	reg := registry(t)
	for _, c := range []struct{ graph, want string }{
		{"m = MatMul(x, w); r = ReLU(m); s = Wildcard(m)", "another operation, 'onednn_graph.Wildcard', uses the result of 'onednn_graph.MatMul'"},
		// A gradient of attention. The Wildcard is on a path between two of the pattern's
		// operations.
		{"s = MatMul(q, k); e = Subtract(s, t); p = Exp(e); dv = MatMul(p, g); v = Wildcard(dv); dp = MatMul(g, v); c = Multiply(o, g); r = ReduceSum(c); z = Subtract(dp, r); d = Multiply(p, z); dq = MatMul(d, k); dk = MatMul(d, q)",
			"would close a cycle: the path #4 onednn_graph.MatMul → #5 onednn_graph.Wildcard → #6 onednn_graph.MatMul leaves the match and comes back"},
	} {
		f, _ := build(t, reg, c.graph)
		log := decision.New()
		if _, err := patternfusion.Divide(t.Context(), f, builtin(t, reg), patternfusion.Options{Log: log}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range log.Entries() {
			if e.Refused {
				got = append(got, e.Reason)
			}
		}
		if all := strings.Join(got, "\n"); !strings.Contains(all, c.want) {
			t.Errorf("%s: the log has %q, want %q", c.graph, all, c.want)
		}
	}
}

// TestResidualPair groups two elementwise chains with residual connections. Each chain reads the
// sum of both chains' reductions, so if both chains were fused, they would wait for each other.
func TestResidualPair(t *testing.T) {
	reg := registry(t)
	const graph = "a = Exp(x); b = Tanh(a); c = Exp(y); d = Tanh(c); r = ReduceSum(b); s = ReduceSum(d); t = Add(r, s); " +
		"e = Multiply(b, t); f = Add(e, a); g = Multiply(d, t); h = Add(g, c); i = Add(f, h); j = ReLU(i)"
	text := "dialect onednn_graph\nset point = Exp | Tanh | Multiply | Add | ReLU\npattern chain priority 9 {\n%y! = point(...)\nrepeat 1..12 { %y! = point(%y, ...) }\n}\n" +
		"pattern sum priority 8 { %y = ReduceSum(_) }"
	ps, err := fusepattern.Load(reg, diag.NewSource("p", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	f, ops := build(t, reg, graph)
	log := decision.New()
	r, err := patternfusion.Divide(t.Context(), f, []patternfusion.Backend{{Patterns: ps}}, patternfusion.Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	check(t, "the residual pair", f, r)
	cycle := slices.ContainsFunc(log.Entries(), func(e decision.Entry) bool {
		return e.Refused && strings.Contains(e.Reason, "would close a cycle: the path #7 onednn_graph.Add → #10 onednn_graph.Multiply → #11 onednn_graph.Add")
	})
	if !cycle || len(ops) != 13 {
		t.Errorf("the graph has %d operations, expected 13; the log must have a match that was refused because of a cycle, but has %v", len(ops), log.Entries())
	}
	// The method Join also refuses to close a cycle if operations of this graph are joined pair by
	// pair.
	groups, err := irplace.NewGroups(f.Entry())
	if err != nil {
		t.Fatal(err)
	}
	defer groups.Close()
	for _, pair := range [][2]string{{"a", "b"}, {"b", "e"}, {"e", "f"}, {"c", "d"}, {"d", "g"}, {"g", "h"}, {"f", "i"}, {"h", "i"}, {"i", "j"}} {
		path := groups.Join(ops[pair[0]], ops[pair[1]])
		if through := pair == [2]string{"b", "e"} || pair == [2]string{"d", "g"}; (path != nil) != through {
			t.Errorf("joining %v returns the path %v, expected a path for b, e and for d, g only", pair, path)
		}
	}
}

// large makes a graph of n operations in layers: attention, an MLP, norms and quantization.
func large(reg *ir.Registry, n int) fn.Func {
	typ := ir.Tensor(ir.F32(), 4, 4)
	m := ir.NewModule(reg)
	b := ir.NewBuilder(reg)
	b.Many()
	b.AtEnd(m.Body())
	f := fn.New(b, "main", []ir.Type{typ, typ}, nil)
	b.AtEnd(f.Entry())
	x, w := f.Entry().Arg(0), f.Entry().Arg(1)
	count := 0
	op := func(kind string, in ...*ir.Value) *ir.Value {
		count++
		return b.Op("onednn_graph."+kind, ir.Init{Operands: in, Results: []ir.Type{typ}}).Result()
	}
	for count < n {
		h := op("LayerNorm", x)
		q, k, v := op("MatMul", h, w), op("MatMul", h, w), op("MatMul", h, w)
		s := op("Add", op("Divide", op("MatMul", q, k), w), w)
		a := op("MatMul", op("SoftMax", s), v)
		x = op("Add", x, op("MatMul", a, w))
		g, u := op("MatMul", x, w), op("MatMul", x, w)
		x = op("Add", x, op("MatMul", op("Multiply", op("Multiply", g, op("Sigmoid", g)), u), w))
		d := op("MatMul", op("Dequantize", op("Quantize", x)), op("Dequantize", w))
		x = op("ReLU", op("Add", d, w))
	}
	fn.NewReturn(b)
	return f
}

// TestSpeed divides 10⁵ operations with the patterns of oneDNN's fusion families, within 2 s of one
// processor. The memory for each operation does not depend on the size of the graph.
func TestSpeed(t *testing.T) {
	reg := registry(t)
	backends := builtin(t, reg)
	var f fn.Func
	divide := func() {
		r, err := patternfusion.Divide(t.Context(), f, backends, patternfusion.Options{})
		if err != nil || len(r.Partitions) > f.Entry().Len()/2 {
			t.Errorf("a graph of %d operations has %d partitions, which are too many; the error is %v", f.Entry().Len(), len(r.Partitions), err)
		}
	}
	for _, n := range []int{1000, 10000, 100000} { // the log has the processor time for each size
		irtest.Within(t, 2*time.Second, func() { f = large(reg, n) }, divide)
	}
	irtest.Steady(t, func(n int) func() {
		f = large(reg, 20*n)
		return divide
	})
}

func BenchmarkDivide(b *testing.B) {
	reg := registry(b)
	backends := builtin(b, reg)
	for _, n := range []int{1000, 10000, 100000} {
		f := large(reg, n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := patternfusion.Divide(b.Context(), f, backends, patternfusion.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

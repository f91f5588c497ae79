// R32 in the names of tests is a row of the tables in docs/successors.md.

package buffers_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/irtest"
	"github.com/lathe-ir/lathe/lowering/buffers"
)

func graphRegistry(t testing.TB) *ir.Registry {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), nnvm.Dialect(), cluster.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

func block(t testing.TB, text string) *ir.Block {
	t.Helper()
	m, err := asm.Parse(graphRegistry(t), diag.NewSource("t.mlir", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	f, _ := ir.As[fn.Func](m.RegionAt(0).Entry().First())
	return f.Entry()
}

// chain returns a program in which each operation reads the result of the previous operation.
func chain(op string, n int) string {
	var b strings.Builder
	b.WriteString("func.func @main(%v0: tensor<4x2xf32>) -> tensor<4x2xf32> {\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%v%d = nnvm.%s(%%v%d) : (tensor<4x2xf32>) -> tensor<4x2xf32>\n", i+1, op, i)
	}
	fmt.Fprintf(&b, "  return %%v%d : tensor<4x2xf32>\n}", n)
	return b.String()
}

const planned = `func.func @main(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %addk = nnvm.elemwise_add(%x, %x) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %reshapek = nnvm.flatten(%addk) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  %add2 = nnvm.elemwise_add(%reshapek, %addk) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %add3 = nnvm.elemwise_add(%add2, %add2) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  return %add3 : tensor<4x2xf32>
}`

// TestR32 checks the plans of small programs and of chains, and the error for an unknown size.
func TestR32(t *testing.T) {
	onGPU := strings.Replace(planned, "%add2 = nnvm.elemwise_add(%reshapek, %addk)", `%add2 = nnvm.elemwise_add(%reshapek, %addk) {cluster.device = "gpu"}`, 1)
	for _, c := range []struct {
		name, text string
		match      int64
		ids, over  []int32
		bytes      int64
	}{
		{"the worked example", planned, buffers.Match, []int32{-1, 0, 1, 1, 0}, []int32{-1, -1, -1, 0, -1}, 64},
		{"reuse in place only", planned, 0, []int32{-1, 0, 1, 1, 2}, []int32{-1, -1, -1, 0, -1}, 96},
		{"twice the size", strings.ReplaceAll(planned, "f32", "f64"), buffers.Match, []int32{-1, 0, 1, 1, 0}, []int32{-1, -1, -1, 0, -1}, 128},
		{"f16", strings.ReplaceAll(planned, "f32", "f16"), buffers.Match, []int32{-1, 0, 1, 1, 0}, []int32{-1, -1, -1, 0, -1}, 32},
		{"six in place", chain("exp", 6), buffers.Match, []int32{-1, 0, 0, 0, 0, 0, 0}, []int32{-1, -1, 0, 0, 0, 0, 0}, 32},
		{"six not in place", chain("flatten", 6), buffers.Match, []int32{-1, 0, 1, 0, 1, 0, 1}, []int32{-1, -1, -1, -1, -1, -1, -1}, 64},
		{"two devices share nothing", onGPU, buffers.Match, []int32{-1, 0, 1, 2, 1}, []int32{-1, -1, -1, -1, -1}, 96},
	} {
		b := block(t, c.text)
		p, err := buffers.PlanPools(b, c.match)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if d := cmp.Diff(c.ids, p.ID); d != "" {
			t.Errorf("%s: the ids of the pools differ (-want +got):\n%s", c.name, d)
		}
		if d := cmp.Diff(c.over, p.Over); d != "" {
			t.Errorf("%s: the operands reused in place differ (-want +got):\n%s", c.name, d)
		}
		if p.Bytes() != c.bytes {
			t.Errorf("%s: got %d bytes, want %d", c.name, p.Bytes(), c.bytes)
		}
		checkPlan(t, b, p, nil)
	}
	_, err := buffers.PlanPools(block(t, `func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = nnvm.exp(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}`), buffers.Match)
	if err == nil || !strings.Contains(err.Error(), "the size of 'tensor<?xf32>' is not known") {
		t.Errorf("got the error %v, expected an error about the unknown size", err)
	}
}

// life is the time, from operation first to operation last, in which a value needs its memory.
type life struct {
	first, last int
	bytes       int64
	device      string
}

func lives(b *ir.Block) map[*ir.Value]life {
	out := map[*ir.Value]life{}
	k := 0
	for op := range b.Ops() {
		for v := range op.Operands() {
			if l, ok := out[v]; ok {
				l.last = k
				out[v] = l
			}
		}
		for v := range op.Results() {
			shape, _ := v.Type().Shape()
			n := int64(v.Type().Kind().Bits()) / 8
			for _, e := range shape {
				n *= e
			}
			d, _ := cluster.DeviceOf(op)
			out[v] = life{k, k, n, d}
		}
		k++
	}
	return out
}

// checkPlan checks that values that live at the same time do not share a pool or, if packed is not
// nil, overlap in an arena. Only a result may take over the memory of an operand that is read for
// the last time. checkPlan returns the result of largest.
func checkPlan(t *testing.T, b *ir.Block, p *buffers.Pools, packed *buffers.Packed) (least int64) {
	t.Helper()
	life := lives(b)
	for i, v := range p.Values {
		l, made := life[v]
		if made != (p.ID[i] != buffers.External) {
			t.Fatalf("value %d has pool %d, but the arguments and no other values must have the pool External", i, p.ID[i])
		}
		if !made {
			continue
		}
		if pool := p.Pools[p.ID[i]]; pool.Bytes < l.bytes || pool.Device != l.device {
			t.Fatalf("value %d of %d bytes on %q is in a pool of %d bytes on %q", i, l.bytes, l.device, pool.Bytes, pool.Device)
		}
		for j, w := range p.Values[:i] {
			m, made := life[w]
			if !made || m.last < l.first || m.last == l.first && p.Over[i] >= 0 && v.Def().OperandAt(int(p.Over[i])) == w {
				continue
			}
			if p.ID[i] == p.ID[j] {
				t.Fatalf("values %d and %d both live in pool %d", j, i, p.ID[i])
			}
			if packed != nil && l.device == m.device && packed.Offset[i] < packed.Offset[j]+m.bytes && packed.Offset[j] < packed.Offset[i]+l.bytes {
				t.Fatalf("values %d and %d overlap in the arena", j, i)
			}
		}
	}
	return largest(b, p, life)
}

// largest returns the largest number of bytes that live at one time on each device, summed over the
// devices. Memory that is taken over in place counts once.
func largest(b *ir.Block, p *buffers.Pools, life map[*ir.Value]life) int64 {
	over := map[*ir.Value]bool{}
	for i, v := range p.Values {
		over[v] = p.Over[i] >= 0
	}
	most := map[string]int64{}
	k := 0
	for op := range b.Ops() {
		live := map[string]int64{}
		for _, l := range life {
			if l.first <= k && k <= l.last {
				live[l.device] += l.bytes
			}
		}
		for v := range op.Results() {
			if over[v] {
				live[life[v].device] -= life[v].bytes
			}
		}
		for d, n := range live {
			most[d] = max(most[d], n)
		}
		k++
	}
	sum := int64(0)
	for _, n := range most {
		sum += n
	}
	return sum
}

// TestR32Random checks plans of random graphs with checkPlan. On average, an arena must have at
// most 1.25 times the size that largest returns. LATHE_TABLES=1 checks more graphs.
func TestR32Random(t *testing.T) {
	graphs := 1000
	if os.Getenv("LATHE_TABLES") != "" {
		graphs = 10_000
	}
	reg := graphRegistry(t)
	ratio, poolRatio := 0.0, 0.0
	for seed := range graphs {
		b := graphOf(reg, rand.New(rand.NewPCG(uint64(seed), 32)), []ir.Type{ir.F32()}, nil)
		packed, err := buffers.Pack(b, buffers.Match, 0)
		if err != nil {
			t.Fatal(err)
		}
		least := checkPlan(t, b, packed.Pools, packed)
		if packed.Total() > packed.Pools.Bytes() {
			t.Fatalf("seed %d: the arena has %d bytes, expected at most the %d bytes of the pools", seed, packed.Total(), packed.Pools.Bytes())
		}
		ratio += float64(packed.Total()) / float64(least)
		poolRatio += float64(packed.Pools.Bytes()) / float64(least)
	}
	ratio, poolRatio = ratio/float64(graphs), poolRatio/float64(graphs)
	t.Logf("relative to the values that live at the same time, the arena has %.4f times the size on average, and the pools %.4f", ratio, poolRatio)
	if ratio > 1.25 {
		t.Errorf("the arena has %.3f times the size of the values that live at the same time, expected at most 1.25", ratio)
	}
}

// TestR32MillionChain checks the time for planning a chain of operations.
func TestR32MillionChain(t *testing.T) {
	n, most := irtest.Million()
	b := ir.NewBuilder(graphRegistry(t))
	typ := ir.Tensor(ir.F32(), 4)
	f := fn.New(b, "main", []ir.Type{typ}, []ir.Type{typ})
	b.AtEnd(f.Entry())
	v := f.Entry().Arg(0)
	for i := range n {
		name := "nnvm.exp"
		if i%3 == 0 {
			name = "nnvm.flatten"
		}
		v = b.Op(name, ir.Init{Operands: []*ir.Value{v}, Results: []ir.Type{typ}}).Result()
	}
	fn.NewReturn(b, v)
	irtest.Within(t, most, nil, func() {
		p, err := buffers.Pack(f.Entry(), buffers.Match, 0)
		if err != nil || p.Total() != 32 || p.Pools.Bytes() != 32 {
			t.Errorf("got %d bytes in the arena, %d bytes in pools and error %v, expected 32 bytes in each", p.Total(), p.Pools.Bytes(), err)
		}
	})
}

// TestR32MillionWide checks the time for planning many values of different sizes that are freed
// together. Then the same number of other values reuses this memory.
func TestR32MillionWide(t *testing.T) {
	n, most := irtest.Million()
	const sizes = 5000
	b := ir.NewBuilder(graphRegistry(t))
	typ := func(i int) ir.Type { return ir.Tensor(ir.F32(), int64(1+i*7919%sizes)) }
	f := fn.New(b, "main", []ir.Type{typ(0)}, []ir.Type{typ(0)})
	b.AtEnd(f.Entry())
	wide := make([]*ir.Value, n/2)
	for i := range wide {
		wide[i] = b.Op("nnvm.flatten", ir.Init{Operands: f.Entry().Args(), Results: []ir.Type{typ(i)}}).Result()
	}
	sum := b.Op("nnvm.concatenate", ir.Init{Operands: wide, Results: []ir.Type{typ(0)}}).Result()
	for i := range wide {
		wide[i] = b.Op("nnvm.flatten", ir.Init{Operands: []*ir.Value{sum}, Results: []ir.Type{typ(i + 1)}}).Result()
	}
	last := b.Op("nnvm.concatenate", ir.Init{Operands: wide, Results: []ir.Type{typ(0)}}).Result()
	fn.NewReturn(b, last)
	irtest.Within(t, most, nil, func() {
		p, err := buffers.PlanPools(f.Entry(), buffers.Match)
		if err != nil || len(p.Pools) > n/2+2 {
			t.Errorf("got %d pools and error %v, expected one pool for each of the first values", len(p.Pools), err)
		}
	})
}

package buffers_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/buffers"
)

// storage is a block of memory in planMemory.
type storage struct {
	device string
	size   int64
	widest int64 // the size of the widest element
	refs   int
	freed  int // the time at which it was freed last; 0: it is in use
}

// inPlacePairs returns the pairs of operand and result that may share memory.
func inPlacePairs(name string) [][2]int {
	switch name {
	case "nnvm.exp":
		return [][2]int{{0, 0}}
	case "nnvm.elemwise_add":
		return [][2]int{{0, 0}, {1, 0}}
	}
	return nil
}

// planMemory is a simple but slow version of NNVM's PlanMemory. Like Lathe, it differs from NNVM in
// two points. The size of a value is the size of its type, and at the end each block is rounded up
// to a multiple of the size of its widest element. A value takes over memory only on the same
// device.
func planMemory(b *ir.Block, match int64) (ids []int32, bytes int64) {
	refs, id := map[*ir.Value]int{}, map[*ir.Value]int32{}
	for op := range b.Ops() {
		for v := range op.Operands() {
			refs[v]++
		}
	}
	var all []*storage
	clock := 0
	release := func(s *storage) {
		clock++
		s.freed = clock
	}
	for op := range b.Ops() {
		if op == b.Last() {
			break
		}
		device, _ := cluster.DeviceOf(op)
		taken := map[*ir.Value]bool{}
		for _, pair := range inPlacePairs(op.Name()) {
			in, out := op.OperandAt(pair[0]), op.ResultAt(pair[1])
			_, given := id[out]
			from, planned := id[in]
			if given || !planned || taken[in] || refs[out] == 0 || in.Type() != out.Type() {
				continue
			}
			if s := all[from]; s.refs == 1 && s.device == device {
				taken[in], id[out] = true, from
				s.refs += refs[out]
			}
		}
		for _, v := range largestFirst(op) {
			if _, given := id[v]; given {
				continue
			}
			k := search(all, device, sizeOf(v), match)
			if k < 0 {
				k, all = len(all), append(all, &storage{device: device})
			}
			s := all[k]
			s.size, s.refs, s.freed = max(s.size, sizeOf(v)), refs[v], 0
			s.widest = max(s.widest, elementOf(v))
			id[v] = int32(k)
		}
		for v := range op.Operands() {
			if k, planned := id[v]; planned {
				if all[k].refs--; all[k].refs == 0 {
					release(all[k])
				}
			}
		}
		for v := range op.Results() {
			if s := all[id[v]]; s.refs == 0 && refs[v] == 0 {
				release(s)
			}
		}
	}
	for range b.Args() {
		ids = append(ids, -1)
	}
	for op := range b.Ops() {
		for v := range op.Results() {
			ids = append(ids, id[v])
		}
	}
	for _, s := range all {
		bytes += (s.size + s.widest - 1) / s.widest * s.widest
	}
	return ids, bytes
}

// search returns the index of the best free block, or -1. The smallest block of at least the wanted
// size is best or, if there is none, the largest smaller block. Among blocks of equal size, the
// block that has been free for longest is best if it is large enough, and otherwise the block that
// was freed last.
func search(all []*storage, device string, want, match int64) int {
	best := -1
	better := func(k int) bool {
		if best < 0 {
			return true
		}
		s, t := all[k], all[best]
		switch fits, fitted := s.size >= want, t.size >= want; {
		case fits != fitted:
			return fits
		case s.size != t.size:
			return (s.size < t.size) == fits
		default:
			return (s.freed < t.freed) == fits
		}
	}
	for k, s := range all {
		if match > 0 && s.freed > 0 && s.device == device && s.size >= want/match && s.size <= want*match && better(k) {
			best = k
		}
	}
	return best
}

func sizeOf(v *ir.Value) int64 {
	n := elementOf(v)
	shape, _ := v.Type().Shape()
	for _, e := range shape {
		n *= e
	}
	return n
}

func elementOf(v *ir.Value) int64 { return int64(v.Type().Kind().Bits()) / 8 }

func largestFirst(op *ir.Op) []*ir.Value {
	var out []*ir.Value
	for v := range op.Results() {
		out = append(out, v)
	}
	slices.SortStableFunc(out, func(v, w *ir.Value) int { return int(sizeOf(w) - sizeOf(v)) })
	return out
}

// graphOf returns a random graph on the given devices, with values of the given element types. Some
// values have no reader, and some are returned twice.
func graphOf(reg *ir.Registry, rng *rand.Rand, elems []ir.Type, devices []string) *ir.Block {
	b := ir.NewBuilder(reg)
	most := int64(1) << rng.IntN(14)
	typ := func() ir.Type { return ir.Tensor(elems[rng.IntN(len(elems))], 1+rng.Int64N(most)) }
	args := []ir.Type{typ(), typ()}
	f := fn.New(b, "main", args, nil)
	b.AtEnd(f.Entry())
	vs := slices.Clone(f.Entry().Args())
	window := 2 + rng.IntN(12)
	pick := func() *ir.Value { return vs[max(0, len(vs)-1-rng.IntN(window))] }
	for range 2 + rng.IntN(60) {
		x := pick()
		name, in, out := "nnvm.exp", []*ir.Value{x}, []ir.Type{x.Type()}
		switch rng.IntN(5) {
		case 0:
			name, out = "nnvm.flatten", []ir.Type{typ()}
		case 1:
			name, out = "nnvm.split", []ir.Type{typ(), typ(), typ()}
		case 2:
			name, in = "nnvm.elemwise_add", []*ir.Value{x, x}
			for _, y := range vs {
				if y.Type() == x.Type() && rng.IntN(2) == 0 {
					in[rng.IntN(2)] = y
				}
			}
		}
		op := b.Op(name, ir.Init{Operands: in, Results: out})
		if len(devices) > 0 {
			cluster.SetDevice(op, devices[rng.IntN(len(devices))])
		}
		for v := range op.Results() {
			vs = append(vs, v)
		}
	}
	fn.NewReturn(b, pick(), pick(), pick())
	return f.Entry()
}

// TestR32PlanMemory compares the pools of random graphs with those of planMemory. Arenas must not
// be larger than the pools, each rounded up to the alignment. LATHE_TABLES=1 checks more graphs.
func TestR32PlanMemory(t *testing.T) {
	graphs := 250
	if os.Getenv("LATHE_TABLES") != "" {
		graphs = 10_000
	}
	reg := graphRegistry(t)
	for _, c := range []struct {
		name    string
		elems   []ir.Type
		devices []string
	}{
		{"f32", []ir.Type{ir.F32()}, nil},
		{"f64 on two devices", []ir.Type{ir.F64()}, []string{"a", "b"}},
		{"several types", []ir.Type{ir.Float(tensor.F16), ir.F32(), ir.F64(), ir.Int(8)}, nil},
		{"several types on three devices", []ir.Type{ir.Int(8), ir.F64()}, []string{"a", "b", "c"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			smaller := 0
			for seed := range graphs {
				rng := rand.New(rand.NewPCG(uint64(seed), 5))
				b := graphOf(reg, rng, c.elems, c.devices)
				match := []int64{buffers.Match, 1, 4, 0}[rng.IntN(4)]
				smaller += holdAgainst(t, b, seed, match)
			}
			t.Logf("of %d plans, %d have an arena that is smaller than the pools", graphs, smaller)
		})
	}
}

// holdAgainst compares a plan of b with the plan of planMemory. It returns 1 if the arena is
// smaller than the pools.
func holdAgainst(t *testing.T, b *ir.Block, seed int, match int64) (smaller int) {
	t.Helper()
	ids, bytes := planMemory(b, match)
	for _, align := range []int64{0, 1, 64} {
		p, err := buffers.Pack(b, match, align)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(ids, p.ID); d != "" || p.Pools.Bytes() != bytes {
			t.Fatalf("seed %d, match %d: got %d bytes, want %d; the difference of the ids is %s", seed, match, p.Pools.Bytes(), bytes, d)
		}
		checkPlan(t, b, p.Pools, p)
		for i, v := range p.Values {
			if at := align; p.ID[i] != buffers.External {
				if at == 0 {
					at = elementOf(v)
				}
				if p.Offset[i]%at != 0 || p.Offset[i]+sizeOf(v) > p.Bytes[p.Pools.Pools[p.ID[i]].Device] {
					t.Fatalf("seed %d: value %d of type %s has offset %d, which is misaligned or does not fit into the arenas %v", seed, i, v.Type(), p.Offset[i], p.Bytes)
				}
			}
		}
		if align == 0 && p.Total() < bytes {
			smaller = 1
		}
		if align <= 1 && p.Total() > bytes {
			t.Errorf("seed %d, match %d, align %d: the arena has %d bytes, expected at most the %d bytes of the pools", seed, match, align, p.Total(), bytes)
		}
		if align > 1 && p.Total() > rounded(p.Pools, align) {
			t.Errorf("seed %d, match %d, align %d: the arena has %d bytes, expected at most the %d bytes of the rounded pools", seed, match, align, p.Total(), rounded(p.Pools, align))
		}
	}
	return smaller
}

func rounded(p *buffers.Pools, align int64) int64 {
	n := int64(0)
	for _, b := range p.Pools {
		n += (b.Bytes + align - 1) / align * align
	}
	return n
}

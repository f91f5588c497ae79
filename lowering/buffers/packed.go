package buffers

import (
	"cmp"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// most is the maximum number of values for which Pack searches for offsets. The search takes
// quadratic time.
const most = 20_000

// Packed is a plan that gives each value of a block an offset in the arena of its device.
type Packed struct {
	*Pools
	Offset []int64          // by value; -1 for arguments
	Bytes  map[string]int64 // by device
	align  int64
}

// Total returns the size of all arenas in bytes.
func (p *Packed) Total() int64 {
	n := int64(0)
	for _, b := range p.Bytes {
		n += b
	}
	return n
}

// Pack assigns offsets in arenas to the values of b. Each offset is a multiple of align or, if
// align is 0, of the element size. Pack first places the pools of PlanPools(b, match) one after the
// other. Then it searches for an offset for each value, and uses the found offsets on the devices
// where they need less memory. So the total is at most the size of the pools of NNVM's PlanMemory,
// each rounded up to align. Pack does not search if b has more than 20,000 values, or if match is
// 0.
func Pack(b *ir.Block, match, align int64) (*Packed, error) {
	pools, err := PlanPools(b, match)
	if err != nil {
		return nil, err
	}
	p := &Packed{Pools: pools, Bytes: map[string]int64{}, Offset: make([]int64, len(pools.Values)), align: align}
	p.inRow()
	if len(pools.Values) <= most && match > 0 {
		p.tighten(b)
	}
	return p, nil
}

func (p *Packed) alignOf(v *ir.Value) int64 { return cmp.Or(p.align, natural(v.Type())) }

// inRow places the pools of each device one after the other. Pools with wide elements come first,
// so that all pools are aligned without gaps if align is 0.
func (p *Packed) inRow() {
	widest, order := p.Pools.widest(), make([]int, len(p.Pools.Pools))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(widest[j], widest[i]) })
	at := make([]int64, len(order))
	for _, i := range order {
		pool := p.Pools.Pools[i]
		at[i] = p.Bytes[pool.Device]
		p.Bytes[pool.Device] += alignUp(pool.Bytes, max(1, p.align))
	}
	for v, id := range p.ID {
		if p.Offset[v] = -1; id != External {
			p.Offset[v] = at[id]
		}
	}
}

// tighten searches for offsets that need less memory than the pools, separately for each device.
func (p *Packed) tighten(b *ir.Block) {
	n := newNumbers(b)
	root, live := p.lives(n)
	byDevice := map[string][]int32{} // the roots on each device (see lives)
	for v, id := range p.ID {
		if id != External && root[v] == int32(v) {
			d := p.Pools.Pools[id].Device
			byDevice[d] = append(byDevice[d], int32(v))
		}
	}
	for d, roots := range byDevice {
		ranges := make([]Range, len(roots))
		for i, v := range roots {
			ranges[i] = live[v]
		}
		offsets, size := Arena(ranges)
		if size >= p.Bytes[d] {
			continue
		}
		p.Bytes[d] = size
		for i, v := range roots {
			p.Offset[v] = offsets[i]
		}
	}
	for v := range p.Offset {
		if p.ID[v] != External {
			p.Offset[v] = p.Offset[root[v]]
		}
	}
}

// lives returns the root of each value: the first of the values that use the same memory in place.
// For each root, it also returns the lifetime and the size of this memory.
func (p *Packed) lives(n *numbers) (root []int32, live []Range) {
	root, live = make([]int32, len(n.values)), make([]Range, len(n.values))
	for v := range root {
		root[v] = int32(v)
	}
	for k := range n.ops {
		for _, v := range n.in[k] {
			r := &live[root[v]]
			r.Last = max(r.Last, k)
		}
		for i := range int32(n.ops[k].NumResults()) {
			v := n.start[k] + i
			if over := p.Over[v]; over >= 0 {
				root[v] = root[n.in[k][over]]
			} else {
				live[v] = Range{Size: bytes(n.values[v].Type()), Align: p.alignOf(n.values[v]), First: k, Last: k}
			}
		}
	}
	for _, v := range n.out {
		live[root[v]].Last = len(n.ops)
	}
	return root, live
}

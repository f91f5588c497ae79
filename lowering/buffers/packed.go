package buffers

import "github.com/lathe-ir/lathe/ir"

// most is the number of values up to which offsets are looked for one by one: it takes
// quadratic time.
const most = 20_000

// Packed is a plan for the values of a block as offsets in one arena per device.
type Packed struct {
	*Pools
	Offset []int64          // by value; -1 for external ones
	Bytes  map[string]int64 // by device
}

// Total is the size of all arenas.
func (p *Packed) Total() int64 {
	n := int64(0)
	for _, b := range p.Bytes {
		n += b
	}
	return n
}

// Pack gives the values of b offsets, which are aligned. It shares memory in place as the
// pools do, and its total is never larger than [Pools.Aligned]: where packing by size is
// no better, as in large programs where it would take too long, the pools stand one behind
// the other.
func Pack(b *ir.Block, match int64) (*Packed, error) {
	pools, err := PlanPools(b, match)
	if err != nil {
		return nil, err
	}
	p := &Packed{Pools: pools, Bytes: map[string]int64{}, Offset: make([]int64, len(pools.Values))}
	at := make([]int64, len(pools.Pools))
	for i, pool := range pools.Pools {
		at[i] = p.Bytes[pool.Device]
		p.Bytes[pool.Device] += aligned(pool.Bytes)
	}
	for v, id := range pools.ID {
		if p.Offset[v] = -1; id != External {
			p.Offset[v] = at[id]
		}
	}
	if len(pools.Values) <= most && match > 0 {
		p.tighten(b)
	}
	return p, nil
}

// tighten looks for better offsets, device by device.
func (p *Packed) tighten(b *ir.Block) {
	n := newNumbers(b)
	root, live := p.lives(n)
	byDevice := map[string][]int32{} // values that are roots
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

// lives returns, for each value, the one whose memory it took over in place, at the end
// of the chain, and for those how long the memory lives and how large it is.
func (p *Pools) lives(n *numbers) (root []int32, live []Range) {
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
				live[v] = Range{Size: bytes(n.values[v].Type()), First: k, Last: k}
			}
		}
	}
	for _, v := range n.out {
		live[root[v]].Last = len(n.ops)
	}
	return root, live
}

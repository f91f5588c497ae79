package buffers

import (
	"cmp"
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// External is the pool of a value whose memory the caller owns: an argument.
const External = -1

// Pool is a block of memory that several values use one after the other. Its size is the size of
// the largest value, rounded up to a multiple of the size of the widest element. So a pool that
// follows it in memory is aligned.
type Pool struct {
	Device string // "" if no device is named
	Bytes  int64
}

// Pools is a plan that assigns a pool to each value of a block, as NNVM's PlanMemory does. Pools
// grow as needed. Values share memory only on the same device.
type Pools struct {
	// Values are the block's arguments, followed by the results in program order.
	Values []*ir.Value
	// ID has the pool of each value: an index of Pools, or External. Over has, for each value, the
	// index of the operand whose memory the value reuses in place, or -1.
	ID, Over []int32
	Pools    []Pool
}

// Bytes returns the total size of all pools.
func (p *Pools) Bytes() int64 {
	n := int64(0)
	for _, b := range p.Pools {
		n += b.Bytes
	}
	return n
}

// Match is the default of the parameter match of [PlanPools] and [Pack].
const Match = 16

// mostBytes is the maximum total size of the values of a block.
const mostBytes = int64(irplace.MostBytes)

// PlanPools plans the values of b in program order. An operation can name pairs of operand and
// result for in-place execution ([nnvm.InPlacer]). For each result, PlanPools uses the first pair
// whose operand is not an argument of b, is read for the last time, and has the same element type
// and number of elements as the result. The other results get free pools, the largest result first.
// PlanPools takes the smallest pool that is large enough, if it is at most match times as large as
// the result. Otherwise it takes the largest smaller pool, if this pool has at least 1/match of the
// size of the result. Otherwise it adds a pool. If match is 0, memory is reused in place only.
func PlanPools(b *ir.Block, match int64) (*Pools, error) {
	n := newNumbers(b)
	sizes, err := sizesOf(n)
	if err != nil {
		return nil, err
	}
	p := &poolPlanner{numbers: n, match: match, sizes: sizes, plan: &Pools{
		Values: n.values, ID: make([]int32, len(n.values)), Over: make([]int32, len(n.values)),
	}, free: map[string]*freeList{}}
	for i := range p.plan.ID {
		p.plan.ID[i], p.plan.Over[i] = External, -1
	}
	p.kinds = slices.Compact(slices.Sorted(slices.Values(sizes)))
	for k, op := range n.ops {
		p.inPlace(op, k)
		p.allocate(op, k)
		p.release(op, k)
	}
	for i, align := range p.plan.widest() {
		p.plan.Pools[i].Bytes = alignUp(p.plan.Pools[i].Bytes, align)
	}
	return p.plan, nil
}

// sizesOf returns the size of each result in bytes, and 0 for each argument. It fails if a size is
// not known, or if the total is too large.
func sizesOf(n *numbers) ([]int64, error) {
	sizes, total := make([]int64, len(n.values)), int64(0)
	for i, v := range n.values {
		t := v.Type()
		if v.IsArg() {
			continue
		}
		if !t.HasStaticShape() || t.Kind().Bits() == 0 {
			return nil, ir.ErrorAt(v.Def(), "the size of '%s' is not known: infer the shapes first", t)
		}
		size, ok := irplace.Bytes(t)
		if total += min(size, mostBytes); !ok || total >= mostBytes {
			return nil, ir.ErrorAt(v.Def(), "with '%s', the values take more than %d bytes in total, more than any machine has", t, mostBytes)
		}
		sizes[i] = size
	}
	return sizes, nil
}

// widest returns for each pool the largest [natural] alignment of its values.
func (p *Pools) widest() []int64 {
	align := make([]int64, len(p.Pools))
	for v, id := range p.ID {
		if id != External {
			align[id] = max(align[id], natural(p.Values[v].Type()))
		}
	}
	return align
}

// natural returns the alignment that tensors of a type need. This is the largest power of two that
// divides the size of an element in bytes.
func natural(t ir.Type) int64 {
	n := max(1, int64(t.Kind().Size()))
	return n & -n
}

// numbers assigns consecutive numbers to the values of a block, and counts how often each value is
// read.
type numbers struct {
	ops    []*ir.Op
	start  []int32 // by operation: the number of its first result
	values []*ir.Value
	reads  []int32   // by value: how often it is read
	in     [][]int32 // by operation: the values that it reads
	out    []int32   // the values that the block returns
}

// newNumbers numbers the values of b. It ignores nnvm.after operations, which only order other
// operations.
func newNumbers(b *ir.Block) *numbers {
	n := &numbers{values: slices.Clone(b.Args())}
	for op := range b.Ops() {
		if op == b.Last() || ir.Is[nnvm.After](op) {
			continue
		}
		op.SetMark(uint32(len(n.ops)))
		n.ops, n.start = append(n.ops, op), append(n.start, int32(len(n.values)))
		for v := range op.Results() {
			n.values = append(n.values, v)
		}
	}
	n.reads, n.in = make([]int32, len(n.values)), make([][]int32, len(n.ops))
	var all []int32
	for k, op := range n.ops {
		from := len(all)
		op.Walk(func(o *ir.Op) bool { // an operation also reads what its regions read
			for v := range o.Operands() {
				if v.Block() == b {
					all = append(all, n.number(v))
				}
			}
			return true
		})
		for _, i := range all[from:] {
			n.reads[i]++
		}
		n.in[k] = all[from:len(all):len(all)]
	}
	for v := range b.Last().Operands() {
		n.out = append(n.out, n.number(v))
		n.reads[n.number(v)]++
	}
	for _, op := range n.ops {
		op.SetMark(0)
	}
	return n
}

// number returns the number of v. Only newNumbers can call it, after it has set the mark of each
// operation to the operation's index.
func (n *numbers) number(v *ir.Value) int32 {
	if v.IsArg() {
		return int32(v.Index())
	}
	return n.start[v.Def().Mark()] + int32(v.Index())
}

type poolPlanner struct {
	*numbers
	plan  *Pools
	match int64
	sizes []int64 // by value
	kinds []int64 // the distinct sizes, sorted
	left  []int32 // by pool: remaining reads of its current value
	rows  []row   // by pool
	free  map[string]*freeList
}

func deviceOf(op *ir.Op) string {
	d, _ := cluster.DeviceOf(op)
	return d
}

// inPlace assigns the memory of operands to those results of op that can reuse it.
func (p *poolPlanner) inPlace(op *ir.Op, k int) {
	m, ok := ir.Cast[nnvm.InPlacer](op)
	if !ok {
		return
	}
	var taken []int32
	for _, pair := range m.InPlace() {
		if pair[0] >= len(p.in[k]) {
			continue
		}
		from, to := p.in[k][pair[0]], p.start[k]+int32(pair[1])
		id := p.plan.ID[from]
		if p.plan.ID[to] != External || id == External || slices.Contains(taken, from) || p.reads[to] == 0 ||
			p.left[id] != 1 || p.plan.Pools[id].Device != deviceOf(op) || p.values[from].Type().Elem() != p.values[to].Type().Elem() ||
			p.sizes[from] != p.sizes[to] {
			continue
		}
		taken = append(taken, from)
		p.plan.ID[to], p.plan.Over[to] = id, int32(pair[0])
		p.left[id] += p.reads[to]
	}
}

// allocate assigns memory to the results that have none yet, the largest first.
func (p *poolPlanner) allocate(op *ir.Op, k int) {
	var open []int32
	for i := range int32(op.NumResults()) {
		if p.plan.ID[p.start[k]+i] == External {
			open = append(open, p.start[k]+i)
		}
	}
	if len(open) > 1 {
		slices.SortStableFunc(open, func(a, b int32) int {
			return cmp.Compare(p.sizes[b], p.sizes[a])
		})
	}
	for _, v := range open {
		id := p.block(deviceOf(op), p.sizes[v])
		p.plan.ID[v] = id
		p.left[id] = p.reads[v]
	}
}

// block returns a free block of a suitable size, or a new one.
func (p *poolPlanner) block(device string, size int64) int32 {
	free := p.free[device]
	if free == nil {
		free = newFreeList(p.kinds)
		p.free[device] = free
	}
	if p.match > 0 {
		if id := free.atLeast(size); id != none && p.plan.Pools[id].Bytes <= size*min(p.match, mostBytes/max(1, size)) {
			free.take(p.rows, id, p.plan.Pools[id].Bytes)
			return id
		}
		if id := free.below(size); id != none && p.plan.Pools[id].Bytes >= size/p.match {
			free.take(p.rows, id, p.plan.Pools[id].Bytes)
			p.plan.Pools[id].Bytes = size
			return id
		}
	}
	p.plan.Pools = append(p.plan.Pools, Pool{device, size})
	p.left, p.rows = append(p.left, 0), append(p.rows, row{none, none})
	return int32(len(p.plan.Pools) - 1)
}

// release frees values that were read for the last time, and results without readers.
func (p *poolPlanner) release(op *ir.Op, k int) {
	for _, v := range p.in[k] {
		if id := p.plan.ID[v]; id != External {
			if p.left[id]--; p.left[id] == 0 {
				p.give(id)
			}
		}
	}
	for i := range int32(op.NumResults()) {
		v := p.start[k] + i
		if p.reads[v] == 0 && p.plan.Over[v] < 0 {
			p.give(p.plan.ID[v])
		}
	}
}

func (p *poolPlanner) give(id int32) {
	b := p.plan.Pools[id]
	p.free[b.Device].give(p.rows, id, b.Bytes)
}

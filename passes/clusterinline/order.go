package clusterinline

import (
	"container/heap"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// restoreOrder sorts the operations of a function by the function's attribute cluster.order or,
// without this attribute, by id. An operation that was added after the division stays after the
// operation before it in the block. Every operation stays after the producers of its operands.
func restoreOrder(f fn.Func, symbols *ir.Symbols) error {
	g, err := irplace.FromFunc(f, nil, symbols)
	if err != nil {
		return err
	}
	users := make([][]int32, g.Len())
	waits := make([]int, g.Len())
	ready := &queue{key: keys(f, g)}
	for v := range int32(g.Len()) {
		waits[v] = len(g.Preds(v)) + len(g.Consts(v))
		for _, c := range g.Consts(v) {
			users[c] = append(users[c], v)
		}
		if waits[v] == 0 {
			heap.Push(ready, v)
		}
	}
	end := f.Entry().Last()
	for ready.Len() > 0 {
		v := heap.Pop(ready).(int32)
		g.Ops[v].MoveBefore(end)
		for _, list := range [][]int32{g.Succs(v), users[v]} {
			for _, s := range list {
				if waits[s]--; waits[s] == 0 {
					heap.Push(ready, s)
				}
			}
		}
	}
	return nil
}

// keys returns the sort key of each node of g.
func keys(f fn.Func, g *irplace.Func) []int {
	place := func(id uint32) (int, bool) { return int(id), id != 0 }
	if list, ok := f.Op.Discardable(cluster.OrderAttr).Ints(); ok {
		at := make(map[uint32]int, len(list))
		for i, id := range list {
			at[uint32(id)] = i
		}
		place = func(id uint32) (int, bool) {
			i, ok := at[id]
			return i, ok
		}
	}
	key := make([]int, g.Len())
	for v, op := range g.Ops {
		k, ok := place(op.ID())
		if !ok && v > 0 {
			k = key[v-1]
		}
		key[v] = k
	}
	return key
}

// queue is a heap of the nodes of an [irplace.Func], by key, then by index.
type queue struct {
	key   []int
	nodes []int32
}

func (q *queue) Len() int { return len(q.nodes) }
func (q *queue) Less(i, j int) bool {
	a, b := q.nodes[i], q.nodes[j]
	if q.key[a] != q.key[b] {
		return q.key[a] < q.key[b]
	}
	return a < b
}
func (q *queue) Swap(i, j int) { q.nodes[i], q.nodes[j] = q.nodes[j], q.nodes[i] }
func (q *queue) Push(x any)    { q.nodes = append(q.nodes, x.(int32)) }
func (q *queue) Pop() any {
	last := q.nodes[len(q.nodes)-1]
	q.nodes = q.nodes[:len(q.nodes)-1]
	return last
}

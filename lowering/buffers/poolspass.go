package buffers

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

// The attributes that plan-pools writes: on an operation the pools of its results, and
// on a function the sizes of all pools.
const (
	PoolAttr  = "nnvm.pool"
	BytesAttr = "nnvm.pool_bytes"
)

const poolsDoc = `plan blocks of memory that values have one after the other

Each result gets a block of its device's memory, which it takes over from an operand that
is read for the last time where the operation can work in place. The plan is written
down as nnvm.pool on operations and nnvm.pool_bytes on the function.`

type poolOptions struct {
	Match int `opt:"match" help:"by how much the size of a free block may differ from what is wanted, as a factor; 0 shares none"`
}

// PoolsPass returns plan-pools.
func PoolsPass() passes.Pass {
	p := passes.OnWith("plan-pools", poolsDoc, poolOptions{Match: Match}, func(r *passes.Run, f fn.Func, o poolOptions) error {
		if f.IsDeclaration() {
			return nil
		}
		plan, err := PlanPools(f.Entry(), int64(o.Match))
		if err != nil {
			return err
		}
		r.Count("bytes", int(plan.Bytes()))
		plan.write(f)
		return nil
	})
	p.Needs = []passes.Fact{passes.Shapes()}
	return p
}

// write notes the plan in the program.
func (p *Pools) write(f fn.Func) {
	of := map[*ir.Value]int32{}
	for i, v := range p.Values {
		of[v] = p.ID[i]
	}
	for op := range f.Entry().Ops() {
		if op.NumResults() == 0 {
			continue
		}
		var ids []int32
		for v := range op.Results() {
			ids = append(ids, of[v])
		}
		op.SetDiscardable(PoolAttr, ir.NewDenseI32(ids...))
	}
	sizes := make([]int64, len(p.Pools))
	for i, b := range p.Pools {
		sizes[i] = b.Bytes
	}
	f.Op.SetDiscardable(BytesAttr, ir.NewDenseI64(sizes...))
}

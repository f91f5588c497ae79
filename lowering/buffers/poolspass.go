package buffers

import (
	"errors"
	"fmt"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

// OffsetAttr and ArenaAttr are the attributes that plan-pools writes with arena=true. They replace
// [nnvm.PoolAttr] and [nnvm.PoolBytesAttr]. OffsetAttr has the offsets of an operation's results.
// ArenaAttr has the size of each device's arena, and is an attribute of the function.
const (
	OffsetAttr = "nnvm.offset"
	ArenaAttr  = "nnvm.arena_bytes"
)

const poolsDoc = `plan blocks of memory that several values use one after the other

Each result gets a block of its device's memory. If the operation can work in place and reads an
operand for the last time, the result gets the block of that operand. The attributes nnvm.pool of
operations and nnvm.pool_bytes of the function contain the plan. With arena=true all values of a
device are in one block, the arena, which is packed more tightly than pools: nnvm.offset has the
offsets of results, and nnvm.arena_bytes the size of the arena of each device. Offsets are multiples
of the size of an element, or of align.`

type poolOptions struct {
	Arena bool `opt:"arena" help:"place all values of a device in one block of memory, at planned offsets"`
	Align int  `opt:"align" help:"the alignment of offsets in bytes, a power of two; 0: the size of an element"`
	Match int  `opt:"match" help:"the factor by which the size of a free block may differ from the requested size; 0: memory is reused in place only"`
}

func (o poolOptions) check() error {
	switch {
	case o.Match < 0:
		return fmt.Errorf("match must be 0 or more, but is %d", o.Match)
	case o.Align < 0 || o.Align > mostAlign || o.Align&(o.Align-1) != 0:
		return fmt.Errorf("align must be 0 or a power of two up to %d, but is %d", mostAlign, o.Align)
	case o.Align > 0 && !o.Arena:
		return errors.New("align needs arena=true, because it applies to offsets in an arena")
	}
	return nil
}

const mostAlign = 1 << 20

// PoolsPass returns plan-pools.
func PoolsPass() passes.Pass {
	p := passes.OnWith("plan-pools", poolsDoc, poolOptions{Match: Match}, func(r *passes.Run, f fn.Func, o poolOptions) error {
		if err := o.check(); err != nil || f.IsDeclaration() {
			return err
		}
		if len(f.Body().Blocks) != 1 || f.Entry().Last().NumOperands() != len(f.FunctionType().Results) {
			return ir.Errorf(f.Op, "must have one block, whose terminator has one operand for each result")
		}
		if o.Arena {
			plan, err := Pack(f.Entry(), int64(o.Match), int64(o.Align))
			if err != nil {
				return err
			}
			r.Count("bytes", int(plan.Total()))
			plan.write(f)
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

func (p *Pools) write(f fn.Func) {
	p.note(f, nnvm.PoolAttr, func(values []int) ir.Attr {
		ids := make([]int32, len(values))
		for i, v := range values {
			ids[i] = p.ID[v]
		}
		return ir.NewDenseI32(ids...)
	})
	sizes := make([]int64, len(p.Pools))
	for i, b := range p.Pools {
		sizes[i] = b.Bytes
	}
	f.Op.SetDiscardable(nnvm.PoolBytesAttr, ir.NewDenseI64(sizes...))
}

// write records the plan in attributes. If operations have no device, their arena has the name
// "any".
func (p *Packed) write(f fn.Func) {
	p.note(f, OffsetAttr, func(values []int) ir.Attr {
		offsets := make([]int64, len(values))
		for i, v := range values {
			offsets[i] = p.Offset[v]
		}
		return ir.NewDenseI64(offsets...)
	})
	var sizes []ir.NamedAttr
	for d, n := range p.Bytes { // a dictionary sorts its entries
		if d == "" {
			d = "any"
		}
		sizes = append(sizes, ir.NamedAttr{Name: d, Attr: ir.NewI64(n)})
	}
	f.Op.SetDiscardable(ArenaAttr, ir.NewDict(sizes...))
}

// note sets the attribute with the given name on each operation that has results. The function "of"
// computes the attribute from the indices of these results in p.Values.
func (p *Pools) note(f fn.Func, name string, of func(values []int) ir.Attr) {
	next := f.Entry().NumArgs() // results are numbered in program order
	var values []int
	for op := range f.Entry().Ops() {
		if next == len(p.Values) || op.NumResults() == 0 || p.Values[next] != op.ResultAt(0) {
			continue // not part of the plan
		}
		values = values[:0]
		for range op.NumResults() {
			values = append(values, next)
			next++
		}
		op.SetDiscardable(name, of(values))
	}
}

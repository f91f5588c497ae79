// Package structured represents a linalg.generic as a loop nest. A nest has operands, a map that
// indexes each operand, the kinds of the loops, and the body of one iteration.
package structured

import (
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
)

// Nest is the loop nest of a linalg.generic. Maps has one map for each value of Ins, then one for
// each value of Outs.
type Nest struct {
	Op        *ir.Op
	Ins, Outs []*ir.Value
	Maps      []affine.Map
	Reduction []bool // for each loop, whether it is a reduction
	Extents   []int64
}

// Of returns the loop nest of op. It returns false if op is not a linalg.generic or if [Extents]
// fails.
func Of(op *ir.Op) (Nest, bool) {
	g, ok := ir.As[linalg.Generic](op)
	if !ok {
		return Nest{}, false
	}
	n := Nest{Op: op, Ins: g.Inputs(), Outs: g.Outputs(), Maps: g.Maps()}
	its := g.Iterators()
	if its == nil || len(n.Maps) != op.NumOperands() {
		return Nest{}, false
	}
	for _, it := range its {
		n.Reduction = append(n.Reduction, it == linalg.Reduction)
	}
	n.Extents, ok = Extents(n.Maps, op.OperandTypes(), len(n.Reduction))
	return n, ok
}

// Body returns the block of one iteration. Its arguments are an element of each value of Ins, then
// of each value of Outs.
func (n Nest) Body() *ir.Block { return n.Op.RegionAt(0).Entry() }

// CloneBody copies the body to b, with args in place of its arguments. It returns the values that
// the copy yields.
func (n Nest) CloneBody(b *ir.Builder, args []*ir.Value) []*ir.Value {
	var m ir.Mapping
	for i, a := range n.Body().Args() {
		m.Map(a, args[i])
	}
	var yielded []*ir.Value
	for op := range n.Body().Ops() {
		if op != n.Body().Last() {
			b.Clone(op, &m)
			continue
		}
		for v := range op.Operands() {
			yielded = append(yielded, m.Value(v))
		}
	}
	return yielded
}

// OutMap returns the map of output i.
func (n Nest) OutMap(i int) affine.Map { return n.Maps[len(n.Ins)+i] }

// Parallel reports whether no loop is a reduction.
func (n Nest) Parallel() bool {
	for _, r := range n.Reduction {
		if r {
			return false
		}
	}
	return true
}

// Size returns the number of iterations.
func (n Nest) Size() int64 {
	size := int64(1)
	for _, e := range n.Extents {
		size *= e
	}
	return size
}

// Extents returns the extent of each loop: the size of the last operand dimension whose index is
// just this loop. ok is false if a loop has no such dimension, or if its size is dynamic.
func Extents(maps []affine.Map, types []ir.Type, loops int) (extents []int64, ok bool) {
	extents = make([]int64, loops)
	known := make([]bool, loops)
	for i, m := range maps {
		shape, _ := types[i].Shape()
		for d, e := range m.Results {
			if k, isDim := e.Dim(); isDim && d < len(shape) {
				extents[k], known[k] = shape[d], true
			}
		}
	}
	for k := range known {
		if !known[k] || extents[k] == ir.Dynamic {
			return nil, false
		}
	}
	return extents, true
}

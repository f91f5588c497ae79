package kernels_test

import (
	"fmt"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// walker runs the integer operations of a kernel, and checks the addresses of loads, stores and
// gathers, but not of masked loads. Tests compare the result with the verifier's. Integers loaded
// from memory have pseudo-random values.
type walker struct {
	values map[*ir.Value][]int64 // by lane; nil for floats
	wild   int64
	slice  int64                         // the current iteration of the grid
	owner  map[*ir.Value]map[int64]int64 // by buffer and element: the slice that writes it
}

// walk returns an error for the first access outside of a buffer, or for the first store to an
// element that another iteration of the grid wrote.
func walk(f fn.Func) (err error) {
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	grid, _ := f.Op.Attr("kernel.grid").Int()
	args := f.Entry().Args()
	w := &walker{values: map[*ir.Value][]int64{}, owner: map[*ir.Value]map[int64]int64{}}
	for g := range grid {
		w.slice = g
		w.values[args[len(args)-2]], w.values[args[len(args)-1]] = []int64{g}, []int64{g + 1}
		w.block(f.Entry())
	}
	return nil
}

func (w *walker) at(v *ir.Value) []int64 { return w.values[v] }

func (w *walker) block(b *ir.Block) {
	for op := range b.Ops() {
		w.op(op)
	}
}

func (w *walker) op(op *ir.Op) {
	switch op.Name() {
	case "scf.for":
		lo, hi, step := w.at(op.OperandAt(0))[0], w.at(op.OperandAt(1))[0], w.at(op.OperandAt(2))[0]
		for i := lo; i < hi; i += step {
			w.values[op.RegionAt(0).Entry().Arg(0)] = []int64{i}
			w.block(op.RegionAt(0).Entry())
		}
	case "scf.if":
		if w.at(op.OperandAt(0))[0] != 0 {
			w.block(op.RegionAt(0).Entry())
		} else if !op.RegionAt(1).Empty() {
			w.block(op.RegionAt(1).Entry())
		}
	case "memref.load", "vector.load":
		w.touch(op, op.OperandAt(0), w.at(op.OperandAt(1))[0], op.Result().Type())
		w.load(op)
	case "memref.store", "vector.store":
		w.write(op, w.at(op.OperandAt(2))[0])
	case "vector.gather":
		for _, i := range w.at(op.OperandAt(2)) {
			w.touch(op, op.OperandAt(0), i, op.Result().Type().Elem())
		}
		w.load(op)
	default:
		w.compute(op)
	}
}

func lanes(t ir.Type) int64 {
	if shape, ok := t.Shape(); ok {
		return shape[0]
	}
	return 1
}

func (w *walker) load(op *ir.Op) {
	if t := op.Result().Type(); ir.IsType[*ir.IntType](t.Elem()) {
		vs := make([]int64, lanes(t))
		for i := range vs {
			w.wild = w.wild*6364136223846793005 + 1442695040888963407
			vs[i] = w.wild >> 60 // -8 to 7
		}
		w.values[op.Result()] = vs
	}
}

func (w *walker) touch(op *ir.Op, buffer *ir.Value, i int64, t ir.Type) {
	shape, _ := buffer.Type().Shape()
	if i < 0 || i+lanes(t) > shape[0] {
		panic(fmt.Errorf("%s: element %d is outside of the buffer", op, i))
	}
}

func (w *walker) write(op *ir.Op, i int64) {
	buffer := op.OperandAt(1)
	w.touch(op, buffer, i, op.OperandAt(0).Type())
	if w.owner[buffer] == nil {
		w.owner[buffer] = map[int64]int64{}
	}
	for l := range lanes(op.OperandAt(0).Type()) {
		if s, ok := w.owner[buffer][i+l]; ok && s != w.slice {
			panic(fmt.Errorf("%s: element %d is written by slices %d and %d", op, i+l, s, w.slice))
		}
		w.owner[buffer][i+l] = w.slice
	}
}

// compute evaluates integer operations lane by lane. The results of other operations have no value.
func (w *walker) compute(op *ir.Op) {
	if op.NumResults() != 1 {
		return
	}
	t := op.Result().Type()
	if t.Elem().IsFloat() {
		return
	}
	n := lanes(t)
	out := make([]int64, n)
	for l := range n {
		var x [3]int64
		for k, v := range op.OperandList() {
			vs := w.at(v)
			if vs == nil {
				return
			}
			x[k] = vs[min(l, int64(len(vs))-1)]
		}
		v, ok := scalarOp(op, l, x)
		if !ok {
			return
		}
		out[l] = v
	}
	w.values[op.Result()] = out
}

func scalarOp(op *ir.Op, lane int64, x [3]int64) (int64, bool) {
	switch o := op.View().(type) {
	case arith.Constant:
		if v, ok := o.Value().Int(); ok {
			return v, true
		}
		vs, ok := o.Value().Ints()
		if !ok {
			return 0, false
		}
		return vs[lane], true
	case arith.AddI:
		return x[0] + x[1], true
	case arith.SubI:
		return x[0] - x[1], true
	case arith.MulI:
		return x[0] * x[1], true
	case arith.DivUI:
		return int64(uint64(x[0]) / uint64(x[1])), true
	case arith.RemUI:
		return int64(uint64(x[0]) % uint64(x[1])), true
	case arith.MinSI:
		return min(x[0], x[1]), true
	case arith.MaxSI:
		return max(x[0], x[1]), true
	case arith.AndI:
		return x[0] & x[1], true
	case arith.IndexCast:
		return x[0], true
	case arith.CmpI:
		return truth(map[arith.IntPredicate]bool{arith.SGE: x[0] >= x[1], arith.SLT: x[0] < x[1], arith.ULT: uint64(x[0]) < uint64(x[1])}[o.Predicate()]), true
	}
	switch op.Name() {
	case "vector.broadcast":
		return x[0], true
	case "vector.step":
		return lane, true
	}
	return 0, false
}

func truth(b bool) int64 {
	if b {
		return -1
	}
	return 0
}

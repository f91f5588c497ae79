package kernelverify

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// access checks a load or store of the buffer that is operand at, with indices
// from operand first on.
func (k *kernel) access(op *ir.Op, at, first int) error {
	buffer := op.OperandAt(at)
	if err := k.argument(op, buffer, at == 1); err != nil {
		return err
	}
	lanes := int64(1)
	value := buffer.Type().Elem()
	if at == 1 {
		value = op.OperandAt(0).Type()
	} else {
		value = op.Result().Type()
	}
	if shape, ok := value.Shape(); ok {
		lanes = shape[0]
	}
	shape, _ := buffer.Type().Shape()
	for d, v := range op.OperandRange(first, op.NumOperands()) {
		s := k.ranges.of(v)
		most := shape[d] - 1
		if d == len(shape)-1 {
			most = shape[d] - lanes
		}
		if !s.empty() && (s.lo < 0 || s.hi > most) {
			return outside(op, d, s, most, buffer)
		}
	}
	if at == 1 {
		return k.independent(op, first, lanes)
	}
	return nil
}

func outside(op *ir.Op, d int, s span, most int64, buffer *ir.Value) error {
	return ir.Errorf(op, "index %d may be %d to %d, but must be 0 to %d in '%s'", d, s.lo, s.hi, most, buffer.Type())
}

// argument checks that buffer is one of the kernel's, and may be written if it
// is.
func (k *kernel) argument(op *ir.Op, buffer *ir.Value, written bool) error {
	i := slices.Index(k.f.Entry().Args()[:k.buffers], buffer)
	if i < 0 {
		return ir.Errorf(op, "accesses a buffer that is no argument of the kernel")
	}
	if written && !slices.Contains(k.writes, int64(i)) {
		return ir.Errorf(op, "writes buffer %d, which 'kernel.writes' does not list", i)
	}
	return nil
}

// gather checks a read of one element for each lane.
func (k *kernel) gather(op *ir.Op) error {
	buffer := op.OperandAt(0)
	if err := k.argument(op, buffer, false); err != nil {
		return err
	}
	shape, _ := buffer.Type().Shape()
	if len(shape) != 1 || op.NumOperands() != 5 {
		return ir.Errorf(op, "reads buffers of one dimension only")
	}
	if mask := k.ranges.of(op.OperandAt(3)); mask.lo != mask.hi || mask.lo == 0 {
		return ir.Errorf(op, "must have a mask that is the constant true")
	}
	s := k.ranges.of(op.OperandAt(1)).add(k.ranges.of(op.OperandAt(2)))
	if !s.empty() && (s.lo < 0 || s.hi >= shape[0]) {
		return outside(op, 0, s, shape[0]-1, buffer)
	}
	return nil
}

// independent checks that a store of one slice of the grid never meets one of
// another: the address moves with the grid by more than all else can move it.
func (k *kernel) independent(op *ir.Op, first int, lanes int64) error {
	if k.signature.grid == 1 {
		return nil
	}
	if len(k.grid) == 0 {
		return ir.Errorf(op, "writes outside of the loop over the grid")
	}
	g := k.grid[len(k.grid)-1]
	shape, _ := op.OperandAt(1).Type().Shape()
	by, rest := int64(0), span{0, lanes - 1}
	stride := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		c, other := k.linear(op.OperandAt(first+d), g)
		by += c * stride
		rest = rest.add(other.mul(exactly(stride)))
		stride *= shape[d]
	}
	if by < 0 {
		by = -by
	}
	if by <= subSat(rest.hi, rest.lo) {
		return ir.Errorf(op, "may write the same element in two slices of the grid")
	}
	return nil
}

// linear writes v as c·g + rest.
func (k *kernel) linear(v, g *ir.Value) (c int64, rest span) {
	if v == g {
		return 1, exactly(0)
	}
	op := v.Def()
	if op == nil {
		return 0, k.ranges.of(v)
	}
	switch op.Name() {
	case "arith.addi":
		a, x := k.linear(op.OperandAt(0), g)
		b, y := k.linear(op.OperandAt(1), g)
		return a + b, x.add(y)
	case "arith.subi":
		a, x := k.linear(op.OperandAt(0), g)
		b, y := k.linear(op.OperandAt(1), g)
		return a - b, x.add(y.neg())
	case "arith.muli":
		if by := k.ranges.of(op.OperandAt(1)); by.lo == by.hi {
			a, x := k.linear(op.OperandAt(0), g)
			return a * by.lo, x.mul(by)
		}
	}
	return 0, k.ranges.of(v)
}

// inPlace checks buffers that share memory: both are accessed only where the
// same iteration writes.
func (k *kernel) inPlace() error {
	for i := 0; i < len(k.inplace); i += 2 {
		w, r := k.f.Entry().Arg(int(k.inplace[i])), k.f.Entry().Arg(int(k.inplace[i+1]))
		if !slices.Contains(k.writes, k.inplace[i]) {
			return ir.Errorf(k.f.Op, "'kernel.inplace' pairs buffer %d, which is not written", k.inplace[i])
		}
		for u := range r.Uses() {
			if !writtenThere(u.Owner(), w) {
				return ir.Errorf(u.Owner(), "reads a buffer that is written in place, but not where it is written")
			}
		}
	}
	return nil
}

// writtenThere reports whether the block of op, a load, stores to w at the same
// indices.
func writtenThere(op *ir.Op, w *ir.Value) bool {
	at := op.OperandRange(1, op.NumOperands())
	for u := range w.Uses() {
		s := u.Owner()
		if u.Index() == 1 && s.Block() == op.Block() && slices.Equal(at, s.OperandRange(2, s.NumOperands())) {
			return true
		}
	}
	return false
}

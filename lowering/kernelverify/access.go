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
		if k.dead == 0 && (s.lo < 0 || s.hi > most) {
			return outside(op, d, s, most, buffer)
		}
	}
	if k.isWritten(buffer) {
		return k.independent(op, at, first, lanes)
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
	if written && !k.isWritten(buffer) {
		return ir.Errorf(op, "writes buffer %d, which 'kernel.writes' does not list", i)
	}
	return nil
}

// isWritten reports whether the kernel declares to write buffer.
func (k *kernel) isWritten(buffer *ir.Value) bool {
	return slices.Contains(k.writes, int64(slices.Index(k.f.Entry().Args(), buffer)))
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
	if k.isWritten(buffer) {
		return ir.Errorf(op, "gathers from a buffer that the kernel writes")
	}
	if mask := k.ranges.of(op.OperandAt(3)); mask.lo != mask.hi || mask.lo == 0 {
		return ir.Errorf(op, "must have a mask that is the constant true")
	}
	s := k.ranges.of(op.OperandAt(1)).add(k.ranges.of(op.OperandAt(2)))
	if k.dead == 0 && (s.lo < 0 || s.hi >= shape[0]) {
		return outside(op, 0, s, shape[0]-1, buffer)
	}
	return nil
}

// share is what the slices of one loop over the grid touch of a written buffer.
type share struct {
	buffer, g *ir.Value
	// parts are the flat address and then each index: by·g + rest, where g is the
	// loop's variable.
	parts []part
}

type part struct {
	by   int64
	rest span
}

// apart reports whether different g give different values.
func (p part) apart() bool { return magnitude(p.by) > uint64(subSat(p.rest.hi, p.rest.lo)) }

// hull is where the flat addresses lie for all slices.
func (s share) hull(g span) span { return g.mul(exactly(s.parts[0].by)).add(s.parts[0].rest) }

// independent checks that what one slice of the grid touches of a written buffer
// is apart from what another does: the address, or some index, moves with the
// grid by more than all else can move it, and loops over different parts of the
// grid have different parts of the buffer.
func (k *kernel) independent(op *ir.Op, at, first int, lanes int64) error {
	if k.signature.grid == 1 || k.dead > 0 {
		return nil
	}
	if len(k.grid) == 0 {
		return ir.Errorf(op, "accesses a written buffer outside of the loop over the grid")
	}
	n := k.shareOf(op, at, first, lanes)
	g := k.ranges.of(n.g)
	for _, o := range k.shares {
		switch {
		case o.buffer != n.buffer:
		case o.g == n.g:
			n.join(o)
		case !o.hull(k.gridSpans[o.g]).meet(n.hull(g)).empty():
			return ir.Errorf(op, "may touch what another slice of the grid writes")
		}
	}
	if !slices.ContainsFunc(n.parts, part.apart) {
		return ir.Errorf(op, "may touch what another slice of the grid writes")
	}
	k.shares = append(k.shares, n)
	k.gridSpans[n.g] = g
	return nil
}

func (k *kernel) shareOf(op *ir.Op, at, first int, lanes int64) share {
	n := share{buffer: op.OperandAt(at), g: k.grid[len(k.grid)-1]}
	shape, _ := n.buffer.Type().Shape()
	n.parts = make([]part, 1+len(shape))
	flat := &n.parts[0]
	stride := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		c, other := k.linear(op.OperandAt(first+d), n.g)
		if d == len(shape)-1 {
			other = other.add(span{0, lanes - 1})
		}
		n.parts[1+d] = part{c, other}
		flat.by += c * stride
		flat.rest = flat.rest.add(other.mul(exactly(stride)))
		stride *= shape[d]
	}
	return n
}

// join takes in another access of the same loop. What moves differently proves
// nothing any more.
func (s *share) join(o share) {
	for i := range s.parts {
		if s.parts[i].by != o.parts[i].by {
			s.parts[i] = part{}
			continue
		}
		s.parts[i].rest = s.parts[i].rest.union(o.parts[i].rest)
	}
}

// linear writes v as c·g + rest.
func (k *kernel) linear(v, g *ir.Value) (c int64, rest span) {
	if v == g {
		return 1, exactly(0)
	}
	op := v.Def()
	if op == nil {
		return k.linearLoop(v, g)
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

// linearLoop is linear for an argument: a loop between bounds that move with g
// moves with it.
func (k *kernel) linearLoop(v, g *ir.Value) (c int64, rest span) {
	loop := v.ArgBlock().Parent()
	if loop.Name() == "scf.for" && v.Index() == 0 {
		a, x := k.linear(loop.OperandAt(0), g)
		b, y := k.linear(loop.OperandAt(1), g)
		if a == b && a != 0 {
			return a, span{x.lo, subSat(y.hi, 1)}
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

package ir

// OperandGroup returns the range of operands that belong to field i of the Spec. hi is exclusive.
func (op *Op) OperandGroup(i int) (lo, hi int) {
	if op.def.checks.oneOperands {
		return i, i + 1
	}
	return groupRange(op, op.def.Spec.Operands, OperandSegments, i, op.NumOperands())
}

// ResultGroup returns the range of results that belong to field i of the Spec. hi is exclusive.
func (op *Op) ResultGroup(i int) (lo, hi int) {
	if op.def.checks.oneResults {
		return i, i + 1
	}
	return groupRange(op, op.def.Spec.Results, ResultSegments, i, op.NumResults())
}

func groupRange(op *Op, fields []Field, segments string, i, n int) (lo, hi int) {
	if slot := op.def.slot(segments); slot >= 0 {
		sizes, _ := op.AttrAt(slot).Ints()
		for j := range min(i, len(sizes)) {
			lo += int(sizes[j])
		}
		if i < len(sizes) {
			return lo, lo + int(sizes[i])
		}
		return lo, lo
	}
	fixed, open := 0, 0
	for j := range fields {
		if fields[j].Arity == One {
			fixed++
		} else {
			open++
		}
	}
	each := 0
	if open > 0 {
		each = (n - fixed) / open
	}
	for j := range i {
		if fields[j].Arity == One {
			lo++
		} else {
			lo += each
		}
	}
	if fields[i].Arity == One {
		return lo, lo + 1
	}
	return lo, lo + each
}

// OperandsOf returns the operands of field i as a new slice.
func (op *Op) OperandsOf(i int) []*Value { return op.OperandRange(op.OperandGroup(i)) }

// OptionalOperand returns the operand of the optional field i, or nil.
func (op *Op) OptionalOperand(i int) *Value {
	lo, hi := op.OperandGroup(i)
	if lo == hi {
		return nil
	}
	return op.OperandAt(lo)
}

// ResultsOf returns the results of field i as a new slice.
func (op *Op) ResultsOf(i int) []*Value {
	lo, hi := op.ResultGroup(i)
	vs := make([]*Value, 0, hi-lo)
	for j := lo; j < hi; j++ {
		vs = append(vs, op.ResultAt(j))
	}
	return vs
}

// EraseOperand removes operand i. If op has operand segments, EraseOperand also decreases the size
// of the segment that contains the operand.
func (op *Op) EraseOperand(i int) {
	if slot := op.def.slot(OperandSegments); slot >= 0 {
		sizes, _ := op.AttrAt(slot).Ints()
		small := make([]int32, len(sizes))
		left := i
		for k, n := range sizes {
			small[k] = int32(n)
			if left >= 0 && left < int(n) {
				small[k]--
			}
			left -= int(n)
		}
		op.SetAttrAt(slot, NewDenseI32(small...))
	}
	vs := op.OperandList()
	op.SetOperands(append(vs[:i], vs[i+1:]...))
}

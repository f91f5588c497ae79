package ir

// Remove detaches op from its block without erasing it.
func (op *Op) Remove() {
	b := op.block
	if b == nil {
		return
	}
	if op.prev != nil {
		op.prev.next = op.next
	} else {
		b.first = op.next
	}
	if op.next != nil {
		op.next.prev = op.prev
	} else {
		b.last = op.prev
	}
	op.prev, op.next, op.block = nil, nil, nil
}

// MoveBefore moves op to the position before the given operation.
func (op *Op) MoveBefore(at *Op) {
	op.Remove()
	at.block.insert(op, at)
}

// MoveAfter moves op to the position after the given operation.
func (op *Op) MoveAfter(at *Op) {
	op.Remove()
	at.block.insert(op, at.next)
}

// MoveToEnd moves op to the end of b.
func (op *Op) MoveToEnd(b *Block) {
	op.Remove()
	b.insert(op, nil)
}

// DropOperands sets all operands of op, and of the operations in its regions, to nil. It also
// removes the successors of these operations.
func (op *Op) DropOperands() {
	for i := range op.operandSlice() {
		op.operandSlice()[i].unlink()
	}
	if op.ext == nil {
		return
	}
	op.dropSuccessors()
	for i := range op.ext.regions {
		for _, b := range op.ext.regions[i].Blocks {
			for o := range b.Ops() {
				o.DropOperands()
			}
		}
	}
}

// Erase erases op and its regions. The results of op must have no uses.
func (op *Op) Erase() {
	op.DropOperands()
	for v := range op.Results() {
		if v.uses != nil {
			panic("ir: BUG: erasing " + op.Name() + " whose results are in use")
		}
	}
	op.Remove()
}

package memref

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// DmaStart starts a transfer between two buffers. A tag identifies the transfer. With a stride, it
// transfers groups of consecutive elements: the stride is the distance between their first
// elements.
//
//	memref.dma_start %a[%i], %b[%j], %n, %tag[%k] : memref<4xf32>, memref<4xf32, 1>, memref<1xi32>
type DmaStart struct{ ir.Ref }

// Spec implements ir.View.
func (DmaStart) Spec() ir.Spec {
	return ir.Spec{
		Name:     "memref.dma_start",
		Doc:      "Starts a transfer between two buffers. A tag identifies the transfer.",
		Operands: []ir.Field{{Name: "operands", Type: constraint.Any, Arity: ir.Variadic}},
		Traits:   ir.AlwaysEffect,
	}
}

// layout returns the numbers of the operands at which target, count, tag and stride begin. Without
// a stride, stride is the number of operands. ok is false if a buffer has no rank, or if the number
// of operands does not match the ranks.
func (o DmaStart) layout() (target, count, tag, stride int, ok bool) {
	n := o.Op.NumOperands()
	at := func(i int) int {
		if i >= n || o.Op.OperandAt(i).Type().Rank() < 0 {
			return -1
		}
		return i + 1 + o.Op.OperandAt(i).Type().Rank()
	}
	if target = at(0); target < 0 {
		return 0, 0, 0, 0, false
	}
	if count = at(target); count < 0 || count >= n {
		return 0, 0, 0, 0, false
	}
	tag = count + 1
	if stride = at(tag); stride < 0 {
		return 0, 0, 0, 0, false
	}
	return target, count, tag, stride, stride == n || stride+2 == n
}

// ParseOp implements asm.OpParser.
func (DmaStart) ParseOp(p *asm.Parser, st *asm.State) error {
	var ms [3]asm.Operand
	var indices [3][]asm.Operand
	var count asm.Operand
	var err error
	for i := range 3 {
		if i == 2 {
			if count, err = p.Operand(); err != nil {
				return err
			}
			if err := p.Expect(asm.Comma); err != nil {
				return err
			}
		}
		if ms[i], indices[i], err = parseAddress(p); err != nil {
			return err
		}
		if i < 2 {
			if err := p.Expect(asm.Comma); err != nil {
				return err
			}
		}
	}
	var strides []asm.Operand
	if p.Try(asm.Comma) {
		off := p.Offset()
		if strides, err = p.Operands(); err != nil {
			return err
		}
		if len(strides) != 2 {
			return st.ErrorAt(p, off, "expected two stride related operands")
		}
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	if err := p.Expect(asm.Colon); err != nil {
		return err
	}
	typeOff := p.Offset()
	ts, err := p.Types()
	if err != nil {
		return err
	}
	if len(ts) != 3 {
		return st.ErrorAt(p, typeOff, "fewer/more types expected")
	}
	for i := range 3 {
		if i == 2 {
			if err := resolveAddress(p, st, count, ir.Index(), nil); err != nil {
				return err
			}
		}
		if err := resolveAddress(p, st, ms[i], ts[i], indices[i]); err != nil {
			return err
		}
	}
	for _, o := range strides {
		if err := resolveAddress(p, st, o, ir.Index(), nil); err != nil {
			return err
		}
	}
	return nil
}

// PrintOp implements asm.OpPrinter.
func (o DmaStart) PrintOp(w *asm.Printer) {
	target, count, tag, stride, _ := o.layout()
	w.Byte(' ')
	printAddress(w, o.Op.OperandAt(0), o.Op.OperandRange(1, target))
	w.Str(", ")
	printAddress(w, o.Op.OperandAt(target), o.Op.OperandRange(target+1, count))
	w.Str(", ")
	w.Value(o.Op.OperandAt(count))
	w.Str(", ")
	printAddress(w, o.Op.OperandAt(tag), o.Op.OperandRange(tag+1, stride))
	if stride < o.Op.NumOperands() {
		w.Str(", ")
		w.Values(o.Op.OperandRange(stride, o.Op.NumOperands()))
	}
	w.AttrDict(o.Op)
	w.Str(" : ")
	w.ValueTypes([]*ir.Value{o.Op.OperandAt(0), o.Op.OperandAt(target), o.Op.OperandAt(tag)})
}

// Verify implements ir.Verifier.
func (o DmaStart) Verify() error {
	n := o.Op.NumOperands()
	if n < 4 {
		return ir.Errorf(o.Op, "expected at least 4 operands")
	}
	if !ir.IsType[*ir.MemRefType](o.Op.OperandAt(0).Type()) {
		return ir.Errorf(o.Op, "expected source to be of memref type")
	}
	target := 1 + o.Op.OperandAt(0).Type().Rank()
	if n < target+3 {
		return ir.Errorf(o.Op, "expected at least %d operands", target+3)
	}
	if err := o.indices(1, target, "expected source indices to be of index type"); err != nil {
		return err
	}
	if !ir.IsType[*ir.MemRefType](o.Op.OperandAt(target).Type()) {
		return ir.Errorf(o.Op, "expected destination to be of memref type")
	}
	count := target + 1 + o.Op.OperandAt(target).Type().Rank()
	if n < count+2 {
		return ir.Errorf(o.Op, "expected at least %d operands", count+2)
	}
	if err := o.indices(target+1, count, "expected destination indices to be of index type"); err != nil {
		return err
	}
	if !o.Op.OperandAt(count).Type().IsIndex() {
		return ir.Errorf(o.Op, "expected num elements to be of index type")
	}
	return o.verifyTag(count + 1)
}

func (o DmaStart) verifyTag(tag int) error {
	if !ir.IsType[*ir.MemRefType](o.Op.OperandAt(tag).Type()) {
		return ir.Errorf(o.Op, "expected tag to be of memref type")
	}
	n, end := o.Op.NumOperands(), tag+1+o.Op.OperandAt(tag).Type().Rank()
	if n < end {
		return ir.Errorf(o.Op, "expected at least %d operands", end)
	}
	if err := o.indices(tag+1, end, "expected tag indices to be of index type"); err != nil {
		return err
	}
	if n != end && n != end+2 {
		return ir.Errorf(o.Op, "incorrect number of operands")
	}
	if n == end+2 {
		return o.indices(end, n, "expected stride and num elements per stride to be of type index")
	}
	return nil
}

func (o DmaStart) indices(lo, hi int, msg string) error {
	for _, v := range o.Op.OperandRange(lo, hi) {
		if !v.Type().IsIndex() {
			return ir.Errorf(o.Op, "%s", msg)
		}
	}
	return nil
}

// DmaWait waits for the transfer that a tag identifies.
//
//	memref.dma_wait %tag[%i], %n : memref<1xi32>
type DmaWait struct{ ir.Ref }

// TagMemRef and TagIndices return the buffer and the position of the tag, and NumElements returns
// the number of elements of the transfer.
func (o DmaWait) TagMemRef() *ir.Value    { return o.Op.OperandAt(0) }
func (o DmaWait) TagIndices() []*ir.Value { return o.Op.OperandsOf(1) }
func (o DmaWait) NumElements() *ir.Value  { return o.Op.OperandAt(o.Op.NumOperands() - 1) }

// Spec implements ir.View.
func (DmaWait) Spec() ir.Spec {
	return ir.Spec{
		Name: "memref.dma_wait",
		Doc:  "Waits for the transfer that a tag identifies.",
		Operands: []ir.Field{
			{Name: "tagMemRef", Type: constraint.MemRef}, {Name: "tagIndices", Type: constraint.Index, Arity: ir.Variadic},
			{Name: "numElements", Type: constraint.Index},
		},
		Traits: ir.AlwaysEffect,
		Format: "$tagMemRef `[` $tagIndices `]` `,` $numElements attr-dict `:` type($tagMemRef)",
	}
}

// Verify implements ir.Verifier.
func (o DmaWait) Verify() error {
	if n, r := len(o.TagIndices()), o.TagMemRef().Type().Rank(); n != r {
		return ir.Errorf(o.Op, "expected tagIndices to have the same number of elements as the tagMemRef rank, expected %d, but got %d", r, n)
	}
	return nil
}

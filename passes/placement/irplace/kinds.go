package irplace

import (
	"encoding/binary"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// Kinds numbers the kinds of operations. The kind of an operation is its name, the types of its
// operands and results, its regions, and its attributes except the attributes of the dialect
// cluster. The kind of a constant ignores the value, except for whether all elements are equal. A
// device that supports an operation supports all operations of the same kind. Only numbers from the
// same Kinds are comparable.
type Kinds struct {
	kinds   map[string]int
	numbers map[any]uint64 // of definitions, types, attributes and names of attributes
	inner   map[*ir.Value]uint64
	text    []byte
}

// NewKinds returns an empty list of kinds.
func NewKinds() *Kinds {
	return &Kinds{kinds: map[string]int{}, numbers: map[any]uint64{}, inner: map[*ir.Value]uint64{}}
}

// Of returns the number of the kind of op.
func (k *Kinds) Of(op *ir.Op) int {
	k.text = k.text[:0]
	clear(k.inner)
	k.op(op)
	n, ok := k.kinds[string(k.text)]
	if !ok {
		n = len(k.kinds)
		k.kinds[string(k.text)] = n
	}
	return n
}

func (k *Kinds) number(what any) {
	n, ok := k.numbers[what]
	if !ok {
		n = uint64(len(k.numbers))
		k.numbers[what] = n
	}
	k.text = binary.AppendUvarint(k.text, n)
}

// op appends an operation with its regions to the text of the kind.
func (k *Kinds) op(op *ir.Op) {
	k.number(op.Def())
	k.text = binary.AppendUvarint(k.text, uint64(op.NumOperands()))
	for v := range op.Operands() {
		k.number(v.Type())
		k.text = binary.AppendUvarint(k.text, k.inner[v])
	}
	k.text = binary.AppendUvarint(k.text, uint64(op.NumResults()))
	for v := range op.Results() {
		k.number(v.Type())
		k.define(v)
	}
	for name, a := range op.Attrs() {
		if strings.HasPrefix(name, "cluster.") {
			continue
		}
		k.number(name)
		k.attr(op, a)
	}
	if !op.Def().Registered() {
		if p := op.Properties(); !p.IsNil() {
			k.number(p)
		}
	}
	if op.NumRegions() == 0 {
		return
	}
	for i := range op.NumRegions() {
		r := op.RegionAt(i)
		k.text = binary.AppendUvarint(k.text, uint64(len(r.Blocks)))
		for _, b := range r.Blocks {
			for _, a := range b.Args() {
				k.number(a.Type())
				k.define(a)
			}
			for o := range b.Ops() {
				k.op(o)
			}
		}
	}
}

func (k *Kinds) attr(op *ir.Op, a ir.Attr) {
	if op.Has(ir.ConstantLike) {
		if d, ok := ir.AttrAs[*ir.DenseElements](a); ok {
			_, splat := d.Splat()
			k.number(splat)
			return
		}
		if _, ok := a.Int(); ok {
			return
		}
		if _, ok := ir.AttrAs[*ir.FloatAttr](a); ok {
			return
		}
	}
	k.number(a)
}

// define numbers a value that is defined inside the operation, from 1. Operands from outside have
// the number 0.
func (k *Kinds) define(v *ir.Value) { k.inner[v] = uint64(len(k.inner)) + 1 }

package backends

import (
	"encoding/binary"
	"strings"

	"github.com/lathe-ir/lathe/ir"
)

// kinds writes down what an operation is, but for which values it reads: two of one
// kind are judged alike. Types and attributes are interned, so small numbers stand for
// them. Of constants the type counts, and whether all elements are equal.
type kinds struct {
	numbers map[any]uint64
	inner   map[*ir.Value]uint64
	text    []byte
}

func newKinds() *kinds { return &kinds{numbers: map[any]uint64{}, inner: map[*ir.Value]uint64{}} }

// of returns the kind of op, what is inside included.
func (k *kinds) of(op *ir.Op) string {
	k.text = k.text[:0]
	clear(k.inner)
	k.op(op)
	return string(k.text)
}

func (k *kinds) number(what any) {
	n, ok := k.numbers[what]
	if !ok {
		n = uint64(len(k.numbers))
		k.numbers[what] = n
	}
	k.text = binary.AppendUvarint(k.text, n)
}

// op adds an operation with everything inside it.
func (k *kinds) op(op *ir.Op) {
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
	if p := op.Properties(); !p.IsNil() {
		k.number(p)
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

// attr adds an attribute of op.
func (k *kinds) attr(op *ir.Op, a ir.Attr) {
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

// define numbers a value that is made inside, so that its readers tell it from others.
func (k *kinds) define(v *ir.Value) { k.inner[v] = uint64(len(k.inner)) + 1 }

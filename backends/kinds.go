package backends

import (
	"encoding/binary"
	"strings"

	"github.com/lathe-ir/lathe/dialects/linalg/structured"
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
	k.op(op, true)
	return string(k.text)
}

// traits lists what a nest consists of: each operand with how it is indexed, and each
// operation inside. Of an operation that is no nest the only trait is its kind.
func (k *kinds) traits(op *ir.Op) []string {
	n, ok := structured.Of(op)
	if !ok {
		return []string{k.of(op)}
	}
	var traits []string
	add := func() { traits = append(traits, string(k.text)) }
	clear(k.inner)
	for i, m := range n.Maps {
		k.text = k.text[:0]
		k.number(op.OperandAt(i).Type())
		k.number(m.String())
		for _, r := range n.Reduction {
			k.number(r)
		}
		k.number(i < len(n.Ins))
		add()
	}
	op.Walk(func(o *ir.Op) bool {
		if o != op {
			k.text = k.text[:0]
			k.op(o, false)
			add()
		}
		return true
	})
	return traits
}

func (k *kinds) number(what any) {
	n, ok := k.numbers[what]
	if !ok {
		n = uint64(len(k.numbers))
		k.numbers[what] = n
	}
	k.text = binary.AppendUvarint(k.text, n)
}

// op adds an operation; deep says whether what is inside counts.
func (k *kinds) op(op *ir.Op, deep bool) {
	k.number(op.Def())
	k.text = binary.AppendUvarint(k.text, uint64(op.NumOperands()))
	for v := range op.Operands() {
		k.number(v.Type())
		k.text = binary.AppendUvarint(k.text, k.inner[v])
	}
	k.text = binary.AppendUvarint(k.text, uint64(op.NumResults()))
	for v := range op.Results() {
		k.number(v.Type())
		k.define(v, deep)
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
	if op.NumRegions() == 0 || !deep {
		return
	}
	for i := range op.NumRegions() {
		r := op.RegionAt(i)
		k.text = binary.AppendUvarint(k.text, uint64(len(r.Blocks)))
		for _, b := range r.Blocks {
			for _, a := range b.Args() {
				k.number(a.Type())
				k.define(a, deep)
			}
			for o := range b.Ops() {
				k.op(o, deep)
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
func (k *kinds) define(v *ir.Value, deep bool) {
	if deep {
		k.inner[v] = uint64(len(k.inner)) + 1
	}
}

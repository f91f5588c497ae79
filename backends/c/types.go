package c

import (
	"fmt"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// scalarName returns the C type of scalars of kind k. 16-bit floats are represented by their bits.
func scalarName(k tensor.Kind) string {
	switch k {
	case tensor.I1:
		return "bool"
	case tensor.Index:
		return "i64"
	case tensor.F16, tensor.BF16:
		return "i16"
	}
	return k.String() // i8 … i64, f32, f64
}

// elementName returns the C type of elements of kind k in memory.
func elementName(k tensor.Kind) string {
	if k == tensor.I1 {
		return "u8"
	}
	return scalarName(k)
}

func intName(bytes int) string { return fmt.Sprintf("i%d", bytes*8) }

func unsignedName(k tensor.Kind) string { return fmt.Sprintf("u%d", k.Size()*8) }

// vector returns the C type of a vector of elements of type elem. On the first call it adds the
// definition of the type to the prelude.
func (p *printer) vector(elem string, lanes int) string {
	name := fmt.Sprintf("%sx%d", elem, lanes)
	if !p.known[name] {
		p.known[name] = true
		size := elemBytes(elem)
		fmt.Fprintf(&p.prelude, "typedef %s %s __attribute__((vector_size(%d)));\n", elem, name, size*lanes)
		fmt.Fprintf(&p.prelude, "typedef %s %s_u __attribute__((vector_size(%d), aligned(%d), may_alias));\n", elem, name, size*lanes, size)
	}
	return name
}

func elemBytes(elem string) int {
	switch elem[1:] {
	case "8":
		return 1
	case "16":
		return 2
	case "32":
		return 4
	}
	return 8
}

// typeName returns the C type of value v. A vector of i1 is a mask: a vector of integers that are 0
// or -1 and have the width of the compared elements.
func (p *printer) typeName(v kernel.ID) string {
	t := p.k.Type(v)
	switch {
	case t.Lanes == 0:
		return scalarName(t.Kind)
	case t.Kind == tensor.I1:
		return p.vector(intName(p.maskWidth(v)), t.Lanes)
	}
	return p.vector(scalarName(t.Kind), t.Lanes)
}

// maskWidth returns the width in bytes of the elements of mask v.
func (p *printer) maskWidth(v kernel.ID) int {
	if w := p.masks[v]; w > 0 {
		return w
	}
	return 1
}

// mask returns the expression of mask v with elements of the given width.
func (p *printer) mask(v kernel.ID, bytes int) string {
	if p.maskWidth(v) == bytes {
		return p.name(v)
	}
	return fmt.Sprintf("__builtin_convertvector(%s, %s)", p.name(v), p.vector(intName(bytes), p.k.Type(v).Lanes))
}

// The method "like" returns the C type of the integer vector with the lanes and the element width
// of v. The parameter sign is "i" for signed and "u" for unsigned integers.
func (p *printer) like(v kernel.ID, sign string) string {
	t := p.k.Type(v)
	return p.vector(fmt.Sprintf("%s%d", sign, t.Kind.Size()*8), t.Lanes)
}

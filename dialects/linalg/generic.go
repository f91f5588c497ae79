package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Generic is a computation with an arbitrary body and arbitrary maps.
//
//	%r = linalg.generic {indexing_maps = […], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) { ^bb0(%in: f32, %out: f32): … } -> tensor<4xf32>
type Generic struct{ ir.Ref }

// The indices of Generic's inherent attributes.
const (
	genericMaps = iota
	genericIterators
	genericDoc
	genericCall
	genericSegments
)

// Inputs implements Structured.
func (o Generic) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Outputs implements Structured.
func (o Generic) Outputs() []*ir.Value { return o.Op.OperandsOf(1) }

// Body implements Structured.
func (o Generic) Body() *ir.Block { return o.Op.RegionAt(0).Entry() }

// Maps implements Structured.
func (o Generic) Maps() []affine.Map { return mapsOf(o.Op.AttrAt(genericMaps)) }

// Iterators implements Structured.
func (o Generic) Iterators() []Iterator {
	d, ok := ir.AttrAs[*ir.ArrayAttr](o.Op.AttrAt(genericIterators))
	if !ok {
		return nil
	}
	its := make([]Iterator, len(d.Elems))
	for i, e := range d.Elems {
		if it, isEnum := ir.AttrAs[*asm.EnumAttr](e); isEnum {
			its[i] = Iterator(it.Value)
		}
	}
	return its
}

// DocText returns the documentation of the computation. LibraryCall returns the name of a library
// function that can implement the computation. Both may be "".
func (o Generic) DocText() string {
	s, _ := o.Op.AttrAt(genericDoc).Str()
	return s
}
func (o Generic) LibraryCall() string {
	s, _ := o.Op.AttrAt(genericCall).Str()
	return s
}

// Spec implements ir.View.
func (Generic) Spec() ir.Spec {
	return ir.Spec{
		Name: "linalg.generic",
		Doc:  "A computation with an arbitrary body and arbitrary maps.",
		Operands: []ir.Field{
			{Name: "inputs", Type: constraint.Any, Arity: ir.Variadic}, {Name: "outputs", Type: constraint.Shaped, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "result_tensors", Type: constraint.RankedTensor, Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			{Name: "indexing_maps", Type: constraint.Maps},
			{Name: "iterator_types", Type: constraint.ArrayOf("Iterator type should be an enum.", isEnum("iterator_type"))},
			{Name: "doc", Type: constraint.String, Optional: true},
			{Name: "library_call", Type: constraint.String, Optional: true},
			{Name: ir.OperandSegments, Type: constraint.Segments},
		},
		Regions:  []ir.RegionField{{Name: "region"}},
		Traits:   structuredTraits() | ir.AttrSizedOperandSegments,
		Implicit: "linalg.yield",
	}
}

// NewGeneric inserts a Generic operation. The block of its body has arguments but no operations.
func NewGeneric(b *ir.Builder, ins, outs []*ir.Value, maps []affine.Map, its []Iterator) Generic {
	vs := append(slices.Clone(ins), outs...)
	in := ir.Init{Operands: vs, NumRegions: 1, Attrs: []ir.Attr{
		mapArray(maps), NewIterators(its...), {}, {}, ir.NewDenseI32(int32(len(ins)), int32(len(outs))),
	}}
	for _, v := range outs {
		if constraint.IsTensor(v.Type()) {
			in.Results = append(in.Results, v.Type())
		}
	}
	o := ir.Create[Generic](b, in)
	elements(o.Op.RegionAt(0), vs, b.Loc)
	return o
}

// ArgNames implements asm.ArgNamer.
func (o Generic) ArgNames(_ *ir.Region, set func(*ir.Value, string)) {
	nameArgs(o.Body(), len(o.Inputs()), "out", set)
}

// Effects implements ir.Effecter.
func (o Generic) Effects() []ir.Effect { return structuredEffects(o) }

// ParseOp implements asm.OpParser.
func (Generic) ParseOp(p *asm.Parser, st *asm.State) error {
	off := p.Offset()
	if err := p.DictOrAlias(st); err != nil {
		return err
	}
	d, ok := ir.AttrAs[*ir.ArrayAttr](st.Attr("iterator_types"))
	if !ok {
		return st.ErrorAt(p, off, "expected \"iterator_types\" array attribute")
	}
	its, err := iteratorsOf(p, st, d)
	if err != nil {
		return err
	}
	st.SetAttr("iterator_types", its)
	if err := p.AttrDict(st); err != nil {
		return err
	}
	c, err := parseParts(p)
	if err != nil {
		return err
	}
	if err := c.add(p, st); err != nil {
		return err
	}
	c.segments(st)
	if p.TryKeyword("attrs") {
		if err := p.Expect(asm.Equal); err != nil {
			return err
		}
		if err := p.AttrDict(st); err != nil {
			return err
		}
	}
	r := st.AddRegion()
	if err := p.Region(st, r); err != nil {
		return err
	}
	ts, err := p.OptionalArrowTypes()
	st.AddResults(ts...)
	return err
}

// iteratorsOf converts an array of strings, such as ["parallel"], to an array of iterator_type
// attributes.
func iteratorsOf(p *asm.Parser, st *asm.State, d *ir.ArrayAttr) (ir.Attr, error) {
	as := slices.Clone(d.Elems)
	for i, e := range as {
		s, ok := e.Str()
		if !ok {
			continue
		}
		n := slices.Index(enumWords("iterator_type"), s)
		if n < 0 {
			return ir.Attr{}, st.ErrorAt(p, p.Offset(), "unexpected iterator_type (%s)", s)
		}
		as[i] = enums.Attr("iterator_type", n)
	}
	return ir.NewArray(as...), nil
}

// PrintOp implements asm.OpPrinter. It prints two spaces after "attrs =", as MLIR does.
func (o Generic) PrintOp(w *asm.Printer) {
	var es []ir.NamedAttr
	words := make([]ir.Attr, 0, 4)
	for _, it := range o.Iterators() {
		words = append(words, ir.NewString(it.String()))
	}
	if a := o.Op.AttrAt(genericDoc); !a.IsNil() {
		es = append(es, ir.NamedAttr{Name: "doc", Attr: a})
	}
	es = append(es, ir.NamedAttr{Name: "indexing_maps", Attr: o.Op.AttrAt(genericMaps)}, ir.NamedAttr{Name: "iterator_types", Attr: ir.NewArray(words...)})
	if a := o.Op.AttrAt(genericCall); !a.IsNil() {
		es = append(es, ir.NamedAttr{Name: "library_call", Attr: a})
	}
	w.Str(" {")
	w.NamedAttrs(es)
	w.Byte('}')
	printParts(w, o.Inputs(), o.Outputs())
	if len(o.Op.DiscardableAttrs()) > 0 {
		w.Str(" attrs = ")
		w.AttrDict(o.Op, "doc", "indexing_maps", "iterator_types", "library_call")
	}
	if !o.Op.RegionAt(0).Empty() {
		w.Byte(' ')
		w.Region(o.Op.RegionAt(0), true, true)
	}
	w.OptionalArrowTypes(o.Op.ResultTypes())
}

// VerifyRegions implements ir.RegionVerifier.
func (o Generic) VerifyRegions() error { return verifyStructured(o) }

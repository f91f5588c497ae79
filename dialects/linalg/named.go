package linalg

import (
	"strings"
	"sync"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// named describes the computation of a named operation, such as linalg.matmul.
type named struct {
	name, doc string
	inputs    int
	// layout describes the maps. Without a layout, each operand is a scalar or has the output's
	// map.
	layout *layout
	// window is the number of dimensions of a window. If it is 0, the operation has no attributes
	// strides and dilations.
	window int
	// family selects the rules by which MLIR verifies the computation.
	family family
	// ownMaps reports whether the operation has the attribute indexing_maps. cast reports whether
	// it has the attribute cast.
	ownMaps, cast bool
	// ownView reports whether the operation has a view type of its own instead of Named.
	ownView bool
	// body computes the new element from the elements of inputs and output.
	body func(b *ir.Builder, args []*ir.Value, unsigned bool) (*ir.Value, error)
}

// family is a kind of computation with its own verification rules.
type family uint8

const (
	others family = iota
	contractions
	convolutions
	fills
)

// computations returns all named computations, and a map of them from operation names.
var computations = sync.OnceValues(func() ([]named, map[string]*named) {
	all, byName := append(namedTable(), windowTable()...), map[string]*named{}
	for i := range all {
		byName["linalg."+all[i].name] = &all[i]
	}
	return all, byName
})

func computation(name string) *named {
	_, byName := computations()
	return byName[name]
}

func namedOps() []ir.OpDecl {
	ops := []ir.OpDecl{ir.Decl[Fill](), ir.Decl[Copy]()}
	all, _ := computations()
	for i := range all {
		if n := &all[i]; !n.ownView {
			ops = append(ops, ir.DeclShared[Named]("linalg."+n.name, n.spec))
		}
	}
	return ops
}

// Named is the view of operations whose names determine the computation, such as linalg.matmul and
// linalg.exp.
//
//	%r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
type Named struct{ ir.Ref }

// Fill sets all elements of its output to a scalar.
//
//	%r = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
type Fill struct{ Named }

// Spec implements ir.View.
func (Fill) Spec() ir.Spec { return computation("linalg.fill").spec() }

// Copy copies the elements of its input to its output.
type Copy struct{ Named }

// Spec implements ir.View.
func (Copy) Spec() ir.Spec { return computation("linalg.copy").spec() }

// Spec implements ir.View. It is empty, since operations with this view have different Specs.
func (Named) Spec() ir.Spec { return ir.Spec{} }

func (o Named) info() *named { return computation(o.Op.Name()) }

func (n *named) spec() ir.Spec {
	s := ir.Spec{
		Name: "linalg." + n.name,
		Doc:  n.doc,
		Operands: []ir.Field{
			{Name: "inputs", Type: constraint.Any, Arity: ir.Variadic}, {Name: "outputs", Type: constraint.Shaped, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "result_tensors", Type: constraint.RankedTensor, Arity: ir.Variadic}},
		Regions: []ir.RegionField{{Name: "region"}},
		Traits:  structuredTraits() | ir.AttrSizedOperandSegments,
	}
	if n.ownMaps {
		s.Attrs = append(s.Attrs, ir.AttrField{Name: "indexing_maps", Type: constraint.Maps, Default: mapArray(n.layout.maps(nil, nil)), Doc: "The maps of the operands."})
	}
	if n.window > 0 {
		s.Attrs = append(s.Attrs, stepsField("strides", "The distance between windows.", n.window), stepsField("dilations", "The distance between elements of a window.", n.window))
	}
	if n.cast {
		s.Attrs = append(s.Attrs, castField())
	}
	s.Attrs = append(s.Attrs, ir.AttrField{Name: ir.OperandSegments, Type: constraint.Segments})
	return s
}

func castField() ir.AttrField {
	return ir.AttrField{
		Name: "cast", Optional: true, Doc: "How elements are converted.",
		Type: ir.AttrConstraint{Text: "allowed 32-bit signless integer cases: 0, 1", Accept: isEnum("type_fn")},
	}
}

// Inputs implements Structured.
func (o Named) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Outputs implements Structured.
func (o Named) Outputs() []*ir.Value { return o.Op.OperandsOf(1) }

// Body implements Structured.
func (o Named) Body() *ir.Block { return o.Op.RegionAt(0).Entry() }

// Maps implements Structured.
func (o Named) Maps() []affine.Map {
	n := o.info()
	switch {
	case n.ownMaps:
		return mapsOf(o.Op.AttrAt(0))
	case n.layout == nil:
		return polymorphic(o.Op.OperandList(), o.Outputs())
	}
	return n.layout.maps(o.Strides(), o.Dilations())
}

// polymorphic returns a map for each operand in vs: the identity for the rank of the first output,
// or a map without results for a scalar.
func polymorphic(vs, outs []*ir.Value) []affine.Map {
	if len(outs) == 0 {
		return nil
	}
	id := affine.Identity(rank(outs[0].Type()))
	ms := make([]affine.Map, len(vs))
	for i, v := range vs {
		ms[i] = id
		if rank(v.Type()) == 0 {
			ms[i] = affine.Map{Dims: id.Dims}
		}
	}
	return ms
}

// Strides returns the distance between windows in each dimension. Nil means 1 everywhere.
func (o Named) Strides() []int64 {
	if o.info().window == 0 {
		return nil
	}
	return stepsOf(o.Op.AttrAt(0))
}

// Dilations returns the distance between elements of a window in each dimension. Nil means 1
// everywhere.
func (o Named) Dilations() []int64 {
	if o.info().window == 0 {
		return nil
	}
	return stepsOf(o.Op.AttrAt(1))
}

// Iterators implements Structured.
func (o Named) Iterators() []Iterator {
	if n := o.info(); n.layout != nil {
		return n.layout.iterators()
	}
	if outs := o.Outputs(); len(outs) > 0 {
		return make([]Iterator, rank(outs[0].Type()))
	}
	return nil
}

// Effects implements ir.Effecter.
func (o Named) Effects() []ir.Effect { return structuredEffects(o) }

// NewFill inserts linalg.fill, which sets all elements of its output to v. The type of v must be
// the element type of the output.
func NewFill(b *ir.Builder, v, out *ir.Value) Fill {
	vs := []*ir.Value{v, out}
	in := ir.Init{Operands: vs, NumRegions: 1, Discard: []ir.NamedAttr{{Name: ir.OperandSegments, Attr: ir.NewDenseI32(1, 1)}}}
	if constraint.IsTensor(out.Type()) {
		in.Results = []ir.Type{out.Type()}
	}
	o := ir.Create[Fill](b, in)
	blk, before := b.Point()
	body := elements(o.Op.RegionAt(0), vs, b.Loc)
	b.AtEnd(body)
	NewYield(b, body.Arg(0))
	b.SetPoint(blk, before)
	return o
}

// ParseOp implements asm.OpParser.
func (Named) ParseOp(p *asm.Parser, st *asm.State) error {
	n := computation(st.Def.Name())
	if n.ownMaps {
		if err := parseMaps(p, st); err != nil {
			return err
		}
	}
	if err := p.PropDict(st); err != nil {
		return err
	}
	return n.parse(p, st)
}

// parseMaps reads indexing_maps = [...], if it is present.
func parseMaps(p *asm.Parser, st *asm.State) error {
	if !p.TryKeyword("indexing_maps") {
		return nil
	}
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	off := p.Offset()
	a, err := p.Attr()
	if err != nil {
		return err
	}
	d, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok {
		return st.ErrorAt(p, off, "invalid kind of attribute specified")
	}
	for _, e := range d.Elems {
		if !ir.IsAttr[*ir.AffineMapAttr](e) {
			return st.ErrorAt(p, p.Offset(), "element of indexing_maps array is not an affine_map")
		}
	}
	st.SetAttr("indexing_maps", a)
	return nil
}

// parse reads {attributes} ins(…) outs(…) -> types, and creates the body.
func (n *named) parse(p *asm.Parser, st *asm.State) error {
	start := p.Offset()
	if err := p.AttrDict(st); err != nil {
		return err
	}
	c, err := parseParts(p)
	if err != nil {
		return err
	}
	if err := p.CheckAttrs(st, start, 0); err != nil {
		return err
	}
	if err := c.add(p, st); err != nil {
		return err
	}
	c.segments(st)
	ts, err := p.OptionalArrowTypes()
	if err != nil {
		return err
	}
	st.AddResults(ts...)
	if want := n.inputs + 1; len(st.Operands) != want {
		return st.ErrorAt(p, p.Offset(), "[parseNamedStructuredOpRegion] ods-gen generated region expects %d args, got %d", want, len(st.Operands))
	}
	// As in MLIR, the operations of the body have no location, since the text does not show them.
	body := elements(st.AddRegion(), st.Operands, ir.Loc{})
	return inBody(p, ir.Loc{}, body, func(b *ir.Builder) error {
		v, err := n.body(b, body.Args(), wordOf(st.Attr("cast")) == "cast_unsigned")
		if err != nil {
			return st.ErrorAt(p, start, "%s", err)
		}
		NewYield(b, v)
		return nil
	})
}

// NeedsGeneric implements asm.GenericPrinter.
func (o Named) NeedsGeneric() bool {
	n := o.info()
	return !n.readable(o.Op)
}

// readable reports whether op can be printed in the custom form. This form omits the body, and the
// parser can create the body only for some element types.
func (n *named) readable(op *ir.Op) bool {
	if op.NumOperands() != n.inputs+1 {
		return false
	}
	b := ir.NewBuilder(op.Registry())
	var scratch ir.Region
	body := elements(&scratch, op.OperandList(), ir.Loc{})
	b.AtEnd(body)
	_, err := n.body(b, body.Args(), wordOf(op.Attr("cast")) == "cast_unsigned")
	return err == nil
}

// PrintOp implements asm.OpPrinter.
func (o Named) PrintOp(w *asm.Printer) {
	if n := o.info(); n.ownMaps && o.Op.AttrAt(0) != mapArray(n.layout.maps(nil, nil)) {
		w.Str(" indexing_maps = ")
		w.Attr(o.Op.AttrAt(0))
	}
	w.AttrDict(o.Op, "indexing_maps", memoized)
	printParts(w, o.Inputs(), o.Outputs())
	w.OptionalArrowTypes(o.Op.ResultTypes())
}

// Verify implements ir.Verifier.
func (o Named) Verify() error {
	n := o.info()
	if n.family == fills {
		return verifyFill(o)
	}
	if !n.ownMaps {
		return nil
	}
	batch := strings.TrimSuffix(n.name, "matmul")
	return verifyOwnMaps(o.Op, batch, o.Maps(), n.layout.maps(nil, nil))
}

// VerifyRegions implements ir.RegionVerifier. As in MLIR, it stores maps that come from a layout in
// the attribute linalg.memoized_indexing_maps. If the attribute already has other maps, it checks
// those maps too, because MLIR reports errors in them.
func (o Named) VerifyRegions() error {
	n, own := o.info(), o.Maps()
	if n.layout != nil && !n.ownMaps {
		array, given := mapArray(own), o.Op.Discardable(memoized)
		if given.IsNil() {
			o.Op.SetDiscardable(memoized, array)
		} else if maps := mapsOf(given); maps != nil && given != array {
			if err := n.verifyMaps(remapped{o, maps}); err != nil {
				return err
			}
		}
	}
	return n.verifyMaps(remapped{o, own})
}

// remapped is a named computation with the given maps.
type remapped struct {
	Named
	maps []affine.Map
}

// Maps implements Structured.
func (o remapped) Maps() []affine.Map { return o.maps }

// verifyMaps checks the maps and the body of s, a computation that n describes.
func (n *named) verifyMaps(s Structured) error {
	if err := verifyStructured(s); err != nil {
		return err
	}
	switch n.family {
	case contractions:
		return verifyContraction(s)
	case convolutions:
		return verifyConvolution(s)
	}
	return nil
}

func verifyFill(s Structured) error {
	ins, outs := s.Inputs(), s.Outputs()
	switch {
	case len(ins) != 1 || len(outs) != 1:
		return ir.ErrorAt(ir.OpOf(s), "expected op with 1 input and 1 output")
	case isShapedOperand(ins[0].Type()):
		return ir.ErrorAt(ir.OpOf(s), "expected op with scalar input")
	}
	if x, t := ins[0].Type(), element(outs[0].Type()); x != t {
		return ir.Errorf(ir.OpOf(s), "expected fill value type ('%s') to match output element type ('%s')", x, t)
	}
	return nil
}

package vector

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Mask executes the operation in its region on the elements for which the mask is set. The other
// elements of the result come from passthru, or are undefined without a passthru. Only a
// transfer_read can have a passthru.
//
//	%r = vector.mask %m { vector.reduction <add>, %v : vector<4xi8> into i8 } : vector<4xi1> -> i8
type Mask struct{ ir.Ref }

// Mask returns the mask, and Body returns the block of the region. Passthru returns the value that
// provides the elements for which the mask is not set, or nil.
func (o Mask) Mask() *ir.Value     { return o.Op.OperandAt(0) }
func (o Mask) Passthru() *ir.Value { return o.Op.OptionalOperand(1) }
func (o Mask) Body() *ir.Block     { return o.Op.RegionAt(0).Blocks[0] }

// Spec implements ir.View.
func (Mask) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.mask",
		Doc:      "Executes the operation in its region on the elements for which the mask is set.",
		Operands: []ir.Field{{Name: "mask", Type: masks}, {Name: "passthru", Type: constraint.Any, Arity: ir.Optional}},
		Results:  []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Regions:  []ir.RegionField{{Name: "maskRegion", Sized: true}},
		Traits:   ir.SingleBlock | ir.RecursiveEffects | ir.NoRegionArguments,
		Implicit: "vector.yield",
	}
}

// ParseOp implements asm.OpParser.
func (Mask) ParseOp(p *asm.Parser, st *asm.State) error {
	off := p.Offset()
	mask, err := p.Operand()
	if err != nil {
		return err
	}
	other, has, err := parseMask(p)
	if err != nil {
		return err
	}
	r := st.AddRegion()
	if err := p.Region(st, r); err != nil {
		return err
	}
	endMask(p, r, st.Loc)
	if err := p.AttrDict(st); err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	ts, err := p.OptionalArrowTypes()
	if err != nil {
		return err
	}
	st.AddResults(ts...)
	v, err := p.Resolve(mask, t)
	if err != nil {
		return err
	}
	st.Add(v)
	if has {
		if len(ts) != 1 {
			return st.ErrorAt(p, off, "expects a result if passthru operand is provided")
		}
		if v, err = p.Resolve(other, ts[0]); err != nil {
			return err
		}
		st.Add(v)
	}
	return nil
}

// endMask adds a terminator that yields the results of the operation in r, if r has none.
func endMask(p *asm.Parser, r *ir.Region, loc ir.Loc) {
	if r.Empty() {
		r.AddBlock()
	}
	blk := r.Entry()
	if blk.Last() != nil && ir.Is[Yield](blk.Last()) {
		return
	}
	b := p.Builder()
	old, before := b.Point()
	b.Loc = loc
	var vs []*ir.Value
	if blk.Last() != nil {
		vs = blk.Last().ResultList()
	}
	b.AtEnd(blk)
	NewYield(b, vs...)
	b.SetPoint(old, before)
}

// PrintOp implements asm.OpPrinter. It prints the operation in the region without the names of its
// results, and omits the terminator.
func (o Mask) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Values(o.Op.OperandList())
	w.Str(" { ")
	if first := o.Body().First(); first != nil {
		w.OpWithoutResults(first)
	}
	w.Str(" }")
	w.AttrDict(o.Op)
	w.Str(" : ")
	w.Type(o.Mask().Type())
	if o.Op.NumResults() > 0 {
		w.Str(" -> ")
		w.Types(o.Op.ResultTypes())
	}
}

// Maskable is implemented by views of operations that vector.mask can contain. It corresponds to
// MLIR's MaskableOpInterface. ExpectedMask returns the type that the mask must have.
type Maskable interface{ ExpectedMask() ir.Type }

// ExpectedMask implements Maskable.
func (o Gather) ExpectedMask() ir.Type         { return constraint.I1Like(o.Indices().Type()) }
func (o MultiReduction) ExpectedMask() ir.Type { return constraint.I1Like(o.Source().Type()) }
func (o OuterProduct) ExpectedMask() ir.Type   { return constraint.I1Like(o.Op.Result().Type()) }
func (o Reduction) ExpectedMask() ir.Type      { return constraint.I1Like(o.Vector().Type()) }
func (o TransferRead) ExpectedMask() ir.Type {
	return MaskType(o.Op.Result().Type(), o.PermutationMap())
}
func (o TransferWrite) ExpectedMask() ir.Type {
	return MaskType(o.ValueToStore().Type(), o.PermutationMap())
}

// Verify implements ir.Verifier.
func (o Mask) Verify() error {
	blk := o.Body()
	first := blk.First()
	if first == nil {
		return ir.Errorf(o.Op, "expects a terminator within the mask region")
	}
	y, ok := ir.As[Yield](blk.Last())
	switch {
	case !ok:
		return ir.Errorf(o.Op, "expects a terminator within the mask region")
	case blk.Len() > 2:
		return ir.Errorf(o.Op, "expects only one operation to mask")
	case y.Op.NumOperands() != o.Op.NumResults():
		return ir.Errorf(o.Op, "expects number of results to match mask region yielded values")
	case blk.Len() == 1:
		return nil
	}
	if _, ok := first.View().(Maskable); !ok {
		return ir.Errorf(o.Op, "expects a MaskableOpInterface within the mask region")
	}
	if first.NumResults() != o.Op.NumResults() {
		return ir.Errorf(o.Op, "expects number of results to match maskable operation number of results")
	}
	for i, v := range first.ResultList() {
		if y.Op.OperandAt(i) != v {
			return ir.Errorf(o.Op, "expects all the results from the MaskableOpInterface to match all the values returned by the terminator")
		}
	}
	for i, t := range o.Op.ResultTypes() {
		if first.ResultAt(i).Type() != t {
			return ir.Errorf(o.Op, "expects result type to match maskable operation result type")
		}
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier. It checks the types of mask and passthru, which
// depend on the operation in the region.
func (o Mask) VerifyRegions() error {
	masked, ok := o.Body().First().View().(Maskable)
	if !ok {
		return nil
	}
	if want := masked.ExpectedMask(); o.Mask().Type() != want {
		return ir.Errorf(o.Op, "expects a '%s' mask for the maskable operation", want)
	}
	other := o.Passthru()
	if other == nil {
		return nil
	}
	if _, ok := masked.(TransferRead); !ok {
		return ir.Errorf(o.Op, "doesn't expect a passthru argument for this maskable operation")
	}
	if other.Type() != o.Op.ResultAt(0).Type() {
		return ir.Errorf(o.Op, "expects passthru type to match result type")
	}
	return nil
}

// Yield ends a region. Its operands are the results of the region.
//
//	vector.yield %v : vector<4xf32>
type Yield struct{ ir.Ref }

// Spec implements ir.View.
func (Yield) Spec() ir.Spec {
	return ir.Spec{
		Name:     "vector.yield",
		Doc:      "Ends a region. The operands are passed to the enclosing operation.",
		Operands: []ir.Field{{Name: "operands", Type: constraint.Any, Arity: ir.Variadic}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Format:   "attr-dict ($operands^ `:` type($operands))?",
	}
}

// NewYield inserts a Yield operation.
func NewYield(b *ir.Builder, vs ...*ir.Value) Yield {
	return ir.Create[Yield](b, ir.Init{Operands: vs})
}

// Print writes a value, a string or punctuation to the standard output.
//
//	vector.print %v : vector<4xf32>
//	vector.print str "text"
//	vector.print punctuation <comma>
type Print struct{ ir.Ref }

// Source returns the value, or nil.
func (o Print) Source() *ir.Value { return o.Op.OptionalOperand(0) }

// StringLiteral returns the string. ok is false if the operation does not print a string.
func (o Print) StringLiteral() (s string, ok bool) { return o.Op.AttrAt(1).Str() }

// Spec implements ir.View.
func (Print) Spec() ir.Spec {
	p := enumField("punctuation", "punctuation", "Punctuation for separating vectors or vector elements")
	p.Default = enums.Attr("punctuation", 1)
	return ir.Spec{
		Name:     "vector.print",
		Doc:      "Writes a value, or text, to the standard output.",
		Operands: []ir.Field{{Name: "source", Type: ir.Constraint{Accept: printable}, Arity: ir.Optional}},
		Attrs: []ir.AttrField{
			p,
			{Name: "stringLiteral", Optional: true, Doc: "The text.", Type: ir.AttrConstraint{Text: "An Attribute containing a string", Accept: ir.IsAttr[*ir.StringAttr]}},
		},
		Format: "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) attr-dict",
	}
}

func printable(t ir.Type) bool {
	return isVector(t) || t.IsIndex() || t.IsFloat() || ir.IsType[*ir.IntType](t)
}

// Effects implements ir.Effecter.
func (Print) Effects() []ir.Effect { return []ir.Effect{{Kind: ir.Write}} }

// Verify implements ir.Verifier.
func (o Print) Verify() error {
	if _, ok := o.StringLiteral(); ok && (o.Source() != nil || o.Op.AttrAt(0) != enums.Attr("punctuation", 1)) {
		return ir.Errorf(o.Op, "failed to verify that `source` or `punctuation` are not set when printing strings")
	}
	return nil
}

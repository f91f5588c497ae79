package affine

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	aff "github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Parallel runs its body for every point of a hyperrectangle, in any order. It may reduce the
// values that the iterations yield.
//
//	%r = affine.parallel (%i, %j) = (0, 0) to (10, min(%n, 4)) step (1, 2) reduce ("addf") -> (f32) { … }
type Parallel struct{ ir.Ref }

// The indices of Parallel's inherent attributes.
const (
	parReductions = iota
	parLowerMap
	parLowerGroups
	parUpperMap
	parUpperGroups
	parSteps
)

// LowerBoundsMap and UpperBoundsMap return the bounds of all dimensions as one map.
// LowerBoundsGroups and UpperBoundsGroups return the number of results of this map for each
// dimension.
func (o Parallel) LowerBoundsMap() aff.Map    { return mapOf(o.Op.AttrAt(parLowerMap)) }
func (o Parallel) UpperBoundsMap() aff.Map    { return mapOf(o.Op.AttrAt(parUpperMap)) }
func (o Parallel) LowerBoundsGroups() []int64 { return ints(o.Op.AttrAt(parLowerGroups)) }
func (o Parallel) UpperBoundsGroups() []int64 { return ints(o.Op.AttrAt(parUpperGroups)) }

// Steps returns the step of each dimension.
func (o Parallel) Steps() []int64 { return ints(o.Op.AttrAt(parSteps)) }

// Reductions returns, for each result, the memref.AtomicKind of the reduction.
func (o Parallel) Reductions() []int64 { return ints(o.Op.AttrAt(parReductions)) }

// LowerBoundsOperands and UpperBoundsOperands return the operands of the bounds.
func (o Parallel) LowerBoundsOperands() []*ir.Value {
	m := o.LowerBoundsMap()
	return o.Op.OperandRange(0, min(m.Dims+m.Syms, o.Op.NumOperands()))
}
func (o Parallel) UpperBoundsOperands() []*ir.Value {
	m := o.LowerBoundsMap()
	return o.Op.OperandRange(min(m.Dims+m.Syms, o.Op.NumOperands()), o.Op.NumOperands())
}

// Body returns the loop's block, whose arguments are the induction variables.
func (o Parallel) Body() *ir.Block { return o.Op.RegionAt(0).Blocks[0] }

func ints(a ir.Attr) []int64 {
	v, _ := a.Ints()
	return v
}

var (
	reductions = constraint.ArrayOf("Reduction ops", func(a ir.Attr) bool {
		n, ok := a.Int()
		return ok && a.TypeOf() == ir.I64() && n >= 0 && int(n) < len(memref.AtomicWords())
	})
	groups = ir.AttrConstraint{Text: "32-bit signless integer elements attribute", List: true, Accept: func(a ir.Attr) bool {
		d, ok := ir.AttrAs[*ir.DenseElements](a)
		return ok && d.Type.Elem() == ir.I32()
	}}
	steps = constraint.ArrayOf("64-bit integer array attribute", constraint.IntOf(ir.I64()))
)

// Spec implements ir.View.
func (Parallel) Spec() ir.Spec {
	return ir.Spec{
		Name:     "affine.parallel",
		Doc:      "Runs its body for every point of a box, in any order, and may reduce the values that the iterations yield.",
		Operands: []ir.Field{{Name: "mapOperands", Type: constraint.Index, Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			{Name: "reductions", Type: reductions},
			mapField("lowerBoundsMap"), {Name: "lowerBoundsGroups", Type: groups},
			mapField("upperBoundsMap"), {Name: "upperBoundsGroups", Type: groups},
			{Name: "steps", Type: steps},
		},
		Regions:  []ir.RegionField{{Name: "region", Sized: true}},
		Traits:   ir.SingleBlock | ir.RecursiveEffects | ir.AllocationScope | ir.Pure,
		Implicit: "affine.yield",
	}
}

// ParseOp implements asm.OpParser.
func (Parallel) ParseOp(p *asm.Parser, st *asm.State) error {
	ivs, err := p.Args(false, false)
	if err != nil {
		return err
	}
	for i := range ivs {
		ivs[i].Type = ir.Index()
	}
	if err := p.Expect(asm.Equal); err != nil {
		return err
	}
	if err := parseBounds(p, st, "lowerBounds", "max"); err != nil {
		return err
	}
	if err := p.ExpectKeyword("to"); err != nil {
		return err
	}
	if err := parseBounds(p, st, "upperBounds", "min"); err != nil {
		return err
	}
	if err := parseSteps(p, st, len(ivs)); err != nil {
		return err
	}
	if err := parseReductions(p, st); err != nil {
		return err
	}
	if err := parseArrow(p, st); err != nil {
		return err
	}
	r := st.AddRegion()
	if err := p.Region(st, r, ivs...); err != nil {
		return err
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	p.ImplicitTerminator(r, "affine.yield", st.Loc)
	return nil
}

// parseBounds reads (bound, max(bound, bound), …). The parameter "word" is max or min. parseBounds
// sets the attributes name + "Map" and name + "Groups", and adds the operands of the bounds to st.
func parseBounds(p *asm.Parser, st *asm.State, name, word string) error {
	var all asm.AffineValues
	var results []aff.Expr
	sizes := []int32{}
	err := p.List(asm.LParen, asm.RParen, func() error {
		var vs asm.AffineValues
		var es []aff.Expr
		var err error
		if p.TryKeyword(word) {
			es, err = p.AffineExprs(asm.LParen, asm.RParen, &vs)
		} else {
			es = make([]aff.Expr, 1)
			es[0], err = p.AffineExpr(&vs)
		}
		if err != nil {
			return err
		}
		dims, syms := all.Merge(&vs)
		for _, e := range es {
			results = append(results, e.Replace(dims, syms))
		}
		sizes = append(sizes, int32(len(es)))
		return nil
	})
	if err != nil {
		return err
	}
	if err := p.ResolveIndices(st, append(all.Dims, all.Syms...)); err != nil {
		return err
	}
	st.SetAttr(name+"Map", ir.NewAffineMap(all.Map(results)))
	st.SetAttr(name+"Groups", newGroups(sizes))
	return nil
}

func newGroups(sizes []int32) ir.Attr {
	shape := []int64{int64(len(sizes))}
	return ir.NewDense(ir.Tensor(ir.I32(), shape...), tensor.FromSlice(shape, sizes))
}

func i64s(vs []int64) ir.Attr {
	as := make([]ir.Attr, len(vs))
	for i, v := range vs {
		as[i] = ir.NewI64(v)
	}
	return ir.NewArray(as...)
}

// parseSteps reads an optional "step (1, 2)".
func parseSteps(p *asm.Parser, st *asm.State, n int) error {
	if !p.TryKeyword("step") {
		st.SetAttr("steps", i64s(slices.Repeat([]int64{1}, n)))
		return nil
	}
	var vs asm.AffineValues
	es, err := p.AffineExprs(asm.LParen, asm.RParen, &vs)
	if err != nil {
		return err
	}
	list := make([]int64, len(es))
	for i, e := range es {
		c, ok := e.Const()
		if !ok {
			return p.OpErrorAt(st.Start, "steps must be constant integers")
		}
		list[i] = c
	}
	st.SetAttr("steps", i64s(list))
	return nil
}

// parseReductions reads an optional `reduce ("addf", …)`.
func parseReductions(p *asm.Parser, st *asm.State) error {
	list := []int64{}
	if p.TryKeyword("reduce") {
		words := memref.AtomicWords()
		err := p.List(asm.LParen, asm.RParen, func() error {
			off := p.Offset()
			a, err := p.Attr()
			if err != nil {
				return err
			}
			s, ok := a.Str()
			if !ok {
				return p.OpErrorAt(off, "invalid kind of attribute specified")
			}
			i := slices.Index(words, s)
			if i < 0 {
				return p.OpErrorAt(off, "invalid reduction value: %s", a)
			}
			list = append(list, int64(i))
			return nil
		})
		if err != nil {
			return err
		}
	}
	st.SetAttr("reductions", i64s(list))
	return nil
}

// PrintOp implements asm.OpPrinter.
func (o Parallel) PrintOp(w *asm.Printer) {
	w.Str(" (")
	w.Values(o.Body().Args())
	w.Str(") = (")
	printBounds(w, o.LowerBoundsMap(), o.LowerBoundsGroups(), o.LowerBoundsOperands(), "max(")
	w.Str(") to (")
	printBounds(w, o.UpperBoundsMap(), o.UpperBoundsGroups(), o.UpperBoundsOperands(), "min(")
	w.Byte(')')
	if s := o.Steps(); slices.ContainsFunc(s, func(n int64) bool { return n != 1 }) {
		w.Str(" step (")
		for i, n := range s {
			if i > 0 {
				w.Str(", ")
			}
			w.Int(n)
		}
		w.Byte(')')
	}
	if o.Op.NumResults() > 0 {
		o.printReductions(w)
	}
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), false, o.Op.NumResults() > 0)
	w.AttrDict(o.Op, "reductions", "lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap", "upperBoundsGroups", "steps")
}

func (o Parallel) printReductions(w *asm.Printer) {
	w.Str(" reduce (")
	for i, k := range o.Reductions() {
		if i > 0 {
			w.Str(", ")
		}
		w.Quoted(memref.AtomicWords()[k])
	}
	w.Str(") -> (")
	w.Types(o.Op.ResultTypes())
	w.Byte(')')
}

func printBounds(w *asm.Printer, m aff.Map, sizes []int64, vs []*ir.Value, word string) {
	at := 0
	for i, n := range sizes {
		if i > 0 {
			w.Str(", ")
		}
		part := aff.Map{Dims: m.Dims, Syms: m.Syms, Results: m.Results[at : at+int(n)]}
		at += int(n)
		if n == 1 {
			w.AffineExprs(part, vs)
			continue
		}
		w.Str(word)
		w.AffineExprs(part, vs)
		w.Byte(')')
	}
}

// Verify implements ir.Verifier.
func (o Parallel) Verify() error {
	n, args := len(o.Steps()), o.Body().NumArgs()
	lo, hi := o.LowerBoundsGroups(), o.UpperBoundsGroups()
	if len(lo) != n || len(hi) != n || args != n {
		return ir.Errorf(o.Op, "the number of region arguments (%d) and the number of map groups for lower (%d) and upper bound (%d), and the number of steps (%d) must all match", args, len(lo), len(hi), n)
	}
	below, above := o.LowerBoundsMap(), o.UpperBoundsMap()
	if want := below.Dims + below.Syms + above.Dims + above.Syms; o.Op.NumOperands() != want {
		return ir.Errorf(o.Op, "expected %d operands for its bounds, but has %d", want, o.Op.NumOperands())
	}
	if err := o.verifyGroups(lo, o.LowerBoundsMap(), "lower"); err != nil {
		return err
	}
	if err := o.verifyGroups(hi, o.UpperBoundsMap(), "upper"); err != nil {
		return err
	}
	rs := o.Reductions()
	if len(rs) != o.Op.NumResults() {
		return ir.Errorf(o.Op, "a reduction must be specified for each output")
	}
	for i, k := range rs {
		if !reduces(memref.AtomicKind(k), o.Op.ResultAt(i).Type()) {
			return ir.Errorf(o.Op, "result type cannot match reduction attribute")
		}
	}
	if err := verifyOperands(o.Op, o.LowerBoundsOperands(), o.LowerBoundsMap().Dims); err != nil {
		return err
	}
	return verifyOperands(o.Op, o.UpperBoundsOperands(), o.UpperBoundsMap().Dims)
}

func (o Parallel) verifyGroups(sizes []int64, m aff.Map, which string) error {
	sum := int64(0)
	for _, n := range sizes {
		if n < 1 {
			return ir.Errorf(o.Op, "expected %s bound map to have at least one result", which)
		}
		sum += n
	}
	if sum != int64(len(m.Results)) {
		return ir.Errorf(o.Op, "expected %s bounds map to have %d results", which, sum)
	}
	return nil
}

// reduces reports whether a reduction of kind k can combine values of type t.
func reduces(k memref.AtomicKind, t ir.Type) bool {
	d, isInt := ir.TypeAs[*ir.IntType](t)
	switch k {
	case memref.AtomicAddF, memref.AtomicMulF, memref.AtomicMaximumF, memref.AtomicMaxNumF,
		memref.AtomicMinimumF, memref.AtomicMinNumF:
		return t.IsFloat()
	case memref.AtomicMaxS, memref.AtomicMinS:
		return isInt && d.Sign != ir.Unsigned
	case memref.AtomicMaxU, memref.AtomicMinU:
		return isInt && d.Sign != ir.Signed
	case memref.AtomicAssign:
		return true
	}
	return isInt
}

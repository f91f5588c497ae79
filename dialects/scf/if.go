package scf

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// If executes one of two regions. The second region may be empty if the operation has no results.
//
//	%r = scf.if %c -> (i32) { … } else { … }
type If struct{ ir.Ref }

// Condition returns the condition.
func (o If) Condition() *ir.Value { return o.Op.OperandAt(0) }

// Then returns the block that runs if the condition is true. Else returns the block that runs if
// the condition is false, or nil if there is none.
func (o If) Then() *ir.Block { return o.Op.RegionAt(0).Blocks[0] }
func (o If) Else() *ir.Block { return o.Op.RegionAt(1).Entry() }

// Spec implements ir.View.
func (If) Spec() ir.Spec {
	return ir.Spec{
		Name:     "scf.if",
		Doc:      "Executes one of two regions. The second may be empty if there are no results.",
		Operands: []ir.Field{{Name: "condition", Type: constraint.I1}},
		Results:  []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Regions:  []ir.RegionField{{Name: "thenRegion", Sized: true}, {Name: "elseRegion"}},
		Traits:   ir.SingleBlock | ir.RecursiveEffects | ir.Pure | ir.NoRegionArguments,
		Implicit: "scf.yield",
	}
}

// NewIf inserts an If operation. The first region has an empty block; the second has an empty block
// if withElse is set.
func NewIf(b *ir.Builder, cond *ir.Value, results []ir.Type, withElse bool) If {
	o := ir.Create[If](b, ir.Init{Operands: []*ir.Value{cond}, Results: results, NumRegions: 2})
	o.Op.RegionAt(0).AddBlock()
	if withElse {
		o.Op.RegionAt(1).AddBlock()
	}
	return o
}

// ParseOp implements asm.OpParser.
func (If) ParseOp(p *asm.Parser, st *asm.State) error {
	cond, err := p.Operand()
	if err != nil {
		return err
	}
	v, err := p.Resolve(cond, ir.I1())
	if err != nil {
		return err
	}
	st.Add(v)
	ts, err := p.OptionalArrowTypes()
	if err != nil {
		return err
	}
	st.AddResults(ts...)
	then, els := st.AddRegion(), st.AddRegion()
	if err := p.Region(st, then); err != nil {
		return err
	}
	p.ImplicitTerminator(then, "scf.yield", st.Loc)
	if p.TryKeyword("else") {
		if err := p.Region(st, els); err != nil {
			return err
		}
		p.ImplicitTerminator(els, "scf.yield", st.Loc)
	}
	return p.AttrDict(st)
}

// PrintOp implements asm.OpPrinter.
func (o If) PrintOp(w *asm.Printer) {
	w.Byte(' ')
	w.Value(o.Condition())
	if o.Op.NumResults() > 0 {
		w.Str(" -> (")
		w.Types(o.Op.ResultTypes())
		w.Byte(')')
	}
	w.Byte(' ')
	w.Region(o.Op.RegionAt(0), false, o.Op.NumResults() > 0)
	if !o.Op.RegionAt(1).Empty() {
		w.Str(" else ")
		w.Region(o.Op.RegionAt(1), false, o.Op.NumResults() > 0)
	}
	w.AttrDict(o.Op)
}

// Verify implements ir.Verifier.
func (o If) Verify() error {
	if o.Op.NumResults() > 0 && o.Op.RegionAt(1).Empty() {
		return ir.Errorf(o.Op, "must have an else block if defining values")
	}
	return nil
}

// VerifyRegions implements ir.RegionVerifier.
func (o If) VerifyRegions() error {
	for _, r := range o.Op.Regions() {
		if r.Empty() {
			continue
		}
		if err := constraint.Leaves(o.Op, r, "scf.yield"); err != nil {
			return err
		}
	}
	return nil
}

// IndexSwitch executes the region of the case whose value equals its argument. If there is no such
// case, it executes the default region.
//
//	%r = scf.index_switch %i -> i32 case 2 { … } default { … }
type IndexSwitch struct{ ir.Ref }

// Arg returns the argument.
func (o IndexSwitch) Arg() *ir.Value { return o.Op.OperandAt(0) }

// Cases returns the values of the cases.
func (o IndexSwitch) Cases() []int64 {
	v, _ := o.Op.AttrAt(0).Ints()
	return v
}

// DefaultRegion returns the default region, and CaseRegion returns the region of case i.
func (o IndexSwitch) DefaultRegion() *ir.Region   { return o.Op.RegionAt(0) }
func (o IndexSwitch) CaseRegion(i int) *ir.Region { return o.Op.RegionAt(1 + i) }

// Spec implements ir.View.
func (IndexSwitch) Spec() ir.Spec {
	return ir.Spec{
		Name:     "scf.index_switch",
		Doc:      "Executes the region of the case that equals its argument, or the default region.",
		Operands: []ir.Field{{Name: "arg", Type: constraint.Index}},
		Results:  []ir.Field{{Name: "results", Type: constraint.Any, Arity: ir.Variadic}},
		Attrs:    []ir.AttrField{{Name: "cases", Type: constraint.I64s, Doc: "The values of the cases."}},
		Regions: []ir.RegionField{
			{Name: "defaultRegion", Sized: true}, {Name: "caseRegions", Arity: ir.Variadic, Sized: true},
		},
		Traits:   ir.SingleBlock | ir.RecursiveEffects,
		Implicit: "scf.yield",
		Format:   "$arg attr-dict (`->` type($results)^)? custom<SwitchCases>($cases, $caseRegions) `\\n` `` `default` $defaultRegion",
	}
}

// NewIndexSwitch inserts an IndexSwitch operation with an empty block in every region.
func NewIndexSwitch(b *ir.Builder, arg *ir.Value, cases []int64, results []ir.Type) IndexSwitch {
	o := ir.Create[IndexSwitch](b, ir.Init{
		Operands: []*ir.Value{arg}, Results: results, NumRegions: len(cases) + 1, Attrs: []ir.Attr{ir.NewDenseI64(cases...)},
	})
	for _, r := range o.Op.Regions() {
		r.AddBlock()
	}
	return o
}

// parseCases reads case 2 { … } case 5 { … }.
func parseCases(p *asm.Parser, c *asm.Fields, args []asm.FieldRef) error {
	st := c.State
	var values []int64
	for p.TryKeyword("case") {
		v, err := p.Int()
		if err != nil {
			return err
		}
		values = append(values, v)
		r := st.AddRegion()
		if err := p.Region(st, r); err != nil {
			return err
		}
	}
	c.SetAttr("cases", ir.NewDenseI64(values...))
	return nil
}

func printCases(w *asm.Printer, op *ir.Op, _ []asm.FieldRef) {
	o := IndexSwitch{ir.Ref{Op: op}}
	for i, v := range o.Cases() {
		w.Newline()
		w.Str("case ")
		w.Int(v)
		w.Byte(' ')
		w.Region(o.CaseRegion(i), false, true)
	}
}

// Verify implements ir.Verifier.
func (o IndexSwitch) Verify() error {
	cases := o.Cases()
	if len(cases) != o.Op.NumRegions()-1 {
		return ir.Errorf(o.Op, "has %d case regions but %d case values", o.Op.NumRegions()-1, len(cases))
	}
	seen := map[int64]bool{}
	for _, v := range cases {
		if seen[v] {
			return ir.Errorf(o.Op, "has duplicate case value: %d", v)
		}
		seen[v] = true
	}
	for i, r := range o.Op.Regions() {
		name := "default region"
		if i > 0 {
			name = "case region #" + ir.NewI64(int64(i - 1)).String()[:len(ir.NewI64(int64(i-1)).String())-len(" : i64")]
		}
		if err := o.checkRegion(r, name); err != nil {
			return err
		}
	}
	return nil
}

func (o IndexSwitch) checkRegion(r *ir.Region, name string) error {
	if r.Empty() {
		return nil
	}
	last := r.Blocks[0].Last()
	if last == nil {
		return ir.Errorf(o.Op, "expected region to end with scf.yield, but it is empty")
	}
	y, ok := ir.As[Yield](last)
	if !ok {
		return ir.Errorf(o.Op, "expected region to end with scf.yield, but got %s", last.Name())
	}
	if y.Op.NumOperands() != o.Op.NumResults() {
		return ir.NoteAt(ir.Errorf(o.Op, "expected each region to return %d values, but %s returns %d", o.Op.NumResults(), name, y.Op.NumOperands()), y.Op, "see yield operation here")
	}
	for i, t := range o.Op.ResultTypes() {
		if got := y.Op.OperandAt(i).Type(); got != t {
			return ir.NoteAt(ir.Errorf(o.Op, "expected result #%d of each region to be '%s'", i, t), y.Op, "%s returns '%s' here", name, got)
		}
	}
	return nil
}

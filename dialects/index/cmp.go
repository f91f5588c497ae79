package index

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// Predicate is a comparison of two values.
type Predicate uint8

// The predicates. The prefix S is for signed numbers, and the prefix U is for unsigned numbers.
const (
	EQ Predicate = iota
	NE
	SLT
	SLE
	SGT
	SGE
	ULT
	ULE
	UGT
	UGE
)

func predicates() []string {
	return []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}
}

// String returns MLIR's name of the predicate, such as "slt".
func (p Predicate) String() string { return predicates()[p] }

func (p Predicate) unsigned() bool { return p >= ULT }

// holds reports whether the predicate is true for x and y, which are sign-extended from the given
// number of bits.
func (p Predicate) holds(x, y int64, bits uint) bool {
	switch p {
	case EQ:
		return x == y
	case NE:
		return x != y
	case SLT, ULT:
		return p.less(x, y, bits)
	case SLE, ULE:
		return !p.less(y, x, bits)
	case SGT, UGT:
		return p.less(y, x, bits)
	}
	return !p.less(x, y, bits)
}

func (p Predicate) less(x, y int64, bits uint) bool {
	if p.unsigned() {
		return unsigned(x, bits) < unsigned(y, bits)
	}
	return x < y
}

// PredicateAttr is the attribute for a predicate.
//
//	#index<cmp_predicate slt>
type PredicateAttr struct{ Predicate Predicate }

// Print implements ir.AttrData.
func (d *PredicateAttr) Print(w *ir.Writer) {
	w.Str("#index<cmp_predicate " + d.Predicate.String() + ">")
}

// NewPredicate returns the attribute #index<cmp_predicate p>.
func NewPredicate(p Predicate) ir.Attr { return ir.NewAttr(&PredicateAttr{p}) }

// Cmp compares two values.
//
//	%r = index.cmp slt(%a, %b)
type Cmp struct{ ir.Binary }

// Spec implements ir.View.
func (Cmp) Spec() ir.Spec {
	return ir.Spec{
		Name:     "index.cmp",
		Doc:      "Compares two values.",
		Operands: []ir.Field{{Name: "lhs", Type: constraint.Index}, {Name: "rhs", Type: constraint.Index}},
		Results:  []ir.Field{{Name: "result", Type: constraint.I1}},
		Attrs: []ir.AttrField{{Name: "pred", Type: ir.AttrConstraint{
			Text: "index comparison predicate kind", Accept: ir.IsAttr[*PredicateAttr],
			Form: ir.FormStripped, Mnemonic: "index.cmp_predicate",
		}}},
		Traits: ir.Pure,
		Format: "`` $pred `(` $lhs `,` $rhs `)` attr-dict",
	}
}

// Pred returns the predicate.
func (o Cmp) Pred() Predicate {
	d, _ := ir.AttrAs[*PredicateAttr](o.Op.AttrAt(0))
	return d.Predicate
}

// Fold folds a comparison of constants, of a value with itself, and of min(x, a) or max(x, a) with
// a constant, where a is also constant. The result must not depend on x or on the width of index.
func (o Cmp) Fold(c []ir.Attr) (ir.Folded, bool) {
	p := o.Pred()
	if x, y, ok := operands(c); ok {
		r := p.holds(x, y, 64)
		if r == p.holds(int64(int32(x)), int64(int32(y)), 32) {
			return ir.FoldConst(ir.BoolAttr(r)), true
		}
	}
	if r, ok := o.foldClamp(c[1]); ok {
		return ir.FoldConst(ir.BoolAttr(r)), true
	}
	if o.LHS() == o.RHS() {
		return ir.FoldConst(ir.BoolAttr(p.holds(0, 0, 64))), true
	}
	return nil, false
}

// foldClamp folds a comparison of min(x, a) or max(x, a) with the constant rhs, where a is also
// constant. ok is false if the result depends on x or on the width of index.
func (o Cmp) foldClamp(rhs ir.Attr) (result, ok bool) {
	b, ok := rhs.Int()
	def := o.LHS().Def()
	if !ok || def == nil || def.NumOperands() != 2 {
		return false, false
	}
	k, ok := ir.Defining[Constant](def.OperandAt(1))
	if !ok {
		return false, false
	}
	a, _ := k.Value().Int()
	wide, ok1 := clampSpan(def, a, 64)
	narrow, ok2 := clampSpan(def, int64(int32(a)), 32)
	if !ok1 || !ok2 {
		return false, false
	}
	r, known := o.Pred().compare(wide, b, 64)
	q, known2 := o.Pred().compare(narrow, int64(int32(b)), 32)
	return r, known && known2 && r == q
}

package ir

import (
	"strings"
)

// checkOp checks one operation, but not the operations in its regions. As in MLIR, the order is:
// discardable attributes; the numbers of regions, results, successors and operands; the parent;
// segment sizes; inherent attributes; types; regions; the Spec's rules; the view's VerifyTypes;
// traits; the values that a branch passes; the view's Verify.
func checkOp(op *Op) error {
	if op.passes() {
		if op.def.checks.verifier {
			return op.View().(Verifier).Verify()
		}
		return nil
	}
	for i, u := range op.operandSlice() {
		if u.val == nil {
			return Errorf(op, "null operand found: operand #%d", i)
		}
	}
	if op.def.unregistered {
		return checkUnregistered(op)
	}
	if err := checkDiscardable(op); err != nil {
		return err
	}
	if err := checkShape(op); err != nil {
		return err
	}
	if err := checkAttrs(op); err != nil {
		return err
	}
	if err := checkOperands(op); err != nil {
		return err
	}
	if err := checkRegions(op); err != nil {
		return err
	}
	if err := checkRules(op); err != nil {
		return err
	}
	if v, ok := op.View().(TypeVerifier); ok {
		if err := v.VerifyTypes(); err != nil {
			return err
		}
	}
	if op.Has(Terminator) && op.block != nil && op.next != nil {
		return Errorf(op, "must be the last operation in the parent block")
	}
	if op.def.traits&typeTraits != 0 {
		if err := checkTypeTraits(op); err != nil {
			return err
		}
	}
	if op.Has(Symbol) {
		if err := checkSymbol(op); err != nil {
			return err
		}
	}
	if op.NumSuccessors() > 0 {
		if err := checkForwarded(op); err != nil {
			return err
		}
	}
	if v, ok := op.View().(Verifier); ok {
		return v.Verify()
	}
	return nil
}

// checkSymbol checks the visibility of a symbol. If the symbol has a name and its parent is
// registered, the parent must be a symbol table.
func checkSymbol(op *Op) error {
	switch s, ok := op.Attr("sym_visibility").Str(); {
	case !ok, s == "public", s == "private", s == "nested":
	default:
		return Errorf(op, "visibility expected to be one of [\"public\", \"private\", \"nested\"], but got \"%s\"", s)
	}
	p := op.Parent()
	if _, named := op.SymbolName(); named && p != nil && p.def.Registered() && p.def.traits&SymbolTable == 0 {
		return Errorf(op, "symbol's parent must have the SymbolTable trait").
			WithHelp("move it out of '" + p.Name() + "', so that a symbol table directly contains it")
	}
	return nil
}

// checkForwarded checks the number and the types of the values that a branch passes.
func checkForwarded(op *Op) error {
	br, ok := Cast[Branch](op)
	if !ok {
		return nil
	}
	for i, b := range op.Successors() {
		lo, hi := br.Forwarded(i)
		if n := hi - lo; n != b.NumArgs() {
			return ErrorAt(op, "branch has %d operands for successor #%d, but target block has %d", n, i, b.NumArgs())
		}
		for j, a := range b.Args() {
			if op.OperandAt(lo+j).Type() != a.Type() {
				return ErrorAt(op, "type mismatch for bb argument #%d of successor #%d", j, i)
			}
		}
	}
	return nil
}

func checkUnregistered(op *Op) error {
	d := op.def.dialect
	if d != nil && !d.AllowUnknownOps {
		return ErrorAt(op, "unregistered operation '%s' found in dialect ('%s') that does not allow unknown operations", op.Name(), d.Name).
			DidYouMean("", op.Name(), op.Registry().OpNames(d.Name))
	}
	return checkDiscardable(op)
}

// checkDiscardable calls VerifyAttr of the dialect d for each discardable attribute "d.name".
func checkDiscardable(op *Op) error {
	for _, e := range op.DiscardableAttrs() {
		dn, _, ok := strings.Cut(e.Name, ".")
		if !ok {
			continue
		}
		d := op.def.reg.Dialect(dn)
		if d == nil || d.VerifyAttr == nil {
			continue
		}
		if err := d.VerifyAttr(op, e.Name, e.Attr); err != nil {
			return err
		}
	}
	return nil
}

// checkShape checks the numbers of regions, results, successors and operands, the parent, and the
// segment sizes.
func checkShape(op *Op) error {
	s := &op.def.Spec
	if err := checkRegionCount(op); err != nil {
		return err
	}
	if err := checkCount(op, "result", s.Results, op.NumResults()); err != nil {
		return err
	}
	if err := checkCount(op, "successor", s.Successors, op.NumSuccessors()); err != nil {
		return err
	}
	if err := checkCount(op, "operand", s.Operands, op.NumOperands()); err != nil {
		return err
	}
	if len(s.Parents) > 0 {
		if err := checkParent(op); err != nil {
			return err
		}
	}
	return checkSegments(op)
}

// checkSegments checks the segment sizes: their sum must be the number of values, and a field with
// arity One must have size 1.
func checkSegments(op *Op) error {
	s := &op.def.Spec
	if op.def.slot(OperandSegments) >= 0 {
		if err := checkSingles(op, "operand", s.Operands, op.NumOperands()); err != nil {
			return err
		}
	}
	if op.def.slot(ResultSegments) >= 0 {
		return checkSingles(op, "result", s.Results, op.NumResults())
	}
	return nil
}

// checkSingles checks that the group of each field with arity One has length 1.
func checkSingles(op *Op, what string, fields []Field, n int) error {
	lo := 0
	for i := range fields {
		count, err := groupLen(op, what, fields, i, n)
		if err != nil {
			return err
		}
		if fields[i].Arity == One && count != 1 {
			return Errorf(op, "%s group starting at #%d requires 1 element, but found %d", what, lo, count)
		}
		lo += count
	}
	return nil
}

func checkRegionCount(op *Op) error {
	rs := op.def.Spec.Regions
	n := op.NumRegions()
	if len(rs) > 0 && rs[len(rs)-1].Arity == Variadic {
		if n < len(rs)-1 {
			return Errorf(op, "expected %d or more regions, but found %d", len(rs)-1, n)
		}
		return nil
	}
	if n == len(rs) {
		return nil
	}
	switch len(rs) {
	case 0:
		return Errorf(op, "requires zero regions")
	case 1:
		return Errorf(op, "requires one region")
	}
	return Errorf(op, "expected %d regions", len(rs))
}

func checkParent(op *Op) error {
	p := op.Parent()
	for _, n := range op.def.Spec.Parents {
		if p != nil && p.Name() == n {
			return nil
		}
	}
	if ps := op.def.Spec.Parents; len(ps) > 1 {
		return Errorf(op, "expects parent op to be one of '%s'", strings.Join(ps, ", "))
	}
	return Errorf(op, "expects parent op '%s'", op.def.Spec.Parents[0])
}

// checkCount checks that the given fields together can have n values. Its errors are MLIR's.
func checkCount(op *Op, what string, fields []Field, n int) error {
	least, open := 0, false
	for _, f := range fields {
		if f.Arity == One {
			least++
		} else {
			open = true
		}
	}
	switch {
	case open && n < least:
		return Errorf(op, "expected %d or more %ss, but found %d", least, what, n)
	case open || n == least:
		return nil
	case least == 0:
		return Errorf(op, "requires zero %ss", what)
	case least == 1 && what == "operand":
		return Errorf(op, "requires a single operand")
	case least == 1:
		return Errorf(op, "requires one %s", what)
	case what == "result":
		return Errorf(op, "expected %d results", least)
	case what == "successor":
		return Errorf(op, "requires %d successors but found %d", least, n)
	}
	return Errorf(op, "expected %d operands, but found %d", least, n)
}

func checkAttrs(op *Op) error {
	for _, i := range op.def.sorted {
		f := &op.def.Spec.Attrs[i]
		if op.attrSlice()[i].IsNil() && !f.Optional && f.Default.IsNil() && !isSegments(f.Name) {
			return Errorf(op, "requires attribute '%s'", f.Name)
		}
	}
	for i, a := range op.attrSlice() {
		f := &op.def.Spec.Attrs[i]
		switch {
		case a.IsNil():
		case f.Type.Accept != nil && !f.Type.Accept(a):
			return Errorf(op, "attribute '%s' failed to satisfy constraint: %s", f.Name, f.Type.Text)
		case f.Type.List && a.tooLong():
			return Errorf(op, "attribute '%s' has too many elements: a splat that is used as a list of numbers can have at most %d elements", f.Name, MaxSplatInts)
		}
	}
	return nil
}

func isSegments(name string) bool {
	return name == OperandSegments || name == ResultSegments
}

// The names of the inherent attributes that hold the lengths of groups.
const (
	OperandSegments = "operandSegmentSizes"
	ResultSegments  = "resultSegmentSizes"
)

func checkOperands(op *Op) error {
	s := &op.def.Spec
	if err := checkTypes(op, "operand", s.Operands, op.NumOperands(), func(i int) Type { return op.OperandAt(i).typ }); err != nil {
		return err
	}
	return checkTypes(op, "result", s.Results, op.NumResults(), func(i int) Type { return op.ResultAt(i).typ })
}

func checkTypes(op *Op, what string, fields []Field, n int, at func(int) Type) error {
	lo := 0
	for fi := range fields {
		f := &fields[fi]
		count := 1
		if f.Arity != One {
			var err error
			if count, err = groupLen(op, what, fields, fi, n); err != nil {
				return err
			}
			if f.Arity == Optional && count > 1 {
				return Errorf(op, "%s group starting at #%d requires 0 or 1 element, but found %d", what, lo, count)
			}
		}
		for i := lo; i < lo+count; i++ {
			t := at(i)
			if f.Type.Fixed != (Type{}) && t != f.Type.Fixed || f.Type.Accept != nil && !f.Type.Accept(t) {
				words := f.Type.Text
				if f.Arity == Variadic {
					words = "variadic of " + words
				}
				return Errorf(op, "%s #%d must be %s, but got '%s'", what, i, words, t)
			}
		}
		lo += count
	}
	return nil
}

// groupLen returns the number of values in group fi. The groups of all fields together have n
// values.
func groupLen(op *Op, what string, fields []Field, fi, n int) (int, error) {
	name := OperandSegments
	if what == "result" {
		name = ResultSegments
	}
	if slot := op.def.slot(name); slot >= 0 {
		sizes, ok := op.AttrAt(slot).Ints()
		if !ok || len(sizes) != len(fields) {
			return 0, Errorf(op, "'%s' attribute for specifying %s segments must have %d elements, but got %d", name, what, len(fields), len(sizes))
		}
		sum := int64(0)
		for _, s := range sizes {
			if s < 0 {
				return 0, Errorf(op, "'%s' attribute cannot have negative elements", name)
			}
			sum += s
		}
		if sum != int64(n) {
			return 0, Errorf(op, "%s count (%d) does not match with the total size (%d) specified in attribute '%s'", what, n, sum, name)
		}
		return int(sizes[fi]), nil
	}
	fixed, open := 0, 0
	for _, f := range fields {
		if f.Arity == One {
			fixed++
		} else {
			open++
		}
	}
	if (n-fixed)%open != 0 {
		return 0, Errorf(op, "%s count does not divide among the groups", what)
	}
	return (n - fixed) / open, nil
}

// checkRegions checks the Spec's requirements on the blocks of regions.
func checkRegions(op *Op) error {
	rs := op.def.Spec.Regions
	for i := range op.NumRegions() {
		r := op.RegionAt(i)
		f := rs[min(i, len(rs)-1)]
		switch n := len(r.Blocks); {
		case n > 1 && f.Sized && op.Has(SingleBlock):
			return Errorf(op, "expects region #%d to have 0 or 1 blocks", i)
		case f.Sized && n != 1:
			return Errorf(op, "region #%d%s failed to verify constraint: region with 1 blocks", i, regionName(f))
		case f.NonEmpty && n == 0:
			return Errorf(op, "region #%d%s failed to verify constraint: non-empty region", i, regionName(f))
		case op.Has(SingleBlock) && n > 1:
			return Errorf(op, "expects region #%d to have 0 or 1 blocks", i)
		case op.Has(NoRegionArguments) && n > 0 && len(r.Blocks[0].args) > 0:
			if op.NumRegions() == 1 {
				return Errorf(op, "region should have no arguments")
			}
			return Errorf(op, "region #%d should have no arguments", i)
		}
	}
	return nil
}

// checkImplicit checks that the regions of a SingleBlock operation end with the terminator
// Spec.Implicit, which the custom form may omit.
func checkImplicit(op *Op) error {
	name := op.def.Spec.Implicit
	if name == "" || !op.Has(SingleBlock) {
		return nil
	}
	for i := range op.NumRegions() {
		r := op.RegionAt(i)
		if len(r.Blocks) == 0 || r.Blocks[0].last == nil || r.Blocks[0].last.Name() == name {
			continue
		}
		d := Errorf(op, "expects regions to end with '%s', found '%s'", name, r.Blocks[0].last.Name())
		return NoteAt(d, op, "in custom textual format, the absence of terminator implies '%s'", name)
	}
	return nil
}

func regionName(f RegionField) string {
	if f.Name == "" {
		return ""
	}
	return " ('" + f.Name + "')"
}

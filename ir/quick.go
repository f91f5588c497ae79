package ir

import (
	"slices"
	"sync/atomic"
)

// checks holds data derived from a Spec. With this data, the method passes verifies most valid
// operations in a few comparisons. checkOp verifies other operations and reports errors.
type checks struct {
	// plain is true if the operation has no groups of values, regions, successors or Parents, and
	// is neither a symbol nor a symbol table. The TypeRules refer only to operands and results.
	plain               bool
	typed, verifier     bool // the view implements TypeVerifier or Verifier, respectively
	symbolUser          bool // the view implements SymbolUser
	oneOperands         bool // every operand field has exactly one operand
	oneResults          bool
	nOperands, nResults int
	// accepted caches the last type of each operand and result that satisfied its constraint.
	accepted []atomic.Pointer[typeRep]
	vars     []typePair
	rules    []quickRule
}

// typePair holds the indices of two operands or results that must have the same type. The indices
// of results follow the indices of operands.
type typePair struct{ first, second int }

// quickRule is a TypeRule between operands and results, with indices as in a typePair.
type quickRule struct {
	from, to int
	fn       func(Type) Type
}

func (d *OpDef) makeChecks() {
	s, c := &d.Spec, &d.checks
	c.typed, c.verifier, c.symbolUser = implements[TypeVerifier](d.view), implements[Verifier](d.view), implements[SymbolUser](d.view)
	c.nOperands, c.nResults = len(s.Operands), len(s.Results)
	c.accepted = make([]atomic.Pointer[typeRep], c.nOperands+c.nResults)
	several := func(f Field) bool { return f.Arity != One }
	c.oneOperands = !slices.ContainsFunc(s.Operands, several)
	c.oneResults = !slices.ContainsFunc(s.Results, several)
	number := map[string]int{}
	c.plain = c.oneOperands && c.oneResults && len(s.Regions)+len(s.Successors)+len(s.Parents) == 0 && d.traits&(Symbol|SymbolTable) == 0
	for i := range c.accepted {
		number[d.fieldOf(i).Name] = i
	}
	for _, a := range s.Attrs {
		c.plain = c.plain && !isSegments(a.Name)
	}
	if !c.plain {
		return
	}
	at := func(p position) int {
		if p.result {
			return c.nOperands + p.field
		}
		return p.field
	}
	for _, p := range d.vars {
		c.vars = append(c.vars, typePair{at(p.first), at(p.second)})
	}
	for _, r := range s.Rules {
		from, ok1 := number[r.From]
		to, ok2 := number[r.To]
		if !ok1 || !ok2 {
			c.plain = false
			return
		}
		c.rules = append(c.rules, quickRule{from, to, r.Fn})
	}
}

// fieldOf returns the field of operand or result i, an index as in a typePair.
func (d *OpDef) fieldOf(i int) *Field {
	if n := len(d.Spec.Operands); i >= n {
		return &d.Spec.Results[i-n]
	}
	return &d.Spec.Operands[i]
}

// accepts reports whether t satisfies the constraint of operand or result i.
func (d *OpDef) accepts(i int, t Type) bool {
	seen := &d.checks.accepted[i]
	if seen.Load() == t.rep {
		return true
	}
	c := &d.fieldOf(i).Type
	if c.Fixed.rep != nil && t != c.Fixed || c.Accept != nil && !c.Accept(t) {
		return false
	}
	seen.Store(t.rep)
	return true
}

// passes reports whether op is plain and satisfies its Spec. It does not call the Verify method of
// the view. If it returns false, op may still be valid, so checkOp must verify it.
func (op *Op) passes() bool {
	d := op.def
	c := &d.checks
	if !c.plain || int(op.nOperands) != c.nOperands || int(op.nResults) != c.nResults || c.typed {
		return false
	}
	if e := op.ext; e != nil && len(e.discard)+len(e.regions)+op.NumSuccessors() > 0 {
		return false
	}
	if d.traits&Terminator != 0 && op.next != nil {
		return false
	}
	return op.typesPass() && op.attrsPass()
}

func (op *Op) attrsPass() bool {
	for i, a := range op.attrSlice() {
		f := &op.def.Spec.Attrs[i]
		if a.rep == nil {
			if !f.Optional && f.Default.rep == nil {
				return false
			}
		} else if f.Type.Accept != nil && !f.Type.Accept(a) || f.Type.List && a.tooLong() {
			return false
		}
	}
	return true
}

func (op *Op) typesPass() bool {
	d := op.def
	c := &d.checks
	var first Type
	uniform := true
	for i := range op.operandSlice() {
		v := op.operandSlice()[i].val
		if v == nil || !d.accepts(i, v.typ) {
			return false
		}
		if i == 0 {
			first = v.typ
		}
		uniform = uniform && v.typ == first
	}
	for i := range op.resultSlice() {
		t := op.resultSlice()[i].typ
		if !d.accepts(c.nOperands+i, t) {
			return false
		}
		uniform = uniform && t == first
	}
	if !uniform {
		for _, p := range c.vars {
			if op.numbered(p.first) != op.numbered(p.second) {
				return false
			}
		}
	}
	for _, r := range c.rules {
		want := op.numbered(r.from)
		if r.fn != nil {
			want = r.fn(want)
		}
		if want != op.numbered(r.to) {
			return false
		}
	}
	if d.traits&typeTraits == 0 || uniform && op.nOperands > 0 && op.nResults > 0 {
		return true
	}
	return checkTypeTraits(op) == nil
}

// numbered returns the type of operand or result i, an index as in a typePair.
func (op *Op) numbered(i int) Type {
	if i >= int(op.nOperands) {
		return op.resultSlice()[i-int(op.nOperands)].typ
	}
	return op.operandSlice()[i].val.typ
}

package ir

import (
	"math"

	"github.com/lathe-ir/lathe/ir/diag"
)

// VerifyFirst is like Verify, but checks in MLIR's order and stops where MLIR stops. In the regions
// of an operation, it first verifies the operations that are not isolated, up to the first error.
// If there is no error, it verifies each isolated operation. If there is still no error, it runs
// the other checks, such as dominance. The total number of errors is not limited.
func VerifyFirst(op *Op) diag.List {
	v := &verifier{dom: NewDominance(), most: math.MaxInt}
	v.isolatedFirst(op)
	return v.errs
}

// isolatedFirst verifies op and, if there is no error, dominance inside op.
func (v *verifier) isolatedFirst(op *Op) {
	before := len(v.errs)
	if v.first(op) {
		v.dominance(op)
		v.errs = v.errs[:min(len(v.errs), before+1)]
	}
}

// first verifies op and its regions up to the first error. An error inside an isolated operation
// does not stop the checks of other isolated operations. first returns true if there is no error.
func (v *verifier) first(op *Op) bool {
	if v.add(op, checkOp(op)) {
		return false
	}
	if op.def.checks.symbolUser {
		v.users = append(v.users, op)
	}
	if op.NumRegions() == 0 {
		return true
	}
	inside := len(v.users)
	var isolated []*Op
	for i := range op.NumRegions() {
		for j, b := range op.RegionAt(i).Blocks {
			if j == 0 && b.HasUses() {
				v.add(op, ErrorAt(op, "entry block of region may not have predecessors"))
				return false
			}
			if !v.blockFirst(op, b, &isolated) {
				return false
			}
		}
	}
	before := len(v.errs)
	for _, o := range isolated {
		v.isolatedFirst(o)
	}
	if len(v.errs) > before {
		return false
	}
	v.after(op, v.users[inside:])
	if op.def.traits&SymbolTable != 0 {
		v.users = v.users[:inside]
	}
	v.errs = v.errs[:min(len(v.errs), before+1)]
	return len(v.errs) == before
}

// blockFirst verifies a block of op up to the first error. It appends isolated operations to the
// list "isolated" instead of verifying them. It returns true if there is no error.
func (v *verifier) blockFirst(op *Op, b *Block, isolated *[]*Op) bool {
	if b.first == nil {
		return !v.ends(op, b)
	}
	for o := b.first; o.next != nil; o = o.next {
		if o.NumSuccessors() > 0 {
			return !v.add(o, notLast(o))
		}
	}
	for o := b.first; o != nil; o = o.next {
		switch {
		case o.NumRegions() > 0 && o.def.traits&IsolatedFromAbove != 0:
			*isolated = append(*isolated, o)
		case !v.first(o):
			return false
		}
	}
	return !v.ends(op, b)
}

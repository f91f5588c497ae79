package ir

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Verify checks op and its nested operations. For each operation it checks the Spec, the traits and
// the view's own rules, and then the regions. If it finds no errors, it also checks symbol
// references and dominance. It returns a diag.List of at most MaxErrors errors, or nil.
func Verify(op *Op) error { return VerifyEach(op, nil) }

// VerifyEach is like Verify, but calls the function "each" to verify functions concurrently.
func VerifyEach(op *Op, each Each) error {
	v := &verifier{dom: NewDominance(), most: MaxErrors + 1}
	if each != nil {
		v.each, v.parts = each, parts(op)
	}
	v.op(op)
	if len(v.errs) == 0 && (v.parts == nil || v.undominated) {
		v.dominance(op)
	}
	return v.errs.Limit(MaxErrors).Err()
}

// MaxErrors limits the number of errors that one run of the verifier or parser reports.
const MaxErrors = 20

type verifier struct {
	dom   *Dominance
	errs  diag.List
	most  int   // limit of len(errs); MaxErrors+1 lets Verify say that there are more
	bad   []*Op // operations with errors
	users []*Op // visited operations whose references to symbols have not been checked yet

	each        Each
	parts       []blockPart // parts of the body of the outermost operation, checked concurrently
	undominated bool        // a part has dominance errors
	quiet       bool        // only detect errors, without printing operations

	levels []level         // the regions around the operation whose operands are checked for dominance
	far    map[*Region]int // the index of each region in levels, except the last nearLevels regions
}

// add records err with a note that shows the operation. It returns false if err is nil.
func (v *verifier) add(op *Op, err error) bool {
	if err == nil {
		return false
	}
	for _, d := range diag.All(err) {
		if len(v.errs) < v.most {
			if !d.Span.IsValid() && d.Place == "" {
				d.Span = opSpan(op)
				d.Place = op.Loc().Place()
			}
			if !v.quiet {
				noteCurrent(d, op)
			}
			v.errs = append(v.errs, d)
		}
	}
	return true
}

// noteCurrent adds a note that shows op or, if d.Subject is an operation, that operation. As in
// mlir-opt, this note comes after the notes of the call stack in d, and before all other notes.
func noteCurrent(d *diag.Diagnostic, op *Op) {
	if s, ok := d.Subject.(*Op); ok {
		op = s
	}
	NoteAt(d, op, diag.CurrentOperation+"%s", currentText(op))
	last, at := len(d.Notes)-1, 0
	for d.Notes[at].Message == diag.CalledFrom {
		at++
	}
	d.Notes = slices.Insert(d.Notes[:last], at, d.Notes[last])
}

// maxShown limits the number of operations, including nested operations, that an error prints. A
// larger operation is printed without its regions.
const maxShown = 200

// currentText returns op in generic form. As in mlir-opt, a multi-line text begins on a new line.
func currentText(op *Op) string {
	n := 0
	op.Walk(func(*Op) bool { n++; return n <= maxShown })
	text := genericText(op, n > maxShown)
	if strings.Contains(text, "\n") {
		return "\n" + text
	}
	return text
}

func shortText(op *Op) string { return genericText(op, true) }

func genericText(op *Op, skipRegions bool) string {
	opts := NewPrintOptions()
	opts.Generic, opts.SkipRegions, opts.LocalScope = true, skipRegions, true
	opts.ElideAbove = 16
	w := NewWriter(nil, opts)
	top := op
	for top.Parent() != nil && (top.def.traits&IsolatedFromAbove == 0 || readsAround(op, top)) {
		top = top.Parent()
	}
	w.number(top)
	w.OpBody(op)
	return w.Text()
}

// readsAround reports whether op has an operand that is defined outside top.
func readsAround(op, top *Op) bool {
	for v := range op.Operands() {
		if b := v.Block(); b != nil && !top.IsAncestor(b.Parent()) {
			return true
		}
	}
	return false
}

// VerifySymbols checks the symbols of op, a symbol table, and the references to them. All else must
// be valid.
func VerifySymbols(op *Op) error {
	v := &verifier{most: MaxErrors + 1}
	op.Walk(func(o *Op) bool {
		if o != op && o.def.checks.symbolUser {
			v.users = append(v.users, o)
		}
		return o == op || o.def.traits&SymbolTable == 0
	})
	v.symbolTable(op, v.users)
	return v.errs.Limit(MaxErrors).Err()
}

func (v *verifier) op(op *Op) {
	if len(v.errs) >= v.most {
		return
	}
	err := checkOp(op)
	if err != nil && (v.follows(op) || v.strays(op)) {
		return
	}
	if v.add(op, err) {
		v.bad = append(v.bad, op)
		return
	}
	if op.def.checks.symbolUser {
		v.users = append(v.users, op)
	}
	if op.ext != nil && len(op.ext.regions) > 0 {
		inside := len(v.users)
		for i := range op.ext.regions {
			v.region(op, &op.ext.regions[i])
		}
		if len(v.errs) == 0 {
			v.after(op, v.users[inside:])
		}
		if op.def.traits&SymbolTable != 0 {
			v.users = v.users[:inside]
		}
	}
}

// follows reports whether op uses a value defined by an operation with an error. That error may be
// the cause of errors in op.
func (v *verifier) follows(op *Op) bool {
	if len(v.bad) == 0 {
		return false
	}
	for _, u := range op.operandSlice() {
		if u.val != nil && u.val.Def() != nil && slices.Contains(v.bad, u.val.Def()) {
			return true
		}
	}
	return false
}

// strays reports whether op is a terminator with an invalid parent, and an earlier operation of its
// block has an error. The two errors may have the same cause.
func (v *verifier) strays(op *Op) bool {
	return op.def.traits&Terminator != 0 && len(op.def.Spec.Parents) > 0 && checkParent(op) != nil &&
		slices.ContainsFunc(v.bad, func(b *Op) bool { return b.block == op.block })
}

// after runs the checks of op that need verified regions. users are the nested operations that
// refer to symbols, except operations inside nested symbol tables.
func (v *verifier) after(op *Op, users []*Op) {
	if v.add(op, checkImplicit(op)) {
		return
	}
	if r, ok := op.View().(RegionVerifier); ok && v.add(op, r.VerifyRegions()) {
		return
	}
	if op.def.traits&SymbolTable != 0 {
		v.symbolTable(op, users)
	}
}

func (v *verifier) symbolTable(op *Op, users []*Op) {
	if len(op.ext.regions[0].Blocks) != 1 {
		v.add(op, Errorf(op, "Operations with a 'SymbolTable' must have exactly one block"))
		return
	}
	seen := map[string]*Op{}
	for o := range op.ext.regions[0].Blocks[0].Ops() {
		n, ok := o.SymbolName()
		if !ok {
			continue
		}
		if first := seen[n]; first != nil {
			d := ErrorAt(o, "redefinition of symbol named '%s'", n)
			v.add(o, NoteAt(d, first, "see existing symbol definition here"))
			continue
		}
		seen[n] = o
	}
	whole, none := &Symbols{op: op, names: seen}, &Symbols{op: op}
	known := map[*Op]bool{op: false}
	for _, o := range users {
		t := whole
		if behindUnknown(o.Parent(), known) {
			t = none
		}
		err := o.View().(SymbolUser).VerifySymbols(t)
		if err != nil {
			t.suggest(o, err)
		}
		v.add(o, err)
	}
}

// behindUnknown reports whether op, or an operation between op and the symbol table, has an unknown
// dialect and exactly one region. MLIR does not search outside of such an operation, because it may
// be a symbol table. The map "known" has the results of earlier calls, so that deeply nested
// operations are not examined repeatedly.
func behindUnknown(op *Op, known map[*Op]bool) bool {
	behind := false
	var path []*Op
	for p := op; p != nil && !behind; p = p.Parent() {
		answer, ok := known[p]
		if ok {
			behind = answer
			break
		}
		path = append(path, p)
		behind = p.def.dialect == nil && p.NumRegions() == 1
	}
	for _, p := range path {
		known[p] = behind
	}
	return behind
}

func (v *verifier) region(op *Op, r *Region) {
	for i, b := range r.Blocks {
		if len(v.errs) >= v.most {
			return
		}
		v.block(op, b)
		if i == 0 && b.HasUses() {
			v.add(op, ErrorAt(op, "entry block of region may not have predecessors"))
		}
	}
}

func (v *verifier) block(op *Op, b *Block) {
	before := len(v.errs)
	if len(v.parts) > 0 && b.first == v.parts[0].first {
		v.atOnce(b)
	} else {
		v.ops(b.first, nil)
	}
	// An earlier error may explain why the terminator is missing.
	if len(v.errs) == before {
		v.ends(op, b)
	}
}

// ends reports an error and returns true if the block b of op needs a terminator but has none.
func (v *verifier) ends(op *Op, b *Block) bool {
	switch {
	case !needsTerminator(op, b):
	case b.last == nil:
		if len(v.errs) < v.most { // the error is about the block, so it has no note that shows an operation
			v.errs = append(v.errs, ErrorAt(op, "empty block: expect at least a terminator"))
		}
		return true
	case !b.last.Terminator():
		text := ""
		if !v.quiet {
			text = shortText(b.last)
		}
		return v.add(b.last, ErrorAt(b.last, "block with no terminator, has %s", text))
	}
	return false
}

// ops checks the operations from o up to, but not including, end.
func (v *verifier) ops(o, end *Op) {
	for ; o != end; o = o.next {
		v.op(o)
		if o.next != nil && o.NumSuccessors() > 0 {
			v.add(o, notLast(o))
		}
	}
}

func notLast(o *Op) error {
	return Errorf(o, "operation with block successors must terminate its parent block")
}

// atOnce checks the parts of the block b concurrently, including dominance, which depends on
// nothing outside a part. These checks only detect errors. If there are errors, atOnce checks b
// again, sequentially, since an error in one part can suppress errors in other parts, and printed
// operations may contain numbers of values in other parts.
func (v *verifier) atOnce(b *Block) {
	vs := make([]verifier, len(v.parts))
	v.each(len(vs), func(i int) {
		part, p := &vs[i], v.parts[i]
		part.dom, part.most, part.quiet = NewDominance(), 1, true
		if part.ops(p.first, p.end); len(part.errs) > 0 {
			return
		}
		inner := &verifier{dom: part.dom, most: 1, quiet: true}
		for o := p.first; o != p.end; o = o.next {
			inner.dominance(o)
		}
		part.undominated = len(inner.errs) > 0
	})
	if slices.ContainsFunc(vs, func(part verifier) bool { return len(part.errs) > 0 }) {
		v.ops(b.first, nil)
		return
	}
	for i := range vs {
		v.users = append(v.users, vs[i].users...)
		v.undominated = v.undominated || vs[i].undominated
	}
}

// needsTerminator reports whether the block b of op must end in a terminator. A terminator is
// optional if op has the trait NoTerminator, or if op is unregistered and b is the only block of
// its region.
func needsTerminator(op *Op, b *Block) bool {
	if op.def.traits&NoTerminator != 0 {
		return false
	}
	return !op.def.unregistered || len(b.region.Blocks) != 1
}

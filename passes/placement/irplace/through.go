package irplace

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

// Pipeline describes how a device compiles. [Through] uses it to find out which operations the
// device supports. A query is a call for this purpose.
type Pipeline struct {
	// Refuses returns why the pipeline cannot accept an operation of the program, or "" if it can.
	// Refused operations are not transformed. Refuses may be nil.
	Refuses func(op *ir.Op) string
	// Passes run on a copy of the operations that are not refused. They should be the passes that
	// Compile of the backend runs.
	Passes []passes.Pass
	// Supports returns why an operation of the transformed copy is not supported, or "" if it is.
	Supports func(op *ir.Op) string
}

// CheckAsked fails if f is nil or has no body.
func CheckAsked(f fn.Func) error {
	switch {
	case f.Op == nil:
		return diag.Errorf(diag.Span{}, "there is no function to query: its operation is nil")
	case f.IsDeclaration():
		return ir.Errorf(f.Op, "is a declaration, which has no operations to query")
	}
	return nil
}

// Through reports which operations of f a device supports. It runs the passes of p on a copy of f,
// and checks the resulting operations.
//
// Each operation of the copy records the ids of the operations of f from which it was derived; it
// represents these operations. An operation of f is unsupported if p refuses it, or if any
// operation that represents it is unsupported. Otherwise it is supported, even if no operation
// represents it. Then two more kinds of operations become unsupported:
//   - constants, and conversions of constants or arguments, that have only unsupported readers
//   - all operations on a named resource, if any operation on the resource is unsupported
//
// Through fails if f has no body, or if a pass fails.
func Through(ctx context.Context, f fn.Func, p Pipeline) ([]Answer, error) {
	if err := CheckAsked(f); err != nil {
		return nil, err
	}
	t := &answersByID{why: map[uint32]string{}, useless: map[uint32]bool{}}
	n := uint32(0)
	for op := range f.Entry().Ops() {
		if n++; op != f.Entry().Last() && p.Refuses != nil {
			if why := p.Refuses(op); why != "" {
				t.why[n] = why
			}
		}
	}
	g := t.copied(f)
	if len(p.Passes) > 0 {
		if err := passes.Apply(ctx, g.Op.Parent(), p.Passes...); err != nil {
			return nil, err
		}
	}
	for op := range g.Entry().Ops() {
		if op != g.Entry().Last() {
			t.judge(op, p.Supports)
		}
	}
	number := uint32(0)
	own := map[*ir.Op][]uint32{}
	for op := range f.Entry().Ops() {
		number++
		own[op] = []uint32{number}
	}
	t.idle(f, func(op *ir.Op) []uint32 { return own[op] })
	t.idle(g, sourcesOf)
	return t.answers(f), nil
}

// copied returns a copy of f without the refused operations. Its arguments are the values that the
// copied operations read but do not produce. It returns the values that refused operations or the
// terminator of f read. The id of a copied operation is the position of its original in f, counted
// from 1. Ids of sources that the original recorded are dropped.
func (t *answersByID) copied(f fn.Func) fn.Func {
	blk := f.Entry()
	var ins, outs []*ir.Value
	seen := map[*ir.Value]bool{}
	made := func(v *ir.Value) bool { return v.Def() != nil && v.Def().Block() == blk }
	kept := map[*ir.Op]uint32{}
	n := uint32(0)
	for op := range blk.Ops() {
		if n++; t.why[n] == "" && op != blk.Last() {
			kept[op] = n
		}
	}
	for op := range blk.Ops() {
		inside := kept[op] != 0
		Reads(op, blk, func(v *ir.Value) {
			switch comes := made(v) && kept[v.Def()] != 0; {
			case seen[v] || comes == inside:
			case inside:
				seen[v], ins = true, append(ins, v)
			default:
				seen[v], outs = true, append(outs, v)
			}
		})
	}
	return cloned(f, ins, outs, kept)
}

// cloned builds a function from some operations of f. If these operations reference symbols, the
// new module also has the other operations of f's module.
func cloned(f fn.Func, ins, outs []*ir.Value, kept map[*ir.Op]uint32) fn.Func {
	b := ir.NewBuilder(f.Op.Registry())
	m := ir.NewModule(f.Op.Registry())
	b.AtEnd(m.Body())
	g := fn.New(b, f.SymName(), typesOf(ins), typesOf(outs))
	to := &ir.Mapping{}
	for i, v := range ins {
		to.Map(v, g.Entry().Arg(i))
	}
	refers := false
	b.AtEnd(g.Entry())
	for op := range f.Entry().Ops() {
		if kept[op] == 0 {
			continue
		}
		c := b.Clone(op, to)
		c.SetID(kept[op])
		c.Underive()
		refers = refers || RefersToSymbols(op)
	}
	results := make([]*ir.Value, len(outs))
	for i, v := range outs {
		results[i] = to.Value(v)
	}
	fn.NewReturn(b, results...)
	if refers {
		CloneOthers(b, f, m)
	}
	return g
}

func typesOf(vs []*ir.Value) []ir.Type {
	ts := make([]ir.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type()
	}
	return ts
}

// RefersToSymbols reports whether op or a nested operation references symbols.
func RefersToSymbols(op *ir.Op) bool {
	return op.Contains(func(o *ir.Op) (refers bool) {
		ir.SymbolRefs(o, func(*ir.SymbolRefAttr) { refers = true })
		return refers
	})
}

// Reaches returns a function that reports whether an operation references f: in its attributes, in
// its regions, or through other functions of f's module.
func Reaches(f fn.Func) func(*ir.Op) bool {
	if f.Op.Block() == nil {
		return func(*ir.Op) bool { return false }
	}
	users := map[string][]string{} // by name: the symbols that reference it
	for o := range f.Op.Block().Ops() {
		if name, ok := o.SymbolName(); ok {
			references(o, func(r string) { users[r] = append(users[r], name) })
		}
	}
	reach := map[string]bool{f.SymName(): true}
	for list := []string{f.SymName()}; len(list) > 0; {
		last := list[len(list)-1]
		list = list[:len(list)-1]
		for _, name := range users[last] {
			if !reach[name] {
				reach[name] = true
				list = append(list, name)
			}
		}
	}
	return func(op *ir.Op) (yes bool) {
		references(op, func(r string) { yes = yes || reach[r] })
		return yes
	}
}

// references calls f for the name of each symbol that op or a nested operation references.
func references(op *ir.Op, f func(name string)) {
	op.Walk(func(o *ir.Op) bool {
		ir.SymbolRefs(o, func(r *ir.SymbolRefAttr) { f(r.Root) })
		return true
	})
}

// CloneOthers clones the other operations of f's module into m.
func CloneOthers(b *ir.Builder, f fn.Func, m ir.Module) {
	if f.Op.Block() == nil {
		return
	}
	b.AtEnd(m.Body())
	for op := range f.Op.Block().Ops() {
		if op != f.Op {
			b.Clone(op, &ir.Mapping{})
		}
	}
}

// answersByID records results by id. The id of an operation is its position in the queried
// function, counted from 1.
type answersByID struct {
	why     map[uint32]string // reasons of unsupported operations
	useless map[uint32]bool   // operations refused only for lack of supported readers
}

func sourcesOf(op *ir.Op) []uint32 { return op.Sources() }

func (t *answersByID) judge(op *ir.Op, supports func(*ir.Op) string) {
	why := supports(op)
	for _, id := range sourcesOf(op) {
		if why != "" && t.why[id] == "" {
			t.why[id] = why
		}
	}
}

// reader checks the readers of values. ids returns the ids of the queried operations that an
// operation represents. The operation counts as refused if one of these is refused.
type reader struct {
	*answersByID
	ids func(*ir.Op) []uint32
}

func (r reader) refused(op *ir.Op) bool {
	return slices.ContainsFunc(r.ids(op), func(id uint32) bool { return r.why[id] != "" })
}

// idle refuses constants and conversions that have readers, but no supported readers. If several
// operations represent one constant, idle refuses it only if this holds for all of them.
func (t *answersByID) idle(g fn.Func, ids func(*ir.Op) []uint32) {
	r := reader{t, ids}
	var last []*ir.Op
	live := map[uint32]bool{}
	for op := range g.Entry().Backward() {
		switch {
		case op == g.Entry().Last():
		case r.onlyRefusedReaders(op):
			last = append(last, op)
		case !r.refused(op):
			for _, id := range ids(op) {
				live[id] = true
			}
		}
	}
	for _, op := range last {
		for _, id := range ids(op) {
			if !live[id] {
				t.why[id], t.useless[id] = "it supports none of the operations that read the result", true
			}
		}
	}
}

// onlyRefusedReaders reports whether op has readers, but no supported readers. It returns false if
// op is refused, or is neither a constant nor a conversion (see [Converts]). A reader inside a
// region counts as the operation of op's block that contains it. The terminator and readers in
// other blocks count as supported.
func (r reader) onlyRefusedReaders(op *ir.Op) bool {
	if !IsConstant(op) && !Converts(op) || r.refused(op) {
		return false
	}
	used := false
	for v := range op.Results() {
		for u := range v.Uses() {
			used = true
			user := u.Owner()
			for user != nil && user.Block() != op.Block() {
				user = user.Parent()
			}
			if user == nil || user.Terminator() || !r.refused(user) && !(Converts(user) && r.onlyRefusedReaders(user)) {
				return false
			}
		}
	}
	return used
}

// Converts reports whether op changes the element type of a constant or an argument.
func Converts(op *ir.Op) bool {
	if op.NumOperands() != 1 || op.NumResults() != 1 || op.NumRegions() > 0 {
		return false
	}
	changes := false
	for in := range op.Operands() {
		changes = (in.IsArg() || IsConstant(in.Def())) && in.Type().Kind() != op.Result().Type().Kind()
	}
	return changes
}

func (t *answersByID) answers(f fn.Func) []Answer {
	var as []Answer
	n := uint32(0)
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		n++
		a := Answer{Op: op, Reason: t.why[n], Idle: t.useless[n]}
		a.Supported = a.Reason == ""
		as = append(as, a)
	}
	RefuseResources(as)
	return as
}

// RefuseResources refuses all operations on a named resource if one of them is refused.
func RefuseResources(as []Answer) {
	type refusal struct {
		answer int
		why    string
	}
	var refused []refusal
	for i, a := range as {
		if !a.Supported {
			refused = append(refused, refusal{i, a.Reason})
		}
	}
	if len(refused) == 0 {
		return
	}
	symbols := sync.OnceValue(func() *ir.Symbols {
		return ir.NewSymbols(cmp.Or(ir.NearestTable(as[0].Op), as[0].Op))
	})
	answers := map[string][]int{} // by resource
	for i, a := range as {
		for _, r := range resources(a.Op, symbols) {
			answers[r] = append(answers[r], i)
		}
	}
	for k := 0; k < len(refused); k++ {
		x := refused[k]
		op := as[x.answer].Op
		for _, r := range resources(op, symbols) {
			for _, i := range answers[r] {
				if as[i].Supported {
					as[i].Supported, as[i].Reason = false, "it refuses "+op.Name()+" of the same resource '"+r+"': "+x.why
					refused = append(refused, refusal{i, x.why})
				}
			}
			delete(answers, r)
		}
	}
}

// resources lists the symbols, except functions, that op references.
func resources(op *ir.Op, symbols func() *ir.Symbols) (names []string) {
	ir.SymbolRefs(op, func(r *ir.SymbolRefAttr) {
		_, calls := ir.Cast[ir.Caller](op)
		if !calls && !ir.Is[fn.Func](symbols().Lookup(r.Root)) {
			names = append(names, r.Root)
		}
	})
	return names
}

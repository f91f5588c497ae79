package placement

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Through answers a query through the pipeline that compiles: it runs transform on a
// copy of f, asks supports of what comes out, and says of every operation of f what
// became of it. supports returns why not, or "".
//
// An operation of the copy stands for all those that it was derived from, by their
// ids. One that stands in both a supported and an unsupported operation is not
// supported. One that is gone, and in nothing that is left, is. Then goes what
// would be of no use: a constant none of whose readers is supported, a conversion of a
// constant or an argument likewise, and operations on a named resource unless all on
// that resource are supported.
func Through(f fn.Func, transform func(fn.Func) error, supports func(*ir.Op) string) ([]Answer, error) {
	t := &throughput{why: map[uint32]string{}}
	m := ir.CloneModule(moduleOf(f))
	g, _ := ir.As[fn.Func](ir.NewSymbols(m).Lookup(f.SymName()))
	// What operations were derived from before says nothing here: they get numbers of
	// their own.
	n := uint32(0)
	for op := range g.Entry().Ops() {
		n++
		op.SetID(n)
		op.Underive()
	}
	if err := transform(g); err != nil {
		return nil, err
	}
	for op := range g.Entry().Ops() {
		if op == g.Entry().Last() {
			break
		}
		t.judge(op, supports)
	}
	t.idle(g)
	return t.answers(f), nil
}

func moduleOf(f fn.Func) *ir.Op {
	top := f.Op
	for top.Parent() != nil {
		top = top.Parent()
	}
	return top
}

type throughput struct {
	why map[uint32]string // of what is not supported
}

// ids are what op stands for.
func ids(op *ir.Op) []uint32 {
	all := slices.Clone(op.Sources())
	if op.ID() != 0 && !slices.Contains(all, op.ID()) {
		all = append(all, op.ID())
	}
	return all
}

func (t *throughput) judge(op *ir.Op, supports func(*ir.Op) string) {
	why := supports(op)
	for _, id := range ids(op) {
		if why != "" && t.why[id] == "" {
			t.why[id] = why
		}
	}
}

func (t *throughput) refused(op *ir.Op) bool {
	return slices.ContainsFunc(ids(op), func(id uint32) bool { return t.why[id] != "" })
}

// idle refuses what nothing that is supported reads.
func (t *throughput) idle(g fn.Func) {
	var last []*ir.Op
	for op := range g.Entry().Backward() {
		if op == g.Entry().Last() {
			continue
		}
		if t.useless(op) {
			last = append(last, op)
		}
	}
	for _, op := range last {
		for _, id := range ids(op) {
			t.why[id] = "nothing that it supports reads it"
		}
	}
}

// useless reports whether op is a constant, or a conversion of one, that only refused
// operations read.
func (t *throughput) useless(op *ir.Op) bool {
	if !IsConstant(op) && !converts(op) || t.refused(op) {
		return false
	}
	used := false
	for v := range op.Results() {
		for u := range v.Uses() {
			used = true
			user := u.Owner()
			if user.Terminator() || !t.refused(user) && !(converts(user) && t.useless(user)) {
				return false
			}
		}
	}
	return used
}

// converts reports whether op changes the element type of a constant or an argument.
func converts(op *ir.Op) bool {
	if op.NumOperands() != 1 || op.NumResults() != 1 || op.NumRegions() > 0 {
		return false
	}
	in, out := op.OperandAt(0), op.Result()
	if in.Type().Kind() == out.Type().Kind() {
		return false
	}
	return in.IsArg() || IsConstant(in.Def())
}

func (t *throughput) answers(f fn.Func) []Answer {
	var as []Answer
	n := uint32(0)
	resource := map[string]string{} // refused resources, and why
	for op := range f.Entry().Ops() {
		if op == f.Entry().Last() {
			break
		}
		n++
		a := Answer{Op: op, Reason: t.why[n]}
		a.Supported = a.Reason == ""
		as = append(as, a)
		for _, r := range resources(op) {
			if !a.Supported && resource[r] == "" {
				resource[r] = "it refuses " + op.Name() + " of the same resource '" + r + "': " + a.Reason
			}
		}
	}
	for i := range as {
		for _, r := range resources(as[i].Op) {
			if why := resource[r]; why != "" && as[i].Supported {
				as[i].Supported, as[i].Reason = false, why
			}
		}
	}
	return as
}

// resources are the names of what op reads or writes that has a name.
func resources(op *ir.Op) (names []string) {
	ir.SymbolRefs(op, func(r *ir.SymbolRefAttr) {
		if _, calls := ir.Cast[ir.Caller](op); !calls {
			names = append(names, r.Root)
		}
	})
	return names
}

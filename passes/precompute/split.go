// Package precompute moves operations that depend only on parameters to a new function, as NNVM's
// PrecomputePrune does.
package precompute

import (
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/analysis/index"
	"github.com/lathe-ir/lathe/ir/analysis/versions"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `move operations that depend only on parameters to another function

Operations that depend only on parameters move to a new function, whose name ends in
_precompute and which runs once. The results of this function become arguments of the original
function, named after the operations that produced them. If there are no such operations, nothing
changes.`

type options struct {
	Params []string `opt:"params" help:"names of the arguments that are parameters"`
}

// Pass returns precompute-split.
func Pass() passes.Pass {
	return passes.OnWith("precompute-split", doc, options{}, func(r *passes.Run, m ir.Module, o options) error {
		if err := o.check(m); err != nil {
			return err
		}
		callers, symbols := ir.SymbolUsers(m.Op), ir.NewSymbols(m.Op)
		for op := range m.Body().Ops() {
			f, ok := ir.As[fn.Func](op)
			if !ok || f.IsDeclaration() {
				continue
			}
			read := versions.Of(f.Entry())
			for _, a := range f.Entry().Args() {
				if name := nnvm.NameOf(a); slices.Contains(o.Params, name) && changes(f, read, a) {
					r.Note(ir.WarnAt(f.Op, "'%s' is listed as a parameter, but the function changes it: operations that depend on it are not moved", name))
				}
			}
			_, split, err := divide(f, o.Params, callers, symbols)
			if err != nil {
				return err
			}
			if split {
				r.Count("functions", 1)
			}
		}
		return nil
	})
}

// check fails if the options name no parameter, or if a named parameter is not an argument of any
// function.
func (o options) check(m ir.Module) error {
	if len(o.Params) == 0 {
		return errors.New("params must name the arguments that are parameters, as in params=w,b")
	}
	names := map[string]bool{}
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && !f.IsDeclaration() {
			for _, a := range f.Entry().Args() {
				names[nnvm.NameOf(a)] = true
			}
		}
	}
	delete(names, "") // the name of unnamed arguments
	for _, p := range o.Params {
		if !names[p] {
			return diag.Errorf(diag.Span{}, "params lists '%s', but no argument has this name (nnvm.name)", p).
				DidYouMean("", p, slices.Values(slices.Sorted(maps.Keys(names))))
		}
	}
	return nil
}

// Split moves the operations of f that depend only on the named arguments (params) into a new
// function before f. It ignores named arguments that f changes. The name of the new function is
// @f_precompute, with a number appended if this name exists. If there is nothing to move, split is
// false. Split changes the arguments of f. So it fails if another operation refers to f, or if two
// arguments would have the same name.
func Split(f fn.Func, params []string) (pre fn.Func, split bool, err error) {
	return divide(f, params, ir.SymbolUsers(f.Op.Parent()), ir.NewSymbols(f.Op.Parent()))
}

// divide is Split. callers has the operations that refer to each function, by its name.
func divide(f fn.Func, params []string, callers map[string][]*ir.Op, symbols *ir.Symbols) (pre fn.Func, split bool, err error) {
	s := splitter{f: f, ready: map[*ir.Value]bool{}, taken: map[*ir.Op]bool{}}
	read := versions.Of(f.Entry())
	for _, a := range f.Entry().Args() {
		s.ready[a] = slices.Contains(params, nnvm.NameOf(a)) && !changes(f, read, a)
	}
	s.find()
	if len(s.ops) == 0 {
		return pre, false, nil
	}
	if err := s.checkNames(); err != nil {
		return pre, false, err
	}
	if users := callers[f.SymName()]; len(users) > 0 {
		return pre, false, ir.Errorf(users[0], "refers to @%s, whose arguments precompute-split changes", f.SymName()).
			WithHelp("pass --inline before --precompute-split")
	}
	return s.move(symbols), true, nil
}

type splitter struct {
	f     fn.Func
	ready map[*ir.Value]bool // values that can be computed beforehand
	after []nnvm.After
	ops   []*ir.Op        // to be moved
	taken map[*ir.Op]bool // the operations in ops
	out   []*ir.Value     // results of ops that other operations read
}

// changes reports whether a is a variable: f changes it, or returns its value for the next run. A
// moved operation is computed once, so it would use only the first value.
func changes(f fn.Func, read *versions.Versions, a *ir.Value) bool {
	d := f.ArgAttrs(a.Index())
	return read.Changes(a) || d != nil && !d.Get(fn.StateAttr).IsNil()
}

// find lists the operations to move. Each of them is pure and has operands. All values that the
// operation and its regions read can be computed beforehand, and so can the values in orders. If no
// other operation reads a result of the listed operations, find clears the list.
func (s *splitter) find() {
	waits := s.orders()
	for op := range s.f.Entry().Ops() {
		if !op.IsPure() || op == s.f.Entry().Last() || op.NumResults() == 0 {
			continue
		}
		all := op.NumOperands() > 0
		index.Captures(op, s.f.Entry(), func(v *ir.Value) { all = all && s.ready[v] })
		for _, first := range waits[op] {
			all = all && (first.IsArg() || s.ready[first])
		}
		if !all {
			continue
		}
		s.ops = append(s.ops, op)
		s.taken[op] = true
		for v := range op.Results() {
			s.ready[v] = true
		}
	}
	for _, op := range s.ops {
		for v := range op.Results() {
			for u := range v.Uses() {
				if !s.moves(u.Owner()) && !ir.Is[nnvm.After](u.Owner()) {
					s.out = append(s.out, v)
					break
				}
			}
		}
	}
	if len(s.out) == 0 {
		s.ops = nil
	}
}

// orders lists, for each operation, the values that must be computed before it because of control
// dependencies.
func (s *splitter) orders() map[*ir.Op][]*ir.Value {
	waits := map[*ir.Op][]*ir.Value{}
	for op := range s.f.Entry().Ops() {
		if o, ok := ir.As[nnvm.After](op); ok {
			waits[o.Then().Def()] = append(waits[o.Then().Def()], o.First())
			s.after = append(s.after, o)
		}
	}
	return waits
}

// nameOf returns the name of the argument that replaces v.
func nameOf(v *ir.Value) string {
	name := nnvm.NameOf(v)
	if v.Index() > 0 {
		name += "_output" + strconv.Itoa(v.Index())
	}
	return name
}

func (s *splitter) checkNames() error {
	taken := map[string]bool{}
	for _, a := range s.f.Entry().Args() {
		taken[nnvm.NameOf(a)] = true
	}
	for _, v := range s.out {
		n := nameOf(v)
		if n != "" && taken[n] {
			return ir.Errorf(v.Def(), "would become an argument called '%s', but there is already one of this name", n)
		}
		taken[n] = true
	}
	return nil
}

// move creates the new function, and turns its results into arguments of f.
func (s *splitter) move(symbols *ir.Symbols) fn.Func {
	b := ir.NewBuilder(s.f.Op.Registry())
	var ins, outs []ir.Type
	var args []*ir.Value
	var attrs []ir.Attr
	for i, d := range s.f.ArgDicts() {
		if a := s.f.Entry().Arg(i); s.reads(a) {
			ins, args, attrs = append(ins, a.Type()), append(args, a), append(attrs, d)
		}
	}
	for _, v := range s.out {
		outs = append(outs, v.Type())
	}
	b.Before(s.f.Op)
	pre := fn.New(b, s.f.SymName()+"_precompute", ins, outs)
	symbols.Insert(pre.Op)
	pre.SetArgAttrs(attrs)
	var m ir.Mapping
	for i, a := range args {
		m.Map(a, pre.Entry().Arg(i))
	}
	b.AtEnd(pre.Entry())
	for _, op := range s.ops {
		b.Clone(op, &m)
	}
	results := make([]*ir.Value, len(s.out))
	for i, v := range s.out {
		results[i] = m.Value(v)
	}
	fn.NewReturn(b, results...)
	s.replace()
	return pre
}

// reads reports whether an operation that is moved, or an operation inside it, reads v.
func (s *splitter) reads(v *ir.Value) bool {
	for u := range v.Uses() {
		if s.moves(u.Owner()) {
			return true
		}
	}
	return false
}

// moves reports whether op or an operation around it is moved.
func (s *splitter) moves(op *ir.Op) bool {
	for ; op != nil && op != s.f.Op; op = op.Parent() {
		if s.taken[op] {
			return true
		}
	}
	return false
}

// replace adds arguments for the moved results, and removes the arguments that lose their last use.
func (s *splitter) replace() {
	for _, o := range s.after {
		if s.taken[o.Then().Def()] || s.taken[o.First().Def()] {
			o.Op.Erase() // moved operations keep their order and run before f
		}
	}
	e := s.f.Entry()
	attrs := s.f.ArgDicts()
	had := make([]bool, e.NumArgs())
	for i, a := range e.Args() {
		had[i] = a.HasUses()
	}
	for _, v := range s.out {
		a := e.AddArg(v.Type(), v.Loc())
		attrs = append(attrs, ir.NewDict(ir.NamedAttr{Name: nnvm.NameAttr, Attr: ir.NewString(nameOf(v))}))
		v.ReplaceAllUses(a)
	}
	for _, op := range slices.Backward(s.ops) {
		op.Erase()
	}
	for i := len(had) - 1; i >= 0; i-- {
		if had[i] && !e.Arg(i).HasUses() {
			e.EraseArg(i)
			attrs = slices.Delete(attrs, i, i+1)
		}
	}
	s.f.Retype()
	s.f.SetArgAttrs(attrs)
}

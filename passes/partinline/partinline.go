// Package partinline is the pass part-inline. It inlines calls of functions that are marked as
// parts of the program, and marks each operation with its part.
package partinline

import (
	"cmp"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `replace calls of parts by their operations, for the strategy prepartitioned

A function with the attribute cluster.part is a part of the program. Each operation that
comes from a part gets the name of the part, and the caller gets the list of parts.`

// Pass returns the pass.
func Pass() passes.Pass {
	return passes.On("part-inline", doc, func(_ *passes.Run, m ir.Module) error { return Module(m, nil) })
}

// Module inlines the parts of all functions. On error the module is not changed. If moved is not
// nil, Module calls it for each value of a part, and for each result of a call of a part. from is
// this value, and to is the value that replaces it. While moved runs, from still exists.
func Module(m ir.Module, moved func(from, to *ir.Value)) error {
	if moved == nil {
		moved = func(_, _ *ir.Value) {}
	}
	symbols, fs := ir.NewSymbols(m.Op), callers(m)
	var calls [][]part
	for _, f := range fs {
		list, err := parts(symbols, f)
		if err != nil {
			return err
		}
		calls = append(calls, list)
	}
	if err := uncalled(m, calls); err != nil {
		return err
	}
	if err := calledElsewhere(m, calls); err != nil {
		return err
	}
	gone := map[*ir.Op]bool{}
	for i, f := range fs {
		var list []cluster.Part
		for _, p := range calls[i] {
			p.inline(moved)
			list = append(list, p.Part)
			gone[p.callee.Op] = true
		}
		if list != nil {
			cluster.SetParts(f.Op, list)
		}
	}
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && gone[op] && f.Op.IsPrivate() {
			op.Erase()
		}
	}
	return nil
}

// Check fails if the program calls parts: a strategy that does not support parts would treat each
// call as one operation.
func Check(m ir.Module) error {
	symbols := ir.NewSymbols(m.Op)
	var first *ir.Op
	var names []string
	met := map[*ir.Op]bool{}
	m.Op.Walk(func(op *ir.Op) bool {
		call, ok := ir.As[fn.Call](op)
		if !ok {
			return true
		}
		f, ok := ir.As[fn.Func](symbols.Lookup(call.CalleeName()))
		if !ok {
			return true
		}
		if _, ok := cluster.PartOf(f.Op); ok && !met[f.Op] {
			met[f.Op] = true
			names = append(names, "@"+f.SymName())
			first = cmp.Or(first, op)
		}
		return true
	})
	if first == nil {
		return nil
	}
	return ir.Errorf(first, "calls a function with attribute %s, so the program is already divided into parts: %s", cluster.PartAttr, strings.Join(names, ", ")).
		WithHelp("use strategy prepartitioned, which uses these parts, or name another strategy explicitly: it treats each call as one operation")
}

// callers returns the functions that are not parts.
func callers(m ir.Module) (fs []fn.Func) {
	for op := range m.Body().Ops() {
		f, ok := ir.As[fn.Func](op)
		if _, part := cluster.PartOf(op); ok && !part && !f.IsDeclaration() {
			fs = append(fs, f)
		}
	}
	return fs
}

// part is a part of the program and its call.
type part struct {
	cluster.Part
	call   fn.Call
	callee fn.Func
}

// uncalled checks that each private part is called directly in the body of a function that is not a
// part. A part that is called inside another part, or in a region of an operation, could not become
// a partition.
func uncalled(m ir.Module, calls [][]part) error {
	called := map[*ir.Op]bool{}
	for _, list := range calls {
		for _, p := range list {
			called[p.callee.Op] = true
		}
	}
	for op := range m.Body().Ops() {
		f, ok := ir.As[fn.Func](op)
		if _, part := cluster.PartOf(op); !ok || !part || called[op] || !op.IsPrivate() {
			continue
		}
		return ir.Errorf(op, "is a part of the program, but @%s is not called in the body of a function that is not a part", f.SymName()).
			WithHelp("call it directly in a function that is not a part, or remove its attribute " + cluster.PartAttr)
	}
	return nil
}

// calledElsewhere checks that no other operation refers to a private part that is inlined, since
// the part is erased.
func calledElsewhere(m ir.Module, calls [][]part) error {
	inlined := map[*ir.Op]bool{}
	for _, list := range calls {
		for _, p := range list {
			inlined[p.call.Op] = true
		}
	}
	users := ir.SymbolUsers(m.Op)
	for _, list := range calls {
		for _, p := range list {
			i := slices.IndexFunc(users[p.callee.SymName()], func(op *ir.Op) bool { return !inlined[op] })
			if i >= 0 && p.callee.Op.IsPrivate() {
				return ir.Errorf(users[p.callee.SymName()][i], "refers to part '%s', which is inlined elsewhere and then erased", p.Name).
					WithHelp("call a copy of @" + p.callee.SymName() + " with a different name")
			}
		}
	}
	return nil
}

// parts returns the calls of parts in f. Each part may be called once.
func parts(symbols *ir.Symbols, f fn.Func) (list []part, err error) {
	called := map[string]fn.Func{}
	for op := range f.Entry().Ops() {
		call, ok := ir.As[fn.Call](op)
		if !ok {
			continue
		}
		callee, ok := ir.As[fn.Func](symbols.Lookup(call.CalleeName()))
		if !ok {
			continue
		}
		p, ok := cluster.PartOf(callee.Op)
		if !ok {
			continue
		}
		if p.Name == "" {
			p.Name = callee.SymName()
		}
		first, again := called[p.Name]
		switch {
		case callee.IsDeclaration() || len(callee.Body().Blocks) != 1:
			return nil, ir.Errorf(callee.Op, "is a part, so it must have a body of one block")
		case again && first == callee:
			return nil, ir.Errorf(call.Op, "calls part '%s' a second time", p.Name).WithHelp("call a copy of @" + callee.SymName() + " with a different name")
		case again:
			return nil, ir.Errorf(callee.Op, "has the part name '%s', which @%s has too", p.Name, first.SymName()).WithHelp("give each part a unique name: change the entry 'name' of its attribute " + cluster.PartAttr)
		}
		called[p.Name] = callee
		list = append(list, part{p, call, callee})
	}
	return list, nil
}

// inline replaces the call by copies of the part's operations.
func (p part) inline(moved func(from, to *ir.Value)) {
	b := ir.NewBuilder(p.call.Op.Registry())
	b.Before(p.call.Op)
	var to ir.Mapping
	tell := func(v *ir.Value) { moved(v, to.Value(v)) }
	for i, v := range p.call.Args() {
		to.Map(p.callee.Entry().Arg(i), v)
		tell(p.callee.Entry().Arg(i))
	}
	last := p.callee.Entry().Last()
	for op := range p.callee.Entry().Ops() {
		if op == last {
			break
		}
		c := b.Clone(op, &to)
		c.SetDiscardable(cluster.PartAttr, ir.NewString(p.Name))
		values(op, tell)
	}
	for i, v := range last.OperandList() {
		result := p.call.Op.ResultAt(i)
		moved(result, to.Value(v))
		result.ReplaceAllUses(to.Value(v))
	}
	p.call.Op.Erase()
}

// values yields the results of an operation and all values inside of it.
func values(op *ir.Op, yield func(v *ir.Value)) {
	op.Walk(func(o *ir.Op) bool {
		for r := range o.Results() {
			yield(r)
		}
		for _, region := range o.Regions() {
			for _, b := range region.Blocks {
				for _, a := range b.Args() {
					yield(a)
				}
			}
		}
		return true
	})
}

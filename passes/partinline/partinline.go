// Package partinline is the pass part-inline: calls of functions that say what part of
// the program they are become their operations, each marked with the part.
package partinline

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `replace calls of parts by their operations, for the strategy prepartitioned

A function with the attribute cluster.part is a part of the program. Each operation
that comes from it carries the name of the part, and the caller the list of parts.`

// Pass returns the pass.
func Pass() passes.Pass {
	return passes.On("part-inline", doc, func(_ *passes.Run, m ir.Module) error { return Module(m) })
}

// Module inlines the parts of all functions. On error the module is not changed.
func Module(m ir.Module) error {
	symbols := ir.NewSymbols(m.Op)
	var fs []fn.Func
	for op := range m.Body().Ops() {
		f, ok := ir.As[fn.Func](op)
		if _, part := cluster.PartOf(op); !ok || part || f.IsDeclaration() {
			continue
		}
		fs = append(fs, f)
	}
	var calls [][]part
	for _, f := range fs {
		list, err := parts(symbols, f)
		if err != nil {
			return err
		}
		calls = append(calls, list)
	}
	gone := map[*ir.Op]bool{}
	for i, f := range fs {
		var list []cluster.Part
		for _, p := range calls[i] {
			p.inline()
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

// part is a call of one.
type part struct {
	cluster.Part
	call   fn.Call
	callee fn.Func
}

// parts are the calls of parts in f. Each part may be called once.
func parts(symbols *ir.Symbols, f fn.Func) (list []part, err error) {
	called := map[string]bool{}
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
		switch {
		case callee.IsDeclaration() || len(callee.Body().Blocks) != 1:
			return nil, ir.Errorf(callee.Op, "is a part, and so must have a body of one block")
		case called[p.Name]:
			return nil, ir.Errorf(call.Op, "calls part '%s' a second time", p.Name)
		}
		called[p.Name] = true
		list = append(list, part{p, call, callee})
	}
	return list, nil
}

// inline replaces the call by copies of the part's operations.
func (p part) inline() {
	b := ir.NewBuilder(p.call.Op.Registry())
	b.Before(p.call.Op)
	var to ir.Mapping
	for i, v := range p.call.Args() {
		to.Map(p.callee.Entry().Arg(i), v)
	}
	last := p.callee.Entry().Last()
	for op := range p.callee.Entry().Ops() {
		if op == last {
			break
		}
		c := b.Clone(op, &to)
		c.SetDiscardable(cluster.PartAttr, ir.NewString(p.Name))
	}
	for i, v := range last.OperandList() {
		p.call.Op.ResultAt(i).ReplaceAllUses(to.Value(v))
	}
	p.call.Op.Erase()
}

// Package symboldce erases unreferenced private symbols.
package symboldce

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Eliminate dead symbols

Erases private symbols to which no live operation refers, including those to which only dead
symbols refer.`

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.On("symbol-dce", doc, run)
	p.Title = "SymbolDCE"
	return p
}

func run(r *passes.Run, op *ir.Op) error {
	if !op.Has(ir.SymbolTable) {
		return ir.Errorf(op, " was scheduled to run under SymbolDCE, but does not define a symbol table")
	}
	l := &liveness{root: op, live: map[*ir.Op]bool{}, tables: map[*ir.Op]*ir.Symbols{}}
	_, named := op.SymbolName()
	l.table(op, !named || op.Parent() == nil || op.IsPrivate())
	l.propagate()
	erased := l.erase(r, op)
	r.Count("num-dce'd", erased)
	if erased == 0 {
		r.Unchanged()
	}
	return nil
}

// liveness finds the live symbols.
type liveness struct {
	root   *ir.Op
	live   map[*ir.Op]bool
	tables map[*ir.Op]*ir.Symbols
	work   []*ir.Op // live operations whose symbol references are not followed yet
	hidden map[*ir.Op]bool
}

// table queues the operations of a symbol table that are live even if nothing refers to them:
// operations that are not symbols, and symbols that must not be discarded. The parameter "hidden"
// is true if the symbols of the table are not visible from outside.
func (l *liveness) table(op *ir.Op, hidden bool) {
	if l.hidden == nil {
		l.hidden = map[*ir.Op]bool{}
	}
	l.hidden[op] = hidden
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				if !isSymbol(o) || !l.discardable(o, hidden) {
					l.keep(o)
				}
			}
		}
	}
}

// isSymbol reports whether op is a symbol. An operation that is not registered is no symbol, even
// if it has the attribute sym_name.
func isSymbol(op *ir.Op) bool {
	_, named := op.SymbolName()
	return named && op.Has(ir.Symbol)
}

// discardable reports whether a symbol may be erased if nothing refers to it.
func (l *liveness) discardable(op *ir.Op, hidden bool) bool {
	v, ok := op.Attr("sym_visibility").Str()
	return ok && v != "public" && (hidden || v == "private")
}

func (l *liveness) keep(op *ir.Op) {
	if !l.live[op] {
		l.live[op] = true
		l.work = append(l.work, op)
	}
}

func (l *liveness) propagate() {
	for len(l.work) > 0 {
		op := l.work[len(l.work)-1]
		l.work = l.work[:len(l.work)-1]
		if op.Has(ir.SymbolTable) {
			_, named := op.SymbolName()
			l.table(op, l.hidden[op.Parent()] || !named || op.IsPrivate())
			l.refs(op)
			continue
		}
		op.Walk(func(o *ir.Op) bool {
			l.refs(o)
			if o != op && o.Has(ir.SymbolTable) {
				l.keep(o)
				return false
			}
			return true
		})
	}
}

// refs marks the symbols to which the attributes of op refer as live. As in MLIR, a reference is
// resolved only in the nearest symbol table. If any part of a reference such as @a::@b is unknown,
// refs marks none of its symbols.
func (l *liveness) refs(op *ir.Op) {
	ir.SymbolRefs(op, func(ref *ir.SymbolRefAttr) {
		t := ir.NearestTable(op.Parent())
		if t == nil {
			return
		}
		found := make([]*ir.Op, 0, 2)
		for _, name := range append([]string{ref.Root}, ref.Nested...) {
			if !t.Has(ir.SymbolTable) {
				return
			}
			if t = l.symbols(t).Lookup(name); t == nil {
				return
			}
			found = append(found, t)
		}
		for _, o := range found {
			l.keep(o)
		}
	})
}

func (l *liveness) symbols(t *ir.Op) *ir.Symbols {
	s := l.tables[t]
	if s == nil {
		s = ir.NewSymbols(t)
		l.tables[t] = s
	}
	return s
}

// erase removes dead symbols from op and from the live tables inside op.
func (l *liveness) erase(r *passes.Run, op *ir.Op) (n int) {
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				switch {
				case isSymbol(o) && !l.live[o]:
					if r.Log.Add(decision.Entry{Kind: decision.Erase, Rule: "symbol-dce", Ops: []uint32{o.ID()}}) {
						o.Erase()
						n++
					}
				case o.NumRegions() > 0:
					n += l.erase(r, o)
				}
			}
		}
	}
	return n
}

package sccp

import "github.com/lathe-ir/lathe/ir"

// callGraph has the calls and returns of the functions inside root.
type callGraph struct {
	root    *ir.Op
	tables  map[*ir.Op]*ir.Symbols
	seen    map[*ir.Op]bool     // operations in sites and exits
	unknown map[*ir.Op]bool     // functions that may have unknown callers
	sites   map[*ir.Op][]*ir.Op // reachable calls, by function
	exits   map[*ir.Op][]*ir.Op // reachable returns, by function
}

func newCallGraph(root *ir.Op) callGraph {
	g := callGraph{root: root, tables: map[*ir.Op]*ir.Symbols{}, seen: map[*ir.Op]bool{}, unknown: map[*ir.Op]bool{}, sites: map[*ir.Op][]*ir.Op{}, exits: map[*ir.Op][]*ir.Op{}}
	top := root.Block() == nil
	root.Walk(func(op *ir.Op) bool {
		if _, ok := ir.Cast[ir.Callable](op); ok {
			visible := op.Has(ir.Symbol) && (op.IsPrivate() || !publicSymbol(op) && top)
			g.unknown[op] = !visible
		}
		return true
	})
	root.Walk(func(op *ir.Op) bool {
		_, call := ir.Cast[ir.Caller](op)
		ir.SymbolRefs(op, func(ref *ir.SymbolRefAttr) {
			if call {
				return
			}
			if f := g.lookup(op, ir.NewSymbolRef(ref.Root, ref.Nested...)); f != nil {
				g.unknown[f] = true
			}
		})
		return true
	})
	return g
}

// lookup resolves a reference in the nearest symbol table that is op or is around op.
func (g *callGraph) lookup(op *ir.Op, ref ir.Attr) *ir.Op {
	table := ir.NearestTable(op)
	if table == nil {
		return nil
	}
	if g.tables[table] == nil {
		g.tables[table] = ir.NewSymbols(table)
	}
	return g.tables[table].Resolve(ref)
}

func publicSymbol(op *ir.Op) bool {
	v, ok := op.Attr("sym_visibility").Str()
	return !ok || v == "public"
}

// isCall reports whether op is a call.
func (g *callGraph) isCall(op *ir.Op) bool {
	_, ok := ir.Cast[ir.Caller](op)
	return ok
}

// known reports whether op is a function with only known callers.
func (g *callGraph) known(op *ir.Op) bool {
	_, ok := ir.Cast[ir.Callable](op)
	return ok && !g.unknown[op]
}

// returns(op) is true if op returns from a function.
func (g *callGraph) returns(op *ir.Op) bool {
	_, ok := ir.Cast[ir.Callable](op.Parent())
	return ok && op.Has(ir.ReturnLike)
}

// target returns the function that op calls; nil if its body is not known.
func (g *callGraph) target(op *ir.Op) (*ir.Op, ir.Callable) {
	c, _ := ir.Cast[ir.Caller](op)
	if c.Callee().IsNil() {
		return nil, nil
	}
	f := g.lookup(op.Parent(), c.Callee())
	if f == nil {
		f = g.lookup(op, c.Callee())
	}
	if f == nil || !g.root.IsAncestor(f) || f == g.root {
		return nil, nil
	}
	callable, ok := ir.Cast[ir.Callable](f)
	if !ok || callable.CallableRegion() == nil {
		return nil, nil
	}
	return f, callable
}

// call propagates the lattice values of a call's arguments to the function. It also propagates the
// lattice values of the function's returned operands to the results of the call.
func (s *solver) call(op *ir.Op) {
	f, callable := s.calls.target(op)
	if f == nil {
		s.vary(op)
		return
	}
	if !s.calls.seen[op] {
		s.calls.seen[op] = true
		s.calls.sites[f] = append(s.calls.sites[f], op)
	}
	if !s.calls.unknown[f] {
		c, _ := ir.Cast[ir.Caller](op)
		args := c.Args()
		for i, a := range callable.CallableRegion().Entry().Args() {
			if i < len(args) {
				s.join(a, s.facts[args[i]])
			}
		}
		s.enter(callable.CallableRegion(), false)
	}
	for _, exit := range s.calls.exits[f] {
		s.pass(exit, op)
	}
}

// callReturns propagates the operands of op, which returns from f, to the results of the reachable
// calls of f.
func (s *solver) callReturns(f, op *ir.Op) {
	if !s.calls.seen[op] {
		s.calls.seen[op] = true
		s.calls.exits[f] = append(s.calls.exits[f], op)
	}
	for _, site := range s.calls.sites[f] {
		s.pass(op, site)
	}
}

// pass propagates the operands of a return to the results of a call.
func (s *solver) pass(exit, call *ir.Op) {
	for i := range call.NumResults() {
		if i < exit.NumOperands() {
			s.join(call.ResultAt(i), s.facts[exit.OperandAt(i)])
		}
	}
}

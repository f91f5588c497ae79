package irplace

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Effects orders operations that touch the same memory or resource. All memory without a
// resource name is one resource, since values may alias.
type Effects struct {
	symbols *ir.Symbols
	callees map[*ir.Op]*summary
	cells   map[string]*cell
	names   []string // the names of cells, in order of their first use
	last    int32    // the last operation of unknown effects, or None
}

// cell records the accesses to a resource.
type cell struct {
	writer  int32 // the last operation that writes, or None
	readers []int32
}

// summary is the effects of a call to a function.
type summary struct {
	effects []ir.Effect
	known   bool
}

// NewEffects returns an Effects for a function, before its first operation. Calls are resolved in
// the module's symbol table, symbols. If symbols is nil, calls have unknown effects.
func NewEffects(symbols *ir.Symbols) *Effects {
	return &Effects{symbols: symbols, callees: map[*ir.Op]*summary{}, cells: map[string]*cell{}, last: placement.None}
}

// Visit processes the next operation, with index v. It calls the function order for pairs of
// operations that must keep their order. All other required orders follow from these pairs.
func (e *Effects) Visit(op *ir.Op, v int32, order func(before, after int32)) {
	es, known := e.of(op)
	if !known {
		for _, name := range e.names {
			e.write(e.cells[name], v, order)
		}
		if len(e.names) == 0 && e.last != placement.None {
			order(e.last, v)
		}
		e.last = v
		return
	}
	for _, x := range es {
		switch x.Kind {
		case ir.Read:
			e.read(e.cell(x.Resource), v, order)
		case ir.Write, ir.Free:
			e.write(e.cell(x.Resource), v, order)
		}
	}
}

func (e *Effects) cell(name string) *cell {
	c := e.cells[name]
	if c == nil {
		c = &cell{writer: e.last}
		e.cells[name] = c
		e.names = append(e.names, name)
	}
	return c
}

func (e *Effects) read(c *cell, v int32, order func(before, after int32)) {
	if c.writer == v {
		return
	}
	if c.writer != placement.None {
		order(c.writer, v)
	}
	if n := len(c.readers); n == 0 || c.readers[n-1] != v {
		c.readers = append(c.readers, v)
	}
}

func (e *Effects) write(c *cell, v int32, order func(before, after int32)) {
	for _, r := range c.readers {
		if r != v {
			order(r, v)
		}
	}
	if c.writer != placement.None && c.writer != v {
		order(c.writer, v)
	}
	c.writer, c.readers = v, c.readers[:0]
}

// of(op) returns the effects of op, including the effects of functions that it calls.
func (e *Effects) of(op *ir.Op) (es []ir.Effect, known bool) {
	if es, known = op.Effects(); known {
		return es, true
	}
	switch {
	case !op.Def().Registered():
		known = isFunctional(op)
	case op.Has(ir.AlwaysEffect):
		return nil, false
	case op.Has(ir.RecursiveEffects):
		if own, ok := ir.Cast[ir.Effecter](op); ok {
			es = own.Effects()
		}
		known = true
	default:
		if c, ok := ir.Cast[ir.Caller](op); ok && e.symbols != nil {
			return e.call(e.symbols.Resolve(c.Callee()))
		}
	}
	if !known {
		return nil, false
	}
	return e.inside(op, es)
}

// isFunctional reports whether an unregistered operation is assumed to compute its results from its
// operands only. It must have results, and no memory types. Unless it is a constant, it must also
// have operands. Its effects are not known, since only its dialect defines them. No device runs the
// operation, so a wrong assumption affects plans but never results.
func isFunctional(op *ir.Op) bool {
	if op.NumResults() == 0 || op.NumOperands() == 0 && !IsConstant(op) {
		return false
	}
	for v := range op.Operands() {
		if isMemory(v.Type()) {
			return false
		}
	}
	for v := range op.Results() {
		if isMemory(v.Type()) {
			return false
		}
	}
	return true
}

func isMemory(t ir.Type) bool {
	return ir.IsType[*ir.MemRefType](t) || ir.IsType[*ir.UnrankedMemRefType](t)
}

// inside appends the effects of operations nested in op to es. Effects of the same kind on the same
// resource are listed once, since a chain of functions that call each other twice would otherwise
// have exponentially many.
func (e *Effects) inside(op *ir.Op, es []ir.Effect) ([]ir.Effect, bool) {
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				if o == b.Last() && o.Terminator() && o.NumResults() == 0 {
					continue
				}
				inner, known := e.of(o)
				if !known {
					return nil, false
				}
				for _, x := range inner {
					if x.Value = nil; !slices.Contains(es, x) {
						es = append(es, x)
					}
				}
			}
		}
	}
	return es, true
}

// call returns the effects of a function. A recursive function has unknown effects.
func (e *Effects) call(callee *ir.Op) ([]ir.Effect, bool) {
	if callee == nil || callee.NumRegions() == 0 || callee.RegionAt(0).Empty() {
		return nil, false
	}
	s := e.callees[callee]
	if s == nil {
		s = &summary{}
		e.callees[callee] = s
		s.effects, s.known = e.inside(callee, nil)
	}
	return s.effects, s.known
}

package placement

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Laborious is an operation that knows how many scalar operations it does.
// Others are taken to do one for each element of their results.
type Laborious interface{ Flops() float64 }

// Repeating is an operation that knows how often it runs its regions, such as a
// reduction, once for each element. Others are taken to run each once, since nobody
// knows how often a loop runs.
type Repeating interface{ Repeats() float64 }

// Insides tells what operations hold: in their regions, and in the functions that they
// name. It looks at each function once, and must not be kept when the program changes.
type Insides struct {
	symbols *ir.Symbols         // of the module
	work    map[*ir.Op]float64  // of functions; 0 for those at hand
	held    map[*ir.Op][]*ir.Op // constants of functions; nil for those at hand
}

// NewInsides tells what operations of the module hold whose symbols these are.
func NewInsides(symbols *ir.Symbols) *Insides {
	return &Insides{symbols: symbols, work: map[*ir.Op]float64{}, held: map[*ir.Op][]*ir.Op{}}
}

// Work estimates the scalar operations of op, what it holds included. What a function
// that calls itself does is counted once.
func (n *Insides) Work(op *ir.Op) (sum float64) {
	if l, ok := ir.Cast[Laborious](op); ok {
		return l.Flops()
	}
	called := false
	ir.SymbolRefs(op, func(r *ir.SymbolRefAttr) {
		if f, ok := n.function(r.Root); ok {
			called = true
			sum += n.workOf(f)
		}
	})
	if called {
		return sum
	}
	if op.NumRegions() == 0 {
		for v := range op.Results() {
			sum += v.Type().Elements()
		}
		return sum
	}
	sum = n.regions(op)
	if r, ok := ir.Cast[Repeating](op); ok {
		sum *= r.Repeats()
	}
	return sum
}

// regions is the work in the regions of op, each once.
func (n *Insides) regions(op *ir.Op) (sum float64) {
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				if !IsConstant(o) && !o.Terminator() {
					sum += n.Work(o)
				}
			}
		}
	}
	return sum
}

func (n *Insides) workOf(f *ir.Op) float64 {
	sum, known := n.work[f]
	if !known {
		n.work[f] = 0
		sum = n.regions(f)
		n.work[f] = sum
	}
	return sum
}

// Constants lists the constants that op holds and that take memory, each once. It is not
// one of them itself.
func (n *Insides) Constants(op *ir.Op) (list []*ir.Op) {
	var seen map[*ir.Op]bool // made for few operations
	n.each(op, func(c *ir.Op) {
		if seen == nil {
			seen = map[*ir.Op]bool{}
		}
		if !seen[c] {
			seen[c] = true
			list = append(list, c)
		}
	})
	return list
}

func (n *Insides) each(op *ir.Op, yield func(*ir.Op)) {
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				if IsConstant(o) && ConstantBytes(o) > 0 {
					yield(o)
					continue
				}
				n.each(o, yield)
			}
		}
	}
	ir.SymbolRefs(op, func(r *ir.SymbolRefAttr) {
		f, ok := n.function(r.Root)
		if !ok {
			return
		}
		list, known := n.held[f]
		if !known {
			n.held[f] = nil
			list = n.Constants(f)
			n.held[f] = list
		}
		for _, c := range list {
			yield(c)
		}
	})
}

// HeldBytes is the memory of the constants that an operation holds and that seen, which
// it adds to, does not have.
func (n *Insides) HeldBytes(op *ir.Op, seen map[*ir.Op]bool) (bytes int64) {
	for _, c := range n.Constants(op) {
		if !seen[c] {
			seen[c] = true
			bytes += ConstantBytes(c)
		}
	}
	return bytes
}

// function is the function of that name with a body.
func (n *Insides) function(name string) (*ir.Op, bool) {
	op := n.symbols.Lookup(name)
	if op == nil {
		return nil, false
	}
	f, ok := ir.As[fn.Func](op)
	return op, ok && !f.IsDeclaration()
}

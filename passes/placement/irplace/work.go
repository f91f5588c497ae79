package irplace

import (
	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Laborious is an operation that reports its number of scalar operations. Another operation counts
// as its nested operations, if it has regions or references functions. If not, it counts as one
// scalar operation for each element of its results.
type Laborious interface{ Flops() float64 }

// Repeating is an operation that reports how often it runs its regions. A reduction runs its region
// once for each element. Other operations count as running each region once, except for loops; see
// [Looping].
type Repeating interface{ Repeats() float64 }

// Insides analyzes the operations nested in an operation: in its regions, and in the functions that
// it references. It keeps the results for each function, so it must not be used after the program
// changes.
type Insides struct {
	symbols *ir.Symbols                // the symbols of the module
	works   map[loadKey]float64        // by function; 0 while it is computed
	held    map[*ir.Op][]*ir.Op        // constants by function; nil while it is computed
	entry   *ir.Block                  // the body of the function that runs; may be nil
	inputs  int64                      // bytes of the arguments of entry
	peaks   map[*ir.Op]int64           // by function; 0 while it is computed
	loads   map[loadKey]placement.Load // by function; 0 while it is computed
	fused   map[*ir.Op]bool            // true for operations that their readers' kernels compute
	unknown bool                       // true inside a loop whose number of iterations is unknown
	last    *ir.Op                     // the operation of the last call of Work
	flops   float64                    // the result of the last call of Work
}

// NewInsides returns an Insides for the module with these symbols.
func NewInsides(symbols *ir.Symbols) *Insides {
	return &Insides{symbols: symbols, works: map[loadKey]float64{}, held: map[*ir.Op][]*ir.Op{}, peaks: map[*ir.Op]int64{}, loads: map[loadKey]placement.Load{}, fused: map[*ir.Op]bool{}}
}

// Work estimates the scalar operations of op, including nested operations. The work of a recursive
// function counts once. The result is at most [placement.MaxCount]. Work caches its last result:
// placement rules request the work of op once for each operation nested in op.
func (n *Insides) Work(op *ir.Op) float64 {
	if op != n.last {
		n.last, n.flops = op, n.work(op)
	}
	return n.flops
}

func (n *Insides) work(op *ir.Op) float64 { return min(n.estimate(op), placement.MaxCount) }

// estimate returns the result of Work before it is limited.
func (n *Insides) estimate(op *ir.Op) (sum float64) {
	if l, ok := ir.Cast[Laborious](op); ok {
		return l.Flops()
	}
	called := false
	n.runs(op, func(f *ir.Op) {
		called = true
		sum += n.workOf(f)
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
	times, _ := n.repeated(op, func() { sum = n.regions(op) })
	sum *= times
	if r, ok := ir.Cast[Repeating](op); ok {
		sum *= r.Repeats()
	}
	return sum
}

// regions returns the work of one run of all regions of op.
func (n *Insides) regions(op *ir.Op) (sum float64) {
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				if !IsConstant(o) && !o.Terminator() {
					sum += n.work(o)
				}
			}
		}
	}
	return sum
}

func (n *Insides) workOf(f *ir.Op) float64 {
	at := loadKey{f, n.unknown}
	sum, known := n.works[at]
	if !known {
		n.works[at] = 0
		sum = n.regions(f)
		n.works[at] = sum
	}
	return sum
}

// Constants lists the constants nested in op that need memory, each once. It excludes op
// itself.
func (n *Insides) Constants(op *ir.Op) (list []*ir.Op) {
	var seen map[*ir.Op]bool
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

// HeldBytes returns the memory of the constants nested in op that are not yet in the set seen, and
// adds these constants to the set.
func (n *Insides) HeldBytes(op *ir.Op, seen map[*ir.Op]bool) (bytes int64) {
	for _, c := range n.Constants(op) {
		if !seen[c] {
			seen[c] = true
			bytes += ConstantBytes(c)
		}
	}
	return bytes
}

// runs calls yield for each function with a body that op references. If op is a launch, which runs
// either its callee or a copy of it, runs calls yield only for the callee.
func (n *Insides) runs(op *ir.Op, yield func(f *ir.Op)) {
	visit := func(r *ir.SymbolRefAttr) {
		if f, ok := n.function(r.Root); ok {
			yield(f)
		}
	}
	if l, ok := ir.As[cluster.Launch](op); ok {
		ir.SymbolRefsIn(l.Callee(), visit)
		return
	}
	ir.SymbolRefs(op, visit)
}

// function returns the function with this name, if it has a body.
func (n *Insides) function(name string) (*ir.Op, bool) {
	op := n.symbols.Lookup(name)
	if op == nil {
		return nil, false
	}
	f, ok := ir.As[fn.Func](op)
	return op, ok && !f.IsDeclaration()
}

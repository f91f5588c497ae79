package affinity

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
	"github.com/lathe-ir/lathe/passes/placement/rules"
)

// inner is an operation that is placed with another operation, its holder. It is in a region of the
// holder, or in a function that the holder references.
type inner struct {
	*rules.Subject
	callee string // the function with the operation; "" if it is in a region of the holder
}

// computes reports whether the operation is neither a terminator nor a constant.
func (x *inner) computes() bool { return !x.Op.Terminator() && !irplace.IsConstant(x.Op) }

// words describes the operation in messages.
func (x *inner) words() string {
	text := "'" + x.Op.Name() + "'"
	if x.Op.NumResults() > 0 {
		text += " " + x.Names.Op(x.Op)
	}
	if x.callee != "" {
		return text + " in @" + x.callee
	}
	return text + " inside"
}

// insides finds and caches the operations nested in the operations of a function.
type insides struct {
	f       fn.Func
	names   *asm.Names
	symbols *ir.Symbols
	known   map[*ir.Op][]*inner
	costs   *irplace.Insides
}

func newInsides(f fn.Func, symbols *ir.Symbols, names *asm.Names) *insides {
	return &insides{f: f, names: names, symbols: symbols, known: map[*ir.Op][]*inner{}, costs: irplace.NewInsides(symbols)}
}

// of returns the operations in the regions of op and in the functions that op references, at any
// depth and in program order. It visits each function once.
func (x *insides) of(op *ir.Op) []*inner {
	if op.NumRegions() == 0 && !irplace.RefersToSymbols(op) {
		return nil
	}
	if list, ok := x.known[op]; ok {
		return list
	}
	w := &insideWalk{insides: x, seen: map[string]bool{x.f.SymName(): true}}
	w.enter(&rules.Subject{Op: op, Names: x.names, Insides: x.costs}, "")
	x.known[op] = w.list
	return w.list
}

// body returns the blocks of a function of the module, or nil if there is no such function.
func (x *insides) body(name string) []*ir.Block {
	if f, ok := ir.As[fn.Func](x.symbols.Lookup(name)); ok {
		return f.Body().Blocks
	}
	return nil
}

// insideWalk lists the operations nested in one operation.
type insideWalk struct {
	*insides
	seen map[string]bool // visited functions
	list []*inner
}

// enter lists the operations in the regions of an operation and in the functions that it
// references.
func (w *insideWalk) enter(s *rules.Subject, callee string) {
	for i := range s.Op.NumRegions() {
		for _, blk := range s.Op.RegionAt(i).Blocks {
			w.block(blk, s, callee)
		}
	}
	ir.SymbolRefs(s.Op, func(r *ir.SymbolRefAttr) {
		if w.seen[r.Root] {
			return
		}
		w.seen[r.Root] = true
		for _, blk := range w.body(r.Root) {
			w.block(blk, s, r.Root)
		}
	})
}

func (w *insideWalk) block(blk *ir.Block, within *rules.Subject, callee string) {
	for op := range blk.Ops() {
		s := &rules.Subject{Op: op, Names: w.names, Within: within, Insides: w.costs}
		w.list = append(w.list, &inner{s, callee})
		w.enter(s, callee)
	}
}

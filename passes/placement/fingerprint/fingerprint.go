// Package fingerprint hashes functions. Functions with the same fingerprint have equal operations
// with equal operands and attributes, and operations with effects are in the same order.
//
// A function has the same fingerprint before and after it is divided: clusters, which may be
// regions or launches, and copies between devices are ignored, and the operations in clusters are
// hashed. Value names, locations, ids, and attributes of the dialect cluster except cluster.static
// are also ignored.
package fingerprint

import (
	"fmt"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Hasher computes the fingerprints of functions of one module. Use one Hasher for a module:
// it hashes each name, type and attribute once.
type Hasher struct {
	symbols *ir.Symbols
	words   *words
}

// New returns a Hasher for the module with these symbols.
func New(symbols *ir.Symbols) *Hasher { return &Hasher{symbols, newWords()} }

// Of returns the fingerprint of a function of one block as text: 16 hexadecimal digits.
func (s *Hasher) Of(f fn.Func) string {
	h := s.hash(f.Op)
	for i, a := range f.Entry().Args() {
		h.values[a] = placement.Mix(join(uint64(i)+1, h.typed(a.Type())))
		if irplace.Static(a) {
			h.values[a]++
		}
		h.sum += h.values[a]
	}
	h.block(f.Entry())
	return fmt.Sprintf("%016x", h.sum)
}

// Constant returns the fingerprint of an operation without operands.
func (s *Hasher) Constant(op *ir.Op) uint64 { return s.hash(op).nested(op) }

// hash computes the hash of one function. Callees are hashed again for each function, since the
// hash of a recursive callee depends on the function at which hashing starts.
type hash struct {
	symbols *ir.Symbols
	*words  // attributes and types
	effects *irplace.Effects
	values  map[*ir.Value]uint64
	own     []uint64          // hashes of visited operations, by index
	sum     uint64            // sum of the hashes of all operations and arguments
	bodies  map[*ir.Op]uint64 // hashes of called functions; 0 while computed
}

func (s *Hasher) hash(top *ir.Op) *hash {
	return &hash{
		symbols: s.symbols, words: s.words, effects: irplace.NewEffects(s.symbols), values: map[*ir.Value]uint64{},
		bodies: map[*ir.Op]uint64{top: 0},
	}
}

func (h *hash) block(b *ir.Block) {
	for op := range b.Ops() {
		switch o := op.View().(type) {
		case cluster.Region:
			h.cluster(op, o.Body())
		case cluster.Launch:
			if f, ok := h.launched(o); ok {
				h.cluster(op, f.Entry())
			}
		case cluster.Copy:
			h.values[op.Result()] = h.values[o.Input()]
		default:
			h.op(op)
		}
	}
}

func (h *hash) launched(o cluster.Launch) (f fn.Func, ok bool) {
	f, ok = ir.As[fn.Func](h.symbols.Lookup(o.CalleeName()))
	return f, ok && len(f.Body().Blocks) == 1
}

// cluster hashes the operations in the body of op. The terminator's operands become op's
// results.
func (h *hash) cluster(op *ir.Op, body *ir.Block) {
	for i, a := range body.Args() {
		if i < op.NumOperands() {
			h.values[a] = h.values[op.OperandAt(i)]
		}
	}
	for inner := range body.Ops() {
		if inner != body.Last() {
			h.op(inner)
		}
	}
	for i, v := range body.Last().OperandList() {
		if i < op.NumResults() {
			h.values[op.ResultAt(i)] = h.values[v]
		}
	}
}

// op hashes an operation inside or outside a cluster. A constant affects the fingerprint only
// through its readers, since each cluster that reads a constant has a copy.
func (h *hash) op(op *ir.Op) {
	constant := irplace.IsConstant(op)
	own := h.nested(op)
	before := uint64(0)
	h.effects.Visit(op, int32(len(h.own)), func(first, _ int32) { before += placement.Mix(h.own[first] + 1) })
	if before != 0 {
		own = placement.Mix(join(own, before))
	}
	h.own = append(h.own, own)
	for i := range op.NumResults() {
		h.values[op.ResultAt(i)] = placement.Mix(join(own, uint64(i)+1))
	}
	if !constant {
		h.sum += own
	}
}

// nested hashes an operation with its regions and the functions it references.
func (h *hash) nested(op *ir.Op) uint64 {
	if op.NumRegions() > 0 {
		n := uint64(0)
		op.Walk(func(o *ir.Op) bool {
			n = h.number(o, op, n)
			return true
		})
	}
	return h.text(op)
}

// number assigns hashes to the block arguments of o and, if o is nested in top, to its results.
// Only operations inside top can use these values. The parameter n is the number of values inside
// top that already have hashes; number returns the new number.
func (h *hash) number(o, top *ir.Op, n uint64) uint64 {
	for i := range o.NumRegions() {
		for _, b := range o.RegionAt(i).Blocks {
			for _, a := range b.Args() {
				n++
				h.values[a] = placement.Mix(n + 7)
			}
		}
	}
	if o == top {
		return n
	}
	for i := range o.NumResults() {
		n++
		h.values[o.ResultAt(i)] = placement.Mix(n + 7)
	}
	return n
}

// text hashes an operation. Its operands and the values that are defined inside it must have hashes
// already.
func (h *hash) text(op *ir.Op) uint64 {
	sum := join(h.name(op.Name()), h.attrs(op))
	for v := range op.Operands() {
		sum = join(sum, h.values[v])
	}
	for i := range op.NumResults() {
		sum = join(sum, h.typed(op.ResultAt(i).Type()))
	}
	ir.SymbolRefs(op, func(r *ir.SymbolRefAttr) { sum = join(sum, h.called(r.Root)) })
	for i := range op.NumRegions() {
		blocks := map[*ir.Block]uint64{}
		for k, b := range op.RegionAt(i).Blocks {
			blocks[b] = uint64(k) + 1
		}
		sum = join(sum, uint64(len(blocks)))
		for _, b := range op.RegionAt(i).Blocks {
			for _, a := range b.Args() {
				sum = join(sum, h.typed(a.Type()))
			}
			for o := range b.Ops() {
				sum = join(sum, h.text(o))
				for _, next := range o.Successors() {
					sum = join(sum, blocks[next])
				}
			}
			sum = join(sum, 1)
		}
	}
	return placement.Mix(sum)
}

// called hashes the definition of a symbol. A recursive function is hashed once.
func (h *hash) called(name string) uint64 {
	op := h.symbols.Lookup(name)
	if op == nil {
		return 0
	}
	if sum, known := h.bodies[op]; known {
		return sum
	}
	h.bodies[op] = 0
	h.bodies[op] = h.nested(op)
	return h.bodies[op]
}

package ir

// Each calls f(0) to f(n-1), possibly concurrently, and returns when all calls have returned. The
// calls start in this order. If it is nil, the calls are sequential. The pass manager provides an
// Each, since package ir starts no goroutines.
type Each func(n int, f func(i int))

const (
	// partsWorth is the smallest number of nested operations for which a block is divided into
	// parts, which are processed concurrently.
	partsWorth = 4096
	// partCount is the largest number of parts of a block. There are more parts than workers, so
	// that all workers end at about the same time although parts differ in size.
	partCount = 64
)

// blockPart is the sequence of operations in a block from "first" up to, but not including, "end".
type blockPart struct{ first, end *Op }

// parts divides the body of op into parts that can be processed concurrently. It returns nil if
// there are too few operations, or if op is not a symbol table with one block without arguments. It
// also returns nil if an operation of this block has operands or results, or has regions but is not
// isolated from above.
func parts(op *Op) []blockPart {
	if op.def.traits&SymbolTable == 0 || op.NumRegions() != 1 || len(op.RegionAt(0).Blocks) != 1 {
		return nil
	}
	b := op.RegionAt(0).Blocks[0]
	if len(b.args) > 0 {
		return nil
	}
	n, inside := 0, 0
	for o := b.first; o != nil; o = o.next {
		if o.nResults > 0 || o.nOperands > 0 || o.NumRegions() > 0 && o.def.traits&IsolatedFromAbove == 0 {
			return nil
		}
		n++
		inside += countUpTo(o, partsWorth-inside)
	}
	if n < 2 || inside < partsWorth {
		return nil
	}
	per := (n + partCount - 1) / partCount
	var ps []blockPart
	for o := b.first; o != nil; {
		p := blockPart{first: o}
		for i := 0; i < per && o != nil; i++ {
			o = o.next
		}
		p.end = o
		ps = append(ps, p)
	}
	return ps
}

// countUpTo returns the number of operations nested in op. It stops counting at limit.
func countUpTo(op *Op, limit int) int {
	n := 0
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := b.first; o != nil && n < limit; o = o.next {
				n += 1 + countUpTo(o, limit-n-1)
			}
		}
	}
	return n
}

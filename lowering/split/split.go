// Package split divides long reductions into blocks, which can run concurrently. Rounding errors
// then grow with the logarithm of the number of terms.
package split

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
	"github.com/lathe-ir/lathe/lowering/kernels"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `divide long reductions into blocks

A reduction of many terms becomes two reductions: of the terms of each block, and of the blocks'
results. A product of a vector and a large matrix becomes the sum of two products. Which nests are
cut, and how, depends on their shape and element types only.`

// Pass returns split-reductions.
func Pass() passes.Pass {
	return passes.On("split-reductions", doc, func(_ *passes.Run, f fn.Func) error {
		var nests []structured.Nest
		f.Op.Walk(func(op *ir.Op) bool {
			if n, ok := structured.Of(op); ok && !n.Parallel() {
				nests = append(nests, n)
			}
			return !ir.Is[linalg.Generic](op)
		})
		for len(nests) > 0 {
			n := nests[len(nests)-1]
			nests = nests[:len(nests)-1]
			if p, ok := productOf(n); ok {
				p.cut()
			} else if l, ok := longOf(n); ok {
				n, _ = structured.Of(l.cut())
				nests = append(nests, n)
			}
		}
		return nil
	})
}

// A block is a part of the innermost loop, with at least `least` and at most `block` terms, or the
// whole loop. If the innermost loop does not reduce, a block has at least leastOfColumn and at most
// columnBlock terms. These limits are lower, since the terms of a column are added one after the
// other.
const (
	block, least               = 4096, 256
	columnBlock, leastOfColumn = 512, 32
)

// long is a reduction with so many terms that it is divided into blocks.
type long struct {
	structured.Nest
	columns bool  // the innermost loop does not reduce
	at      int   // the loop that is divided
	terms   int64 // the iterations of this loop in a block
	outer   []int // the reducing loops whose iterations are different blocks
}

// longOf returns n as a long reduction. It returns false if n has too few terms or cannot be
// divided.
func longOf(n structured.Nest) (l long, ok bool) {
	l = long{Nest: n, at: -1}
	total, inner := int64(1), -1
	for d, e := range n.Extents {
		if e != 1 {
			inner = d
		}
		if n.Reduction[d] {
			total *= e
		}
	}
	if len(n.Outs) != 1 || n.Op.NumResults() != 1 || inner < 0 || !l.simple() {
		return l, false
	}
	l.columns = !n.Reduction[inner]
	if l.columns {
		if len(n.Ins) > 1 && !n.Outs[0].Type().Elem().IsFloat() {
			return l, false // integers give the same result in any order
		}
		return l, total > 2*columnBlock && l.blockOfColumns()
	}
	if total <= 2*block {
		return l, false
	}
	l.at = inner
	for d, r := range n.Reduction {
		if r && d != l.at {
			l.outer = append(l.outer, d)
		}
	}
	e := n.Extents[l.at]
	l.terms = divisor(e, block)
	if e <= 2*block || l.terms < least {
		l.terms = e
	}
	return l, l.terms < total
}

// blockOfColumns chooses the loop to divide. A block consists of a part of this loop and of all
// reducing loops inside it. blockOfColumns returns false if no loop has a suitable divisor.
func (l *long) blockOfColumns() bool {
	size := int64(1)
	for d, e := range slices.Backward(l.Extents) {
		switch {
		case !l.Reduction[d]:
		case l.at >= 0:
			l.outer = append(l.outer, d)
		default:
			t := divisor(e, columnBlock/size)
			if t < e && size*t >= leastOfColumn {
				l.at, l.terms = d, t
				continue
			}
			if size *= e; size >= columnBlock {
				return false
			}
		}
	}
	slices.Reverse(l.outer)
	return l.at >= 0
}

func divisor(e, most int64) int64 {
	d := max(1, min(e, most))
	for e%d != 0 {
		d--
	}
	return d
}

// simple reports whether l can be divided. l must have a combiner, and its body must not read loop
// indices. The result must have one dimension for each loop that does not reduce.
func (l *long) simple() bool {
	if readsIndices(l.Nest) {
		return false
	}
	parallel := 0
	for _, r := range l.Reduction {
		if !r {
			parallel++
		}
	}
	out := l.OutMap(0).Results
	for _, e := range out {
		if _, ok := e.Dim(); !ok {
			return false
		}
	}
	return len(out) == parallel && l.combiner() != nil
}

func readsIndices(n structured.Nest) bool {
	for op := range n.Body().Ops() {
		if ir.Is[linalg.Index](op) {
			return true
		}
	}
	return false
}

// combiner returns the operation that combines a term with the result so far. It returns nil if
// there is no such operation, or if its neutral element is unknown.
func (l *long) combiner() *ir.Op {
	op, acc := l.Body().Last().OperandList()[0].Def(), l.Body().Arg(len(l.Ins))
	if op == nil || op.Block() != l.Body() || op.NumOperands() != 2 || !acc.HasOneUse() || !slices.Contains(op.OperandList(), acc) {
		return nil
	}
	if _, ok := kernels.Neutral(op); !ok {
		return nil
	}
	return op
}

// replacing returns a builder before op whose operations are derived from op.
func replacing(op *ir.Op) *ir.Builder {
	b := ir.NewBuilder(op.Registry())
	b.Before(op)
	b.Loc = op.Loc()
	b.Created = func(made *ir.Op) { made.Derive(op) }
	return b
}

// cut replaces l by a reduction of each block and a reduction of their results. It returns the
// second reduction.
func (l *long) cut() *ir.Op {
	b := replacing(l.Op)
	parts := l.blocks(b)
	result := l.whole(b, parts.Result())
	l.Op.Result().ReplaceAllUses(result.Result())
	l.Op.Erase()
	return result
}

// blocks creates the nest that reduces each block. Its loops are the block index and the loops of
// l. The dimensions of its result are the block index, the loops l.outer, and the dimensions of l's
// result.
func (l *long) blocks(b *ir.Builder) *ir.Op {
	loops := len(l.Extents) + 1
	moved := make([]affine.Expr, len(l.Extents))
	for d := range moved {
		moved[d] = affine.Dim(d + 1)
	}
	moved[l.at] = affine.Add(affine.Mul(affine.Dim(0), affine.Const(l.terms)), affine.Dim(l.at+1))
	through := affine.Map{Dims: loops, Results: moved}
	s := structured.Shape{Ins: slices.Clone(l.Ins), Reduction: make([]bool, loops)}
	for _, m := range l.Maps[:len(l.Ins)] {
		s.Maps = append(s.Maps, m.Compose(through))
	}
	// An additional operand defines the length of a block. Its elements are unused.
	s.Ins = append(s.Ins, build.Empty(b, ir.Tensor(ir.I1(), l.terms)))
	s.Maps = append(s.Maps, affine.Map{Dims: loops, Results: []affine.Expr{affine.Dim(l.at + 1)}})
	out := affine.Map{Dims: loops, Results: []affine.Expr{affine.Dim(0)}}
	shape := []int64{l.Extents[l.at] / l.terms}
	for _, d := range l.outer {
		out.Results, shape = append(out.Results, affine.Dim(d+1)), append(shape, l.Extents[d])
	}
	for _, e := range l.OutMap(0).Results {
		d, _ := e.Dim()
		out.Results, shape = append(out.Results, affine.Dim(d+1)), append(shape, l.Extents[d])
	}
	for d, r := range l.Reduction {
		s.Reduction[d+1] = r && !slices.Contains(l.outer, d)
	}
	neutral, _ := kernels.Neutral(l.combiner())
	t := l.Op.Result().Type().Elem()
	s.Outs = []*ir.Value{build.Fill(b, build.Constant(b, neutral), build.Empty(b, ir.Tensor(t, shape...))).Result()}
	s.Maps = append(s.Maps, out)
	return structured.New(b, s, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		n := len(l.Ins)
		return l.CloneBody(b, slices.Concat(args[:n], args[n+1:])) // without the additional operand
	})
}

// whole creates the nest that reduces the results of the blocks. Its innermost loop reduces if the
// innermost loop of l reduces.
func (l *long) whole(b *ir.Builder, parts *ir.Value) *ir.Op {
	rank, reduced := len(l.OutMap(0).Results), 1+len(l.outer)
	first, kept := rank, 0 // the first loop that reduces, and the first loop that does not
	if l.columns {
		first, kept = 0, reduced
	}
	loops := rank + reduced
	in, out := affine.Map{Dims: loops}, affine.Map{Dims: loops}
	s := structured.Shape{Ins: []*ir.Value{parts}, Outs: l.Outs, Reduction: make([]bool, loops)}
	for i := range reduced {
		in.Results = append(in.Results, affine.Dim(first+i))
		s.Reduction[first+i] = true
	}
	for i := range rank {
		in.Results, out.Results = append(in.Results, affine.Dim(kept+i)), append(out.Results, affine.Dim(kept+i))
	}
	s.Maps = []affine.Map{in, out}
	return structured.New(b, s, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		op, acc := l.combiner(), l.Body().Arg(len(l.Ins))
		var m ir.Mapping
		for _, v := range op.OperandList() {
			if v == acc {
				m.Map(v, args[1])
			} else {
				m.Map(v, args[0])
			}
		}
		return []*ir.Value{b.Clone(op, &m).Result()}
	})
}

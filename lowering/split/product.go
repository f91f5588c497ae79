package split

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
	"github.com/lathe-ir/lathe/lowering/kernels"
)

// leastOfProduct is the minimum size, in bytes, of a matrix whose product with a vector is divided.
const leastOfProduct = 256 << 10

// product is a product of a vector and a matrix of floats.
type product struct {
	structured.Nest
	terms int // the loop over the rows of the matrix, which is divided into two halves
}

// productOf returns n as a product that is divided, or false. The rows of the matrix must be
// contiguous. If two workers divided the columns instead of the terms, each of them would read a
// half of every row. These halves are often in the same sets of the second-level cache, so the
// matrix would not stay in the cache until the next run.
func productOf(n structured.Nest) (p product, ok bool) {
	p = product{n, -1}
	columns := -1
	for d, e := range n.Extents {
		switch {
		case e == 1:
		case !n.Reduction[d] && columns < 0:
			columns = d
		case n.Reduction[d] && p.terms < 0:
			p.terms = d
		default:
			return p, false
		}
	}
	if p.terms < 0 || columns < p.terms || n.Extents[p.terms]%2 != 0 || len(n.Ins) != 2 || len(n.Outs) != 1 || n.Op.NumResults() != 1 {
		return p, false
	}
	acc := n.Body().Arg(2)
	if sum, adds := ir.Defining[math.Fma](n.Body().Last().OperandList()[0]); !adds || sum.C() != acc || !acc.HasOneUse() || readsIndices(n) {
		return p, false
	}
	if slices.ContainsFunc(n.Maps, func(m affine.Map) bool { return !m.IsProjectedPermutation(false) }) {
		return p, false
	}
	matrix := -1
	for i, m := range n.Maps[:2] {
		if !m.UsesDim(p.terms) || m.UsesDim(columns) && matrix >= 0 {
			return p, false
		}
		if m.UsesDim(columns) {
			matrix = i
		}
	}
	if matrix < 0 || !n.OutMap(0).UsesDim(columns) {
		return p, false
	}
	dims, _ := n.Maps[matrix].Permuted()
	bytes := int64(n.Ins[matrix].Type().Kind().Size()) * n.Extents[p.terms] * n.Extents[columns]
	return p, slices.Index(dims, columns) > slices.Index(dims, p.terms) && bytes >= leastOfProduct
}

// cut replaces p by a product of each half of the terms, and a sum of the two results.
func (p product) cut() {
	b := replacing(p.Op)
	out := p.Op.Result().Type()
	shape, _ := out.Shape()
	neutral, _ := kernels.Neutral(p.Body().Last().OperandList()[0].Def())
	start := build.Constant(b, neutral)
	s := structured.Shape{
		Outs:      []*ir.Value{build.Fill(b, start, build.Empty(b, ir.Tensor(out.Elem(), append([]int64{2}, shape...)...))).Result()},
		Reduction: append([]bool{false}, p.Reduction...),
	}
	for i, v := range p.Ins {
		from, _ := v.Type().Shape()
		var to []int64
		m := affine.Map{Dims: len(s.Reduction)}
		for k, e := range p.Maps[i].Results {
			d, _ := e.Dim()
			if n := from[k]; d == p.terms {
				m.Results, to = append(m.Results, affine.Dim(0)), append(to, 2, n/2)
			} else {
				to = append(to, n)
			}
			m.Results = append(m.Results, affine.Dim(d+1))
		}
		s.Ins = append(s.Ins, build.Reshape(b, v, ir.Tensor(v.Type().Elem(), to...)))
		s.Maps = append(s.Maps, m)
	}
	kept := affine.Map{Dims: len(s.Reduction), Results: []affine.Expr{affine.Dim(0)}}
	for _, e := range p.OutMap(0).Results {
		d, _ := e.Dim()
		kept.Results = append(kept.Results, affine.Dim(d+1))
	}
	s.Maps = append(s.Maps, kept)
	halves := structured.New(b, s, p.CloneBody)
	sum := structured.Shape{Ins: []*ir.Value{halves.Result()}, Outs: p.Outs, Reduction: make([]bool, len(shape)+1)}
	sum.Reduction[0] = true
	result := affine.Map{Dims: len(shape) + 1}
	for i := range shape {
		result.Results = append(result.Results, affine.Dim(i+1))
	}
	sum.Maps = []affine.Map{affine.Identity(len(shape) + 1), result}
	whole := structured.New(b, sum, func(b *ir.Builder, args []*ir.Value) []*ir.Value {
		return []*ir.Value{arith.NewAddF(b, args[0], args[1]).Op.Result()}
	})
	p.Op.Result().ReplaceAllUses(whole.Result())
	p.Op.Erase()
}

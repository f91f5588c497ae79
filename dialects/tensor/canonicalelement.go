package tensor

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// extract (cast a)[i] → extract a[i]
func extractOfCast(op Extract, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[Cast](op.Tensor())
	if !ok || c.Source().Type().Rank() < 0 {
		return false
	}
	rw.Update(op.Op, func() { op.Op.SetOperandAt(0, c.Source()) })
	return true
}

// extract (generate { f(i) })[j] → f(j)
func extractOfGenerate(op Extract, rw *rewrite.Rewriter) bool {
	g, ok := ir.Defining[Generate](op.Tensor())
	if !ok || !g.Op.DeadIfUnused() {
		return false
	}
	var m ir.Mapping
	for i, a := range g.Body().Args() {
		m.Map(a, op.Indices()[i])
	}
	for inner := range g.Body().Ops() {
		if inner == g.Body().Last() {
			break
		}
		rw.Clone(inner, &m)
	}
	rw.Replace(op.Op, m.Value(g.Body().Last().OperandAt(0)))
	return true
}

// extract (index_cast a)[i] → index_cast (extract a[i])
func extractOfIndexCast(op Extract, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[arith.IndexCast](op.Tensor())
	if !ok {
		return false
	}
	x := NewExtract(&rw.Builder, c.In(), op.Indices()...)
	rw.Replace(op.Op, arith.NewIndexCast(&rw.Builder, x.Op.Result(), op.Op.Result().Type()).Op.Result())
	return true
}

// extract (collapse_shape a : tensor<f32>)[] → extract a[0, …, 0]
func extractOfReshape(op Extract, rw *rewrite.Rewriter) bool {
	c, ok := ir.Defining[CollapseShape](op.Tensor())
	if !ok || !c.Src().Type().HasStaticShape() || op.Tensor().Type().Rank() != 0 {
		return false
	}
	var at []*ir.Value
	if c.Src().Type().Rank() > 0 {
		zero := arith.NewConstant(&rw.Builder, ir.NewInt(0, ir.Index())).Op.Result()
		for range c.Src().Type().Rank() {
			at = append(at, zero)
		}
	}
	rw.Replace(op.Op, NewExtract(&rw.Builder, c.Src(), at...).Op.Result())
	return true
}

// insert x into (cast a) → cast (insert x into a)
func insertOfCast(op Insert, rw *rewrite.Rewriter) bool {
	src := beforeCast(op.Dest())
	if src == nil {
		return false
	}
	by := NewInsert(&rw.Builder, op.Scalar(), src, op.Indices()...)
	rw.Replace(op.Op, castTo(&rw.Builder, by.Op.Result(), op.Op.Result().Type()))
	return true
}

// collapse_shape (from_elements …) → from_elements …
func collapseOfElements(op CollapseShape, rw *rewrite.Rewriter) bool {
	return reshapeElements(op.Op, rw)
}

// expand_shape (from_elements …) → from_elements …
func expandOfElements(op ExpandShape, rw *rewrite.Rewriter) bool { return reshapeElements(op.Op, rw) }

func reshapeElements(op *ir.Op, rw *rewrite.Rewriter) bool {
	f, ok := ir.Defining[FromElements](op.OperandAt(0))
	if !ok || !op.Result().Type().HasStaticShape() {
		return false
	}
	rw.Replace(op, NewFromElements(&rw.Builder, op.Result().Type(), f.Elements()...).Op.Result())
	return true
}

// collapse_shape (splat x) → splat x
func collapseOfSplat(op CollapseShape, rw *rewrite.Rewriter) bool { return reshapeSplat(op.Op, rw) }

// expand_shape (splat x) → splat x
func expandOfSplat(op ExpandShape, rw *rewrite.Rewriter) bool { return reshapeSplat(op.Op, rw) }

func reshapeSplat(op *ir.Op, rw *rewrite.Rewriter) bool {
	s, ok := ir.Defining[Splat](op.OperandAt(0))
	if !ok || !op.Result().Type().HasStaticShape() || !s.Op.Result().Type().HasStaticShape() {
		return false
	}
	rw.Replace(op, NewSplat(&rw.Builder, s.Input(), op.Result().Type()).Op.Result())
	return true
}

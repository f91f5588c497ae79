// Package hoist moves products out of loops. Each step of a recurrent network multiplies a few rows
// of an input by weights. One product of all rows takes far less time, because it reads the weights
// once.
package hoist

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/lowering/linalg"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `compute products of a loop's slices before the loop

If the body of a stablehlo.while multiplies a slice of one tensor by another tensor, and changes
neither tensor, the product of both tensors is computed before the loop. The body then takes a slice
of this product. The tensor must be sliced along its first dimension. The loop must count from one
constant to another, and have at least half as many iterations as there are slices. A product of a
few rows and transposed weights stays in the loop, since the whole product could add its terms in
another order. Results don't change.`

// Name is the name of the pass.
const Name = "stablehlo-hoist-products"

// Pass returns stablehlo-hoist-products.
func Pass() passes.Pass { return passes.On(Name, doc, run) }

const (
	// A product with at least mostRows rows is not hoisted. Such a product reuses the weights so
	// often that reading them takes little of its time.
	mostRows = 64
	// mostGrowth is the largest ratio of the size of the hoisted product to the size of its
	// operands.
	mostGrowth = 4
)

func run(r *passes.Run, f fn.Func) error {
	var products []stablehlo.DotGeneral
	f.Op.Walk(func(op *ir.Op) bool {
		if o, ok := ir.As[stablehlo.DotGeneral](op); ok {
			products = append(products, o)
		}
		return true
	})
	for _, o := range products {
		if p, ok := match(o); ok && r.Allows(o.Op.Sources()) && allowed(r.Log, o.Op) {
			p.hoist()
		}
	}
	return nil
}

// allowed records that the product op is computed before the loop, and reports whether the log
// allows this decision.
func allowed(log *decision.Log, op *ir.Op) bool {
	return !log.Recording() ||
		log.Add(decision.Entry{Kind: decision.Move, Rule: Name, Ops: op.Sources(), Reason: "the products of all iterations become one product"})
}

// product is a whole product: one product that replaces the products of all iterations of a loop.
type product struct {
	stablehlo.DotGeneral
	loop     stablehlo.While
	slice    stablehlo.DynamicSlice
	dropped  int64     // 1 if a reshape removes the first dimension of the slice, otherwise 0
	lhs, rhs *ir.Value // the operands of the whole product, outside of the loop
}

// match returns the whole product that replaces o. It returns false if the whole product cannot be
// computed before the loop around o, or if this would not save time.
func match(o stablehlo.DotGeneral) (p product, ok bool) {
	p = product{DotGeneral: o}
	if p.loop, ok = ir.As[stablehlo.While](o.Op.Parent()); !ok || o.Op.Block() != p.loop.Body().Entry() || !o.Op.Result().Type().HasStaticShape() {
		return p, false
	}
	from, rows := o.LHS(), emit.Shape(o.LHS())
	if r, ok := ir.Defining[stablehlo.Reshape](from); ok {
		from, p.dropped = r.Operand(), 1
	}
	if p.slice, ok = ir.Defining[stablehlo.DynamicSlice](from); !ok || p.slice.Op.Block() != o.Op.Block() ||
		!p.slice.Operand().Type().HasStaticShape() {
		return p, false
	}
	all, sizes := emit.Shape(p.slice.Operand()), p.slice.SliceSizes()
	d := o.DotDimensionNumbers()
	if len(all) == 0 || sizes[0] != 1 || !slices.Equal(sizes[1:], all[1:]) || !slices.Equal(sizes[p.dropped:], rows) ||
		len(d.LHSBatching) > 0 || p.dropped == 0 && slices.Contains(d.LHSContracting, 0) {
		return p, false
	}
	p.lhs, p.rhs = p.outside(p.slice.Operand()), p.outside(o.RHS())
	if p.lhs == nil || p.rhs == nil {
		return p, false
	}
	free := int64(1)
	for i, n := range rows {
		if !slices.Contains(d.LHSContracting, int64(i)) {
			free *= n
		}
	}
	if mayBeInLanes(o.RHS(), d, free) || mayBeInLanes(p.rhs, d, all[0]*free) {
		return p, false // the whole product could add terms in another order
	}
	size := float64(all[0]) * o.Op.Result().Type().Elements()
	return p, free < mostRows && size <= mostGrowth*(p.lhs.Type().Elements()+p.rhs.Type().Elements()) && 2*p.iterations() >= all[0]
}

// mayBeInLanes reports whether stablehlo-to-linalg may compute the terms of a product in vector
// lanes, which changes the order of additions. The product multiplies the given number of rows by
// the weights.
func mayBeInLanes(weights *ir.Value, d *stablehlo.DotDims, rows int64) bool {
	last := slices.Contains(d.RHSContracting, int64(len(emit.Shape(weights)))-1)
	return rows <= linalg.MostInLanes && (last || ir.Is[stablehlo.Transpose](weights.Def()))
}

// outside returns the value outside the loop that v equals in every iteration. It returns nil if
// the loop computes or changes v.
func (p *product) outside(v *ir.Value) *ir.Value {
	body := p.loop.Body().Entry()
	switch {
	case !v.IsArg() && v.Block() == body:
		return nil
	case !v.IsArg() || v.ArgBlock() != body:
		return v
	case body.Last().OperandAt(v.Index()) != v:
		return nil
	}
	return p.loop.Operand()[v.Index()]
}

// iterations returns the number of iterations of the loop if the loop counts from one constant to
// another in steps of 1, and 0 otherwise.
func (p *product) iterations() int64 {
	cond, body := p.loop.Cond().Entry(), p.loop.Body().Entry()
	less, ok := ir.Defining[stablehlo.Compare](cond.Last().OperandList()[0])
	if !ok || less.Direction() != "LT" || !less.LHS().IsArg() || less.LHS().ArgBlock() != cond {
		return 0
	}
	i := less.LHS().Index()
	next, ok := ir.Defining[stablehlo.Add](body.Last().OperandAt(i))
	if !ok || next.LHS() != body.Arg(i) {
		return 0
	}
	from, known := number(p.loop.Operand()[i])
	step, one := number(next.RHS())
	to, ends := number(less.RHS())
	if !known || !one || !ends || step != 1 {
		return 0
	}
	return to - from
}

// number returns the integer value of v. It returns false if v is not an integer constant with one
// element.
func number(v *ir.Value) (int64, bool) {
	k, ok := ir.Defining[stablehlo.Constant](v)
	if !ok {
		return 0, false
	}
	d, ok := ir.AttrAs[*ir.DenseElements](k.Value())
	if !ok || d.Type.NumElements() != 1 || !d.Type.Kind().IsInt() {
		return 0, false
	}
	return d.Tensor().Int(0), true
}

// hoist computes the whole product before the loop, and takes a slice of it in the loop.
func (p *product) hoist() {
	b := ir.NewBuilder(p.Op.Registry())
	b.Loc = p.Op.Loc()
	b.Created = func(made *ir.Op) { made.Derive(p.Op) }
	b.Before(p.loop.Op)
	d := *p.DotDimensionNumbers()
	d.LHSContracting = slices.Clone(d.LHSContracting)
	for i := range d.LHSContracting {
		d.LHSContracting[i] += p.dropped
	}
	t := p.Op.Result().Type()
	sizes := slices.Clone(emit.Shape(p.Op.Result()))
	if p.dropped == 1 {
		sizes = slices.Insert(sizes, 0, 1)
	}
	whole := slices.Clone(sizes)
	whole[0] = emit.Shape(p.lhs)[0]
	all := stablehlo.NewDotGeneral(b, p.lhs, p.rhs, ir.Tensor(t.Elem(), whole...), d)
	for _, name := range []string{"precision_config", "algorithm"} {
		if a := p.Op.Attr(name); !a.IsNil() {
			all.Op.SetAttr(name, a)
		}
	}
	b.Before(p.Op)
	at := p.slice.StartIndices()[:1:1]
	zero := emit.Emitter{B: b}.Scalar(at[0].Type().Elem(), 0)
	for range sizes[1:] {
		at = append(at, zero)
	}
	part := stablehlo.NewDynamicSlice(b, all.Op.Result(), ir.Tensor(t.Elem(), sizes...), at, sizes).Op.Result()
	p.Op.Result().ReplaceAllUses(emit.Emitter{B: b}.Reshape(part, emit.Shape(p.Op.Result())...))
	p.Op.Erase()
}

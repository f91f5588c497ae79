package complex

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// rule returns the results of an operation on complex numbers. ok is false if there is no rule.
func (x *expander) rule(op *ir.Op) (ps []pair, ok bool) {
	one := func(p pair) ([]pair, bool) { return []pair{p}, true }
	switch o := op.View().(type) {
	case stablehlo.Constant:
		return x.constant(o)
	case stablehlo.Iota:
		re := x.made(op, nil, []ir.Type{realType(op.Result().Type())}).Result()
		return one(pair{re, x.e().Fill(re.Type(), 0)})
	case stablehlo.Real:
		return one(pair{re: x.parts[o.Operand()].re})
	case stablehlo.Imag:
		return one(pair{re: x.parts[o.Operand()].im})
	case stablehlo.Complex:
		return one(pair{x.m.Value(o.LHS()), x.m.Value(o.RHS())})
	case stablehlo.Convert:
		return x.convert(op)
	case stablehlo.Compare:
		return x.compare(o)
	case stablehlo.DotGeneral:
		return one(x.dot(op, o.DotDimensionNumbers()))
	case stablehlo.Dot:
		last := int64(len(emit.Shape(o.LHS())) - 1)
		return one(x.dot(op, &stablehlo.DotDims{LHSContracting: []int64{last}, RHSContracting: []int64{0}}))
	case stablehlo.Convolution:
		return one(x.bilinear(op))
	}
	if op.NumResults() != 1 || op.NumOperands() == 0 || !isComplex(op.OperandList()[0].Type()) {
		return nil, false
	}
	var args []pair
	for v := range op.Operands() {
		args = append(args, x.parts[v])
	}
	w := newWide(x.e(), args)
	p := w.apply(op)
	if p.re == nil {
		return nil, false
	}
	return one(w.narrow(p))
}

// constant creates one constant for each part.
func (x *expander) constant(o stablehlo.Constant) ([]pair, bool) {
	d, ok := ir.AttrAs[*ir.DenseElements](o.Value())
	if !ok {
		return nil, false
	}
	t := realType(d.Type)
	shape, _ := t.Shape()
	from, splat := d.Splat()
	if splat {
		shape = nil
	} else {
		from = d.Tensor()
	}
	part := func(which int) *ir.Value { // 0: the real parts, 1: the imaginary parts
		v := tensor.New(t.Kind(), shape...)
		for size, i := t.Kind().Size(), 0; i < v.NumElements(); i++ {
			copy(v.Data[i*size:][:size], from.Data[(2*i+which)*size:]) // keeps the bits of NaNs
		}
		if splat {
			return stablehlo.NewConstant(x.b, ir.NewSplat(t, v)).Op.Result()
		}
		return stablehlo.NewConstant(x.b, ir.NewDense(t, v)).Op.Result()
	}
	return []pair{{part(0), part(1)}}, true
}

// convert drops the imaginary part, adds an imaginary part of 0, or converts both parts.
func (x *expander) convert(op *ir.Op) ([]pair, bool) {
	from, to := op.OperandList()[0], op.Result().Type()
	e := x.e()
	elem := realType(to).Elem()
	// The conversion makes NaNs canonical, so a part is converted even if it already has the
	// element type.
	convert := func(v *ir.Value) *ir.Value { return stablehlo.NewConvert(e.B, v, elem).Op.Result() }
	p, ok := x.parts[from]
	switch {
	case !ok:
		re := convert(x.m.Value(from))
		return []pair{{re, e.Fill(re.Type(), 0)}}, true
	case isComplex(to):
		return []pair{{convert(p.re), convert(p.im)}}, true
	}
	return []pair{{re: convert(p.re)}}, true
}

func (x *expander) compare(o stablehlo.Compare) ([]pair, bool) {
	a, b := x.parts[o.LHS()], x.parts[o.RHS()]
	w := newWide(x.e(), []pair{a, b})
	switch o.Direction() {
	case "EQ":
		return []pair{{re: w.not(w.differ(a, b))}}, true
	case "NE":
		return []pair{{re: w.differ(a, b)}}, true
	}
	return nil, false
}

// fewTerms is the maximum number of terms of a sum that the method dot computes elementwise.
const fewTerms = 16

// dot expands a product of tensors, at least one of which is complex. For sums of at most fewTerms
// terms with a complex result, dot multiplies elementwise, and adds in the order of the
// interpreter. Otherwise it computes real products of the parts, in f64.
func (x *expander) dot(op *ir.Op, d *stablehlo.DotDims) pair {
	lhs, rhs := op.OperandList()[0], op.OperandList()[1]
	terms := int64(1)
	for _, n := range d.LHSContracting {
		terms *= emit.Shape(lhs)[n]
	}
	elem, complexResult := ir.TypeAs[*ir.ComplexType](op.Result().Type().Elem())
	if terms > fewTerms || !complexResult {
		return x.bilinear(op)
	}
	// The dimensions of the products are: batch dimensions, free dimensions of lhs, contracted
	// dimensions, free dimensions of rhs.
	var shape, contracted []int64
	at := func(of *ir.Value, dims []int64, to []int64) {
		for _, n := range dims {
			to[n] = int64(len(shape))
			shape = append(shape, emit.Shape(of)[n])
		}
	}
	ldims, rdims := make([]int64, len(emit.Shape(lhs))), make([]int64, len(emit.Shape(rhs)))
	free := func(dims []int64, batch, contracting []int64) (rest []int64) {
		for n := range int64(len(dims)) {
			if !slices.Contains(batch, n) && !slices.Contains(contracting, n) {
				rest = append(rest, n)
			}
		}
		return rest
	}
	at(lhs, d.LHSBatching, ldims)
	at(lhs, free(ldims, d.LHSBatching, d.LHSContracting), ldims)
	at(lhs, d.LHSContracting, ldims)
	for i, n := range d.RHSBatching {
		rdims[n] = ldims[d.LHSBatching[i]]
	}
	for i, n := range d.RHSContracting {
		rdims[n] = ldims[d.LHSContracting[i]]
		contracted = append(contracted, rdims[n])
	}
	at(rhs, free(rdims, d.RHSBatching, d.RHSContracting), rdims)
	e := x.e()
	wide := func(v *ir.Value, dims []int64) pair {
		p, ok := x.parts[v]
		if !ok {
			p = pair{x.m.Value(v), e.Fill(v.Type(), 0)}
		}
		part := func(v *ir.Value) *ir.Value { return e.Broadcast(e.Convert(v, elem.Elem), shape, dims...) }
		return pair{part(p.re), part(p.im)}
	}
	w := newWide(e, []pair{wide(lhs, ldims), wide(rhs, rdims)})
	p := w.mul(w.args[0], w.args[1])
	sum := func(v *ir.Value) *ir.Value { return e.Reduce(v, 0, emit.Emitter.Add, contracted...) }
	return pair{sum(p.re), sum(p.im)}
}

// bilinear expands an operation that is linear in both operands into operations on parts.
func (x *expander) bilinear(op *ir.Op) (p pair) {
	get := func(v *ir.Value) pair {
		if p, ok := x.parts[v]; ok {
			return p
		}
		return pair{re: x.m.Value(v)}
	}
	a, b := get(op.OperandList()[0]), get(op.OperandList()[1])
	whole := realType(op.Result().Type())
	part := whole.WithElem(ir.F64()) // f64, because the parts of a product may cancel
	product := func(u, v *ir.Value) *ir.Value {
		if u == nil || v == nil {
			return nil
		}
		return x.made(op, []*ir.Value{u, v}, []ir.Type{part}).Result()
	}
	e := x.e()
	defer func() { p = pair{e.Convert(p.re, whole.Elem()), e.Convert(p.im, whole.Elem())} }()
	re, im := product(a.re, b.re), product(a.re, b.im)
	if v := product(a.im, b.im); v != nil {
		re = e.Sub(re, v)
	}
	if v := product(a.im, b.re); v != nil {
		if im != nil {
			v = e.Add(im, v)
		}
		im = v
	}
	if im == nil { // both operands are real
		im = e.Fill(part, 0)
	}
	return pair{re, im}
}

func (w *wide) apply(op *ir.Op) pair {
	a := w.args[0]
	switch op.View().(type) {
	case stablehlo.Add:
		return pair{w.Add(a.re, w.args[1].re), w.Add(a.im, w.args[1].im)}
	case stablehlo.Subtract:
		return pair{w.Sub(a.re, w.args[1].re), w.Sub(a.im, w.args[1].im)}
	case stablehlo.Multiply:
		return w.mul(a, w.args[1])
	case stablehlo.Negate:
		return pair{w.neg(a.re), w.neg(a.im)}
	case chlo.Conj:
		return pair{a.re, w.neg(a.im)}
	}
	w.widen()
	a = w.args[0]
	switch op.View().(type) {
	case chlo.Square:
		return w.square(a)
	case stablehlo.Divide:
		return w.div(a, w.args[1])
	case stablehlo.Power:
		return w.pow(a, w.args[1])
	case stablehlo.Atan2:
		return w.atan2(a, w.args[1])
	case stablehlo.Remainder:
		q := w.div(a, w.args[1])
		whole := pair{w.truncated(q.re), w.truncated(q.im)}
		return w.sub(a, w.mul(w.args[1], whole))
	case stablehlo.Maximum:
		_, greater := w.order(a, w.args[1])
		return greater
	case stablehlo.Minimum:
		less, _ := w.order(a, w.args[1])
		return less
	case stablehlo.Abs:
		return pair{re: w.abs(a)}
	case stablehlo.Sign:
		m := w.abs(a)
		z := w.Compare("EQ", m, w.fill(0))
		return w.choose(z, w.number(0, 0), pair{w.Div(a.re, m), w.Div(a.im, m)})
	case stablehlo.Exponential:
		return w.exp(a)
	case stablehlo.ExponentialMinusOne:
		return w.expm1(a)
	case stablehlo.Log:
		return w.log(a)
	case stablehlo.LogPlusOne:
		return w.log1p(a)
	case stablehlo.Sqrt:
		return w.sqrt(a)
	case stablehlo.Rsqrt:
		return w.div(w.number(1, 0), w.sqrt(a))
	case stablehlo.Cbrt:
		return w.cbrt(a)
	case stablehlo.Logistic:
		return w.logistic(a)
	}
	return w.periodic(op, a)
}

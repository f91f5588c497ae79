package stablehlo

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/chlo"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
)

const rngDoc = `replace each rng by an rng_bit_generator, and pass the state from each generator to the next

Loops and calls get the state as one more operand and result, and if and case as one more
result. The state begins with the same number in each run, so that a program draws the same numbers
on each engine.`

// RngPass returns stablehlo-legalize-rng.
func RngPass() passes.Pass {
	return passes.On("stablehlo-legalize-rng", rngDoc, func(r *passes.Run, m ir.Module) error {
		if !HasRng(m) {
			r.Unchanged()
			return nil
		}
		d := drawer{rw: rewrite.New(r.Registry), draws: map[*ir.Op]bool{}, called: map[string]bool{}}
		d.find(m)
		for op := range m.Body().Ops() {
			f, ok := ir.As[fn.Func](op)
			if !ok || !d.draws[op] {
				continue
			}
			if err := d.function(f); err != nil {
				return err
			}
		}
		return nil
	})
}

// HasRng reports whether m has an operation that RngPass replaces.
func HasRng(m ir.Module) bool { return m.Op.Contains(ir.Is[stablehlo.Rng]) }

// HasDynamicRng reports whether m has an rng without a static shape, which RngPass does not accept.
func HasDynamicRng(m ir.Module) bool {
	return m.Op.Contains(func(op *ir.Op) bool { return ir.Is[stablehlo.Rng](op) && !op.Result().Type().HasStaticShape() })
}

// drawer passes the state of the random number generator through a module.
type drawer struct {
	rw *rewrite.Rewriter
	// draws has each rng, each operation whose regions have an operation in draws, and each call of
	// a function in draws.
	draws map[*ir.Op]bool
	// called has the functions that have callers.
	called map[string]bool
}

func (d *drawer) find(m ir.Module) {
	functions, pending := map[string]*ir.Op{}, []*ir.Op{}
	calls := map[string][]*ir.Op{}
	m.Op.Walk(func(op *ir.Op) bool {
		switch o := op.View().(type) {
		case fn.Func:
			functions[o.SymName()] = op
		case fn.Call:
			calls[o.CalleeName()] = append(calls[o.CalleeName()], op)
			d.called[o.CalleeName()] = true
		case stablehlo.Rng:
			pending = append(pending, op)
		}
		return true
	})
	for len(pending) > 0 {
		op := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		for ; op != nil && !d.draws[op] && op != m.Op; op = op.Parent() {
			d.draws[op] = true
			if f, ok := ir.As[fn.Func](op); ok {
				pending = append(pending, calls[f.SymName()]...)
			}
		}
	}
}

func stateType() ir.Type { return ir.Tensor(ir.KindType(tensor.U64), 2) }

// function passes the state through f. If f has callers, the state becomes an argument and a result
// of f.
func (d *drawer) function(f fn.Func) error {
	entry := f.Entry()
	if len(f.Body().Blocks) > 1 {
		return ir.Errorf(f.Op, "draws random numbers, but has several blocks")
	}
	if !d.called[f.SymName()] {
		d.rw.Before(entry.First())
		d.rw.Loc = f.Op.Loc()
		_, err := d.block(entry, emit.Emitter{B: &d.rw.Builder}.Table(stateType().Elem(), nil, 2))
		return err
	}
	ins, outs := append(f.ArgDicts(), ir.Attr{}), append(f.ResultDicts(), ir.Attr{})
	next, err := d.block(entry, entry.AddArg(stateType(), f.Op.Loc()))
	if err != nil {
		return err
	}
	returned(entry, next)
	f.Retype()
	f.SetArgAttrs(ins)
	f.SetResultAttrs(outs)
	return nil
}

func returned(b *ir.Block, v *ir.Value) { b.Last().SetOperands(append(b.Last().OperandList(), v)) }

// block passes the state through the operations of b, and returns the last state.
func (d *drawer) block(b *ir.Block, state *ir.Value) (*ir.Value, error) {
	for op := b.First(); op != nil; {
		next := op.Next()
		if d.draws[op] {
			var err error
			if state, err = d.through(op, state); err != nil {
				return nil, err
			}
		}
		op = next
	}
	return state, nil
}

// through replaces op by an operation that takes the state, and returns the next state.
func (d *drawer) through(op *ir.Op, state *ir.Value) (*ir.Value, error) {
	switch o := op.View().(type) {
	case stablehlo.Rng:
		return d.draw(o, state)
	case stablehlo.While, fn.Call:
		return d.extended(op, state, true)
	case stablehlo.If, stablehlo.Case:
		return d.extended(op, state, false)
	}
	return nil, ir.Errorf(op, "draws random numbers in its region, where no state can be passed")
}

// extended replaces op by an operation with the state as an additional, last result. If the
// parameter "operand" is true, the state is also the last operand and the last argument of each
// region.
func (d *drawer) extended(op *ir.Op, state *ir.Value, operand bool) (*ir.Value, error) {
	if o, ok := ir.As[stablehlo.While](op); ok {
		for inner := range o.Cond().Entry().Ops() {
			if d.draws[inner] {
				return nil, ir.Errorf(inner, "draws random numbers in the condition of a loop, which cannot return the state")
			}
		}
	}
	d.rw.Before(op)
	d.rw.Loc = op.Loc()
	operands := op.OperandList()
	if operand {
		operands = append(operands, state)
	}
	made := d.rw.Op(op.Name(), ir.Init{Operands: operands, Results: append(slices.Clone(op.ResultTypes()), stateType()), NumRegions: op.NumRegions()})
	made.Derive(op)
	for name, a := range op.Attrs() {
		made.SetAttr(name, a)
	}
	for i, r := range op.Regions() {
		to := made.RegionAt(i).AddBlock()
		for _, a := range r.Entry().Args() {
			a.ReplaceAllUses(to.AddArg(a.Type(), op.Loc()))
		}
		to.TakeOps(r.Entry())
		first := state
		if operand {
			first = to.AddArg(stateType(), op.Loc())
		}
		last, err := d.block(to, first)
		if err != nil {
			return nil, err
		}
		if !ir.Is[stablehlo.While](op) || i == 1 {
			returned(to, last)
		}
	}
	results := made.ResultList()
	d.rw.Replace(op, results[:len(results)-1]...)
	return results[len(results)-1], nil
}

func (d *drawer) draw(o stablehlo.Rng, state *ir.Value) (*ir.Value, error) {
	t := o.Op.Result().Type()
	if !t.HasStaticShape() {
		return nil, ir.Errorf(o.Op, "must have a static shape, but its type is '%s'", t)
	}
	d.rw.Before(o.Op)
	d.rw.Loc = o.Op.Loc()
	d.rw.Created = derived(o.Op)
	defer func() { d.rw.Created = nil }()
	e := emit.Emitter{B: &d.rw.Builder}
	kind := tensor.U64
	if t.Elem().IsFloat() && t.Kind() != tensor.F64 {
		kind = tensor.U32
	}
	shape, _ := t.Shape()
	g := stablehlo.NewRngBitGenerator(e.B, "THREE_FRY", state, ir.Tensor(ir.KindType(kind), shape...))
	var v *ir.Value
	switch {
	case !t.Elem().IsFloat():
		v = integers(e, o, g.Output())
	case o.RngDistribution() == "NORMAL":
		v = normals(e, o, fraction(e, g.Output()))
	default:
		v = uniforms(e, o, fraction(e, g.Output()))
	}
	d.rw.Replace(o.Op, v)
	return g.OutputState(), nil
}

// fraction converts random integers to floats in [0, 1) of the same width.
func fraction(e emit.Emitter, bits *ir.Value) *ir.Value {
	t, to, shift, one := bits.Type(), ir.KindType(tensor.F32), 9.0, uint64(math.Float32bits(1))
	if t.Kind() == tensor.U64 {
		to, shift, one = ir.KindType(tensor.F64), 12, math.Float64bits(1)
	}
	exponent := tensor.New(t.Kind())
	exponent.SetBits(0, one)
	x := stablehlo.NewShiftRightLogical(e.B, bits, e.Fill(t, shift)).Op.Result()
	ones := stablehlo.NewConstant(e.B, ir.NewSplat(t, exponent)).Op.Result()
	x = stablehlo.NewOr(e.B, x, ones).Op.Result()
	x = stablehlo.NewBitcastConvert(e.B, x, t.WithElem(to)).Op.Result()
	return e.Sub(x, e.Fill(x.Type(), 1))
}

// parameters returns the operands a and b of o, broadcast and converted to the type of x.
func parameters(e emit.Emitter, o stablehlo.Rng, x *ir.Value) (a, b *ir.Value) {
	shape := emit.Shape(x)
	wide := func(v *ir.Value) *ir.Value { return e.Broadcast(e.Convert(v, x.Type().Elem()), shape) }
	return wide(o.A()), wide(o.B())
}

// uniforms scales x from [0, 1) to [a, b). If rounding gives b, the result is a.
func uniforms(e emit.Emitter, o stablehlo.Rng, x *ir.Value) *ir.Value {
	a, b := parameters(e, o, x)
	elem, shape := o.Op.Result().Type().Elem(), emit.Shape(x)
	v := e.Convert(e.Add(a, e.Mul(x, e.Sub(b, a))), elem)
	return e.Choose(e.Compare("LT", v, e.Broadcast(o.B(), shape)), v, e.Broadcast(o.A(), shape))
}

// normals returns normally distributed numbers with mean a and standard deviation b.
func normals(e emit.Emitter, o stablehlo.Rng, x *ir.Value) *ir.Value {
	a, b := parameters(e, o, x)
	least := math.Nextafter(-1, 0)
	if x.Type().Kind() == tensor.F32 {
		least = float64(math.Nextafter32(-1, 0))
	}
	low := e.Fill(x.Type(), least)
	x = e.Max(low, e.Add(e.Mul(x, e.Fill(x.Type(), 1-least)), low))
	x = e.Mul(emit.Unary[chlo.ErfInv](e, x), e.Fill(x.Type(), math.Sqrt2))
	return e.Convert(e.Add(a, e.Mul(b, x)), o.Op.Result().Type().Elem())
}

// integers returns integers in [a, b). If this interval is empty, all integers are a.
func integers(e emit.Emitter, o stablehlo.Rng, bits *ir.Value) *ir.Value {
	elem, shape := o.Op.Result().Type().Elem(), emit.Shape(bits)
	signed := !elem.Kind().IsUnsigned()
	word, signedWord := bits.Type().Elem(), ir.KindType(tensor.I64)
	wide := func(v *ir.Value) *ir.Value {
		if !signed {
			return e.Convert(v, word)
		}
		v = e.Convert(v, signedWord)
		return stablehlo.NewBitcastConvert(e.B, v, v.Type().WithElem(word)).Op.Result()
	}
	a, count := wide(o.A()), e.Sub(wide(o.B()), wide(o.A()))
	count = e.Choose(e.Compare("LT", o.A(), o.B()), count, e.Scalar(word, 1))
	v := stablehlo.NewRemainder(e.B, bits, e.Broadcast(count, shape)).Op.Result()
	v = e.Add(v, e.Broadcast(a, shape))
	if signed {
		v = stablehlo.NewBitcastConvert(e.B, v, v.Type().WithElem(signedWord)).Op.Result()
	}
	return e.Convert(v, elem)
}

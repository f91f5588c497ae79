package kernel

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/scf"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/slice"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func (r *kernelReader) op(op *ir.Op) error {
	switch o := op.View().(type) {
	case arith.Constant:
		return r.constant(o)
	case arith.CmpI:
		return r.emitOf(op, &Instr{Code: kernelop.CmpI, Pred: kernelop.Pred(o.Predicate())}, o.LHS(), o.RHS())
	case arith.CmpF:
		return r.emitOf(op, &Instr{Code: kernelop.CmpF, Pred: kernelop.Pred(o.Predicate())}, o.LHS(), o.RHS())
	case arith.IndexCast:
		return r.indexCast(op, kernelop.ExtSI)
	case arith.IndexCastUI:
		return r.indexCast(op, kernelop.ExtUI)
	case builtin.Cast:
		return r.alias(op)
	case arith.ExtUI, arith.ExtSI, vector.Bitcast, vector.ShapeCast:
		if r.words(op.Result()) || r.words(op.OperandList()[0]) {
			return r.alias(op)
		}
	case vector.Contract:
		return r.dot(o)
	case vector.Extract:
		if r.words(o.Source()) {
			return r.alias(op)
		}
		return r.lane(op, kernelop.Extract, o.Position(), o.Source())
	case vector.Insert:
		return r.lane(op, kernelop.Insert, o.Position(), o.ValueToStore(), o.Dest())
	case vector.Shuffle:
		return r.emitOf(op, &Instr{Code: kernelop.Shuffle, Lanes: o.Mask()}, o.V1(), o.V2())
	case scf.For:
		return r.loop(o)
	case scf.If:
		return r.branch(o)
	}
	code := kernelop.Of(op.View())
	switch code.Family() {
	case kernelop.NoFamily, kernelop.Control:
		return ir.Errorf(op, "is not part of the kernel form")
	case kernelop.Memory:
		return r.memory(op, code)
	}
	args, err := r.operands(op)
	if err != nil {
		return err
	}
	in := r.new.instr(Instr{Code: code, Args: args})
	if err := r.emit(op, in); err != nil {
		return err
	}
	r.sum(in)
	return nil
}

func (r *kernelReader) memory(op *ir.Op, code kernelop.Code) error {
	switch o := op.View().(type) {
	case memref.Load:
		return r.access(op, code, o.Memref(), o.Indices())
	case vector.Load:
		return r.access(op, code, o.Base(), o.Indices())
	case memref.Prefetch:
		return r.access(op, code, o.Memref(), o.Indices())
	case memref.Store:
		return r.access(op, code, o.Memref(), o.Indices(), o.Value())
	case vector.Store:
		if err := r.access(op, code, o.Base(), o.Indices(), o.ValueToStore()); err != nil {
			return err
		}
		(*r.code)[len(*r.code)-1].Stream = o.Nontemporal()
		return nil
	case vector.MaskedLoad:
		return r.access(op, code, o.Base(), o.Indices(), o.Mask(), o.PassThru())
	case vector.MaskedStore:
		return r.access(op, code, o.Base(), o.Indices(), o.Mask(), o.ValueToStore())
	case vector.Gather:
		return r.gather(o)
	}
	panic("kernel: BUG: no operands of " + code.String())
}

func (r *kernelReader) constant(op arith.Constant) error {
	in := r.new.instr(Instr{Code: kernelop.Const})
	if err := r.emit(op.Op, in); err != nil {
		return err
	}
	t := r.k.Type(in.Results[0])
	switch d := op.Value().Data().(type) {
	case *ir.IntAttr:
		one := tensor.New(t.Kind)
		one.SetInt(0, d.Value)
		in.Data = one.Data
		r.consts[in.Results[0]] = d.Value
		r.sums[in.Results[0]] = Addr{Base: d.Value}
	case *ir.FloatAttr:
		one := tensor.New(t.Kind)
		one.SetBits(0, d.Lo)
		in.Data = one.Data
	case *ir.DenseElements:
		if one, ok := d.Splat(); ok {
			in.Data = one.Data
		} else {
			in.Data = d.Tensor().Data
		}
	default:
		return ir.Errorf(op.Op, "is not a number")
	}
	return nil
}

// indexCast reads a cast between index and an integer type. If the sizes of the types differ, the
// cast is an extension or a truncation.
func (r *kernelReader) indexCast(op *ir.Op, code kernelop.Code) error {
	from, err1 := r.typeOf(op, op.OperandAt(0))
	to, err2 := r.typeOf(op, op.Result())
	switch {
	case err1 != nil:
		return err1
	case err2 != nil:
		return err2
	case from.Kind.Size() == to.Kind.Size():
		return r.alias(op)
	case from.Kind.Bits() > to.Kind.Bits():
		code = kernelop.TruncI
	}
	return r.emitOf(op, &Instr{Code: code}, op.OperandAt(0))
}

// alias reads an operation whose result has the same bits as its operand.
func (r *kernelReader) alias(op *ir.Op) error {
	for i := range op.NumResults() {
		id, err := r.arg(op, op.OperandAt(i))
		if err != nil {
			return err
		}
		r.ids[op.ResultAt(i)] = id
	}
	return nil
}

// words reports whether the type of v is a vector of words, as kernelop.Words defines it.
func (r *kernelReader) words(v *ir.Value) bool {
	_, ok := kernelop.Words(v.Type(), int64(r.k.Lanes))
	return ok
}

// dot reads a vector.contract that multiplies the bytes of two words in pairs, and adds the
// products to a lane of the accumulator.
func (r *kernelReader) dot(op vector.Contract) error {
	unsigned, signed, ok := kernelop.DotFactors(op)
	if !ok {
		return ir.Errorf(op.Op, "must add the products of unsigned and signed bytes of words")
	}
	return r.emitOf(op.Op, &Instr{Code: kernelop.Dot}, unsigned, signed, op.Acc())
}

// lane reads vector.extract or vector.insert. The argument "values" has its operands, and "at" has
// the position of its lane.
func (r *kernelReader) lane(op *ir.Op, code kernelop.Code, at slice.Mixed, values ...*ir.Value) error {
	in := &Instr{Code: code}
	if len(at.Values) == 0 {
		if len(at.Static) != 1 {
			return ir.Errorf(op, "must name one lane")
		}
		in.Pos = int(at.Static[0])
	}
	return r.emitOf(op, in, append(values, at.Values...)...)
}

// access reads a memory operation on a buffer. The argument "at" has its indices, and "values" has
// its other operands, such as the value to store or the mask.
func (r *kernelReader) access(op *ir.Op, code kernelop.Code, buffer *ir.Value, at []*ir.Value, values ...*ir.Value) error {
	param, ok := r.params[buffer]
	if !ok {
		return ir.Errorf(op, "must access an argument of the kernel")
	}
	shape := r.k.Params[param].Shape
	index, err := r.args(op, at)
	if err != nil {
		return err
	}
	if len(index) != len(shape) {
		return ir.Errorf(op, "has %d indices for a buffer of %d dimensions", len(index), len(shape))
	}
	if code.Info().Writes && !r.k.Params[param].Written {
		return ir.Errorf(op, "writes argument #%d, which 'kernel.writes' does not list", param)
	}
	return r.emitOf(op, r.new.instr(Instr{Code: code, Param: param, Addr: r.address(index, shape)}), values...)
}

// gather reads vector.gather, whose mask must be all true.
func (r *kernelReader) gather(op vector.Gather) error {
	k, ok := ir.Defining[arith.Constant](op.Mask())
	if ok {
		var mask *ir.DenseElements
		if mask, ok = ir.AttrAs[*ir.DenseElements](k.Value()); ok {
			var one *tensor.Tensor
			one, ok = mask.Splat()
			ok = ok && one.Int(0) != 0
		}
	}
	if !ok {
		return ir.Errorf(op.Op, "must have a mask that is constant and true")
	}
	return r.access(op.Op, kernelop.Gather, op.Base(), op.Offsets(), op.Indices())
}

func (r *kernelReader) loop(op scf.For) error {
	args, err := r.operands(op.Op)
	if err != nil {
		return err
	}
	if s, ok := r.consts[r.ids[op.Step()]]; !ok || s <= 0 {
		return ir.Errorf(op.Op, "must have a constant positive step")
	}
	in := &Instr{Code: kernelop.For, Args: args}
	var inner []ID
	for _, v := range op.Body().Args() {
		t, err := r.typeOf(op.Op, v)
		if err != nil {
			return err
		}
		inner = append(inner, r.value(v, t))
	}
	if in.Blocks[0], err = r.block(op.Body()); err != nil {
		return err
	}
	in.Blocks[0].Args = inner
	if n := op.Op.NumResults(); len(inner) != n+1 || len(in.Blocks[0].Yield) != n || len(args) != n+3 {
		return ir.Errorf(op.Op, "carries and yields different numbers of values")
	}
	return r.emit(op.Op, in)
}

func (r *kernelReader) branch(op scf.If) error {
	args, err := r.args(op.Op, []*ir.Value{op.Condition()})
	if err != nil {
		return err
	}
	in := &Instr{Code: kernelop.If, Args: args}
	for i, b := range []*ir.Block{op.Then(), op.Else()} {
		if b == nil {
			continue
		}
		if in.Blocks[i], err = r.block(b); err != nil {
			return err
		}
		if len(in.Blocks[i].Yield) != op.Op.NumResults() {
			return ir.Errorf(op.Op, "yields %d values for %d results", len(in.Blocks[i].Yield), op.Op.NumResults())
		}
	}
	return r.emit(op.Op, in)
}

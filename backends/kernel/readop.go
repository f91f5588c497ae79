package kernel

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// op reads one operation of a kernel.
func (r *kernelReader) op(op *ir.Op) error {
	switch op.Name() {
	case "arith.constant":
		return r.constant(op)
	case "arith.cmpi":
		return r.compare(op, CmpI)
	case "arith.cmpf":
		return r.compare(op, CmpF)
	case "arith.index_cast":
		return r.indexCast(op, ExtSI)
	case "arith.index_castui":
		return r.indexCast(op, ExtUI)
	case "builtin.unrealized_conversion_cast":
		return r.alias(op)
	case "vector.extract":
		return r.lane(op, Extract, 1)
	case "vector.insert":
		return r.lane(op, Insert, 2)
	case "memref.load", "vector.load":
		return r.access(op, Load, 0, 0)
	case "memref.store", "vector.store":
		return r.access(op, Store, 1, 0)
	case "vector.maskedload":
		return r.access(op, MaskedLoad, 0, 2)
	case "vector.maskedstore":
		return r.access(op, MaskedStore, 0, 2)
	case "vector.gather":
		return r.gather(op)
	case "scf.for":
		return r.loop(op)
	case "scf.if":
		return r.branch(op)
	}
	code := codeOf(op.Name())
	if code == Invalid {
		return ir.Errorf(op, "is not part of the kernel form")
	}
	args, err := r.args(op, 0, op.NumOperands())
	if err != nil {
		return err
	}
	in := &Instr{Code: code, Args: args}
	if err := r.emit(op, in); err != nil {
		return err
	}
	r.sum(in)
	return nil
}

func (r *kernelReader) constant(op *ir.Op) error {
	in := &Instr{Code: Const}
	if err := r.emit(op, in); err != nil {
		return err
	}
	t := r.k.Type(in.Results[0])
	switch d := attrOf(op, "value").Data().(type) {
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
		return ir.Errorf(op, "holds no number")
	}
	return nil
}

func (r *kernelReader) compare(op *ir.Op, code Code) error {
	args, err := r.args(op, 0, 2)
	if err != nil {
		return err
	}
	p, ok := attrOf(op, "predicate").Int()
	if !ok {
		return ir.Errorf(op, "has no predicate")
	}
	return r.emit(op, &Instr{Code: code, Pred: Pred(p), Args: args})
}

// indexCast reads a cast between index and integers: an extension, or a
// truncation.
func (r *kernelReader) indexCast(op *ir.Op, code Code) error {
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
		code = TruncI
	}
	args, err := r.args(op, 0, 1)
	if err != nil {
		return err
	}
	return r.emit(op, &Instr{Code: code, Args: args})
}

// alias reads an operation that changes no bits.
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

// lane reads vector.extract and vector.insert, whose values are followed by an
// optional dynamic position.
func (r *kernelReader) lane(op *ir.Op, code Code, values int) error {
	args, err := r.args(op, 0, op.NumOperands())
	if err != nil {
		return err
	}
	in := &Instr{Code: code, Args: args}
	if len(args) == values {
		pos, ok := attrOf(op, "static_position").Ints()
		if !ok || len(pos) != 1 {
			return ir.Errorf(op, "must name one lane")
		}
		in.Pos = int(pos[0])
	}
	return r.emit(op, in)
}

// access reads a memory operation: leading values, the buffer, indices, trailing
// values.
func (r *kernelReader) access(op *ir.Op, code Code, leading, trailing int) error {
	lead, err := r.args(op, 0, leading)
	if err != nil {
		return err
	}
	end := op.NumOperands() - trailing
	tail, err := r.args(op, end, op.NumOperands())
	if err != nil {
		return err
	}
	param, ok := r.params[op.OperandAt(leading)]
	if !ok {
		return ir.Errorf(op, "must access an argument of the kernel")
	}
	shape := r.k.Params[param].Shape
	index, err := r.args(op, leading+1, end)
	if err != nil {
		return err
	}
	if len(index) != len(shape) {
		return ir.Errorf(op, "has %d indices for a buffer of %d dimensions", len(index), len(shape))
	}
	if code == Store && !r.k.Params[param].Written {
		return ir.Errorf(op, "writes argument #%d, which 'kernel.writes' does not list", param)
	}
	in := &Instr{Code: code, Args: append(lead, tail...), Param: param, Addr: r.address(index, shape)}
	return r.emit(op, in)
}

// gather reads vector.gather, whose mask is all true: buffer, indices, vector of
// indices, mask, what lanes that are off would get.
func (r *kernelReader) gather(op *ir.Op) error {
	n := op.NumOperands()
	mask, ok := ir.AttrAs[*ir.DenseElements](constantOf(op.OperandAt(n - 2)))
	if ok {
		var one *tensor.Tensor
		one, ok = mask.Splat()
		ok = ok && one.Int(0) != 0
	}
	if !ok {
		return ir.Errorf(op, "must have a mask that is constant and true")
	}
	if err := r.access(op, Gather, 0, 3); err != nil {
		return err
	}
	in := (*r.code)[len(*r.code)-1]
	in.Args = in.Args[:1]
	return nil
}

// constantOf is the value of v's arith.constant, if it has one.
func constantOf(v *ir.Value) ir.Attr {
	if def := v.Def(); def != nil && def.Name() == "arith.constant" {
		return def.Attr("value")
	}
	return ir.Attr{}
}

func (r *kernelReader) loop(op *ir.Op) error {
	args, err := r.args(op, 0, op.NumOperands())
	if err != nil {
		return err
	}
	if s, ok := r.consts[args[2]]; !ok || s <= 0 {
		return ir.Errorf(op, "must have a constant positive step")
	}
	in := &Instr{Code: For, Args: args}
	entry := op.RegionAt(0).Entry()
	var inner []ID
	for _, v := range entry.Args() {
		t, err := r.typeOf(op, v)
		if err != nil {
			return err
		}
		inner = append(inner, r.value(v, t))
	}
	if in.Blocks[0], err = r.block(entry); err != nil {
		return err
	}
	in.Blocks[0].Args = inner
	if n := op.NumResults(); len(inner) != n+1 || len(in.Blocks[0].Yield) != n || len(args) != n+3 {
		return ir.Errorf(op, "carries and yields different numbers of values")
	}
	return r.emit(op, in)
}

func (r *kernelReader) branch(op *ir.Op) error {
	args, err := r.args(op, 0, 1)
	if err != nil {
		return err
	}
	in := &Instr{Code: If, Args: args}
	for i := range min(op.NumRegions(), 2) {
		if op.RegionAt(i).Empty() {
			continue
		}
		if in.Blocks[i], err = r.block(op.RegionAt(i).Entry()); err != nil {
			return err
		}
		if len(in.Blocks[i].Yield) != op.NumResults() {
			return ir.Errorf(op, "yields %d values for %d results", len(in.Blocks[i].Yield), op.NumResults())
		}
	}
	return r.emit(op, in)
}

package stablehlo

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
)

const signlessDoc = `replace signed and unsigned integer types by signless ones

All values, functions and constants get the type with the same width. Operations are not changed: an
operation that computes another result for unsigned integers must have an attribute for it, as
compare does. An operation that requires signed or unsigned integers is an error.`

// SignlessPass returns stablehlo-convert-to-signless.
func SignlessPass() passes.Pass {
	return passes.On("stablehlo-convert-to-signless", signlessDoc, func(_ *passes.Run, m ir.Module) error {
		m.Op.Walk(func(op *ir.Op) bool {
			for v := range op.Results() {
				v.SetType(signless(v.Type()))
			}
			for _, r := range op.Regions() {
				for _, b := range r.Blocks {
					for _, a := range b.Args() {
						a.SetType(signless(a.Type()))
					}
				}
			}
			if f, ok := ir.As[fn.Func](op); ok {
				t := f.FunctionType()
				f.SetFunctionType(signlessList(t.Inputs), signlessList(t.Results))
			}
			if op.Has(ir.ConstantLike) {
				for name, a := range op.InherentAttrs() {
					op.SetAttr(name, signlessConstant(a))
				}
			}
			return true
		})
		return needsSigns(m)
	})
}

// needsSigns returns an error if m has an operation that is invalid because its integers became
// signless.
func needsSigns(m ir.Module) (err error) {
	m.Op.Walk(func(op *ir.Op) bool {
		if err == nil && op.NumRegions() == 0 {
			if ir.Verify(op) != nil {
				err = ir.Errorf(op, "requires signed or unsigned integers, so the program cannot be converted to signless integers").
					WithHelp("replace the operation first, for example with --nn-to-stablehlo")
			}
		}
		return err == nil
	})
	return err
}

func signlessList(ts []ir.Type) []ir.Type {
	out := make([]ir.Type, len(ts))
	for i, t := range ts {
		out[i] = signless(t)
	}
	return out
}

// signless returns t with signless integers.
func signless(t ir.Type) ir.Type {
	switch d := t.Data().(type) {
	case *ir.IntType:
		if d.Sign != ir.Signless {
			return ir.NewType(&ir.IntType{Bits: d.Bits})
		}
	case *ir.TupleType:
		return ir.NewType(&ir.TupleType{Elems: signlessList(d.Elems)})
	case *ir.FunctionType:
		return ir.NewType(&ir.FunctionType{Inputs: signlessList(d.Inputs), Results: signlessList(d.Results)})
	default:
		if t.IsShaped() {
			return t.WithElem(signless(t.Elem()))
		}
	}
	return t
}

// signlessConstant returns the constant a with a signless type and the same bits.
func signlessConstant(a ir.Attr) ir.Attr {
	d, ok := ir.AttrAs[*ir.DenseElements](a)
	if !ok {
		return a
	}
	t := signless(d.Type)
	if t == d.Type || t.Kind() == tensor.Invalid {
		return a
	}
	if one, ok := d.Splat(); ok {
		return ir.NewSplat(t, retagged(one, t.Kind()))
	}
	return ir.NewDense(t, retagged(d.Tensor(), t.Kind()))
}

// retagged returns v with kind k, which must have elements of the same size.
func retagged(v *tensor.Tensor, k tensor.Kind) *tensor.Tensor {
	w := tensor.New(k, v.Shape...)
	for i := range v.NumElements() {
		w.SetInt(i, v.Int(i))
	}
	return w
}

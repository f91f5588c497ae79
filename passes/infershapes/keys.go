package infershapes

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// ByKeys sets the type of each argument of f from two entries of the argument's dictionary, such as
// MXNet's __shape__ and __dtype__. shapeKey and dtypeKey are the keys of the entries; "" means no
// key. ByKeys fails, leaving f unchanged, if an entry is not a valid shape or type, or contradicts
// the argument's type.
func ByKeys(f fn.Func, shapeKey, dtypeKey string) error {
	ins := make([]ir.Type, f.Entry().NumArgs())
	for i, a := range f.Entry().Args() {
		was, elem := nnvm.Parts(a.Type())
		shape, t, err := declared(f, i, shapeKey, dtypeKey)
		if err != nil {
			return err
		}
		both, ok := nnvm.Unify(was, shape)
		switch {
		case !ok:
			return ir.Errorf(f.Op, "has argument %s of shape %s, but %s in its dictionary is %s", argName(a), was, shapeKey, shape)
		case !t.IsNil() && !elem.IsNil() && t != elem:
			return ir.Errorf(f.Op, "has argument %s with element type '%s', but %s in its dictionary is '%s'", argName(a), elem, dtypeKey, t)
		case t.IsNil():
			t = elem
		}
		if ins[i] = a.Type(); constraint.IsTensor(a.Type()) {
			ins[i] = refined(a.Type(), both, t)
		}
	}
	for i, a := range f.Entry().Args() {
		a.SetType(ins[i])
	}
	f.Retype()
	return nil
}

// declared returns the shape and element type that the dictionary of argument i gives.
func declared(f fn.Func, i int, shapeKey, dtypeKey string) (shape nnvm.Shape, elem ir.Type, err error) {
	wrong := func(key, text, what string) error {
		return ir.Errorf(f.Op, "has argument %s with %s = %q, which is not a valid %s", argName(f.Entry().Arg(i)), key, text, what)
	}
	if text, ok := entry(f, i, shapeKey); ok {
		extents, ok := nnvm.ParseTuple(text)
		if !ok || slices.ContainsFunc(extents, func(n int64) bool { return n < 0 }) {
			return nil, elem, wrong(shapeKey, text, "shape")
		}
		if len(extents) > 0 {
			shape = nnvm.ShapeOf(extents)
		}
	}
	if text, ok := entry(f, i, dtypeKey); ok && text != "-1" {
		if elem, ok = nnvm.ElemOf(text); !ok {
			return nil, elem, wrong(dtypeKey, text, "element type")
		}
	}
	return shape, elem, nil
}

// entry reads an entry of the dictionary of argument i.
func entry(f fn.Func, i int, key string) (string, bool) {
	d := f.ArgAttrs(i)
	if d == nil || key == "" {
		return "", false
	}
	dict, ok := ir.AttrAs[*ir.DictAttr](d.Get(nnvm.DictAttr))
	if !ok {
		return "", false
	}
	return dict.Get(key).Str()
}

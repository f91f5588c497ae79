package onednn

import (
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// currentKind returns the current name of a kind. Older files may have an older name.
func currentKind(kind string) string {
	if kind == "BiasAddBackprop" {
		return "BiasAddBackward"
	}
	return kind
}

// build inserts an operation.
func (l *loader) build(o *operation) error {
	def := l.b.Registry().Op(onednngraph.Prefix + currentKind(o.kind))
	if def == nil {
		return o.kindAt.errorf(l.src, "there is no operation of kind %q", o.kind)
	}
	l.b.Loc = l.places.At(o.kindAt.off)
	attrs, err := l.attributes(o, def)
	if err != nil {
		return err
	}
	in := ir.Init{Attrs: attrs}
	for _, t := range o.inputs {
		in.Operands = append(in.Operands, l.values[t.ID])
	}
	tensors := make([]onednngraph.Tensor, len(o.outputs))
	for i, t := range o.outputs {
		typ, err := l.typeOf(t)
		if err != nil {
			return err
		}
		in.Results = append(in.Results, typ)
		tensors[i] = t.Tensor
		tensors[i].Strides = given(t.Strides, t.shape)
	}
	if len(o.outputs) > ir.MaxResults {
		return o.at.errorf(l.src, "the operation has more than %d outputs", ir.MaxResults)
	}
	op := l.b.New(def, &in)
	l.b.Insert(op)
	op.SetDiscardable(onednngraph.IDAttr, ir.NewI64(o.id))
	if o.name != "" {
		op.SetDiscardable(onednngraph.NameAttr, ir.NewString(o.name))
	}
	if len(tensors) > 0 {
		onednngraph.SetTensors(op, tensors...)
	}
	for i, t := range o.outputs {
		l.values[t.ID] = op.ResultAt(i)
	}
	return l.inferred(op)
}

// inferred infers the types of op's results, if the text omits some.
func (l *loader) inferred(op *ir.Op) error {
	for _, v := range op.ResultList() {
		if v.Type().HasStaticShape() {
			continue
		}
		if err := ir.Verify(op); err != nil {
			return err
		}
		types, err := onednngraph.Infer(op)
		if err != nil {
			return err
		}
		for i, t := range types {
			op.ResultAt(i).SetType(t)
		}
		return nil
	}
	return nil
}

// attributes converts the attributes of an operation.
func (l *loader) attributes(o *operation, def *ir.OpDef) ([]ir.Attr, error) {
	out := make([]ir.Attr, len(def.Spec.Attrs))
	for _, a := range o.attrs {
		i := slices.IndexFunc(def.Spec.Attrs, func(f ir.AttrField) bool { return f.Name == a.name })
		if i < 0 {
			return nil, a.at.errorf(l.src, "an operation of kind %s has no attribute %q", currentKind(o.kind), a.name)
		}
		f := def.Spec.Attrs[i]
		if l.isFiller(o, a, f, def) {
			continue
		}
		out[i] = attrOf(a.value)
		if f.Type.Accept != nil && !f.Type.Accept(out[i]) {
			return nil, a.at.errorf(l.src, "attribute %q of kind %s must be a %s", a.name, currentKind(o.kind), f.Type.Text)
		}
	}
	return out, nil
}

// mostDims is DNNL_MAX_NDIMS, the largest rank of oneDNN's tensors. oneDNN writes lists of this
// length for absent optional attributes.
const mostDims = 12

// fillerOf returns the element of the list that oneDNN writes for an absent attribute. ok is false
// if it writes none. The source is src/graph/interface/op_def.hpp: attributes whose default is
// DNNL_MAX_NDIMS equal elements. spatial is true for attributes with one element for each spatial
// dimension, and false for attributes with one for each dimension.
func fillerOf(name string) (elem int64, spatial, ok bool) {
	switch name {
	case "output_padding":
		return 0, true, true
	case "dilations":
		return 1, true, true
	case "src_shape", "dst_shape", "weights_shape":
		return 0, false, true
	}
	return 0, false, false
}

// isFiller reports whether oneDNN wrote the attribute a of o because the attribute was absent. If
// the length of the list fits the rank of a tensor, the list may be intended and is not a filler.
// But a list that specifies a shape is always a filler if o has an operand for the shape, since
// oneDNN permits only one of them.
func (l *loader) isFiller(o *operation, a attribute, f ir.AttrField, def *ir.OpDef) bool {
	v, ok := a.value.([]int64)
	if !ok || !f.Optional || len(v) != mostDims {
		return false
	}
	elem, spatial, ok := fillerOf(a.name)
	if !ok || slices.ContainsFunc(v, func(n int64) bool { return n != elem }) {
		return false
	}
	if spatial {
		return !l.hasRank(o, mostDims+2) // two dimensions are the batch and the channels
	}
	// The operand for the shape is optional and the last one.
	return len(o.inputs) == len(def.Spec.Operands) || !l.hasRank(o, mostDims)
}

// hasRank reports whether an input or output of o has the given rank.
func (l *loader) hasRank(o *operation, rank int) bool {
	for _, t := range o.inputs {
		if shape, ok := l.values[t.ID].Type().Shape(); ok && len(shape) == rank {
			return true
		}
	}
	return slices.ContainsFunc(o.outputs, func(t tensorEntry) bool { return t.shape != nil && len(t.shape) == rank })
}

func attrOf(value any) ir.Attr {
	switch v := value.(type) {
	case string:
		return ir.NewString(v)
	case bool:
		return ir.BoolAttr(v)
	case int64:
		return ir.NewI64(v)
	case float64:
		return ir.NewFloat(v, ir.F32())
	case []int64:
		return ir.NewDenseI64(v...)
	case []float64:
		return denseF32(v)
	}
	return ir.Attr{}
}

// denseF32 returns the attribute array<f32: v…>.
func denseF32(v []float64) ir.Attr {
	t := tensor.New(tensor.F32, int64(len(v)))
	for i, x := range v {
		t.SetFloat(i, x)
	}
	return ir.NewAttr(&ir.DenseArrayAttr{Elem: ir.F32(), Values: t})
}

package nnvm

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
)

// carried has the parts of a node that become discardable attributes.
type carried struct {
	name    ir.Attr        // a string
	rest    []pair         // dictionary entries that are not parameters
	spelled []ir.NamedAttr // parameters whose text is not the standard form
}

func (c carried) attrs(to []ir.NamedAttr) []ir.NamedAttr {
	if len(c.rest) > 0 {
		entries := make([]ir.NamedAttr, len(c.rest))
		for i, p := range c.rest {
			// The key may be a substring of a long text, which a clone does not keep in memory.
			entries[i] = ir.NamedAttr{Name: strings.Clone(p.key), Attr: ir.NewString(p.value)}
		}
		to = append(to, ir.NamedAttr{Name: nnvm.DictAttr, Attr: ir.NewDict(entries...)})
	}
	to = append(to, ir.NamedAttr{Name: nnvm.NameAttr, Attr: c.name})
	if len(c.spelled) > 0 {
		to = append(to, ir.NamedAttr{Name: nnvm.SpelledAttr, Attr: ir.NewDict(c.spelled...)})
	}
	return to
}

// insert creates the operation of a node, whose results have type t. It uses the operands and
// parameters in the ir.Init, and overwrites the other slices.
func insert(b *ir.Builder, def *ir.OpDef, results int, in *ir.Init, c carried, t ir.Type) *ir.Op {
	in.Discard = c.attrs(in.Discard[:0])
	in.Results = in.Results[:0]
	for range results {
		in.Results = append(in.Results, t)
	}
	op := b.New(def, in)
	b.Insert(op)
	return op
}

// typeOf reads a variable's type from its dictionary. bad is the first invalid entry.
func typeOf(dict []pair) (t ir.Type, bad *pair) {
	elem := nnvm.Any()
	var shape []int64
	for i, p := range dict {
		ok := true
		switch p.key {
		case "shape":
			shape, ok = nnvm.ParseTuple(p.value)
			ok = ok && !slices.ContainsFunc(shape, func(n int64) bool { return n < 0 })
			shape = nnvm.ShapeOf(shape)
		case "dtype":
			elem, ok = nnvm.ElemOf(p.value)
			if p.value == "-1" {
				elem, ok = nnvm.Any(), true
			}
		}
		if !ok {
			return ir.Type{}, &dict[i]
		}
	}
	if len(shape) == 0 {
		return ir.NewType(&ir.UnrankedTensorType{Elem: elem}), nil
	}
	return ir.Tensor(elem, shape...), nil
}

// maxParts is the largest number of parts of a split.
const maxParts = 1 << 15

// parts returns the number of equal parts of a split. ok is false if the number is out of range.
// For a split at a list of indices, n is 0 and ok is true.
func parts(params []ir.Attr) (n int64, ok bool) {
	n, isNumber := params[0].Int()
	return n, !isNumber || n >= 1 && n <= maxParts
}

func splitParts(a ir.Attr) int {
	if n, ok := a.Int(); ok {
		return int(max(0, min(n, maxParts)))
	}
	at, _ := a.Ints()
	return len(at) + 1
}

// arity returns the least and the largest number of operands. high is -1 if there is no limit.
func arity(def *ir.OpDef) (low, high int) {
	for _, f := range def.Spec.Operands {
		switch f.Arity {
		case ir.One:
			low++
			high++
		case ir.Optional:
			high++
		default:
			return low, -1
		}
	}
	return low, high
}

// operatorOf returns the operator with this standard or alternative NNVM name, or nil.
func operatorOf(reg *ir.Registry, name string) *ir.OpDef {
	def := reg.Op("nnvm." + name)
	if def == nil {
		def = reg.Op("nnvm." + alias(name))
	}
	if def == nil {
		return nil
	}
	switch def.Zero().(type) {
	case nnvm.After, nnvm.Read:
		return nil
	}
	return def
}

// alias returns the standard name for an operator's name, which may be an alternative name.
func alias(name string) string {
	switch name {
	case "_copy":
		return "copy"
	case "yolo2_reorg":
		return "yolo_reorg"
	case "yolo2_region":
		return "yolo_region"
	}
	if op, ok := strings.CutSuffix(name, "_symbol__"); ok {
		return "broadcast" + strings.TrimPrefix(op, "_") // __add_symbol__
	}
	return name
}

// params converts the parameters in a dictionary to attributes. It returns the other entries, and
// the parameters whose text is not the standard form.
func params(def *ir.OpDef, dict []pair, in *ir.Init) (rest []pair, spelled []ir.NamedAttr, err error) {
	in.Attrs = in.Attrs[:0]
	for range def.Spec.Attrs {
		in.Attrs = append(in.Attrs, ir.Attr{})
	}
	for _, p := range dict {
		slot := def.Slot(p.key)
		if slot < 0 {
			rest = append(rest, p)
			continue
		}
		f := def.Spec.Attrs[slot]
		a, err := nnvm.ParseParam(f, p.value)
		if err != nil {
			return nil, nil, err
		}
		in.Attrs[slot] = a
		if nnvm.FormatParam(f, a) != p.value {
			spelled = append(spelled, ir.NamedAttr{Name: f.Name, Attr: ir.NewString(p.value)})
		}
	}
	for i, f := range def.Spec.Attrs {
		if !f.Optional && in.Attrs[i].IsNil() {
			return nil, nil, fmt.Errorf("'%s' requires attribute '%s'", def.Name(), f.Name)
		}
	}
	return rest, spelled, nil
}

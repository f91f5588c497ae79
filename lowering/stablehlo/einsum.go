package stablehlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/dialects/stablehlo/emit"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// labels has a label for each dimension of a tensor: its letter, or a negative number for a
// dimension of an ellipsis. The last dimension of an ellipsis has -1.
type labels []int

// einsum returns the sum of products that config describes, as in "ab,bc->ac". Labels that the
// result lacks are summed over. If an operand has a label twice, the diagonal is used.
func einsum(e emit.Emitter, op *ir.Op, config string) (*ir.Value, error) {
	in, out, err := parseEinsum(op, config)
	if err != nil {
		return nil, err
	}
	ins := op.OperandList()
	for _, v := range ins {
		if v.Type().Elem().Kind() == tensor.Invalid {
			return nil, ir.Errorf(op, "cannot be replaced: it has elements of type '%s'", v.Type().Elem())
		}
	}
	x, xl := ins[0], in[0]
	if len(in) == 1 {
		x, xl = reducedTo(e, x, xl, func(l int) bool { return slices.Contains(out, l) })
		return arranged(e, x, xl, out), nil
	}
	y, yl := ins[1], in[1]
	x, xl = reducedTo(e, x, xl, func(l int) bool { return slices.Contains(out, l) || slices.Contains(in[1], l) })
	y, yl = reducedTo(e, y, yl, func(l int) bool { return slices.Contains(out, l) || slices.Contains(in[0], l) })
	var d stablehlo.DotDims
	var shape []int64
	var made labels
	for i, l := range xl {
		j := int64(slices.Index(yl, l))
		switch {
		case j < 0:
		case slices.Contains(out, l):
			d.LHSBatching, d.RHSBatching = append(d.LHSBatching, int64(i)), append(d.RHSBatching, j)
			shape, made = append(shape, emit.Shape(x)[i]), append(made, l)
		default:
			d.LHSContracting, d.RHSContracting = append(d.LHSContracting, int64(i)), append(d.RHSContracting, j)
		}
	}
	for i, l := range xl {
		if !slices.Contains(yl, l) {
			shape, made = append(shape, emit.Shape(x)[i]), append(made, l)
		}
	}
	for i, l := range yl {
		if !slices.Contains(xl, l) {
			shape, made = append(shape, emit.Shape(y)[i]), append(made, l)
		}
	}
	product := stablehlo.NewDotGeneral(e.B, x, y, ir.Tensor(op.Result().Type().Elem(), shape...), d).Op.Result()
	return arranged(e, product, made, out), nil
}

// reducedTo takes the diagonals of x along repeated labels, and sums over the labels that are not
// kept.
func reducedTo(e emit.Emitter, x *ir.Value, all labels, kept func(int) bool) (*ir.Value, labels) {
	add := func(e emit.Emitter, x, y *ir.Value) *ir.Value { return e.Add(x, y) }
	for i := 0; i < len(all); i++ {
		j := slices.Index(all[:i], all[i])
		if j < 0 {
			continue
		}
		shape, count := emit.Shape(x), ir.NewType(&ir.IntType{Bits: 64})
		same := e.Compare("EQ", e.Iota(count, int64(j), shape...), e.Iota(count, int64(i), shape...))
		x = e.Reduce(e.Choose(same, x, zeros(e, x.Type())), 0, add, int64(i))
		all = slices.Delete(slices.Clone(all), i, i+1)
		i--
	}
	var dims []int64
	var left labels
	for i, l := range all {
		if kept(l) {
			left = append(left, l)
		} else {
			dims = append(dims, int64(i))
		}
	}
	if len(dims) > 0 {
		x = e.Reduce(x, 0, add, dims...)
	}
	return x, left
}

func zeros(e emit.Emitter, t ir.Type) *ir.Value {
	shape, _ := t.Shape()
	return e.Broadcast(e.Table(t.Elem(), nil), shape)
}

// arranged transposes x from the order of the labels "from" to the order of the labels "to".
func arranged(e emit.Emitter, x *ir.Value, from, to labels) *ir.Value {
	perm := make([]int64, len(to))
	for i, l := range to {
		perm[i] = int64(slices.Index(from, l))
	}
	return e.Transpose(x, perm...)
}

// parseEinsum returns the labels of all operands and of the result. It checks that they fit the
// types.
func parseEinsum(op *ir.Op, config string) (in []labels, out labels, err error) {
	wrong := func(format string, args ...any) ([]labels, labels, error) {
		return nil, nil, ir.Errorf(op, "has the configuration '%s', which %s", config, fmt.Sprintf(format, args...))
	}
	text := strings.ReplaceAll(config, " ", "")
	operands, result, ok := strings.Cut(text, "->")
	terms := strings.Split(operands, ",")
	if !ok || len(terms) != op.NumOperands() {
		return wrong("must have a term for each operand and, after '->', one for the result, as in 'ab,bc->ac'")
	}
	extents := map[int]int64{}
	named := func(term string, v *ir.Value) (labels, bool) {
		shape := emit.Shape(v)
		ls, ok := parseTerm(term, len(shape))
		if !ok || !v.Type().HasStaticShape() {
			return nil, false
		}
		for i, l := range ls {
			if n, ok := extents[l]; ok && n != shape[i] {
				return nil, false
			}
			extents[l] = shape[i]
		}
		return ls, true
	}
	for i, term := range terms {
		ls, ok := named(term, op.OperandAt(i))
		if !ok {
			return wrong("does not match operand #%d of type '%s': each dimension must have a letter or belong to an ellipsis, and corresponding dimensions must have equal static extents", i, op.OperandAt(i).Type())
		}
		in = append(in, ls)
	}
	known := len(extents)
	out, ok = named(result, op.Result())
	if !ok || len(extents) > known || repeats(out) {
		return wrong("does not match the result of type '%s': each dimension must have a different letter or belong to an ellipsis, and must also be in the operands with the same extent", op.Result().Type())
	}
	if ok := slices.ContainsFunc(op.OperandTypes(), func(t ir.Type) bool { return t.Elem() != op.OperandTypes()[0].Elem() }); ok {
		return wrong("needs operands of one element type")
	}
	return in, out, nil
}

func repeats(ls labels) bool {
	for i, l := range ls {
		if slices.Contains(ls[:i], l) {
			return true
		}
	}
	return false
}

// parseTerm returns the labels of a term. An ellipsis in the term has the dimensions without
// letters.
func parseTerm(term string, rank int) (ls labels, ok bool) {
	before, after, dots := strings.Cut(term, "...")
	if n := len(before) + len(after); n > rank || n < rank && !dots {
		return nil, false
	}
	for _, c := range before {
		ls = append(ls, int(c))
	}
	if dots {
		for i := rank - len(before) - len(after); i > 0; i-- {
			ls = append(ls, -i)
		}
	}
	for _, c := range after {
		ls = append(ls, int(c))
	}
	for _, l := range ls {
		if l >= 0 && !(l >= 'a' && l <= 'z' || l >= 'A' && l <= 'Z') {
			return nil, false
		}
	}
	return ls, true
}

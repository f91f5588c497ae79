package nnvm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Shape is a list of extents. ir.Dynamic is an unknown extent. A nil Shape has unknown rank. A
// scalar has an empty Shape that is not nil.
type Shape []int64

func (s Shape) String() string {
	if s == nil {
		return "of unknown rank"
	}
	var b strings.Builder
	b.WriteByte('[')
	for i, n := range s {
		if i > 0 {
			b.WriteByte(' ')
		}
		if n == ir.Dynamic {
			b.WriteByte('?')
			continue
		}
		b.WriteString(strconv.FormatInt(n, 10))
	}
	return b.String() + "]"
}

// Unify merges the known extents of two shapes. It reports false if the shapes contradict each
// other.
func Unify(a, b Shape) (Shape, bool) {
	switch {
	case a == nil:
		return b, true
	case b == nil:
		return a, true
	case len(a) != len(b):
		return nil, false
	}
	for i := range a {
		if a[i] == b[i] || b[i] == ir.Dynamic {
			continue
		}
		if a[i] != ir.Dynamic {
			return nil, false
		}
		out := slices.Clone(a)
		for k := i; k < len(a); k++ {
			if out[k] == ir.Dynamic {
				out[k] = b[k]
			} else if b[k] != ir.Dynamic && b[k] != out[k] {
				return nil, false
			}
		}
		return out, true
	}
	return a, true
}

// Shapes holds the known shapes of an operation's operands and results. An inference rule adds the
// shapes that follow from them.
type Shapes struct {
	Op      *ir.Op
	In, Out []Shape
}

// ShapeInferrer is an operation with an inference rule for its shapes. The rule runs again when
// more shapes are known.
type ShapeInferrer interface{ InferShapes(s *Shapes) error }

// SetIn merges sh into the known shape of operand i, and SetOut into that of result i. They fail if
// the shapes contradict each other, or if an extent of sh is negative or too large.
func (s *Shapes) SetIn(i int, sh Shape) error  { return s.set("operand", s.In, i, sh) }
func (s *Shapes) SetOut(i int, sh Shape) error { return s.set("result", s.Out, i, sh) }

func (s *Shapes) set(what string, list []Shape, i int, sh Shape) error {
	if slices.ContainsFunc(sh, func(n int64) bool { return n < 0 && n != ir.Dynamic }) {
		return ir.Errorf(s.Op, "needs %s #%d of shape %s, which has a negative extent", what, i, sh)
	}
	if slices.Contains(sh, tooLarge) {
		return ir.Errorf(s.Op, "%s #%d has an extent that does not fit into 64 bits", what, i)
	}
	u, ok := Unify(list[i], sh)
	if !ok {
		return ir.Errorf(s.Op, "needs %s #%d of shape %s, but it has shape %s", what, i, sh, list[i])
	}
	list[i] = u
	return nil
}

// Elems holds the known element types of an operation's operands and results. The zero Type is an
// unknown element type.
type Elems struct {
	Op      *ir.Op
	In, Out []ir.Type
}

// ElemInferrer is an operation with an inference rule for element types. Other operations have one
// element type for all operands and results.
type ElemInferrer interface{ InferElems(e *Elems) error }

// Same unifies the element types of the operands ins and the results outs.
func (e *Elems) Same(ins, outs []int) error {
	var t ir.Type
	at := func(list []ir.Type, i int) error {
		switch {
		case t.IsNil():
			t = list[i]
		case !list[i].IsNil() && list[i] != t:
			return ir.Errorf(e.Op, "needs one element type, but has '%s' and '%s'", t, list[i])
		}
		return nil
	}
	for _, i := range ins {
		if err := at(e.In, i); err != nil {
			return err
		}
	}
	for _, i := range outs {
		if err := at(e.Out, i); err != nil {
			return err
		}
	}
	for _, i := range ins {
		e.In[i] = t
	}
	for _, i := range outs {
		e.Out[i] = t
	}
	return nil
}

// Around sets s and e to the known shapes and element types of op's operands and results.
func Around(op *ir.Op, s *Shapes, e *Elems) {
	s.Op, e.Op = op, op
	s.In, e.In, s.Out, e.Out = s.In[:0], e.In[:0], s.Out[:0], e.Out[:0]
	for v := range op.Operands() {
		shape, elem := Parts(v.Type())
		s.In, e.In = append(s.In, shape), append(e.In, elem)
	}
	for v := range op.Results() {
		shape, elem := Parts(v.Type())
		s.Out, e.Out = append(s.Out, shape), append(e.Out, elem)
	}
}

// Parts splits a tensor's type into its shape and its element type. An unknown part is nil.
func Parts(t ir.Type) (Shape, ir.Type) {
	elem := t.Elem()
	if elem == Any() {
		elem = ir.Type{}
	}
	shape, ok := t.Shape()
	if !ok {
		return nil, elem
	}
	if shape == nil {
		shape = []int64{}
	}
	return shape, elem
}

// TypeOf builds a tensor's type from the parts that [Parts] returns.
func TypeOf(shape Shape, elem ir.Type) ir.Type {
	if elem.IsNil() {
		elem = Any()
	}
	if shape == nil {
		return ir.NewType(&ir.UnrankedTensorType{Elem: elem})
	}
	return ir.Tensor(elem, shape...)
}

// ShapeOf converts NNVM's list of extents to a Shape. In the list, 0 is an unknown extent.
func ShapeOf(extents []int64) Shape {
	shape := slices.Clone(Shape(extents))
	for i, n := range shape {
		if n == 0 {
			shape[i] = ir.Dynamic
		}
	}
	return shape
}

// Infer runs op's rules on the known shapes and element types. ok is false if op has no rules.
func Infer(op *ir.Op, s *Shapes, e *Elems) (ok bool, err error) {
	rule, ok := ir.Cast[ShapeInferrer](op)
	if !ok {
		return false, nil
	}
	if err := rule.InferShapes(s); err != nil {
		return true, err
	}
	if rule, ok := ir.Cast[ElemInferrer](op); ok {
		return true, rule.InferElems(e)
	}
	return true, e.All()
}

// RefinedTypes implements nn.Refiner.
func (o ruled) RefinedTypes() ([]ir.Type, error) {
	var s Shapes
	var e Elems
	Around(o.op, &s, &e)
	if _, err := Infer(o.op, &s, &e); err != nil {
		return nil, err
	}
	types := o.op.ResultTypes()
	for i := range types {
		types[i] = TypeOf(s.Out[i], e.Out[i])
	}
	return types, nil
}

// verify fails if the types of op's operands and results contradict the rules of op.
func verify(op *ir.Op) error {
	var s Shapes
	var e Elems
	Around(op, &s, &e)
	_, err := Infer(op, &s, &e)
	return err
}

func count(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// All unifies the element types of all operands and results.
func (e *Elems) All() error { return e.Same(count(len(e.In)), count(len(e.Out))) }

// outElem returns the rule of operators whose parameter "name" is the element type of result 0. All
// operands have one element type.
func outElem(name string) func(*Elems) error {
	return func(e *Elems) error {
		if err := e.Same(count(len(e.In)), nil); err != nil {
			return err
		}
		text := textOf(e.Op, name, "float32")
		t, ok := ElemOf(text)
		if !ok {
			return ir.Errorf(e.Op, "has unknown element type %q", text)
		}
		if !e.Out[0].IsNil() && e.Out[0] != t {
			return ir.Errorf(e.Op, "expected result of element type '%s', but got '%s'", t, e.Out[0])
		}
		e.Out[0] = t
		return nil
	}
}

// elemNames are NNVM's names of element types. The index is NNVM's code of the type.
var elemNames = [...]string{"float32", "float64", "float16", "uint8", "int32", "int8", "int64", "int16", "uint16", "uint32", "uint64"}

// ElemOf returns the element type with an NNVM name, such as "float64", or an NNVM code, such as
// "1".
func ElemOf(name string) (ir.Type, bool) {
	for code, n := range elemNames {
		if name == n || name == fmt.Sprint(code) {
			return elemByCode(code), true
		}
	}
	return ir.Type{}, false
}

// CodeOf returns NNVM's code of an element type, or -1 if it has none.
func CodeOf(t ir.Type) int {
	for code := range elemNames {
		if elemByCode(code) == t {
			return code
		}
	}
	return -1
}

// ElemName returns NNVM's name of an element type, or "" if it has none.
func ElemName(t ir.Type) string {
	if code := CodeOf(t); code >= 0 {
		return elemNames[code]
	}
	return ""
}

// sameShape is the rule of operators whose operands and results all have the same shape.
func sameShape(s *Shapes) error {
	var u Shape
	for i, sh := range slices.Concat(s.In, s.Out) {
		var ok bool
		before := u
		if u, ok = Unify(u, sh); !ok {
			value := fmt.Sprintf("operand #%d", i)
			if i >= len(s.In) {
				value = fmt.Sprintf("result #%d", i-len(s.In))
			}
			return ir.Errorf(s.Op, "expected equal shapes, but got %s and, for %s, %s", before, value, sh)
		}
	}
	for i := range s.In {
		s.In[i] = u
	}
	for i := range s.Out {
		s.Out[i] = u
	}
	return nil
}

// rank returns a shape of n unknown extents.
func rank(n int) Shape {
	s := make(Shape, n)
	for i := range s {
		s[i] = ir.Dynamic
	}
	return s
}

// axisOf returns the index of an axis. A negative axis counts from the end. It reports false if a
// tensor of the given rank has no such axis.
func axisOf(axis int64, rank int) (int, bool) {
	if axis < 0 {
		axis += int64(rank)
	}
	return int(axis), axis >= 0 && axis < int64(rank)
}

func elemByCode(code int) ir.Type {
	kinds := [...]tensor.Kind{
		tensor.F32, tensor.F64, tensor.F16, tensor.U8, tensor.I32, tensor.I8, tensor.I64, tensor.I16, tensor.U16, tensor.U32, tensor.U64,
	}
	return ir.KindType(kinds[code])
}

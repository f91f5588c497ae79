package onednngraph

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
)

// format is the assembly format of all operations:
//
//	%y = onednn_graph.MatMul(%a, %b) {transpose_b = true} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
const format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"

// types maps each type variable of an operation to the element types that it accepts.
type types map[string]elems

// operator returns the Spec of an operation. Operands are, for example, "src:T1 affine*:T2".
// T1 and T2 are type variables. "?" after a name marks an optional field, and "*" a variadic field.
func operator(kind, doc, operands, results string, t types, attrs ...ir.AttrField) ir.Spec {
	return ir.Spec{
		Name: Prefix + kind, Doc: doc, Operands: fields(operands, t), Results: fields(results, t), Attrs: attrs,
		Traits: ir.Pure, Format: format,
	}
}

func commutative(s ir.Spec) ir.Spec {
	s.Traits |= ir.Commutative
	return s
}

// fields parses a list of fields. It stores the type variable of a field in Field.Doc.
func fields(list string, t types) []ir.Field {
	var fs []ir.Field
	for item := range strings.FieldsSeq(list) {
		name, v, _ := strings.Cut(item, ":")
		f := ir.Field{Name: strings.TrimRight(name, "?*"), Type: t[v].constraint(), Doc: v}
		switch name[len(name)-1] {
		case '?':
			f.Arity = ir.Optional
		case '*':
			f.Arity = ir.Variadic
		}
		fs = append(fs, f)
	}
	return fs
}

// rules are the properties of an operation that are not in its Spec. All fields are optional.
type rules struct {
	// check verifies requirements that the constraints of types and attributes cannot express.
	check func(op *ir.Op) error
	// infer computes the shapes of the results. It also checks the shapes of the operands.
	infer func(x *inference) error
	// refuse returns the reason why the operation has no expansion, or "" if it has one.
	refuse func(op *ir.Op) string
	expand func(x *expansion) []*ir.Value
}

// ruled is an operation with its rules.
type ruled struct {
	op *ir.Op
	r  *rules
	// operands and results have the type variable of each field.
	operands, results []string
}

// schema gives access to an operation's rules.
type schema interface{ ruled() *ruled }

func (o *ruled) ruled() *ruled { return o }

func declare[T ir.Typed](r rules) ir.OpDecl {
	var zero T
	spec := zero.Spec()
	operands, results := variables(spec.Operands), variables(spec.Results)
	of := func(v T) *ruled { return &ruled{ir.OpOf(v), &r, operands, results} }
	models := []ir.ModelDecl{ir.Model(func(v T) schema { return of(v) }), ir.Model(func(v T) nn.Refiner { return of(v) })}
	if r.expand != nil {
		models = append(models, ir.Model(func(v T) nn.Expander { return of(v) }), ir.Model(func(v T) interp.Evaler { return of(v) }))
	}
	return ir.Decl[T]().With(models...)
}

func variables(fs []ir.Field) []string {
	var vs []string
	for _, f := range fs {
		vs = append(vs, f.Doc)
	}
	return vs
}

// Expand implements nn.Expander.
func (o *ruled) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	x := newExpansion(b, o.op, in)
	return x.finish(o.r.expand(x))
}

// Unexpandable implements nn.Partial.
func (o *ruled) Unexpandable() string {
	for i, t := range slices.Concat(o.op.OperandTypes(), o.op.ResultTypes()) {
		if !t.HasStaticShape() {
			return "value #" + itoa(i) + " (operands are counted first, then results) has type '" + t.String() + "', whose shape is not static"
		}
	}
	if o.r.refuse != nil {
		return o.r.refuse(o.op)
	}
	return ""
}

// RefinedTypes implements nn.Refiner.
func (o *ruled) RefinedTypes() ([]ir.Type, error) {
	if err := verify(o.op); err != nil {
		return nil, err
	}
	return Infer(o.op)
}

// Eval implements interp.Evaler: it runs the expansion.
func (o *ruled) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return nn.Eval(c, o.op, in)
}

// verify checks the element types against the type variables, calls rules.check, and checks the
// result shapes against the shapes that rules.infer computes.
func verify(op *ir.Op) error {
	s, ok := ir.Cast[schema](op)
	if !ok {
		return nil
	}
	r := s.ruled()
	if err := r.verifyElems(); err != nil {
		return err
	}
	if r.r.check != nil {
		if err := r.r.check(op); err != nil {
			return err
		}
	}
	x, err := r.infer()
	if err != nil || x == nil {
		return err
	}
	for i, shape := range x.results {
		if have, ok := op.ResultAt(i).Type().Shape(); ok && shape != nil && !compatible(shape, have) {
			return ir.Errorf(op, "result #%d must have shape %s by the rule of the operation, but has %s", i, brackets(shape), brackets(have))
		}
	}
	return nil
}

// verifyElems checks that values with the same type variable have the same element type. Values
// with the type variable "any" may differ.
func (o *ruled) verifyElems() error {
	type place struct {
		elem ir.Type
		what string
	}
	first := map[string]place{}
	see := func(v *ir.Value, variable, what string) error {
		elem := v.Type().Elem()
		p, ok := first[variable]
		if !ok {
			first[variable] = place{elem, what}
			return nil
		}
		if variable != anyVariable && p.elem != elem {
			return ir.Errorf(o.op, "needs the same element type for all values of type %s: %s has '%s', but %s has '%s'", variable, p.what, p.elem, what, elem)
		}
		return nil
	}
	for i := range o.op.NumOperands() {
		if err := see(o.op.OperandAt(i), at(o.operands, i), "operand #"+itoa(i)); err != nil {
			return err
		}
	}
	for i := range o.op.NumResults() {
		if err := see(o.op.ResultAt(i), at(o.results, i), "result #"+itoa(i)); err != nil {
			return err
		}
	}
	return nil
}

// at(variables, i) returns the type variable of operand or result i. If there are more values than
// fields, the last field is variadic and has all remaining values.
func at(variables []string, i int) string { return variables[min(i, len(variables)-1)] }

// infer runs rules.infer. It returns nil if the operation has no such function.
func (o *ruled) infer() (*inference, error) {
	if o.r.infer == nil {
		return nil, nil
	}
	x := newInference(o.op)
	if err := o.r.infer(x); err != nil {
		return nil, err
	}
	return x, nil
}

// Infer returns the types of op's results. It replaces unknown extents by the extents that
// rules.infer computes.
func Infer(op *ir.Op) ([]ir.Type, error) {
	types := op.ResultTypes()
	s, ok := ir.Cast[schema](op)
	if !ok {
		return types, nil
	}
	x, err := s.ruled().infer()
	if err != nil || x == nil {
		return types, err
	}
	for i, shape := range x.results {
		if shape != nil && !types[i].HasStaticShape() {
			types[i] = ir.Tensor(types[i].Elem(), merged(shape, types[i])...)
		}
	}
	return types, nil
}

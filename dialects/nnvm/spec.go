package nnvm

import (
	"strings"

	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/interp"
)

// format is the assembly format of all operators:
//
//	%y = nnvm.dense(%x, %w, %b) {units = 30 : i64} : (tensor<10x20xf32>, …) -> tensor<10x30xf32>
const format = "`(` operands `)` attr-dict `:` functional-type(operands, results)"

// operator returns the Spec of an operator. An operand or result is optional if its name ends in
// "?", and variadic if its name ends in "*".
func operator(name, doc, operands, results string, params ...ir.AttrField) ir.Spec {
	return ir.Spec{
		Name: "nnvm." + name, Doc: doc, Operands: fields(operands), Results: fields(results), Attrs: params,
		Traits: ir.Pure, Format: format,
	}
}

func fields(names string) []ir.Field {
	var fs []ir.Field
	for n := range strings.FieldsSeq(names) {
		f := ir.Field{Name: strings.TrimRight(n, "?*"), Type: constraint.AnyTensor}
		switch n[len(n)-1] {
		case '?':
			f.Arity = ir.Optional
		case '*':
			f.Arity = ir.Variadic
		}
		fs = append(fs, f)
	}
	return fs
}

// Pattern describes which elements of the operands an element of the result depends on. Fusion uses
// it. A larger number is a more general pattern.
type Pattern uint8

// NNVM's patterns.
const (
	Elementwise Pattern = 0 // one element of each operand, at the same index
	Broadcast   Pattern = 1 // as Elementwise, but at index 0 in repeated dimensions
	Injective   Pattern = 2 // one element of each operand, at any index
	Reduction   Pattern = 3 // several elements of the operands
	// OutFusable is the pattern of layers such as convolutions. Elementwise operators on their
	// results can be fused with them.
	OutFusable Pattern = 4
	Opaque     Pattern = 8 // unknown
)

// Patterned is an operation with a known pattern. An operation without this interface is opaque.
type Patterned interface{ Pattern() Pattern }

// PatternOf returns an operation's pattern.
func PatternOf(op *ir.Op) Pattern {
	if p, ok := ir.Cast[Patterned](op); ok {
		return p.Pattern()
	}
	return Opaque
}

// InPlacer is an operation whose results may reuse the memory of operands. InPlace returns pairs of
// an operand's index and a result's index.
type InPlacer interface{ InPlace() [][2]int }

// rules are the properties of an operator that are not in its Spec. All fields except pattern are
// optional.
type rules struct {
	shapes  func(s *Shapes) error
	elems   func(e *Elems) error
	pattern Pattern
	inPlace [][2]int
	expand  func(x *expansion) []*ir.Value
	layout  func(l *Layouts) error
	grad    func(g *Grads) []*ir.Value
}

func declare[T ir.Typed](r rules) ir.OpDecl {
	d := ir.Decl[T]()
	of := func(v T) ruled { return ruled{ir.OpOf(v), &r} }
	models := []ir.ModelDecl{
		ir.Model(func(v T) Patterned { return of(v) }),
		ir.Model(func(v T) ir.Namer { return of(v) }),
	}
	if r.shapes != nil {
		models = append(models, ir.Model(func(v T) ShapeInferrer { return of(v) }), ir.Model(func(v T) nn.Refiner { return of(v) }))
	}
	if r.elems != nil {
		models = append(models, ir.Model(func(v T) ElemInferrer { return of(v) }))
	}
	if r.inPlace != nil {
		models = append(models, ir.Model(func(v T) InPlacer { return of(v) }))
	}
	if r.expand != nil {
		models = append(models, ir.Model(func(v T) nn.Expander { return of(v) }), ir.Model(func(v T) interp.Evaler { return of(v) }))
	}
	if r.layout != nil {
		models = append(models, ir.Model(func(v T) LayoutCorrector { return of(v) }))
	}
	if r.grad != nil {
		models = append(models, ir.Model(func(v T) Differentiable { return of(v) }))
	}
	return d.With(models...)
}

// ruled implements the interfaces that [declare] attaches to an operator.
type ruled struct {
	op *ir.Op
	r  *rules
}

func (o ruled) Pattern() Pattern                { return o.r.pattern }
func (o ruled) InPlace() [][2]int               { return o.r.inPlace }
func (o ruled) InferShapes(s *Shapes) error     { return o.r.shapes(s) }
func (o ruled) InferElems(e *Elems) error       { return o.r.elems(e) }
func (o ruled) CorrectLayouts(l *Layouts) error { return o.r.layout(l) }
func (o ruled) Gradients(g *Grads) []*ir.Value  { return o.r.grad(g) }
func (o ruled) ResultNames(set func(*ir.Value, string)) {
	if s, ok := o.op.Discardable(NameAttr).Str(); ok && plain(s) && o.op.NumResults() > 0 {
		set(o.op.ResultAt(0), s)
	}
}

// plain reports whether s is an identifier of ASCII letters, digits and underscores.
func plain(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9' || i == 0) {
			return false
		}
	}
	return s != ""
}

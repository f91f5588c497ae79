package asm

import (
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// finish infers omitted types and resolves the operands.
func (f *format) finish(p *Parser, c *Fields, off int) error {
	st := c.State
	for i := range f.steps {
		if err := f.checkSource(p, c, &f.steps[i]); err != nil {
			return err
		}
		f.infers(c, &f.steps[i])
	}
	s := &f.def.Spec
	for i := range s.Operands {
		if err := f.resolveField(p, c, i, off); err != nil {
			return err
		}
	}
	if slot := f.def.Slot(ir.OperandSegments); slot >= 0 {
		sizes := make([]int32, len(s.Operands))
		for i := range sizes {
			sizes[i] = int32(len(c.operands[i].list))
		}
		st.SetSegments(sizes...)
	}
	if f.infer {
		return p.InferResults(st)
	}
	for i := range s.Results {
		st.Results = append(st.Results, c.results[i].types...)
	}
	if slot := f.def.Slot(ir.ResultSegments); slot >= 0 {
		sizes := make([]int32, len(s.Results))
		for i := range sizes {
			sizes[i] = int32(len(c.results[i].types))
		}
		st.SetAttr(ir.ResultSegments, ir.NewDenseI32(sizes...))
	}
	return nil
}

// resolveField appends the values of operand field i.
func (f *format) resolveField(p *Parser, c *Fields, i, off int) error {
	field := &c.operands[i]
	if len(field.types) == 1 && len(field.list) > 1 && !f.def.Spec.Operands[i].Type.Fixed.IsNil() {
		for len(field.types) < len(field.list) {
			field.types = append(field.types, field.types[0])
		}
	}
	if len(field.list) != len(field.types) {
		at := off
		if len(field.list) > 0 {
			at = field.list[0].off
		}
		return p.OpErrorAt(at, "number of operands and types do not match: got %d operands and %d types", len(field.list), len(field.types))
	}
	for j, o := range field.list {
		v, err := p.Resolve(o, field.types[j])
		if err != nil {
			return f.explain(err, o, i)
		}
		c.State.Operands = append(c.State.Operands, v)
	}
	return nil
}

// explain adds a label to an error about a type mismatch, if the operand's type was inferred.
func (f *format) explain(err error, o Operand, field int) error {
	d, ok := err.(*diag.Diagnostic)
	if !ok || d.Label != "" || !strings.HasPrefix(d.Message, "use of value") {
		return err
	}
	for i := range f.steps {
		if !f.steps[i].toResult && f.steps[i].to == field && f.steps[i].from != fromFixed {
			return d.WithLabel("'" + f.def.Name() + "' infers this operand's type from the type after the colon")
		}
	}
	return d
}

// field returns the operand or result whose types the step uses, or nil if there is none.
func (s *step) field(def *ir.OpDef) *ir.Field {
	switch s.from {
	case fromOperand:
		return &def.Spec.Operands[s.index]
	case fromResult:
		return &def.Spec.Results[s.index]
	}
	return nil
}

// types returns the types that the step uses.
func (s *step) types(c *Fields) []ir.Type {
	if s.from == fromOperand {
		return c.operands[s.index].types
	}
	return c.results[s.index].types
}

// checkSource returns an error if the step s computes a type from a type that violates its field's
// constraint.
func (f *format) checkSource(p *Parser, c *Fields, s *step) error {
	field := s.field(f.def)
	if s.fn == nil || field == nil {
		return nil
	}
	for _, t := range s.types(c) {
		if field.Type.Accept != nil && !field.Type.Accept(t) {
			return p.OpErrorAt(c.State.Start, "'%s' must be %s, but got '%s'", field.Name, field.Type.Text, t)
		}
	}
	return nil
}

// infers applies one step.
func (f *format) infers(c *Fields, s *step) {
	var t ir.Type
	switch s.from {
	case fromFixed:
		t = s.fixed
	case fromOperand:
		if ts := c.operands[s.index].types; len(ts) > 0 {
			t = ts[0]
		}
	case fromResult:
		if ts := c.results[s.index].types; len(ts) > 0 {
			t = ts[0]
		}
	case fromAttr:
		t = c.State.Attr(f.def.Spec.Attrs[s.index].Name).TypeOf()
	}
	if t.IsNil() {
		return
	}
	if s.fn != nil {
		t = s.fn(t)
	}
	if s.toResult {
		if f.def.Spec.Results[s.to].Arity == ir.One {
			c.results[s.to].types = append(c.results[s.to].types[:0], t)
		}
		return
	}
	field := &c.operands[s.to]
	field.types = field.types[:0]
	for range field.list {
		field.types = append(field.types, t)
	}
}

// InferResults appends the result types that the operation's InferTypes computes. It fails if the
// operation is not an ir.TypeInferrer.
func (p *Parser) InferResults(st *State) error {
	inf, ok := st.Def.Zero().(ir.TypeInferrer)
	if !ok {
		return p.ErrorAt(st.Start, "'%s' op does not infer its result types", st.Def.Name())
	}
	in := ir.Init{Operands: st.Operands, Attrs: make([]ir.Attr, len(st.Def.Spec.Attrs)), NumRegions: len(st.Regions)}
	for i := range in.Attrs {
		in.Attrs[i] = st.Attr(st.Def.Spec.Attrs[i].Name)
	}
	ts, err := inf.InferTypes(in)
	if err != nil {
		d := p.ErrorAt(st.Start, "'%s' op failed to infer returned types", st.Def.Name())
		return d.Note(d.Span, "%s", err)
	}
	st.Results = append(st.Results, ts...)
	return nil
}

package asm

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// plan determines the steps that infer the types that are not in the text.
func (c *compiler) plan(f *format) error {
	s := &c.def.Spec
	known := c.typed
	isKnown := func(result bool, name string) bool {
		return known[name] || result && c.allRes || !result && c.allOps
	}
	for range len(s.Operands) + len(s.Results) + 1 {
		progress := false
		for i := range s.Operands {
			if isKnown(false, s.Operands[i].Name) {
				continue
			}
			if st, ok := c.stepFor(&s.Operands[i], isKnown); ok {
				st.to = i
				f.steps = append(f.steps, st)
				known[s.Operands[i].Name] = true
				progress = true
			}
		}
		for i := range s.Results {
			if isKnown(true, s.Results[i].Name) || s.Results[i].Arity != ir.One {
				continue
			}
			if st, ok := c.stepFor(&s.Results[i], isKnown); ok {
				st.to, st.toResult = i, true
				f.steps = append(f.steps, st)
				known[s.Results[i].Name] = true
				progress = true
			}
		}
		if !progress {
			break
		}
	}
	for i := range s.Operands {
		if !isKnown(false, s.Operands[i].Name) {
			return fmt.Errorf("type of operand $%s cannot be inferred", s.Operands[i].Name)
		}
	}
	for i := range s.Results {
		if !isKnown(true, s.Results[i].Name) {
			_, f.infer = c.def.Zero().(ir.TypeInferrer)
			if !f.infer {
				return fmt.Errorf("type of result $%s cannot be inferred", s.Results[i].Name)
			}
		}
	}
	return nil
}

// stepFor returns a step that infers the types of the field "to" from its constraint, an attribute
// or another field. It returns false if there is no such step. known(result, name) reports whether
// the types of the result or operand with this name are known.
func (c *compiler) stepFor(to *ir.Field, known func(bool, string) bool) (step, bool) {
	s := &c.def.Spec
	if !to.Type.Fixed.IsNil() {
		return step{fixed: to.Type.Fixed}, true
	}
	find := func(name string) (step, bool) {
		for i := range s.Operands {
			if s.Operands[i].Name == name && known(false, name) {
				return step{from: fromOperand, index: i}, true
			}
		}
		for i := range s.Results {
			if s.Results[i].Name == name && known(true, name) {
				return step{from: fromResult, index: i}, true
			}
		}
		if i := c.def.Slot(name); i >= 0 {
			return step{from: fromAttr, index: i}, true
		}
		return step{}, false
	}
	if to.Type.Var != "" {
		for _, fs := range [2][]ir.Field{s.Operands, s.Results} {
			for i := range fs {
				if fs[i].Type.Var != to.Type.Var || fs[i].Name == to.Name || fs[i].Arity != ir.One {
					continue
				}
				if st, ok := find(fs[i].Name); ok {
					return st, true
				}
			}
		}
	}
	for _, r := range s.Rules {
		if r.To == to.Name {
			if st, ok := find(r.From); ok {
				st.fn = r.Fn
				return st, true
			}
		}
		if r.From == to.Name && r.Fn == nil {
			if st, ok := find(r.To); ok {
				return st, true
			}
		}
	}
	isOperand := slices.ContainsFunc(s.Operands, func(f ir.Field) bool { return f.Name == to.Name })
	if s.Traits&ir.SameOperandsAndResultType != 0 || s.Traits&ir.SameTypeOperands != 0 && isOperand {
		for i := range s.Operands {
			if s.Operands[i].Name != to.Name && known(false, s.Operands[i].Name) {
				return step{from: fromOperand, index: i}, true
			}
		}
		for i := range s.Results {
			if s.Traits&ir.SameOperandsAndResultType != 0 && s.Results[i].Name != to.Name && known(true, s.Results[i].Name) {
				return step{from: fromResult, index: i}, true
			}
		}
	}
	return step{}, false
}

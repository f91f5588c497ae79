package ir

import (
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
)

// checkRules checks that fields with the same type variable have equal types, and that the Rules of
// the Spec are satisfied.
func checkRules(op *Op) error {
	s := &op.def.Spec
	if err := checkVars(op); err != nil {
		return err
	}
	for _, r := range s.Rules {
		from, ok1 := op.fieldType(r.From)
		to, ok2 := op.fieldType(r.To)
		if !ok1 || !ok2 {
			continue
		}
		want := from
		if r.Fn != nil {
			want = r.Fn(from)
		}
		if want != to {
			text := r.Text
			if text == "" {
				text = "all of {" + r.From + ", " + r.To + "} have same type"
			}
			return Errorf(op, "failed to verify that %s", text).
				WithLabel(r.From + " is '" + from.String() + "', " + r.To + " is '" + to.String() + "'")
		}
	}
	return nil
}

// checkVars checks that fields with arity One and the same type variable have the same type.
func checkVars(op *Op) error {
	for _, p := range op.def.vars {
		t, u := op.typeAt(p.first), op.typeAt(p.second)
		if t != u {
			return varError(op, p, t, u)
		}
	}
	return nil
}

// position is the index of a field with arity One in the Spec's Operands or Results.
type position struct {
	result bool
	field  int
}

// varPair holds two fields that must have the same type.
type varPair struct{ first, second position }

// varPairs pairs the first field of each type variable with each later field of this variable. All
// of these fields have arity One.
func varPairs(s *Spec) []varPair {
	var pairs []varPair
	first := map[string]position{}
	for r, fields := range [2][]Field{s.Operands, s.Results} {
		for i := range fields {
			f := &fields[i]
			if f.Type.Var == "" || f.Arity != One {
				continue
			}
			at := position{r == 1, i}
			if lead, ok := first[f.Type.Var]; ok {
				pairs = append(pairs, varPair{lead, at})
				continue
			}
			first[f.Type.Var] = at
		}
	}
	return pairs
}

func (op *Op) typeAt(p position) Type {
	if p.result {
		lo, _ := op.ResultGroup(p.field)
		return op.ResultAt(lo).typ
	}
	lo, _ := op.OperandGroup(p.field)
	return op.OperandAt(lo).typ
}

func (s *Spec) fieldAt(p position) *Field {
	if p.result {
		return &s.Results[p.field]
	}
	return &s.Operands[p.field]
}

func varError(op *Op, p varPair, t, u Type) *diag.Diagnostic {
	s := &op.def.Spec
	f, g := s.fieldAt(p.first), s.fieldAt(p.second)
	var names []string
	for _, fields := range [2][]Field{s.Operands, s.Results} {
		for i := range fields {
			if fields[i].Type.Var == f.Type.Var {
				names = append(names, fields[i].Name)
			}
		}
	}
	return Errorf(op, "failed to verify that all of {%s} have same type", strings.Join(names, ", ")).
		WithLabel(f.Name + " is '" + t.String() + "', " + g.Name + " is '" + u.String() + "'")
}

// fieldType returns the type of the operand, result or typed attribute with the given name. For a
// group, it returns the type of the first value. It returns false if op has no such operand, result
// or attribute.
func (op *Op) fieldType(name string) (Type, bool) {
	for i := range op.def.Spec.Operands {
		if op.def.Spec.Operands[i].Name == name {
			lo, hi := op.OperandGroup(i)
			if lo == hi {
				return Type{}, false
			}
			return op.OperandAt(lo).typ, true
		}
	}
	for i := range op.def.Spec.Results {
		if op.def.Spec.Results[i].Name == name {
			lo, hi := op.ResultGroup(i)
			if lo == hi {
				return Type{}, false
			}
			return op.ResultAt(lo).typ, true
		}
	}
	if a := op.Attr(name); !a.IsNil() {
		return a.TypeOf(), true
	}
	return Type{}, false
}

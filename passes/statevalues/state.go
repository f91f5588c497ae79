// Package statevalues makes the changes of variables explicit, so that any backend can run the
// graph. Variables are arguments of the graph. The last value of each changed variable becomes an
// additional result.
package statevalues

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `turn changes of variables into additional results

Variables are arguments of the graph. A read after a change of a variable reads the new
value. The last value of each changed variable becomes an additional result. The argument's
attribute lathe.state is the number of this result, whose value the next run receives as
the argument.`

// Pass returns state-to-values.
func Pass() passes.Pass {
	return passes.On("state-to-values", doc, func(r *passes.Run, m ir.Module) error {
		users, unchanged := ir.SymbolUsers(m.Op), true
		for op := range m.Body().Ops() {
			f, ok := ir.As[fn.Func](op)
			if !ok || f.IsDeclaration() {
				continue
			}
			n, changed := Func(f)
			if callers := users[f.SymName()]; n > 0 && len(callers) > 0 {
				return ir.Errorf(callers[0], "refers to @%s, to which state-to-values adds the values of variables as results", f.SymName()).
					WithHelp("pass --inline before --state-to-values")
			}
			r.Count("variables", n)
			unchanged = unchanged && !changed
		}
		if unchanged {
			r.Unchanged()
		}
		return nil
	})
}

// Func rewrites f. It returns the number of variables that f changes, and whether f had operations
// on variables or control dependencies, which are erased.
func Func(f fn.Func) (variables int, changed bool) {
	s := &state{now: map[*ir.Value]*ir.Value{}, made: map[*ir.Value]*ir.Value{}}
	var gone []*ir.Op
	for op := range f.Entry().Ops() {
		switch o := op.View().(type) {
		case nnvm.Assign:
			v := s.value(o.Value())
			s.made[op.Result()], s.now[o.Variable()] = v, v
		case nnvm.Read:
			s.made[op.Result()] = s.value(o.Variable())
		case nnvm.After: // dependences between values now define the order
		default:
			s.read(op)
			continue
		}
		gone = append(gone, op)
	}
	for _, op := range slices.Backward(gone) {
		op.Erase()
	}
	if len(s.now) > 0 {
		extend(f, s.now)
	}
	return len(s.now), len(gone) > 0
}

// state holds the replacements of values at a point of the function. A replacement remains in the
// function. If it is an argument, it is the initial value of a variable.
type state struct {
	now  map[*ir.Value]*ir.Value // current values of the changed variables
	made map[*ir.Value]*ir.Value // replacements for the results of erased operations
}

// value returns the value that replaces v at this point.
func (s *state) value(v *ir.Value) *ir.Value {
	if w := s.made[v]; w != nil {
		return w
	}
	if w := s.now[v]; w != nil {
		return w
	}
	return v
}

// read replaces the operands of op, and the operands of its nested operations. It looks up each
// operand only once: the replacement may be the initial value of a variable, for which a second
// lookup would return the current value.
func (s *state) read(op *ir.Op) {
	if len(s.made) == 0 {
		return
	}
	op.Walk(func(o *ir.Op) bool {
		for i, v := range o.OperandList() {
			o.SetOperandAt(i, s.value(v))
		}
		return true
	})
}

// extend makes f return the last values of the variables, in the order of the arguments.
func extend(f fn.Func, now map[*ir.Value]*ir.Value) {
	ret := f.Entry().Last()
	results, args, outs := ret.OperandList(), f.ArgDicts(), f.ResultDicts()
	for i, a := range f.Entry().Args() {
		v := now[a]
		if v == nil {
			continue
		}
		d, _ := ir.AttrAs[*ir.DictAttr](args[i])
		state := ir.NamedAttr{Name: fn.StateAttr, Attr: ir.NewI64(int64(len(results)))}
		args[i] = ir.NewDict(append(slices.Clone(d.Entries), state)...)
		results, outs = append(results, v), append(outs, ir.Attr{})
	}
	ret.SetOperands(results)
	f.SetFunctionType(f.FunctionType().Inputs, ret.OperandTypes())
	f.SetArgAttrs(args)
	f.SetResultAttrs(outs)
}

// Package statevalues turns variables that a graph changes into values that it takes and
// returns, so that any backend runs it.
package statevalues

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `turn variables that a graph changes into values that it takes and returns

What reads a variable behind a change reads the new value. The last value of each
variable that changes becomes a further result, whose attribute nnvm.state is the number
of the argument that the next run takes it as.`

// StateAttr is, on a result, the number of the argument that it is the next value of.
const StateAttr = "nnvm.state"

// Pass returns state-to-values.
func Pass() passes.Pass {
	return passes.On("state-to-values", doc, func(r *passes.Run, f fn.Func) error {
		if f.IsDeclaration() {
			return nil
		}
		n := Func(f)
		if r.Count("variables", n); n == 0 {
			r.Unchanged()
		}
		return nil
	})
}

// Func rewrites f and returns how many variables it changes.
func Func(f fn.Func) int {
	now := map[*ir.Value]*ir.Value{}
	b := f.Entry()
	for op := b.First(); op != nil; {
		next := op.Next()
		if a, ok := ir.As[nnvm.Assign](op); ok {
			v := current(now, a.Value())
			a.Op.Result().ReplaceAllUses(v)
			now[a.Variable()] = v
			op.Erase()
		} else if ir.Is[nnvm.After](op) {
			op.Erase() // the order is that of values from here on
		} else if len(now) > 0 {
			for i, v := range op.OperandList() {
				op.SetOperandAt(i, current(now, v))
			}
		}
		op = next
	}
	if len(now) > 0 {
		extend(f, now)
	}
	return len(now)
}

func current(now map[*ir.Value]*ir.Value, v *ir.Value) *ir.Value {
	if w := now[v]; w != nil {
		return w
	}
	return v
}

// extend returns the last values, in the order of the arguments.
func extend(f fn.Func, now map[*ir.Value]*ir.Value) {
	t, ret := f.FunctionType(), f.Entry().Last()
	results, attrs := ret.OperandList(), make([]ir.Attr, ret.NumOperands())
	for i := range attrs {
		var es []ir.NamedAttr
		if d := f.ResultAttrs(i); d != nil {
			es = d.Entries
		}
		attrs[i] = ir.NewDict(es...)
	}
	for i, a := range f.Entry().Args() {
		if v := now[a]; v != nil {
			results = append(results, v)
			attrs = append(attrs, ir.NewDict(ir.NamedAttr{Name: StateAttr, Attr: ir.NewI64(int64(i))}))
		}
	}
	ret.SetOperands(results)
	f.SetFunctionType(t.Inputs, ret.OperandTypes())
	f.Op.SetAttr("res_attrs", ir.NewArray(attrs...))
}

// State returns, for each result of f that is the next value of an argument, that
// argument's number; -1 for the others.
func State(f fn.Func) []int {
	out := make([]int, len(f.FunctionType().Results))
	for i := range out {
		out[i] = -1
		if d := f.ResultAttrs(i); d != nil {
			if n, ok := d.Get(StateAttr).Int(); ok {
				out[i] = int(n)
			}
		}
	}
	return out
}

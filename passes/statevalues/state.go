// Package statevalues turns variables that a graph changes into values that it takes and
// returns, so that any backend runs it.
package statevalues

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `turn variables that a graph changes into values that it takes and returns

What reads a variable behind a change reads the new value. The last value of each
variable that changes becomes a further result, whose number the argument has as its
attribute lathe.state: the next run takes it.`

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

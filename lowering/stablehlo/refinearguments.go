package stablehlo

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes"
)

const argumentsDoc = `refine the types of the arguments of a function

Each type must be equal to the type of the argument or more precise. The custom call
stablehlo.shape_refinement_operand_wrapper converts a refined argument to its old type, so that
the program stays valid until stablehlo-refine-shapes runs. The function is the only one of the
module, or @main, unless an option names it.`

// ArgumentsOptions are the options of stablehlo-refine-arguments.
type ArgumentsOptions struct {
	Types []string `opt:"types" help:"the types of all arguments, in order"`
	Entry string   `opt:"entry" own:"true" help:"the function to refine; by default, the only function or @main"`
}

// ArgumentsPass returns stablehlo-refine-arguments.
func ArgumentsPass() passes.Pass {
	return passes.OnWith("stablehlo-refine-arguments", argumentsDoc, ArgumentsOptions{}, func(r *passes.Run, m ir.Module, o ArgumentsOptions) error {
		f, err := refinedFunction(m, o.Entry)
		if err != nil || f.Op == nil {
			return err
		}
		types, err := parseTypes(m, o.Types)
		if err != nil {
			return err
		}
		return refineArguments(f, types)
	})
}

// refinedFunction returns the function called entry. If entry is "", it returns the only function
// or @main, or the zero Func if m has no functions.
func refinedFunction(m ir.Module, entry string) (fn.Func, error) {
	if entry != "" {
		return fn.Entry(m, entry)
	}
	var all []fn.Func
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok {
			all = append(all, f)
		}
	}
	switch i := slices.IndexFunc(all, func(f fn.Func) bool { return f.SymName() == "main" }); {
	case len(all) == 0:
		return fn.Func{}, nil
	case len(all) > 1 && i < 0:
		return fn.Func{}, ir.Errorf(m.Op, "must have no more than one function or a `main` function to clearly identify which function will be refined").
			WithHelp("name the function with the option entry")
	case len(all) > 1:
		all[0] = all[i]
	}
	if len(all[0].Body().Blocks) != 1 {
		return fn.Func{}, ir.Errorf(all[0].Op, "must have exactly one block")
	}
	return all[0], nil
}

// parseTypes parses texts as types, each as the argument type of a function declaration.
func parseTypes(m ir.Module, texts []string) ([]ir.Type, error) {
	var types []ir.Type
	for _, text := range texts {
		d, err := asm.Parse(m.Op.Registry(), diag.NewSource("types", []byte("func.func private @types("+text+")")), asm.Options{})
		if err != nil {
			return nil, ir.Errorf(m.Op, "Invalid type string: %s", text).WithHelp("write types as in the program, separated by commas")
		}
		f, ok := ir.As[fn.Func](ir.NewSymbols(d).Lookup("types"))
		if !ok || len(f.FunctionType().Inputs) != 1 {
			return nil, ir.Errorf(m.Op, "Invalid type string: %s", text)
		}
		types = append(types, f.FunctionType().Inputs[0])
	}
	return types, nil
}

// refineArguments changes the types of f's arguments. Custom calls convert the arguments back to
// the old types for their uses.
func refineArguments(f fn.Func, types []ir.Type) error {
	args := f.Entry().Args()
	if len(types) != len(args) {
		return ir.Errorf(f.Op, "number of refinements must match number of op operands %d vs %d", len(types), len(args))
	}
	for i, a := range args {
		if why := refusal(types[i], a.Type()); why != "" {
			return ir.Errorf(f.Op, "invalid refinement for argument %d, refinement %s in %s -> %s", i, why, a.Type(), types[i])
		}
	}
	b := ir.NewBuilder(f.Op.Registry())
	b.AtStart(f.Entry())
	for i, a := range args {
		if a.Type() == types[i] {
			continue
		}
		b.Loc = a.Loc()
		shape := types[i].Dims()
		c := stablehlo.NewConstant(b, ir.NewDense(ir.Tensor(ir.I64(), int64(len(shape))), tensor.FromSlice([]int64{int64(len(shape))}, shape)))
		call := ir.Create[stablehlo.CustomCall](b, ir.Init{Operands: []*ir.Value{a, c.Op.Result()}, Results: []ir.Type{a.Type()}, Attrs: []ir.Attr{ir.NewString(operandWrapper)}})
		call.Op.SetDiscardable(stablehlo.ShapeOperandsAttr, ir.NewDense(ir.Tensor(ir.I64(), 1), tensor.FromSlice([]int64{1}, []int64{1})))
		for u := range a.Uses() {
			if u.Owner() != call.Op {
				u.Set(call.Op.Result())
			}
		}
		a.SetType(types[i])
	}
	f.SetFunctionType(types, f.FunctionType().Results)
	return nil
}

// refusal returns the reason why type t does not refine the old type (parameter from). It returns
// "" if t is more precise or equal.
func refusal(t, from ir.Type) string {
	if t == from {
		return ""
	}
	isTensor := func(t ir.Type) bool { return ir.IsType[*ir.TensorType](t) || ir.IsType[*ir.UnrankedTensorType](t) }
	a, ranked := t.Shape()
	b, fromRanked := from.Shape()
	switch {
	case !isTensor(t) || !isTensor(from):
		return "must be a tensor"
	case t.Elem() != from.Elem():
		return "element types must match"
	case !ranked:
		return "must be ranked"
	case !fromRanked:
		return ""
	case len(a) != len(b):
		return "rank must match operand rank"
	case !slices.EqualFunc(a, b, func(x, y int64) bool { return x == y || y == ir.Dynamic }):
		return "dimension sizes must match for static dimensions"
	}
	return ""
}

// refines reports whether type t is equal to the old type, or more precise.
func refines(t, from ir.Type) bool { return refusal(t, from) == "" }

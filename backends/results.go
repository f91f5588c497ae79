package backends

import (
	"fmt"
	"reflect"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// CheckProgram checks the program that b returned for the entry function of m, since b may be
// third-party code. It fails if p is nil. If m is not in kernel form, it also fails if the types of
// p's inputs or outputs differ from the types of the function.
func CheckProgram(b Backend, m ir.Module, entry string, p Program) error {
	if Absent(p) {
		return mistake(b.Info().Name, "returned neither a program nor an error")
	}
	if kernel.IsProgram(m) { // the function's arguments are buffers, not tensors
		return nil
	}
	f, err := fn.Entry(m, entry)
	if err != nil {
		return err
	}
	t := f.FunctionType()
	if err := sameTypes(b, f, "inputs", p.Inputs(), t.Inputs); err != nil {
		return err
	}
	return sameTypes(b, f, "outputs", p.Outputs(), t.Results)
}

// Absent reports whether v, a backend or a program, is nil or a nil pointer.
func Absent(v any) bool {
	of := reflect.ValueOf(v)
	return v == nil || of.Kind() == reflect.Pointer && of.IsNil()
}

func sameTypes(b Backend, f fn.Func, what string, got, want []ir.Type) error {
	if len(got) != len(want) {
		return mistake(b.Info().Name, "returned a program with %d %s for @%s, which has %d", len(got), what, f.SymName(), len(want))
	}
	for i, t := range want {
		// If the function has an output of dynamic shape, the program may have a static shape for
		// it, which compilation found.
		refined := what == "outputs" && got[i].IsShaped() && got[i].Elem() == t.Elem() && got[i].HasStaticShape() && ir.CompatibleShapes(got[i], t)
		if got[i] != t && !refined {
			return mistake(b.Info().Name, "returned a program for @%s whose %s #%d is '%s', not '%s'", f.SymName(), what[:len(what)-1], i, got[i], t)
		}
	}
	return nil
}

// CheckResults fails if the results do not have the given types, which are the output types of a
// program, or if a result shares memory with another result or with an input. If backend is not "",
// the errors name the backend.
func CheckResults(backend string, types []ir.Type, results, inputs []*tensor.Tensor) error {
	if len(results) != len(types) {
		return mistake(backend, "returned a wrong number of results: expected %d, but got %d", len(types), len(results))
	}
	for i, t := range types {
		switch got := results[i]; {
		case Fits(got, t):
		case got == nil:
			return mistake(backend, "returned nil as result #%d, which must be '%s'", i, t)
		default:
			return mistake(backend, "returned an invalid result: %v", diag.All(Misfit(fmt.Sprintf("result #%d", i), t, got))[0].Message)
		}
	}
	if err := CheckApart(results, inputs); err != nil {
		return mistake(backend, "returned results that share memory: %v", diag.All(err)[0].Message)
	}
	return nil
}

// mistake returns the error of a backend that violates its contract.
func mistake(backend, format string, args ...any) error {
	who := "backend '" + backend + "'"
	if backend == "" {
		who = "the program"
	}
	return diag.Errorf(diag.Span{}, "%s %s", who, fmt.Sprintf(format, args...)).
		WithHelp("this is a bug in the backend: docs/write-a-backend.md says what it must return")
}

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

// CheckProgram fails where b compiled the function called entry of m, and without an error gave
// no program, or one that takes or gives other types. A backend is code of somebody else; what
// it returns is looked at where it is first used.
func CheckProgram(b Backend, m ir.Module, entry string, p Program) error {
	if Absent(p) {
		return mistake(b.Info().Name, "gave neither a program nor an error")
	}
	if kernel.IsProgram(m) { // whose arguments are the memory of inputs and outputs
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
		return mistake(b.Info().Name, "gave a program with %d %s for @%s, which has %d", len(got), what, f.SymName(), len(want))
	}
	for i, t := range want {
		if got[i] != t {
			return mistake(b.Info().Name, "gave a program for @%s whose %s #%d is '%s', not '%s'", f.SymName(), what[:len(what)-1], i, got[i], t)
		}
	}
	return nil
}

// CheckResults fails unless results are tensors of the types that a program of backend, "" where
// that is not known, gives, and new: each in memory of its own, which no input has a part of.
func CheckResults(backend string, types []ir.Type, results, inputs []*tensor.Tensor) error {
	if len(results) != len(types) {
		return mistake(backend, "gave %d results of %d", len(results), len(types))
	}
	for i, t := range types {
		switch got := results[i]; {
		case Fits(got, t):
		case got == nil:
			return mistake(backend, "gave nil as result #%d, which must be '%s'", i, t)
		default:
			return mistake(backend, "gave a result it must not: %v", diag.All(Misfit(fmt.Sprintf("result #%d", i), t, got))[0].Message)
		}
	}
	if err := CheckApart(results, inputs); err != nil {
		return mistake(backend, "gave results that are not new: %v", diag.All(err)[0].Message)
	}
	return nil
}

// mistake is the error of a backend that does not keep to its contract.
func mistake(backend, format string, args ...any) error {
	who := "backend '" + backend + "'"
	if backend == "" {
		who = "the program"
	}
	return diag.Errorf(diag.Span{}, "%s %s", who, fmt.Sprintf(format, args...)).
		WithHelp("this is a mistake of the backend: docs/write-a-backend.md says what it must return")
}

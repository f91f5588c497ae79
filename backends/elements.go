package backends

import (
	"context"
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/dialects"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Sums returns a module whose function @main has one argument for each kind of tensor elements that
// stablehlo.add allows, and adds each argument to itself.
func Sums() (ir.Module, error) {
	reg, err := ir.DeferredRegistry(dialects.All()...)
	if err != nil {
		return ir.Module{}, err
	}
	var args, results, ops, values []string
	for k := tensor.I1; k <= tensor.C128; k++ {
		t := ir.Tensor(ir.KindType(k), 2).String()
		n := len(args)
		op := fmt.Sprintf("  %%%d = stablehlo.add %%a%d, %%a%d : %s\n", n, n, n, t)
		if _, err := parseSums(reg, fmt.Sprintf("%%a%d: %s", n, t), op, "", ""); err != nil {
			continue
		}
		args, results, ops = append(args, fmt.Sprintf("%%a%d: %s", n, t)), append(results, t), append(ops, op)
		values = append(values, fmt.Sprintf("%%%d", n))
	}
	types := strings.Join(results, ", ")
	return parseSums(reg, strings.Join(args, ", "), strings.Join(ops, ""), types, " "+strings.Join(values, ", ")+" : "+types)
}

func parseSums(reg *ir.Registry, args, ops, results, returned string) (ir.Module, error) {
	text := fmt.Sprintf("func.func @main(%s) -> (%s) {\n%s  return%s\n}\n", args, results, ops, returned)
	op, err := asm.Parse(reg, diag.NewSource("sums.mlir", []byte(text)), asm.Options{})
	m, _ := ir.As[ir.Module](op)
	return m, err
}

// elementTypes returns the element types whose addition q supports, as MLIR writes them.
func elementTypes(q irplace.Querier) []string {
	types := []string{}
	m, err := Sums()
	if err != nil {
		return types
	}
	f, err := fn.Entry(m, "")
	if err != nil {
		return types
	}
	answers, err := q.Query(context.Background(), f)
	if err != nil {
		return types
	}
	for _, a := range answers {
		if a.Supported {
			types = append(types, a.Op.ResultAt(0).Type().Elem().String())
		}
	}
	return types
}

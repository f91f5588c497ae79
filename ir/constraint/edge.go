package constraint

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir"
)

// Edge checks that the types at the source ("from") and at the target ("to") of a control-flow edge
// between op and its regions are equal. "end" is the terminator that is the source, or nil if op is
// the source. target is MLIR's name of the target: "parent" or "Region #0".
func Edge(op, end *ir.Op, target string, from, to []ir.Type) error {
	source := "parent"
	if end != nil {
		source = "Operation " + end.Name()
	}
	wrong := func(format string, args ...any) error {
		d := ir.Errorf(op, "along control flow edge from %s to %s: %s", source, target, fmt.Sprintf(format, args...))
		if end != nil {
			ir.NoteAt(d, end, "region branch point")
		}
		return d
	}
	if len(from) != len(to) {
		return wrong("region branch point has %d operands, but region successor needs %d inputs", len(from), len(to))
	}
	for i, t := range to {
		if from[i] != t {
			return wrong("successor operand type #%d '%s' should match successor input type #%d '%s'", i, from[i], i, t)
		}
	}
	return nil
}

// Leaves checks that the operands of each terminator in r with the given operation name have the
// types of op's results.
func Leaves(op *ir.Op, r *ir.Region, name string) error {
	for _, b := range r.Blocks {
		if y := b.Last(); y != nil && y.Name() == name {
			if err := Edge(op, y, "parent", y.OperandTypes(), op.ResultTypes()); err != nil {
				return err
			}
		}
	}
	return nil
}

package constraint

import "github.com/lathe-ir/lathe/ir"

// Edge compares the values that leave at the source of a control flow edge of op
// with those that its target takes. The ends are called as MLIR does: "parent",
// "Region #0", "Operation scf.yield".
func Edge(op *ir.Op, source, target string, from, to []ir.Type) error {
	if len(from) != len(to) {
		return ir.Errorf(op, "along control flow edge from %s to %s: region branch point has %d operands, but region successor needs %d inputs",
			source, target, len(from), len(to))
	}
	for i, t := range to {
		if from[i] != t {
			return ir.Errorf(op, "along control flow edge from %s to %s: successor operand type #%d '%s' should match successor input type #%d '%s'",
				source, target, i, from[i], i, t)
		}
	}
	return nil
}

// Leaves compares what the terminators called name of a region give with the
// results of the operation around it.
func Leaves(op *ir.Op, r *ir.Region, name string) error {
	for _, b := range r.Blocks {
		if y := b.Last(); y != nil && y.Name() == name {
			if err := Edge(op, "Operation "+name, "parent", y.OperandTypes(), op.ResultTypes()); err != nil {
				return err
			}
		}
	}
	return nil
}

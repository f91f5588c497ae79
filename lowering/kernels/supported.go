package kernels

import (
	"errors"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/lowering/linalg"
)

// Supported reports whether Lower takes op, an operation of a graph on tensors,
// and why not. It runs the same rules.
func Supported(op *ir.Op) (reason string, ok bool) {
	err := linalg.Check(op)
	if err == nil {
		return "", true
	}
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return d.Message, false
	}
	return err.Error(), false
}

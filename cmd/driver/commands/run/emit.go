package run

import (
	"io"

	"github.com/lathe-ir/lathe/ir/diag"
)

// emitted maps the values of --emit to the names of the files that backends emit.
var emitted = map[string]string{"asm": "kernels.s", "c": "kernels.c", "mlir": "kernels.mlir"}

func printEmitted(what string, kernels map[string]string, w io.Writer) error {
	text, ok := kernels[emitted[what]]
	if !ok {
		return diag.Errorf(diag.Span{}, "--emit=%s has nothing to print: no backend of this run emits kernels in this form", what).
			WithHelp("use --backend=jit, which emits asm and mlir, or --backend=c, which emits c and mlir")
	}
	_, err := io.WriteString(w, text)
	return err
}

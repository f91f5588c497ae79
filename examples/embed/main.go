// Embed compiles a file and runs it: Lathe inside another program.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func main() {
	ctx := context.Background()
	m, err := compile.ParseFile("double.mlir")
	if err != nil {
		fail(err)
	}
	exe, err := compile.Module(ctx, m, compile.Options{})
	if err != nil {
		fail(err)
	}
	defer exe.Close()
	out, err := exe.Run(ctx, tensor.FromSlice([]int64{2}, []float32{1, 2}))
	if err != nil {
		fail(err)
	}
	fmt.Println(tensor.Slice[float32](out[0]))
}

// fail prints the error and ends the program. The method Error of a diagnostic returns only the
// headline: file:line:col: error: message. Render adds the source line, notes (for example, why each
// device refuses an operation), and help.
func fail(err error) {
	for _, d := range diag.All(err) {
		diag.Render(os.Stderr, d, diag.Rich, false)
	}
	os.Exit(1)
}

// Embed compiles a file and runs it: Lathe inside another program.
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func main() {
	ctx := context.Background()
	m, err := compile.ParseFile("double.mlir")
	if err != nil {
		log.Fatal(err) // a diagnostic with file, line and column
	}
	exe, err := compile.Module(ctx, m, compile.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer exe.Close()
	out, err := exe.Run(ctx, tensor.FromSlice([]int64{2}, []float32{1, 2}))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(tensor.Slice[float32](out[0]))
}

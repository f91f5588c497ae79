// Fuse defines a fusion pattern and a kernel. It divides a program into partitions. The kernel runs
// the partitions that match the pattern.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"log"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/backends/compile/graphapi"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/fusepattern"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

//go:embed mine.patterns
var patterns []byte

func main() {
	ctx := context.Background()
	g, err := load(ctx, "model.mlir")
	if err != nil {
		log.Fatal(err) // err is a diagnostic with a file, a line and a column
	}
	defer g.Close()
	for _, p := range g.Partitions() {
		fmt.Println(p.ID, p.Kind, len(p.Ops))
	}
	x := tensor.FromSlice([]int64{2, 3}, []float32{1, 2, 3, -4, -5, -6})
	w := tensor.FromSlice([]int64{3, 2}, []float32{0.1, 0, 0, 0.1, 0, 0})
	out, err := g.Run(ctx, x, w)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.3f\n", tensor.Slice[float32](out[0]))
}

// load reads a program and divides it.
func load(ctx context.Context, path string) (*graphapi.Graph, error) {
	m, err := compile.ParseFile(path)
	if err != nil {
		return nil, err
	}
	f, err := fn.Entry(m, "") // @main, or the only function
	if err != nil {
		return nil, err
	}
	ps, err := fusepattern.Load(m.Op.Registry(), diag.NewSource("mine.patterns", patterns))
	if err != nil {
		return nil, err
	}
	return graphapi.New(ctx, f, graphapi.Options{
		Patterns: []patternfusion.Backend{{Name: "mine", Priority: 1, Patterns: ps}},
		Kernels:  map[string]graphapi.Kernel{"dense_relu": denseReLU},
		Backend:  "jit", // compiles the partitions of other kinds
	})
}

// denseReLU returns the kernel of a partition of kind dense_relu. The kernel has the inputs and
// outputs of the partition. Port returns the index of the input that matched a variable of the
// pattern, such as weights.
func denseReLU(p *patternfusion.Partition, inputs, _ []ir.Type) (graphapi.KernelFunc, error) {
	x, weights, limit := p.Port("x"), p.Port("weights"), p.Port("limit")
	dot, _ := ir.As[stablehlo.DotGeneral](p.Ops[0])
	dims := dot.DotDimensionNumbers()
	if p.Port("bias") >= 0 || len(dims.LHSContracting) != 1 || dims.LHSContracting[0] != 1 || dims.RHSContracting[0] != 0 {
		return nil, nil // no kernel for a sum or for other products: Lathe compiles the partition
	}
	xs, _ := inputs[x].Shape()
	ws, _ := inputs[weights].Shape()
	rows, depth, columns := int(xs[0]), int(xs[1]), int(ws[1])
	return func(_ context.Context, in, out []*tensor.Tensor) error {
		a, b := tensor.Slice[float32](in[x]), tensor.Slice[float32](in[weights])
		l, y := tensor.Slice[float32](in[limit]), tensor.Slice[float32](out[0])
		for i := range rows {
			for j := range columns {
				sum := float32(0)
				for k := range depth {
					sum += a[i*depth+k] * b[k*columns+j]
				}
				y[i*columns+j] = max(sum, l[i*columns+j])
			}
		}
		return nil
	}, nil
}

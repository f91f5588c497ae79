package explain

import (
	"context"
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/ir/diag"
)

// kernels describes the kernels of the program. It returns nil if the plan has several devices or
// several functions, or if the backend does not describe kernels.
func (pl explainer) kernels(ctx context.Context) ([]backends.KernelReport, error) {
	if len(pl.Devices) != 1 || len(pl.Funcs) != 1 {
		return nil, nil
	}
	d, ok := pl.Devices[0].Querier.(backends.KernelDescriber)
	if !ok {
		return nil, nil
	}
	return d.DescribeKernels(ctx, pl.Module)
}

func (pl explainer) explainKernel(what string, k backends.KernelReport) *Report {
	return &Report{
		Schema: Schema, What: what, Function: pl.Funcs[0].Fn.SymName(), Role: "kernel", Device: pl.Devices[0].Name, Kernel: &k,
	}
}

func writeKernel(b *strings.Builder, r *Report) {
	k := r.Kernel
	fmt.Fprintf(b, "%s is a kernel of @%s on device %s: %s", r.What, diag.OneLine(r.Function), r.Device, cli.Plural(int(k.Grid), "iteration"))
	if k.Lanes > 0 {
		fmt.Fprintf(b, ", vectors of %s", cli.Plural(k.Lanes, "lane"))
	}
	if k.Rows > 0 {
		fmt.Fprintf(b, ", tiles of %d x %d results", k.Rows, k.Columns)
	}
	b.WriteString("\noperations:")
	for _, id := range k.Ops {
		fmt.Fprintf(b, " #%d", id)
	}
	fmt.Fprintf(b, "\ncode: %s; %s for vectors, %d for integers, %d for masks; %s spilled\n",
		cli.Plural(k.Bytes, "byte"), cli.Plural(k.Vectors, "register"), k.Integers, k.Masks, cli.Plural(k.Spilled, "value"))
}

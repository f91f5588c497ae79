package backends

import (
	"context"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/ir"
)

// KernelReport describes a kernel of a program, and the code that a backend made of it.
type KernelReport struct {
	Name string   `json:"name"`
	Ops  []uint32 `json:"ops"` // ids of the operations that it does the work of, in order
	Grid int64    `json:"grid"`
	// Rows and Columns are the size of the tile of results that stays in registers; 0 if the
	// results are not cut into tiles.
	Rows    int64 `json:"rows,omitempty"`
	Columns int64 `json:"columns,omitempty"`
	Lanes   int   `json:"lanes,omitempty"` // of vectors; 0 if there are none
	// Vectors, Integers and Masks are the numbers of registers that the code uses, and Spilled is
	// how many values are in memory because there are not enough.
	Vectors  int `json:"vectors"`
	Integers int `json:"integers"`
	Masks    int `json:"masks"`
	Spilled  int `json:"spilled"`
	Bytes    int `json:"bytes"` // of code
}

// KernelDescriber is a backend that describes the kernels of a program.
type KernelDescriber interface {
	// DescribeKernels returns the kernels that Compile would make of m, in order.
	DescribeKernels(ctx context.Context, m ir.Module) ([]KernelReport, error)
}

// ReportKernels describes the kernels of a program without what a backend makes of them.
func ReportKernels(p *kernel.Module) []KernelReport {
	reports := make([]KernelReport, len(p.Kernels))
	for i, k := range p.Kernels {
		r := &reports[i]
		r.Name, r.Grid, r.Lanes = k.Name, k.Grid, k.Lanes
		if tile, _ := k.Func.Op.Attr("kernel.tile").Ints(); len(tile) == 2 {
			r.Rows, r.Columns = tile[0], tile[1]
		}
	}
	var walk func(steps []kernel.Step)
	walk = func(steps []kernel.Step) {
		for _, s := range steps {
			if s.Kernel >= 0 {
				r := &reports[s.Kernel]
				r.Ops = append(r.Ops, s.Ops...)
			}
			for _, b := range s.Blocks {
				walk(b)
			}
		}
	}
	walk(p.Host.Steps)
	return reports
}

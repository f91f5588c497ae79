package host

import (
	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/kernel"
)

// ReportKernels describes the kernels of a program, without the code that a backend generates.
func ReportKernels(p *kernel.Module) []backends.KernelReport {
	reports := make([]backends.KernelReport, len(p.Kernels))
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

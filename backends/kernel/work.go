package kernel

import (
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Flops estimates the number of arithmetic operations of the whole grid, without index arithmetic.
// A fused multiply-add counts as two operations, and a dot product of words as eight for each lane.
// A loop counts as its middle iteration times the number of iterations, or as 0 if its bounds are
// unknown. If a branch depends on data, both blocks count. The result is 0 if k never had a body.
func (k *Kernel) Flops() float64 {
	if k.Body == nil {
		return k.flops
	}
	if k.Grid == 0 {
		return 0
	}
	w := worker{k, map[ID]int64{k.Lo: 0, k.Hi: k.Grid}}
	return w.block(k.Body)
}

// worker counts operations. The map "known" has the values of index arithmetic that does not depend
// on data.
type worker struct {
	k     *Kernel
	known map[ID]int64
}

func (w *worker) block(b *Block) (sum float64) {
	if b == nil {
		return 0
	}
	for _, in := range b.Code {
		switch in.Code {
		case kernelop.For:
			sum += w.loop(in)
		case kernelop.If:
			sum += w.branch(in)
		default:
			sum += w.work(in)
			w.index(in)
		}
	}
	return sum
}

func (w *worker) loop(in *Instr) float64 {
	lo, ok1 := w.known[in.Args[0]]
	hi, ok2 := w.known[in.Args[1]]
	step, ok3 := w.known[in.Args[2]]
	if !ok1 || !ok2 || !ok3 || step <= 0 || hi <= lo {
		return 0
	}
	trips := tripsOf(lo, hi, step)
	w.known[in.Blocks[0].Args[0]] = lo + trips/2*step
	return float64(trips) * w.block(in.Blocks[0])
}

func (w *worker) branch(in *Instr) float64 {
	c, ok := w.known[in.Args[0]]
	switch {
	case !ok:
		return w.block(in.Blocks[0]) + w.block(in.Blocks[1])
	case c != 0:
		return w.block(in.Blocks[0])
	}
	return w.block(in.Blocks[1])
}

func (w *worker) work(in *Instr) float64 {
	if len(in.Results) == 0 {
		return 0
	}
	t := w.k.Type(in.Results[0])
	n := float64(t.N())
	switch f := in.Code.Family(); {
	case in.Code == kernelop.FMA:
		return 2 * n
	case in.Code == kernelop.Dot:
		return 2 * kernelop.WordBytes * n
	case f == kernelop.FloatMath, f == kernelop.FloatExtreme, f == kernelop.IntMath && t.Kind != tensor.Index && t.Kind != tensor.I1:
		return n
	}
	return 0
}

// index evaluates index arithmetic.
func (w *worker) index(in *Instr) {
	if len(in.Results) != 1 || w.k.Type(in.Results[0]).Lanes > 0 {
		return
	}
	if in.Code == kernelop.Const {
		if t := w.k.Type(in.Results[0]); integral(t.Kind) {
			s := simplifier{}
			w.known[in.Results[0]] = s.lanes(in, t)[0]
		}
		return
	}
	var args []int64
	for _, v := range in.Args {
		n, ok := w.known[v]
		if !ok {
			return
		}
		args = append(args, n)
	}
	switch {
	case in.Code == kernelop.DivUI && len(args) == 2 && args[1] > 0 && args[0] >= 0:
		w.known[in.Results[0]] = args[0] / args[1]
	case in.Code == kernelop.RemUI && len(args) == 2 && args[1] > 0 && args[0] >= 0:
		w.known[in.Results[0]] = args[0] % args[1]
	case in.Code == kernelop.CmpI && in.Pred >= kernelop.ULT && len(args) == 2 && min(args[0], args[1]) >= 0:
		if n, ok := compared(in.Pred-kernelop.ULT+kernelop.SLT, args[0], args[1]); ok {
			w.known[in.Results[0]] = n
		}
	case len(args) == 1 || len(args) == 2:
		b := int64(0)
		if len(args) == 2 {
			b = args[1]
		}
		if n, ok := compute(in, w.k.Type(in.Args[0]).Kind, args[0], b); ok {
			w.known[in.Results[0]] = n
		}
	}
}

package vm

import (
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// fusion describes an instruction that also does the work of other instructions of its block, whose
// results have no other use. It is c + a·b, where the product and the sum are both rounded, or a
// product with a scalar.
type fusion struct {
	run     action
	a, b, c kernel.ID
}

// fuse finds the fusions of a kernel. The instructions in the map "absorbed" are not emitted.
func fuse(k *kernel.Kernel) (fused map[*kernel.Instr]fusion, absorbed map[*kernel.Instr]bool) {
	f := fuser{k, map[*kernel.Instr]fusion{}, map[*kernel.Instr]bool{}}
	f.block(k.Body)
	return f.fused, f.absorbed
}

type fuser struct {
	k        *kernel.Kernel
	fused    map[*kernel.Instr]fusion
	absorbed map[*kernel.Instr]bool
}

func (f *fuser) block(b *kernel.Block) {
	if b == nil {
		return
	}
	single := map[kernel.ID]*kernel.Instr{} // maps each result that is used once to its instruction
	for _, in := range b.Code {
		switch {
		case in.Code == kernelop.AddF:
			f.sum(in, single)
		case in.Code == kernelop.For || in.Code == kernelop.If:
			f.block(in.Blocks[0])
			f.block(in.Blocks[1])
		}
		if len(in.Results) == 1 && f.k.Uses[in.Results[0]] == 1 {
			single[in.Results[0]] = in
		}
	}
	for _, in := range b.Code {
		if in.Code == kernelop.MulF && !f.absorbed[in] {
			f.product(in, single)
		}
	}
}

// sum converts an addition to the fusion c + a·b, if possible.
func (f *fuser) sum(in *kernel.Instr, single map[kernel.ID]*kernel.Instr) {
	for i, v := range in.Args {
		m := single[v]
		if m == nil || m.Code != kernelop.MulF {
			continue
		}
		kind := f.k.Type(v).Kind
		fu := fusion{a: m.Args[0], b: m.Args[1], c: in.Args[1-i], run: byFloat(kind, mulAdd[float32], mulAdd[float64])}
		if s, other, ok := f.scalar(m, single); ok {
			fu.a, fu.b = s, other
			fu.run = byFloat(kind, mulAddScalar[float32], mulAddScalar[float64])
		}
		if fu.run == nil {
			return
		}
		f.absorbed[m] = true
		f.fused[in] = fu
		return
	}
}

// product converts a multiplication by a broadcast to a product with a scalar, if possible.
func (f *fuser) product(in *kernel.Instr, single map[kernel.ID]*kernel.Instr) {
	run := byFloat(f.k.Type(in.Results[0]).Kind, mulScalar[float32], mulScalar[float64])
	if run == nil {
		return
	}
	if s, other, ok := f.scalar(in, single); ok {
		f.fused[in] = fusion{run: run, a: s, b: other}
	}
}

// If an operand of the multiplication m is the broadcast of a scalar, the method named scalar
// absorbs the broadcast. It returns the scalar and the other operand of m.
func (f *fuser) scalar(m *kernel.Instr, single map[kernel.ID]*kernel.Instr) (s, other kernel.ID, ok bool) {
	for i, v := range m.Args {
		if b := single[v]; b != nil && b.Code == kernelop.Broadcast && f.k.Type(b.Args[0]).Lanes == 0 {
			f.absorbed[b] = true
			return b.Args[0], m.Args[1-i], true
		}
	}
	return 0, 0, false
}

func byFloat(k tensor.Kind, f32, f64 action) action {
	switch k {
	case tensor.F32:
		return f32
	case tensor.F64:
		return f64
	}
	return nil
}

package host

import (
	"context"
	"fmt"
	"slices"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// newSteps prepares steps, including nested steps. It numbers them from *number on.
func newSteps(m *kernel.Module, steps []kernel.Step, index map[uint32]*backends.OpNote, number *int) []programStep {
	out := make([]programStep, len(steps))
	for i, st := range steps {
		s := &out[i]
		s.Step, s.name, s.main, s.number = st, stepName(m, &st), mainOf(index, st.Ops), *number
		*number++
		if st.Kernel >= 0 {
			k := m.Kernels[st.Kernel]
			s.grid.n, s.grid.most = k.Grid, k.Grid
			if k.MaxSlice > 0 {
				s.grid.most = min(k.Grid, k.MaxSlice)
			}
			s.long = k.Long
			s.grid.named(s.name)
		}
		for _, b := range st.Blocks {
			s.blocks = append(s.blocks, newSteps(m, b, index, number))
		}
	}
	return out
}

func stepName(m *kernel.Module, s *kernel.Step) string {
	switch s.Kernel {
	case kernel.CopyStep:
		return "copy"
	case kernel.WhileStep:
		return "while"
	case kernel.SwitchStep:
		return "switch"
	case kernel.HostStep:
		return "host: " + s.Host.Name
	}
	return m.Kernels[s.Kernel].Name
}

// copyBytes copies the elements of a buffer. Elements of kind I1 become 0 or 1, since a module in
// kernel form can view any bytes of its arena as i1.
func copyBytes(to, from []byte, kind tensor.Kind) {
	if kind != tensor.I1 {
		copy(to, from)
		return
	}
	for i, b := range from {
		to[i] = min(b, 1)
	}
}

// control runs a step that is not a kernel call.
func (p *Program) control(ctx context.Context, s *programStep, r *runMemory) error {
	switch s.Kernel {
	case kernel.CopyStep:
		from, to := &p.host.Buffers[s.Args[0]], &p.host.Buffers[s.Args[1]]
		copyBytes(bytesAt(r.buffers[s.Args[1]], to.Bytes), bytesAt(r.buffers[s.Args[0]], from.Bytes), to.Kind)
		return contextError(ctx)
	case kernel.WhileStep:
		return p.loop(ctx, s, r)
	case kernel.SwitchStep:
		b := &p.host.Buffers[s.Args[0]]
		n, last := integerAt(r.buffers[s.Args[0]], b.Bytes), int64(len(s.blocks)-1)
		if n < 0 || n > last {
			n = last
		}
		return p.block(ctx, s.blocks[n], r)
	}
	return p.onHost(ctx, s, r)
}

func (p *Program) block(ctx context.Context, steps []programStep, r *runMemory) error {
	for i := range steps {
		if err := p.step(ctx, &steps[i], r); err != nil {
			return err
		}
	}
	return nil
}

func (p *Program) loop(ctx context.Context, s *programStep, r *runMemory) error {
	for {
		if err := p.block(ctx, s.blocks[0], r); err != nil {
			return err
		}
		if *(*byte)(r.buffers[s.Args[0]]) == 0 {
			return nil
		}
		if err := p.block(ctx, s.blocks[1], r); err != nil {
			return err
		}
		if err := contextError(ctx); err != nil {
			return err
		}
	}
}

// integerAt reads a signed integer, or a boolean of one byte. bytes is its size.
func integerAt(p unsafe.Pointer, bytes int64) int64 {
	switch bytes {
	case 1:
		return int64(*(*int8)(p))
	case 2:
		return int64(*(*int16)(p))
	case 4:
		return int64(*(*int32)(p))
	}
	return *(*int64)(p)
}

// onHost runs an operation with the reference interpreter. It copies the operands, since the
// operation may keep them, and later steps reuse their memory.
func (p *Program) onHost(ctx context.Context, s *programStep, r *runMemory) error {
	t := s.Host.Func.FunctionType()
	ins := make([]*tensor.Tensor, len(t.Inputs))
	for i, in := range t.Inputs {
		b := s.Args[i]
		shape, _ := in.Shape()
		ins[i] = &tensor.Tensor{Kind: in.Kind(), Shape: shape, Data: slices.Clone(bytesAt(r.buffers[b], p.host.Buffers[b].Bytes))}
		if in.Kind() == tensor.I1 { // any byte except 0 is true, as for kernels
			for at, v := range ins[i].Data {
				ins[i].Data[at] = min(v, 1)
			}
		}
	}
	outs, err := interp.Run(ctx, s.Host.Func.Op, ins)
	if err != nil {
		return err
	}
	if len(outs) != len(t.Results) {
		return fmt.Errorf("the host function has %d results, but returned %d", len(t.Results), len(outs))
	}
	for i, v := range outs {
		if err := backends.CheckTensor("its result", t.Results[i], v); err != nil {
			return err
		}
		b := s.Args[s.Host.Ins+i]
		copyBytes(bytesAt(r.buffers[b], p.host.Buffers[b].Bytes), v.Data, p.host.Buffers[b].Kind)
	}
	return nil
}

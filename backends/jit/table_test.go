package jit

import (
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/vm"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
)

var allKinds = []tensor.Kind{tensor.I1, tensor.I8, tensor.I16, tensor.I32, tensor.I64, tensor.Index, tensor.F16, tensor.BF16, tensor.F32, tensor.F64}

// TestEveryInstruction checks that jit and vm compile the same elementwise operations and shuffles,
// for all element types and several numbers of lanes. It also compares the results of the
// operations that are defined for all operands.
func TestEveryInstruction(t *testing.T) {
	op, err := asm.Parse(registry(t), diag.NewSource("empty.mlir", []byte("module {}")), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := newPrograms(t)
	compiled := 0
	rng := rand.New(rand.NewPCG(1, 3))
	inputs := [][]*tensor.Tensor{randomInputs(rng), randomInputs(rng), randomInputs(rng)}
	for c := kernelop.Const + 1; c < kernelop.Instructions; c++ {
		if !c.Elementwise() && c != kernelop.Shuffle {
			continue
		}
		for _, from := range allKinds {
			if c == kernelop.Shuffle && from == tensor.I1 {
				continue
			}
			for _, to := range resultKinds(c, from) {
				for _, lanes := range []int{0, 1, 4, 8, 16, 64} {
					if c == kernelop.Shuffle && lanes < 2 {
						continue
					}
					k := oneInstruction(op, c, from, to, lanes)
					oracle, want := vm.Compile([]*kernel.Kernel{k})
					for _, b := range p.tested {
						made, got := b.encode(t.Context(), []*kernel.Kernel{k}, nil)
						if (want == nil) != (got == nil) {
							t.Errorf("%v from %v to %v, %d lanes, %s: jit returned the error %v, but vm returned %v", c, from, to, lanes, b.machine.name, got, want)
						}
						if made == nil || oracle == nil {
							continue
						}
						compiled++
						if where := p.compareOne(t, made, k, oracle, inputs); where != "" {
							t.Errorf("%v from %v to %v, %d lanes, %s: %s", c, from, to, lanes, b.machine.name, where)
						}
					}
				}
			}
		}
	}
	t.Logf("%d instructions compiled", compiled)
}

// compareOne returns the first difference of k's results as machine code and on vm, or "".
func (p *programs) compareOne(t *testing.T, made *object, k *kernel.Kernel, oracle backends.Kernels, inputs [][]*tensor.Tensor) string {
	c := k.Body.Code[len(k.Body.Code)-2].Code
	switch c {
	case kernelop.DivSI, kernelop.DivUI, kernelop.RemSI, kernelop.RemUI, kernelop.ShLI, kernelop.ShRSI, kernelop.ShRUI, kernelop.FPToSI, kernelop.FPToUI:
		return "" // c is undefined for some operands; TestRandomKernels applies it to valid operands
	}
	ks, err := link(made, []*kernel.Kernel{k})
	if err != nil {
		t.Fatal(err)
	}
	defer ks.Close()
	var buffers []unsafe.Pointer
	for _, q := range k.Params[:len(k.Params)-1] {
		buffers = append(buffers, unsafe.Pointer(&inputs[len(buffers)][slices.Index(allKinds, q.Kind)].Data[0]))
	}
	run := func(on backends.Kernels) *tensor.Tensor {
		out := tensor.New(k.Params[len(k.Params)-1].Kind, bufferSize)
		on.Call(0, append(buffers, unsafe.Pointer(&out.Data[0])), 0, 1)
		return out
	}
	return difference([]*tensor.Tensor{run(oracle)}, []*tensor.Tensor{run(ks)})
}

// resultKinds returns the possible element types of c's result for operands of the given kind.
func resultKinds(c kernelop.Code, from tensor.Kind) []tensor.Kind {
	isFloat := from.IsFloat()
	var to []tensor.Kind
	switch info := c.Info(); {
	case info.From == kernelop.Integers && isFloat, info.From == kernelop.Floats && !isFloat:
	case info.Family == kernelop.Compares:
		to = []tensor.Kind{tensor.I1}
	case info.Family != kernelop.Casts:
		to = []tensor.Kind{from}
	default:
		for _, k := range allKinds {
			wider := k.Bits() > from.Bits()
			switch {
			case info.To == kernelop.Floats && !k.IsFloat() || info.To == kernelop.Integers && k.IsFloat() || k == from:
			case c == kernelop.Bitcast && (k.Bits() != from.Bits() || k == tensor.Index || from == tensor.Index):
			case (c == kernelop.ExtSI || c == kernelop.ExtUI || c == kernelop.ExtF) && !wider:
			case (c == kernelop.TruncI || c == kernelop.NarrowF) && (wider || k.Bits() == from.Bits()):
			case (c == kernelop.SIToFP || c == kernelop.UIToFP) && from == tensor.Index:
			case (c == kernelop.FPToSI || c == kernelop.FPToUI) && (k == tensor.Index || k == tensor.I1):
			default:
				to = append(to, k)
			}
		}
	}
	return to
}

// oneInstruction returns a kernel that applies c to loaded values and stores the result.
func oneInstruction(op *ir.Op, c kernelop.Code, from, to tensor.Kind, lanes int) *kernel.Kernel {
	k := &kernel.Kernel{Name: "k", Grid: 1, Lanes: lanes, Hi: 1, Body: &kernel.Block{}}
	value := func(kind tensor.Kind, lanes int) kernel.ID {
		k.Values, k.Uses = append(k.Values, kernel.Type{Kind: kind, Lanes: lanes}), append(k.Uses, 2)
		return kernel.ID(len(k.Values) - 1)
	}
	value(tensor.Index, 0)
	value(tensor.Index, 0)
	in := &kernel.Instr{Code: c, Op: op}
	for i := range lanes {
		in.Lanes = append(in.Lanes, int64(i*7+i/3)%int64(2*lanes))
	}
	for i := range c.Info().Operands {
		kind := from
		if c == kernelop.Select && i == 0 {
			kind = tensor.I1
		}
		v := value(kind, lanes)
		k.Params = append(k.Params, kernel.Param{Kind: kind, Shape: []int64{64}, InPlace: -1})
		k.Body.Code = append(k.Body.Code, &kernel.Instr{Code: kernelop.Load, Param: i, Results: []kernel.ID{v}, Op: op})
		in.Args = append(in.Args, v)
	}
	r := value(to, lanes)
	in.Results = []kernel.ID{r}
	k.Params = append(k.Params, kernel.Param{Kind: to, Shape: []int64{64}, Written: true, InPlace: -1})
	k.Body.Code = append(k.Body.Code, in, &kernel.Instr{Code: kernelop.Store, Param: len(k.Params) - 1, Args: []kernel.ID{r}, Op: op})
	return k
}

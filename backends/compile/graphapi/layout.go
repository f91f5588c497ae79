package graphapi

import (
	"cmp"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// LogicalTensor is an output of a compiled partition: its type, layout and size in bytes.
type LogicalTensor struct {
	Type ir.Type
	// Layout is strided or opaque. A strided tensor has Strides, in elements. An opaque tensor has
	// a Handle, which later partitions need to read the tensor.
	Layout  string
	Strides []int64
	Handle  int64
	Bytes   int64
}

// backendBits is the number of low bits of a handle that contain the number of the backend.
const backendBits = 4

// denseLayout is the row-major layout without padding. Backends choose this layout for all tensors
// with the layout "any".
const denseLayout = 1

// handle returns the handle of the layout that the backend of g chooses.
func (g *Graph) handle() int64 {
	return denseLayout<<backendBits | int64(g.backendNumber()+1)
}

// backendNames returns the backends that have separate numbers in handles. All other backends share
// one number.
func backendNames() []string { return []string{"jit", "vm", "ref", "c", "opencl", "cuda", "hetero"} }

func (g *Graph) backendNumber() int { return slices.Index(backendNames(), cmp.Or(g.o.Backend, "jit")) }

// checkLayouts fails if an input has an opaque layout of another backend.
func (g *Graph) checkLayouts(p *patternfusion.Partition) error {
	for i, v := range p.Inputs {
		t := onednngraph.TensorOf(v)
		if t.Layout != onednngraph.Opaque || t.Handle == g.handle() {
			continue
		}
		other := "an unknown backend"
		if n := int(t.Handle&(1<<backendBits-1)) - 1; n >= 0 && n < len(backendNames()) {
			other = "backend '" + backendNames()[n] + "'"
		}
		return ir.Errorf(p.Ops[0], "is in a partition whose input #%d has the opaque layout %d of %s, which backend '%s' cannot read",
			i, t.Handle, other, cmp.Or(g.o.Backend, "jit"))
	}
	return nil
}

// tensorOf returns the logical tensor of an output of type t.
func (g *Graph) tensorOf(v *ir.Value, t ir.Type) LogicalTensor {
	out := LogicalTensor{Type: t, Layout: onednngraph.Strided, Bytes: bytesOf(t)}
	if onednngraph.TensorOf(v).Layout == onednngraph.AnyLayout {
		out.Layout, out.Handle = onednngraph.Opaque, g.handle()
		return out
	}
	shape, _ := t.Shape()
	out.Strides = make([]int64, len(shape))
	next := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		out.Strides[i] = next
		next *= max(shape[i], 1)
	}
	return out
}

// bytesOf returns the size of a tensor of a static type.
func bytesOf(t ir.Type) int64 {
	shape, _ := t.Shape()
	n, err := tensor.CheckShape(t.Kind(), shape)
	if err != nil {
		return math.MaxInt64 / 2 // larger than any memory
	}
	return int64(n) * int64(t.Kind().Size())
}

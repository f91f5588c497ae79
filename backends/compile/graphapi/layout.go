package graphapi

import (
	"math"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/dialects/onednngraph"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/passes/patternfusion"
)

// LogicalTensor is an output of a compiled partition: its type, layout and size in bytes.
type LogicalTensor struct {
	Type ir.Type
	// Layout is strided or opaque. A strided tensor has Strides, in elements. An opaque tensor has
	// a Handle, which a later partition needs to read the tensor.
	Layout  string
	Strides []int64
	Handle  int64
	Bytes   int64
}

func (g *Graph) backend() string {
	if g.o.Backend != "" {
		return g.o.Backend
	}
	bs := g.o.Backends
	if bs == nil {
		bs = compile.Backends()
	}
	r := backends.NewRegistry(bs, backends.Config{})
	defer r.Close()
	return compile.DefaultBackend(r, nil)
}

// checkLayouts fails if an input has an opaque layout of another backend.
func (g *Graph) checkLayouts(p *patternfusion.Partition) error {
	for i, v := range p.Inputs {
		if why := onednngraph.TensorOf(v).Foreign(g.backend); why != "" {
			return ir.Errorf(p.Ops[0], "is in a partition whose input #%d %s", i, why)
		}
	}
	return nil
}

// tensorOf returns the logical tensor of the output v, whose compiled type is t.
func (g *Graph) tensorOf(v *ir.Value, t ir.Type) LogicalTensor {
	out := LogicalTensor{Type: t, Layout: onednngraph.Strided, Bytes: bytesOf(t)}
	if onednngraph.TensorOf(v).Layout == onednngraph.AnyLayout {
		out.Layout, out.Handle = onednngraph.Opaque, onednngraph.Handle(g.backend())
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

func bytesOf(t ir.Type) int64 {
	shape, _ := t.Shape()
	n, err := tensor.CheckShape(t.Kind(), shape)
	if err != nil {
		return math.MaxInt64 / 2 // larger than any memory
	}
	return int64(n) * int64(t.Kind().Size())
}

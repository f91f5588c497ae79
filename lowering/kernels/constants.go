package kernels

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/pack"
)

// packsConstant reports whether op packs a constant. Constants are packed at compile time.
func packsConstant(op *ir.Op) bool {
	return pack.Packs(op) && ir.Is[memref.Alloca](op.OperandList()[1].Def()) && ir.Is[memref.GetGlobal](constantOf(op))
}

// constantOf returns the operation that defines the buffer that op reads. If op packs a constant,
// the returned operation is a memref.get_global.
func constantOf(op *ir.Op) *ir.Op {
	return layoutOf(op.OperandList()[0]).base.Def()
}

// constant creates a separate global for the packed constant of op.
func (o *outliner) constant(op *ir.Op) {
	n := newNest(nestOf(op))
	get, _ := ir.As[memref.GetGlobal](constantOf(op))
	m := op
	for m.Parent() != nil {
		m = m.Parent()
	}
	global, _ := ir.As[memref.Global](ir.NewSymbols(m).Resolve(ir.NewAttr(get.SymbolRef())))
	d, ok := ir.AttrAs[*ir.DenseElements](global.InitialValue())
	if !ok {
		panic("kernels: BUG: a constant without elements")
	}
	l := n.outs[0].layout
	v := tensor.New(l.elem.Kind(), l.size)
	n.permute(v.Data, d.Tensor().Data, l.elem.Kind().Size())
	t := ir.MemRef(l.elem, l.size)
	b := ir.NewBuilder(o.m.Op.Registry())
	b.AtStart(o.m.Body())
	name := o.names.Next("packed_")
	memref.NewGlobal(b, name, t, ir.NewDense(ir.Tensor(l.elem, l.size), v), true, true)
	o.flat[l.memory] = memref.NewGetGlobal(o.top, name, t).Op.Result()
}

// permute copies the elements of "from" to the positions in "to" at which the packing copy n stores
// them. bytes is the size of an element.
func (n *nest) permute(to, from []byte, bytes int) {
	in, out := n.ins[0], n.outs[0]
	column := slices.Index(out.panels.depth, columnDimension)
	outer := slices.Clone(n.extents)
	outer[column] = 1
	at := make([]int64, len(outer))
	for range product(outer) {
		read, base, term := in.layout.offset, int64(0), int64(0)
		for d, i := range at {
			read += i * in.coef[d]
			if out.panels.depth[d] == termDimension {
				term += i * out.coef[d] / out.panels.columns
			} else {
				base += i * out.coef[d]
			}
		}
		for _, s := range n.strips {
			for range s.Count {
				write := base + term*s.Width
				for k := range s.Width {
					if n.words != nil {
						for b := range int64(wordBytes) {
							to[write+k*wordBytes+b] = from[read+k*in.coef[column]+b*n.words.bytes[0]]
						}
						continue
					}
					copy(to[(write+k)*int64(bytes):][:bytes], from[(read+k*in.coef[column])*int64(bytes):][:bytes])
				}
				base += out.panels.terms * s.Width
				read += s.Width * in.coef[column]
			}
		}
		for d := len(at) - 1; d >= 0; d-- {
			if at[d]++; at[d] < outer[d] {
				break
			}
			at[d] = 0
		}
	}
}

// dropUnused erases the globals of m that the host function does not read.
func dropUnused(m ir.Module, host *ir.Op) {
	read := map[string]bool{}
	host.Walk(func(op *ir.Op) bool {
		if g, ok := ir.As[memref.GetGlobal](op); ok {
			read[ir.NewAttr(g.SymbolRef()).String()] = true
		}
		return true
	})
	for op := m.Body().First(); op != nil; {
		next := op.Next()
		if g, ok := ir.As[memref.Global](op); ok && !read["@"+g.SymName()] {
			op.Erase()
		}
		op = next
	}
}

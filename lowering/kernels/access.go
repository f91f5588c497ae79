// Package kernels converts loop nests on planned buffers to kernel form: a vectorized kernel for
// each nest, and a host function that calls the kernels.
package kernels

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/lowering/build"
)

// memory identifies a buffer of the host function. For an argument, base is the argument. For a
// global, base is the result of memref.get_global. If the buffer is a part of the arena, base is
// the arena and offset is the position in the arena.
type memory struct {
	base   *ir.Value
	arena  bool  // base is the arena
	offset int64 // in bytes
	size   int64 // in elements
	elem   ir.Type
}

// place is the start of a buffer in memory. If an input and an output have the same start, the
// kernel overwrites the input in place.
type place struct {
	base   *ir.Value
	offset int64 // in bytes
}

func (m memory) start() place { return place{m.base, m.offset} }

// layout describes a memref of the host function as a part of a flat buffer: the element at indices
// i₀, i₁, … is at offset + Σ iₖ·strides[k], counted in elements.
type layout struct {
	memory
	offset  int64
	strides []int64
	padding *padding // nil: all elements are in memory
}

func layoutOf(v *ir.Value) layout {
	shape, _ := v.Type().Shape()
	flat := layout{memory: memory{base: v, size: product(shape), elem: v.Type().Elem()}, strides: build.RowMajor(shape)}
	def := v.Def()
	if def == nil {
		return flat
	}
	switch o := def.View().(type) {
	case memref.Alloca:
		if p := paddingOf(v); p != nil {
			return p.layout()
		}
	case memref.ReinterpretCast:
		l := layoutOf(o.Source())
		l.strides = build.RowMajor(shape)
		return l
	case memref.View:
		flat.base, flat.arena = o.Source(), true
		flat.memory.offset = constantInt(o.ByteShift())
		return flat
	case memref.SubView:
		l := layoutOf(o.Source())
		offsets, strides := o.Offsets().Static, o.Strides().Static
		for i := range offsets {
			l.offset += offsets[i] * l.strides[i]
		}
		scaled := make([]int64, len(strides))
		for i := range strides {
			scaled[i] = strides[i] * l.strides[i]
		}
		l.strides = scaled
		return l
	}
	return flat
}

func constantInt(v *ir.Value) int64 {
	k, ok := ir.Defining[arith.Constant](v)
	if !ok {
		panic("kernels: BUG: an offset or step is not constant")
	}
	n, _ := k.Value().Int()
	return n
}

func product(shape []int64) int64 {
	n := int64(1)
	for _, e := range shape {
		n *= e
	}
	return n
}

// access describes the element of a buffer that an iteration reads or writes. Its address is offset
// + Σ coef[d]·i, where i is the index of loop d.
type access struct {
	layout
	coef   []int64
	panels *panels // nil: the operand is not packed
	edges  []edge
	stream bool // for an output: the stores of its vectors bypass the caches
	inLast bool // the access is to the last row of the kernel call instead of the current row; see keepInLast
}

// accessOf composes the map m of the operand v with the layout of v. It panics if m is not linear,
// but lowering creates only linear maps.
func accessOf(v *ir.Value, m affine.Map) access {
	a := access{layout: layoutOf(v), coef: make([]int64, m.Dims)}
	for i, e := range m.Results {
		addLinear(&a, e, a.strides[i])
		if p := a.padding; p != nil && p.sizes[i] != p.shape[i] {
			index := access{coef: make([]int64, m.Dims)}
			addLinear(&index, e, 1)
			a.edges = append(a.edges, edge{index.coef, index.layout.offset - p.low[i], p.sizes[i], a.strides[i]})
		}
	}
	return a
}

// addLinear adds e · by to the address of a.
func addLinear(a *access, e affine.Expr, by int64) {
	if c, ok := e.Const(); ok {
		a.layout.offset += c * by
		return
	}
	if d, ok := e.Dim(); ok {
		a.coef[d] += by
		return
	}
	x, y := e.Operands()
	if e.Kind() == affine.KindAdd {
		addLinear(a, x, by)
		addLinear(a, y, by)
		return
	}
	c, ok := y.Const()
	if !ok || e.Kind() != affine.KindMul {
		panic("kernels: BUG: a map that is not linear")
	}
	addLinear(a, x, by*c)
}

package interp

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir/tensor"
)

// Walk describes a traversal of a tensor. The first element is at Offset, and each step along
// dimension i advances by Strides[i] elements. Strides may be 0 or negative.
type Walk struct {
	Offset  int64
	Strides []int64
}

// WalkOf returns the row-major traversal of a shape.
func WalkOf(shape []int64) Walk {
	return Walk{Strides: (&tensor.Tensor{Shape: shape}).Strides()}
}

// Move copies an element from src to dst for each index of shape, as for slices, transposes,
// broadcasts, reversals and paddings. The Walks describe dst and src. Move calls Work with one step
// for each element. c may be nil.
func (c *Context) Move(dst *tensor.Tensor, to Walk, src *tensor.Tensor, from Walk, shape []int64) {
	m := newMover(to, from, shape)
	m.run = c
	if m.empty {
		return
	}
	switch dst.Kind.Size() {
	case 1:
		move(m, dst.Data, src.Data)
	case 2:
		move(m, tensor.Slice[uint16](dst), tensor.Slice[uint16](src))
	case 4:
		move(m, tensor.Slice[uint32](dst), tensor.Slice[uint32](src))
	case 8:
		move(m, tensor.Slice[uint64](dst), tensor.Slice[uint64](src))
	case 16:
		move(m, tensor.Slice[[2]uint64](dst), tensor.Slice[[2]uint64](src))
	default:
		panic(fmt.Sprintf("interp: BUG: elements of %d bytes", dst.Kind.Size()))
	}
}

// mover is the combined traversal of src and dst. It has no dimensions of extent 1. Neighboring
// dimensions are merged if the strides of both tensors allow it.
type mover struct {
	shape, to, from []int64
	toOff, fromOff  int64
	empty           bool
	run             *Context
}

func newMover(to, from Walk, shape []int64) mover {
	m := mover{toOff: to.Offset, fromOff: from.Offset}
	for i, n := range shape {
		switch last := len(m.shape) - 1; {
		case n == 0:
			m.empty = true
		case n == 1:
		case last >= 0 && m.to[last] == n*to.Strides[i] && m.from[last] == n*from.Strides[i]:
			m.shape[last] *= n
			m.to[last], m.from[last] = to.Strides[i], from.Strides[i]
		default:
			m.shape = append(m.shape, n)
			m.to, m.from = append(m.to, to.Strides[i]), append(m.from, from.Strides[i])
		}
	}
	return m
}

func move[T any](m mover, dst, src []T) { moveDims(m, dst, src, 0, m.toOff, m.fromOff) }

func moveDims[T any](m mover, dst, src []T, dim int, d, s int64) {
	switch len(m.shape) - dim {
	case 0:
		dst[d] = src[s]
		return
	case 1:
		for n := m.shape[dim]; n > 0; n -= pollAfter {
			moveRow(dst, src, min(n, pollAfter), d, m.to[dim], s, m.from[dim])
			m.run.Work(int(min(n, pollAfter)))
			d += pollAfter * m.to[dim]
			s += pollAfter * m.from[dim]
		}
		return
	case 2:
		if m.from[dim] == 1 && m.from[dim+1] != 0 {
			moveTiles(m, dst, src, dim, d, s)
			return
		}
	}
	for range m.shape[dim] {
		moveDims(m, dst, src, dim+1, d, s)
		d += m.to[dim]
		s += m.from[dim]
	}
}

func moveRow[T any](dst, src []T, n, d, ds, s, ss int64) {
	switch {
	case ds == 1 && ss == 1:
		copy(dst[d:d+n], src[s:s+n])
	case ds == 1 && ss == 0:
		row, v := dst[d:d+n], src[s]
		for i := range row {
			row[i] = v
		}
	default:
		for range n {
			dst[d] = src[s]
			d += ds
			s += ss
		}
	}
}

// moveTiles transposes two dimensions tile by tile, so that the cache lines of
// both tensors are used completely before they are evicted.
func moveTiles[T any](m mover, dst, src []T, dim int, d, s int64) {
	const tile = 32
	rows, cols := m.shape[dim], m.shape[dim+1]
	for r := int64(0); r < rows; r += tile {
		m.run.Work(int(cols * min(tile, rows-r)))
		for c := int64(0); c < cols; c += tile {
			for i := r; i < min(r+tile, rows); i++ {
				moveRow(dst, src, min(tile, cols-c), d+i*m.to[dim]+c*m.to[dim+1], m.to[dim+1], s+i*m.from[dim]+c*m.from[dim+1], m.from[dim+1])
			}
		}
	}
}

// Fill sets all elements of t to the only element of the tensor "one".
func Fill(t, one *tensor.Tensor) {
	if len(t.Data) == 0 {
		return
	}
	n := copy(t.Data, one.Data)
	for n < len(t.Data) {
		n += copy(t.Data[n:], t.Data[:n])
	}
}

package kernels

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	mathdialect "github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/slice"
)

// lanewise splits each reduction over w.chains accumulators, called chains. Term t of the innermost
// loop is added to chain t mod w.chains, so results do not depend on the length of vectors. At the
// end, each step combines chain i with chain i + n/2, where n is the number of remaining chains.
// The last remaining chain is combined with the initial value.
func (w *writer) lanewise() [][]*ir.Value {
	n, per := len(w.outs), int(w.chains/w.lanes)
	acc := make([]*ir.Value, n*per)
	for i := range acc {
		op, _ := w.combiner(i % n)
		zero, _ := Neutral(op)
		acc[i] = w.constant(zero, w.lanes)
	}
	last := len(w.reduce) - 1
	d := w.reduce[last]
	saved := w.reduce
	w.reduce = saved[:last]
	sums := w.reductions(0, acc, func(acc []*ir.Value) []*ir.Value { return w.terms(d, acc) })
	w.reduce = saved
	w.forget()
	out := make([]*ir.Value, n)
	for i := range out {
		var parts []*ir.Value
		for k := range per {
			parts = append(parts, sums[k*n+i])
		}
		out[i] = w.combine(i, w.initial(0, i), w.total(i, parts))
	}
	return [][]*ir.Value{out}
}

// terms writes loop d, which adds its terms to the chains acc, and returns the new chains.
func (w *writer) terms(d int, acc []*ir.Value) []*ir.Value {
	n, e := len(w.outs), w.extents()[d]
	w.wide = w.lanes
	defer func() { w.wide = 1 }()
	full := e / w.chains * w.chains
	acc = w.loop(w.index(0), w.index(full), w.chains, acc, func(iv *ir.Value, acc []*ir.Value) []*ir.Value {
		var next []*ir.Value
		for k := range int(w.chains / w.lanes) {
			next = append(next, w.term(d, w.offset(iv, int64(k)*w.lanes), acc[k*n:(k+1)*n])...)
		}
		return next
	})
	for k := 0; full < e; k++ {
		part := acc[k*n : (k+1)*n]
		if e-full >= w.lanes {
			copy(part, w.term(d, w.index(full), part))
		} else {
			copy(part, w.few(d, full, e-full, part))
		}
		full += w.lanes
	}
	return acc
}

func (w *writer) offset(iv *ir.Value, c int64) *ir.Value {
	if c == 0 {
		return iv
	}
	return arith.NewAddI(w.b, iv, w.index(c)).Op.Result()
}

// term adds w.wide terms of loop d, starting with term iv, to the chains acc, and returns the new
// chains. It also writes the prefetches that w.ahead describes.
func (w *writer) term(d int, iv *ir.Value, acc []*ir.Value) (next []*ir.Value) {
	w.inside(d, iv, func() {
		w.forget()
		for _, v := range w.iteration(&w.stages[0], 0, acc) {
			next = append(next, w.broadcast(v, w.wide))
		}
		for i, by := range w.ahead {
			if by != 0 && w.stride(i) == 1 {
				memref.NewPrefetch(w.b, w.args[w.ins[i].memory], w.plus(map[addressKey]*ir.Value{}, w.address(0, i), by))
			}
		}
	})
	return next
}

// few adds the last terms of loop d to the chains acc. There are fewer terms (parameter count) than
// lanes in a vector. If w.maskable(d) is true, few adds them with a mask, and otherwise one after
// the other.
func (w *writer) few(d int, from, count int64, acc []*ir.Value) []*ir.Value {
	if w.maskable(d) {
		w.mask = vector.NewCreateMask(w.b, ir.Vector(ir.I1(), w.lanes), w.index(count)).Op.Result()
		next := w.term(d, w.index(from), acc)
		for i, v := range next {
			next[i] = arith.NewSelect(w.b, w.mask, v, acc[i]).Op.Result()
		}
		w.mask = nil
		return next
	}
	w.wide = 1
	next := append([]*ir.Value(nil), acc...)
	for l := range count {
		lanes := make([]*ir.Value, len(next))
		for i, v := range next {
			lanes[i] = w.lane(v, l)
		}
		for i, v := range w.term(d, w.index(from+l), lanes) {
			next[i] = vector.NewInsert(w.b, v, next[i], slice.Fixed(l)).Op.Result()
		}
	}
	w.wide = w.lanes
	return next
}

// maskable reports whether vectors of n along loop d can be masked. Each input must be contiguous
// along loop d or independent of it, and the body must not load elements at computed indices.
func (n *nest) maskable(d int) bool {
	for _, a := range n.ins {
		if a.coef[d] != 0 && a.coef[d] != 1 {
			return false
		}
	}
	for op := range n.body.Ops() {
		if ir.Is[memref.Load](op) {
			return false
		}
	}
	return true
}

// total combines the chains of output i into a scalar. The chains are the lanes of the vectors in
// the parameter parts. Lanes of fewer than 4 bytes are combined as scalars. For wider lanes, each
// step combines the vector with a shuffle of itself, and only the first half of the lanes still
// matters.
func (w *writer) total(i int, parts []*ir.Value) *ir.Value {
	sum := w.halved(i, parts)[0]
	if w.lanes > 1 && w.outs[i].elem.Kind().Size() < 4 {
		var lanes []*ir.Value
		for l := range w.lanes {
			lanes = append(lanes, w.lane(sum, l))
		}
		return w.halved(i, lanes)[0]
	}
	for half := w.lanes / 2; half >= 1; half /= 2 {
		upper := make([]int64, w.lanes)
		for l := range upper {
			upper[l] = (int64(l) + half) % w.lanes
		}
		sum = w.combine(i, sum, vector.NewShuffle(w.b, sum, sum, upper...).Vector())
	}
	if w.lanes == 1 {
		return sum
	}
	return w.lane(sum, 0)
}

// halved combines the parts of output i until one is left. Each step combines part k with part k +
// n/2, where n is the number of remaining parts. It overwrites elements of parts.
func (w *writer) halved(i int, parts []*ir.Value) []*ir.Value {
	for len(parts) > 1 {
		half := len(parts) / 2
		for k := range half {
			parts[k] = w.combine(i, parts[k], parts[half+k])
		}
		parts = parts[:half]
	}
	return parts
}

// combine applies the combiner of output i to two sums, which are scalars or vectors.
func (w *writer) combine(i int, sum, term *ir.Value) *ir.Value {
	op, at := w.combiner(i)
	if ir.Is[mathdialect.Fma](op) { // chains of fused multiply-adds are combined by addition
		return arith.NewAddF(w.b, sum, term).Op.Result()
	}
	var m ir.Mapping
	m.Map(op.OperandAt(at), sum)
	m.Map(op.OperandAt(1-at), term)
	c := w.b.Clone(op, &m)
	c.Result().SetType(sum.Type())
	return c.Result()
}

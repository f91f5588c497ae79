package kernels

import "github.com/lathe-ir/lathe/ir"

// lanewise reduces with a sum in every lane and one for the terms behind the last
// full vector; at the end lanes are combined in pairs, then the initial value,
// the lanes and the rest in this order.
func (w *writer) lanewise() [][]*ir.Value {
	n := len(w.outs)
	acc := make([]*ir.Value, 2*n)
	for i := range w.outs {
		op, _ := w.combiner(i)
		zero, _ := neutral(op)
		acc[i], acc[n+i] = w.constant(zero, w.lanes), w.constant(zero, 1)
	}
	last := len(w.reduce) - 1
	d := w.reduce[last]
	full := w.extents()[d] / w.lanes * w.lanes
	saved := w.reduce
	w.reduce = saved[:last]
	sums := w.reductions(0, acc, func(acc []*ir.Value) []*ir.Value {
		w.wide = w.lanes
		wide := w.terms(d, 0, full, w.lanes, acc[:n])
		w.wide = 1
		single := acc[n:]
		if full < w.extents()[d] {
			single = w.terms(d, full, w.extents()[d], 1, single)
		}
		return append(append([]*ir.Value(nil), wide...), single...)
	})
	w.reduce = saved
	w.loaded = map[loadKey]*ir.Value{}
	out := make([]*ir.Value, n)
	for i := range w.outs {
		total := w.combine(i, w.initial(0, i), w.acrossLanes(i, sums[i]))
		if full < w.extents()[d] {
			total = w.combine(i, total, sums[n+i])
		}
		out[i] = total
	}
	return [][]*ir.Value{out}
}

// terms writes the loop over d from lo to hi.
func (w *writer) terms(d int, lo, hi, step int64, acc []*ir.Value) []*ir.Value {
	return w.loop(w.index(lo), w.index(hi), step, acc, func(iv *ir.Value, acc []*ir.Value) (next []*ir.Value) {
		w.inside(d, iv, func() {
			w.loaded = map[loadKey]*ir.Value{}
			for _, v := range w.iteration(0, acc) {
				next = append(next, w.broadcast(v, w.wide))
			}
		})
		return next
	})
}

// acrossLanes combines the lanes of v in pairs of neighbours.
func (w *writer) acrossLanes(i int, v *ir.Value) *ir.Value {
	var parts []*ir.Value
	for l := range w.lanes {
		parts = append(parts, w.lane(v, l))
	}
	for len(parts) > 1 {
		for k := range len(parts) / 2 {
			parts[k] = w.combine(i, parts[2*k], parts[2*k+1])
		}
		parts = parts[:len(parts)/2]
	}
	return parts[0]
}

// combine applies the combiner of output i to two sums.
func (w *writer) combine(i int, sum, term *ir.Value) *ir.Value {
	op, at := w.combiner(i)
	var m ir.Mapping
	m.Map(op.OperandAt(at), sum)
	m.Map(op.OperandAt(1-at), term)
	return w.b.Clone(op, &m).Result()
}

package kernels

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/target"
)

// unit is a group of nests that becomes a kernel, alone or with other units.
type unit struct {
	*group
	inits []*ir.Value // by output of the first stage: the initial value that a fill writes; nil: there is no fill
	op    *ir.Op      // the operation from which the call of the kernel is derived
	rows  []int       // if the kernel has several units: the loops over rows
}

// leastRows is the minimum number of rows for units to become one kernel, whose grid has one
// iteration for each row.
const leastRows = 16

// mostUnits is the largest number of units in a kernel. Each new unit is compared with all others.
const mostUnits = 16

// add adds u to the units that will become the next kernel, or begins a new kernel.
//
// Consecutive units can become one kernel if they have the same outermost parallel loops, which are
// called rows. Each row must depend only on the same row of preceding units. The method joined
// checks these and further conditions. In one kernel, the units of a softmax or a norm all process
// a row while it is in the first-level cache. The bits of the results do not change.
func (o *outliner) add(u unit) {
	if n := len(o.pending); n > 0 && n < mostUnits {
		if joined, ok := o.joined(u); ok {
			o.pending = joined
			return
		}
	}
	o.emit()
	o.pending = []unit{u}
}

// emit writes the kernel of the collected units.
func (o *outliner) emit() {
	units := o.pending
	o.pending = nil
	if len(units) == 0 {
		return
	}
	loc := o.b.Loc
	o.b.Loc = units[len(units)-1].op.Loc()
	if len(units) == 1 {
		keepNear(units)
		o.write(units[0].group, units[0].inits, units[0].op)
	} else {
		o.writeRows(units)
	}
	o.b.Loc = loc
}

// joined returns the collected units and u, with the field rows set. It returns false if they
// cannot be one kernel.
func (o *outliner) joined(u unit) ([]unit, bool) {
	units := append(slices.Clone(o.pending), u)
	if units[0].rows == nil {
		s := plan(units[0].group, 1, o.target, 0)
		if !s.partial {
			return nil, false
		}
		units[0].rows = s.parallel
	}
	rows := units[0].rowExtents()
	if product(rows) < leastRows || len(rows) == 0 {
		return nil, false
	}
	last := &units[len(units)-1]
	if last.rows = last.first().outermost(rows); last.rows == nil {
		return nil, false
	}
	return units, o.agree(units, o.lanesOf(units)) && apart(units, rows)
}

// rowExtents returns the extents of the loops over rows.
func (u *unit) rowExtents() []int64 {
	rows := make([]int64, len(u.rows))
	for i, d := range u.rows {
		rows[i] = u.first().extents[d]
	}
	return rows
}

// outermost returns the parallel loops of n with the given extents, if these are its outermost
// loops, and nil otherwise. It ignores loops with one iteration.
func (n *nest) outermost(extents []int64) []int {
	var loops []int
	for d, e := range n.extents {
		switch {
		case e == 1 || len(loops) == len(extents):
		case n.reduction[d] || e != extents[len(loops)]:
			return nil
		default:
			loops = append(loops, d)
		}
	}
	if len(loops) < len(extents) {
		return nil
	}
	return loops
}

// agree reports whether one kernel can use the schedules of units for vectors of at most the given
// number of lanes. All units with vectors must have vectors of the same length. No unit may have
// tiles or an empty loop. No unit may have a record that fits only a kernel without other units. No
// unit may read memory other than by the accesses of its nests.
func (o *outliner) agree(units []unit, most int64) bool {
	lanes := int64(1)
	for _, u := range units {
		s := plan(u.group, most, o.target, len(u.rows))
		if s.tile != nil || s.wrong != nil || u.loads() || s.lanes > 1 && lanes > 1 && s.lanes != lanes || s.empty() {
			return false
		}
		lanes = max(lanes, s.lanes)
	}
	return true
}

// empty reports whether a loop has no iterations.
func (s *schedule) empty() bool { return slices.Contains(s.extents, 0) }

// lanesOf returns the number of lanes in a register for the widest element type in units.
func (o *outliner) lanesOf(units []unit) int64 {
	width := int64(1)
	for _, u := range units {
		width = max(width, u.width())
	}
	return o.target.Lanes(width)
}

// loads reports whether u reads memory other than by the accesses of its nests.
func (u *unit) loads() bool {
	all, known := collect([]unit{*u}), map[memory]bool{}
	u.accesses(func(a access) bool {
		known[a.memory] = true
		return true
	})
	return len(all.buffers) > len(known)
}

// collect finds the buffers of units.
func collect(units []unit) *collector {
	c := newCollector()
	for i := range units {
		c.unit(&units[i])
	}
	return c
}

// span is the range of elements that a row accesses in one memory: [lo, hi] + row·stride.
type span struct {
	lo, hi, stride int64
	units          int  // how many units access the memory
	last           int  // the index of the last unit that accesses it
	written, bad   bool // bad: the accesses are not [lo, hi] + row·stride
}

// apart reports whether no row of a unit accesses memory that a different row of another unit
// writes.
func apart(units []unit, rows []int64) bool {
	spans := map[memory]*span{}
	var order []memory
	for i := range units {
		u := &units[i]
		note := func(a access, written bool) bool {
			s := u.span(a, rows)
			old := spans[a.memory]
			if old == nil {
				old = &s
				spans[a.memory], order = old, append(order, a.memory)
				s.last, s.units = i, 1
			} else {
				old.bad = old.bad || s.bad || s.stride != old.stride
				old.lo, old.hi = min(old.lo, s.lo), max(old.hi, s.hi)
			}
			if old.last != i {
				old.last, old.units = i, old.units+1
			}
			old.written = old.written || written
			return true
		}
		u.accesses(func(a access) bool { return note(a, false) })
		u.stored(func(a access) bool { return note(a, true) })
	}
	for i, m := range order {
		s := spans[m]
		if s.written && s.units > 1 && (s.bad || s.hi-s.lo >= s.stride) {
			return false
		}
		for _, other := range order[:i] {
			if (s.written || spans[other].written) && m.overlaps(other) {
				return false
			}
		}
	}
	return true
}

// span returns the elements that u reads or writes in a row by access a.
func (u *unit) span(a access, rows []int64) span {
	s := span{lo: a.layout.offset, hi: a.layout.offset, bad: a.panels != nil}
	for d, c := range a.coef {
		if reach := c * (u.first().extents[d] - 1); slices.Contains(u.rows, d) {
			continue
		} else if reach > 0 {
			s.hi += reach
		} else {
			s.lo += reach
		}
	}
	stride, ok := u.stride(a, rows)
	s.stride, s.bad = stride, s.bad || !ok
	return s
}

// stride returns the distance between adjacent rows of access a, if it is constant.
func (u *unit) stride(a access, rows []int64) (stride int64, ok bool) {
	stride = a.coef[u.rows[len(u.rows)-1]]
	next := stride
	for k, d := range slices.Backward(u.rows) {
		if a.coef[d] != next {
			return 0, false
		}
		next *= rows[k]
	}
	return stride, true
}

// overlaps reports whether two pieces of memory share bytes. They must not be the same piece.
func (m memory) overlaps(other memory) bool {
	if m.base != other.base {
		return false
	}
	return m.offset < other.end() && other.offset < m.end()
}

func (m memory) end() int64 { return m.offset + m.size*int64(m.elem.Kind().Size()) }

// writeRows writes one kernel for the given units, and the call of this kernel.
func (o *outliner) writeRows(units []unit) {
	m, key, known := o.find(units)
	var call *ir.Op
	if known {
		call = o.call(m, collect(units).buffers, units[0].op)
	} else {
		m, call = o.newRows(units)
		o.made[key] = m
	}
	for _, u := range units[1:] {
		call.Derive(u.op)
	}
}

// newRows writes the kernel of units and its call.
func (o *outliner) newRows(units []unit) (made, *ir.Op) {
	k, lanes := o.rowsKernel(units, o.lanesOf(units))
	if fits := o.target.Lanes(widest(k.function.Entry())); fits < lanes {
		k.function.Op.Erase()
		for fits > 1 && !o.agree(units, fits) {
			fits /= 2
		}
		k, lanes = o.rowsKernel(units, fits)
	}
	return o.finish(k, product(units[0].rowExtents()), lanes, units[0].op)
}

// rowsKernel writes the kernel of units with vectors of at most the given number of lanes.
func (o *outliner) rowsKernel(units []unit, most int64) (k *kernel, lanes int64) {
	c := collect(units)
	k = newKernel(o.m.Op.Registry(), c.buffers, c.written)
	k.start(c.hosts)
	keepInLast(units)
	keepNear(units)
	var writers []*writer
	var groups []*group
	var schedules []schedule
	lanes = 1
	for i := range units {
		u := &units[i]
		s := o.plan(u.group, most, len(u.rows))
		s.inRow = true
		lanes = max(lanes, s.lanes)
		groups, schedules = append(groups, u.group), append(schedules, s)
		writers = append(writers, newWriter(k, s, k.initials(u.inits)))
	}
	k.describe(o.target, groups, schedules)
	first, end := writers[0], writers[len(writers)-1]
	next, late := units[0].nextRow(o.target), end.canFetch(&units[0])
	if !late {
		first.ahead = next
	}
	last := arith.NewMaxSI(k.b, arith.NewSubI(k.b, k.hi, k.index(1)).Op.Result(), k.index(0)).Op.Result()
	k.loop(k.lo, k.hi, 1, nil, func(g *ir.Value, _ []*ir.Value) []*ir.Value {
		for i, w := range writers {
			w.row(&units[i], g, last)
			if late && w == first {
				end.next = w.starts(next)
			}
			w.outer(0)
		}
		return nil
	})
	k.simplify()
	return k, lanes
}

// keepInLast handles values of a row that the last unit overwrites, such as the exponentials of a
// softmax. For each row, the other units store these values in the memory of the last row that the
// kernel call computes. This memory serves as a scratch area, which stays in the first-level cache.
// So every other row is written only once, by the last unit, bypassing the caches. The last row is
// computed last, so no other row overwrites its results.
func keepInLast(units []unit) {
	before, last := units[:len(units)-1], &units[len(units)-1]
	for _, s := range last.stages {
		for i, out := range s.outs {
			if s.keep[i] && out.stream && last.fills(out) && begins(before, out.memory) {
				moveToLast(units, out.memory)
			}
		}
	}
}

// begins reports whether the first unit that accesses m has a single stage, which overwrites each
// row of m without reading m.
func begins(units []unit, m memory) bool {
	for i := range units {
		u := &units[i]
		if u.accesses(func(a access) bool { return a.memory != m }) {
			continue
		}
		s := &u.stages[0]
		k := slices.IndexFunc(s.outs, func(a access) bool { return a.memory == m })
		return len(u.stages) == 1 && k >= 0 && s.keep[k] && u.fills(s.outs[k]) && !s.body.Arg(len(s.ins)+k).HasUses() &&
			!slices.ContainsFunc(s.ins, func(a access) bool { return a.memory == m })
	}
	return false
}

// fills reports whether access a of u writes each element of a row.
func (u *unit) fills(a access) bool {
	elements := int64(1)
	for d, e := range u.first().extents {
		switch {
		case u.first().reduction[d] && e > 1:
			return false
		case a.coef[d] != 0 && !slices.Contains(u.rows, d):
			elements *= e
		}
	}
	s := u.span(a, u.rowExtents())
	return !s.bad && s.hi-s.lo+1 == s.stride && elements == s.stride
}

// moveToLast makes all accesses of m use the last row of the kernel call, except the stores of the
// last unit.
func moveToLast(units []unit, m memory) {
	for k, u := range units {
		for _, s := range u.stages {
			for i := range s.ins {
				s.ins[i].inLast = s.ins[i].inLast || s.ins[i].memory == m
			}
			for i := range s.outs {
				s.outs[i].inLast = s.outs[i].inLast || k < len(units)-1 && s.outs[i].memory == m
			}
		}
	}
}

// keepNear makes units store a buffer through the caches if a unit reads it or several units store
// it.
func keepNear(units []unit) {
	users := map[memory]int{} // by memory: the index of the unit that stores it; -1: a unit reads it, or several units store it
	for i := range units {
		for k := range units[i].stages {
			units[i].stages[k].reads(func(a access) bool {
				if !a.inLast {
					users[a.memory] = -1
				}
				return true
			})
		}
		units[i].stored(func(a access) bool {
			switch old, ok := users[a.memory]; {
			case a.inLast:
			case ok && old != i:
				users[a.memory] = -1
			default:
				users[a.memory] = i
			}
			return true
		})
	}
	for _, u := range units {
		for _, s := range u.stages {
			for i, a := range s.outs {
				s.outs[i].stream = a.stream && !a.inLast && users[a.memory] >= 0
			}
		}
	}
}

// nextRow returns, for each input, the distance to the next row, in elements. The kernel prefetches
// the next row into the first-level cache, since hardware prefetchers stop at the end of a page. If
// canFetch is true, the last unit prefetches the rows. Otherwise u prefetches them. A distance of 0
// means no prefetch. The distance is 0 for packed and padded inputs, and for inputs whose rows are
// not at a constant distance. It is also 0 for rows of fewer than 8 cache lines, for rows larger
// than a third of the first-level cache, and for targets without caches. The tuning record of a
// nest can turn off prefetching.
func (u *unit) nextRow(t target.Target) []int64 {
	rows := u.rowExtents()
	all := make([]int64, len(u.first().ins))
	if p := u.first().given.Prefetch; p != nil && !*p {
		return all
	}
	for i, a := range u.first().ins {
		stride, ok := u.stride(a, rows)
		if bytes := stride * int64(a.elem.Kind().Size()); ok && bytes >= 8*t.Line && bytes <= t.L1/3 && a.panels == nil && a.padding == nil {
			all[i] = stride
		}
	}
	return all
}

// canFetch reports whether w, which writes the last unit of a kernel, can prefetch rows of the
// first unit. The last unit must not reduce. Its vectorized loop must be unrolled, and must have as
// many iterations as the innermost loop of the first unit. The last unit often divides, which takes
// long and leaves time for loads.
func (w *writer) canFetch(first *unit) bool {
	columns := first.first().extents[innermost(first.first())]
	return len(w.reduce) == 0 && w.vec >= 0 && w.unroll > 1 && w.extents()[w.vec] == columns
}

// start is the address of a row that is prefetched.
type start struct {
	memory
	at *ir.Value
}

// starts returns the address of the next row of each input whose distance to the next row is not 0.
func (w *writer) starts(next []int64) (all []start) {
	for i, by := range next {
		if by != 0 && w.ins[i].coef[w.vec] == 1 {
			all = append(all, start{w.ins[i].memory, w.plus(map[addressKey]*ir.Value{}, w.address(0, i), by)})
		}
	}
	return all
}

// farAhead is the distance, in bytes, between a load from a long stream and its prefetch: two
// pages.
const farAhead = 8 << 10

// ahead returns, by input, how many elements ahead of a load the kernel prefetches. Only the method
// lanewise uses the result. The first nest of g must have a single input, which is neither packed
// nor padded, and is larger than the third-level cache. No later stage may read memory. Otherwise,
// or if the target has no third-level cache, ahead returns nil. The record of the nest can turn off
// prefetching. Hardware prefetchers fetch too little ahead if a kernel reads a single stream.
// Explicit prefetches make a kernel slower if it reads several streams.
func (g *group) ahead(t target.Target) []int64 {
	if p := g.first().given.Prefetch; p != nil && !*p {
		return nil
	}
	for k := 1; k < len(g.stages); k++ {
		if !g.stages[k].reads(func(access) bool { return false }) {
			return nil
		}
	}
	ins := g.first().ins
	if len(ins) != 1 || ins[0].panels != nil || ins[0].padding != nil {
		return nil
	}
	size := int64(ins[0].elem.Kind().Size())
	if t.L3 == 0 || ins[0].size*size <= t.L3 {
		return nil
	}
	return []int64{farAhead / size}
}

// row moves w to row g of u. last is the last row of the kernel call.
func (w *writer) row(u *unit, g, last *ir.Value) {
	rows := make([]int64, len(u.rows))
	for i, d := range u.rows {
		rows[i] = w.extents()[d]
	}
	at := w.digits(g, rows)
	for i, d := range u.rows {
		if len(rows) == 1 || w.usesIndex(d) || u.usesIndex(d) {
			w.iv[d] = at(i)
		}
	}
	sums, lastSums := map[addressKey]*ir.Value{}, map[addressKey]*ir.Value{}
	for i, base := range w.base[0] {
		a := w.access(i)
		if stride, ok := u.stride(*a, rows); ok && a.inLast {
			w.base[0][i] = w.moved(lastSums, base, last, stride)
			continue
		} else if ok {
			w.base[0][i] = w.moved(sums, base, g, stride)
			continue
		}
		for k, d := range u.rows {
			if a.coef[d] != 0 {
				base = w.moved(map[addressKey]*ir.Value{}, base, at(k), a.coef[d])
			}
		}
		w.base[0][i] = base
	}
}

// digits returns a function that returns the index of loop i in iteration g of the combined loops.
// The returned function computes each index on first use.
func (w *writer) digits(g *ir.Value, extents []int64) func(i int) *ir.Value {
	known := make([]*ir.Value, len(extents))
	return func(i int) *ir.Value {
		if known[i] == nil {
			v, inner := g, product(extents[i+1:])
			if inner > 1 {
				v = arith.NewDivUI(w.b, v, w.index(inner)).Op.Result()
			}
			if i > 0 {
				v = arith.NewRemUI(w.b, v, w.index(extents[i])).Op.Result()
			}
			known[i] = v
		}
		return known[i]
	}
}

package kernels

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/target"
)

// unit is a group of nests. A kernel computes one unit or several units.
type unit struct {
	*group
	inits []*ir.Value // by output of the first stage: the initial value that a fill writes; nil: there is no fill
	op    *ir.Op      // the operation from which the call of the kernel is derived
	rows  []int       // if the kernel has several units: the loops over rows
}

// leastRows is the minimum number of rows of a kernel with several units. The grid of such a kernel
// has one iteration for each row.
const leastRows = 16

// mostUnits is the largest number of units in a kernel. Each new unit is compared with all others.
const mostUnits = 16

// add adds u to the units that will become the next kernel, or begins a new kernel.
//
// Consecutive units can become one kernel if they have the same outermost parallel loops, which are
// called rows, and each row depends only on the same row of preceding units. In a softmax, for
// example, the exponentials of a row are still in the first-level cache when their sum is computed.
// The results do not change.
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

// joined returns the collected units and u, with the field rows set. It returns false if one kernel
// cannot compute them.
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

func (u *unit) rowExtents() []int64 {
	rows := make([]int64, len(u.rows))
	for i, d := range u.rows {
		rows[i] = u.first().extents[d]
	}
	return rows
}

// outermost returns the outermost loops of n, without loops of one iteration. It returns nil if
// they reduce, or do not have the given extents.
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
// number of lanes. All units with vectors must have the same number of lanes. No unit may have
// tiles, empty loops, an invalid record, or reads of memory other than by the accesses of its
// nests.
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

// apart reports whether rows are independent: no row of a unit accesses memory that a different row
// of another unit writes.
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

// overlaps reports whether m and other, which must not be equal, share bytes.
func (m memory) overlaps(other memory) bool {
	if m.base != other.base {
		return false
	}
	return m.offset < other.end() && other.offset < m.end()
}

func (m memory) end() int64 { return m.offset + m.size*int64(m.elem.Kind().Size()) }

// writeRows writes the kernel of units and its call, or only the call if an equal kernel exists.
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

// keepInLast chooses memory for intermediate values that the last unit overwrites, such as the
// exponentials of a softmax. Without keepInLast, the kernel would write each row of the output
// twice. With it, the other units write the intermediate values of every row to the last row of the
// output, which stays in the first-level cache. The last unit writes the results of each row,
// bypassing the caches. The last row is computed last, so its results are not overwritten.
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

// fills reports whether access a of u covers all elements of a row.
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

// moveToLast makes the accesses of m, except the stores of the last unit, use the last row of the
// kernel call.
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

// keepNear makes stores to a buffer go through the caches if a unit reads the buffer or if several
// units store it.
func keepNear(units []unit) {
	users := map[memory]int{} // by memory: the index of the unit that stores it, or -1 if stores go through the caches
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

// nextRow returns, for each input, the distance to the next row in elements, or 0 if the kernel
// must not prefetch this row. A prefetch helps because hardware prefetchers stop at the end of a
// page. Packed and padded inputs are not prefetched, nor inputs whose rows are fewer than 8 cache
// lines or more than a third of the first-level cache apart.
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
// first unit. The loop over columns of the last unit must be unrolled, and must have as many
// iterations as the innermost loop of the first unit. The last unit often divides, which leaves
// time for loads.
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

// farAhead is the distance in bytes between a load and its prefetch: two pages.
const farAhead = 8 << 10

// ahead returns, by input, how many elements ahead of a load the method lanewise prefetches. Only a
// kernel that reads a single stream gains from these prefetches, since hardware prefetchers fetch
// too little ahead for it. So ahead returns nil if the first nest has several inputs, if its input
// is packed, padded or fits into the third-level cache, or if a later stage reads memory.
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

// row sets the indices and addresses of w to those of row g of u. last is the last row of the
// kernel call.
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
// An index is computed when the function is first called for its loop.
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

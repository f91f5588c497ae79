package kernels

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
)

// writer writes a kernel. The kernel computes a nest, which is its first stage, and the elementwise
// nests that continue it, which are its later stages.
type writer struct {
	*kernel
	*nest // the first stage
	schedule
	stages []stage
	iv     []*ir.Value   // by loop: the index of the current iteration, or of the first lane if the loop is vectorized
	copies []copyOf      // the elements, or vectors, that are computed together
	base   [][]*ir.Value // by copy and by index of the access: the address computed so far; nil is 0
	wide   int64         // the lanes of the code being written: schedule.lanes or 1
	width  int64         // columns of the tile being written
	// If a tile is computed in several passes (see tilesOf), the current pass runs the iterations
	// of the outermost reducing loop from "from" up to, but not including, "to". Otherwise both are
	// nil.
	from  *ir.Value
	to    *ir.Value
	inits []*ir.Value // by output: the initial value; nil: it is read from memory
	mask  *ir.Value   // lanes to load; nil: all
	// ahead has, by input, how many elements ahead of a load the kernel prefetches. 0 means none.
	ahead []int64
	next  []start // the rows to prefetch while this row is computed
	// innerRows is rowPart.inner of the current tile. edge is true for a tile that can read
	// padding.
	innerRows, edge bool
	loaded          map[loadKey]*ir.Value
	spread          map[*ir.Value]*ir.Value // by scalar: the vector with the scalar in all lanes
	places          map[edgeKey]nearPlace
}

// stage is a nest of a kernel. Its accesses are expressed in the loops of the first stage.
type stage struct {
	*nest
	first int // the index of its first access
	// from has, by input, the index of the earlier result that is this input, or -1 if the input is
	// read from memory.
	from []int
	keep []bool // by output: whether it is stored
}

// copyOf is the position of an element, or vector, in its tile.
type copyOf struct{ row, column int64 }

type loadKey struct {
	buffer *ir.Value
	at     *ir.Value
	form   int64 // a number that encodes the number of lanes and the stride
}

type addressKey struct {
	base *ir.Value
	by   int64
}

func newWriter(k *kernel, s schedule, inits []*ir.Value) *writer {
	w := &writer{kernel: k, nest: s.stages[0].nest, schedule: s, inits: inits, wide: 1, copies: []copyOf{{}}}
	w.stages = s.stages
	w.iv = make([]*ir.Value, len(s.extents))
	for d := range w.iv {
		w.iv[d] = w.index(0)
	}
	last := w.stages[len(w.stages)-1]
	w.base = [][]*ir.Value{make([]*ir.Value, last.first+len(last.ins)+len(last.outs))}
	for i := range w.base[0] {
		if off := w.access(i).layout.offset; off != 0 {
			w.base[0][i] = w.index(off)
		}
	}
	w.forget()
	return w
}

// forget drops cached values. It is called when memory or the insertion point has changed.
func (w *writer) forget() {
	w.loaded, w.spread, w.places = map[loadKey]*ir.Value{}, map[*ir.Value]*ir.Value{}, map[edgeKey]nearPlace{}
}

// access returns access i. Accesses are numbered by stage, and in a stage inputs come before
// outputs.
func (w *writer) access(i int) *access {
	s := &w.stages[0]
	for k := 1; k < len(w.stages) && i >= w.stages[k].first; k++ {
		s = &w.stages[k]
	}
	if i -= s.first; i < len(s.ins) {
		return &s.ins[i]
	}
	return &s.outs[i-len(s.ins)]
}

func (w *writer) write() {
	switch {
	case w.tile != nil:
		w.loop(w.lo, w.hi, 1, nil, func(g *ir.Value, _ []*ir.Value) []*ir.Value { w.tileAt(g); return nil })
	case len(w.parallel) == 0:
		w.loop(w.lo, w.hi, 1, nil, func(*ir.Value, []*ir.Value) []*ir.Value { w.element(); return nil })
	default:
		w.outer(0)
	}
}

func (w *writer) extents() []int64 { return w.schedule.extents }

// outer writes the parallel loops from index i on.
func (w *writer) outer(i int) {
	if i == len(w.parallel) {
		w.element()
		return
	}
	d := w.parallel[i]
	within := func(iv *ir.Value, _ []*ir.Value) []*ir.Value { w.inside(d, iv, func() { w.outer(i + 1) }); return nil }
	lo, hi := w.index(0), w.index(w.extents()[d])
	switch {
	case d == w.vec:
		w.vectors(d, i == 0 && !w.inRow)
	case i == 0 && !w.inRow:
		w.loop(w.lo, w.hi, 1, nil, within)
	default:
		w.loop(lo, hi, 1, nil, within)
	}
}

// vectors writes the innermost parallel loop: groups of vectors, then single vectors, then single
// elements. grid is true if the loop is the grid of the kernel.
func (w *writer) vectors(d int, grid bool) {
	e := w.extents()[d]
	groups := e / w.lanes / w.unroll
	single := e/w.lanes - groups*w.unroll
	parts := []part{{0, groups, w.unroll * w.lanes}, {0, single, w.lanes}, {0, e % w.lanes, 1}}
	first := int64(0) // the first iteration of the grid that computes the current part
	for i := range parts {
		p := &parts[i]
		if i > 0 {
			p.from = parts[i-1].end()
		}
		if p.count == 0 {
			continue
		}
		body := w.element
		switch {
		case i == 0 && w.unroll > 1:
			w.wide, body = w.lanes, func() { w.sideBySide(d) }
		case i < 2:
			w.wide = w.lanes
		}
		within := func(iv *ir.Value, _ []*ir.Value) []*ir.Value { w.inside(d, iv, body); return nil }
		if grid {
			w.gridPart(p, first, e, within)
		} else {
			w.loop(w.index(p.from), w.index(p.end()), p.size, nil, within)
		}
		w.wide = 1
		first += p.count
	}
}

// part is a range of a loop, divided into groups of adjacent elements. It has the first element,
// the number of groups, and the size of a group.
type part struct{ from, count, size int64 }

func (p *part) end() int64 { return p.from + p.count*p.size }

// gridPart writes the iterations of the grid that compute the groups of p. first is the index of
// the first of these iterations. The loop has e elements.
func (w *writer) gridPart(p *part, first, e int64, body func(*ir.Value, []*ir.Value) []*ir.Value) {
	lo, hi := w.lo, w.hi
	if first > 0 {
		lo = arith.NewMaxSI(w.b, lo, w.index(first)).Op.Result()
	}
	if p.end() < e {
		hi = arith.NewMinSI(w.b, hi, w.index(first+p.count)).Op.Result()
	}
	w.loop(lo, hi, 1, nil, func(g *ir.Value, _ []*ir.Value) []*ir.Value {
		if p.size > 1 {
			g = arith.NewMulI(w.b, g, w.index(p.size)).Op.Result()
		}
		if by := p.from - first*p.size; by != 0 {
			g = arith.NewAddI(w.b, g, w.index(by)).Op.Result()
		}
		return body(g, nil)
	})
}

// sideBySide writes the computation of w.unroll adjacent vectors of loop d, with interleaved steps.
func (w *writer) sideBySide(d int) {
	base, copies := w.base[0], w.copies
	w.base, w.copies = nil, nil
	sums := map[addressKey]*ir.Value{}
	for u := range w.unroll {
		moved := make([]*ir.Value, len(base))
		for i := range base {
			moved[i] = w.plus(sums, base[i], u*w.lanes*w.coef(i, d))
		}
		w.base, w.copies = append(w.base, moved), append(w.copies, copyOf{0, u * w.lanes})
	}
	w.forget()
	w.together()
	w.base, w.copies = [][]*ir.Value{base}, copies
	for _, s := range w.next {
		at := arith.NewAddI(w.b, s.at, w.iv[d]).Op.Result()
		for u := range w.unroll {
			memref.NewPrefetch(w.b, w.args[s.memory], w.plus(sums, at, u*w.lanes))
		}
	}
}

func (w *writer) inside(d int, iv *ir.Value, body func()) {
	base, outer := w.base, w.iv[d]
	w.iv[d] = iv
	w.base = make([][]*ir.Value, len(base))
	sums := map[addressKey]*ir.Value{}
	for u := range base {
		w.base[u] = make([]*ir.Value, len(base[u]))
		for i, from := range base[u] {
			w.base[u][i] = w.moved(sums, from, iv, w.coef(i, d))
		}
	}
	body()
	w.base, w.iv[d] = base, outer
}

// moved returns base + iv·coef. sums caches results for this iv.
func (w *writer) moved(sums map[addressKey]*ir.Value, base, iv *ir.Value, coef int64) *ir.Value {
	if coef == 0 {
		return base
	}
	key := addressKey{base, coef}
	if v, ok := sums[key]; ok {
		return v
	}
	v := iv
	if coef != 1 {
		v = w.scaled(sums, iv, coef)
	}
	if base != nil {
		v = arith.NewAddI(w.b, base, v).Op.Result()
	}
	sums[key] = v
	return v
}

func (w *writer) scaled(sums map[addressKey]*ir.Value, iv *ir.Value, coef int64) *ir.Value {
	if v, ok := sums[addressKey{nil, coef}]; ok {
		return v
	}
	v := arith.NewMulI(w.b, iv, w.index(coef)).Op.Result()
	sums[addressKey{nil, coef}] = v
	return v
}

func (w *writer) address(u, i int) *ir.Value {
	if v := w.base[u][i]; v != nil {
		return v
	}
	return w.index(0)
}

// element writes the computation of one element, or vector, of each output.
func (w *writer) element() {
	w.forget()
	var results [][]*ir.Value
	if w.partial {
		results = w.lanewise()
	} else {
		results = [][]*ir.Value{w.iteration(&w.stages[0], 0, w.given(0))}
	}
	w.finishStages(results)
}

// given returns the initial values of those outputs of copy u that the body reads.
func (w *writer) given(u int) []*ir.Value {
	acc := make([]*ir.Value, len(w.outs))
	for i := range w.outs {
		if w.body.Arg(len(w.ins) + i).HasUses() {
			acc[i] = w.initial(u, i)
		}
	}
	return acc
}

// finishStages runs the later stages on the results of the first stage, and stores all results. It
// computes everything before it stores anything, since copies can overlap and an output can have
// the memory of an input.
func (w *writer) finishStages(results [][]*ir.Value) {
	for k := 1; k < len(w.stages); k++ {
		s := &w.stages[k]
		for u := range results {
			results[u] = append(results[u], w.continued(s, u, results[u])...)
		}
	}
	for u := range results {
		r := 0
		for k := range w.stages {
			s := &w.stages[k]
			for i := range s.outs {
				if s.keep[i] {
					w.store(u, s.first+len(s.ins)+i, results[u][r])
				}
				r++
			}
		}
	}
}

// reductions writes the reducing loops from index i on. acc has the initial values of the
// loop-carried values.
func (w *writer) reductions(i int, acc []*ir.Value, body func([]*ir.Value) []*ir.Value) []*ir.Value {
	if i == len(w.reduce) {
		return body(acc)
	}
	d := w.reduce[i]
	if i == 0 && w.from != nil && w.block.Unroll {
		for t := range w.block.Terms {
			w.inside(d, w.offset(w.from, t), func() { acc = w.reductions(i+1, acc, body) })
		}
		return acc
	}
	lo, hi := w.index(0), w.index(w.extents()[d])
	if i == 0 && w.from != nil {
		lo, hi = w.from, w.to
	}
	return w.loop(lo, hi, 1, acc, func(iv *ir.Value, acc []*ir.Value) (next []*ir.Value) {
		w.inside(d, iv, func() { next = w.reductions(i+1, acc, body) })
		return next
	})
}

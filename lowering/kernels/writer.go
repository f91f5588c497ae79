package kernels

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
)

// writer writes the kernel of one nest, or of one and the elementwise nests that continue
// it: its stages.
type writer struct {
	*kernel
	*nest // the first stage
	schedule
	stages []stage
	iv     []*ir.Value   // by loop: the current iteration's first element
	copies []copyOf      // the elements, or vectors, that are computed together
	base   [][]*ir.Value // by copy and access, stage by stage: the address so far; nil is 0
	wide   int64         // lanes of the code being written: lanes, or 1
	width  int64         // columns of the tile being written
	from   *ir.Value     // the first term of this pass; nil: there is one pass
	to     *ir.Value     // the end of this pass
	inits  []*ir.Value   // by output: the value of a fill; nil: read it from memory
	mask   *ir.Value     // lanes to load; nil: all
	loaded map[loadKey]*ir.Value
	spread map[*ir.Value]*ir.Value // scalars as vectors
}

// stage is a nest in the loops of the first stage.
type stage struct {
	*nest
	first int // the number of its first access
	// from says for each input which result of the stages before it is; -1: it is in memory.
	from []int
	keep []bool // by output: it is stored
}

// copyOf is the place of an element, or vector, in its tile.
type copyOf struct{ row, column int64 }

type loadKey struct {
	buffer *ir.Value
	at     *ir.Value
	form   int64 // lanes, and the stride
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

// forget drops cached loads, because memory or the insertion point changes.
func (w *writer) forget() {
	w.loaded, w.spread = map[loadKey]*ir.Value{}, map[*ir.Value]*ir.Value{}
}

// access returns an access by its number: those of the first stage come first, inputs
// before outputs.
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

// outer writes the parallel loops from number i on.
func (w *writer) outer(i int) {
	if i == len(w.parallel) {
		w.element()
		return
	}
	d := w.parallel[i]
	within := func(iv *ir.Value, _ []*ir.Value) []*ir.Value { w.inside(d, iv, func() { w.outer(i + 1) }); return nil }
	lo, hi := w.index(0), w.index(w.extents()[d])
	switch {
	case d == w.vec && i == 0 && !w.inRow:
		w.gridVector(d)
	case d == w.vec:
		full := w.extents()[d] / w.lanes * w.lanes
		w.wide = w.lanes
		w.loop(lo, w.index(full), w.lanes, nil, within)
		w.wide = 1
		if full < w.extents()[d] {
			w.loop(w.index(full), hi, 1, nil, within)
		}
	case i == 0 && !w.inRow:
		w.loop(w.lo, w.hi, 1, nil, within)
	default:
		w.loop(lo, hi, 1, nil, within)
	}
}

// gridVector divides the grid into vectors and, behind them, single elements.
func (w *writer) gridVector(d int) {
	vectors := w.extents()[d] / w.lanes
	rest := w.extents()[d] % w.lanes
	end := w.hi
	if rest > 0 {
		end = arith.NewMinSI(w.b, w.hi, w.index(vectors)).Op.Result()
	}
	w.wide = w.lanes
	w.loop(w.lo, end, 1, nil, func(g *ir.Value, _ []*ir.Value) []*ir.Value {
		w.inside(d, arith.NewMulI(w.b, g, w.index(w.lanes)).Op.Result(), func() { w.outer(1) })
		return nil
	})
	w.wide = 1
	if rest == 0 {
		return
	}
	begin := arith.NewMaxSI(w.b, w.lo, w.index(vectors)).Op.Result()
	w.loop(begin, w.hi, 1, nil, func(g *ir.Value, _ []*ir.Value) []*ir.Value {
		w.inside(d, arith.NewAddI(w.b, g, w.index(vectors*(w.lanes-1))).Op.Result(), func() { w.outer(1) })
		return nil
	})
}

// inside writes the body of loop d at element iv, and advances addresses.
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

// moved returns base + iv·coef.
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

// address returns where access i of copy u is.
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
		// Loops that reduce have one iteration each.
		results = [][]*ir.Value{w.iteration(&w.stages[0], 0, w.given(0))}
	}
	w.finishStages(results)
}

// given returns the initial values of the outputs of copy u that the body reads.
func (w *writer) given(u int) []*ir.Value {
	acc := make([]*ir.Value, len(w.outs))
	for i := range w.outs {
		if w.body.Arg(len(w.ins) + i).HasUses() {
			acc[i] = w.initial(u, i)
		}
	}
	return acc
}

// finishStages runs the later stages on the results of the first one, by copy, and stores the
// results. Everything is computed before anything is stored, since copies can overlap and an output
// can be the memory of an input.
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

// reductions writes the reducing loops from number i on, carrying acc.
func (w *writer) reductions(i int, acc []*ir.Value, body func([]*ir.Value) []*ir.Value) []*ir.Value {
	if i == len(w.reduce) {
		return body(acc)
	}
	d := w.reduce[i]
	lo, hi := w.from, w.to
	if lo == nil {
		lo, hi = w.index(0), w.index(w.extents()[d])
	}
	return w.loop(lo, hi, 1, acc, func(iv *ir.Value, acc []*ir.Value) (next []*ir.Value) {
		w.inside(d, iv, func() { next = w.reductions(i+1, acc, body) })
		return next
	})
}

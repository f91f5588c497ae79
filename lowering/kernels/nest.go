package kernels

import (
	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
)

// writer writes the kernel of one nest.
type writer struct {
	*kernel
	*nest
	schedule
	iv     []*ir.Value   // by loop: the current iteration's first element
	base   [][]*ir.Value // by copy and access (inputs, then outputs): the address so far; nil is 0
	wide   int64         // lanes of the code being written: lanes, or 1
	loaded map[loadKey]*ir.Value
	inits  []*ir.Value // by output: what a fill put there; nil: what is in memory
}

type loadKey struct {
	buffer *ir.Value
	at     *ir.Value
	form   int64 // lanes, and the stride
}

type addressKey struct {
	base *ir.Value
	by   int64
}

func (w *writer) access(i int) access {
	if i < len(w.ins) {
		return w.ins[i]
	}
	return w.outs[i-len(w.ins)]
}

func (w *writer) write() {
	n := len(w.ins) + len(w.outs)
	w.iv = make([]*ir.Value, len(w.extents()))
	w.base = [][]*ir.Value{make([]*ir.Value, n)}
	w.wide = 1
	for i := range n {
		if off := w.access(i).layout.offset; off != 0 {
			w.base[0][i] = w.index(off)
		}
	}
	for d := range w.iv {
		w.iv[d] = w.index(0)
	}
	if len(w.parallel) == 0 {
		w.loop(w.lo, w.hi, 1, nil, func(*ir.Value, []*ir.Value) []*ir.Value { w.element(); return nil })
		return
	}
	w.outer(0)
}

func (w *writer) extents() []int64 { return w.schedule.extents }

// outer writes the parallel loops from number i on.
func (w *writer) outer(i int) {
	if i == len(w.parallel) {
		w.element()
		return
	}
	d := w.parallel[i]
	lo, hi := w.index(0), w.index(w.extents()[d])
	switch {
	case d == w.vec && i == 0:
		w.gridVector(d)
	case d == w.vec:
		full := w.extents()[d] / w.lanes * w.lanes
		w.wide = w.lanes
		w.loop(lo, w.index(full), w.lanes, nil, func(iv *ir.Value, _ []*ir.Value) []*ir.Value { w.inside(d, iv, func() { w.outer(i + 1) }); return nil })
		w.wide = 1
		if full < w.extents()[d] {
			w.loop(w.index(full), hi, 1, nil, func(iv *ir.Value, _ []*ir.Value) []*ir.Value { w.inside(d, iv, func() { w.outer(i + 1) }); return nil })
		}
	case i == 0:
		w.loop(w.lo, w.hi, 1, nil, func(g *ir.Value, _ []*ir.Value) []*ir.Value {
			if d == w.jam {
				g = arith.NewMulI(w.b, g, w.index(w.copies)).Op.Result()
			}
			w.inside(d, g, func() { w.outer(1) })
			return nil
		})
	default:
		step := int64(1)
		if d == w.jam {
			step = w.copies
		}
		w.loop(lo, hi, step, nil, func(iv *ir.Value, _ []*ir.Value) []*ir.Value { w.inside(d, iv, func() { w.outer(i + 1) }); return nil })
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

// inside writes what is in loop d at element iv: addresses move on.
func (w *writer) inside(d int, iv *ir.Value, body func()) {
	outerBase, outerIV := w.base, w.iv[d]
	w.iv[d] = iv
	copies := outerBase
	if d == w.jam {
		copies = make([][]*ir.Value, w.copies)
		for u := range copies {
			copies[u] = outerBase[0]
		}
	}
	w.base = make([][]*ir.Value, len(copies))
	sums := map[addressKey]*ir.Value{}
	for u := range copies {
		w.base[u] = make([]*ir.Value, len(copies[u]))
		for i, base := range copies[u] {
			coef := w.access(i).coef[d]
			next := w.moved(sums, base, iv, coef)
			if d == w.jam && u > 0 && coef != 0 {
				next = w.plus(sums, next, coef*int64(u))
			}
			w.base[u][i] = next
		}
	}
	body()
	w.base, w.iv[d] = outerBase, outerIV
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

// plus returns base + c; keys of sums with base and -c-1… never meet those of
// moved, whose base is the one before.
func (w *writer) plus(sums map[addressKey]*ir.Value, base *ir.Value, c int64) *ir.Value {
	key := addressKey{base, c}
	if v, ok := sums[key]; ok {
		return v
	}
	v := arith.NewAddI(w.b, base, w.index(c)).Op.Result()
	sums[key] = v
	return v
}

// address returns where access i of copy u is.
func (w *writer) address(u, i int) *ir.Value {
	if v := w.base[u][i]; v != nil {
		return v
	}
	return w.index(0)
}

// element writes what happens for one element, or vector, of each output.
func (w *writer) element() {
	w.loaded = map[loadKey]*ir.Value{}
	var results [][]*ir.Value
	switch {
	case len(w.reduce) == 0:
		for u := range w.base {
			// Loops that reduce may all have one iteration.
			results = append(results, w.iteration(u, w.given(u)))
		}
	case w.partial:
		results = w.lanewise()
	default:
		results = w.sequential()
	}
	for u, values := range results {
		for i, v := range values {
			w.store(u, i, v)
		}
	}
}

// given returns what the outputs of copy u hold before, where the body reads it.
func (w *writer) given(u int) []*ir.Value {
	acc := make([]*ir.Value, len(w.outs))
	for i := range w.outs {
		if w.body.Arg(len(w.ins) + i).HasUses() {
			acc[i] = w.initial(u, i)
		}
	}
	return acc
}

// sequential reduces term after term, all copies together.
func (w *writer) sequential() [][]*ir.Value {
	var acc []*ir.Value
	for u := range w.base {
		for i := range w.outs {
			acc = append(acc, w.initial(u, i))
		}
	}
	final := w.reductions(0, acc, func(acc []*ir.Value) []*ir.Value {
		w.loaded = map[loadKey]*ir.Value{}
		var next []*ir.Value
		for u := range w.base {
			values := w.iteration(u, acc[u*len(w.outs):(u+1)*len(w.outs)])
			for _, v := range values {
				next = append(next, w.broadcast(v, w.wide))
			}
		}
		return next
	})
	w.loaded = map[loadKey]*ir.Value{}
	var results [][]*ir.Value
	for u := range w.base {
		results = append(results, final[u*len(w.outs):(u+1)*len(w.outs)])
	}
	return results
}

// reductions writes the reducing loops from number i on, carrying acc.
func (w *writer) reductions(i int, acc []*ir.Value, body func([]*ir.Value) []*ir.Value) []*ir.Value {
	if i == len(w.reduce) {
		return body(acc)
	}
	d := w.reduce[i]
	return w.loop(w.index(0), w.index(w.extents()[d]), 1, acc, func(iv *ir.Value, acc []*ir.Value) (next []*ir.Value) {
		w.inside(d, iv, func() { next = w.reductions(i+1, acc, body) })
		return next
	})
}

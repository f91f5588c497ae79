package kernels

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/build"
)

// padding describes a padded buffer that is not materialized. The elements of one box are those of
// the buffer "source". All others are "value".
type padding struct {
	source            *ir.Value
	low, sizes, shape []int64 // the start and the extents of the box, and the extents of the padded buffer
	value             *ir.Value
}

// paddingOf returns the padding that the alloca v represents, or nil. For a padded tensor,
// plan-buffers writes an alloca, a fill of it, and a copy into a box of it.
func paddingOf(v *ir.Value) *padding {
	p := &padding{}
	p.shape, _ = v.Type().Shape()
	for u := range v.Uses() {
		switch o := u.Owner().View().(type) {
		case linalg.Fill:
			p.value = o.Inputs()[0]
		case memref.SubView:
			p.low, p.sizes = o.Offsets().Static, o.Sizes().Static
			for w := range o.Op.Result().Uses() {
				if g, ok := ir.As[linalg.Generic](w.Owner()); ok {
					p.source = g.Inputs()[0]
				}
			}
		}
	}
	if p.source == nil {
		return nil
	}
	return p
}

// pads reports whether op fills a padded buffer or copies into it. No code is written for such an
// op, since the kernels that read the buffer apply the padding.
func pads(op *ir.Op) bool {
	var out *ir.Value
	switch o := op.View().(type) {
	case linalg.Fill:
		out = o.Outputs()[0]
	case linalg.Generic:
		s, ok := ir.Defining[memref.SubView](o.Outputs()[0])
		if !ok {
			return false
		}
		out = s.Source()
	default:
		return false
	}
	return ir.Is[memref.Alloca](out.Def()) && paddingOf(out) != nil
}

// layout returns the layout of the source, relative to the first element of the padded buffer.
func (p *padding) layout() layout {
	l := layoutOf(p.source)
	for i, n := range p.low {
		l.offset -= n * l.strides[i]
	}
	l.padding = p
	return l
}

// edge is a padded dimension of an access. The position along the edge is base + Σ coef[d]·i, where
// i is the index of loop d. An element is in memory if, for each edge of the access, the position
// is at least 0 and less than extent. Otherwise it is padding. stride is the distance in memory, in
// elements, between adjacent positions.
type edge struct {
	coef                 []int64
	base, extent, stride int64
}

// padded reports whether an input is padded along loop d.
func (g *group) padded(d int) bool {
	return !g.accesses(func(a access) bool {
		return !slices.ContainsFunc(a.edges, func(e edge) bool { return e.coef[d] != 0 })
	})
}

// edges returns the edges of all inputs of the first stage.
func (s *schedule) edges() []edge {
	var all []edge
	for _, a := range s.stages[0].ins {
		all = append(all, a.edges...)
	}
	return all
}

// reach returns the least and the largest value that the reducing loops add to the position along
// e.
func (s *schedule) reach(e edge) (least, most int64) {
	for _, d := range s.reduce {
		far := e.coef[d] * (s.extents[d] - 1)
		least, most = least+min(far, 0), most+max(far, 0)
	}
	return least, most
}

// along reports whether the position along e depends only on loop d and on loops that reduce, and
// increases with loop d. It is false if d is negative.
func (s *schedule) along(e edge, d int) bool {
	for o, c := range e.coef {
		if c != 0 && o != d && !slices.Contains(s.reduce, o) {
			return false
		}
	}
	return d >= 0 && e.coef[d] > 0
}

// rowPart is a sequence of tiles of equal height, one below the other. from is the first row. inner
// is true if no tile reads padding at the upper or lower edge of the inputs. Such tiles can still
// read padding at other edges.
type rowPart struct {
	from, count, height int64
	inner               bool
}

// rowParts divides the rows into tiles that can read padding at the upper and lower edges, and
// inner tiles between them that cannot. All tiles can read padding at other edges (see atEdges).
func (s *schedule) rowParts() []rowPart {
	n := int64(1)
	if s.rows >= 0 {
		n = s.extents[s.rows]
	}
	lo, hi := int64(0), n
	for _, e := range s.edges() {
		if !s.along(e, s.rows) {
			continue
		}
		least, most := s.reach(e)
		c := e.coef[s.rows]
		lo = max(lo, (c-1-e.base-least)/c)         // the first row with base + least + c·row ≥ 0
		hi = min(hi, (e.extent-e.base-most+c-1)/c) // the first row with base + most + c·row ≥ extent
	}
	lo = min(lo, n)
	hi = min(max(hi, lo), n)
	var parts []rowPart
	add := func(from, to int64, inner bool) {
		full := (to - from) / s.Height
		if full > 0 {
			parts = append(parts, rowPart{from, full, s.Height, inner})
		}
		if from += full * s.Height; from < to {
			parts = append(parts, rowPart{from, 1, to - from, inner})
		}
	}
	add(0, lo, false)
	add(lo, hi, true)
	add(hi, n, false)
	return parts
}

// atEdges writes body for a tile of rows that starts at row i. If it is known only at run time
// whether the tile reads padding, atEdges writes body in both branches of an scf.if.
func (w *writer) atEdges(height int64, i *ir.Value, body func()) {
	edges := w.edges()
	if len(edges) == 0 {
		body()
		return
	}
	outer := w.b
	var in *ir.Value
	never := false
	for _, e := range edges {
		if w.along(e, w.rows) {
			never = never || !w.innerRows
			continue
		}
		c, span := w.placed(e, height, i)
		if e.extent <= span {
			never = true
			continue
		}
		at := arith.NewCmpI(outer, arith.ULT, c, w.index(e.extent-span)).Op.Result()
		if in == nil {
			in = at
		} else {
			in = arith.NewAndI(outer, in, at).Op.Result()
		}
	}
	write := func(inside bool) func(*ir.Builder) []*ir.Value {
		return func(b *ir.Builder) []*ir.Value {
			w.b, w.edge = b, !inside
			w.forget()
			body()
			w.b, w.edge = outer, false
			return nil
		}
	}
	switch {
	case never:
		write(false)(outer)
	case in == nil:
		body()
	default:
		build.If(outer, in, nil, write(true), write(false))
	}
	w.forget()
}

// placed returns the least position along e that a tile starting at row i reads, and the distance
// from the least to the largest position.
func (w *writer) placed(e edge, height int64, i *ir.Value) (least *ir.Value, span int64) {
	lo, hi := w.reach(e)
	sum := w.index(e.base + lo)
	for d, c := range e.coef {
		if c == 0 || slices.Contains(w.reduce, d) {
			continue
		}
		v := w.iv[d]
		if d == w.rows {
			v = i
			if c < 0 {
				return sum, e.extent // not reached: lowering creates no map with c < 0 for rows
			}
			hi += c * (height - 1)
		}
		sum = w.added(sum, v, c)
	}
	return sum, hi - lo
}

func (w *writer) added(sum, v *ir.Value, c int64) *ir.Value {
	if c != 1 {
		v = arith.NewMulI(w.b, v, w.index(c)).Op.Result()
	}
	return arith.NewAddI(w.b, sum, v).Op.Result()
}

// loadAtEdge reads the element of access i for w.copies[u], an element or vector of the tile. If
// the element is padding, loadAtEdge reads the nearest element in memory and selects the padding
// value instead.
func (w *writer) loadAtEdge(u, i int) *ir.Value {
	a, c := w.access(i), w.copies[u]
	key := edgeKey{i, c.row}
	p, ok := w.places[key]
	if !ok {
		p = w.nearest(u, a)
		w.places[key] = p
	}
	at := p.at
	if w.vec >= 0 && a.coef[w.vec] != 0 {
		at = w.added(at, w.firstIndex(u, w.vec), a.coef[w.vec])
	}
	v := w.loadFrom(w.args[a.memory], at, w.stride(i))
	lanes := lanesOf(v)
	outside := w.broadcast(w.scalar(a.padding.value), lanes)
	return arith.NewSelect(w.b, w.broadcast(p.in, lanes), v, outside).Op.Result()
}

// edgeKey identifies the element that an access reads for column 0 of a row of a tile.
type edgeKey struct {
	access int
	row    int64
}

// nearPlace is the result of [writer.nearest]. The field "at" is the address of an element in
// memory, and "in" is whether it is the requested element.
type nearPlace struct{ at, in *ir.Value }

// nearest returns the element in memory that is nearest to the element that access a reads for
// column 0 of the row of w.copies[u].
func (w *writer) nearest(u int, a *access) nearPlace {
	var p nearPlace
	rest, offset := slices.Clone(a.coef), a.layout.offset
	for _, e := range a.edges {
		place := w.index(e.base)
		for d, c := range e.coef {
			if rest[d] -= c * e.stride; c != 0 && w.extents()[d] > 1 {
				place = w.added(place, w.firstIndex(u, d), c)
			}
		}
		offset -= e.base * e.stride
		in := arith.NewCmpI(w.b, arith.ULT, place, w.index(e.extent)).Op.Result()
		near := arith.NewMinSI(w.b, place, w.index(e.extent-1)).Op.Result()
		near = arith.NewMaxSI(w.b, near, w.index(0)).Op.Result()
		if p.in != nil {
			p.at, p.in = w.added(p.at, near, e.stride), arith.NewAndI(w.b, p.in, in).Op.Result()
			continue
		}
		p.at, p.in = arith.NewMulI(w.b, near, w.index(e.stride)).Op.Result(), in
	}
	for d, c := range rest {
		if c != 0 && d != w.vec && w.extents()[d] > 1 {
			p.at = w.added(p.at, w.firstIndex(u, d), c)
		}
	}
	if offset != 0 {
		p.at = arith.NewAddI(w.b, p.at, w.index(offset)).Op.Result()
	}
	return p
}

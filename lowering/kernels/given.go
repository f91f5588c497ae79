package kernels

import (
	"github.com/lathe-ir/lathe/ir"
	tiling "github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
)

// refuse sets s.wrong to the reason why the record of n ([tiling.Record]) does not fit n. If
// s.wrong is already set, it does nothing.
func (s *schedule) refuse(n *nest, format string, args ...any) {
	if s.wrong == nil {
		s.wrong = s.given.Errorf(n.Op, format, args...)
	}
}

// checkTile drops the record of the schedule, except its key, if the record does not fit a nest
// with the given numbers of rows and columns.
func (s *schedule) checkTile(n *nest, rows, columns int64, t target.Target) {
	r := &s.given
	widest := s.checkStrips(n, columns)
	switch limit := 4 * int64(t.Registers); {
	case widest == 0:
	case r.Height > rows:
		s.refuse(n, "has '%s' with a height of %d, but only %d rows", tiling.Attr, r.Height, rows)
	case max(1, r.Height)*widest > limit:
		s.refuse(n, "has '%s' with tiles of %d vectors, but a tile can have at most %d, four times the number of the target's registers", tiling.Attr, max(1, r.Height)*widest, limit)
	case r.Prefetch != nil && *r.Prefetch && s.vec < 0:
		s.refuse(n, "has '%s' with 'prefetch', but no loop over columns", tiling.Attr)
	case r.Unroll > 1 && len(r.Block) != 3:
		s.refuse(n, "has '%s' with 'unroll', but no block whose terms can be unrolled", tiling.Attr)
	default:
		return
	}
	s.given = tiling.Record{Key: r.Key}
}

// checkStrips returns the number of vectors of the widest strip in the record of n. It returns 1 if
// the record has no strips, or if n has a packed operand, whose strips pack.Verify checks. It
// returns 0 if the strips do not cover the columns or one of them is narrower than a vector.
func (s *schedule) checkStrips(n *nest, columns int64) int64 {
	if s.given.Strips == nil || n.strips != nil {
		return 1
	}
	strips, covers := tiling.StripsOf(s.given.Strips, columns)
	if !covers {
		s.wrong = s.given.StripsError(n.Op)
		return 0
	}
	widest := int64(1)
	for _, strip := range strips {
		widest = max(widest, tiling.Vectors(strip.Width, s.lanes))
		if strip.Width < s.lanes {
			s.refuse(n, "must have '%s' with strips of at least %d columns, which is one vector, but has %s", tiling.Attr, s.lanes, ir.NewDenseI64(s.given.Strips...))
			return 0
		}
	}
	return widest
}

// mostUnrolled is the largest number of vectors that an elementwise loop computes together.
const mostUnrolled = 16

// checkLoop checks the record of n, a nest that is not divided into tiles. It drops the record,
// except its key, if the record describes tiles or unrolls more than the given number of vectors.
func (s *schedule) checkLoop(n *nest, most int64) {
	r := &s.given
	switch {
	case r.Strips != nil && n.strips == nil || r.Height > 0 || r.Block != nil:
		s.refuse(n, "has '%s' with tiles, but is not divided into tiles", tiling.Attr)
	case r.Unroll > most:
		s.refuse(n, "has '%s' with 'unroll = %d', but computes at most %d vectors together", tiling.Attr, r.Unroll, most)
	default:
		return
	}
	s.given = tiling.Record{Key: r.Key}
}

// checkTurned drops the record of n, except its key, if the record does not fit tiles that are
// transposed in registers.
func (s *schedule) checkTurned(n *nest) {
	r := &s.given
	widest := s.checkStrips(n, s.extents[s.vec])
	switch rows := s.rowCount(); {
	case widest == 0:
	case widest > mostTurned, r.Height > 3*s.lanes, r.Height > 0 && !turns(r.Height, rows, s.lanes), r.Block != nil, r.Unroll > 1,
		!s.readsFirst(n, s.givenStrips(n, s.extents[s.vec])):
		s.refuse(n, "has '%s = %s', which does not fit a nest of %d rows whose tiles are transposed in registers of %d lanes", tiling.Attr, n.Op.Attr(tiling.Attr), rows, s.lanes)
	default:
		return
	}
	s.given = tiling.Record{Key: r.Key}
}

// mostTurned is the largest number of vectors in a row of a tile that is transposed in registers.
const mostTurned = 16

// recordOf returns a record that prescribes the schedule s for g.
func (s *schedule) recordOf(g *group, t target.Target) tiling.Record {
	r := tiling.Record{Key: s.given.Key, Stream: s.given.Stream, Packed: s.given.Packed, Prefetch: s.given.Prefetch}
	if s.tile == nil {
		if s.vec >= 0 && !s.partial {
			r.Unroll = s.wanted(g, t) // not s.unroll, which is smaller for short loops
		}
		return r
	}
	r.Strips, r.Height = tiling.Flat(s.Strips), s.Height
	if s.turned != nil {
		return r
	}
	if s.vec >= 0 {
		fetches := s.line > 0
		r.Prefetch = &fetches
	}
	r.Block = []int64{}
	if b := s.block; b != nil {
		r.Block = []int64{b.Down, b.Across, b.Terms}
		if b.Unroll {
			r.Unroll = b.Terms
		}
	}
	return r
}

// nest describes g for programs that tune schedules. s is the schedule of g.
func (s *schedule) nest(g *group, t target.Target) tiling.Nest {
	n := g.first()
	d := tiling.Nest{Record: s.recordOf(g, t), Rows: 1, Columns: 1, Terms: s.termsFrom(0), Inner: s.termsFrom(1), Vector: s.lanes}
	streams := false
	g.stored(func(a access) bool {
		d.Bytes += a.size * int64(a.elem.Kind().Size())
		streams = streams || a.stream
		return true
	})
	switch {
	case s.tile == nil && s.vec >= 0 && !s.partial:
		d.Kind, d.Stream = tiling.Loop, &streams
	case s.tile == nil, n.narrowed, n.strips != nil && len(s.reduce) == 0:
		// The kind is Whole. If g is a copy into panels, the nest that reads the panels determines
		// the strips.
		return d
	case s.turned != nil:
		d.Kind = tiling.Transposing
	case s.blocks(n):
		d.Kind, d.Split = tiling.Contracting, s.memoryOfSums() >= 0
	default:
		d.Kind = tiling.Tiles
	}
	if s.vec >= 0 {
		d.Columns = s.extents[s.vec]
	}
	if s.tile != nil {
		d.Rows = s.rowCount()
	}
	return d
}

// givenStrips returns the strips that the packed operand of n or the record of n prescribes for the
// columns. It returns nil if neither prescribes strips.
func (s *schedule) givenStrips(n *nest, columns int64) []tiling.Strip {
	if n.strips != nil || s.given.Strips == nil {
		return n.strips
	}
	strips, _ := tiling.StripsOf(s.given.Strips, columns)
	return strips
}

package kernels

import (
	"math"
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	mathdialect "github.com/lathe-ir/lathe/dialects/math"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
	tiling "github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/stream"
	"github.com/lathe-ir/lathe/lowering/target"
)

// schedule defines how the loops of a nest run. It determines the order in which the terms of a
// reduction are added, and so the bits of the result. This order depends only on the extents and
// kinds of the loops, on the combiners and element types of the outputs, and on the target's lanes.
// It does not depend on fusion or on the layout of the operands.
type schedule struct {
	extents  []int64
	parallel []int // loops from the outside in; the first is the grid
	reduce   []int // reducing loops, inside the parallel loops, from the outside in
	vec      int   // the vectorized loop; -1: none
	lanes    int64 // 1: not vectorized
	unroll   int64 // without reductions: the number of vectors that an iteration of loop vec computes together
	partial  bool  // loop vec reduces; each lane of a few vectors has a partial sum, called a chain
	chains   int64
	*tile           // nil: the results are not divided into tiles
	turned   []bool // by input: whether it is transposed in registers; nil: none is
	stages   []stage
	inRow    bool          // an iteration of the grid runs all these loops for one row (see [unit])
	given    tiling.Record // the record of the nest, or only its key if the record does not fit
	wrong    error         // why the record does not fit, or nil
}

// plan schedules a group. The schedule leaves out the given number of outermost parallel loops,
// which the caller writes. Vectors have at most `most` lanes.
func plan(g *group, most int64, t target.Target, outside int) schedule {
	n := g.first()
	s := schedule{extents: n.extents, vec: -1, lanes: 1, unroll: 1, stages: g.stages, given: n.given, wrong: n.wrong}
	for d, r := range n.reduction {
		switch {
		case n.extents[d] == 1 && (n.words == nil || !r):
		case r:
			s.reduce = append(s.reduce, d)
		default:
			s.parallel = append(s.parallel, d)
		}
	}
	s.parallel = s.parallel[outside:]
	inner := innermost(n)
	if inner >= 0 && n.reduction[inner] {
		if chains := chainsOf(n, n.extents[inner], t); chains > 1 && n.combines() {
			s.vec, s.lanes, s.partial, s.chains = inner, min(chains, most), true, chains
			s.checkLoop(n, 1)
			return s
		}
		s.chooseTile(n, t)
		return s
	}
	s.merge(g)
	if s.turn(g, most, t) {
		return s
	}
	if len(s.parallel) > 0 {
		last := s.parallel[len(s.parallel)-1]
		if n.strips != nil {
			s.vec = last
		}
		l := parallelLanes(s.extents[last], most)
		if len(s.reduce) > 0 || n.strips != nil {
			l = s.columnLanes(s.extents[last], most)
		}
		if n.words != nil && l == wordBytes {
			l = 1
		}
		if l > 1 && g.stored(func(a access) bool { return a.coef[last] == 1 }) && (n.strips != nil || n.contiguous(last)) {
			s.vec, s.lanes = last, l
		}
	}
	if len(s.reduce) > 0 || n.strips != nil {
		s.chooseTile(n, t)
		return s
	}
	s.checkLoop(n, mostUnrolled)
	if s.vec >= 0 {
		s.unroll = s.wanted(g, t)
		s.unroll = max(1, min(s.unroll, s.extents[s.vec]/s.lanes))
	}
	return s
}

// wanted returns how many vectors an iteration computes together, if the loop has enough vectors.
// Then a processor can work on one vector while another waits for results. The estimate is that a
// vector needs two registers for each value that it reads or stores. If four vectors would use all
// registers, wanted returns three: with registers left for constants, tanh takes 10 % less time on
// AVX2.
func (s *schedule) wanted(g *group, t target.Target) int64 {
	if given := s.given.Unroll; given > 0 {
		return given
	}
	values := int64(0)
	g.accesses(func(access) bool { values++; return true })
	n := int64(4)
	for n > 1 && n*2*values > int64(t.Registers) {
		n /= 2
	}
	if n == 4 && n*2*values == int64(t.Registers) {
		return 3
	}
	return n
}

func (s *schedule) widest() int64 {
	n := int64(1)
	for _, strip := range s.Strips {
		n = max(n, tiling.Vectors(strip.Width, s.lanes))
	}
	return n
}

// columnLanes chooses the number of lanes for e columns.
func (s *schedule) columnLanes(e, most int64) int64 {
	for _, strip := range s.stages[0].strips {
		e = min(e, strip.Width) // a vector must not cross the border between two panels
	}
	l := most
	for l > e {
		l /= 2
	}
	return l
}

// tile describes how the results of a nest are divided into rectangles.
type tile struct {
	tiling.Tile
	rows  int           // the loop whose iterations share the elements that the columns read; -1: none
	block *tiling.Block // the tiles of one iteration of the grid; nil: an iteration computes one tile
	// acrossLast is true if the kernel computes all tiles of a strip of columns, in all iterations
	// of the outer loops, before it computes the next strip.
	acrossLast bool
	// line is the number of columns in a cache line if the columns are prefetched, and 0 otherwise.
	// widthsAhead is the distance, in widths of a tile, between a prefetch and the columns being
	// multiplied. It is 1 for the columns of the next tile. For panels it is [termsAhead], because
	// a panel has one row of this width for each term.
	line, widthsAhead int64
	// pieces is the number of pieces into which a packing copy divides each row.
	pieces int64
	sums   int // the number of the access that stores sums between passes (see memoryOfSums); -1: none
}

// leastPiece is the minimum size, in bytes, of the pieces of a row that is packed.
const leastPiece = 1 << 10

// chooseTile divides the results of a reduction or of a packing copy into rectangles.
func (s *schedule) chooseTile(n *nest, t target.Target) {
	s.tile = &tile{rows: -1}
	rows, columns := int64(1), int64(1)
	if s.vec >= 0 {
		columns = s.extents[s.vec]
	}
	for _, d := range slices.Backward(s.parallel) {
		if d != s.vec && (n.shares(d, s.vec) || n.packsTerm(d)) {
			s.rows, rows = d, s.extents[d]
			break
		}
	}
	stride := int64(0)
	if s.rows >= 0 && s.vec >= 0 {
		stride = n.rowStride(s.rows, s.vec)
	}
	s.checkTile(n, rows, columns, t)
	s.Tile = tiling.Choose(rows, columns, s.lanes, stride, t)
	if strips := s.givenStrips(n, columns); strips != nil {
		s.Strips, s.Height = strips, 1
		if rows > 1 {
			if n.words != nil && len(s.reduce) > 0 && n.words.unsigned[0] == n.words.unsigned[1] {
				t.Registers -= int(s.widest()) // these registers hold the sums of columns
			}
			s.Height = max(1, tiling.Height(rows, s.widest(), stride, t))
		}
		if tile, ok := s.tileOfWords(n, rows, columns, t); ok && slices.Equal(tile.Strips, strips) {
			s.Height = tile.Height
		}
	}
	if s.given.Height > 0 {
		s.Height = s.given.Height
	}
	s.acrossLast = s.vec >= 0 && len(s.given.Block) == 0 && s.readsColumnsOften(n, t)
	if !s.acrossLast {
		s.chooseBlock(n, t)
	}
	s.pieces = s.rowPieces(n, t)
	fetches := s.block != nil
	s.widthsAhead = 1
	if n.strips != nil {
		fetches, s.widthsAhead = t.Mesh, termsAhead
	}
	fetches = fetches && rows > 1 // the time for one row is limited by memory
	if s.given.Prefetch != nil {
		fetches = *s.given.Prefetch
	}
	if fetches {
		s.line = max(1, t.Line/int64(n.outs[0].elem.Kind().Size()))
	}
}

// termsAhead is the number of terms between a load from a panel and its prefetch. Without a record,
// panels are prefetched only on targets for which [target.Target.Mesh] is true. On these targets,
// the hardware moves panels from the second-level cache to the first too late.
const termsAhead = 8

// rowPieces returns the number of pieces into which the rows of a packed operand are divided. It
// returns 2 if half of the operand fits into the second-level cache, the number of tiles is even,
// and a piece has at least leastPiece bytes. Then each of two workers packs the columns that it
// multiplies afterwards. Otherwise rowPieces returns 1.
func (s *schedule) rowPieces(n *nest, t target.Target) int64 {
	_, across := s.Tiles(s.rowCount())
	bytes := int64(n.outs[0].elem.Kind().Size())
	if n.strips == nil || across%2 != 0 || n.outs[0].size*bytes > 2*t.L2 || across/2*s.Strips[0].Width*bytes < leastPiece {
		return 1
	}
	return 2
}

// readsColumnsOften reports whether the columns of a reduction are larger than half of the
// second-level cache and should be read only once. This is the case if reading the columns in every
// iteration of the outer loops takes more memory traffic than reading the rows for every strip.
func (s *schedule) readsColumnsOften(n *nest, t target.Target) bool {
	_, across := s.gridTiles()
	columns, rows, times := int64(0), int64(0), int64(1)
	for _, a := range n.ins {
		bytes := int64(a.elem.Kind().Size())
		if a.coef[s.vec] == 0 {
			rows += a.size * bytes
			continue
		}
		for d, e := range s.extents {
			if a.coef[d] != 0 {
				bytes *= e
			}
		}
		columns += bytes
		for _, d := range s.parallel {
			switch {
			case d == s.vec || d == s.rows:
			case a.coef[d] != 0:
				return false
			default:
				times *= s.extents[d]
			}
		}
	}
	return columns > t.L2/2 && rows*across < columns*times && times > 1 && len(s.reduce) > 0
}

// rowStride returns the distance in bytes between adjacent rows of the row operand, which depends
// on the rows, but not on the columns. It returns 0 if there is no such operand, or if it is
// packed.
func (n *nest) rowStride(rows, vec int) int64 {
	for _, a := range n.ins {
		if a.coef[vec] == 0 && a.coef[rows] != 0 && a.panels == nil {
			return a.coef[rows] * int64(a.elem.Kind().Size())
		}
	}
	return 0
}

func innermost(n *nest) int {
	for d := len(n.extents) - 1; d >= 0; d-- {
		if n.extents[d] != 1 {
			return d
		}
	}
	return -1
}

// chainsOf returns the number of chains of a sum of e terms: the number of lanes in four vectors,
// halved until it is at most e. Four vectors hide the latency of an addition.
func chainsOf(n *nest, e int64, t target.Target) int64 {
	widest := int64(1)
	for _, a := range n.outs {
		widest = max(widest, int64(a.elem.Kind().Size()))
	}
	chains := 4 * t.Lanes(widest)
	for chains > e {
		chains /= 2
	}
	return chains
}

// parallelLanes chooses the number of lanes for e independent iterations, at most `most`. It
// minimizes the number of vectors plus the number of remaining single elements. If several numbers
// of lanes give the minimum, it chooses the largest.
func parallelLanes(e, most int64) int64 {
	best, cost := int64(1), e
	for l := int64(2); l <= most && l <= e; l *= 2 {
		if c := e/l + e%l; c <= cost {
			best, cost = l, c
		}
	}
	return best
}

// merge merges adjacent parallel loops if the addresses of every access advance as in one loop. It
// does not merge a loop if the body reads its index or an input is padded along it. It does not
// merge two loops that have different roles in a packed operand.
func (s *schedule) merge(g *group) {
	extents := append([]int64(nil), s.extents...)
	s.extents = extents
	for i := len(s.parallel) - 2; i >= 0; i-- {
		outer, inner := s.parallel[i], s.parallel[i+1]
		if g.apart(outer, inner) || g.padded(outer) || g.padded(inner) || g.usesIndex(outer) || g.usesIndex(inner) || !g.walkAsOne(outer, inner, extents[inner]) {
			continue
		}
		extents[inner] *= extents[outer]
		extents[outer] = 1
		s.parallel = append(s.parallel[:i], s.parallel[i+1:]...)
	}
}

// grid returns the number of iterations into which a runtime may split the kernel.
func (s *schedule) grid() int64 {
	if s.tile != nil {
		return s.tileGrid()
	}
	if len(s.parallel) == 0 {
		return 1
	}
	d := s.parallel[0]
	e := s.extents[d]
	if d == s.vec {
		n := e / s.lanes
		return n/s.unroll + n%s.unroll + e%s.lanes
	}
	return e
}

func (s *schedule) tileGrid() int64 {
	down, across := s.gridTiles()
	n := down * across
	for _, d := range s.parallel {
		if d != s.vec && d != s.rows {
			n *= s.extents[d]
		}
	}
	return n
}

// nest is a linalg.generic on buffers, ready to be scheduled.
type nest struct {
	structured.Nest
	extents   []int64
	reduction []bool
	ins, outs []access
	body      *ir.Block
	strips    []tiling.Strip // the strips of a packed operand; nil: the schedule chooses them
	given     tiling.Record  // the record of the operation
	wrong     error          // why the operation has no valid record
	narrowed  bool           // its vectors have fewer lanes than its record was made for
	words     *words         // nil: terms are single elements
	loops     []int          // by loop: the corresponding loop of the first stage; nil: the same loop
}

// loopOf returns the loop of the first stage that corresponds to loop d of n.
func (n *nest) loopOf(d int) int {
	if n.loops == nil {
		return d
	}
	return n.loops[d]
}

func newNest(g structured.Nest) *nest {
	n := &nest{Nest: g, extents: g.Extents, reduction: g.Reduction, body: g.Body()}
	n.given, n.wrong = tiling.Of(g.Op)
	for i, v := range g.Ins {
		n.ins = append(n.ins, accessOf(v, g.Maps[i]))
	}
	streams := stream.Of(g)
	for i, v := range g.Outs {
		a := accessOf(v, g.OutMap(i))
		a.stream = streams[i]
		n.outs = append(n.outs, a)
	}
	n.readPanels()
	return n
}

func (n *nest) usesIndex(d int) bool {
	for op := range n.body.Ops() {
		if i, ok := ir.As[linalg.Index](op); ok && n.loopOf(int(i.Dim())) == d {
			return true
		}
	}
	return false
}

// contiguous reports whether loop d, along which results are contiguous, should be vectorized.
// Strided inputs are slow to load, so the body must have more than three operations for each of
// them.
func (n *nest) contiguous(d int) bool {
	strided := 0
	for _, a := range n.ins {
		if a.coef[d] != 0 && a.coef[d] != 1 {
			strided++
		}
	}
	return strided == 0 || n.body.Len() > 3*strided+1
}

// shares reports whether all iterations of loop d read the same elements of an input that depends
// on the columns. If vec is negative, there are no columns, and any input counts.
func (n *nest) shares(d, vec int) bool {
	for _, a := range n.ins {
		if a.coef[d] == 0 && (vec < 0 || a.coef[vec] != 0) {
			return true
		}
	}
	return false
}

// combines reports whether every output has a combiner. Then the terms can be added in another
// order.
func (n *nest) combines() bool {
	for i := range n.outs {
		if op, _ := n.combiner(i); op == nil {
			return false
		}
	}
	return true
}

// combiner returns the operation that adds a term to output i, and the index of the operand that is
// the sum so far. It returns nil if the neutral element of this operation is not known, or if the
// body uses a sum in any other way.
func (n *nest) combiner(i int) (op *ir.Op, at int) {
	yielded := n.body.Last().OperandAt(i)
	acc := n.body.Arg(len(n.ins) + i)
	op = yielded.Def()
	if op == nil || op.Block() != n.body || !acc.HasOneUse() {
		return nil, 0
	}
	if _, ok := Neutral(op); !ok {
		return nil, 0
	}
	operands := op.OperandList()
	at = slices.Index(operands, acc)
	if at < 0 || at != 2 && ir.Is[mathdialect.Fma](op) || n.readsSums(slices.Delete(slices.Clone(operands), at, at+1)) {
		return nil, 0
	}
	return op, at
}

// readsSums reports whether one of the values vs depends on the sum of an output.
func (n *nest) readsSums(vs []*ir.Value) bool {
	seen := map[*ir.Op]bool{}
	var reads func(v *ir.Value) bool
	reads = func(v *ir.Value) bool {
		op := v.Def()
		if op == nil {
			return slices.Contains(n.body.Args()[len(n.ins):], v)
		}
		if op.Block() != n.body || seen[op] {
			return false
		}
		seen[op] = true
		return op.Contains(func(o *ir.Op) bool { return slices.ContainsFunc(o.OperandList(), reads) })
	}
	return slices.ContainsFunc(vs, reads)
}

// Neutral returns the neutral element of op. It returns false if none is known. The neutral element
// of a sum of floats is -0, since -0 + x is x for every x.
func Neutral(op *ir.Op) (ir.Attr, bool) {
	t := op.Result().Type()
	switch op.View().(type) {
	case arith.AddF, mathdialect.Fma:
		return ir.NewFloat(math.Copysign(0, -1), t), true
	case arith.MulF:
		return ir.NewFloat(1, t), true
	case arith.MaximumF:
		return ir.NewFloat(math.Inf(-1), t), true
	case arith.MinimumF:
		return ir.NewFloat(math.Inf(1), t), true
	case arith.AddI, arith.OrI, arith.XOrI, arith.MaxUI:
		return ir.NewInt(0, t), true
	case arith.MulI:
		return ir.NewInt(1, t), true
	case arith.AndI, arith.MinUI:
		return ir.NewInt(-1, t), true
	case arith.MaxSI:
		return ir.NewInt(math.MinInt64>>(64-t.Kind().Bits()), t), t.Kind() != tensor.I1
	case arith.MinSI:
		return ir.NewInt(math.MaxInt64>>(64-t.Kind().Bits()), t), t.Kind() != tensor.I1
	}
	return ir.Attr{}, false
}

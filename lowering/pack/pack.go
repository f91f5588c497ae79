// Package pack inserts packing copies of operands. A contraction reads the operand that has its
// columns again for every tile of rows. After packing, it reads a copy instead. In the copy, each
// tile of columns is contiguous, and is called a panel.
package pack

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/decision"
	"github.com/lathe-ir/lathe/lowering/build"
	"github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
	"github.com/lathe-ir/lathe/lowering/tiles"
	"github.com/lathe-ir/lathe/passes"
)

// Attr is the attribute of contractions and of packing copies. Its value on a contraction is the
// index of the packed operand. Its value on a copy is the number of dimensions of the result that
// are neither terms nor columns; these come first.
const Attr = "lathe.packed"

const doc = `copy operands of contractions into panels

If adjacent columns of a contraction, or the terms of a column, are far apart in memory, the operand
of the columns is copied so that each tile of columns is contiguous. The attribute 'lathe.schedule' of the copy and of
the contraction has the strips of columns. The attribute 'lathe.packed' of the contraction is the
index of the packed operand. The attribute 'lathe.packed' of the copy is the number of outer
dimensions. Apart from these attributes, the copy is an ordinary one, so results don't change.
Constants are packed when the program is compiled. If the last dimension of the other operand is a
loop over rows, and reading from the last-level cache takes long, that operand is copied too, so
that the terms of a row are contiguous. If the attribute 'lathe.schedule' of a contraction has
'packed' or 'strips' already, the pass makes the decision that this attribute prescribes.`

// Options are the options of pack-operands.
type Options struct {
	Target string `opt:"target" help:"the processor for which kernels are made; 'host' is this machine"`
}

// Name is the name of the pass.
const Name = "pack-operands"

// Pass returns pack-operands.
func Pass() passes.Pass {
	return passes.OnWith(Name, doc, Options{Target: "portable"}, func(r *passes.Run, f fn.Func, o Options) error {
		t, err := target.Named(o.Target)
		if err == nil {
			err = run(f, t, r.Log)
		}
		return err
	})
}

// run packs operands of the contractions of f, a function in linalg on tensors.
func run(f fn.Func, t target.Target, log *decision.Log) error {
	var nests []structured.Nest
	f.Op.Walk(func(op *ir.Op) bool {
		if n, ok := structured.Of(op); ok && op.Attr(Attr).IsNil() {
			nests = append(nests, n)
		}
		return !ir.Is[linalg.Generic](op)
	})
	for _, n := range nests {
		n, _ = structured.Of(n.Op) // read again, since an earlier iteration may have replaced an operand
		c, ok := contractionOf(n)
		var err error
		if c.record, err = schedule.Of(n.Op); err != nil {
			return err
		}
		if !ok && c.record.Packed != nil && *c.record.Packed {
			return c.record.Errorf(n.Op, "has '%s' with 'packed', but has no operand that can be packed", schedule.Attr)
		}
		if !ok {
			continue
		}
		if c.transposesRows(t) && allowed(log, n.Op, "its rows are copied so that the terms of a row are contiguous") {
			c.transposeRows()
		}
		if c.pays(t) && allowed(log, c.Op, "its columns are copied into panels") {
			if err := c.pack(t); err != nil {
				return err
			}
		} else if c.record.Key != "" {
			c.record.Packed = new(bool)
			c.record.Set(c.Op)
		}
	}
	return nil
}

// allowed adds an entry for a copy of an operand of op to the log, and reports whether the log
// allows the copy.
func allowed(log *decision.Log, op *ir.Op, reason string) bool {
	return !log.Recording() || log.Add(decision.Entry{Kind: decision.Kernel, Rule: Name, Ops: op.Sources(), Reason: reason})
}

// contraction is a nest that multiplies rows by columns.
type contraction struct {
	structured.Nest
	operand int   // the index of the operand whose columns are vectorized
	column  int   // the loop over columns
	terms   []int // the loops over terms that the operand depends on, in order
	outer   []int // the other loops that the operand depends on
	rows    int64 // how often the operand is read
	record  schedule.Record
}

// contractionOf returns n as a contraction. It returns false if n is not a contraction, or if the
// index map of the column operand is not a projected permutation.
func contractionOf(n structured.Nest) (c contraction, ok bool) {
	c = contraction{Nest: n, column: innermost(n), operand: -1, rows: 1}
	if slices.Contains(n.Extents, 0) || len(n.Ins) != 2 || len(n.Outs) != 1 || n.Parallel() || c.column < 0 || n.Reduction[c.column] {
		return c, false
	}
	for i, m := range n.Maps[:2] {
		if m.UsesDim(c.column) {
			if c.operand >= 0 {
				return c, false
			}
			c.operand = i
		}
	}
	if c.operand < 0 || !n.Maps[c.operand].IsProjectedPermutation(false) {
		return c, false
	}
	for d, e := range n.Extents {
		switch has := n.Maps[c.operand].UsesDim(d); {
		case d == c.column:
		case !has && !n.Reduction[d]:
			c.rows *= e
		case has && n.Reduction[d]:
			c.terms = append(c.terms, d)
		case has:
			c.outer = append(c.outer, d)
		}
	}
	return c, len(c.terms) > 0
}

func innermost(n structured.Nest) int {
	for d, e := range slices.Backward(n.Extents) {
		if e != 1 {
			return d
		}
	}
	return -1
}

// These limits decide when copying a column operand that is not constant saves time.
const (
	// leastRows is the usual minimum number of rows. With so many rows, the copy costs only a few
	// percent of the time.
	leastRows = 96
	// The minimum is leastRowsOfProduct if there is one loop over terms and the contraction is not
	// a convolution. Copying then saves less time, since tiles can form blocks ([schedule.Block]),
	// which prefetch unpacked columns. The minimum is leastRowsOfDeep if there are at least
	// deepTerms terms, for which a block needs several passes. It is leastRowsOfPages if the
	// distance between rows is also a multiple of a page, since tiles then have few rows.
	leastRowsOfProduct = 640
	deepTerms          = 1280
	leastRowsOfDeep    = 384
	leastRowsOfPages   = 192
	page               = 4096
	// If vectors are shorter than a cache line, a tile reads only one or two lines of columns for
	// each term, which is too little for hardware prefetchers. The minimum is then
	// leastRowsOfShortVectors, or leastRowsOfShortVectorsInPages if the columns of two terms are a
	// multiple of a page apart. If there are at least manyRows rows, columns are copied if they do
	// not fit into the first-level cache.
	leastRowsOfShortVectors, leastRowsOfShortVectorsInPages, manyRows = 32, 16, 128
	// leastRowsOnMesh is the minimum if reading from the last-level cache takes long (see
	// [target.Target.Mesh]).
	leastRowsOnMesh = 64
	// Columns of at most 1/leastShare of the second-level cache are usually not copied, because
	// reading them there is fast.
	leastShare = 2
)

// pays reports whether packing saves more time than it takes. The record of the contraction (see
// [schedule.Record]) can prescribe the result.
func (c *contraction) pays(t target.Target) bool {
	if c.record.Packed != nil {
		return *c.record.Packed
	}
	m := c.Maps[c.operand]
	if last, _ := m.Results[len(m.Results)-1].Dim(); last != c.column {
		// Unpacked columns are not contiguous.
		return c.rows > 1 || c.constant()
	}
	bytes := c.termBytes()
	for _, d := range c.terms {
		bytes *= c.Extents[d]
	}
	if c.words(t) {
		return true
	}
	tile := c.tile(t)
	if len(tile.Strips) == 1 && tile.Strips[0].Count == 1 {
		return false // the operand already has the layout of a panel
	}
	if c.constant() {
		return bytes > t.L1
	}
	least, size := c.limits(t)
	return c.rows >= least && bytes > size
}

// limits returns the minimum number of rows, and the size in bytes that the operand must exceed,
// for copying an operand that is not constant.
func (c *contraction) limits(t target.Target) (least, bytes int64) {
	bytes = t.L2 / leastShare
	if c.loopsOverTerms() != 1 || !c.Maps[1-c.operand].IsProjectedPermutation(false) { // several loops over terms, or a convolution
		return leastRows, bytes
	}
	if t.Mesh {
		bytes /= 2
	}
	if t.VectorBytes < t.Line && c.rows >= manyRows {
		bytes = min(bytes, t.L1)
	}
	return c.leastRows(t), bytes
}

// loopsOverTerms returns the number of loops over terms that have more than one iteration.
func (c *contraction) loopsOverTerms() int {
	n := 0
	for _, d := range c.terms {
		if c.Extents[d] > 1 {
			n++
		}
	}
	return n
}

// leastRows returns the minimum number of rows of a product for which copying saves time.
func (c *contraction) leastRows(t target.Target) int64 {
	if t.VectorBytes < t.Line {
		if c.termBytes()%page == 0 {
			return leastRowsOfShortVectorsInPages
		}
		return leastRowsOfShortVectors
	}
	if t.Mesh {
		return leastRowsOnMesh
	}
	terms := int64(1)
	for _, d := range c.terms {
		terms *= c.Extents[d]
	}
	switch stride := c.rowStride(); {
	case terms < deepTerms:
		return leastRowsOfProduct
	case stride > 0 && stride%page == 0:
		return leastRowsOfPages
	}
	return leastRowsOfDeep
}

func (c *contraction) termBytes() int64 {
	return int64(c.Ins[c.operand].Type().Kind().Size()) * c.Extents[c.column]
}

// constant reports whether the column operand is a constant, which is packed at compile time.
func (c *contraction) constant() bool { return ir.Is[arith.Constant](c.Ins[c.operand].Def()) }

// tile returns the tile that the package schedule chooses for the contraction.
func (c *contraction) tile(t target.Target) schedule.Tile {
	return schedule.Choose(c.rows, c.Extents[c.column], c.lanes(t), c.rowStride(), t)
}

// rowStride returns the distance in bytes between adjacent rows in the row operand.
func (c *contraction) rowStride() int64 {
	v := c.Ins[1-c.operand]
	shape, _ := v.Type().Shape()
	strides := build.RowMajor(shape)
	for d := range slices.Backward(c.Extents) {
		if c.Extents[d] == 1 || c.Reduction[d] || c.Maps[c.operand].UsesDim(d) {
			continue
		}
		for i, e := range c.Maps[1-c.operand].Results {
			if e.UsesDim(d) {
				return strides[i] * int64(v.Type().Kind().Size())
			}
		}
	}
	return 0
}

func (c *contraction) lanes(t target.Target) int64 {
	width := int64(c.Outs[0].Type().Kind().Size())
	for _, v := range c.Ins {
		width = max(width, int64(v.Type().Kind().Size()))
	}
	columns := c.Extents[c.column]
	lanes := t.Lanes(max(width, 4))
	for lanes > columns {
		lanes /= 2
	}
	return lanes
}

// pack inserts the copy and makes the contraction read it. It sets the strips in the record, but
// not the height of tiles, because package kernels can still merge loops over rows.
func (c *contraction) pack(t target.Target) error {
	if tile, ok := c.tileOfWords(t); ok && c.record.Strips == nil && c.record.Height == 0 {
		c.record.Strips = schedule.Flat(tile.Strips)
	} else if c.record.Strips == nil {
		c.record.Strips = schedule.Flat(c.tile(t).Strips)
	} else if _, ok := schedule.StripsOf(c.record.Strips, c.Extents[c.column]); !ok {
		return c.record.StripsError(c.Op)
	}
	loops := append(append(slices.Clone(c.outer), c.terms...), c.column)
	b, copied := c.copyOf(c.operand, loops)
	words := c.words(t)
	if c.record.Key != "" { // the nest can be tuned
		c.record.Packed = new(true)
	}
	c.replace(b, c.operand, copied, loops)
	c.Op.SetAttr(Attr, ir.NewI64(int64(c.operand)))
	if words {
		copied.SetAttr(WordsAttr, ir.Unit())
		c.Op.SetAttr(WordsAttr, ir.Unit())
	}
	panels := schedule.Record{Key: c.record.Key, Strips: c.record.Strips}
	panels.Set(copied)
	copied.SetAttr(Attr, ir.NewI64(int64(len(c.outer))))
	return nil
}

// copyOf inserts a copy of operand i whose dimensions are the given loops, in this order. The
// returned builder inserts operations after the copy.
func (c *contraction) copyOf(i int, loops []int) (*ir.Builder, *ir.Op) {
	from := c.Ins[i]
	shape := make([]int64, len(loops))
	place := map[int]int{}
	for k, d := range loops {
		shape[k], place[d] = c.Extents[d], k
	}
	read := affine.Map{Dims: len(loops)}
	for _, e := range c.Maps[i].Results {
		d, _ := e.Dim()
		read.Results = append(read.Results, affine.Dim(place[d]))
	}
	b := ir.NewBuilder(c.Op.Registry())
	b.Before(c.Op)
	b.Loc = c.Op.Loc()
	b.Created = func(made *ir.Op) { made.Derive(c.Op) }
	return b, structured.New(b, structured.Shape{
		Ins:  []*ir.Value{from},
		Outs: []*ir.Value{build.Empty(b, ir.Tensor(from.Type().Elem(), shape...))},
		Maps: []affine.Map{read, affine.Identity(len(loops))}, Reduction: make([]bool, len(loops)),
	}, func(_ *ir.Builder, args []*ir.Value) []*ir.Value { return args[:1] })
}

// replace makes the contraction read the copy of operand i.
func (c *contraction) replace(b *ir.Builder, i int, copied *ir.Op, loops []int) {
	maps := slices.Clone(c.Maps)
	maps[i] = affine.Map{Dims: len(c.Extents)}
	for _, d := range loops {
		maps[i].Results = append(maps[i].Results, affine.Dim(d))
	}
	ins := slices.Clone(c.Ins)
	ins[i] = copied.Result()
	old := c.Op
	c.Op = structured.New(b, structured.Shape{Ins: ins, Outs: c.Outs, Maps: maps, Reduction: c.Reduction}, c.CloneBody)
	c.Op.Derive(old)
	if a := old.Attr(tiles.Attr); !a.IsNil() {
		c.Op.SetAttr(tiles.Attr, a)
	}
	c.record.Set(c.Op)
	old.Result().ReplaceAllUses(c.Op.Result())
	old.Erase()
	c.Nest, _ = structured.Of(c.Op)
}

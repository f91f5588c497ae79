package kernels

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/slice"
	"github.com/lathe-ir/lathe/lowering/build"
	"github.com/lathe-ir/lathe/lowering/pack"
	tiling "github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
)

// wordBytes is the number of bytes in a word. Each byte belongs to a different term.
const wordBytes = kernelop.WordBytes

// words describes a nest of bytes whose last loop over terms advances by one word in each
// iteration.
type words struct {
	bytes         []int64 // by access: the distance between adjacent bytes of a word
	rows, columns int     // for a contraction: the indices of its inputs
	unsigned      [2]bool // for a contraction, by input: whether its bytes are unsigned
}

// readWords makes the last loop over terms advance by words instead of bytes.
func (n *nest) readWords(info pack.Info) {
	d := info.Terms[len(info.Terms)-1]
	n.extents = slices.Clone(n.extents)
	n.extents[d] /= wordBytes
	n.words = &words{columns: info.Operand, rows: 1 - info.Operand}
	for _, list := range [][]access{n.ins, n.outs} {
		for i := range list {
			a := &list[i]
			step := a.coef[d]
			if a.panels != nil {
				step = 1
			}
			n.words.bytes = append(n.words.bytes, step)
			a.coef[d] *= wordBytes
		}
	}
	n.words.unsigned, _ = pack.Factors(n.Nest)
}

// tileOfWords returns the tile of n if n is a product of words with one loop over terms, and the
// target's instructions that multiply tiles can compute it.
func (s *schedule) tileOfWords(n *nest, rows, columns int64, t target.Target) (tile tiling.Tile, ok bool) {
	terms := s.termsFrom(0)
	if n.words == nil || len(s.reduce) == 0 || s.termsFrom(len(s.reduce)-1) != terms {
		return tile, false
	}
	return tiling.ChooseWords(rows, columns, terms*wordBytes, s.lanes, t)
}

// columnStep returns the distance between the addresses of access i in adjacent columns of a tile.
func (w *writer) columnStep(i int) int64 {
	if a := w.access(i); a.panels != nil && w.words != nil {
		return wordBytes
	}
	return w.access(i).coef[w.vec]
}

// byteAt returns the address of byte b of the word that copy u reads by access i.
func (w *writer) byteAt(u, i int, b int64) *ir.Value {
	at := w.address(u, i)
	if by := b * w.words.bytes[i]; by != 0 {
		at = arith.NewAddI(w.b, at, w.index(by)).Op.Result()
	}
	return at
}

// copyWords packs: it copies bytes into words.
func (w *writer) copyWords() {
	from, to := w.args[w.access(0).memory], w.args[w.access(1).memory]
	for u := range w.copies {
		if w.wide == 1 {
			for b := range int64(wordBytes) {
				memref.NewStore(w.b, build.Load(w.b, from, w.byteAt(u, 0, b)), to, w.byteAt(u, 1, b))
			}
			continue
		}
		word := w.joined(func(b int64) *ir.Value {
			if w.stride(0) == 1 {
				return w.neighbors(from, w.byteAt(u, 0, b))
			}
			return w.gather(from, w.apart(w.byteAt(u, 0, b), w.stride(0)))
		})
		vector.NewStore(w.b, vector.NewBitcast(w.b, word, ir.Vector(ir.Int(8), wordBytes*w.wide)).Op.Result(), to, w.address(u, 1))
	}
}

// joined combines bytes into words, which are scalars or vectors. The function load reads byte b of
// each word.
func (w *writer) joined(load func(b int64) *ir.Value) *ir.Value {
	var word *ir.Value
	for b := range int64(wordBytes) {
		v := load(b)
		lanes := lanesOf(v)
		t := ir.I32()
		if lanes > 1 {
			t = ir.Vector(t, lanes)
		}
		v = arith.NewExtUI(w.b, v, t).Op.Result()
		if b == 0 {
			word = v
			continue
		}
		v = arith.NewShLI(w.b, v, w.constant(ir.NewInt(8*b, ir.I32()), lanes)).Op.Result()
		word = arith.NewOrI(w.b, word, v).Op.Result()
	}
	return word
}

// flips reports whether vectors of words are multiplied, and both factors are signed or both are
// unsigned. The instructions multiply unsigned by signed bytes only. So the kernel adds 128 to
// signed bytes of the rows, or subtracts 128 from unsigned bytes. To correct the result, it
// subtracts or adds 128 times the sum of each column.
func (w *writer) flips() bool {
	return w.words != nil && len(w.reduce) > 0 && w.words.unsigned[0] == w.words.unsigned[1] && w.wide > 1
}

// moved128 returns a vector of words whose bytes are all 0x80: 128 as an unsigned byte, -128 as a
// signed byte.
func (w *writer) moved128() *ir.Value {
	return w.constant(ir.NewInt(-0x7f7f7f80, ir.I32()), w.wide)
}

// zeros returns the initial values of the sums of columns. There are none if w.flips() is false.
func (w *writer) zeros() (sums []*ir.Value) {
	if w.flips() {
		for range tiling.Vectors(w.width, w.lanes) {
			sums = append(sums, w.constant(ir.NewInt(0, ir.I32()), w.wide))
		}
	}
	return sums
}

// corrected returns the sums of the copies. If w.flips() is true, the parameter "sums" ends with
// the sums of columns times 128 or -128. corrected subtracts them from the sums of the copies.
func (w *writer) corrected(sums []*ir.Value) []*ir.Value {
	if !w.flips() {
		return sums
	}
	n := len(w.copies)
	out := make([]*ir.Value, n)
	for u := range out {
		out[u] = arith.NewSubI(w.b, sums[u], sums[n+u%(len(sums)-n)]).Op.Result()
	}
	return out
}

// wordTerms multiplies a word of each row by a word of each column, and adds the products to sums.
func (w *writer) wordTerms(sums []*ir.Value) []*ir.Value {
	next := slices.Clone(sums)
	n := len(w.copies)
	if w.wide == 1 {
		for u := range n {
			next[u] = w.byteTerms(u, next[u])
		}
		return next
	}
	flips := w.flips()
	rowsUnsigned := w.words.unsigned[w.words.rows] != flips
	extended := map[*ir.Value]*ir.Value{}
	extend := func(v *ir.Value, unsigned bool) *ir.Value {
		x, ok := extended[v]
		if !ok {
			x = w.extended(v, unsigned)
			extended[v] = x
		}
		return x
	}
	product := func(row, column, sum *ir.Value) *ir.Value {
		x, y := extend(row, rowsUnsigned), extend(column, !rowsUnsigned)
		return vector.NewContract(w.b, x, y, sum, kernelop.DotMaps(), []bool{false, true}).Op.Result()
	}
	rows := map[*ir.Value]*ir.Value{}
	columns := map[*ir.Value]*ir.Value{}
	for u := range n {
		at := w.address(u, w.words.columns)
		column, ok := columns[at]
		if !ok {
			bytes := build.VectorLoad(w.b, w.args[w.access(w.words.columns).memory], at, wordBytes*w.wide)
			column = vector.NewBitcast(w.b, bytes, ir.Vector(ir.I32(), w.wide)).Op.Result()
			columns[at] = column
			if k := len(columns) - 1; flips {
				next[n+k] = product(w.moved128(), column, next[n+k])
			}
		}
		at = w.address(u, w.words.rows)
		row, ok := rows[at]
		if !ok {
			row = w.rowWord(u, at)
			if flips {
				row = arith.NewXOrI(w.b, row, w.moved128()).Op.Result()
			}
			rows[at] = row
		}
		next[u] = product(row, column, next[u])
	}
	return next
}

// rowWord returns a vector. Each of its lanes is the word at the given address in the row of copy
// u.
func (w *writer) rowWord(u int, at *ir.Value) *ir.Value {
	from := w.args[w.access(w.words.rows).memory]
	var word *ir.Value
	if w.words.bytes[w.words.rows] == 1 {
		bytes := build.VectorLoad(w.b, from, at, wordBytes)
		one := vector.NewBitcast(w.b, bytes, ir.Vector(ir.I32(), 1)).Op.Result()
		word = vector.NewExtract(w.b, one, slice.Fixed(0)).Op.Result()
	} else {
		word = w.joined(func(b int64) *ir.Value { return build.Load(w.b, from, w.byteAt(u, w.words.rows, b)) })
	}
	return build.Broadcast(w.b, word, w.wide)
}

func (w *writer) extended(v *ir.Value, unsigned bool) *ir.Value {
	if c, ok := ir.Defining[vector.Bitcast](v); ok {
		v = c.Source()
	} else {
		v = vector.NewBitcast(w.b, v, ir.Vector(ir.Int(8), wordBytes*w.wide)).Op.Result()
	}
	v = vector.NewShapeCast(w.b, v, ir.Vector(ir.Int(8), w.wide, wordBytes)).Op.Result()
	t := ir.Vector(ir.I32(), w.wide, wordBytes)
	if unsigned {
		return arith.NewExtUI(w.b, v, t).Op.Result()
	}
	return arith.NewExtSI(w.b, v, t).Op.Result()
}

// byteTerms adds the products of the bytes of a word, one after the other, to the sum of copy u.
func (w *writer) byteTerms(u int, sum *ir.Value) *ir.Value {
	s := &w.stages[0]
	for b := range int64(wordBytes) {
		var m ir.Mapping
		for i := range s.ins {
			m.Map(s.body.Arg(i), build.Load(w.b, w.args[w.access(i).memory], w.byteAt(u, i, b)))
		}
		m.Map(s.body.Arg(len(s.ins)), sum)
		sum = w.evaluate(s, u, []ir.Mapping{m})[0][0]
	}
	return sum
}

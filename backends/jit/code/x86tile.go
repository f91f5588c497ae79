package code

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/backends/jit/amd64"
	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

const (
	// tileRows is the largest number of rows of a tile. It is also the number of words in a row.
	tileRows = 16
	// tileBytes is the size of a row of a tile.
	tileBytes = 64
	// mostTiles is the largest number of rows, and of columns, in the grid of tiles with sums.
	mostTiles = 2
	// leastRows is the minimum number of rows for which tiles save time.
	leastRows = 2
	// manySteps is the minimum number of steps of tileRows iterations for a loop with a shorter
	// last step. The last step needs tiles of another size, and changing the sizes takes long. See
	// also manyTermsOfWords in lowering/schedule.
	manySteps = 8
)

// wordLoop is a loop that multiplies two matrices of bytes. A column here is a group of 16 adjacent
// columns of the second matrix, one for each lane of a vector. An iteration loads a word of 4 bytes
// for each row, and a vector of 16 words for each column. For each row r and each column c, it adds
// dot products of 4 bytes to a vector of sums:
//
//	sums[r][c] += dot(broadcast(word[r]), vector[c])
//
// Tile instructions do 16 iterations at once.
type wordLoop struct {
	lo, trips     int64
	rows, columns []*kernel.Instr // loads of the word of each row, and of the vector of each column
	apart         int64           // distance between rows in bytes
	stride        int64           // distance between the vectors of consecutive iterations in bytes
	// signedRows is set if the loop multiplies signed bytes of rows by unsigned bytes of columns,
	// and not the reverse. If flips is set, the bytes of rows are those after the addition of 128.
	signedRows bool
	// flips is set if the factors in memory are both signed or both unsigned. The loop then first
	// adds 128 to each byte of the rows, modulo 256. It also adds up the bytes of each column,
	// multiplied by 128. The instructions in corrections subtract these column sums from the other
	// sums.
	flips        bool
	corrections  []*kernel.Instr
	initial      []kernel.ID // the sums before the loop, row by row
	sums         []kernel.ID // the same sums after the loop and, if there are any, the corrections
	rowAt, colAt reg         // addresses of the first row and of the first column
}

// wordLoopOf returns the loop "in" as a loop over words. It returns false if tile instructions
// cannot compute the loop.
func (g *x86) wordLoopOf(in *kernel.Instr) (l wordLoop, ok bool) {
	lo, constLo := g.ints[in.Args[0]]
	hi, constHi := g.ints[in.Args[1]]
	l = wordLoop{lo: lo, trips: hi - lo}
	if !g.t.Tiles || !constLo || !constHi || g.ints[in.Args[2]] != 1 || lo >= hi || l.trips < tileRows || l.trips > math.MaxInt32 || l.trips%tileRows > 0 && l.trips < manySteps*tileRows || g.polls[in] || g.chunk != tileRows || g.parts != 1 {
		return l, false
	}
	body := in.Blocks[0]
	made := map[kernel.ID]*kernel.Instr{}
	for _, x := range body.Code {
		switch x.Code {
		case kernelop.Load, kernelop.Broadcast, kernelop.XorI, kernelop.Dot, kernelop.Const:
			made[x.Results[0]] = x
		default:
			return l, false
		}
	}
	var columnSums []*kernel.Instr // the columns whose sums the loop computes
	for i, y := range body.Yield {
		dot := made[y]
		if dot == nil || dot.Code != kernelop.Dot || dot.Args[2] != body.Args[1+i] {
			return l, false
		}
		if i == 0 {
			row, _ := g.rowOf(made, dot.Args[1])
			l.signedRows = row != nil
		}
		row, column := dot.Args[0], made[dot.Args[1]]
		if l.signedRows {
			row, column = dot.Args[1], made[dot.Args[0]]
		}
		if column == nil {
			return l, false
		}
		if g.is128(row) {
			columnSums = append(columnSums, column)
			continue
		}
		load, flips := g.rowOf(made, row)
		if i == 0 {
			l.flips = flips != nil
		}
		if load == nil || (flips != nil) != l.flips || columnSums != nil || !l.add(load, column, i) {
			return l, false
		}
	}
	n := len(l.rows) * len(l.columns)
	ok = len(l.rows) >= leastRows && len(l.rows) <= mostTiles*tileRows && n+len(columnSums) == len(body.Yield) && len(l.columns) <= mostTiles &&
		g.steps(l.rows[0], body.Args[0]) == kernelop.WordBytes
	if !ok {
		return l, false
	}
	l.initial, l.sums = in.Args[3:][:n], in.Results[:n]
	if l.flips != (columnSums != nil) || l.flips && !(slices.Equal(columnSums, l.columns) && g.corrected(in, &l)) {
		return l, false
	}
	l.apart, l.stride = g.bytesBetween(l.rows[0], l.rows[1]), g.steps(l.columns[0], body.Args[0])
	computed := func(t kernel.Term) bool { return made[t.Value] != nil } // in the loop
	for i, row := range l.rows {
		ok = ok && g.isWord(row, 0) && !slices.ContainsFunc(row.Addr.Terms, computed) && sameTerms(row, l.rows[0]) && g.bytesBetween(l.rows[0], row) == int64(i)*l.apart
	}
	for _, column := range l.columns {
		ok = ok && g.isWord(column, tileRows) && !slices.ContainsFunc(column.Addr.Terms, computed) && sameTerms(column, l.columns[0]) && isNear(g.bytesBetween(l.columns[0], column))
	}
	return l, ok && isNear(tileRows*l.apart) && isNear(tileRows*l.stride)
}

// isNear reports whether a distance in bytes fits into the displacement of an address.
func isNear(bytes int64) bool { return -1<<30 < bytes && bytes < 1<<30 }

// is128 reports whether v is a constant whose bytes are all 128.
func (g *x86) is128(v kernel.ID) bool { return g.data[v] != nil && allBytes(g.data[v], 128) }

// rowOf returns the load of the word that is in all lanes of v; nil if there is none. flips, if not
// nil, is the instruction that adds 128 to each byte of the word. The map "made" maps each result
// to the instruction of the loop that computes it.
func (g *x86) rowOf(made map[kernel.ID]*kernel.Instr, v kernel.ID) (load, flips *kernel.Instr) {
	x := made[v]
	if x != nil && x.Code == kernelop.XorI && g.is128(x.Args[1]) {
		flips, x = x, made[x.Args[0]]
	}
	if x == nil || x.Code != kernelop.Broadcast {
		return nil, nil
	}
	return made[x.Args[0]], flips
}

// add records that the sum with index i adds the products of the given row and column. It returns
// false if the sums are not in the order of rows and columns.
func (l *wordLoop) add(row, column *kernel.Instr, i int) bool {
	r, c := slices.Index(l.rows, row), slices.Index(l.columns, column)
	if r < 0 {
		r = len(l.rows)
		l.rows = append(l.rows, row)
	}
	if c < 0 {
		c = len(l.columns)
		l.columns = append(l.columns, column)
	}
	return r == len(l.rows)-1 && (r == 0 && c == i || i == r*len(l.columns)+c)
}

// corrected looks for the instructions that subtract the column sums from the other sums; see the
// field flips. It returns false if a column sum does not begin with 0, or if a sum has another use.
func (g *x86) corrected(in *kernel.Instr, l *wordLoop) bool {
	n := len(l.sums)
	columnSums := in.Results[n:]
	for c, v := range columnSums {
		if g.k.Uses[v] != int32(len(l.rows)) || !g.isZero(in.Args[3+n+c]) {
			return false
		}
	}
	sums := make([]kernel.ID, n)
	for i, v := range l.sums {
		sub := g.user[v]
		if sub == nil || sub.Code != kernelop.SubI || sub.Args[0] != v || sub.Args[1] != columnSums[i%len(columnSums)] {
			return false
		}
		l.corrections = append(l.corrections, sub)
		sums[i] = sub.Results[0]
	}
	l.sums = sums
	return true
}

func (g *x86) isZero(v kernel.ID) bool { return g.data[v] != nil && allBytes(g.data[v], 0) }

// isWord reports whether the instruction "load" reads a vector of words with the given number of
// lanes; 0 means one word.
func (g *x86) isWord(load *kernel.Instr, lanes int) bool {
	return load.Code == kernelop.Load && g.k.Type(load.Results[0]) == kernel.Type{Kind: tensor.I32, Lanes: lanes}
}

// sameTerms reports whether the addresses of two loads or stores have a constant distance.
func sameTerms(a, b *kernel.Instr) bool {
	return a.Param == b.Param && slices.Equal(a.Addr.Terms, b.Addr.Terms)
}

// bytesBetween returns the distance in bytes between the addresses of two loads or stores with the
// same terms.
func (g *x86) bytesBetween(a, b *kernel.Instr) int64 {
	return (b.Addr.Base - a.Addr.Base) * int64(g.k.Params[a.Param].Kind.Size())
}

// steps returns the number of bytes by which the address of a load grows if the value v grows by 1.
func (g *x86) steps(load *kernel.Instr, v kernel.ID) int64 {
	for _, t := range load.Addr.Terms {
		if t.Value == v {
			return t.Coeff * int64(g.k.Params[load.Param].Kind.Size())
		}
	}
	return 0
}

// beginTiles loads the configuration of the first loop that uses tiles. Loading takes long, so
// loops with the same configuration do not load it again.
func (g *x86) beginTiles() {
	if !g.t.Tiles {
		return
	}
	g.k.Body.Walk(func(in *kernel.Instr) {
		if in.Code != kernelop.For || g.config != nil {
			return
		}
		if l, ok := g.wordLoopOf(in); ok {
			g.config, g.sizes = l.config(tileRows), g.area(1)
		}
	})
	if g.config != nil {
		g.configure(g.config)
	}
}

// endTiles releases the tiles.
func (g *x86) endTiles() {
	if g.config != nil {
		g.tile(amd64.TileRelease, memory{})
	}
}

// area returns new memory for n rows of tiles.
func (g *x86) area(n int) memory {
	at := (g.f.frame + tileBytes - 1) &^ (tileBytes - 1)
	g.f.frame = at + tileBytes*int32(n)
	return memory{block: true, disp: at, scale: 1}
}

func (g *x86) tileLoop(in *kernel.Instr, b *kernel.Block) bool {
	l, ok := g.wordLoopOf(in)
	if !ok {
		return false
	}
	after := b.Code[slices.Index(b.Code, in)+1:]
	for _, x := range l.corrections {
		if !slices.Contains(after, x) {
			return false
		}
	}
	g.forceLater()
	sums := g.area(len(l.initial))
	from, to := g.placesIn(sums, &l), g.storesOf(after, &l)
	if to == nil {
		to = from
		for i, v := range l.sums {
			g.stored[v] = sums.plus(tileBytes * i)
		}
	}
	for _, x := range l.corrections {
		g.done[x] = true
	}
	zero := !slices.ContainsFunc(l.initial, func(v kernel.ID) bool { return !g.isZero(v) })
	if !zero {
		for i, v := range l.initial {
			g.storePart(g.value(v)[0], sums.plus(tileBytes*i), tileBytes)
		}
	}
	undo := g.addr.scope()
	g.set(in.Blocks[0].Args[0], g.integer(l.lo))
	l.rowAt, l.colAt = g.copyOf(g.lea(g.addr.at(l.rows[0]))), g.copyOf(g.lea(g.addr.at(l.columns[0])))
	undo()
	rest := l.trips % tileRows
	middle := to
	if rest > 0 {
		middle = from
	}
	g.addWords(&l, l.trips/tileRows, tileRows, zero, from, middle)
	if rest > 0 {
		g.addWords(&l, 1, rest, false, from, to)
	}
	return true
}

// placesIn returns the address of each tile of sums in m. m has the vectors of all rows, one row
// after the other. The index register of an address has the distance between rows.
func (g *x86) placesIn(m memory, l *wordLoop) []memory {
	var list []memory
	for i := range l.heights() {
		for j := range l.columns {
			at := m.plus(tileBytes * (tileRows*i*len(l.columns) + j))
			at.index = g.integer(int64(tileBytes * len(l.columns)))
			list = append(list, at)
		}
	}
	return list
}

// storesOf looks for stores of all sums directly after a loop. It succeeds if the sums have no
// other use, and the stored rows are equally far apart. Then it marks the stores as done, and
// returns the addresses of the tiles. Otherwise it returns nil.
func (g *x86) storesOf(after []*kernel.Instr, l *wordLoop) []memory {
	stores := make([]*kernel.Instr, len(l.sums))
	for i, v := range l.sums {
		s := g.user[v]
		if s == nil || s.Code != kernelop.Store || s.Args[0] != v || g.k.Params[s.Param].Kind != tensor.I32 || !sameTerms(s, g.user[l.sums[0]]) {
			return nil
		}
		stores[i] = s
	}
	own := slices.Concat(l.corrections, stores)
	if len(after) < len(own) || slices.ContainsFunc(after[:len(own)], func(x *kernel.Instr) bool { return !slices.Contains(own, x) }) {
		return nil
	}
	n := len(l.columns)
	apart := g.bytesBetween(stores[0], stores[n])
	for i, s := range stores {
		// Rows must not overlap, because storing tile by tile changes the order of the stores.
		// Columns may overlap: in each row, the tiles are stored from left to right, as the
		// original stores are.
		column := g.bytesBetween(stores[0], stores[i%n])
		if i > 0 && slices.Index(after, s) < slices.Index(after, stores[i-1]) || column < 0 || column+tileBytes > apart || !isNear(tileRows*apart) || g.bytesBetween(stores[0], s) != int64(i/n)*apart+column {
			return nil
		}
	}
	base := g.lea(g.addr.at(stores[0]))
	var list []memory
	for i := range l.heights() {
		for _, s := range stores[:n] {
			list = append(list, memory{base: base, index: g.integer(apart), scale: 1, disp: int32(int64(tileRows*i)*apart + g.bytesBetween(stores[0], s))})
		}
	}
	for _, s := range stores {
		g.done[s] = true
	}
	return list
}

// Tiles 0 to 3 hold sums. The tiles of rows follow, then the tiles of columns.
const (
	rowTiles    = mostTiles * mostTiles
	columnTiles = rowTiles + mostTiles
)

// heights returns the number of rows of each tile of sums, from top to bottom.
func (l *wordLoop) heights() (list []int) {
	for n := len(l.rows); n > 0; n -= tileRows {
		list = append(list, min(n, tileRows))
	}
	return list
}

// config returns the configuration of tiles for steps that read the given number of words of each
// row.
func (l *wordLoop) config(words int64) []byte {
	const rowBytes, rows = 16, 48 // offsets
	b := make([]byte, tileBytes)
	b[0] = 1 // the palette
	set := func(tile, height int, bytes int64) {
		binary.LittleEndian.PutUint16(b[rowBytes+2*tile:], uint16(bytes))
		b[rows+tile] = byte(height)
	}
	for i, h := range l.heights() {
		for j := range l.columns {
			set(mostTiles*i+j, h, tileBytes)
			set(columnTiles+j, int(words), tileBytes)
		}
		set(rowTiles+i, h, words*kernelop.WordBytes)
	}
	return b
}

// configure emits an instruction that loads a configuration.
func (g *x86) configure(config []byte) {
	g.storePart(g.bytes(config), g.sizes, tileBytes)
	g.tile(amd64.TileConfig, g.sizes)
}

// addWords adds products to sums, and stores the sums at the addresses in "to". If zero is true,
// the sums begin with 0. Otherwise addWords first loads them from the addresses in "from". Each of
// the given number of steps multiplies each tile of rows by each tile of columns.
func (g *x86) addWords(l *wordLoop, steps, words int64, zero bool, from, to []memory) {
	config := l.config(words)
	other := !slices.Equal(config, g.config)
	if other {
		g.configure(config)
	}
	sums := func(f func(n int, tile int64)) {
		for n := range from {
			f(n, int64(n/len(l.columns)*mostTiles+n%len(l.columns)))
		}
	}
	sums(func(n int, tile int64) {
		if zero {
			g.tile(amd64.TileZero, memory{}, tile)
		} else {
			g.tile(amd64.TileLoad, from[n], tile)
		}
	})
	g.multiply(l, steps)
	sums(func(n int, tile int64) { g.tile(amd64.TileStore, to[n], tile) })
	if other {
		g.configure(g.config)
	}
}

// multiply emits a loop that adds products to tiles of sums.
func (g *x86) multiply(l *wordLoop, steps int64) {
	op := pick(l.signedRows, amd64.TDPBSUD, amd64.TDPBUSD)
	if l.flips {
		op = pick(l.signedRows, amd64.TDPBUUD, amd64.TDPBSSD)
	}
	var count reg
	head, first := g.newLabel(), 0
	if steps > 1 {
		count = g.copyOf(g.integer(0))
		g.emit(inst{kind: align})
		first = len(g.f.insts)
		g.bind(head)
	}
	for i := range l.heights() {
		g.tile(amd64.TileLoad, memory{base: l.rowAt, index: g.integer(l.apart), scale: 1, disp: int32(int64(tileRows*i) * l.apart)}, int64(rowTiles+i))
		for j, column := range l.columns {
			if i == 0 {
				g.tile(amd64.TileLoad, memory{base: l.colAt, index: g.integer(l.stride), scale: 1, disp: int32(g.bytesBetween(l.columns[0], column))}, int64(columnTiles+j))
			}
			g.tile(op, memory{}, int64(mostTiles*i+j), int64(rowTiles+i), int64(columnTiles+j))
		}
	}
	g.grow(l.rowAt, tileBytes)
	g.grow(l.colAt, tileRows*l.stride)
	if steps > 1 {
		g.grow(count, 1)
		g.emit(inst{kind: compareJump, size: 8, pred: kernelop.SLT, r: [4]reg{count}, imm: steps, label: head})
		g.f.loops = append(g.f.loops, loop{first: first, last: len(g.f.insts) - 1, carried: []reg{l.rowAt, l.colAt, count}, trips: float64(steps)})
	}
}

// tile emits an instruction on tiles and, if m is not zero, on memory.
func (g *x86) tile(op amd64.Op, m memory, tiles ...int64) {
	in := inst{kind: tile, op: op, size: amd64.X, mem: m, hasMem: m != memory{}}
	for i, t := range tiles {
		in.imm |= t << (8 * i)
	}
	g.emit(in)
}

// tile encodes an instruction on tiles.
func (e *x86Emitter) tile(in *inst) {
	i := amd64.Inst{Op: in.op, Size: in.size, R: noRegs, Mask: amd64.None, HasMem: in.hasMem}
	if in.hasMem {
		i.Mem = e.memory(&in.mem)
	}
	number := func(n int) amd64.Reg { return amd64.T0 + amd64.Reg(in.imm>>(8*n)&7) }
	switch in.op {
	case amd64.TileConfig:
		i.R[1] = amd64.T0
	case amd64.TileZero:
		i.R[0], i.R[1] = number(0), amd64.T0
	case amd64.TileLoad:
		i.R[0] = number(0)
	case amd64.TileStore:
		i.R[1] = number(0)
	case amd64.TDPBUSD, amd64.TDPBSUD, amd64.TDPBSSD, amd64.TDPBUUD:
		i.R[0], i.R[1], i.R[2] = number(0), number(1), number(2)
	}
	e.asm.Emit(i)
}

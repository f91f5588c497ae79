// Package schedule chooses how reductions are divided into tiles. The choice depends on the shapes
// and layouts of the operands, and on the target.
package schedule

import "github.com/lathe-ir/lathe/lowering/target"

// Tile describes how the result of a reduction with vectorized columns is divided into rectangles,
// called tiles. The sums of a tile are kept in registers. The division does not change results,
// since the terms of every element are added in the order of the nest.
type Tile struct {
	Height int64   // rows of a tile; the tiles at the bottom may have fewer
	Strips []Strip // the columns from left to right
}

// Strip consists of Count adjacent tiles of Width columns.
type Strip struct{ Width, Count int64 }

// Vectors returns the number of vectors that cover width columns. If width is not a multiple of
// lanes, the last two vectors overlap.
func Vectors(width, lanes int64) int64 { return (width + lanes - 1) / lanes }

// Cut divides n columns into strips. A tile has at most `most` vectors of the given number of
// lanes. If most is 1, the last tile can have two vectors, which overlap. If n is at least lanes,
// no tile is narrower than a vector.
func Cut(n, lanes, most int64) []Strip {
	full := most * lanes
	if n <= full {
		return []Strip{{n, 1}}
	}
	count, rest := n/full, n%full
	switch {
	case rest == 0:
		return []Strip{{full, count}}
	case rest >= lanes:
		return []Strip{{full, count}, {rest, 1}}
	}
	// The last full tile and the remaining columns become two tiles of about equal width.
	strips := []Strip{{full, count - 1}, {(most - most/2) * lanes, 1}, {most/2*lanes + rest, 1}}
	if most == 1 {
		strips = []Strip{{full, count - 1}, {full + rest, 1}}
	}
	if count == 1 {
		return strips[1:]
	}
	return strips
}

// evenly divides rows into as few tiles of at most `most` rows as possible, all of about the same
// height. It returns the height.
func evenly(rows, most int64) int64 {
	tiles := max(1, (rows+most-1)/most)
	return max(1, (rows+tiles-1)/tiles)
}

// Choose returns the tile with the least estimated time for a result with the given rows and
// columns. stride is the distance in bytes between adjacent rows of the row operand. It is 0 if
// there is no row operand, or if it is packed.
func Choose(rows, columns, lanes, stride int64, t target.Target) Tile {
	best, tile := -1.0, Tile{1, Cut(columns, lanes, 1)}
	for _, nv := range []int64{3, 4, 2, 6, 8, 16, 1} {
		h := Height(rows, nv, stride, t)
		if h < 1 || nv > 1 && (nv-1)*lanes >= columns {
			continue
		}
		s := Cut(columns, lanes, nv)
		if c := cost(rows, h, lanes, s); best < 0 || c < best {
			best, tile = c, Tile{h, s}
		}
	}
	return tile
}

// Height returns the number of rows of a tile whose width is given in vectors. The sums, the
// vectors of a row and three more values must fit into registers. The rows must fit into the
// first-level cache (see apart). If there are too few registers, Height returns 0.
func Height(rows, vectors, stride int64, t target.Target) int64 {
	if rows <= 1 {
		// With one row, each vector is used once, so multiply-adds read it from memory.
		return min(1, (int64(t.Registers)-3)/vectors)
	}
	most := min((int64(t.Registers)-3-vectors)/vectors, apart(stride, t))
	if most < 1 {
		return 0
	}
	return evenly(rows, most)
}

// These limits are for instructions that multiply tiles of words. A word has the bytes of four
// terms.
const (
	// rowsOfWords and vectorsOfWords are the rows and the vectors of a tile of the result.
	rowsOfWords, vectorsOfWords         = 32, 2
	leastRowsOfWords, leastTermsOfWords = 8, 64
	// manyTermsOfWords is the minimum number of terms if it is not a multiple of termsInTile, so
	// that the last terms need a tile of another size. See also manySteps in backends/jit/code.
	termsInTile, manyTermsOfWords = 64, 512
	// workOfWords is the largest number of products of words in a block.
	workOfWords = 64 << 20
)

// ChooseWords is like Choose for a product of words with one loop over terms. It returns false if
// instructions that multiply tiles cannot compute the product, or would take longer.
func ChooseWords(rows, columns, terms, lanes int64, t target.Target) (Tile, bool) {
	if !t.Tiles || rows < leastRowsOfWords || terms < leastTermsOfWords || terms%termsInTile != 0 && terms < manyTermsOfWords || lanes != t.Lanes(4) {
		return Tile{}, false
	}
	return Tile{min(rows, rowsOfWords), Cut(columns, lanes, vectorsOfWords)}, true
}

// BlockOfWords returns a block for tiles that ChooseWords chose. The terms of c are words. The
// tiles of a block are next to each other, so that results are written in the order of their
// addresses, and their columns fit into half of the second-level cache.
func (t *Tile) BlockOfWords(c Contraction, to target.Target) *Block {
	_, across := t.Tiles(c.Rows)
	// words is the number of words in the columns of a tile. A word has c.Bytes bytes, like a sum.
	words := t.Strips[0].Width * c.Terms
	return &Block{Down: 1, Across: evenly(across, max(1, min(workOfWords/(t.Height*words), to.L2/2/(words*c.Bytes)))), Terms: c.Terms}
}

// apart returns the largest number of rows of a tile. Rows whose distance is a multiple of a page
// are in the same set of the first-level cache. The rows of a tile use at most three quarters of
// the lines of a set, and the columns use the other lines. If stride or the size of the cache is 0,
// the only limit is the number of registers.
func apart(stride int64, t target.Target) int64 {
	if stride == 0 || t.L1 == 0 {
		return int64(t.Registers)
	}
	places := int64(page)
	for stride%places != 0 {
		places /= 2
	}
	return max(1, t.L1/page*3/4) * (page / places)
}

// cost estimates the cycles for adding one term to all sums. It assumes two multiply-adds and two
// loads in each cycle, four cycles between two terms of a sum, and half a cycle for the loop.
func cost(rows, height, lanes int64, strips []Strip) float64 {
	sum := 0.0
	for _, s := range strips {
		nv := Vectors(s.Width, lanes)
		one := func(h int64) float64 {
			return max(float64(h*nv)/2, float64(h+nv)/2, 4) + 0.5
		}
		sum += float64(s.Count) * (float64(rows/height) * one(height))
		if edge := rows % height; edge > 0 {
			sum += float64(s.Count) * one(edge)
		}
	}
	return sum
}

// Tiles returns the number of tiles from top to bottom and from left to right.
func (t *Tile) Tiles(rows int64) (down, across int64) {
	for _, s := range t.Strips {
		across += s.Count
	}
	return (rows + t.Height - 1) / t.Height, across
}

// Block is the part of a result that one iteration of the grid computes, tile after tile.
type Block struct {
	Down, Across int64 // numbers of tiles; blocks at the edges of the result can have fewer
	// Terms is the number of terms of a pass over the tiles, and a multiple of Contraction.Inner.
	// The last pass may have fewer terms.
	Terms  int64
	Unroll bool // every pass has exactly Terms terms, and these are unrolled
}

const (
	// passTerms is an approximate number of terms of a pass. It is so large that loading and
	// storing sums costs little, and so small that the rows of a tile fit into the first-level
	// cache.
	passTerms = 640
	// blockRows is an approximate number of rows of a block, so large that loading a block of
	// columns costs little.
	blockRows = 128
	// blockWork is the largest number of multiply-adds of 4-byte numbers in a block of several
	// tiles, divided by the number of bytes of a vector. It is limited because a kernel can be
	// canceled, and the garbage collector can stop the world, only between blocks. Vectors of more
	// than widestVector bytes, which only package vm has, count as widestVector bytes.
	blockWork    = 192 << 10
	widestVector = 64
	// page is the size of a memory page in bytes. Hardware prefetchers do not cross the border of a
	// page.
	page = 4096
	// pageTerms is the number of terms of a pass over large unpacked columns (see [Tile.Block]).
	// With at most fewRows rows, memory bandwidth is the limit, and the number is termsOfFew. With
	// one row it is termsOfRow, which is about the number of streams that hardware prefetchers can
	// follow. vectorsOfRow is the width of the tiles of one row, in vectors.
	pageTerms, fewRows, termsOfFew = 128, 32, 48
	termsOfRow, vectorsOfRow       = 8, 4
	// On a mesh (see [target.Target.Mesh]), the number of terms with at most fewRows rows is
	// termsOfFewOnMesh. To read more adjacent columns of each term, these blocks are wider: their
	// work may be twice as large, and blocksOfFewOnMesh is their minimum number.
	termsOfFewOnMesh, blocksOfFewOnMesh = 24, 2
	// The terms are divided into passes only if the unpacked columns of one term have at least
	// leastColumns bytes.
	leastColumns = page / 2
	// On a mesh, tiles form blocks if the result is larger than 1/resultShare of the second-level
	// cache. Hardware prefetchers can follow the rows of blocks, which are longer than the rows of
	// tiles.
	resultShare = 8
	// leastBlocks is the minimum number of blocks on a mesh, if there are several rows of tiles, so
	// that threads get about equal shares.
	leastBlocks = 16
	// pageBlocks is the minimum number of blocks, so that there is work for several threads. With
	// one row it is blocksOfRow, which is lower because long streams are faster. bytesOfRow is
	// about the largest size of the columns in a block of one row.
	pageBlocks, blocksOfRow, bytesOfRow = 8, 2, 16 << 20
)

// Contraction has the properties of a contraction that determine its blocks.
type Contraction struct {
	Rows, Terms, Columns int64
	Inner                int64 // terms of each iteration of the outermost loop over terms
	Lanes, Bytes         int64 // the lanes of a vector, and the size of an element
	Packed               bool  // the columns are in panels
	Split                bool  // sums can be in memory between passes
	Cut                  bool  // a record prescribes the strips
}

// pass returns the number of terms of a pass. It is at most n, if one iteration of the outermost
// loop over terms has at most n terms.
func (c *Contraction) pass(n int64) int64 {
	return evenly(c.Terms/c.Inner, max(1, n/c.Inner)) * c.Inner
}

// Block returns the block of tiles that an iteration of the grid computes for a contraction. It
// returns nil if an iteration computes one tile. Blocks of several tiles save time in three cases:
//   - The rows do not fit into the second-level cache. Single tiles would read them from memory
//     again for each column of tiles.
//   - The result is large, on a mesh. The rows of single tiles would be too short for hardware
//     prefetchers (see resultShare).
//   - Unpacked columns are large (see unblocked). Single tiles would read only a few vectors from
//     each page at a time. A block usually has the columns of tiles in a page or in a part of a
//     page, and is computed in passes over the terms.
func (t *Tile) Block(c Contraction, to target.Target) *Block {
	down, across := t.Tiles(c.Rows)
	b := Block{Down: down, Terms: c.Terms}
	switch {
	case down > 1 && across > 1 && (c.Rows*c.Terms*c.Bytes > to.L2 || to.Mesh && c.Rows*c.Columns*c.Bytes > to.L2/resultShare):
		if c.Split {
			b.Terms = c.pass(passTerms)
		}
		t.sizeBlock(c, to, &b)
	case c.Split && !c.Packed && c.Columns*c.Bytes >= leastColumns && c.Columns*c.Terms*c.Bytes > unblocked(to):
		if c.Rows == 1 {
			t.rowBlock(c, to, &b)
			break
		}
		terms := int64(pageTerms)
		b.Across = min(across/pageBlocks, page/(t.Strips[0].Width*c.Bytes))
		switch {
		case c.Rows <= fewRows && to.Mesh:
			terms = termsOfFewOnMesh
			b.Across = min(across/blocksOfFewOnMesh, 2*c.work(to)/(c.Rows*t.Strips[0].Width*c.Terms))
		case c.Rows <= fewRows:
			terms = termsOfFew
		}
		b.Terms, b.Across = c.pass(terms), evenly(across, max(1, b.Across))
	default:
		return nil
	}
	return &b
}

// unblocked returns the largest size, in bytes, of an unpacked column operand that is read by
// single tiles instead of blocks.
func unblocked(t target.Target) int64 {
	if t.Mesh {
		return t.L2 / 2
	}
	return 2 * t.L2
}

// work returns the largest number of multiply-adds in a block (see blockWork).
func (c *Contraction) work(t target.Target) int64 {
	return blockWork * min(t.VectorBytes, widestVector) * 4 / c.Bytes
}

// sizeBlock sets the numbers of tiles of b. It minimizes the number of elements that the blocks
// read from outside of the second-level cache for each term. Each block reads its rows. Consecutive
// blocks have the same columns. If the columns of all terms fit into half of the cache, only the
// first of these blocks reads them. The work of a block is limited, so a block of more columns has
// fewer rows.
func (t *Tile) sizeBlock(c Contraction, to target.Target, b *Block) {
	down, across := t.Tiles(c.Rows)
	width, half, work := t.Strips[0].Width, to.L2/2, c.work(to)/c.Terms
	least := -1.0
	for n := int64(1); n <= min(across, max(1, half/(width*b.Terms*c.Bytes))); n++ {
		a := evenly(across, n)
		most := min(blockRows, work/(a*width)) / t.Height
		if to.Mesh {
			most = min(most, down*((across+a-1)/a)/leastBlocks)
		}
		d := evenly(down, max(1, most))
		rows, columns := float64(c.Rows*((across+a-1)/a)), float64(c.Columns)
		if a*width*c.Terms*c.Bytes > half {
			columns *= float64((down + d - 1) / d)
		}
		if read := rows + columns; least < 0 || read < least {
			least, b.Across, b.Down = read, a, d
		}
	}
}

// rowBlock sets b for a contraction with one row. Reading the columns takes most of the time, so a
// pass reads a few rows of the column operand from beginning to end. The sums of a block fit into
// half of the first-level cache.
func (t *Tile) rowBlock(c Contraction, to target.Target, b *Block) {
	if !c.Cut {
		t.Strips = Cut(c.Columns, c.Lanes, vectorsOfRow)
	}
	_, across := t.Tiles(1)
	blocks := max(blocksOfRow, c.Columns*c.Terms*c.Bytes/bytesOfRow)
	b.Across = evenly(across, max(1, min(across/blocks, to.L1/2/(t.Strips[0].Width*c.Bytes))))
	b.Terms = c.pass(termsOfRow)
	for n := int64(termsOfRow); n <= 2*termsOfRow && c.Inner == 1 && !b.Unroll; n++ {
		if c.Terms%n == 0 {
			b.Terms, b.Unroll = n, true
		}
	}
}

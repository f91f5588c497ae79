package schedule

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/target"
)

// NestsAttr is an attribute of kernels. It describes the nests whose records (see [Record]) have
// keys.
const NestsAttr = "kernel.nests"

// Nest describes how a kernel computes a nest.
type Nest struct {
	Record
	Kind                         Kind
	Rows, Columns, Terms, Vector int64 // the extents of the nest, and the number of lanes of a vector
	Inner                        int64 // terms of each iteration of the outermost loop over terms
	Bytes                        int64 // the number of bytes that the nest stores
	// Split is true if sums can be stored in memory between passes over the terms.
	Split bool
}

// Kind is the way in which the results of a nest are computed.
type Kind int64

// The kinds of nests.
const (
	Whole       Kind = iota // no decision changes the kernel
	Loop                    // elementwise, in groups of vectors that are computed together
	Tiles                   // a reduction, in tiles
	Contracting             // a contraction, in tiles that can form blocks
	Transposing             // a transpose, in tiles that are transposed in registers
)

// Attr returns the attribute that describes n in a kernel.
func (n *Nest) Attr() ir.Attr {
	entries := n.entries()
	split := int64(0)
	if n.Split {
		split = 1
	}
	shape := ir.NewDenseI64(int64(n.Kind), n.Rows, n.Columns, n.Terms, n.Vector, n.Inner, n.Bytes, split)
	return ir.NewDict(append(entries, ir.NamedAttr{Name: "shape", Attr: shape})...)
}

// NestsOf returns the nests that the attribute NestsAttr of a kernel describes.
func NestsOf(kernel *ir.Op) []Nest {
	list, _ := ir.AttrAs[*ir.ArrayAttr](kernel.Attr(NestsAttr))
	if list == nil {
		return nil
	}
	var nests []Nest
	for _, a := range list.Elems {
		d, ok := ir.AttrAs[*ir.DictAttr](a)
		if !ok {
			return nil
		}
		n := Nest{}
		for _, e := range d.Entries {
			if e.Name == "shape" {
				if v, ok := e.Attr.Ints(); ok && len(v) == 8 {
					n.Kind, n.Rows, n.Columns, n.Terms, n.Vector, n.Inner, n.Bytes, n.Split = Kind(v[0]), v[1], v[2], v[3], v[4], max(1, v[5]), v[6], v[7] != 0
				}
				continue
			}
			n.read(e)
		}
		nests = append(nests, n)
	}
	return nests
}

// String describes the shape of n.
func (n *Nest) String() string {
	switch n.Kind {
	case Contracting:
		return fmt.Sprintf("contraction %dx%dx%d", n.Rows, n.Columns, n.Terms)
	case Tiles:
		return fmt.Sprintf("reduction %dx%dx%d", n.Rows, n.Columns, n.Terms)
	case Transposing:
		return fmt.Sprintf("transpose %dx%d", n.Rows, n.Columns)
	}
	return fmt.Sprintf("loop of %d bytes", n.Bytes)
}

// Neighbors returns records that differ from the record of n in one decision, most promising first.
// They leave out decisions that depend on the changed decision, so lowering makes these again.
func (n *Nest) Neighbors(t target.Target) []Record {
	var list []Record
	switch n.Kind {
	case Loop:
		list = n.loops(t)
	case Transposing:
		list = n.transposes()
	case Tiles, Contracting:
		list = slices.Concat(n.widths(t), n.heights(t), n.blocks(), n.operands())
	}
	return list
}

func (n *Nest) loops(t target.Target) []Record {
	var list []Record
	for _, u := range []int64{4, 2, 8, 1, 3} {
		if u != n.Unroll && n.Vector > 1 {
			list = append(list, Record{Unroll: u, Stream: n.Stream})
		}
	}
	if t.Streaming && n.Bytes >= t.L2 {
		on := n.Stream == nil || !*n.Stream
		list = append(list, Record{Unroll: n.Unroll, Stream: &on})
	}
	return list
}

func (n *Nest) transposes() []Record {
	var list []Record
	for _, vectors := range []int64{1, 2, 4, 8} {
		if strips := Flat(Cut(n.Columns, n.Vector, vectors)); !slices.Equal(strips, n.Strips) {
			list = append(list, Record{Strips: strips, Height: n.Height})
		}
	}
	return list
}

// panels returns a record with only one decision: whether the column operand is packed.
func (n *Nest) panels() Record { return Record{Packed: n.Packed} }

func (n *Nest) widest() int64 {
	most := int64(1)
	for i := 0; i+1 < len(n.Strips); i += 2 {
		most = max(most, Vectors(n.Strips[i], n.Vector))
	}
	return most
}

// widths returns records with other widths of tiles, without heights and blocks.
func (n *Nest) widths(t target.Target) []Record {
	if n.Vector < 2 {
		return nil
	}
	var list []Record
	for _, vectors := range []int64{3, 2, 4, 6, 1, 8} {
		strips := Flat(Cut(n.Columns, n.Vector, vectors))
		if slices.Equal(strips, n.Strips) || Height(n.Rows, vectors, 0, t) < 1 || vectors > 1 && (vectors-1)*n.Vector >= n.Columns {
			continue
		}
		r := n.panels()
		r.Strips = strips
		list = append(list, r)
	}
	return list
}

func (n *Nest) heights(t target.Target) []Record {
	var list []Record
	most := min(n.Rows, max(1, (int64(t.Registers)-3)/n.widest()))
	for _, h := range []int64{n.Height + 1, n.Height - 1, n.Height + 2, n.Height - 2, n.Height + 4, n.Height - 4} {
		if h < 1 || h > most {
			continue
		}
		r := n.panels()
		r.Strips, r.Height = n.Strips, h
		list = append(list, r)
	}
	return list
}

// blocks returns records with other blocks of the same tiles.
func (n *Nest) blocks() []Record {
	if n.Kind != Contracting {
		return nil
	}
	strips, _ := StripsOf(n.Strips, n.Columns)
	tile := Tile{Height: n.Height, Strips: strips}
	c := Contraction{Rows: n.Rows, Columns: n.Columns, Terms: n.Terms, Inner: n.Inner, Split: n.Split}
	down, across := tile.Tiles(n.Rows)
	var list []Record
	add := func(block ...int64) {
		if block == nil {
			block = []int64{}
		} else if block[0] > down || block[1] > across || block[2] > n.Terms || block[2] < n.Terms && !n.Split || block[0]*block[1] < 1 || block[2] < 1 {
			return
		}
		r := n.panels()
		r.Strips, r.Height, r.Block, r.Prefetch = n.Strips, n.Height, block, n.Prefetch
		if n.Unroll > 1 && len(block) == 3 && n.Terms%block[2] == 0 && block[2] <= mostUnrolled {
			r.Unroll = block[2]
		}
		if len(block) == 3 && block[0]*n.Height*block[1]*n.widest()*n.Vector > 4*blockWork/n.Terms {
			return // a kernel can be canceled only between blocks
		}
		if _, why := tile.GivenBlock(&r, c); why == "" && !slices.Equal(block, n.Block) {
			list = append(list, r)
		}
	}
	if len(n.Block) == 0 {
		add(down, min(across, 4), n.Terms)
		add(down, min(across, 4), c.pass(pageTerms))
		add(down, min(across, 2), c.pass(passTerms))
		return list
	}
	d, a, k := n.Block[0], n.Block[1], n.Block[2]
	add(d, 2*a, k)
	add(d, a/2, k)
	add(d, a, c.pass(2*k))
	add(d, a, c.pass(k/2))
	add(min(2*d, down), a, k)
	add(d/2, a, k)
	add()
	return list
}

// operands returns records that change packing or prefetching of the columns.
func (n *Nest) operands() []Record {
	var list []Record
	if n.Packed != nil {
		other := !*n.Packed
		list = append(list, Record{Packed: &other})
	}
	if n.Prefetch != nil {
		other := !*n.Prefetch
		r := n.Record
		r.Prefetch = &other
		list = append(list, r)
	}
	return list
}

package kernelop

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
)

// WordBytes is the number of bytes in a word. [Dot] multiplies the bytes of two words.
const WordBytes = 4

// Words reports whether t is a type of words in a kernel with L lanes, where L is the parameter
// "lanes". vec is false for a single word, and true for one word per lane. ok is false if L is 1 or
// 4, because the meaning of vector<4xi8> is then ambiguous. All instructions except [Dot] treat a
// word as a 32-bit number.
//
//	vector<4xi8>, vector<1xi32>   one word
//	vector<4Lxi8>, vector<Lx4xi8> L words
//	vector<Lx4xi32>               L words whose bytes were extended to i32, as operands of Dot
func Words(t ir.Type, lanes int64) (vec, ok bool) {
	d, isVector := ir.TypeAs[*ir.VectorType](t)
	if !isVector || d.Scalable != nil || lanes <= 1 || lanes == WordBytes {
		return false, false
	}
	bytes, numbers := d.Elem.IsInt(8), d.Elem.IsInt(32)
	switch {
	case bytes && slices.Equal(d.Shape, []int64{WordBytes}), numbers && slices.Equal(d.Shape, []int64{1}):
		return false, true
	case bytes && slices.Equal(d.Shape, []int64{WordBytes * lanes}), (bytes || numbers) && slices.Equal(d.Shape, []int64{lanes, WordBytes}):
		return true, true
	}
	return false, false
}

// DotMaps returns the indexing maps of each vector.contract in a kernel. Its loops run over the
// lanes, and over the bytes of a word.
func DotMaps() []affine.Map {
	both := affine.Identity(2)
	return []affine.Map{both, both, {Dims: 2, Results: both.Results[:1]}}
}

// DotFactors returns the words that o multiplies: the operand of an arith.extui, which has unsigned
// bytes, and the operand of an arith.extsi, which has signed bytes. It reports false if o has other
// factors, or if o does not add the products of each word.
func DotFactors(o vector.Contract) (unsigned, signed *ir.Value, ok bool) {
	if o.Kind() != vector.Add || !slices.Equal(o.IsReduction(), []bool{false, true}) {
		return nil, nil, false
	}
	maps := o.IndexingMaps()
	for i, m := range DotMaps() {
		if i >= len(maps) || !maps[i].Equal(m) {
			return nil, nil, false
		}
	}
	for _, v := range []*ir.Value{o.LHS(), o.RHS()} {
		if x, is := ir.Defining[arith.ExtUI](v); is {
			unsigned = x.In()
		} else if x, is := ir.Defining[arith.ExtSI](v); is {
			signed = x.In()
		}
	}
	return unsigned, signed, unsigned != nil && signed != nil
}

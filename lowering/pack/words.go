package pack

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/linalg"
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
)

// WordsAttr marks a packing copy, and the contraction that reads it, if the bytes of four terms of
// a column are adjacent in the panels. These four bytes are called a word. Some processors have an
// instruction that multiplies the bytes of two words and adds the products.
const WordsAttr = "lathe.words"

// leastWords is the minimum number of rows for packing an operand that is not constant into words.
const leastWords = 4

// Factors reports for each of the two inputs of n whether it is unsigned. It returns false if n
// does not add products of 8-bit integers to sums of 32 bits.
func Factors(n structured.Nest) (unsigned [2]bool, ok bool) {
	body := n.Body()
	if len(n.Ins) != 2 || len(n.Outs) != 1 || body.Len() != 5 || !body.Arg(2).Type().IsInt(32) {
		return unsigned, false
	}
	add, ok := ir.Defining[arith.AddI](body.Last().OperandList()[0])
	if !ok {
		return unsigned, false
	}
	term := add.RHS()
	if term == body.Arg(2) {
		term = add.LHS()
	} else if add.LHS() != body.Arg(2) {
		return unsigned, false
	}
	mul, ok := ir.Defining[arith.MulI](term)
	if !ok {
		return unsigned, false
	}
	var seen [2]bool
	for _, v := range []*ir.Value{mul.LHS(), mul.RHS()} {
		var from *ir.Value
		x, isUnsigned := ir.Defining[arith.ExtUI](v)
		if isUnsigned {
			from = x.In()
		} else if x, ok := ir.Defining[arith.ExtSI](v); ok {
			from = x.In()
		}
		for i := range seen {
			if from == body.Arg(i) && from.Type().IsInt(8) {
				seen[i], unsigned[i] = true, isUnsigned
			}
		}
	}
	return unsigned, seen == [2]bool{true, true}
}

// words reports whether c multiplies words. The last loop over terms must run over whole words, and
// must be the last dimension of the row operand. The column operand must depend on all loops that
// reduce, and must be a constant or be read by at least leastWords rows. A vector must have more
// lanes than a word has bytes.
func (c *contraction) words(t target.Target) bool {
	if _, ok := Factors(c.Nest); !ok || c.rows < leastWords && !c.constant() {
		return false
	}
	lanes := c.lanes(t)
	last := c.terms[len(c.terms)-1]
	other := c.Maps[1-c.operand].Results
	if len(other) == 0 {
		return false
	}
	d, isDim := other[len(other)-1].Dim()
	return lanes > kernelop.WordBytes && c.Extents[last]%kernelop.WordBytes == 0 && isDim && d == last && c.allTerms()
}

// tileOfWords returns the tile of c if c is a product of words that the target's instructions for
// multiplying tiles can compute.
func (c *contraction) tileOfWords(t target.Target) (tile schedule.Tile, ok bool) {
	if !c.words(t) || c.loopsOverTerms() != 1 {
		return tile, false
	}
	return schedule.ChooseWords(c.rows, c.Extents[c.column], c.Extents[c.terms[len(c.terms)-1]], c.lanes(t), t)
}

// allTerms reports whether the column operand depends on all loops that reduce.
func (c *contraction) allTerms() bool {
	for d, r := range c.Reduction {
		if r && c.Extents[d] > 1 && !slices.Contains(c.terms, d) {
			return false
		}
	}
	return true
}

// checkWords checks a nest with the attribute WordsAttr.
func checkWords(n structured.Nest, info Info) error {
	if n.Op.Attr(WordsAttr).IsNil() {
		return nil
	}
	ok := len(info.Terms) > 0 && n.Extents[info.Terms[len(info.Terms)-1]]%kernelop.WordBytes == 0 && n.Ins[0].Type().Elem().IsInt(8)
	if n.Parallel() {
		ok = ok && len(n.Ins) == 1 && n.Body().Len() == 1 && ir.Is[linalg.Yield](n.Body().Last()) && n.Body().Last().OperandList()[0] == n.Body().Arg(0)
	} else {
		_, factors := Factors(n)
		c, contracts := contractionOf(n)
		ok = ok && factors && contracts && c.operand == info.Operand && c.column == info.Column && c.allTerms() &&
			slices.Equal(c.terms, info.Terms)
	}
	if !ok {
		return ir.Errorf(n.Op, "must copy or multiply whole words of bytes, since it has '%s'", WordsAttr)
	}
	return nil
}

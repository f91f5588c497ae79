package kernel

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// maxTerms is the maximum number of terms of an index in an address. An index with more terms is
// computed by arithmetic instructions, and is a single term of the address. An address with several
// indices can have more terms.
const maxTerms = 6

// sum records the result of an addition or subtraction of indices, or of a multiplication of an
// index by a constant, as a sum of terms.
func (r *kernelReader) sum(in *Instr) {
	if len(in.Results) != 1 || r.k.Type(in.Results[0]) != (Type{Kind: tensor.Index}) || len(in.Args) != 2 {
		return
	}
	a, b := r.sumOf(in.Args[0]), r.sumOf(in.Args[1])
	var s Addr
	switch {
	case in.Code == kernelop.AddI:
		s = add(a, b, 1)
	case in.Code == kernelop.SubI:
		s = add(a, b, -1)
	case in.Code == kernelop.MulI && len(b.Terms) == 0:
		s = add(Addr{}, a, b.Base)
	case in.Code == kernelop.MulI && len(a.Terms) == 0:
		s = add(Addr{}, b, a.Base)
	default:
		return
	}
	if len(s.Terms) <= maxTerms {
		r.sums[in.Results[0]] = s
	}
}

func (r *kernelReader) sumOf(v ID) Addr {
	if s, ok := r.sums[v]; ok {
		return s
	}
	return Addr{Terms: []Term{{v, 1}}}
}

// add returns a + c·b. The terms are sorted by value, and have no zero coefficients. The result may
// share its terms with a or b.
func add(a, b Addr, c int64) Addr {
	s := Addr{Base: a.Base + c*b.Base, Terms: a.Terms}
	switch {
	case len(b.Terms) == 0:
		return s
	case len(a.Terms) == 0 && c == 1:
		s.Terms = b.Terms
		return s
	}
	s.Terms = append(make([]Term, 0, len(a.Terms)+len(b.Terms)), a.Terms...)
	for _, t := range b.Terms {
		i, found := slices.BinarySearchFunc(s.Terms, t.Value, func(x Term, v ID) int { return int(x.Value - v) })
		if !found {
			s.Terms = slices.Insert(s.Terms, i, Term{Value: t.Value})
		}
		if s.Terms[i].Coeff += c * t.Coeff; s.Terms[i].Coeff == 0 {
			s.Terms = slices.Delete(s.Terms, i, i+1)
		}
	}
	return s
}

// address returns the flat address of the element at the given indices in a row-major buffer.
func (r *kernelReader) address(index []ID, shape []int64) Addr {
	var s Addr
	stride := int64(1)
	for i := len(index) - 1; i >= 0; i-- {
		s = add(s, r.sumOf(index[i]), stride)
		stride *= shape[i]
	}
	return s
}

// prune counts the uses of values and removes unused instructions, such as index arithmetic that
// became part of addresses.
func (k *Kernel) prune() {
	k.Uses = make([]int32, len(k.Values))
	k.Body.Walk(func(in *Instr) { k.use(in, 1) })
	k.sweep(k.Body)
}

// use adds n to the use counts of all values that the given instruction reads.
func (k *Kernel) use(in *Instr, n int32) {
	for _, v := range in.Args {
		k.Uses[v] += n
	}
	for _, t := range in.Addr.Terms {
		k.Uses[t.Value] += n
	}
	for _, b := range in.Blocks {
		if b == nil {
			continue
		}
		for _, v := range b.Yield {
			k.Uses[v] += n
		}
	}
}

// sweep removes unused pure instructions of b, from last to first. So it also removes instructions
// whose results only removed instructions use.
func (k *Kernel) sweep(b *Block) {
	if b == nil {
		return
	}
	for i := len(b.Code) - 1; i >= 0; i-- {
		in := b.Code[i]
		k.sweep(in.Blocks[1])
		k.sweep(in.Blocks[0])
		if in.Code.Pure() && !slices.ContainsFunc(in.Results, func(v ID) bool { return k.Uses[v] > 0 }) {
			k.use(in, -1)
			b.Code[i] = nil
		}
	}
	b.Code = slices.DeleteFunc(b.Code, func(in *Instr) bool { return in == nil })
}

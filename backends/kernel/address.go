package kernel

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// maxTerms limits the terms of the sums from which addresses are built. A sum with more terms is
// computed by arithmetic instructions. The address in a buffer with several dimensions is the sum
// of several indices, and can have more terms.
const maxTerms = 6

// sum records the result of an instruction as a sum of terms. It does nothing unless the
// instruction adds or subtracts values of type index, or multiplies such a value by a constant.
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

// sumOf returns the value v as a sum.
func (r *kernelReader) sumOf(v ID) Addr {
	if s, ok := r.sums[v]; ok {
		return s
	}
	return Addr{Terms: []Term{{v, 1}}}
}

// add returns a + c·b. Terms stay sorted by value and have no zero coefficients. They may be shared
// with a or b.
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

// prune removes unused instructions, such as index arithmetic that became part of addresses, and
// counts uses.
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

// sweep removes unused pure instructions of b. It begins with the last instruction, so that it also
// removes instructions whose results are used only by removed instructions.
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

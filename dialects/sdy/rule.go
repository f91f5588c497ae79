package sdy

import (
	"strconv"

	"github.com/lathe-ir/lathe/ir"
)

// Rule describes which dimensions of operands and results are sharded together. The extent of each
// dimension is a product of factors. Dimensions with the same factor are sharded along the same
// axes.
//
//	#sdy.op_sharding_rule<([i, k], [k, j])->([i, j]) {i=8, j=16, k=4} reduction={k}, custom>
type Rule struct {
	// Operands and Results list the factor indices of each dimension of each value.
	Operands, Results [][][]int64
	Sizes             []int64
	Reduction         []int64
	NeedReplication   []int64
	Permutation       []int64
	Blocked           []int64
	Custom            bool
}

// factorName returns the name of factor n: i to z, and then z_1, z_2 and so on.
func factorName(n int64) string {
	if n <= 'z'-'i' {
		return string(rune('i' + n))
	}
	return "z_" + strconv.FormatInt(n-('z'-'i'), 10)
}

// Print implements ir.AttrData.
func (d *Rule) Print(w *ir.Writer) {
	w.Str("#sdy.op_sharding_rule<")
	printMappings(w, d.Operands)
	w.Str("->")
	printMappings(w, d.Results)
	if len(d.Sizes) > 0 {
		w.Str(" {")
		for i, n := range d.Sizes {
			comma(w, i)
			w.Str(factorName(int64(i)) + "=" + strconv.FormatInt(n, 10))
		}
		w.Byte('}')
	}
	for _, l := range d.lists() {
		if len(*l.factors) == 0 {
			continue
		}
		w.Str(" " + l.name + "={")
		for i, n := range *l.factors {
			comma(w, i)
			w.Str(factorName(n))
		}
		w.Byte('}')
	}
	if d.Custom {
		w.Str(", custom")
	}
	w.Byte('>')
}

type factorList struct {
	name    string
	factors *[]int64
}

func (d *Rule) lists() []factorList {
	return []factorList{
		{"reduction", &d.Reduction}, {"need_replication", &d.NeedReplication},
		{"permutation", &d.Permutation}, {"blocked_propagation", &d.Blocked},
	}
}

func printMappings(w *ir.Writer, values [][][]int64) {
	w.Byte('(')
	for i, dims := range values {
		comma(w, i)
		w.Byte('[')
		for j, factors := range dims {
			comma(w, j)
			for _, n := range factors {
				w.Str(factorName(n))
			}
		}
		w.Byte(']')
	}
	w.Byte(')')
}

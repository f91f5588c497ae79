package pack

import (
	"github.com/lathe-ir/lathe/dialects/linalg/structured"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/lowering/schedule"
)

// Info describes the packed operand of a nest.
type Info struct {
	Operand int   // the index of the packed operand; inputs come before outputs
	Terms   []int // the loops over terms, in the order of the operand's dimensions
	Column  int   // the loop over columns
	Strips  []schedule.Strip
	Words   bool // panels consist of words, see WordsAttr
}

// Of returns the Info that the attributes of n describe. It returns false if n has no packed
// operand, or if its attributes are not valid.
func Of(n structured.Nest) (info Info, ok bool) {
	info, err := read(n)
	return info, err == nil && info.Strips != nil
}

// Verify checks the attributes of all nests inside of op. A nest that reads a packed operand must
// have the same strips (see [schedule.Strip]) and the same WordsAttr as the packing copy.
func Verify(op *ir.Op) error {
	var failed error
	type panels struct{ strips, words ir.Attr }
	packed := map[*ir.Value]panels{}
	op.Walk(func(o *ir.Op) bool {
		n, ok := structured.Of(o)
		if !ok || failed != nil {
			return failed == nil
		}
		info, err := read(n)
		if failed = err; err != nil || info.Strips == nil {
			return false
		}
		strips := panels{ir.NewDenseI64(schedule.Flat(info.Strips)...), o.Attr(WordsAttr)}
		if info.Operand == len(n.Ins) {
			packed[n.Outs[0]] = strips
			if o.NumResults() == 1 {
				packed[o.Result()] = strips
			}
		} else if packed[n.Ins[info.Operand]] != strips {
			failed = ir.Errorf(o, "reads operand #%d with the strips %s, but no nest packs it with these strips and the same '%s'", info.Operand, strips.strips, WordsAttr)
		}
		return false
	})
	return failed
}

// Packs reports whether op is a packing copy.
func Packs(op *ir.Op) bool {
	if op.Attr(Attr).IsNil() {
		return false
	}
	n, ok := structured.Of(op)
	return ok && n.Parallel()
}

// read reads the attributes of n.
func read(n structured.Nest) (Info, error) {
	var info Info
	at := n.Op.Attr(Attr)
	if at.IsNil() {
		return info, nil
	}
	number, ok := at.Int()
	packs := n.Parallel()
	if packs {
		info.Operand = len(n.Ins)
	} else {
		info.Operand = int(number)
	}
	if !ok || number < 0 || len(n.Ins) == 0 || len(n.Outs) != 1 || !packs && info.Operand >= len(n.Ins) || !n.Maps[info.Operand].IsProjectedPermutation(false) {
		return info, ir.Errorf(n.Op, "must have '%s' with the index of a packed operand, but has %s", Attr, at)
	}
	dims := n.Maps[info.Operand].Results
	for i, e := range dims {
		d, _ := e.Dim()
		switch {
		case i == len(dims)-1:
			info.Column = d
		case packs && i >= int(number), !packs && n.Reduction[d]:
			info.Terms = append(info.Terms, d)
		}
	}
	if len(dims) == 0 || n.Reduction[info.Column] {
		return info, ir.Errorf(n.Op, "must have '%s' with an operand whose last dimension is a parallel loop, not a reduction", Attr)
	}
	r, err := schedule.Of(n.Op)
	if err != nil {
		return info, err
	}
	if info.Strips, ok = schedule.StripsOf(r.Strips, n.Extents[info.Column]); !ok {
		return info, r.StripsError(n.Op)
	}
	info.Words = !n.Op.Attr(WordsAttr).IsNil()
	return info, checkWords(n, info)
}

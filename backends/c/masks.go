package c

import (
	"fmt"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

func (p *printer) compare(in *kernel.Instr) {
	r := in.Results[0]
	a, b := p.name(in.Args[0]), p.name(in.Args[1])
	from := p.k.Type(in.Args[0])
	if from.Kind == tensor.I1 && from.Lanes > 0 {
		p.compareMasks(in)
		return
	}
	if from.Lanes > 0 {
		p.masks[r] = from.Kind.Size()
	}
	if in.Code == kernelop.CmpF {
		p.let(r, "%s", p.floatRelation(in.Pred, a, b, from.Lanes > 0))
		return
	}
	rel, unsigned := intRelation(in.Pred)
	if cast := ""; unsigned || from.Kind == tensor.I1 {
		switch {
		case from.Lanes > 0:
			cast = "(" + p.like(in.Args[0], "u") + ")"
		case unsigned:
			cast = "(" + unsignedName(from.Kind) + ")"
		default: // in signed comparisons, true is -1
			cast = "-"
		}
		a, b = cast+a, cast+b
	}
	p.let(r, "%s %s %s", a, rel, b)
}

func intRelation(q kernelop.Pred) (rel string, unsigned bool) {
	rels := [...]string{"==", "!=", "<", "<=", ">", ">=", "<", "<=", ">", ">="}
	return rels[q], q >= kernelop.ULT
}

// floatRelation returns the C expression of a comparison; for vectors, the result is a mask.
func (p *printer) floatRelation(q kernelop.Pred, a, b string, vector bool) string {
	not := "!"
	if vector {
		not = "~"
	}
	switch q {
	case kernelop.FOEQ:
		return fmt.Sprintf("%s == %s", a, b)
	case kernelop.FOGT:
		return fmt.Sprintf("%s > %s", a, b)
	case kernelop.FOGE:
		return fmt.Sprintf("%s >= %s", a, b)
	case kernelop.FOLT:
		return fmt.Sprintf("%s < %s", a, b)
	case kernelop.FOLE:
		return fmt.Sprintf("%s <= %s", a, b)
	case kernelop.FONE:
		return fmt.Sprintf("(%s < %s) | (%s > %s)", a, b, a, b)
	case kernelop.FORD:
		return fmt.Sprintf("(%s == %s) & (%s == %s)", a, a, b, b)
	case kernelop.FUEQ:
		return fmt.Sprintf("%s((%s < %s) | (%s > %s))", not, a, b, a, b)
	case kernelop.FUGT:
		return fmt.Sprintf("%s(%s <= %s)", not, a, b)
	case kernelop.FUGE:
		return fmt.Sprintf("%s(%s < %s)", not, a, b)
	case kernelop.FULT:
		return fmt.Sprintf("%s(%s >= %s)", not, a, b)
	case kernelop.FULE:
		return fmt.Sprintf("%s(%s > %s)", not, a, b)
	case kernelop.FUNE:
		return fmt.Sprintf("%s != %s", a, b)
	case kernelop.FUNO:
		return fmt.Sprintf("(%s != %s) | (%s != %s)", a, a, b, b)
	case kernelop.FTrue:
		return fmt.Sprintf("(%s == %s) | (%s != %s)", a, a, a, a)
	}
	return fmt.Sprintf("(%s == %s) & (%s != %s)", a, a, a, a)
}

// compareMasks compares vectors of i1. In signed comparisons, true is -1.
func (p *printer) compareMasks(in *kernel.Instr) {
	r := in.Results[0]
	w := p.maskWidth(in.Args[0])
	p.masks[r] = w
	a, b := p.name(in.Args[0]), p.mask(in.Args[1], w)
	switch in.Pred {
	case kernelop.EQ:
		p.let(r, "~(%s ^ %s)", a, b)
	case kernelop.NE:
		p.let(r, "%s ^ %s", a, b)
	case kernelop.SLT, kernelop.UGT:
		p.let(r, "%s & ~%s", a, b)
	case kernelop.SLE, kernelop.UGE:
		p.let(r, "%s | ~%s", a, b)
	case kernelop.SGT, kernelop.ULT:
		p.let(r, "~%s & %s", a, b)
	default:
		p.let(r, "~%s | %s", a, b)
	}
}

// maskOp prints an instruction, other than a comparison, whose result is a mask.
func (p *printer) maskOp(in *kernel.Instr) {
	r := in.Results[0]
	a := p.args(in)
	switch in.Code {
	case kernelop.AndI, kernelop.OrI, kernelop.XorI, kernelop.AddI, kernelop.SubI, kernelop.MulI,
		kernelop.MinSI, kernelop.MaxSI, kernelop.MinUI, kernelop.MaxUI:
		w := max(p.maskWidth(in.Args[0]), p.maskWidth(in.Args[1]))
		p.masks[r] = w
		p.let(r, "%s %s %s", p.mask(in.Args[0], w), boolOp(in.Code), p.mask(in.Args[1], w))
	case kernelop.Select:
		w := max(p.maskWidth(in.Args[1]), p.maskWidth(in.Args[2]))
		p.masks[r] = w
		yes, no := p.mask(in.Args[1], w), p.mask(in.Args[2], w)
		if p.k.Type(in.Args[0]).Lanes == 0 {
			p.let(r, "%s ? %s : %s", a[0], yes, no)
			return
		}
		m := p.mask(in.Args[0], w)
		p.let(r, "%s & %s | ~%s & %s", m, yes, m, no)
	case kernelop.Broadcast:
		p.let(r, "(i8)-%s - (%s){0}", a[0], p.typeName(r))
	case kernelop.TruncI:
		p.masks[r] = p.k.Type(in.Args[0]).Kind.Size()
		p.let(r, "(%s & 1) != 0", a[0])
	case kernelop.CreateMask:
		// The operand, the number of set lanes, is an i64. It is clamped so that the comparison can
		// use vectors of i32, which need half as many registers. The function integer_i64 hides a
		// constant mask from gcc 12, which would replace a masked load by a load of all lanes.
		p.masks[r] = 4
		lanes := p.k.Type(r).Lanes
		p.let(r, "(%s)%s < (i32)%[5]s(%[3]s < 0 ? 0 : %[3]s > %[4]d ? %[4]d : %[3]s)", p.vector("i32", lanes), step(lanes), a[0], lanes, p.helper("integer", "i64"))
	case kernelop.Bitcast:
		p.masks[r] = p.maskWidth(in.Args[0])
		p.let(r, "%s", a[0])
	default:
		p.fail(in, "of type i1 is not supported by 'c'")
	}
}

// boolOp returns the C operator on bits that is equivalent to the arithmetic operation c on i1.
func boolOp(c kernelop.Code) string {
	switch c {
	case kernelop.AndI, kernelop.MulI, kernelop.MaxSI, kernelop.MinUI:
		return "&"
	case kernelop.OrI, kernelop.MinSI, kernelop.MaxUI:
		return "|"
	}
	return "^"
}

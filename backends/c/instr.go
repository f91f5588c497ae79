package c

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// instr prints one straight-line instruction.
func (p *printer) instr(in *kernel.Instr) {
	switch in.Code {
	case kernel.Load, kernel.Store, kernel.MaskedLoad, kernel.MaskedStore, kernel.Gather:
		p.memory(in)
		return
	case kernel.Extract, kernel.Insert:
		p.lane(in)
		return
	case kernel.CmpI, kernel.CmpF:
		p.compare(in)
		return
	}
	r := in.Results[0]
	t := p.k.Type(r)
	if p.isMask(r) {
		p.maskOp(in)
		return
	}
	text := ""
	if t.Lanes > 0 {
		text = p.vectorExpr(in)
	} else {
		text = p.scalarExpr(in)
	}
	if text == "" {
		p.fail(in, "of type %s is not supported by 'c'", t.Kind)
	}
	p.let(r, "%s", text)
}

func (p *printer) isMask(v kernel.ID) bool {
	t := p.k.Type(v)
	return t.Kind == tensor.I1 && t.Lanes > 0
}

// infix is the C operator of a code; "" where it has none.
func infix(c kernel.Code) (op string, unsigned bool) {
	switch c {
	case kernel.AddI, kernel.AddF:
		return "+", false
	case kernel.SubI, kernel.SubF:
		return "-", false
	case kernel.MulI, kernel.MulF:
		return "*", false
	case kernel.DivSI, kernel.DivF:
		return "/", false
	case kernel.DivUI:
		return "/", true
	case kernel.RemSI:
		return "%", false
	case kernel.RemUI:
		return "%", true
	case kernel.AndI:
		return "&", false
	case kernel.OrI:
		return "|", false
	case kernel.XorI:
		return "^", false
	case kernel.ShLI:
		return "<<", false
	case kernel.ShRSI:
		return ">>", false
	case kernel.ShRUI:
		return ">>", true
	}
	return "", false
}

// function is the scalar function of a code: one of the compiler's, which ends in f
// for f32, or a helper.
func function(c kernel.Code) (builtin, helper string) {
	switch c {
	case kernel.SqrtF:
		return "__builtin_sqrt", ""
	case kernel.FloorF:
		return "__builtin_floor", ""
	case kernel.CeilF:
		return "__builtin_ceil", ""
	case kernel.TruncF:
		return "__builtin_trunc", ""
	case kernel.RoundEvenF:
		// The rounding mode is always to nearest, and unlike roundeven gcc 12 vectorizes
		// nearbyint.
		return "__builtin_nearbyint", ""
	case kernel.CopySign:
		return "__builtin_copysign", ""
	case kernel.AbsF:
		return "__builtin_fabs", ""
	case kernel.RemF:
		return "__builtin_fmod", ""
	case kernel.FMA:
		return "__builtin_fma", ""
	case kernel.MaximumF:
		return "", "maximum"
	case kernel.MinimumF:
		return "", "minimum"
	case kernel.MaxNumF:
		return "", "maxnum"
	case kernel.MinNumF:
		return "", "minnum"
	case kernel.AbsI:
		return "", "abs_int"
	case kernel.CtPop:
		return "", "ctpop"
	case kernel.CtLZ:
		return "", "ctlz"
	case kernel.CtTZ:
		return "", "cttz"
	case kernel.CeilDivSI:
		return "", "ceil_div"
	case kernel.FloorDivSI:
		return "", "floor_div"
	}
	return "", ""
}

// callee is the function of in's code for its element type; "" where it has none.
func (p *printer) callee(in *kernel.Instr) string {
	elem := scalarName(p.k.Type(in.Results[0]).Kind)
	builtin, helper := function(in.Code)
	switch {
	case helper != "":
		return p.helper(helper, elem)
	case builtin != "" && elem == "f32":
		return builtin + "f"
	case elem == "f64":
		return builtin
	}
	return ""
}

func (p *printer) scalarExpr(in *kernel.Instr) string {
	a := p.args(in)
	to := p.k.Type(in.Results[0]).Kind
	half := to == tensor.F16 || to == tensor.BF16
	if op, unsigned := infix(in.Code); op != "" && !half {
		switch {
		case unsigned || op == ">>" && to == tensor.I1:
			return fmt.Sprintf("(%s)%s %s (%s)%s", unsignedName(to), a[0], op, unsignedName(to), a[1])
		case to == tensor.I1 && (op == "+" || op == "-"):
			op = "^"
		}
		return fmt.Sprintf("%s %s %s", a[0], op, a[1])
	}
	switch in.Code {
	case kernel.NegF:
		return "-" + a[0]
	case kernel.MinSI, kernel.MaxSI, kernel.MinUI, kernel.MaxUI:
		return choice(in.Code, a, unsignedName(to), to == tensor.I1)
	case kernel.Select:
		return fmt.Sprintf("%s ? %s : %s", a[0], a[1], a[2])
	}
	if in.Code >= kernel.ExtSI && in.Code <= kernel.Bitcast {
		return p.scalarCast(in, a[0], p.k.Type(in.Args[0]).Kind, to)
	}
	if f := p.callee(in); f != "" {
		return fmt.Sprintf("%s(%s)", f, strings.Join(a, ", "))
	}
	return ""
}

// choice is the smaller or the larger of two integers. i1 is -1 when signed.
func choice(c kernel.Code, a []string, unsigned string, boolean bool) string {
	rel, cast := "<", ""
	if c == kernel.MaxSI || c == kernel.MaxUI {
		rel = ">"
	}
	if c == kernel.MinUI || c == kernel.MaxUI {
		cast = "(" + unsigned + ")"
	} else if boolean {
		cast = "-"
	}
	return fmt.Sprintf("%s%s %s %s%s ? %s : %s", cast, a[0], rel, cast, a[1], a[0], a[1])
}

func (p *printer) scalarCast(in *kernel.Instr, a string, from, to tensor.Kind) string {
	name := scalarName(to)
	switch in.Code {
	case kernel.ExtSI, kernel.SIToFP:
		if from == tensor.I1 {
			return fmt.Sprintf("(%s)-(i32)%s", name, a)
		}
	case kernel.ExtUI, kernel.UIToFP:
		if from != tensor.I1 {
			return fmt.Sprintf("(%s)(%s)%s", name, unsignedName(from), a)
		}
	case kernel.TruncI:
		if to == tensor.I1 {
			return a + " & 1"
		}
	case kernel.FPToUI:
		if to.Size() == 8 {
			return fmt.Sprintf("(i64)(u64)%s", a)
		}
		return fmt.Sprintf("(%s)(i64)%s", name, a)
	case kernel.Bitcast:
		switch {
		case to == tensor.F32 || to == tensor.F64:
			return fmt.Sprintf("%s(%s)", p.helper("bits_to", name), a)
		case from == tensor.F32 || from == tensor.F64:
			return fmt.Sprintf("%s(%s)", p.helper("bits_of", scalarName(from)), a)
		}
		return a
	case kernel.ExtF, kernel.NarrowF:
		return p.halfCast(a, from, to)
	}
	return fmt.Sprintf("(%s)%s", name, a)
}

// halfCast converts between float kinds; "" where f64 would be rounded twice.
func (p *printer) halfCast(a string, from, to tensor.Kind) string {
	switch {
	case from == tensor.BF16:
		return fmt.Sprintf("(%s)%s((i32)((u32)(u16)%s << 16))", scalarName(to), p.helper("bits_to", "f32"), a)
	case from == tensor.F16:
		return fmt.Sprintf("(%s)%s(%s)", scalarName(to), p.helper("from_f16", "f32"), a)
	case from == tensor.F32 && to == tensor.F16:
		return fmt.Sprintf("%s(%s)", p.helper("to_f16", "f32"), a)
	case from == tensor.F32 && to == tensor.BF16:
		return fmt.Sprintf("%s(%s)", p.helper("to_bf16", "f32"), a)
	case to == tensor.F16 || to == tensor.BF16:
		return ""
	}
	return fmt.Sprintf("(%s)%s", scalarName(to), a)
}

// args are the operands' names.
func (p *printer) args(in *kernel.Instr) []string {
	names := make([]string, len(in.Args))
	for i, v := range in.Args {
		names[i] = p.name(v)
	}
	return names
}

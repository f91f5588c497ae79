package c

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// instr prints one straight-line instruction.
func (p *printer) instr(in *kernel.Instr) {
	switch in.Code.Family() {
	case kernelop.Memory:
		p.memory(in)
		return
	case kernelop.Compares:
		p.compare(in)
		return
	}
	if in.Code == kernelop.Extract || in.Code == kernelop.Insert {
		p.lane(in)
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
	if fast := p.scaled(in, t); fast != "" {
		p.out.WriteString("#if defined __AVX512F__ && !defined __clang__\n")
		p.let(r, "%s", fast)
		p.out.WriteString("#else\n")
		p.let(r, "%s", text)
		p.out.WriteString("#endif\n")
		return
	}
	p.let(r, "%s", text)
}

// scaled returns the AVX-512 expression for an instruction of 16 lanes that is part of an
// exponential (see kernel.Scales); "" for every other instruction.
func (p *printer) scaled(in *kernel.Instr, t kernel.Type) string {
	if t.Lanes != 16 {
		return ""
	}
	if s, ok := p.scales.Products[in]; ok {
		y := p.name(s.Y)
		return fmt.Sprintf("__builtin_ia32_scalefps512_mask(%s, %s, %s, -1, 4)", y, p.name(s.K), y)
	}
	if p.scales.Shifts[in] {
		return p.name(in.Args[2])
	}
	return ""
}

func (p *printer) isMask(v kernel.ID) bool {
	t := p.k.Type(v)
	return t.Kind == tensor.I1 && t.Lanes > 0
}

// infix returns the C operator of a code; "" if it has none. The result "unsigned" says that the
// operator needs unsigned operands.
func infix(c kernelop.Code) (op string, unsigned bool) {
	if i := c.Info(); i.Spelling == kernelop.Infix || i.Spelling == kernelop.Unsigned {
		return i.C, i.Spelling == kernelop.Unsigned
	}
	return "", false
}

// callee returns the C function for the code and the element type of an instruction; "" if there is
// none.
func (p *printer) callee(in *kernel.Instr) string {
	elem := scalarName(p.k.Type(in.Results[0]).Kind)
	i := in.Code.Info()
	switch {
	case i.Spelling == kernelop.Helper:
		return p.helper(i.C, elem)
	case i.Spelling == kernelop.Builtin && elem == "f32":
		return i.C + "f"
	case i.Spelling == kernelop.Builtin && elem == "f64":
		return i.C
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
	case kernelop.NegF:
		return "- " + a[0] // the space separates it from the sign of a constant
	case kernelop.MinSI, kernelop.MaxSI, kernelop.MinUI, kernelop.MaxUI:
		return choice(in.Code, a, unsignedName(to), to == tensor.I1)
	case kernelop.Select:
		return fmt.Sprintf("%s ? %s : %s", a[0], a[1], a[2])
	}
	if in.Code.Family() == kernelop.Casts {
		return p.scalarCast(in, a[0], p.k.Type(in.Args[0]).Kind, to)
	}
	if f := p.callee(in); f != "" {
		return fmt.Sprintf("%s(%s)", f, strings.Join(a, ", "))
	}
	return ""
}

// choice returns the C expression for the minimum or maximum of two integers. The parameter
// "boolean" says that they are of type i1, whose values in signed comparisons are 0 and -1.
func choice(c kernelop.Code, a []string, unsigned string, boolean bool) string {
	rel, cast := "<", ""
	if c == kernelop.MaxSI || c == kernelop.MaxUI {
		rel = ">"
	}
	if c == kernelop.MinUI || c == kernelop.MaxUI {
		cast = "(" + unsigned + ")"
	} else if boolean {
		cast = "-"
	}
	return fmt.Sprintf("%s%s %s %s%s ? %s : %s", cast, a[0], rel, cast, a[1], a[0], a[1])
}

func (p *printer) scalarCast(in *kernel.Instr, a string, from, to tensor.Kind) string {
	name := scalarName(to)
	switch in.Code {
	case kernelop.ExtSI, kernelop.SIToFP:
		if from == tensor.I1 {
			return fmt.Sprintf("(%s)-(i32)%s", name, a)
		}
	case kernelop.ExtUI, kernelop.UIToFP:
		if from != tensor.I1 {
			return fmt.Sprintf("(%s)(%s)%s", name, unsignedName(from), a)
		}
	case kernelop.TruncI:
		if to == tensor.I1 {
			return a + " & 1"
		}
	case kernelop.FPToSI:
		return fmt.Sprintf("%s((%s)%s(%s))", p.helper("integer", name), name, p.opaque(scalarName(from), 0), a)
	case kernelop.FPToUI:
		a = fmt.Sprintf("%s(%s)", p.opaque(scalarName(from), 0), a)
		if to.Size() == 8 {
			return fmt.Sprintf("%s((u64)%s)", p.helper("integer", "i64"), a)
		}
		return fmt.Sprintf("(%s)%s((i64)%s)", name, p.helper("integer", "i64"), a)
	case kernelop.Bitcast:
		switch {
		case to == tensor.F32 || to == tensor.F64:
			return fmt.Sprintf("%s(%s)", p.helper("bits_to", name), a)
		case from == tensor.F32 || from == tensor.F64:
			return fmt.Sprintf("%s(%s)", p.helper("bits_of", scalarName(from)), a)
		}
		return a
	case kernelop.ExtF, kernelop.NarrowF:
		return p.halfCast(a, from, to)
	}
	return fmt.Sprintf("(%s)%s", name, a)
}

// halfCast returns the C expression that converts the expression a between float kinds.
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
		return p.halfCast(fmt.Sprintf("%s(%s)", p.helper("odd", "f32"), a), tensor.F32, to)
	}
	return fmt.Sprintf("(%s)%s", scalarName(to), a)
}

func (p *printer) args(in *kernel.Instr) []string {
	names := make([]string, len(in.Args))
	for i, v := range in.Args {
		names[i] = p.name(v)
	}
	return names
}

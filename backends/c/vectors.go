package c

import (
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// vectorExpr returns the C expression of an instruction whose result is a vector of numbers; "" if
// it is not supported.
func (p *printer) vectorExpr(in *kernel.Instr) string {
	r := in.Results[0]
	t := p.k.Type(r)
	a := p.args(in)
	elem, vec := scalarName(t.Kind), p.typeName(r)
	half := t.Kind == tensor.F16 || t.Kind == tensor.BF16
	if op, unsigned := infix(in.Code); op != "" && !half {
		if unsigned {
			u := p.like(r, "u")
			return fmt.Sprintf("(%s)((%s)%s %s (%s)%s)", vec, u, a[0], op, u, a[1])
		}
		return fmt.Sprintf("%s %s %s", a[0], op, a[1])
	}
	switch in.Code {
	case kernelop.NegF:
		return "- " + a[0]
	case kernelop.Broadcast:
		return fmt.Sprintf("%s - (%s){0}", a[0], vec)
	case kernelop.StepVec:
		return step(t.Lanes)
	case kernelop.Shuffle:
		return fmt.Sprintf("__builtin_shufflevector(%s, %s, %s)", a[0], a[1], strings.Trim(strings.Join(strings.Fields(fmt.Sprint(in.Lanes)), ", "), "[]"))
	case kernelop.Select:
		if p.k.Type(in.Args[0]).Lanes == 0 {
			return fmt.Sprintf("%s ? %s : %s", a[0], a[1], a[2])
		}
		return fmt.Sprintf("%s(%s, %s, %s)", p.blend(elem, t.Lanes), p.mask(in.Args[0], t.Kind.Size()), a[1], a[2])
	case kernelop.AbsF:
		return fmt.Sprintf("(%s)((%s)%s & %s)", vec, p.like(r, "i"), a[0], signMask(t.Kind, false))
	case kernelop.CopySign:
		i := p.like(r, "i")
		return fmt.Sprintf("(%s)((%s)%s & %s | (%s)%s & %s)", vec, i, a[0], signMask(t.Kind, false), i, a[1], signMask(t.Kind, true))
	case kernelop.MinSI, kernelop.MaxSI, kernelop.MinUI, kernelop.MaxUI:
		return p.vectorChoice(in, a)
	case kernelop.AbsI:
		return fmt.Sprintf("%s(%s < 0, -%s, %s)", p.blend(elem, t.Lanes), a[0], a[0], a[0])
	}
	if in.Code.Family() == kernelop.Casts {
		return p.vectorCast(in, a[0])
	}
	if in.Code.Family() == kernelop.FloatExtreme {
		return fmt.Sprintf("%s(%s, %s)", p.extreme(in.Code.Info().C, elem, t.Lanes), a[0], a[1])
	}
	f := p.callee(in)
	if f == "" {
		return ""
	}
	return fmt.Sprintf("%s(%s)", p.lanewise(f, elem, repeat(elem, len(a)), t.Lanes), strings.Join(a, ", "))
}

func repeat(s string, n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = s
	}
	return out
}

func step(lanes int) string {
	ns := make([]string, lanes)
	for i := range ns {
		ns[i] = fmt.Sprint(i)
	}
	return "{" + strings.Join(ns, ", ") + "}"
}

// signMask returns the mask of the sign bit of float kind k. If the parameter sign is false, it
// returns the mask of all other bits.
func signMask(k tensor.Kind, sign bool) string {
	not := "~"
	if sign {
		not = ""
	}
	if k == tensor.F64 {
		return not + "(i64)(1ull << 63)"
	}
	return not + "(i32)(1u << 31)"
}

// vectorChoice returns the C expression for the minimum or maximum of two vectors of integers.
func (p *printer) vectorChoice(in *kernel.Instr, a []string) string {
	r := in.Results[0]
	rel, cast := "<", ""
	if in.Code == kernelop.MaxSI || in.Code == kernelop.MaxUI {
		rel = ">"
	}
	if in.Code == kernelop.MinUI || in.Code == kernelop.MaxUI {
		cast = "(" + p.like(r, "u") + ")"
	}
	t := p.k.Type(r)
	return fmt.Sprintf("%s(%s%s %s %s%s, %s, %s)", p.blend(scalarName(t.Kind), t.Lanes), cast, a[0], rel, cast, a[1], a[0], a[1])
}

func (p *printer) vectorCast(in *kernel.Instr, a string) string {
	src, r := in.Args[0], in.Results[0]
	from, to := p.k.Type(src).Kind, p.k.Type(r).Kind
	vec := p.typeName(r)
	size := to.Size()
	if from == tensor.I1 {
		ints := p.mask(src, size)
		if in.Code == kernelop.ExtUI || in.Code == kernelop.UIToFP {
			ints = fmt.Sprintf("(%s & 1)", ints)
		}
		if to.IsFloat() {
			return fmt.Sprintf("__builtin_convertvector(%s, %s)", ints, vec)
		}
		return ints
	}
	switch in.Code {
	case kernelop.ExtUI, kernelop.UIToFP:
		a = fmt.Sprintf("(%s)%s", p.like(src, "u"), a)
	case kernelop.Bitcast:
		return fmt.Sprintf("(%s)%s", vec, a)
	case kernelop.FPToSI, kernelop.FPToUI:
		lanes, ints := p.k.Type(r).Lanes, scalarName(to)
		if in.Code == kernelop.FPToUI {
			ints = unsignedName(to)
		}
		a = fmt.Sprintf("%s(%s)", p.opaque(scalarName(from), lanes), a)
		return fmt.Sprintf("(%s)%s(__builtin_convertvector(%s, %s))", vec, p.opaque(ints, lanes), a, p.vector(ints, lanes))
	case kernelop.ExtF, kernelop.NarrowF:
		return p.vectorHalf(in, a, from, to)
	}
	return fmt.Sprintf("__builtin_convertvector(%s, %s)", a, vec)
}

// vectorHalf returns the C expression that converts a vector between float kinds.
func (p *printer) vectorHalf(in *kernel.Instr, a string, from, to tensor.Kind) string {
	lanes := p.k.Type(in.Args[0]).Lanes
	switch {
	case from == tensor.BF16 && to == tensor.F32:
		return fmt.Sprintf("(%s)(__builtin_convertvector((%s)%s, %s) << 16)",
			p.vector("f32", lanes), p.vector("u16", lanes), a, p.vector("u32", lanes))
	case from == tensor.F16 && to == tensor.F32:
		return fmt.Sprintf("%s(%s)", p.lanewise(p.helper("from_f16", "f32"), "f32", []string{"i16"}, lanes), a)
	case from == tensor.F32 && to == tensor.F16:
		return fmt.Sprintf("%s(%s)", p.lanewise(p.helper("to_f16", "f32"), "i16", []string{"f32"}, lanes), a)
	case from == tensor.F32 && to == tensor.BF16:
		return fmt.Sprintf("%s(%s)", p.lanewise(p.helper("to_bf16", "f32"), "i16", []string{"f32"}, lanes), a)
	case from == tensor.F16 || from == tensor.BF16:
		a = p.vectorHalf(in, a, from, tensor.F32)
	case to == tensor.F16 || to == tensor.BF16:
		a = fmt.Sprintf("%s(%s)", p.lanewise(p.helper("odd", "f32"), "f32", []string{"f64"}, lanes), a)
		return p.vectorHalf(in, a, tensor.F32, to)
	}
	return fmt.Sprintf("__builtin_convertvector(%s, %s)", a, p.vector(scalarName(to), lanes))
}

// lane prints an Extract or Insert instruction.
func (p *printer) lane(in *kernel.Instr) {
	a := p.args(in)
	r := in.Results[0]
	pos, values := fmt.Sprint(in.Pos), 1
	if in.Code == kernelop.Insert {
		values = 2
	}
	if len(a) > values {
		pos = a[values]
	}
	if in.Code == kernelop.Extract {
		p.let(r, "%s[%s]", a[0], pos)
		return
	}
	if p.isMask(r) {
		p.masks[r] = p.maskWidth(in.Args[1])
		a[0] = "- " + a[0]
	}
	p.let(r, "%s", a[1])
	p.line("v%d[%s] = %s;", r, pos, a[0])
}

func (p *printer) memory(in *kernel.Instr) {
	at := fmt.Sprintf("b%d[%s]", in.Param, p.address(in.Addr))
	elem := elementName(p.k.Params[in.Param].Kind)
	if in.Code == kernelop.Prefetch {
		p.line("__builtin_prefetch(&%s);", at)
		return
	}
	value := kernel.ID(-1)
	switch {
	case len(in.Results) > 0:
		value = in.Results[0]
	default:
		value = in.Args[len(in.Args)-1]
	}
	t := p.k.Type(value)
	if t.Kind == tensor.I32 && p.k.Params[in.Param].Kind == tensor.I8 {
		p.words(in, value, at)
		return
	}
	if t.Lanes == 0 {
		if in.Code == kernelop.Load {
			p.let(value, "%s", at)
			return
		}
		p.line("%s = %s;", at, p.name(value))
		return
	}
	vec := p.vector(elem, t.Lanes)
	switch in.Code {
	case kernelop.Load:
		text := fmt.Sprintf("*(const %s_u *)&%s", vec, at)
		if p.isMask(value) {
			text = fmt.Sprintf("(%s) != 0", text)
		}
		p.let(value, "%s", text)
	case kernelop.Store:
		text := p.name(value)
		if p.isMask(value) {
			text = fmt.Sprintf("(%s)(%s & 1)", vec, p.mask(value, 1))
		}
		if in.Stream {
			p.line("%s(&%s, %s);", p.stream(elem, t.Lanes), at, text)
		} else {
			p.line("*(%s_u *)&%s = %s;", vec, at, text)
		}
	case kernelop.Gather:
		p.line("%s v%d;", p.typeName(value), value)
		text := fmt.Sprintf("(&%s)[%s[l]]", at, p.name(in.Args[0]))
		if p.isMask(value) {
			text = fmt.Sprintf("-(%s != 0)", text)
		}
		p.line("for (int l = 0; l < %d; l++) v%d[l] = %s;", t.Lanes, value, text)
	default:
		p.masked(in, at, t.Lanes)
	}
}

// words prints an unaligned load or store of i32 elements in a buffer of bytes.
func (p *printer) words(in *kernel.Instr, v kernel.ID, at string) {
	t := p.typeName(v)
	word := t + "_b"
	if !p.known[word] {
		p.known[word] = true
		fmt.Fprintf(&p.prelude, "typedef %s %s __attribute__((aligned(1), may_alias));\n", t, word)
	}
	if in.Code == kernelop.Load {
		p.let(v, "*(const %s *)&%s", word, at)
	} else {
		p.line("*(%s *)&%s = %s;", word, at, p.name(v))
	}
}

// masked prints a masked load or store, lane by lane.
func (p *printer) masked(in *kernel.Instr, at string, lanes int) {
	mask, v := p.name(in.Args[0]), in.Args[1]
	if in.Code == kernelop.MaskedStore {
		text := p.name(v) + "[l]"
		if p.isMask(v) {
			text += " & 1"
		}
		// With AVX-512, gcc 12 can turn this loop into a masked extraction to memory, which faults
		// on masked lanes. The asm keeps the loop scalar.
		p.line("for (int l = 0; l < %d; l++) if (%s[l]) { __asm__ volatile(\"\"); (&%s)[l] = %s; }", lanes, mask, at, text)
		return
	}
	r := in.Results[0]
	text := fmt.Sprintf("(&%s)[l]", at)
	if p.isMask(r) {
		text = fmt.Sprintf("-(%s != 0)", text)
	}
	p.let(r, "%s", p.as(v, r))
	p.line("for (int l = 0; l < %d; l++) if (%s[l]) v%d[l] = %s;", lanes, mask, r, text)
}

package c

import (
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// printer writes kernels as C. It declares types and helper functions in the prelude when a kernel
// first needs them.
type printer struct {
	prelude strings.Builder
	known   map[string]bool
	seen    map[string]string // text of a kernel's body → name of its C function
	kernels []string          // printed functions

	k      *kernel.Kernel
	out    strings.Builder
	indent int
	names  map[kernel.ID]string
	masks  map[kernel.ID]int
	scales kernel.Scales
	polls  map[*kernel.Instr]bool // loops that test whether the run has been canceled
	// streams is set if the kernel has stores that bypass the caches.
	streams bool
	err     error
}

func newPrinter() *printer {
	p := &printer{known: map[string]bool{}, seen: map[string]string{}}
	p.prelude.WriteString(prelude)
	return p
}

func (p *printer) text() string { return p.prelude.String() + strings.Join(p.kernels, "") }

// kernel prints k and returns the name of its function, which equal kernels share.
func (p *printer) kernel(k *kernel.Kernel) (string, error) {
	p.k, p.err, p.streams = k, nil, false
	p.names, p.masks = map[kernel.ID]string{}, map[kernel.ID]int{}
	p.out.Reset()
	p.scales = k.Scales()
	p.params()
	if p.polls = k.Polls(); len(p.polls) > 0 {
		p.line("  const volatile u32 *stop = buffers[%d];", len(k.Params))
	}
	p.block(k.Body, 1)
	if p.err != nil {
		return "", p.err
	}
	if len(p.polls) > 0 {
		p.line("stopped:;")
	}
	if p.streams { // other cores must see these stores before later ones
		p.out.WriteString("#ifdef __x86_64__\n  __asm__ volatile(\"sfence\" ::: \"memory\");\n#endif\n")
	}
	body := p.out.String()
	if f, ok := p.seen[body]; ok {
		return f, nil
	}
	name := fmt.Sprintf("k%d", len(p.kernels))
	p.seen[body] = name
	p.kernels = append(p.kernels, fmt.Sprintf("\n// %s: %s\nvoid %s(void *const *buffers, i64 v%d, i64 v%d) {\n%s}\n", k.SourceName(), signature(k), name, k.Lo, k.Hi, body))
	return name, nil
}

// signature returns the types of a kernel's buffers, for a comment in the C file.
func signature(k *kernel.Kernel) string {
	var parts []string
	for _, q := range k.Params {
		s := ir.MemRef(ir.KindType(q.Kind), q.Shape...).String()[len("memref"):]
		if q.Written {
			s = "→ " + s
		}
		parts = append(parts, s)
	}
	return strings.Join(parts, ", ")
}

func (p *printer) params() {
	for i, q := range p.k.Params {
		constant, restrict := "const ", "restrict "
		if q.Written {
			constant = ""
		}
		if q.InPlace >= 0 {
			restrict = ""
		}
		fmt.Fprintf(&p.out, "  %s%s *%sb%d = buffers[%d];\n", constant, elementName(q.Kind), restrict, i, i)
	}
}

func (p *printer) line(format string, args ...any) {
	p.out.WriteString(strings.Repeat("  ", p.indent))
	fmt.Fprintf(&p.out, format, args...)
	p.out.WriteByte('\n')
}

// name returns the C expression of v.
func (p *printer) name(v kernel.ID) string {
	if n, ok := p.names[v]; ok {
		return n
	}
	return fmt.Sprintf("v%d", v)
}

// let prints a declaration of v with a value.
func (p *printer) let(v kernel.ID, format string, args ...any) {
	p.line("%s v%d = %s;", p.typeName(v), v, fmt.Sprintf(format, args...))
}

func (p *printer) fail(in *kernel.Instr, format string, args ...any) {
	if p.err == nil {
		p.err = ir.Errorf(in.Op, format, args...)
	}
}

func (p *printer) block(b *kernel.Block, depth int) {
	outer := p.indent
	p.indent = depth
	for _, in := range b.Code {
		switch in.Code {
		case kernelop.Const:
			p.constant(in)
		case kernelop.For:
			p.loop(in)
		case kernelop.If:
			p.branch(in)
		default:
			p.instr(in)
		}
	}
	p.indent = outer
}

// constant declares a vector constant. For a scalar it prints nothing, since the method name then
// returns the literal.
func (p *printer) constant(in *kernel.Instr) {
	v := in.Results[0]
	t := p.k.Type(v)
	size := t.Kind.Size()
	if t.Lanes == 0 {
		p.names[v] = literal(t.Kind, in.Data)
		return
	}
	if len(in.Data) == size {
		one := literal(t.Kind, in.Data)
		if t.Kind == tensor.I1 {
			one = "-" + one
		}
		p.let(v, "%s - (%s){0}", one, p.typeName(v))
		return
	}
	lits := make([]string, t.Lanes)
	for i := range lits {
		if lits[i] = literal(t.Kind, in.Data[i*size:(i+1)*size]); t.Kind == tensor.I1 {
			lits[i] = "-" + lits[i]
		}
	}
	p.let(v, "{%s}", strings.Join(lits, ", "))
}

// literal returns the C literal of the constant of kind k with the given bytes.
func literal(k tensor.Kind, data []byte) string {
	var b [8]byte
	copy(b[:], data)
	bits := binary.LittleEndian.Uint64(b[:])
	switch k {
	case tensor.F32:
		if f := float64(math.Float32frombits(uint32(bits))); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return floatLiteral(f) + "f"
		}
		return fmt.Sprintf("((union { u32 i; f32 f; }){0x%xu}).f", bits)
	case tensor.F64:
		if f := math.Float64frombits(bits); !math.IsNaN(f) && !math.IsInf(f, 0) {
			return floatLiteral(f)
		}
		return fmt.Sprintf("((union { u64 i; f64 f; }){0x%xull}).f", bits)
	case tensor.I64, tensor.Index:
		if int64(bits) == math.MinInt64 {
			return "(-9223372036854775807ll - 1)"
		}
		return fmt.Sprintf("%dll", int64(bits)) // without the suffix, C would compute in 32 bits
	}
	shift := 64 - uint(k.Size()*8)
	v := int64(bits) << shift >> shift
	if v == math.MinInt32 {
		return "(-2147483647 - 1)"
	}
	return fmt.Sprint(v)
}

// floatLiteral prints small whole numbers in decimal, and other numbers exactly, in hexadecimal.
func floatLiteral(f float64) string {
	if f == math.Trunc(f) && math.Abs(f) < 1e6 && !(f == 0 && math.Signbit(f)) {
		return fmt.Sprintf("%.1f", f)
	}
	return fmt.Sprintf("%x", f)
}

// address returns the C expression of an element's index in its buffer.
func (p *printer) address(a kernel.Addr) string {
	var b strings.Builder
	for i, t := range a.Terms {
		c := t.Coeff
		switch {
		case i > 0 && c < 0:
			b.WriteString(" - ")
			c = -c
		case i > 0:
			b.WriteString(" + ")
		}
		b.WriteString(p.name(t.Value))
		if c != 1 {
			fmt.Fprintf(&b, "*%d", c)
		}
	}
	switch {
	case len(a.Terms) == 0:
		return fmt.Sprint(a.Base)
	case a.Base > 0:
		fmt.Fprintf(&b, " + %d", a.Base)
	case a.Base < 0:
		fmt.Fprintf(&b, " - %d", -a.Base)
	}
	return b.String()
}

func (p *printer) loop(in *kernel.Instr) {
	body := in.Blocks[0]
	for i, r := range in.Results {
		c := body.Args[i+1]
		p.line("%s v%d = %s;", p.typeName(c), c, p.as(in.Args[i+3], c))
		p.names[r] = p.name(c)
	}
	iv := p.name(body.Args[0])
	p.line("for (i64 %s = %s; %s < %s; %s += %s) {", iv, p.name(in.Args[0]), iv, p.name(in.Args[1]), iv, p.name(in.Args[2]))
	if p.polls[in] {
		p.line("  if (*stop) goto stopped;")
	}
	p.block(body, p.indent+1)
	p.assign(body.Args[1:], body.Yield)
	p.line("}")
}

func (p *printer) branch(in *kernel.Instr) {
	for _, r := range in.Results {
		p.line("%s v%d;", p.typeName(r), r)
	}
	p.line("if (%s) {", p.name(in.Args[0]))
	p.block(in.Blocks[0], p.indent+1)
	p.assign(in.Results, in.Blocks[0].Yield)
	if e := in.Blocks[1]; e != nil && len(e.Code)+len(e.Yield) > 0 {
		p.line("} else {")
		p.block(e, p.indent+1)
		p.assign(in.Results, e.Yield)
	}
	p.line("}")
}

// The method "as" returns the C expression of v in the representation of the value "like". Only
// masks have several representations.
func (p *printer) as(v, like kernel.ID) string {
	if t := p.k.Type(v); t.Kind == tensor.I1 && t.Lanes > 0 {
		return p.mask(v, p.maskWidth(like))
	}
	return p.name(v)
}

// assign prints assignments at the end of the current block: each variable to[i] gets the value
// from[i]. The effect is that of simultaneous assignments.
func (p *printer) assign(to, from []kernel.ID) {
	written := map[string]bool{}
	for _, d := range to {
		written[p.name(d)] = true
	}
	p.indent++
	for i, v := range from {
		if n := p.name(v); written[n] && n != p.name(to[i]) {
			p.line("%s t%d = %s;", p.typeName(to[i]), i, p.as(v, to[i]))
		}
	}
	for i, v := range from {
		switch n := p.name(v); {
		case n == p.name(to[i]):
		case written[n]:
			p.line("%s = t%d;", p.name(to[i]), i)
		default:
			p.line("%s = %s;", p.name(to[i]), p.as(v, to[i]))
		}
	}
	p.indent--
}

package c

import (
	"fmt"
	"strings"
)

const prelude = `typedef signed char i8;
typedef short i16;
typedef int i32;
typedef long long i64;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;
typedef _Bool bool;
`

// helperText returns the text of the scalar function with the given name. In the text, $F is the
// element type, $I and $U are the signed and unsigned integer types of the same width, and $N is
// the width in bits.
func helperText(name string) string {
	switch name {
	case "bits_to":
		return `static inline $F bits_to_$F($I a) { union { $I i; $F f; } u = {a}; return u.f; }`
	case "bits_of":
		return `static inline $I bits_of_$F($F a) { union { $F f; $I i; } u = {a}; return u.i; }`
	case "maximum":
		return `static inline $F maximum_$F($F a, $F b) {
  if (a != a || b != b) return a + b;
  if (a == b) return bits_to_$F(bits_of_$F(a) & bits_of_$F(b));
  return a > b ? a : b;
}`
	case "minimum":
		return `static inline $F minimum_$F($F a, $F b) {
  if (a != a || b != b) return a + b;
  if (a == b) return bits_to_$F(bits_of_$F(a) | bits_of_$F(b));
  return a < b ? a : b;
}`
	case "maxnum":
		return `static inline $F maxnum_$F($F a, $F b) { return a != a ? b : b != b ? a : maximum_$F(a, b); }`
	case "minnum":
		return `static inline $F minnum_$F($F a, $F b) { return a != a ? b : b != b ? a : minimum_$F(a, b); }`
	case "from_f16":
		return `static inline f32 from_f16(u16 h) {
  u32 sign = (u32)(h & 0x8000) << 16, e = h >> 10 & 31, m = h & 1023;
  if (e == 31) return bits_to_f32(sign | 0x7f800000 | m << 13);
  if (e) return bits_to_f32(sign | (e + 112) << 23 | m << 13);
  return bits_to_f32(sign | (u32)bits_of_f32((f32)m * 0x1p-24f));
}`
	case "to_f16":
		return `static inline u16 to_f16(f32 v) {
  u32 b = bits_of_f32(v), sign = b >> 16 & 0x8000, a = b & 0x7fffffff;
  if (a > 0x7f800000) return sign | 0x7e00 | (a >> 13 & 0x3ff);
  if (a >= 0x477ff000) return sign | 0x7c00;
  if (a < 0x38800000) return sign | (u32)(i32)__builtin_nearbyint((f64)bits_to_f32(a) * 0x1p24);
  return sign | (a - 0x38000000 + 0xfff + (a >> 13 & 1)) >> 13;
}`
	case "to_bf16":
		return `static inline u16 to_bf16(f32 v) {
  u32 b = bits_of_f32(v);
  return v != v ? b >> 16 | 64 : (b + 0x7fff + (b >> 16 & 1)) >> 16;
}`
	case "odd":
		// The helper rounds an f64 to an f32 by the mode "round to odd". Rounding the f32 to f16 or
		// bf16 then equals rounding the f64 once (Boldo and Melquiond, "Emulation of FMA and
		// correctly rounded sums").
		return `static inline f32 odd_f32(f64 v) {
  f32 s = v;
  if (s == v || v != v) return s;
  u32 b = bits_of_f32(s);
  if (__builtin_fabs((f64)s) > __builtin_fabs(v)) b--;
  return bits_to_f32(b | 1);
}`
	case "integer":
		// Without the asm, gcc replaces a conversion of a float to an integer and back by trunc,
		// which can return -0.
		return `static inline $F integer_$F($F a) { __asm__("" : "+r"(a)); return a; }`
	case "dot":
		return `static inline i32 dot_i32(i32 a, i32 b, i32 c) {
  u32 s = (u32)c;
  for (int i = 0; i < 32; i += 8) s += (u32)((i32)((u32)a >> i & 255) * (i8)((u32)b >> i));
  return (i32)s;
}`
	case "abs_int":
		return `static inline $F abs_int_$F($F a) { return a < 0 ? -a : a; }`
	case "ctpop":
		return `static inline $F ctpop_$F($F a) { return __builtin_popcountll(($U)a); }`
	case "ctlz":
		return `static inline $F ctlz_$F($F a) { return a ? __builtin_clzll(($U)a) - (64 - $N) : $N; }`
	case "cttz":
		return `static inline $F cttz_$F($F a) { return a ? __builtin_ctzll(($U)a) : $N; }`
	}
	panic("c: BUG: no helper " + name)
}

// needs returns the helpers that the helper with the given name calls.
func needs(name string) []string {
	switch name {
	case "maximum", "minimum", "odd":
		return []string{"bits_to", "bits_of"}
	case "maxnum":
		return []string{"maximum"}
	case "minnum":
		return []string{"minimum"}
	}
	return nil
}

// helper declares the helper with the given name for elements of C type elem, and returns its name.
func (p *printer) helper(name, elem string) string {
	full := name + "_" + elem
	if strings.HasSuffix(name, "f16") {
		full = name
		p.helper("bits_to", "f32")
		p.helper("bits_of", "f32")
	}
	if p.known[full] {
		return full
	}
	p.known[full] = true
	for _, n := range needs(name) {
		p.helper(n, elem)
	}
	bits := fmt.Sprint(elemBytes(elem) * 8)
	text := strings.NewReplacer("$F", elem, "$I", "i"+bits, "$U", "u"+bits, "$N", bits).Replace(helperText(name))
	p.prelude.WriteString(text + "\n")
	return full
}

// lanewise declares a function that applies the scalar function f to every lane, and returns its
// name.
func (p *printer) lanewise(f, result string, args []string, lanes int) string {
	name := strings.TrimPrefix(f, "__builtin_")
	full := fmt.Sprintf("%s_%s", name, p.vector(result, lanes))
	if p.known[full] {
		return full
	}
	var params, lane []string
	for i, a := range args {
		params = append(params, fmt.Sprintf("%s a%d", p.vector(a, lanes), i))
		lane = append(lane, fmt.Sprintf("a%d[l]", i))
	}
	p.known[full] = true
	vec := p.vector(result, lanes)
	body := fmt.Sprintf("  %s r;\n  for (int l = 0; l < %d; l++) r[l] = %s(%s);\n  return r;\n", vec, lanes, f, strings.Join(lane, ", "))
	if f == "dot_i32" && (lanes == 8 || lanes == 16) {
		body = "#if defined __AVX512VNNI__ && defined __AVX512VL__\n" +
			"  __asm__(\"vpdpbusd %2, %1, %0\" : \"+v\"(a2) : \"v\"(a0), \"v\"(a1));\n  return a2;\n#else\n" + body + "#endif\n"
	}
	fmt.Fprintf(&p.prelude, "static inline %s %s(%s) {\n%s}\n", vec, full, strings.Join(params, ", "), body)
	return full
}

// opaque declares a function that returns its argument and hides the value from clang. The argument
// is a vector or, if lanes is 0, a scalar. In clang, the conversion of a float out of range to an
// integer gives a poison value, and an access to an index that is computed from poison can do
// anything. If the float and the integer are both hidden, the integer is the result of the
// processor's instruction.
func (p *printer) opaque(elem string, lanes int) string {
	typ := elem
	if lanes > 0 {
		typ = p.vector(elem, lanes)
	}
	full := "opaque_" + typ
	if p.known[full] {
		return full
	}
	p.known[full] = true
	body := "  __asm__(\"\" : \"+m\"(a));\n"
	need := ""
	switch size := elemBytes(elem) * lanes; size {
	case 0, 16:
		need = "__SSE2__"
	case 32:
		need = "__AVX__"
	case 64:
		need = "__AVX512F__"
	}
	if need != "" {
		body = "#ifdef " + need + "\n  __asm__(\"\" : \"+v\"(a));\n#else\n" + body + "#endif\n"
	}
	fmt.Fprintf(&p.prelude, "static inline %[1]s %[2]s(%[1]s a) {\n#ifdef __clang__\n%[3]s#endif\n  return a;\n}\n", typ, full, body)
	return full
}

// blend declares a function that selects lanes of two vectors by a mask, and returns its name.
func (p *printer) blend(elem string, lanes int) string {
	vec := p.vector(elem, lanes)
	full := "blend_" + vec
	if p.known[full] {
		return full
	}
	p.known[full] = true
	ints := p.vector(intName(elemBytes(elem)), lanes)
	fmt.Fprintf(&p.prelude, "static inline %s %s(%s m, %s a, %s b) { return (%s)(m & (%s)a | ~m & (%s)b); }\n",
		vec, full, ints, vec, vec, vec, ints, ints)
	return full
}

// rangeOf returns the body of maximum or minimum for vectors of 512 bits. The AVX-512 instruction
// vrange orders -0 below +0. Lanes with a NaN get the sum of the operands. The result is "" for
// vectors of another length.
func rangeOf(name, elem string, lanes int) string {
	kind := ""
	switch {
	case elem == "f32" && lanes == 16:
		kind = "ps512"
	case elem == "f64" && lanes == 8:
		kind = "pd512"
	default:
		return ""
	}
	op := 5 // operand of vrange: bits 1:0 select the maximum, and bits 3:2 keep its sign
	if name == "minimum" {
		op = 4
	}
	vec := fmt.Sprintf("%sx%d", elem, lanes)
	return fmt.Sprintf("  %[1]s r = __builtin_ia32_range%[2]s_mask(a, b, %[3]d, a, -1, 4);\n"+
		"  return __builtin_ia32_add%[2]s_mask(a, b, r, __builtin_ia32_cmp%[2]s_mask(a, b, 3, -1, 4), 4);\n", vec, kind, op)
}

// extreme declares a vector form of maximum, minimum, maxnum or minnum, and returns its name.
func (p *printer) extreme(name, elem string, lanes int) string {
	vec := p.vector(elem, lanes)
	full := name + "_" + vec
	if p.known[full] {
		return full
	}
	rel, zero, inner := ">", "&", ""
	if strings.HasPrefix(name, "min") {
		rel, zero = "<", "|"
	}
	blend := p.blend(elem, lanes)
	ints := p.vector(intName(elemBytes(elem)), lanes)
	body := fmt.Sprintf("  %[1]s r = %[2]s(a %[3]s b, a, b);\n  r = %[2]s(a == b, (%[1]s)((%[4]s)a %[5]s (%[4]s)b), r);\n  return %[2]s((a != a) | (b != b), a + b, r);\n", vec, blend, rel, ints, zero)
	if fast := rangeOf(name, elem, lanes); fast != "" {
		body = "#if defined __AVX512DQ__ && !defined __clang__\n" + fast + "#else\n" + body + "#endif\n"
	}
	if strings.HasSuffix(name, "num") {
		inner = p.extreme(name[:3]+"imum", elem, lanes)
		body = fmt.Sprintf("  return %[1]s(a != a, b, %[1]s(b != b, a, %[2]s(a, b)));\n", blend, inner)
	}
	p.known[full] = true
	fmt.Fprintf(&p.prelude, "static inline %s %s(%s a, %s b) {\n%s}\n", vec, full, vec, vec, body)
	return full
}

// stream declares a function that stores a vector, and returns its name. The store bypasses the
// caches if the address is aligned and the processor has a streaming store of the vector's width.
func (p *printer) stream(elem string, lanes int) string {
	vec := p.vector(elem, lanes)
	full := "stream_" + vec
	if !p.known[full] {
		p.known[full] = true
		need := "__AVX512F__"
		switch bytes := elemBytes(elem) * lanes; bytes {
		case 64:
		case 32, 16:
			need = "__AVX__"
		default:
			need = "" // no instruction has this width
		}
		if need != "" {
			need = fmt.Sprintf("#ifdef %s\n  if ((u64)to %% sizeof v == 0) {\n"+
				"    __asm__(\"vmovntps %%1, %%0\" : \"=m\"(*(%s_u *)to) : \"v\"(v));\n    return;\n  }\n#endif\n", need, vec)
		}
		fmt.Fprintf(&p.prelude, "static inline void %s(void *to, %s v) {\n%s  *(%s_u *)to = v;\n}\n", full, vec, need, vec)
	}
	p.streams = true
	return full
}

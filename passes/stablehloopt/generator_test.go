package stablehloopt_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// value is an SSA value of a random program.
type value struct {
	name, elem string
	shape      []int
}

func typeOf(elem string, shape ...int) string {
	s := "tensor<"
	for _, n := range shape {
		s += fmt.Sprint(n, "x")
	}
	return s + elem + ">"
}

func (v value) typ() string { return typeOf(v.elem, v.shape...) }

func (v value) count() int {
	n := 1
	for _, e := range v.shape {
		n *= e
	}
	return n
}

// generator writes random programs with many constants, to which many patterns apply.
type generator struct {
	r      *rand.Rand
	body   strings.Builder
	values []value
	next   int
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

func (g *generator) shape() []int {
	return pick(g.r, nil, []int{4}, []int{4}, []int{2, 3}, []int{3, 2}, []int{1, 4}, []int{4, 1}, []int{0}, []int{2, 0}, []int{1})
}

func (g *generator) elem() string { return pick(g.r, "i32", "ui8", "i1", "f32", "i64") }

// emit writes an operation whose result has the type of the given value, and returns the result.
func (g *generator) emit(like value, format string, args ...any) value {
	like.name = fmt.Sprintf("%%r%d", g.next)
	g.next++
	fmt.Fprintf(&g.body, "  %s = %s\n", like.name, fmt.Sprintf(format, args...))
	g.values = append(g.values, like)
	return like
}

// some returns an earlier value of this element type and shape, or a new constant.
func (g *generator) some(elem string, shape []int) value {
	if g.r.IntN(3) > 0 {
		var fits []value
		for _, v := range g.values {
			if v.elem == elem && slices.Equal(v.shape, shape) {
				fits = append(fits, v)
			}
		}
		if len(fits) > 0 {
			return pick(g.r, fits...)
		}
	}
	return g.constant(elem, shape)
}

func (g *generator) scalarText(elem string) string {
	switch elem {
	case "i1":
		return pick(g.r, "true", "false")
	case "f32":
		return pick(g.r, "0.0", "1.0", "-0.0", "-1.0", "2.5", "0x7FC00000", "0x7F800000", "300.0")
	case "ui8":
		return pick(g.r, "0", "1", "255", "7")
	}
	return pick(g.r, "0", "1", "-1", "2", "7")
}

func (g *generator) constant(elem string, shape []int) value {
	v := value{elem: elem, shape: shape}
	text := g.scalarText(elem)
	switch {
	case v.count() == 0:
		text = ""
	case len(shape) > 0 && g.r.IntN(2) == 0:
		text = g.list(elem, shape)
	}
	return g.emit(v, "stablehlo.constant dense<%s> : %s", text, v.typ())
}

func (g *generator) list(elem string, shape []int) string {
	if len(shape) == 0 {
		return g.scalarText(elem)
	}
	parts := make([]string, shape[0])
	for i := range parts {
		parts[i] = g.list(elem, shape[1:])
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func (g *generator) any() value { return g.some(g.elem(), g.shape()) }

func (g *generator) step() {
	steps := []func(){g.binary, g.binary, g.unary, g.choose, g.convert, g.broadcast, g.move, g.join, g.position, g.position, g.pad, g.iota, g.parts, g.reduce, g.sort, g.loop, g.branch, g.dynamic}
	pick(g.r, steps...)()
}

func (g *generator) binary() {
	v := g.any()
	ops := []string{"add", "multiply", "maximum", "minimum"}
	switch v.elem {
	case "i1":
		ops = []string{"and", "or", "xor", "add"}
	case "f32":
		ops = append(ops, "subtract", "divide", "remainder")
	default:
		ops = append(ops, "subtract", "divide", "remainder", "and", "or", "xor", "shift_left")
	}
	w := g.some(v.elem, v.shape)
	if g.r.IntN(4) == 0 {
		w = v
	}
	g.emit(v, "stablehlo.%s %s, %s : %s", pick(g.r, ops...), v.name, w.name, v.typ())
}

func (g *generator) unary() {
	v := g.any()
	ops := []string{"not"}
	switch v.elem {
	case "f32":
		ops = []string{"abs", "negate", "cosine", "exponential", "log", "logistic", "round_nearest_afz", "round_nearest_even", "rsqrt", "sine", "sqrt", "tan", "tanh", "sign"}
	case "i32", "i64":
		ops = []string{"abs", "negate", "not", "sign"}
	}
	g.emit(v, "\"stablehlo.%s\"(%s) : (%s) -> %[3]s", pick(g.r, ops...), v.name, v.typ())
}

func (g *generator) choose() {
	v := g.any()
	w := g.some(v.elem, v.shape)
	switch g.r.IntN(4) {
	case 0:
		kind := ""
		if v.elem == "i32" || v.elem == "i64" {
			kind = pick(g.r, "", ", SIGNED")
		}
		if g.r.IntN(3) == 0 {
			w = v
		}
		g.emit(value{elem: "i1", shape: v.shape}, "stablehlo.compare %s, %s, %s%s : (%s, %[5]s) -> %[6]s", pick(g.r, "EQ", "NE", "LT", "LE", "GT", "GE"), v.name, w.name, kind, v.typ(), typeOf("i1", v.shape...))
	case 1:
		if v.elem != "i1" {
			g.emit(v, "stablehlo.clamp %s, %s, %s : %s", v.name, w.name, g.some(v.elem, v.shape).name, v.typ())
		}
	case 2:
		p := g.some("i1", nil)
		n := g.emit(p, "stablehlo.not %s : tensor<i1>", p.name)
		b := g.emit(value{elem: "i1", shape: v.shape}, "stablehlo.broadcast_in_dim %s, dims = [] : (tensor<i1>) -> %s", n.name, typeOf("i1", v.shape...))
		g.emit(v, "stablehlo.select %s, %s, %s : %s, %s", b.name, v.name, w.name, b.typ(), v.typ())
	default:
		p := g.some("i1", pick(g.r, nil, v.shape))
		g.emit(v, "stablehlo.select %s, %s, %s : %s, %s", p.name, v.name, w.name, p.typ(), v.typ())
	}
}

func (g *generator) convert() {
	v := g.any()
	w := value{elem: g.elem(), shape: v.shape}
	g.emit(w, "stablehlo.convert %s : (%s) -> %s", v.name, v.typ(), w.typ())
}

func (g *generator) broadcast() {
	v := g.any()
	switch len(v.shape) {
	case 0:
		w := value{elem: v.elem, shape: g.shape()}
		g.emit(w, "stablehlo.broadcast_in_dim %s, dims = [] : (%s) -> %s", v.name, v.typ(), w.typ())
	case 1:
		to := pick(g.r, 0, 1)
		shape := []int{pick(g.r, 1, 2, 3), pick(g.r, 1, 2, 3)}
		shape[to] = v.shape[0]
		w := g.emit(value{elem: v.elem, shape: shape}, "stablehlo.broadcast_in_dim %s, dims = [%d] : (%s) -> %s", v.name, to, v.typ(), typeOf(v.elem, shape...))
		if g.r.IntN(2) == 0 {
			shape = []int{shape[1], 1, shape[0]}
			g.emit(value{elem: v.elem, shape: shape}, "stablehlo.broadcast_in_dim %s, dims = [2, 0] : (%s) -> %s", w.name, w.typ(), typeOf(v.elem, shape...))
		}
	default:
		g.emit(value{elem: v.elem, shape: []int{v.shape[1], v.shape[0]}}, "stablehlo.broadcast_in_dim %s, dims = [1, 0] : (%s) -> %s", v.name, v.typ(), typeOf(v.elem, v.shape[1], v.shape[0]))
	}
}

// move emits reshapes, transposes and reversals.
func (g *generator) move() {
	v := g.any()
	switch g.r.IntN(3) {
	case 0:
		shape := pick(g.r, []int{v.count()}, []int{1, v.count()}, []int{v.count(), 1}, v.shape)
		g.emit(value{elem: v.elem, shape: shape}, "stablehlo.reshape %s : (%s) -> %s", v.name, v.typ(), typeOf(v.elem, shape...))
	case 1:
		if len(v.shape) == 2 {
			g.emit(value{elem: v.elem, shape: []int{v.shape[1], v.shape[0]}}, "stablehlo.transpose %s, dims = [1, 0] : (%s) -> %s", v.name, v.typ(), typeOf(v.elem, v.shape[1], v.shape[0]))
		}
	default:
		dims := []string{"", "0", "0, 1", "1"}[:min(4, 2*len(v.shape)+1-len(v.shape)/2)]
		if len(v.shape) == 1 {
			dims = []string{"", "0"}
		}
		g.emit(v, "stablehlo.reverse %s, dims = [%s] : %s", v.name, pick(g.r, dims...), v.typ())
	}
}

// join emits concatenations and slices of them.
func (g *generator) join() {
	elem := g.elem()
	total := 0
	var names, types []string
	last := g.some(elem, []int{1})
	for range 1 + g.r.IntN(4) {
		if g.r.IntN(3) > 0 {
			last = g.some(elem, []int{pick(g.r, 0, 1, 1, 4)})
		}
		names, types, total = append(names, last.name), append(types, last.typ()), total+last.shape[0]
	}
	v := g.emit(value{elem: elem, shape: []int{total}}, "stablehlo.concatenate %s, dim = 0 : (%s) -> %s", strings.Join(names, ", "), strings.Join(types, ", "), typeOf(elem, total))
	if g.r.IntN(2) == 0 {
		lo := g.r.IntN(total + 1)
		hi := lo + g.r.IntN(total-lo+1)
		step := 1 + g.r.IntN(2)
		g.emit(value{elem: elem, shape: []int{(hi - lo + step - 1) / step}}, "stablehlo.slice %s [%d:%d:%d] : (%s) -> %s", v.name, lo, hi, step, v.typ(), typeOf(elem, (hi-lo+step-1)/step))
	}
}

// position emits operations with start indices.
func (g *generator) position() {
	v := g.some(g.elem(), []int{4})
	at := g.some(pick(g.r, "i32", "ui8"), nil)
	part := value{elem: v.elem, shape: []int{pick(g.r, 0, 1, 2, 4)}}
	switch g.r.IntN(4) {
	case 0:
		g.emit(part, "stablehlo.dynamic_slice %s, %s, sizes = [%d] : (%s, %s) -> %s", v.name, at.name, part.shape[0], v.typ(), at.typ(), part.typ())
	case 1:
		u := g.some(v.elem, part.shape)
		g.emit(v, "stablehlo.dynamic_update_slice %s, %s, %s : (%s, %s, %s) -> %[4]s", v.name, u.name, at.name, v.typ(), u.typ(), at.typ())
	case 2:
		i := g.some("i32", []int{1})
		n := pick(g.r, 1, 2)
		if n == 1 && g.r.IntN(2) == 0 {
			g.emit(value{elem: v.elem}, `"stablehlo.gather"(%s, %s) {dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: 1>} : (%s, tensor<1xi32>) -> %s`,
				v.name, i.name, v.typ(), typeOf(v.elem))
			return
		}
		g.emit(value{elem: v.elem, shape: []int{n}}, `"stablehlo.gather"(%s, %s) {dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>, slice_sizes = array<i64: %d>} : (%s, tensor<1xi32>) -> %s`,
			v.name, i.name, n, v.typ(), typeOf(v.elem, n))
	default:
		lo := g.r.IntN(5)
		hi := lo + g.r.IntN(5-lo)
		g.emit(value{elem: v.elem, shape: []int{hi - lo}}, "stablehlo.slice %s [%d:%d] : (%s) -> %s", v.name, lo, hi, v.typ(), typeOf(v.elem, hi-lo))
	}
}

func (g *generator) pad() {
	elem := g.elem()
	v := g.some(elem, []int{pick(g.r, 0, 4)})
	z := g.some(elem, nil)
	lo, hi := pick(g.r, 0, 0, 1), pick(g.r, 0, 0, 2)
	inner := pick(g.r, 0, 1)
	n := lo + hi + v.shape[0] + inner*max(0, v.shape[0]-1)
	g.emit(value{elem: elem, shape: []int{n}}, "stablehlo.pad %s, %s, low = [%d], high = [%d], interior = [%d] : (%s, %s) -> %s", v.name, z.name, lo, hi, inner, v.typ(), z.typ(), typeOf(elem, n))
}

func (g *generator) iota() {
	v := value{elem: pick(g.r, "i32", "f32", "ui8"), shape: g.shape()}
	if len(v.shape) > 0 {
		g.emit(v, "stablehlo.iota dim = %d : %s", g.r.IntN(len(v.shape)), v.typ())
	}
}

// parts emits complex numbers and tuples.
func (g *generator) parts() {
	x, y := g.some("f32", []int{4}), g.some("f32", []int{4})
	c := value{elem: "complex<f32>", shape: []int{4}}
	c = g.emit(c, "stablehlo.complex %s, %s : %s", x.name, y.name, c.typ())
	re := g.emit(x, "stablehlo.real %s : (%s) -> %s", c.name, c.typ(), x.typ())
	im := g.emit(x, "stablehlo.imag %s : (%s) -> %s", c.name, c.typ(), x.typ())
	g.emit(c, "stablehlo.complex %s, %s : %s", re.name, im.name, c.typ())
	z := g.any()
	t := fmt.Sprintf("%%r%d", g.next)
	g.next++
	fmt.Fprintf(&g.body, "  %s = stablehlo.tuple %s, %s : tuple<%s, %s>\n", t, x.name, z.name, x.typ(), z.typ())
	i := g.r.IntN(2)
	e := pick(g.r, z)
	if i == 0 {
		e = x
	}
	g.emit(e, "stablehlo.get_tuple_element %s[%d] : (tuple<%s, %s>) -> %s", t, i, x.typ(), z.typ(), e.typ())
}

// several writes an operation whose results have the types of vs. Later operations may use only
// some of the results, chosen at random.
func (g *generator) several(vs []value, format string, args ...any) {
	name := fmt.Sprintf("%%r%d", g.next)
	g.next++
	fmt.Fprintf(&g.body, "  %s:%d = %s\n", name, len(vs), fmt.Sprintf(format, args...))
	for i, v := range vs {
		if g.r.IntN(2) == 0 {
			v.name = fmt.Sprintf("%s#%d", name, i)
			g.values = append(g.values, v)
		}
	}
}

func (g *generator) reduce() {
	shape := pick(g.r, []int{4}, []int{4}, []int{0})
	x, y := g.some("i32", shape), g.some("i1", shape)
	zero := g.emit(value{elem: "i32"}, "stablehlo.constant dense<0> : tensor<i32>")
	no := g.emit(value{elem: "i1"}, "stablehlo.constant dense<false> : tensor<i1>")
	first := pick(g.r, "%s = stablehlo.add %a, %c : tensor<i32>", "%p = stablehlo.convert %b : (tensor<i1>) -> tensor<i32>\n %q = stablehlo.add %a, %c : tensor<i32>\n %s = stablehlo.add %p, %q : tensor<i32>")
	if g.r.IntN(3) == 0 {
		g.emit(value{elem: "i1"}, "stablehlo.reduce(%s init: %s) applies stablehlo.or across dimensions = [0] : (%s, tensor<i1>) -> tensor<i1>", y.name, no.name, y.typ())
		return
	}
	g.several([]value{zero, no}, `stablehlo.reduce(%s init: %s), (%s init: %s) across dimensions = [0] : (%s, %s, tensor<i32>, tensor<i1>) -> (tensor<i32>, tensor<i1>)
   reducer(%%a: tensor<i32>, %%c: tensor<i32>) (%%b: tensor<i1>, %%d: tensor<i1>) {
   %s
   %%t = stablehlo.or %%b, %%d : tensor<i1>
   stablehlo.return %%s, %%t : tensor<i32>, tensor<i1>
  }`, x.name, zero.name, y.name, no.name, x.typ(), y.typ(), first)
}

func (g *generator) sort() {
	shape := pick(g.r, []int{4}, []int{0})
	x, y := g.some("i32", shape), g.some("f32", shape)
	g.several([]value{x, y}, `"stablehlo.sort"(%s, %s) ({
  ^bb0(%%a: tensor<i32>, %%b: tensor<i32>, %%c: tensor<f32>, %%d: tensor<f32>):
   %%t = stablehlo.compare LT, %%a, %%b : (tensor<i32>, tensor<i32>) -> tensor<i1>
   stablehlo.return %%t : tensor<i1>
  }) {dimension = %d : i64, is_stable = true} : (%s, %s) -> (%[4]s, %[5]s)`, x.name, y.name, pick(g.r, -1, 0), x.typ(), y.typ())
}

// loop emits a loop of three iterations or of no iteration. The loop does not change some of the
// values that it carries.
func (g *generator) loop() {
	x, y := g.any(), g.any()
	i := g.emit(value{elem: "i32"}, "stablehlo.constant dense<%d> : tensor<i32>", pick(g.r, 0, 3))
	n := g.emit(value{elem: "i32"}, "stablehlo.constant dense<3> : tensor<i32>")
	cond := "%t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>"
	if g.r.IntN(4) == 0 {
		cond = "%t = stablehlo.constant dense<false> : tensor<i1>"
	}
	op := "add"
	if x.elem == "i1" {
		op = "xor"
	}
	g.several([]value{i, x, y, n}, `stablehlo.while(%%i = %s, %%x = %s, %%y = %s, %%n = %s) : tensor<i32>, %s, %s, tensor<i32>
  cond {
   %s
   stablehlo.return %%t : tensor<i1>
  } do {
   %%one = stablehlo.constant dense<1> : tensor<i32>
   %%j = stablehlo.add %%i, %%one : tensor<i32>
   %%z = stablehlo.%s %%x, %%x : %[5]s
   stablehlo.return %%j, %%z, %%y, %%n : tensor<i32>, %[5]s, %[6]s, tensor<i32>
  }`, i.name, x.name, y.name, n.name, x.typ(), y.typ(), cond, op)
}

func (g *generator) branch() {
	i, x := g.some("i32", nil), g.any()
	y := g.some(x.elem, x.shape)
	g.emit(x, `"stablehlo.case"(%s) ({
   stablehlo.return %s : %s
  }, {
   %%o = stablehlo.optimization_barrier %[4]s : %[3]s
   stablehlo.return %%o : %[3]s
  }) : (tensor<i32>) -> %[3]s`, i.name, x.name, x.typ(), y.name)
}

// dynamic emits operations whose shapes are operands.
func (g *generator) dynamic() {
	v := g.some(g.elem(), []int{4})
	two := value{elem: v.elem, shape: []int{2, 4}}
	switch g.r.IntN(5) {
	case 0:
		s := g.emit(value{elem: "i32", shape: []int{2}}, "stablehlo.constant dense<[2, 4]> : tensor<2xi32>")
		g.emit(two, "stablehlo.dynamic_broadcast_in_dim %s, %s, dims = [1] : (%s, tensor<2xi32>) -> %s", v.name, s.name, v.typ(), two.typ())
	case 1:
		s := g.emit(value{elem: "i32", shape: []int{2}}, "stablehlo.constant dense<[2, 2]> : tensor<2xi32>")
		g.emit(value{elem: v.elem, shape: []int{2, 2}}, "stablehlo.dynamic_reshape %s, %s : (%s, tensor<2xi32>) -> %s", v.name, s.name, v.typ(), typeOf(v.elem, 2, 2))
	case 2:
		g.emit(value{elem: "i32"}, "stablehlo.get_dimension_size %s, dim = 0 : (%s) -> tensor<i32>", v.name, v.typ())
	case 3:
		s := g.emit(value{elem: "i64", shape: []int{1}}, "stablehlo.constant dense<1> : tensor<1xi64>")
		g.emit(value{elem: v.elem, shape: []int{1}}, "stablehlo.real_dynamic_slice %s, %s, %[3]s, %[2]s : (%[4]s, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> %[5]s", v.name, s.name,
			g.emit(s, "stablehlo.add %s, %[1]s : tensor<1xi64>", s.name).name, v.typ(), typeOf(v.elem, 1))
	default:
		s := g.emit(value{elem: "i64", shape: []int{2}}, "stablehlo.constant dense<[4, 2]> : tensor<2xi64>")
		g.emit(value{elem: "i32", shape: []int{4, 2}}, "stablehlo.dynamic_iota %s, dim = %d : (tensor<2xi64>) -> tensor<4x2xi32>", s.name, g.r.IntN(2))
	}
}

func (g *generator) program() (text string, inputs []value) {
	for i, e := range []string{"i32", "ui8", "i1", "f32", "i64"} {
		for j, shape := range [][]int{nil, {4}, {2, 3}, {0}} {
			inputs = append(inputs, value{fmt.Sprintf("%%a%d", 4*i+j), e, shape})
		}
	}
	g.values = slices.Clone(inputs)
	for range 4 + g.r.IntN(12) {
		g.step()
	}
	var args, results, types []string
	for _, v := range inputs {
		args = append(args, v.name+": "+v.typ())
	}
	for _, v := range g.values[max(len(inputs), len(g.values)-6):] {
		results, types = append(results, v.name), append(types, v.typ())
	}
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n%s  return %s : %s\n}\n", strings.Join(args, ", "), strings.Join(types, ", "), g.body.String(),
		strings.Join(results, ", "), strings.Join(types, ", ")), inputs
}

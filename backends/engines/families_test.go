package engines_test

import (
	"fmt"
	"strings"
)

// family emits one of the operations that have regions or windows, or that use special types.
func (g *generator) family(v value) {
	switch g.r.IntN(9) {
	case 0:
		g.loop(v)
	case 1:
		g.branch(v)
	case 2:
		g.windows(v)
	case 3:
		g.convolve(v)
	case 4:
		g.sort(v)
	case 5:
		g.scatter(v)
	case 6:
		g.complex(v)
	case 7:
		g.narrow(v)
	case 8:
		g.reduceBody(v)
	}
}

// inner returns the text of some operations on v for the body of a region. The result of the last
// operation has the type of v.
func (g *generator) inner(v value) (text string, result value) {
	in := &generator{r: g.r, values: []value{v}, prefix: fmt.Sprintf("%s_%d", g.prefix, g.next)}
	g.next++
	for range 1 + g.r.IntN(2) {
		if g.r.IntN(2) == 0 {
			in.unary(v)
		} else {
			in.binary(v)
		}
		v = in.values[len(in.values)-1]
	}
	return in.body.String(), v
}

// loop emits a loop that repeats operations on v up to 3 times.
func (g *generator) loop(v value) {
	text, r := g.inner(value{"%" + g.prefix + "_v", v.elem, v.shape})
	name := fmt.Sprintf("%%%s_%d", g.prefix, g.next)
	g.next++
	fmt.Fprintf(&g.body, `  %[1]s_z = stablehlo.constant dense<0> : tensor<i32>
  %[1]s_o = stablehlo.constant dense<1> : tensor<i32>
  %[1]s_n = stablehlo.constant dense<%[2]d> : tensor<i32>
  %[1]s:2 = stablehlo.while(%[1]s_i = %[1]s_z, %[3]s_v = %[4]s) : tensor<i32>, %[5]s cond {
  %[1]s_p = stablehlo.compare LT, %[1]s_i, %[1]s_n : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return %[1]s_p : tensor<i1>
  } do {
%[6]s  %[1]s_j = stablehlo.add %[1]s_i, %[1]s_o : tensor<i32>
  stablehlo.return %[1]s_j, %[7]s : tensor<i32>, %[5]s
  }
`, name, g.r.IntN(4), "%"+g.prefix, v.name, v.typ(), text, r.name)
	g.emit(v, "stablehlo.optimization_barrier %s#1 : %s", name, v.typ())
}

// branch emits an if or case that chooses between operations on v. Its index is a random element of
// an i1 or i32 vector.
func (g *generator) branch(v value) {
	var on []value
	for _, w := range g.values {
		if w.shape == vector && (w.elem == "i1" || w.elem == "i32") {
			on = append(on, w)
		}
	}
	i := g.scalar(pick(g.r, on))
	op, n := "if", 2
	if i.elem == "i32" {
		op, n = "case", 1+g.r.IntN(3)
	}
	regions := make([]string, n)
	for k := range regions {
		text, r := g.inner(v)
		regions[k] = fmt.Sprintf("{\n%s  stablehlo.return %s : %s\n  }", text, r.name, v.typ())
	}
	g.emit(v, "\"stablehlo.%s\"(%s) (%s) : (%s) -> %s", op, i.name, strings.Join(regions, ", "), i.typ(), v.typ())
}

// body returns the text of the region of a reduction with the operation op.
func body(op, elem string) string {
	return fmt.Sprintf("({\n  ^bb0(%%a: tensor<%[2]s>, %%b: tensor<%[2]s>):\n  %%s = stablehlo.%[1]s %%a, %%b : tensor<%[2]s>\n  stablehlo.return %%s : tensor<%[2]s>\n  })", op, elem)
}

// combined returns a random operation for reductions. If it is add or multiply, the returned value
// is v with small elements, so that the result is exact; otherwise it is v.
func (g *generator) combined(v value) (string, value) {
	op := pick(g.r, []string{"add", "multiply", "maximum", "minimum"})
	if op == "add" || op == "multiply" {
		v = g.small(v)
	}
	return op, v
}

func (g *generator) windows(v value) {
	if v.shape != vector || v.elem == "i1" {
		return
	}
	op, v := g.combined(v)
	z := g.scalar(v)
	dilation := 1 + g.r.IntN(2)
	g.emit(v, `"stablehlo.reduce_window"(%s, %s) <{window_dimensions = array<i64: 3>, window_dilations = array<i64: %d>, padding = dense<%d> : tensor<1x2xi64>}> %s : (%s, %s) -> %[6]s`,
		v.name, z.name, dilation, dilation, body(op, v.elem), v.typ(), z.typ())
}

// reduceBody emits a reduction of two operands, which computes the largest element and its index.
func (g *generator) reduceBody(v value) {
	if v.shape != vector || v.elem == "i1" || v.float() {
		return
	}
	z := g.scalar(v)
	name := fmt.Sprintf("%%%s_%d", g.prefix, g.next)
	g.next++
	fmt.Fprintf(&g.body, `  %[1]s_n = stablehlo.iota dim = 0 : tensor<21xi32>
  %[1]s_z = stablehlo.constant dense<-1> : tensor<i32>
  %[1]s:2 = "stablehlo.reduce"(%[2]s, %[1]s_n, %[3]s, %[1]s_z) <{dimensions = array<i64: 0>}> ({
  ^bb0(%%a: tensor<%[4]s>, %%i: tensor<i32>, %%b: tensor<%[4]s>, %%j: tensor<i32>):
  %%p = stablehlo.compare GE, %%a, %%b : (tensor<%[4]s>, tensor<%[4]s>) -> tensor<i1>
  %%m = stablehlo.select %%p, %%a, %%b : tensor<i1>, tensor<%[4]s>
  %%k = stablehlo.select %%p, %%i, %%j : tensor<i1>, tensor<i32>
  stablehlo.return %%m, %%k : tensor<%[4]s>, tensor<i32>
  }) : (tensor<21x%[4]s>, tensor<21xi32>, tensor<%[4]s>, tensor<i32>) -> (tensor<%[4]s>, tensor<i32>)
`, name, v.name, z.name, v.elem)
	g.emit(v, "stablehlo.broadcast_in_dim %s#0, dims = [] : (tensor<%s>) -> %s", name, v.elem, v.typ())
	g.emit(value{elem: "i32", shape: vector}, "stablehlo.broadcast_in_dim %s#1, dims = [] : (tensor<i32>) -> tensor<21xi32>", name)
}

// convolve emits a convolution of a matrix of 3 rows and 7 columns, with groups and random
// dilation.
func (g *generator) convolve(v value) {
	if v.elem == "i1" || v.shape != vector && v.shape != matrix {
		return
	}
	if v.shape == vector {
		v = g.emit(value{elem: v.elem, shape: matrix}, "stablehlo.reshape %s : (%s) -> tensor<3x7x%s>", v.name, v.typ(), v.elem)
	}
	v = g.small(v)
	x := g.emit(value{elem: v.elem, shape: "1x3x7x"}, "stablehlo.reshape %s : (%s) -> tensor<1x3x7x%s>", v.name, v.typ(), v.elem)
	w := g.small(g.like(v))
	k := g.emit(value{elem: v.elem, shape: "3x3x"}, "stablehlo.slice %s [0:3, 2:5] : (%s) -> tensor<3x3x%s>", w.name, w.typ(), v.elem)
	k = g.emit(value{elem: v.elem, shape: "3x1x3x"}, "stablehlo.reshape %s : (%s) -> tensor<3x1x3x%s>", k.name, k.typ(), v.elem)
	hole := 1 + g.r.IntN(2)
	y := g.emit(x, "stablehlo.convolution(%s, %s) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {pad = [[%d, %[3]d]], rhs_dilate = [%[3]d]} {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (%[4]s, %[5]s) -> %[4]s",
		x.name, k.name, hole, x.typ(), k.typ())
	g.emit(v, "stablehlo.reshape %s : (%s) -> %s", y.name, y.typ(), v.typ())
}

// sort emits an operation that sorts the rows or columns of v by a total order, and reorders a
// second operand like v.
func (g *generator) sort(v value) {
	if v.shape != vector && v.shape != matrix {
		return
	}
	name := fmt.Sprintf("%%%s_%d", g.prefix, g.next)
	g.next++
	dim, total := g.r.IntN(strings.Count(v.shape, "x")), ""
	if v.float() {
		total = ", TOTALORDER"
	}
	w := g.like(v)
	fmt.Fprintf(&g.body, `  %[1]s:2 = "stablehlo.sort"(%[2]s, %[3]s) <{dimension = %[4]d : i64, is_stable = true}> ({
  ^bb0(%%a: tensor<%[5]s>, %%b: tensor<%[5]s>, %%c: tensor<%[5]s>, %%d: tensor<%[5]s>):
  %%p = stablehlo.compare %[6]s, %%a, %%b%[7]s : (tensor<%[5]s>, tensor<%[5]s>) -> tensor<i1>
  stablehlo.return %%p : tensor<i1>
  }) : (%[8]s, %[8]s) -> (%[8]s, %[8]s)
`, name, v.name, w.name, dim, v.elem, pick(g.r, []string{"LT", "GT"}), total, v.typ())
	g.emit(v, "stablehlo.optimization_barrier %s#0 : %s", name, v.typ())
	g.emit(v, "stablehlo.optimization_barrier %s#1 : %s", name, v.typ())
}

// scatter emits an operation that combines v with a vector, at indices that can be equal or out of
// range.
func (g *generator) scatter(v value) {
	if v.shape != vector || v.elem == "i1" {
		return
	}
	at := g.emit(value{elem: "i32", shape: "21x1x"}, "stablehlo.reshape %s : (tensor<21xi32>) -> tensor<21x1xi32>", g.like(value{elem: "i32", shape: vector}).name)
	op, v := g.combined(v)
	u := v
	if op == "add" || op == "multiply" {
		u = g.small(g.like(v))
	}
	g.emit(v, `"stablehlo.scatter"(%s, %s, %s) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> %s : (%s, %s, %[5]s) -> %[5]s`,
		v.name, at.name, u.name, body(op, v.elem), v.typ(), at.typ())
}

// complex emits operations on complex numbers. The operands of a product have small whole numbers
// as parts, so that the result does not depend on rounding.
func (g *generator) complex(v value) {
	if v.shape == "" || v.elem != "f32" && v.elem != "f64" {
		return
	}
	re, im := v, g.like(v)
	op := pick(g.r, []string{"add", "subtract", "multiply"})
	if op == "multiply" {
		re, im = g.small(re), g.small(im)
	}
	before := len(g.values)
	z := value{elem: "complex<" + v.elem + ">", shape: v.shape}
	z = g.emit(z, "stablehlo.complex %s, %s : %s", re.name, im.name, z.typ())
	w := g.emit(z, "stablehlo.reverse %s, dims = [0] : %s", z.name, z.typ())
	z = g.emit(z, "stablehlo.%s %s, %s : %s", op, z.name, w.name, z.typ())
	if g.r.IntN(2) == 0 {
		z = g.emit(z, "stablehlo.negate %s : %s", z.name, z.typ())
	}
	g.values = g.values[:before] // other operations must not use complex operands
	g.emit(v, "stablehlo.%s %s : (%s) -> %s", pick(g.r, []string{"real", "imag"}), z.name, z.typ(), v.typ())
}

// narrow emits an operation in a type of at most 8 bits.
func (g *generator) narrow(v value) {
	elem := pick(g.r, []string{"i2", "i4", "ui2", "ui4", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ"})
	n := value{elem: elem, shape: v.shape}
	ops := []string{"add", "subtract", "multiply", "maximum", "minimum"}
	if !n.float() {
		ops = append(ops, "and", "or", "xor", "divide", "remainder", "shift_left")
	}
	x := g.emit(n, "stablehlo.convert %s : (%s) -> %s", v.name, v.typ(), n.typ())
	y := g.emit(n, "stablehlo.convert %s : (%s) -> %s", g.like(v).name, v.typ(), n.typ())
	r := g.emit(n, "stablehlo.%s %s, %s : %s", pick(g.r, ops), x.name, y.name, n.typ())
	g.values = g.values[:len(g.values)-3]
	g.emit(v, "stablehlo.convert %s : (%s) -> %s", r.name, r.typ(), v.typ())
}

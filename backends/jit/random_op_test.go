package jit

import "fmt"

var bitsOf = map[string]int{"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}

// operation writes a random operation that computes a value.
func (w *kernelWriter) operation() {
	vec := w.anyVec()
	switch w.rng.IntN(12) {
	case 0, 1, 2:
		w.integer(vec)
	case 3, 4, 5:
		w.float(vec)
	case 6:
		elem := elementTypes[w.rng.IntN(len(elementTypes))]
		if elem == "f16" || elem == "bf16" {
			elem = "f32"
		}
		w.compare(elem, vec)
	case 7, 8:
		w.cast(vec)
	case 9:
		elem := elementTypes[w.rng.IntN(len(elementTypes))]
		c, a, b := w.value("i1", vec), w.value(elem, vec), w.value(elem, vec)
		cond := "i1"
		if vec {
			cond = w.typeName("i1", true)
			w.define(elem, vec, "arith.select %s, %s, %s : %s, %s", c.name, a.name, b.name, cond, w.typeName(elem, vec))
			return
		}
		w.define(elem, vec, "arith.select %s, %s, %s : %s", c.name, a.name, b.name, elem)
	default:
		if w.lanes > 0 {
			w.lane()
		}
	}
}

func (w *kernelWriter) integer(vec bool) {
	elem := pickOf(w.rng, "i1", "i8", "i16", "i32", "i64", "index")
	t := w.typeName(elem, vec)
	a := w.value(elem, vec)
	if elem == "i1" {
		op := pickOf(w.rng, "addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui")
		w.define(elem, vec, "arith.%s %s, %s : %s", op, a.name, w.value(elem, vec).name, t)
		return
	}
	switch k := w.rng.IntN(10); {
	case k < 5:
		op := pickOf(w.rng, "addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui")
		w.define(elem, vec, "arith.%s %s, %s : %s", op, a.name, w.value(elem, vec).name, t)
	case k < 7:
		amount := w.masked(elem, vec, bitsOf[elem]-1, 0)
		w.define(elem, vec, "arith.%s %s, %s : %s", pickOf(w.rng, "shli", "shrsi", "shrui"), a.name, amount.name, t)
	case k < 8:
		by := w.masked(elem, vec, 15, 1)
		w.define(elem, vec, "arith.%s %s, %s : %s", pickOf(w.rng, "divsi", "divui", "remsi", "remui"), a.name, by.name, t)
	default:
		w.define(elem, vec, "math.%s %s : %s", pickOf(w.rng, "absi", "ctpop", "ctlz", "cttz"), a.name, t)
	}
}

// splatOf writes a constant whose elements all equal the given number.
func (w *kernelWriter) splatOf(elem string, vec bool, text string) typed {
	if vec {
		return w.define(elem, vec, "arith.constant dense<%s> : %s", text, w.typeName(elem, vec))
	}
	return w.define(elem, vec, "arith.constant %s : %s", text, elem)
}

// masked takes a random integer, clears the bits that are not in the parameter "and", and sets the
// bits of the parameter "or". The result can be a constant.
func (w *kernelWriter) masked(elem string, vec bool, and, or int) typed {
	if w.rng.IntN(3) == 0 {
		return w.splatOf(elem, vec, fmt.Sprint(max(1, w.rng.IntN(and+1))|or))
	}
	t := w.typeName(elem, vec)
	x := w.define(elem, vec, "arith.andi %s, %s : %s", w.value(elem, vec).name, w.splatOf(elem, vec, fmt.Sprint(and)).name, t)
	if or == 0 {
		return x
	}
	return w.define(elem, vec, "arith.ori %s, %s : %s", x.name, w.splatOf(elem, vec, fmt.Sprint(or)).name, t)
}

func (w *kernelWriter) float(vec bool) {
	elem := pickOf(w.rng, "f32", "f32", "f64")
	t := w.typeName(elem, vec)
	a, b := w.value(elem, vec), w.value(elem, vec)
	switch k := w.rng.IntN(12); {
	case k < 6:
		op := pickOf(w.rng, "addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf")
		w.define(elem, vec, "arith.%s %s, %s : %s", op, a.name, b.name, t)
	case k == 6:
		w.define(elem, vec, "arith.%s %s, %s : %s", pickOf(w.rng, "remf", "maximumf", "minimumf"), a.name, b.name, t)
	case k == 7:
		w.define(elem, vec, "arith.negf %s : %s", a.name, t)
	case k == 8:
		w.define(elem, vec, "math.fma %s, %s, %s : %s", a.name, b.name, w.value(elem, vec).name, t)
	case k == 9:
		w.define(elem, vec, "math.copysign %s, %s : %s", a.name, w.number(b).name, t)
	default:
		w.define(elem, vec, "math.%s %s : %s", pickOf(w.rng, "absf", "sqrt", "floor", "ceil", "trunc", "roundeven"), a.name, t)
	}
}

// number returns v with 1 in place of NaNs, since the bits of a NaN may differ between backends.
func (w *kernelWriter) number(v typed) typed {
	t := w.typeName(v.elem, v.vec)
	c := w.define("i1", v.vec, "arith.cmpf uno, %s, %s : %s", v.name, v.name, t)
	one := w.splatOf(v.elem, v.vec, "1.0")
	if v.vec {
		return w.define(v.elem, true, "arith.select %s, %s, %s : %s, %s", c.name, one.name, v.name, w.typeName("i1", true), t)
	}
	return w.define(v.elem, false, "arith.select %s, %s, %s : %s", c.name, one.name, v.name, t)
}

func (w *kernelWriter) compare(elem string, vec bool) typed {
	t := w.typeName(elem, vec)
	a, b := w.value(elem, vec), w.value(elem, vec)
	if isFloat(elem) {
		p := pickOf(w.rng, "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true")
		return w.define("i1", vec, "arith.cmpf %s, %s, %s : %s", p, a.name, b.name, t)
	}
	p := pickOf(w.rng, "eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
	return w.define("i1", vec, "arith.cmpi %s, %s, %s : %s", p, a.name, b.name, t)
}

func (w *kernelWriter) cast(vec bool) {
	ints := []string{"i1", "i8", "i16", "i32", "i64"}
	convert := func(op string, a typed, to string) {
		w.define(to, vec, "arith.%s %s : %s to %s", op, a.name, w.typeName(a.elem, vec), w.typeName(to, vec))
	}
	switch w.rng.IntN(8) {
	case 0, 1: // integers
		i, j := w.rng.IntN(5), w.rng.IntN(5)
		switch {
		case i < j:
			convert(pickOf(w.rng, "extsi", "extui"), w.value(ints[i], vec), ints[j])
		case i > j:
			convert("trunci", w.value(ints[i], vec), ints[j])
		}
	case 2:
		op := pickOf(w.rng, "index_cast", "index_castui")
		if w.rng.IntN(2) == 0 {
			convert(op, w.value("index", vec), pickOf(w.rng, "i8", "i32", "i64"))
		} else {
			convert(op, w.value(pickOf(w.rng, "i1", "i8", "i32", "i64"), vec), "index")
		}
	case 3:
		convert(pickOf(w.rng, "sitofp", "uitofp"), w.value(ints[w.rng.IntN(5)], vec), pickOf(w.rng, "f32", "f64"))
	case 4:
		w.toInteger(vec)
	case 5:
		convert("extf", w.value(pickOf(w.rng, "f16", "bf16"), vec), pickOf(w.rng, "f32", "f64"))
	case 6:
		switch w.rng.IntN(3) {
		case 0:
			convert("extf", w.value("f32", vec), "f64")
		case 1:
			convert("truncf", w.value("f64", vec), pickOf(w.rng, "f32", "f16", "bf16"))
		default:
			convert("truncf", w.value("f32", vec), pickOf(w.rng, "f16", "bf16"))
		}
	default:
		switch w.rng.IntN(4) {
		case 0:
			convert("bitcast", w.number(w.value("f32", vec)), "i32")
		case 1:
			convert("bitcast", w.number(w.value("f64", vec)), "i64")
		case 2:
			convert("bitcast", w.value("i32", vec), "f32")
		default:
			convert("bitcast", w.value("i16", vec), pickOf(w.rng, "f16", "bf16"))
		}
	}
}

// toInteger writes a conversion of a float to an integer. It clamps the float to the integer's
// range first.
func (w *kernelWriter) toInteger(vec bool) {
	elem, to := pickOf(w.rng, "f32", "f64"), pickOf(w.rng, "i8", "i16", "i32", "i64")
	limit := map[string]string{"i8": "1.0e+02", "i16": "3.0e+04", "i32": "2.0e+09", "i64": "9.0e+18"}[to]
	op, least := "fptosi", "-"+limit
	if w.rng.IntN(2) == 0 {
		op, least = "fptoui", "0.0"
		if to == "i64" && w.rng.IntN(2) == 0 {
			limit = "1.8e+19"
		}
	}
	t := w.typeName(elem, vec)
	x := w.number(w.value(elem, vec))
	x = w.define(elem, vec, "arith.maximumf %s, %s : %s", x.name, w.splatOf(elem, vec, least).name, t)
	x = w.define(elem, vec, "arith.minimumf %s, %s : %s", x.name, w.splatOf(elem, vec, limit).name, t)
	w.define(to, vec, "arith.%s %s : %s to %s", op, x.name, t, w.typeName(to, vec))
}

// lane writes a random operation of the dialect vector.
func (w *kernelWriter) lane() {
	elem := elementTypes[w.rng.IntN(len(elementTypes))]
	t := w.typeName(elem, true)
	switch w.rng.IntN(6) {
	case 5:
		if w.lanes > 1 && w.lanes != 4 {
			w.dot()
		}
	case 0:
		w.define(elem, true, "vector.broadcast %s : %s to %s", w.value(elem, false).name, elem, t)
	case 1:
		w.define(elem, false, "vector.extract %s[%d] : %s from %s", w.value(elem, true).name, w.rng.IntN(w.lanes), elem, t)
	case 2:
		w.define(elem, true, "vector.insert %s, %s[%d] : %s into %s", w.value(elem, false).name, w.value(elem, true).name, w.rng.IntN(w.lanes), elem, t)
	case 3:
		w.define("index", true, "vector.step : %s", w.typeName("index", true))
	default:
		n := w.value("index", false)
		if w.rng.IntN(2) == 0 {
			n.name = w.index(w.lanes)
		}
		w.define("i1", true, "vector.create_mask %s : %s", n.name, w.typeName("i1", true))
	}
}

// dot writes dot products of bytes. Each lane of two vectors has a word of four bytes, and the
// result of the lane is the dot product of its two words, plus an integer. The words are loaded or
// computed; sometimes all lanes have the same word. dot may also write a store of the words.
func (w *kernelWriter) dot() {
	bytes, words := fmt.Sprintf("vector<%dxi8>", 4*w.lanes), w.typeName("i32", true)
	buffer := fmt.Sprintf("memref<%dxi8>", bufferSize)
	vector := func() string {
		switch {
		case w.rng.IntN(2) == 0 && 4*w.lanes <= bufferSize:
			v := w.name()
			w.line("%s = vector.load %%ini8[%s] : %s, %s", v, w.index(bufferSize-4*w.lanes), buffer, bytes)
			return v
		case w.rng.IntN(2) == 0:
			four, one := w.name(), w.name()
			w.line("%s = vector.load %%ini8[%s] : %s, vector<4xi8>", four, w.index(bufferSize-4), buffer)
			w.line("%s = vector.bitcast %s : vector<4xi8> to vector<1xi32>", one, four)
			word := w.define("i32", false, "vector.extract %s[0] : i32 from vector<1xi32>", one)
			w.define("i32", true, "vector.broadcast %s : i32 to %s", word.name, words)
		}
		v := w.name()
		w.line("%s = vector.bitcast %s : %s to %s", v, w.value("i32", true).name, words, bytes)
		if 4*w.lanes <= regionSize && w.rng.IntN(2) == 0 {
			w.line("vector.store %s, %%outi8[%s] : %s, %s", v, w.at(4*w.lanes), buffer, bytes)
		}
		return v
	}
	square, wide := fmt.Sprintf("vector<%dx4xi8>", w.lanes), fmt.Sprintf("vector<%dx4xi32>", w.lanes)
	extended := func(op string) string {
		v, s, e := vector(), w.name(), w.name()
		w.line("%s = vector.shape_cast %s : %s to %s", s, v, bytes, square)
		w.line("%s = arith.%s %s : %s to %s", e, op, s, square, wide)
		return e
	}
	x, y := extended("extui"), extended("extsi")
	if w.rng.IntN(2) == 0 {
		x, y = y, x
	}
	const maps = "[affine_map<(l, k) -> (l, k)>, affine_map<(l, k) -> (l, k)>, affine_map<(l, k) -> (l)>]"
	w.define("i32", true, `vector.contract {indexing_maps = %s, iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %s, %s, %s : %s, %s into %s`,
		maps, x, y, w.value("i32", true).name, wide, wide, words)
}

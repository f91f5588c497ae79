package jit

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// The random programs have one kernel of randomGrid iterations. The kernel has an input buffer and
// an output buffer of each element type, with bufferSize elements. Iteration i writes the elements
// from i·regionSize to (i+1)·regionSize-1.
const (
	randomGrid = 3
	regionSize = 128
	bufferSize = randomGrid * regionSize
)

var elementTypes = []string{"i1", "i8", "i16", "i32", "i64", "index", "f16", "bf16", "f32", "f64"}

// typed is a value of the generated program: a vector if vec is set, otherwise a scalar.
type typed struct {
	name, elem string
	vec        bool
}

// bounded is an index that is in [0, most].
type bounded struct {
	name string
	most int
}

// kernelWriter generates the text of a random kernel.
type kernelWriter struct {
	rng     *rand.Rand
	b       strings.Builder
	names   int
	lanes   int
	values  []typed
	indices []bounded
	depth   int
	budget  int
}

// randomProgram returns a program in kernel form.
func randomProgram(rng *rand.Rand) string {
	w := &kernelWriter{rng: rng, lanes: []int{0, 2, 4, 8, 16, 16, 32, 64}[rng.IntN(8)], budget: 5 + rng.IntN(60)}
	var args, types, pass []string
	for _, t := range elementTypes {
		args = append(args, fmt.Sprintf("%%in%s: memref<%dx%s>", t, bufferSize, t))
		types = append(types, fmt.Sprintf("memref<%dx%s>", bufferSize, t))
		pass = append(pass, fmt.Sprintf("%%in%s", t))
	}
	for _, t := range elementTypes {
		args = append(args, fmt.Sprintf("%%out%s: memref<%dx%s>", t, bufferSize, t))
		types = append(types, fmt.Sprintf("memref<%dx%s>", bufferSize, t))
		pass = append(pass, fmt.Sprintf("%%out%s", t))
	}
	n := len(elementTypes)
	var writes []string
	for i := range n {
		writes = append(writes, fmt.Sprint(n+i))
	}
	w.line("module {\nfunc.func @main(%s) attributes {kernel.host, kernel.results = %d : i64} {", strings.Join(args, ", "), n)
	w.line("%%lo = arith.constant 0 : index\n%%hi = arith.constant %d : index", randomGrid)
	w.line("func.call @k(%s, %%lo, %%hi) : (%s, index, index) -> ()\nreturn\n}", strings.Join(pass, ", "), strings.Join(types, ", "))
	lanes := ""
	if w.lanes > 0 {
		lanes = fmt.Sprintf(", kernel.lanes = %d : index", w.lanes)
	}
	w.line("func.func private @k(%s, %%lo: index, %%hi: index) attributes {kernel.grid = %d : index, kernel.writes = array<i64: %s>%s} {",
		strings.Join(args, ", "), randomGrid, strings.Join(writes, ", "), lanes)
	w.line("%%c1 = arith.constant 1 : index\n%%c0 = arith.constant 0 : index\n%%region = arith.constant %d : index", regionSize)
	w.line("scf.for %%i = %%lo to %%hi step %%c1 {\n%%base = arith.muli %%i, %%region : index")
	w.indices = []bounded{{"%i", randomGrid - 1}}
	w.statements()
	for range 4 {
		w.store()
	}
	w.line("}\nreturn\n}\n}")
	return w.b.String()
}

func (w *kernelWriter) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

func (w *kernelWriter) name() string {
	w.names++
	return fmt.Sprintf("%%v%d", w.names)
}

func pickOf[T any](rng *rand.Rand, of ...T) T { return of[rng.IntN(len(of))] }

// typeName returns the name of the element type or, if vec is set, of a vector of such elements.
func (w *kernelWriter) typeName(elem string, vec bool) string {
	if vec {
		return fmt.Sprintf("vector<%dx%s>", w.lanes, elem)
	}
	return elem
}

func (w *kernelWriter) anyVec() bool { return w.lanes > 0 && w.rng.IntN(3) > 0 }

// define writes "name = text" and returns the new value, which is now in scope.
func (w *kernelWriter) define(elem string, vec bool, format string, args ...any) typed {
	v := typed{w.name(), elem, vec}
	w.line("%s = %s", v.name, fmt.Sprintf(format, args...))
	w.values = append(w.values, v)
	return v
}

// value returns a value of a type: one that is in scope, or a new one.
func (w *kernelWriter) value(elem string, vec bool) typed {
	var have []typed
	for _, v := range w.values {
		if v.elem == elem && v.vec == vec {
			have = append(have, v)
		}
	}
	if len(have) > 0 && w.rng.IntN(8) > 0 {
		return have[max(w.rng.IntN(len(have)), w.rng.IntN(len(have)))]
	}
	if w.rng.IntN(4) == 0 {
		return w.constant(elem, vec)
	}
	return w.load(elem, vec)
}

func (w *kernelWriter) constant(elem string, vec bool) typed {
	one := func() string {
		switch {
		case elem == "i1":
			return pickOf(w.rng, "true", "false")
		case isFloat(elem):
			return pickOf(w.rng, "0.0", "-0.0", "1.0", "-2.5", "3.0e-3", "1.5e4", "7.0")
		case elem == "i8":
			return fmt.Sprint(int8(w.rng.Uint32()))
		}
		return fmt.Sprint(pickOf(w.rng, 0, 1, -1, 7, 100, int(int16(w.rng.Uint32()))))
	}
	t := w.typeName(elem, vec)
	switch {
	case !vec && elem == "i1":
		return w.define(elem, vec, "arith.constant %s", one())
	case !vec:
		return w.define(elem, vec, "arith.constant %s : %s", one(), t)
	case w.rng.IntN(3) > 0 || w.lanes == 1:
		return w.define(elem, vec, "arith.constant dense<%s> : %s", one(), t)
	}
	var all []string
	for range w.lanes {
		all = append(all, one())
	}
	return w.define(elem, vec, "arith.constant dense<[%s]> : %s", strings.Join(all, ", "), t)
}

func isFloat(elem string) bool { return strings.Contains(elem, "f") }

// index writes the computation of an index in [0, most], and returns the name of the index. most is
// at least 0.
func (w *kernelWriter) index(most int) string {
	sum, left := w.name(), most
	w.line("%s = arith.constant %d : index", sum, w.rng.IntN(most+1)/2)
	left -= most / 2
	for range w.rng.IntN(3) {
		x := w.indices[w.rng.IntN(len(w.indices))]
		coeff := pickOf(w.rng, 1, 1, 2, 3, 4, 8, 12)
		if x.most*coeff > left {
			continue
		}
		left -= x.most * coeff
		c, p, s := w.name(), w.name(), w.name()
		w.line("%s = arith.constant %d : index\n%s = arith.muli %s, %s : index\n%s = arith.addi %s, %s : index", c, coeff, p, x.name, c, s, sum, p)
		sum = s
	}
	return sum
}

// at writes the computation of an index from which n elements of this iteration's region can be
// accessed, and returns the name of the index.
func (w *kernelWriter) at(n int) string {
	x, s := w.index(regionSize-n), w.name()
	w.line("%s = arith.addi %%base, %s : index", s, x)
	return s
}

func (w *kernelWriter) load(elem string, vec bool) typed {
	buffer := fmt.Sprintf("memref<%dx%s>", bufferSize, elem)
	if !vec {
		return w.define(elem, vec, "memref.load %%in%s[%s] : %s", elem, w.index(bufferSize-1), buffer)
	}
	t, n := w.typeName(elem, true), w.lanes
	switch w.rng.IntN(5) {
	case 0:
		m, p := w.value("i1", true), w.value(elem, true)
		at := w.index(bufferSize - n)
		return w.define(elem, vec, "vector.maskedload %%in%s[%s], %s, %s : %s, %s, %s into %s", elem, at, m.name, p.name, buffer, w.typeName("i1", true), t, t)
	case 1:
		return w.gather(elem)
	}
	at := w.index(bufferSize - n)
	return w.define(elem, vec, "vector.load %%in%s[%s] : %s, %s", elem, at, buffer, t)
}

func (w *kernelWriter) gather(elem string) typed {
	t, it := w.typeName(elem, true), w.typeName("index", true)
	x, c, on := w.value("index", true), w.name(), w.name()
	w.line("%s = arith.constant dense<63> : %s", c, it)
	index := w.define("index", true, "arith.andi %s, %s : %s", x.name, c, it)
	pass := w.value(elem, true)
	w.line("%s = arith.constant dense<true> : %s", on, w.typeName("i1", true))
	return w.define(elem, true, "vector.gather %%in%s[%s] [%s], %s, %s : memref<%dx%s>, %s, %s, %s into %s",
		elem, w.index(bufferSize-64), index.name, on, pass.name, bufferSize, elem, it, w.typeName("i1", true), t, t)
}

// store writes a store of a value of a random type.
func (w *kernelWriter) store() {
	v := w.someValue()
	buffer := fmt.Sprintf("memref<%dx%s>", bufferSize, v.elem)
	switch {
	case !v.vec:
		w.line("memref.store %s, %%out%s[%s] : %s", v.name, v.elem, w.at(1), buffer)
	case w.rng.IntN(3) == 0:
		m := w.value("i1", true)
		at := w.at(w.lanes)
		w.line("vector.maskedstore %%out%s[%s], %s, %s : %s, %s, %s", v.elem, at, m.name, v.name, buffer, w.typeName("i1", true), w.typeName(v.elem, true))
	default:
		at, attrs := w.at(w.lanes), ""
		if w.rng.IntN(2) == 0 {
			attrs = " {nontemporal = true}"
		}
		if w.rng.IntN(2) == 0 {
			at = "%base" // aligned for vectors of any type
		}
		w.line("vector.store %s, %%out%s[%s]%s : %s, %s", v.name, v.elem, at, attrs, buffer, w.typeName(v.elem, true))
	}
}

// someValue returns a random value in scope. Later values are more likely. Sometimes it returns a
// new value of a random type.
func (w *kernelWriter) someValue() typed {
	if len(w.values) == 0 || w.rng.IntN(10) == 0 {
		return w.value(elementTypes[w.rng.IntN(len(elementTypes))], w.anyVec())
	}
	n := len(w.values)
	return w.values[max(w.rng.IntN(n), w.rng.IntN(n))]
}

// statements writes statements until the budget is spent. In a loop or branch, it may stop earlier.
func (w *kernelWriter) statements() {
	for w.budget > 0 {
		w.budget--
		switch k := w.rng.IntN(40); {
		case k < 3 && w.depth < 3:
			w.loop()
		case k < 5 && w.depth < 4:
			w.branch()
		case k < 7:
			w.store()
		case k == 7:
			elem := elementTypes[w.rng.IntN(len(elementTypes))]
			w.line("memref.prefetch %%in%s[%s], read, locality<3>, data : memref<%dx%s>", elem, w.index(4*bufferSize), bufferSize, elem)
		case k == 8 && w.depth > 0:
			return
		default:
			w.operation()
		}
	}
}

// The method named inside calls f to write a block. The values of the block are in scope only in f.
func (w *kernelWriter) inside(f func()) {
	values, indices := len(w.values), len(w.indices)
	w.depth++
	f()
	w.depth--
	w.values, w.indices = w.values[:values], w.indices[:indices]
}

// yields returns an scf.yield of values of the given types.
func (w *kernelWriter) yields(of []typed) string {
	if len(of) == 0 {
		return "scf.yield"
	}
	var names, types []string
	for _, t := range of {
		names = append(names, w.value(t.elem, t.vec).name)
		types = append(types, w.typeName(t.elem, t.vec))
	}
	return fmt.Sprintf("scf.yield %s : %s", strings.Join(names, ", "), strings.Join(types, ", "))
}

// results adds the results of a loop or branch to the values in scope.
func (w *kernelWriter) results(name string, of []typed) {
	for i, t := range of {
		w.values = append(w.values, typed{fmt.Sprintf("%s#%d", name, i), t.elem, t.vec})
	}
}

func (w *kernelWriter) loop() {
	trips := w.rng.IntN(5)
	lo, hi, step := w.name(), w.name(), w.name()
	stride := pickOf(w.rng, 1, 1, 2, 3)
	w.line("%s = arith.constant %d : index\n%s = arith.constant %d : index", lo, w.rng.IntN(3), step, stride)
	limit := trips*stride + w.rng.IntN(2)
	w.line("%s = arith.constant %d : index", hi, limit)
	if w.rng.IntN(2) == 0 { // a bound that is not a constant, and at most hi
		x, m := w.indices[w.rng.IntN(len(w.indices))], w.name()
		w.line("%s = arith.minsi %s, %s : index", m, hi, x.name)
		hi = m
	}
	var carried []typed
	var inits, types []string
	name, iv := w.name(), w.name()
	for range w.rng.IntN(5) {
		v := w.someValue()
		carried = append(carried, v)
		inits = append(inits, v.name)
		types = append(types, w.typeName(v.elem, v.vec))
	}
	head := ""
	var args []string
	for i := range carried {
		args = append(args, fmt.Sprintf("%sa%d = %s", iv, i, inits[i]))
	}
	if len(carried) > 0 {
		head = fmt.Sprintf(" iter_args(%s) -> (%s)", strings.Join(args, ", "), strings.Join(types, ", "))
		w.line("%s:%d = scf.for %s = %s to %s step %s%s {", name, len(carried), iv, lo, hi, step, head)
	} else {
		w.line("scf.for %s = %s to %s step %s {", iv, lo, hi, step)
	}
	w.inside(func() {
		w.indices = append(w.indices, bounded{iv, max(limit, 2)})
		for i, c := range carried {
			w.values = append(w.values, typed{fmt.Sprintf("%sa%d", iv, i), c.elem, c.vec})
		}
		w.statements()
		w.line("%s\n}", w.yields(carried))
	})
	w.results(name, carried)
}

func (w *kernelWriter) branch() {
	cond := w.value("i1", false)
	if w.rng.IntN(2) == 0 {
		elem := pickOf(w.rng, "i8", "i32", "i64", "index")
		cond = w.compare(elem, false)
	}
	var results []typed
	var types []string
	for range w.rng.IntN(3) {
		v := w.someValue()
		results = append(results, v)
		types = append(types, w.typeName(v.elem, v.vec))
	}
	name := w.name()
	if len(results) > 0 {
		w.line("%s:%d = scf.if %s -> (%s) {", name, len(results), cond.name, strings.Join(types, ", "))
	} else {
		w.line("scf.if %s {", cond.name)
	}
	w.inside(func() { w.statements(); w.line("%s", w.yields(results)) })
	if len(results) > 0 || w.rng.IntN(2) == 0 {
		w.line("} else {")
		w.inside(func() { w.statements(); w.line("%s", w.yields(results)) })
	}
	w.line("}")
	w.results(name, results)
}

package kernelverify

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// writer makes random kernels. They read buffer %x and write buffer %o, which have one or two
// dimensions. Buffer %n holds indices.
type writer struct {
	rng    *rand.Rand
	b      strings.Builder
	names  int
	index  []string // values of type index that are in scope
	affine bool     // write only sums, differences and multiples of loop variables
	ranks  [2]int
	grid   int64
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.b, format+"\n", args...)
}

func (w *writer) name() string {
	w.names++
	return fmt.Sprintf("%%v%d", w.names)
}

// pick returns a random value in scope. It prefers recent values.
func (w *writer) pick() string {
	n := len(w.index)
	if w.rng.IntN(2) == 0 {
		return w.index[n-1-w.rng.IntN(min(n, 4))]
	}
	return w.index[w.rng.IntN(n)]
}

func (w *writer) constant(c int64) string {
	v := w.name()
	w.line("%s = arith.constant %d : index", v, c)
	return v
}

func (w *writer) small() string { return w.constant(int64(w.rng.IntN(12)) - 1) }

// value writes an operation on indices, and returns its result.
func (w *writer) value() string {
	x, y, v := w.pick(), w.pick(), ""
	kinds := 12
	if w.affine {
		kinds = 4
	}
	op := func(name, x, y string) { v = w.name(); w.line("%s = arith.%s %s, %s : index", v, name, x, y) }
	switch w.rng.IntN(kinds) {
	case 0, 1:
		op([]string{"addi", "subi"}[w.rng.IntN(2)], x, y)
	case 2:
		op("addi", x, w.small())
	case 3:
		op("muli", x, w.small())
	case 4, 5:
		op([]string{"minsi", "maxsi", "minui", "maxui"}[w.rng.IntN(4)], x, []string{y, w.small()}[w.rng.IntN(2)])
	case 6, 7:
		op([]string{"divsi", "divui", "remsi", "remui"}[w.rng.IntN(4)], x, w.constant(1+int64(w.rng.IntN(6))))
	case 8:
		op([]string{"andi", "ori", "shli", "shrui", "shrsi"}[w.rng.IntN(5)], x, w.constant(int64(w.rng.IntN(8))))
	case 9:
		c := w.condition()
		v = w.name()
		w.line("%s = arith.select %s, %s, %s : index", v, c, x, y)
	case 10:
		v = w.narrowed(x)
	case 11:
		at := w.constant(int64(w.rng.IntN(4)))
		v = w.name()
		w.line("%s = memref.load %%n[%s] : memref<4xindex>", v, at)
	}
	w.index = append(w.index, v)
	return v
}

// narrowed casts a value to a smaller type and back.
func (w *writer) narrowed(x string) string {
	t := []string{"i8", "i32"}[w.rng.IntN(2)]
	a, v := w.name(), w.name()
	w.line("%s = arith.index_cast %s : index to %s", a, x, t)
	w.line("%s = arith.index_cast%s %s : %s to index", v, []string{"", "ui"}[w.rng.IntN(2)], a, t)
	return v
}

func (w *writer) condition() string {
	x, y, v := w.pick(), w.pick(), w.name()
	if w.rng.IntN(2) == 0 {
		y = w.small()
	}
	p := []string{"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"}[w.rng.IntN(10)]
	w.line("%s = arith.cmpi %s, %s, %s : index", v, p, x, y)
	if w.rng.IntN(4) > 0 {
		return v
	}
	other, both := w.condition(), w.name()
	w.line("%s = arith.%s %s, %s : i1", both, []string{"andi", "ori"}[w.rng.IntN(2)], v, other)
	return both
}

// inside calls f. The values that f defines then go out of scope.
func (w *writer) inside(f func()) {
	n := len(w.index)
	f()
	w.index = w.index[:n]
}

// statement writes an access, a loop, or a branch.
func (w *writer) statement(depth int) {
	for range w.rng.IntN(3) {
		w.value()
	}
	kind := w.rng.IntN(6)
	switch {
	case depth > 0 && kind < 3:
		w.loop(depth)
	case depth > 0 && kind == 3 && !w.affine:
		c := w.condition()
		w.line("scf.if %s {", c)
		w.inside(func() { w.statement(depth - 1) })
		if w.rng.IntN(2) == 0 {
			w.line("} else {")
			w.inside(func() { w.statement(depth - 1) })
		}
		w.line("}")
	default:
		w.access()
	}
}

func (w *writer) loop(depth int) {
	lo, hi := w.constant(int64(w.rng.IntN(3))), w.constant(int64(w.rng.IntN(9)))
	if !w.affine && w.rng.IntN(2) == 0 {
		lo, hi = w.value(), w.value()
	}
	step, i := w.constant(1+int64(w.rng.IntN(4))), w.name()
	if w.affine || w.rng.IntN(3) > 0 {
		w.line("scf.for %s = %s to %s step %s {", i, lo, hi, step)
		w.inside(func() {
			w.index = append(w.index, i)
			w.statement(depth - 1)
			w.statement(depth - 1)
		})
		w.line("}")
		return
	}
	c, out, begin := w.name(), w.name(), w.pick()
	w.line("%s = scf.for %s = %s to %s step %s iter_args(%s = %s) -> (index) {", out, i, lo, hi, step, c, begin)
	w.inside(func() {
		w.index = append(w.index, i, c)
		w.statement(depth - 1)
		next := w.name()
		if w.rng.IntN(2) == 0 {
			w.line("%s = arith.addi %s, %s : index", next, c, w.small())
		} else {
			next = w.pick()
		}
		w.line("scf.yield %s : index", next)
	})
	w.line("}")
	w.index = append(w.index, out)
}

// access writes a load or store. Instead of the buffer's type it writes SIZE0 or SIZE1, which the
// function sized replaces.
func (w *writer) access() {
	b := w.rng.IntN(2)
	at := make([]string, w.ranks[b])
	types := ""
	for d := range at {
		at[d] = w.pick()
		types += ", index"
	}
	buffer, list := []string{"%x", "%o"}[b], strings.Join(at, ", ")
	size := fmt.Sprintf("SIZE%d", b)
	switch kind := w.rng.IntN(8); {
	case kind < 4 && b == 0:
		w.line("%s = memref.load %s[%s] : %s", w.name(), buffer, list, size)
	case kind < 4:
		w.line("memref.store %%zero, %s[%s] : %s", buffer, list, size)
	case kind < 6 && b == 0:
		w.line("%s = \"vector.load\"(%s, %s) : (%s%s) -> vector<4xf32>", w.name(), buffer, list, size, types)
	case kind < 6:
		w.line("\"vector.store\"(%%zeros, %s, %s) : (vector<4xf32>, %s%s) -> ()", buffer, list, size, types)
	case kind == 6 && b == 0:
		v, s := w.name(), w.name()
		w.line("%s = \"vector.broadcast\"(%s) : (index) -> vector<4xindex>", v, w.pick())
		w.line("%s = arith.%s %s, %%lanes : vector<4xindex>", s, []string{"addi", "muli", "subi", "minsi", "remui"}[w.rng.IntN(4)], v)
		w.line("%s = \"vector.gather\"(%s, %s, %s, %%on, %%zeros) : (%s%s, vector<4xindex>, vector<4xi1>, vector<4xf32>) -> vector<4xf32>",
			w.name(), buffer, list, s, size, types)
	default:
		m := w.name()
		w.line("%s = \"vector.create_mask\"(%s) : (index) -> vector<4xi1>", m, w.pick())
		if b == 0 {
			w.line("%s = \"vector.maskedload\"(%s, %s, %s, %%zeros) : (%s%s, vector<4xi1>, vector<4xf32>) -> vector<4xf32>", w.name(), buffer, list, m, size, types)
		} else {
			w.line("\"vector.maskedstore\"(%s, %s, %s, %%zeros) : (%s%s, vector<4xi1>, vector<4xf32>) -> ()", buffer, list, m, size, types)
		}
	}
}

// kernel writes a module with one kernel, which usually has a loop over its slice.
func (w *writer) kernel() string {
	w.index = []string{"%lo", "%hi", "%c1"}
	w.line("%%c1 = arith.constant 1 : index")
	w.line("%%zero = arith.constant 0.0 : f32")
	w.line("%%zeros = arith.constant dense<0.0> : vector<4xf32>")
	w.line("%%on = arith.constant dense<true> : vector<4xi1>")
	w.line("%%lanes = \"vector.step\"() : () -> vector<4xindex>")
	switch kind := w.rng.IntN(6); {
	case kind < 3:
		w.over("%lo", "%hi")
	case kind < 5:
		// A loop over vectors, and a loop over the remaining elements.
		v := w.constant(w.rng.Int64N(w.grid + 1))
		w.line("%%end = arith.minsi %%hi, %s : index", v)
		w.line("%%begin = arith.maxsi %%lo, %s : index", v)
		w.over("%lo", "%end")
		w.over("%begin", "%hi")
	case w.affine:
		w.over("%lo", "%hi")
	default:
		w.statement(3)
		w.statement(2)
	}
	body := w.b.String()
	return fmt.Sprintf(`func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}
func.func private @k(%%x: SIZE0, %%o: SIZE1, %%n: memref<4xindex>, %%lo: index, %%hi: index)
    attributes {kernel.grid = %d : index, kernel.writes = array<i64: 1>, kernel.lanes = 4 : i64} {
%sreturn
}
`, w.grid, body)
}

// over writes a loop over a part of the slice.
func (w *writer) over(lo, hi string) {
	g := w.name()
	w.line("scf.for %s = %s to %s step %%c1 {", g, lo, hi)
	w.index = []string{g, "%c1"}
	w.statement(3)
	w.statement(2)
	w.line("}")
	w.index = []string{"%lo", "%hi", "%c1"}
}

// sized replaces SIZE0 and SIZE1 by the types of buffers with these shapes.
func sized(text string, shapes [2][]int64) string {
	for b, shape := range shapes {
		s := "memref<"
		for _, n := range shape {
			s += fmt.Sprintf("%dx", n)
		}
		text = strings.ReplaceAll(text, fmt.Sprintf("SIZE%d", b), s+"f32>")
	}
	return text
}

// kernelOf parses a module and returns it with its only kernel.
func kernelOf(t *testing.T, text string) (ir.Module, *kernel) {
	m := parse(t, diag.NewSource("random.mlir", []byte(text)))
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && f.SymName() == "k" {
			v := &verifier{}
			if k := v.signature(f); k != nil {
				return m, k
			}
			t.Fatal(v.errs.Err())
		}
	}
	panic("no kernel")
}

// ran has the observations from running a kernel on all slices of its grid.
type ran struct {
	least, most                 map[int][]int64
	outside, undefined, meeting bool
}

// run executes k on every slice; ok is false if that takes too long.
func run(k *kernel, seed uint64) (r ran, ok bool) {
	m := &machine{least: map[int][]int64{}, most: map[int][]int64{}, rng: rand.New(rand.NewPCG(seed, 1))}
	type touched struct {
		lo, hi        int64
		reads, writes map[place2]bool
	}
	var all []touched
	for lo := range k.grid {
		for hi := lo + 1; hi <= k.grid; hi++ {
			if !m.execute(k, lo, hi) {
				return r, false
			}
			all = append(all, touched{lo, hi, m.reads, m.writes})
		}
	}
	for _, a := range all {
		for _, b := range all {
			if a.hi <= b.lo || b.hi <= a.lo {
				for p := range a.writes {
					r.meeting = r.meeting || b.writes[p] || b.reads[p]
				}
			}
		}
	}
	r.least, r.most, r.outside, r.undefined = m.least, m.most, m.outside, m.undefined
	return r, true
}

// tally counts random programs.
type tally struct{ accepted, right, affineAccepted, affineRight int }

func (c *tally) String() string {
	return fmt.Sprintf("%d of %d correct programs accepted, and %d of %d correct affine programs",
		c.accepted, c.right, c.affineAccepted, c.affineRight)
}

// TestRandom writes random kernels and runs them. A kernel that the verifier accepts never accesses
// memory outside its buffers, or an element that another slice writes. None of its results is
// undefined.
func TestRandom(t *testing.T) {
	count := 800
	if testing.Short() {
		count = 200
	}
	var c tally
	for seed := range count {
		rng := rand.New(rand.NewPCG(uint64(seed), 7))
		w := &writer{rng: rng, affine: seed%3 == 0, ranks: [2]int{1 + rng.IntN(2), 1 + rng.IntN(2)}, grid: 1 + rng.Int64N(4)}
		text := w.kernel()
		_, k := kernelOf(t, sized(text, shapesOf(w, nil, 0)))
		if first, ok := run(k, uint64(seed)); ok {
			// Try buffers with exactly enough room for all accessed elements, and smaller buffers.
			for _, less := range []int64{0, 1} {
				c.try(t, sized(text, shapesOf(w, first.most, less)), uint64(seed), w.affine)
			}
		}
	}
	t.Log(&c)
	if c.accepted < c.right/3 || c.affineAccepted < c.affineRight*2/3 {
		t.Errorf("the verifier accepted too few correct programs: %v", &c)
	}
}

// try checks that the verifier accepts program only if runs of it are correct, and counts the
// result. It also checks that no index of a correct affine program is refused.
func (c *tally) try(t *testing.T, program string, seed uint64, affine bool) {
	m, k := kernelOf(t, program)
	err := Module(t.Context(), m)
	bad := false
	for again := range uint64(3) {
		r, ok := run(k, seed*7+again)
		bad = bad || ok && (r.outside || r.meeting || r.undefined)
	}
	if err == nil && bad {
		t.Fatalf("seed %d: the verifier accepted an incorrect program:\n%s", seed, program)
	}
	if err == nil {
		c.accepted++
	}
	if bad {
		return
	}
	c.right++
	if !affine {
		return
	}
	c.affineRight++
	if err == nil {
		c.affineAccepted++
	} else if strings.Contains(err.Error(), "must be in") {
		t.Errorf("seed %d: the verifier refused a correct affine program: %v\n%s", seed, err, program)
	}
}

// shapesOf returns the smallest shapes of buffers that hold all accessed elements. It then
// subtracts the parameter less from each extent. A buffer without an entry in the map "most" has
// the extent 50 in each dimension.
func shapesOf(w *writer, most map[int][]int64, less int64) [2][]int64 {
	var shapes [2][]int64
	for b := range shapes {
		shapes[b] = slices.Repeat([]int64{50}, w.ranks[b])
		for d := range shapes[b] {
			if most[b] != nil {
				shapes[b][d] = max(min(most[b][d], 1<<20)+1-less, 1)
			}
		}
	}
	return shapes
}

package kernelverify

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/lathe-ir/lathe/ir"
)

// extreme returns a number near an end of the range of int64, near a quotient of it, or near 0.
func extreme(rng *rand.Rand) int64 {
	base := []int64{math.MaxInt64, math.MinInt64, math.MaxInt64 / (2 + rng.Int64N(4)), math.MinInt64 / (2 + rng.Int64N(4)), 1 << rng.IntN(63), 0}[rng.IntN(6)]
	return base + rng.Int64N(20) - 10 // may wrap around
}

// ranged writes operations on numbers that are loaded from %n and then limited to a range. The
// constants of these operations are extreme.
func (w *writer) ranged() {
	at := w.constant(int64(w.rng.IntN(4)))
	x, a, b := w.name(), w.name(), w.name()
	w.line("%s = memref.load %%n[%s] : memref<4xindex>", x, at)
	lo := extreme(w.rng)
	hi := lo + w.rng.Int64N(1<<w.rng.IntN(62))
	w.line("%s = arith.maxsi %s, %s : index", a, x, w.constant(lo))
	w.line("%s = arith.minsi %s, %s : index", b, a, w.constant(max(lo, hi)))
	w.index = append(w.index, b)
}

// near writes a number that is close to a value in scope.
func (w *writer) near() {
	y, at := w.pick(), w.constant(int64(w.rng.IntN(4)))
	x, least, a, b := w.name(), w.name(), w.name(), w.name()
	w.line("%s = memref.load %%n[%s] : memref<4xindex>", x, at)
	w.line("%s = arith.subi %s, %s : index", least, y, w.constant(w.rng.Int64N(100)))
	w.line("%s = arith.maxsi %s, %s : index", a, x, least)
	w.line("%s = arith.minsi %s, %s : index", b, a, y)
	w.index = append(w.index, b)
}

// joined writes an scf.if with a result.
func (w *writer) joined() {
	c, v := w.condition(), w.name()
	w.line("%s = scf.if %s -> (index) {", v, c)
	w.inside(func() { w.line("scf.yield %s : index", w.arithmetic()) })
	w.line("} else {")
	w.inside(func() { w.line("scf.yield %s : index", w.arithmetic()) })
	w.line("}")
	w.index = append(w.index, v)
}

// arithmetic writes an operation on indices, sometimes with an extreme constant.
func (w *writer) arithmetic() string {
	if w.rng.IntN(3) > 0 {
		return w.value()
	}
	v := w.name()
	op := []string{"addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "minui", "maxui", "andi"}[w.rng.IntN(10)]
	c := extreme(w.rng)
	if c <= 0 && op[0] != 'a' && op[0] != 's' && op[0] != 'm' {
		c = 1 - max(c, -math.MaxInt64)
	}
	w.line("%s = arith.%s %s, %s : index", v, op, w.pick(), w.constant(c))
	w.index = append(w.index, v)
	return v
}

// straight writes a module with one kernel that computes numbers without loops.
func (w *writer) straight() string {
	w.index = []string{"%c1"}
	w.line("%%c1 = arith.constant 1 : index")
	for range 2 + w.rng.IntN(2) {
		w.ranged()
	}
	for range 4 + w.rng.IntN(10) {
		switch w.rng.IntN(6) {
		case 0:
			w.near()
		case 1:
			w.joined()
		default:
			w.arithmetic()
		}
	}
	return fmt.Sprintf(`func.func @main() attributes {kernel.host, kernel.results = 0 : i64} {
  return
}
func.func private @k(%%n: memref<4xindex>, %%lo: index, %%hi: index) attributes {kernel.grid = 1 : index, kernel.writes = array<i64>} {
%sreturn
}
`, w.b.String())
}

// TestRanges compares what the verifier proves about numbers, up to the ends of the range of int64,
// with the numbers of runs: each number must be in its range, and proved inequalities must hold.
// LATHE_SWEEP=1 tries 200,000 programs instead of 3,000.
func TestRanges(t *testing.T) {
	count := 3000
	if os.Getenv("LATHE_SWEEP") != "" {
		count = 200_000
	}
	proved := 0
	for seed := range count {
		rng := rand.New(rand.NewPCG(uint64(seed), 11))
		w := &writer{rng: rng}
		text := w.straight()
		_, k := kernelOf(t, text)
		e := &env{v: &verifier{}, k: k, values: map[*ir.Value]form{}, divisions: map[string]int{}}
		e.slice = e.add(atom{lo: 0, hi: 0})
		e.add(atom{lo: 1, hi: 1})
		e.lane = e.add(atom{lo: 0, hi: 0, perLane: true})
		e.block(k.Entry())
		if len(e.v.errs) > 0 {
			continue // an undefined result
		}
		var numbers []*ir.Value
		for op := range k.Entry().Ops() {
			if op.NumResults() == 1 && op.Result().Type().IsIndex() {
				numbers = append(numbers, op.Result())
			}
		}
		for again := range uint64(8) {
			m := &machine{least: map[int][]int64{}, most: map[int][]int64{}, rng: rand.New(rand.NewPCG(uint64(seed), again))}
			if !m.execute(k, 0, 1) {
				t.Fatal("the program is too long")
			}
			for i, v := range numbers {
				x := m.scalar(v)
				if lo, hi := e.span(e.form(v), 64); x < lo || x > hi {
					t.Fatalf("seed %d: %s is %d, but is proved to be in [%d, %d], in\n%s", seed, v.Def(), x, lo, hi, text)
				}
				u := numbers[(i*7+int(again))%len(numbers)]
				if e.lessEqual(e.form(u), e.form(v)) {
					if proved++; m.scalar(u) > x {
						t.Fatalf("seed %d: %d is proved to be at most %d, in\n%s\n%s\n%s", seed, m.scalar(u), x, u.Def(), v.Def(), text)
					}
				}
			}
		}
	}
	if proved < 10*count {
		t.Errorf("only %d inequalities were proved", proved)
	}
}

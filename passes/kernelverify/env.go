package kernelverify

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/ir"
)

// env interprets a kernel: integers become forms (see [form]). The form of a vector describes each
// lane. Values are interpreted as signed.
type env struct {
	facts
	v *verifier
	k *kernel

	values    map[*ir.Value]form
	divisions map[string]int // atoms of quotients and remainders, by dividend and divisor
	made      []string       // keys of divisions, oldest first

	slice   int  // the atom of the start of the slice; the next atom is its end
	inGrid  bool // inside a loop over the slice or a part of it
	lane    int  // the atom of the lane index
	trial   int  // > 0: interpreting a loop's body only to learn about carried values; no errors are reported
	touches []touch
}

// interpret checks the addresses of kernel k and, if v.bounds is false, that its iterations are
// independent. It checks nothing if the grid is empty, since the kernel never runs.
func (v *verifier) interpret(k *kernel) {
	if k.grid == 0 {
		return
	}
	e := &env{v: v, k: k, values: map[*ir.Value]form{}, divisions: map[string]int{}}
	e.budget = v.budget
	n := k.grid
	e.slice = e.add(atom{lo: 0, hi: n - 1})
	past := e.add(atom{lo: 1, hi: n, lower: []bound{{form{1, ofAtom(e.slice).terms}, 1}}})
	e.lane = e.add(atom{lo: 0, hi: max(k.lanes, 1) - 1, perLane: true})
	e.values[k.lo], e.values[k.hi] = ofAtom(e.slice), ofAtom(past)
	e.block(k.Entry())
	if !v.bounds {
		e.independent()
	}
}

// bitsOf returns the width of an integer, or of the elements of a shaped type; ok is false for
// memrefs and for elements that are not integers of at most 64 bits.
func bitsOf(t ir.Type) (bits int, ok bool) {
	if ir.IsType[*ir.MemRefType](t) {
		return 0, false
	}
	if t.Elem().IsIndex() {
		return 64, true
	}
	d, ok := ir.TypeAs[*ir.IntType](t.Elem())
	if !ok || d.Bits > 64 {
		return 0, false
	}
	return int(d.Bits), true
}

// rangeOf returns the range of signed integers of a width.
func rangeOf(bits int) (lo, hi int64) {
	return math.MinInt64 >> (64 - bits), math.MaxInt64 >> (64 - bits)
}

// form returns the value of v.
func (e *env) form(v *ir.Value) form {
	if f, ok := e.values[v]; ok {
		return f
	}
	f := e.unknown(v.Type())
	e.values[v] = f
	return f
}

// unknown returns a new value of type t about which nothing is known.
func (e *env) unknown(t ir.Type) form {
	bits, ok := bitsOf(t)
	if !ok {
		panic("kernelverify: BUG: no integer")
	}
	lo, hi := rangeOf(bits)
	return e.between(lo, hi, isVector(t))
}

// between returns a new value in [lo, hi].
func (e *env) between(lo, hi int64, perLane bool) form {
	if lo == hi {
		return constant(lo)
	}
	return ofAtom(e.add(atom{lo: lo, hi: hi, perLane: perLane}))
}

func isVector(t ir.Type) bool { return ir.IsType[*ir.VectorType](t) }

// perLane reports whether the value of f may differ between lanes.
func (e *env) perLane(f form) bool {
	for _, t := range f.terms {
		if e.atoms[t.atom].perLane {
			return true
		}
	}
	return false
}

// span returns a range of f within the range of signed integers of the given width.
func (e *env) span(f form, bits int) (lo, hi int64) {
	lo, hi = rangeOf(bits)
	if v, ok := e.min(f); ok {
		lo = max(lo, v)
	}
	if v, ok := e.max(f); ok {
		hi = min(hi, v)
	}
	return lo, hi
}

// fit returns f if ok is true and the computation of f in the width of t cannot wrap around.
// Otherwise it returns an unknown number.
func (e *env) fit(f form, ok bool, t ir.Type) form {
	bits, _ := bitsOf(t)
	lo, hi := rangeOf(bits)
	if !ok || !e.atMost(f, hi) || !e.atLeast(f, lo) {
		return e.unknown(t)
	}
	return f
}

// constantInt returns the value of v if it is an integer constant or a splat.
func constantInt(v *ir.Value) (c int64, ok bool) {
	k, ok := ir.Defining[arith.Constant](v)
	if !ok {
		return 0, false
	}
	a := k.Value()
	if d, ok := ir.AttrAs[*ir.DenseElements](a); ok {
		one, splat := d.Splat()
		if !splat || d.Type.Kind().IsFloat() {
			return 0, false
		}
		return signed(one.Int(0), v.Type()), true
	}
	if c, ok = a.Int(); !ok {
		return 0, false
	}
	return signed(c, v.Type()), true
}

// signed reads the low bits of c as a signed number of type t.
func signed(c int64, t ir.Type) int64 {
	bits, ok := bitsOf(t)
	if !ok {
		return c
	}
	return c << (64 - bits) >> (64 - bits)
}

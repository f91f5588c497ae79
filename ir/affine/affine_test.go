package affine

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func mustMap(t *testing.T, text string) Map {
	t.Helper()
	m, err := ParseMap(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return m
}

func TestSimplify(t *testing.T) {
	d0, d1, s0 := Dim(0), Dim(1), Sym(0)
	for _, c := range []struct {
		got  Expr
		want string
	}{
		{Expr{}, "0"},
		{Add(Const(2), d0), "d0 + 2"},
		{Add(s0, d0), "d0 + s0"},
		{Add(Add(d0, Const(2)), d1), "d0 + d1 + 2"},
		{Sub(d0, d0), "0"},
		{Sub(d0, Add(d1, Const(-3))), "d0 - (d1 - 3)"},
		{Add(Mul(d0, Const(2)), d0), "d0 * 3"},
		{Mul(Mul(d0, Const(2)), s0), "(d0 * s0) * 2"},
		{Mul(s0, Add(d0, Const(1))), "(d0 + 1) * s0"},
		{Neg(Add(d0, d1)), "-(d0 + d1)"},
		{Sub(d0, Mul(FloorDiv(d0, Const(4)), Const(4))), "d0 mod 4"},
		{Sub(d0, Mul(FloorDiv(d0, s0), s0)), "d0 mod s0"},
		{FloorDiv(Add(Mul(d0, Const(6)), d1), Const(3)), "d0 * 2 + d1 floordiv 3"},
		{CeilDiv(Mul(d0, Const(-6)), Const(3)), "d0 * -2"},
		{Mod(Mod(d0, Const(6)), Const(3)), "d0 mod 3"},
		{Mod(Add(Mul(d0, Const(4)), Const(5)), Const(4)), "1"},
		{Mod(d0, Const(0)), "d0 mod 0"},
		{FloorDiv(Const(math.MinInt64), Const(-1)), "(-9223372036854775807 - 1) floordiv -1"},
		{Add(Const(math.MaxInt64), Const(1)), "9223372036854775807 + 1"},
		{Add(Const(math.MinInt64), Const(math.MinInt64)), "(-9223372036854775807 - 1) + (-9223372036854775807 - 1)"},
		{Add(Const(math.MinInt64), Const(math.MaxInt64)), "-1"},
		{Add(d0, Mul(FloorDiv(d0, Const(math.MinInt64)), Const(math.MinInt64))), "d0 + (d0 floordiv (-9223372036854775807 - 1)) * (-9223372036854775807 - 1)"},
		{Mul(Const(math.MaxInt64), Const(2)), "9223372036854775807 * 2"},
		{Mul(d0, d1), "d0 * d1"},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if Add(d0, s0) != Add(s0, d0) {
		t.Error("d0 + s0 and s0 + d0 are different expressions")
	}
}

func TestFoldBounds(t *testing.T) {
	for text, want := range map[string]string{
		"(d0 mod 4) floordiv 4":                        "0",
		"(d0 mod 5) floordiv 4":                        "(d0 mod 5) floordiv 4",
		"d0 + (d1 mod 6) floordiv 6":                   "d0",
		"(d0 mod 4) mod 8":                             "d0 mod 4",
		"(d0 mod 4 + 5) mod 8":                         "(d0 mod 4 + 5) mod 8",
		"(d0 mod 4 - 1) mod 8":                         "(d0 mod 4 - 1) mod 8",
		"(d0 mod 4 - 5) floordiv 5":                    "-1",
		"(d0 mod 4 - 4) ceildiv 4":                     "(d0 mod 4 - 4) ceildiv 4",
		"(d0 mod 4 + 1) ceildiv 4":                     "1",
		"(d0 mod 4 + (d1 mod 5) * 4) floordiv 20":      "0",
		"(d0 mod 4 + (d1 mod 5) * 4) floordiv 19":      "(d0 mod 4 + (d1 mod 5) * 4) floordiv 19",
		"((d0 mod 4) * -2 + 7) mod 8":                  "(d0 mod 4) * -2 + 7",
		"((d0 mod 9) floordiv 2) floordiv 4":           "((d0 mod 9) floordiv 2) floordiv 4",
		"((d0 mod 8) floordiv 2) floordiv 4":           "0",
		"((d0 mod 4) floordiv 4 + d1 mod 3) mod 3":     "d1 mod 3",
		"(d0 mod 4) floordiv -4":                       "(d0 mod 4) floordiv -4",
		"(d0 mod s0) floordiv s0":                      "(d0 mod s0) floordiv s0",
		"(d0 mod 4 + 9223372036854775807) floordiv 64": "(d0 mod 4 + 9223372036854775807) floordiv 64",
	} {
		got := mustMap(t, "(d0, d1)[s0] -> ("+text+")").Results[0].FoldBounds()
		if got.String() != want {
			t.Errorf("%s: got %s, expected %s", text, got, want)
		}
	}
}

func TestQueries(t *testing.T) {
	m := mustMap(t, "(d0)[s0] -> (d0 * 6 + s0 * 4, d0 * s0, d0 floordiv s0, -8, d0 mod 4, 0)")
	for i, c := range []struct {
		divisor        uint64
		pure, symbolic bool
	}{{2, true, false}, {1, false, false}, {1, false, false}, {8, true, true}, {1, true, false}, {0, true, true}} {
		e := m.Results[i]
		if e.Divisor() != c.divisor || e.IsPureAffine() != c.pure || e.IsSymbolic() != c.symbolic {
			t.Errorf("%s: got divisor %d, pure %t, symbolic %t, expected %+v", e, e.Divisor(), e.IsPureAffine(), e.IsSymbolic(), c)
		}
	}
	e := m.Results[0]
	if !e.UsesDim(0) || e.UsesDim(1) || !e.UsesSym(0) || e.UsesSym(1) {
		t.Errorf("%s: UsesDim or UsesSym returned a wrong result", e)
	}
	if !e.IsMultipleOf(-2) || e.IsMultipleOf(4) || e.IsMultipleOf(0) {
		t.Errorf("%s: IsMultipleOf returned a wrong result", e)
	}
	if got := e.ShiftDims(0, 2).ShiftSyms(1, 5).String(); got != "d2 * 6 + s0 * 4" {
		t.Errorf("with shifted dimensions and symbols: got %s, expected d2 * 6 + s0 * 4", got)
	}
	if got := Const(math.MinInt64).Divisor(); got != 1<<63 {
		t.Errorf("the smallest int64 has the divisor %d, expected 2⁶³", got)
	}
}

func TestEval(t *testing.T) {
	m := mustMap(t, "(d0, d1)[s0] -> (d0 + d1 * s0, d0 floordiv 4, d0 ceildiv 4, d0 mod 4, d0 floordiv -4, d0 ceildiv -4)")
	got, ok := m.Eval([]int64{-5, 3}, []int64{10})
	if want := []int64{25, -2, -1, 3, 1, 2}; !ok || !slices.Equal(got, want) {
		t.Errorf("got %v, %t, want %v, true", got, ok, want)
	}
	for _, text := range []string{
		"()[s0] -> (1 floordiv s0)", "()[s0] -> (1 ceildiv s0)", "()[s0] -> (1 mod s0)", "(d0) -> (d0)", "()[a, b] -> (b)",
	} {
		if v, ok := mustMap(t, text).Eval(nil, []int64{0}); ok {
			t.Errorf("%s: got the value %v, expected no value", text, v)
		}
	}
}

// raw builds a random expression, and computes its value v at the point dims, syms without
// simplification.
func raw(r *rand.Rand, depth int, dims, syms []int64) (e Expr, v int64, ok bool) {
	if depth == 0 || r.IntN(6) == 0 {
		switch r.IntN(3) {
		case 0:
			i := r.IntN(len(dims))
			return Dim(i), dims[i], true
		case 1:
			i := r.IntN(len(syms))
			return Sym(i), syms[i], true
		}
		c := int64(r.IntN(17) - 8)
		return Const(c), c, true
	}
	x, xv, ok1 := raw(r, depth-1, dims, syms)
	y, yv, ok2 := raw(r, depth-1, dims, syms)
	k := KindAdd + Kind(r.IntN(5))
	if k != KindAdd && !y.IsSymbolic() {
		y, yv = Const(3), 3
	}
	v, ok = Expr{kind: k, operands: binary(k, Dim(0), Dim(1)).operands}.Eval([]int64{xv, yv}, nil)
	return Binary(k, x, y), v, ok && ok1 && ok2
}

// TestSimplifySound checks that simplification does not change values. It may add a value, as in 0
// · (1 mod 0).
func TestSimplifySound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	checked := 0
	for range 20000 {
		dims := []int64{int64(r.IntN(40) - 20), int64(r.IntN(40) - 20)}
		syms := []int64{int64(r.IntN(20) - 10)}
		e, want, ok := raw(r, 4, dims, syms)
		if !ok {
			continue
		}
		checked++
		for _, e := range []Expr{e, e.FoldBounds()} {
			if got, ok := e.Eval(dims, syms); !ok || got != want {
				t.Fatalf("%s with dimensions %v and symbols %v: got %d, %t, expected %d, true", e, dims, syms, got, ok, want)
			}
		}
	}
	if checked < 9000 {
		t.Errorf("%d random expressions had a value, expected at least 9000", checked)
	}
}

func TestMapPredicates(t *testing.T) {
	const identity, minor, permutation, projected, zeros = 1, 2, 4, 8, 16
	for text, want := range map[string]int{
		"() -> ()":                   identity | minor | permutation | projected | zeros,
		"(a, b) -> (a, b)":           identity | minor | permutation | projected | zeros,
		"(a, b)[s] -> (a, b)":        identity,
		"(a, b) -> (b)":              minor | projected | zeros,
		"(a, b) -> (a)":              projected | zeros,
		"(a, b) -> ()":               minor | projected | zeros,
		"(a, b) -> (b, a)":           permutation | projected | zeros,
		"(a, b) -> (a, a)":           0,
		"(a, b) -> (a, 0)":           zeros,
		"(a, b) -> (a, 1)":           0,
		"(a, b) -> (a, b, 0)":        0,
		"(a, b, c) -> (0, c, 0)":     zeros,
		"(a, b) -> (a + b, b)":       0,
		"(a, b, c) -> (c, a, b)":     permutation | projected | zeros,
		"(a)[s] -> (s)":              0,
		"(a, b, c, d) -> (c, d)":     minor | projected | zeros,
		"(a, b) -> (a + 1 - 1, b*1)": identity | minor | permutation | projected | zeros,
	} {
		m := mustMap(t, text)
		got := 0
		for bit, is := range map[int]bool{
			identity: m.IsIdentity(), minor: m.IsMinorIdentity(), permutation: m.IsPermutation(),
			projected: m.IsProjectedPermutation(false), zeros: m.IsProjectedPermutation(true),
		} {
			if is {
				got |= bit
			}
		}
		if got != want {
			t.Errorf("%s: got %05b, want %05b", text, got, want)
		}
	}
}

func TestMapBuilders(t *testing.T) {
	for _, c := range []struct {
		m    Map
		want string
	}{
		{Map{}, "() -> ()"},
		{Identity(2), "(d0, d1) -> (d0, d1)"},
		{MinorIdentity(3, 2), "(d0, d1, d2) -> (d1, d2)"},
		{Constant(-4), "() -> (-4)"},
		{Permutation([]int{1, 2, 0}), "(d0, d1, d2) -> (d1, d2, d0)"},
		{Permutation([]int{1, 2, 0}).SubMap(2, 0), "(d0, d1, d2) -> (d0, d1)"},
	} {
		if got := c.m.String(); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if err := (Map{Dims: 1, Results: []Expr{Add(Dim(0), Dim(1))}}).Check(); err == nil || err.Error() != "dimension 1 is out of range: the number of dimensions is 1" {
		t.Errorf("Check of a map with an undeclared dimension: got error %v", err)
	}
	if err := EmptySet(1, 0).Check(); err != nil {
		t.Errorf("Check of the empty set: got error %v, expected none", err)
	}
	if c, ok := mustMap(t, "() -> (1, 2 * 3)").Constants(); !ok || !slices.Equal(c, []int64{1, 6}) {
		t.Errorf("Constants: got %v, %t, expected [1 6], true", c, ok)
	}
	if perm, ok := mustMap(t, "(a, b, c) -> (c, a)").Permuted(); !ok || !slices.Equal(perm, []int{2, 0}) {
		t.Errorf("Permuted: got %v, %t, expected [2 0], true", perm, ok)
	}
}

func TestInverse(t *testing.T) {
	for text, want := range map[string]string{
		"(a, b, c) -> (c, a, b)":        "(d0, d1, d2) -> (d1, d2, d0)",
		"(a, b) -> (a + b, b, 0, a, b)": "(d0, d1, d2, d3, d4) -> (d3, d1)",
		"(a, b) -> (a)":                 "",
		"(a)[s] -> (a)":                 "",
	} {
		inv, ok := mustMap(t, text).Inverse()
		if ok != (want != "") || ok && inv.String() != want {
			t.Errorf("%s: got %s, %t, want %s", text, inv, ok, want)
		}
	}
}

func TestCompose(t *testing.T) {
	m := mustMap(t, "(a, b)[s] -> (a + s, b mod 4)")
	n := mustMap(t, "(x)[t] -> (x * t, x * 4 + 5)")
	got := m.Compose(n)
	if want := "(d0)[s0, s1] -> (d0 * s1 + s0, 1)"; got.String() != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if !m.Compose(Identity(2)).Equal(m) || m.Equal(n) {
		t.Error("composition with an identity changes a map, or Equal is true for different maps")
	}
}

func TestSet(t *testing.T) {
	s, err := ParseSet("(i)[n] : (i >= 0, i <= n - 1, i mod 2 == 0)")
	if err != nil {
		t.Fatal(err)
	}
	if want := "(d0)[s0] : (d0 >= 0, -d0 + s0 - 1 >= 0, d0 mod 2 == 0)"; s.String() != want {
		t.Errorf("got %s, want %s", s, want)
	}
	for i, want := range map[int64]bool{-2: false, 0: true, 1: false, 8: true, 10: false} {
		if in, ok := s.Contains([]int64{i}, []int64{10}); in != want || !ok {
			t.Errorf("Contains(%d) = %t, %t, want %t, true", i, in, ok, want)
		}
	}
	if _, ok := s.Contains(nil, nil); ok {
		t.Error("Contains has a result for a point without coordinates")
	}
	half := s.Replace([]Expr{Mul(Dim(0), Const(2))}, nil, 1, 1)
	if want := "(d0)[s0] : (d0 * 2 >= 0, d0 * -2 + s0 - 1 >= 0, 0 == 0)"; half.String() != want {
		t.Errorf("got %s, want %s", half, want)
	}
	if got := EmptySet(1, 0); got.String() != "(d0) : (1 == 0)" || got.Equal(s) || !got.Equal(EmptySet(1, 0)) {
		t.Errorf("the empty set is %s, expected (d0) : (1 == 0), or Equal returned a wrong result", got)
	}
}

package lapack_test

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/dialects/builtin"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/lapack"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

type matrix struct {
	m, n int
	v    []complex128
}

func zeros(m, n int) matrix { return matrix{m, n, make([]complex128, m*n)} }

func (a matrix) at(i, j int) complex128 { return a.v[i*a.n+j] }

// where(keep) returns a copy of the matrix with zeros at the indices for which keep returns false.
func (a matrix) where(keep func(i, j int) bool) matrix {
	b := zeros(a.m, a.n)
	for i := range a.m {
		for j := range a.n {
			if keep(i, j) {
				b.v[i*a.n+j] = a.at(i, j)
			}
		}
	}
	return b
}

func lower(i, j int) bool { return i >= j }
func upper(i, j int) bool { return i <= j }
func below(i, j int) bool { return i > j }

func eye(n int) matrix {
	e := zeros(n, n)
	for i := range n {
		e.v[i*n+i] = 1
	}
	return e
}

func (a matrix) add(b matrix) matrix {
	c := zeros(a.m, a.n)
	for i := range c.v {
		c.v[i] = a.v[i] + b.v[i]
	}
	return c
}

func (a matrix) times(b matrix) matrix {
	c := zeros(a.m, b.n)
	for i := range a.m {
		for j := range b.n {
			for k := range a.n {
				c.v[i*b.n+j] += a.at(i, k) * b.at(k, j)
			}
		}
	}
	return c
}

// h returns the conjugate transpose.
func (a matrix) h() matrix {
	b := zeros(a.n, a.m)
	for i := range a.m {
		for j := range a.n {
			b.v[j*a.m+i] = cmplx.Conj(a.at(i, j))
		}
	}
	return b
}

func diagonal(v []complex128) matrix {
	d := zeros(len(v), len(v))
	for i := range v {
		d.v[i*len(v)+i] = v[i]
	}
	return d
}

func (a matrix) distance(b matrix) float64 {
	worst := 0.0
	for i := range a.v {
		d := cmplx.Abs(a.v[i] - b.v[i])
		if !(d <= worst) {
			worst = d
		}
	}
	return worst
}

// routine is a call of a LAPACK routine. An option in config is a character code: 76 is 'L'. The
// two matrices that equal computes must be equal if the results are correct.
type routine struct {
	name, config string
	ins, outs    string // shapes, such as "5x3 3r i"; a letter is the element type (i: i32, r: real, c: complex)
	equal        func(in, out []matrix) (got, want matrix)
	hermitian    bool // the first operand is Hermitian and positive definite
	real, cplx   bool // whether the routine exists for real numbers, and for complex numbers
}

var routines = []routine{
	{"getrf", "", "5x3", "5x3 3i i", func(in, out []matrix) (matrix, matrix) {
		a := matrix{5, 3, append([]complex128(nil), in[0].v...)}
		for i, p := range out[1].v {
			for j := range 3 {
				k := int(real(p)) - 1
				a.v[i*3+j], a.v[k*3+j] = a.v[k*3+j], a.v[i*3+j]
			}
		}
		l := out[0].where(below).add(matrix{5, 3, append(eye(3).v, make([]complex128, 6)...)})
		u := matrix{3, 3, out[0].v[:9]}.where(upper)
		return l.times(u), a
	}, false, true, true},
	{"geqrf", "", "5x3", "5x3 3", func(in, out []matrix) (matrix, matrix) {
		r := matrix{3, 3, out[0].v[:9]}.where(upper)
		return r.h().times(r), in[0].h().times(in[0])
	}, false, true, true},
	{"potrf", "uplo = 76 : ui8", "4x4", "4x4 i", func(in, out []matrix) (matrix, matrix) {
		l := out[0].where(lower)
		return l.times(l.h()), in[0]
	}, true, true, true},
	{"potrf", "uplo = 85 : ui8", "4x4", "4x4 i", func(in, out []matrix) (matrix, matrix) {
		u := out[0].where(upper)
		return u.h().times(u), in[0]
	}, true, true, true},
	{"trsm", "side = 76 : ui8, uplo = 85 : ui8, trans_x = 67 : ui8, diag = 78 : ui8", "4x4 4x2", "4x2", func(in, out []matrix) (matrix, matrix) {
		return in[0].where(upper).h().times(out[0]), in[1]
	}, false, true, true},
	{"trsm", "side = 82 : ui8, uplo = 76 : ui8, trans_x = 78 : ui8, diag = 85 : ui8", "2x2 4x2", "4x2", func(in, out []matrix) (matrix, matrix) {
		return out[0].times(in[0].where(below).add(eye(2))), in[1]
	}, false, true, true},
	{"syevd", "mode = 86 : ui8, uplo = 76 : ui8", "5x5", "5x5 5r i", func(in, out []matrix) (matrix, matrix) {
		return out[0].times(diagonal(out[1].v)).times(out[0].h()), in[0]
	}, true, true, false},
	{"gesdd", "mode = 83 : ui8", "5x3", "5x3 3r 5x3 3x3 i", func(in, out []matrix) (matrix, matrix) {
		return out[2].times(diagonal(out[1].v)).times(out[3]), in[0]
	}, false, true, false},
	{"gesdd", "mode = 65 : ui8", "3x5", "3x5 3r 3x3 5x5 i", func(in, out []matrix) (matrix, matrix) {
		return out[3].times(out[3].h()), eye(5)
	}, false, true, false},
	{"geev", "compute_left = 86 : ui8, compute_right = 86 : ui8", "5x5", "5r 5r 5x5c 5x5c i", func(in, out []matrix) (matrix, matrix) {
		w := zeros(5, 5)
		for i := range 5 {
			w.v[i*5+i] = complex(real(out[0].v[i]), real(out[1].v[i]))
		}
		// For left eigenvectors u and right eigenvectors v, uᴴ·A·v equals uᴴ·v·w.
		return out[2].h().times(in[0]).times(out[3]), out[2].h().times(out[3]).times(w)
	}, false, true, false},
	{"gehrd", "low = 1 : i32, high = 5 : i32", "5x5", "5x5 4 i", func(in, out []matrix) (matrix, matrix) {
		h := out[0].where(func(i, j int) bool { return i <= j+1 })
		return trace(h.times(h)), trace(in[0].times(in[0]))
	}, false, true, false},
	{"sytrd", "uplo = 76 : ui8", "5x5", "5x5 5r 4r 4 i", func(in, out []matrix) (matrix, matrix) {
		t := diagonal(out[1].v)
		for i, e := range out[2].v {
			t.v[i*5+i+1], t.v[(i+1)*5+i] = e, e
		}
		return trace(t.times(t).times(t)), trace(in[0].times(in[0]).times(in[0]))
	}, true, true, false},
	{"gtsv", "", "4 4 4 4x2", "4 4 4 4x2 i", func(in, out []matrix) (matrix, matrix) {
		t := diagonal(in[1].v)
		for i := 1; i < 4; i++ {
			t.v[i*4+i-1], t.v[(i-1)*4+i] = in[0].v[i], in[2].v[i-1]
		}
		return t.times(out[3]), in[3]
	}, false, true, false},
	{"gees", "mode = 86 : ui8, sort = 78 : ui8", "5x5", "5x5 5x5 5r 5r i i", func(in, out []matrix) (matrix, matrix) {
		return out[1].times(out[0].where(func(i, j int) bool { return i <= j+1 })).times(out[1].h()), in[0]
	}, false, true, false},
}

func trace(a matrix) matrix {
	t := zeros(1, 1)
	for i := range a.n {
		t.v[0] += a.at(i, i)
	}
	return t
}

// parse returns the function @main of a program.
func parse(t *testing.T, text string) *ir.Op {
	t.Helper()
	reg, err := ir.NewRegistry(builtin.Dialect(), fn.Dialect(), stablehlo.Dialect(), lapack.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	m, err := asm.Parse(reg, diag.NewSource("t", []byte(text)), asm.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return ir.NewSymbols(m).Lookup("main")
}

// types returns tensor types for shapes, with an outer dimension 2 for the batch. elem is the
// element type of a shape without a letter. part is the real type, for r and c.
func types(shapes, elem, part string) []string {
	var ts []string
	for _, s := range strings.Fields(shapes) {
		e := elem
		switch s[len(s)-1] {
		case 'i':
			e = "i32"
		case 'r':
			e = part
		case 'c':
			e = "complex<" + part + ">"
		}
		dims := "2x"
		if s = strings.TrimRight(s, "irc"); s != "" {
			dims += s + "x"
		}
		ts = append(ts, "tensor<"+dims+e+">")
	}
	return ts
}

func program(name, config string, ins, outs []string) string {
	var params, args []string
	for i, t := range ins {
		params, args = append(params, fmt.Sprintf("%%a%d: %s", i, t)), append(args, fmt.Sprintf("%%a%d", i))
	}
	results := make([]string, len(outs))
	for i := range outs {
		if results[i] = "%r"; len(outs) > 1 {
			results[i] = fmt.Sprintf("%%r#%d", i)
		}
	}
	count := ""
	if len(outs) > 1 {
		count = fmt.Sprintf(":%d", len(outs))
	}
	return fmt.Sprintf("func.func @main(%s) -> (%s) {\n  %%r%s = stablehlo.custom_call @lapack_%s_ffi(%s) {mhlo.backend_config = {%s}} : (%s) -> (%s)\n  return %s : %[2]s\n}",
		strings.Join(params, ", "), strings.Join(outs, ", "), count, name, strings.Join(args, ", "), config,
		strings.Join(ins, ", "), strings.Join(outs, ", "), strings.Join(results, ", "))
}

// TestRoutines checks each routine for each element type, on a batch of two matrices.
func TestRoutines(t *testing.T) {
	for _, r := range routines {
		for letter, elem := range map[string][3]string{"s": {"f32", "f32", "1e-5"}, "d": {"f64", "f64", "1e-13"}, "c": {"complex<f32>", "f32", "1e-5"}, "z": {"complex<f64>", "f64", "1e-13"}} {
			if isComplex := elem[0] != elem[1]; isComplex && !r.cplx || !isComplex && !r.real {
				continue
			}
			t.Run(letter+r.name+r.outs, func(t *testing.T) {
				f := parse(t, program(letter+r.name, r.config, types(r.ins, elem[0], elem[1]), types(r.outs, elem[0], elem[1])))
				in := operands(f, r.hermitian)
				out, err := interp.Run(context.Background(), f, in)
				if err != nil {
					t.Fatal(err)
				}
				var tol float64
				if _, err := fmt.Sscan(elem[2], &tol); err != nil {
					t.Fatal(err)
				}
				for i, v := range out {
					if len(v.Shape) == 1 && v.Kind == tensor.I32 && (v.Int(0) != 0 || v.Int(1) != 0) {
						t.Errorf("result #%d (info) is %d, %d, expected 0, 0", i, v.Int(0), v.Int(1))
					}
				}
				for b := range 2 {
					got, want := r.equal(matrices(in, b), matrices(out, b))
					if d := got.distance(want); !(d < 50*tol*(1+want.distance(zeros(want.m, want.n)))) || len(got.v) != len(want.v) {
						t.Errorf("batch index %d: these matrices differ by %g, but must be equal:\n%v\n%v", b, d, got, want)
					}
				}
			})
		}
	}
}

// operands returns random operands. If hermitian is set, operand #0 is Hermitian and positive
// definite.
func operands(f *ir.Op, hermitian bool) []*tensor.Tensor {
	rng := rand.New(rand.NewPCG(1, 2))
	fun, _ := ir.As[fn.Func](f)
	var ts []*tensor.Tensor
	for n, a := range fun.Entry().Args() {
		shape, _ := a.Type().Shape()
		v := tensor.New(a.Type().Kind(), shape...)
		for b := range 2 {
			m := matrices([]*tensor.Tensor{v}, b)[0]
			for i := range m.v {
				m.v[i] = complex(rng.NormFloat64(), 0)
				if v.Kind.IsComplex() {
					m.v[i] += complex(0, rng.NormFloat64())
				}
			}
			if n == 0 && hermitian {
				m = m.times(m.h()).add(eye(m.n))
			}
			for i, z := range m.v {
				if v.Kind.IsComplex() {
					v.SetComplex(b*len(m.v)+i, z)
				} else {
					v.SetFloat(b*len(m.v)+i, real(z))
				}
			}
		}
		ts = append(ts, v)
	}
	return ts
}

// matrices returns matrix b of the batch in each tensor. A vector becomes a matrix with one row.
func matrices(ts []*tensor.Tensor, b int) []matrix {
	var ms []matrix
	for _, t := range ts {
		shape := append([]int64{1, 1}, t.Shape[1:]...)
		m := zeros(int(shape[len(shape)-2]), int(shape[len(shape)-1]))
		for i := range m.v {
			switch at := b*len(m.v) + i; {
			case t.Kind.IsComplex():
				m.v[i] = t.Complex(at)
			case t.Kind.IsInt():
				m.v[i] = complex(float64(t.Int(at)), 0)
			default:
				m.v[i] = complex(t.Float(at), 0)
			}
		}
		ms = append(ms, m)
	}
	return ms
}

// TestHard checks that info is not 0 for operands on which a routine fails. All elements of operand
// #0 are fill. info is the index of the result info.
func TestHard(t *testing.T) {
	for _, c := range []struct {
		name, config, outs string
		fill               float64
		info               int
	}{
		{"spotrf", "uplo = 76 : ui8", "3x3 i", -1, 1},
		{"cpotrf", "uplo = 76 : ui8", "3x3 i", -1, 1},
		{"dgetrf", "", "3x3 3i i", 0, 2},
		{"zgetrf", "", "3x3 3i i", 0, 2},
		{"ssyevd", "mode = 86 : ui8, uplo = 76 : ui8", "3x3 3r i", math.NaN(), 2},
		{"sgesdd", "mode = 65 : ui8", "3x3 3r 3x3 3x3 i", math.Inf(1), 4},
		{"dgeev", "compute_left = 78 : ui8, compute_right = 86 : ui8", "3r 3r 3x3c 3x3c i", math.NaN(), 4},
		{"sgees", "mode = 86 : ui8, sort = 78 : ui8", "3x3 3x3 3r 3r i i", math.NaN(), 5},
	} {
		part := map[byte]string{'s': "f32", 'c': "f32", 'd': "f64", 'z': "f64"}[c.name[0]]
		elem := part
		if c.name[0] == 'c' || c.name[0] == 'z' {
			elem = "complex<" + part + ">"
		}
		f := parse(t, program(c.name, c.config, types("3x3", elem, part), types(c.outs, elem, part)))
		in := operands(f, false)
		for i := range in[0].NumElements() {
			if in[0].Kind.IsComplex() {
				in[0].SetComplex(i, complex(c.fill, 0))
			} else {
				in[0].SetFloat(i, c.fill)
			}
		}
		out, err := interp.Run(context.Background(), f, in)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if out[c.info].Int(0) == 0 {
			t.Errorf("%s: info is 0, expected another value", c.name)
		}
	}
}

// TestSchurOfExtremes checks that scaling a matrix by a very large or a very small factor changes
// only the scale of the results.
func TestSchurOfExtremes(t *testing.T) {
	run := func(scale float64) []*tensor.Tensor {
		elem := "f64"
		f := parse(t, program("dgees", "mode = 86 : ui8, sort = 78 : ui8", types("5x5", elem, elem), types("5x5 5x5 5r 5r i i", elem, elem)))
		in := operands(f, false)
		for i := range in[0].NumElements() {
			in[0].SetFloat(i, scale*float64((7*i+3)%11-5))
		}
		out, err := interp.Run(context.Background(), f, in)
		if err != nil {
			t.Fatalf("elements scaled by %g: %v", scale, err)
		}
		return out
	}
	want := run(1)
	for _, scale := range []float64{0x1p1015, 0x1p-900} {
		got := run(scale)
		for k, by := range []float64{scale, 1, scale, scale} {
			for i := range got[k].NumElements() {
				if g, w := got[k].Float(i)/by, want[k].Float(i); !(math.Abs(g-w) <= 1e-12*50) {
					t.Errorf("scale %g: element %d of result %d is %g, want %g", scale, i, k, g, w)
				}
			}
		}
	}
}

// TestEmpty checks that no routine fails on matrices without elements.
func TestEmpty(t *testing.T) {
	digits := strings.NewReplacer("1", "0", "2", "0", "3", "0", "4", "0", "5", "0")
	for _, r := range routines {
		for letter, elem := range map[string][2]string{"d": {"f64", "f64"}, "z": {"complex<f64>", "f64"}} {
			if letter == "z" && !r.cplx {
				continue
			}
			config := strings.NewReplacer("high = 5", "high = 0").Replace(r.config)
			f := parse(t, program(letter+r.name, config, types(digits.Replace(r.ins), elem[0], elem[1]), types(digits.Replace(r.outs), elem[0], elem[1])))
			if _, err := interp.Run(context.Background(), f, operands(f, false)); err != nil {
				t.Errorf("%s%s: %v", letter, r.name, err)
			}
		}
	}
}

// TestCanceled cancels a run whose routine takes seconds. The run must end with an error.
func TestCanceled(t *testing.T) {
	f := parse(t, program("dsyevd", "mode = 86 : ui8, uplo = 76 : ui8", []string{"tensor<1x900x900xf64>"}, []string{"tensor<1x900x900xf64>", "tensor<1x900xf64>", "tensor<1xi32>"}))
	ctx, cancel := context.WithCancel(context.Background())
	in := []*tensor.Tensor{tensor.Random(tensor.F64, []int64{1, 900, 900}, 1, 0)}
	defer time.AfterFunc(20*time.Millisecond, cancel).Stop()
	if _, err := interp.Run(ctx, f, in); err == nil {
		t.Error("got no error, but the run was canceled")
	}
}

// TestRefused checks the errors for calls with invalid types or configurations.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, config, ins, outs, why string }{
		{"sgetrf", "", "3x3", "3x3 3i", "expected 3 results, but got 2"},
		{"sgetrf", "", "3x3", "3x3 4i i", "dimension 1 of result #1 must be 3, but is 4"},
		{"sgetrf", "", "3x3", "3x3 3r i", "result #1 must be of 'i32'"},
		{"spotrf", "", "3x3", "3x3 i", "its configuration needs the integer 'uplo'"},
		{"spotrf", "uplo = 7 : ui8", "3x3", "3x3 i", "its 'uplo' must be one of the characters U, L"},
		{"spotrf", "uplo = 76 : ui8", "3x4", "3x4 i", "dimension 2 of operand #0 must be 3, but is 4"},
		{"sorgqr", "", "3x4 3", "3x4", "at least as many rows as columns"},
		{"strsm", "side = 76 : ui8, uplo = 85 : ui8, trans_x = 78 : ui8, diag = 78 : ui8", "3x3 4x3", "4x3", "the number of rows of operand #0 must be the number of rows of operand #1, 4, but is 3"},
		{"strsm", "side = 1 : ui8, uplo = 1 : ui8, trans_x = 1 : ui8, diag = 1 : ui8", "3x3 3x3", "3x3", "its 'side' must be one of the characters L, R"},
		{"sgesdd", "mode = 65 : ui8", "5x3", "5x3 3r 5x3 3x3 i", "its 'mode' must be one of the characters A, S, N"},
		{"sgehrd", "low = 0 : i32, high = 5 : i32", "5x5", "5x5 4 i", "its 'low' and 'high' must be row indices, counted from 1"},
		{"cgesdd", "mode = 65 : ui8", "5x3", "5x3 3r 5x5 3x3 i", "target @lapack_cgesdd_ffi"},
	} {
		elem := "f32"
		if c.name[0] == 'c' {
			elem = "complex<f32>"
		}
		f := parse(t, program(c.name, c.config, types(c.ins, elem, "f32"), types(c.outs, elem, "f32")))
		if _, err := interp.Run(context.Background(), f, operands(f, false)); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s: got error %v, expected %q", c.name, err, c.why)
		}
	}
}

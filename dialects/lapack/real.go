package lapack

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
	"gonum.org/v1/gonum/lapack"
	lapackgonum "gonum.org/v1/gonum/lapack/gonum"

	"github.com/lathe-ir/lathe/ir/tensor"
)

var (
	routines lapackgonum.Implementation
	level3   gonum.Implementation
)

type realRoutine struct {
	signature
	run func(*call[float64])
}

var uplo = []string{"uplo"}

// realRoutines is keyed by the names of routines without the type letter. The last result of most
// routines is LAPACK's info, which is 0 on success.
var realRoutines = map[string]realRoutine{
	"getrf": {signature{ins: "mn", outs: "mn kI I"}, func(c *call[float64]) {
		m, n := c.dim('m'), c.dim('n')
		c.move(0, 0)
		pivots := make([]int, min(m, n))
		if !routines.Dgetrf(m, n, c.out[0], max(n, 1), pivots) {
			c.out[2][0] = firstZero(c.out[0], min(m, n), n)
		}
		for i, p := range pivots {
			c.out[1][i] = float64(p + 1)
		}
	}},
	"geqrf": {signature{ins: "mn", outs: "mn k"}, func(c *call[float64]) {
		m, n := c.dim('m'), c.dim('n')
		c.move(0, 0)
		work(func(w []float64, size int) { routines.Dgeqrf(m, n, c.out[0], max(n, 1), c.out[1], w, size) })
	}},
	"orgqr": {signature{ins: "mn t", outs: "mn", valid: reflectors}, func(c *call[float64]) {
		m, n, k := c.dim('m'), c.dim('n'), c.dim('t')
		c.move(0, 0)
		work(func(w []float64, size int) { routines.Dorgqr(m, n, k, c.out[0], max(n, 1), c.in[1], w, size) })
	}},
	"potrf": {signature{ins: "nn", outs: "nn I", config: uplo, valid: triangle}, func(c *call[float64]) {
		n := c.dim('n')
		c.move(0, 0)
		c.out[1][0] = info(routines.Dpotrf(blas.Uplo(c.config["uplo"]), n, c.out[0], max(n, 1)))
	}},
	"trsm": {signature{ins: "qq mn", outs: "mn", config: trsmConfig, valid: solvable}, func(c *call[float64]) {
		n := c.dim('n')
		c.move(0, 1)
		level3.Dtrsm(blas.Side(c.config["side"]), blas.Uplo(c.config["uplo"]), blas.Transpose(c.config["trans_x"]), blas.Diag(c.config["diag"]),
			c.dim('m'), n, 1, c.in[0], max(c.dim('q'), 1), c.out[0], max(n, 1))
	}},
	"syevd": {signature{ins: "nn", outs: "nn nR I", config: []string{"mode", "uplo"}, valid: triangle}, func(c *call[float64]) {
		n := c.dim('n')
		c.move(0, 0)
		if spoiled(c, 2) {
			return
		}
		job := lapack.EVNone
		if c.is("mode", 'V') {
			job = lapack.EVCompute
		}
		work(func(w []float64, size int) {
			c.out[2][0] = info(routines.Dsyev(job, blas.Uplo(c.config["uplo"]), n, c.out[0], max(n, 1), c.out[1], w, size))
		})
	}},
	"gesdd": {signature{ins: "mn", outs: "mn kR mu vn I", config: []string{"mode"}, valid: singular}, func(c *call[float64]) {
		m, n, u := c.dim('m'), c.dim('n'), c.dim('u')
		c.move(0, 0)
		if min(m, n) == 0 {
			identity(c.out[2], m, u)
			identity(c.out[3], c.dim('v'), n)
			return
		}
		if spoiled(c, 4) {
			return
		}
		job := map[int64]lapack.SVDJob{'A': lapack.SVDAll, 'S': lapack.SVDStore, 'N': lapack.SVDNone}[c.config["mode"]]
		work(func(w []float64, size int) {
			c.out[4][0] = info(routines.Dgesvd(job, job, m, n, c.out[0], n, c.out[1], c.out[2], u, c.out[3], n, w, size))
		})
	}},
	"geev": {signature{ins: "nn", outs: "nR nR nnC nnC I", config: []string{"compute_left", "compute_right"}}, func(c *call[float64]) {
		n := c.dim('n')
		if n == 0 || spoiled(c, 4) {
			return
		}
		left, right := lapack.LeftEVNone, lapack.RightEVNone
		vl, vr := make([]float64, n*n), make([]float64, n*n)
		if c.is("compute_left", 'V') {
			left = lapack.LeftEVCompute
		}
		if c.is("compute_right", 'V') {
			right = lapack.RightEVCompute
		}
		work(func(w []float64, size int) {
			c.out[4][0] = float64(routines.Dgeev(left, right, n, c.in[0], n, c.out[0], c.out[1], vl, n, vr, n, w, size))
		})
		vectors(c.out[2], vl, c.out[1])
		vectors(c.out[3], vr, c.out[1])
	}},
	"gehrd": {signature{ins: "nn", outs: "nn d I", config: []string{"low", "high"}, valid: rows}, func(c *call[float64]) {
		n := c.dim('n')
		c.move(0, 0)
		if n == 0 {
			return
		}
		work(func(w []float64, size int) {
			routines.Dgehrd(n, int(c.config["low"])-1, int(c.config["high"])-1, c.out[0], n, c.out[1], w, size)
		})
	}},
	"sytrd": {signature{ins: "nn", outs: "nn nR dR d I", config: uplo, valid: triangle}, func(c *call[float64]) {
		n := c.dim('n')
		c.move(0, 0)
		if n == 0 {
			return
		}
		work(func(w []float64, size int) {
			routines.Dsytrd(blas.Uplo(c.config["uplo"]), n, c.out[0], n, c.out[1], c.out[2], c.out[3], w, size)
		})
	}},
	"gtsv": {signature{ins: "n n n nr", outs: "n n n nr I"}, func(c *call[float64]) {
		n, r := c.dim('n'), c.dim('r')
		for i := range 4 {
			c.move(i, i)
		}
		if n == 0 || r == 0 {
			return
		}
		// JAX passes diagonals of n elements. The first element of the lower diagonal and the last
		// element of the upper diagonal are not used.
		lower, upper := c.out[0][1:], c.out[2][:n-1]
		c.out[4][0] = info(routines.Dgtsv(n, r, lower, c.out[1], upper, c.out[3], r))
	}},
	"gees": {signature{ins: "nn", outs: "nn nn nR nR I I", config: []string{"mode", "sort"}, valid: unsorted}, func(c *call[float64]) {
		n := c.dim('n')
		c.move(0, 0)
		if n == 0 {
			return
		}
		if spoiled(c, 5) {
			c.out[4][0] = 0 // an integer: the number of selected eigenvalues
			return
		}
		h, z := c.out[0], c.out[1]
		defer rescaled(h, c.out[2], c.out[3])()
		tau := make([]float64, n-1)
		work(func(w []float64, size int) { routines.Dgehrd(n, 0, n-1, h, n, tau, w, size) })
		want := lapack.SchurNone
		if c.is("mode", 'V') {
			want = lapack.SchurOrig
			copy(z, h)
			work(func(w []float64, size int) { routines.Dorghr(n, 0, n-1, z, n, tau, w, size) })
		}
		for i := 2; i < n; i++ {
			clear(h[i*n : i*n+i-1])
		}
		work(func(w []float64, size int) {
			c.out[5][0] = float64(routines.Dhseqr(lapack.EigenvaluesAndSchur, want, n, 0, n-1, h, n, c.out[2], c.out[3], z, n, w, size))
		})
	}},
}

var trsmConfig = []string{"side", "uplo", "trans_x", "diag"}

// move copies an operand to the beginning of a result.
func (c *call[T]) move(out, in int) { copy(c.out[out], c.in[in]) }

// work calls f twice, as LAPACK requires. In the first call, size is -1, and f sets w[0] to the
// size of the workspace that it needs. The second call computes the results.
func work(f func(w []float64, size int)) {
	w := []float64{0}
	f(w, -1)
	w = make([]float64, max(int(w[0]), 1))
	f(w, len(w))
}

func info(ok bool) float64 {
	if ok {
		return 0
	}
	return 1
}

// spoiled reports whether operand #0 has an element that is not finite. Since a routine might never
// return for such an operand, spoiled sets the result info, which has index "at", to 1, and all
// results before info to NaN.
func spoiled(c *call[float64], at int) bool {
	if !slices.ContainsFunc(c.in[0], func(v float64) bool { return v-v != 0 }) {
		return false
	}
	for _, o := range c.out[:at] {
		for j := range o {
			o[j] = math.Float64frombits(tensor.CanonicalNaN(tensor.F64))
		}
	}
	c.out[at][0] = 1
	return true
}

// rescaled scales a finite matrix by a power of two if products of its elements could overflow or
// underflow. It returns a function that undoes the scaling of the matrix and of the eigenvalues.
func rescaled(a []float64, eigenvalues ...[]float64) func() {
	most := 0.0
	for _, v := range a {
		most = max(most, math.Abs(v))
	}
	_, exp := math.Frexp(most)
	if -400 < exp && exp < 400 {
		return func() {}
	}
	scale := func(vs []float64, by int) {
		for i, v := range vs {
			vs[i] = math.Ldexp(v, by)
		}
	}
	scale(a, -exp)
	return func() {
		for _, vs := range append(eigenvalues, a) {
			scale(vs, exp)
		}
	}
}

// firstZero returns the position, counted from 1, of the first zero among the first k elements of
// the diagonal. It returns 0 if there is none. a has n columns.
func firstZero(a []float64, k, n int) float64 {
	for i := range k {
		if a[i*n+i] == 0 {
			return float64(i + 1)
		}
	}
	return 0
}

func identity(a []float64, m, n int) {
	for i := range min(m, n) {
		a[i*n+i] = 1
	}
}

// vectors computes complex eigenvectors from LAPACK's real matrix v. imag has the imaginary parts
// of the eigenvalues. For a complex pair, two columns of v have the real and the imaginary part of
// the first eigenvector. The second eigenvector is its conjugate.
func vectors(out, v, imag []float64) {
	n := len(imag)
	for j := 0; j < n; j++ {
		pair := imag[j] != 0 && j+1 < n
		for i := range n {
			at := 2 * (i*n + j)
			out[at] = v[i*n+j]
			if pair {
				re, im := v[i*n+j], v[i*n+j+1]
				out[at+1], out[at+2], out[at+3] = im, re, -im
			}
		}
		if pair {
			j++
		}
	}
}

func letters(e env, name, allowed string) string {
	for i := range allowed {
		if e.is(name, allowed[i]) {
			return ""
		}
	}
	return "its '" + name + "' must be one of the characters " + strings.Join(strings.Split(allowed, ""), ", ")
}

func triangle(e env) string {
	if _, ok := e.config["mode"]; ok {
		if why := letters(e, "mode", "NV"); why != "" {
			return why
		}
	}
	return letters(e, "uplo", "UL")
}

func reflectors(e env) string {
	if e.dim('t') > e.dim('n') || e.dim('n') > e.dim('m') {
		return "it needs a matrix with at least as many rows as columns, and at most as many reflectors as columns"
	}
	return ""
}

func solvable(e env) string {
	for i, allowed := range []string{"LR", "UL", "NTC", "NU"} {
		if why := letters(e, trsmConfig[i], allowed); why != "" {
			return why
		}
	}
	q, of := e.dim('m'), "rows"
	if e.is("side", 'R') {
		q, of = e.dim('n'), "columns"
	}
	if e.dim('q') != q {
		return fmt.Sprintf("the number of rows of operand #0 must be the number of %s of operand #1, %d, but is %d", of, q, e.dim('q'))
	}
	return ""
}

func singular(e env) string {
	m, n, u, v := e.dim('m'), e.dim('n'), e.dim('u'), e.dim('v')
	switch {
	case e.is("mode", 'A') && u == m && v == n, e.is("mode", 'S') && u == min(m, n) && v == min(m, n), e.is("mode", 'N'):
		return ""
	}
	return "its 'mode' must be one of the characters A, S, N, and the singular vectors must have the shapes that this mode requires"
}

func rows(e env) string {
	low, high, n := e.config["low"], e.config["high"], int64(e.dim('n'))
	if n > 0 && (low < 1 || low > high || high > n) {
		return "its 'low' and 'high' must be row indices, counted from 1, and 'low' must not exceed 'high'"
	}
	return ""
}

func unsorted(e env) string {
	if why := letters(e, "mode", "NV"); why != "" {
		return why
	}
	return letters(e, "sort", "N")
}

package lapack

import (
	"math"
	"math/cmplx"

	"gonum.org/v1/gonum/blas"
)

type complexRoutine struct {
	signature
	run func(*call[complex128])
}

// complexRoutines are implemented here, because gonum has only trsm for complex numbers.
var complexRoutines = map[string]complexRoutine{
	"getrf": {signature{ins: "mn", outs: "mn kI I"}, func(c *call[complex128]) {
		m, n := c.dim('m'), c.dim('n')
		c.move(0, 0)
		a := c.out[0]
		for k := range min(m, n) {
			p := k
			for i := k + 1; i < m; i++ {
				if abs1(a[i*n+k]) > abs1(a[p*n+k]) {
					p = i
				}
			}
			c.out[1][k] = complex(float64(p+1), 0)
			if a[p*n+k] == 0 {
				if c.out[2][0] == 0 {
					c.out[2][0] = complex(float64(k+1), 0)
				}
				continue
			}
			for j := range n {
				a[k*n+j], a[p*n+j] = a[p*n+j], a[k*n+j]
			}
			for i := k + 1; i < m; i++ {
				a[i*n+k] /= a[k*n+k]
				for j := k + 1; j < n; j++ {
					a[i*n+j] -= a[i*n+k] * a[k*n+j]
				}
			}
		}
	}},
	"potrf": {signature{ins: "nn", outs: "nn I", config: uplo, valid: triangle}, func(c *call[complex128]) {
		n := c.dim('n')
		c.move(0, 0)
		a, lower := c.out[0], c.is("uplo", 'L')
		// at returns an element of the lower factor. The upper factor is its conjugate transpose.
		at := func(i, j int) complex128 {
			if lower {
				return a[i*n+j]
			}
			return cmplx.Conj(a[j*n+i])
		}
		for j := range n {
			d := real(at(j, j))
			for k := range j {
				d -= real(at(j, k))*real(at(j, k)) + imag(at(j, k))*imag(at(j, k))
			}
			if !(d > 0) {
				c.out[1][0] = complex(float64(j+1), 0)
				return
			}
			d = math.Sqrt(d)
			a[j*n+j] = complex(d, 0)
			for i := j + 1; i < n; i++ {
				s := at(i, j)
				for k := range j {
					s -= at(i, k) * cmplx.Conj(at(j, k))
				}
				s /= complex(d, 0)
				if lower {
					a[i*n+j] = s
				} else {
					a[j*n+i] = cmplx.Conj(s)
				}
			}
		}
	}},
	"trsm": {signature{ins: "qq mn", outs: "mn", config: trsmConfig, valid: solvable}, func(c *call[complex128]) {
		n := c.dim('n')
		c.move(0, 1)
		level3.Ztrsm(blas.Side(c.config["side"]), blas.Uplo(c.config["uplo"]), blas.Transpose(c.config["trans_x"]), blas.Diag(c.config["diag"]),
			c.dim('m'), n, 1, c.in[0], max(c.dim('q'), 1), c.out[0], max(n, 1))
	}},
	"geqrf": {signature{ins: "mn", outs: "mn k"}, func(c *call[complex128]) {
		m, n := c.dim('m'), c.dim('n')
		c.move(0, 0)
		for k := range min(m, n) {
			tau := reflector(c.out[0], k, m, n)
			c.out[1][k] = tau
			diag := c.out[0][k*n+k]
			c.out[0][k*n+k] = 1
			reflect(c.out[0], k, k+1, m, n, cmplx.Conj(tau), c.out[0])
			c.out[0][k*n+k] = diag
		}
	}},
	"ungqr": {signature{ins: "mn t", outs: "mn", valid: reflectors}, func(c *call[complex128]) {
		m, n := c.dim('m'), c.dim('n')
		v, q := c.in[0], c.out[0]
		for i := range n {
			q[i*n+i] = 1
		}
		for k := c.dim('t') - 1; k >= 0; k-- {
			v[k*n+k] = 1
			reflect(q, k, k, m, n, c.in[1][k], v)
		}
	}},
}

func abs1(z complex128) float64 { return math.Abs(real(z)) + math.Abs(imag(z)) }

// reflector replaces the elements of column k below the diagonal by a Householder vector, and
// returns the factor tau of this vector. The first element of the vector is 1 and is not stored.
// The diagonal element becomes real. If it is already real, and all elements below it are 0,
// reflector changes nothing and returns 0.
func reflector(a []complex128, k, m, n int) complex128 {
	alpha, norm := a[k*n+k], 0.0
	for i := k + 1; i < m; i++ {
		norm = math.Hypot(norm, cmplx.Abs(a[i*n+k]))
	}
	if norm == 0 && imag(alpha) == 0 {
		return 0
	}
	beta := -math.Copysign(math.Hypot(norm, cmplx.Abs(alpha)), real(alpha))
	for i := k + 1; i < m; i++ {
		a[i*n+k] /= alpha - complex(beta, 0)
	}
	a[k*n+k] = complex(beta, 0)
	return (complex(beta, 0) - alpha) / complex(beta, 0)
}

// reflect applies a reflector to the columns of matrix a whose indices are in [from, n). The
// Householder vector is in column k of matrix v, and tau is its factor.
func reflect(a []complex128, k, from, m, n int, tau complex128, v []complex128) {
	for j := from; j < n; j++ {
		var s complex128
		for i := k; i < m; i++ {
			s += cmplx.Conj(v[i*n+k]) * a[i*n+j]
		}
		s *= tau
		for i := k; i < m; i++ {
			a[i*n+j] -= s * v[i*n+k]
		}
	}
}

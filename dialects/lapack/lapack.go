// Package lapack has the routines of LAPACK that JAX calls by custom_call. The targets are named
// @lapack_<type><routine>_ffi, where type is s, d, c or z. Real routines call gonum and compute in
// f64. Complex routines compute in complex128. Complex routines that iterate, such as those for
// eigenvalues, are not supported.
package lapack

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Dialect returns the targets, as a dialect without operations.
func Dialect() *ir.Dialect {
	targets := map[string]any{}
	for name, r := range realRoutines {
		for letter, kind := range map[string]tensor.Kind{"s": tensor.F32, "d": tensor.F64} {
			targets["lapack_"+letter+name+"_ffi"] = target(r.signature, kind, realCall(r.run))
		}
	}
	for name, r := range complexRoutines {
		for letter, kind := range map[string]tensor.Kind{"c": tensor.C64, "z": tensor.C128} {
			targets["lapack_"+letter+name+"_ffi"] = target(r.signature, kind, complexCall(r.run))
		}
	}
	return &ir.Dialect{Name: "lapack", Targets: targets, Doc: "Targets of custom_call for the LAPACK routines that JAX calls; there are no operations."}
}

// signature describes the tensors of a routine, with one word for each tensor. The word mn is an
// m-by-n matrix with the target's element type. The word kI is a vector of k numbers of type i32.
// Each tensor also has the dimensions of the batch, which come first and are equal in all tensors.
// k is min(m, n), and d is max(n - 1, 0). The extent of another letter comes from the first tensor
// whose word contains the letter. Element types are R for the target's real type, C for its complex
// type, and I for i32.
type signature struct {
	ins, outs string
	// config lists the entries of the call's backend configuration that the routine reads.
	config []string
	// valid returns why the extents or the configuration are invalid, or "". It may be nil.
	valid func(env) string
}

// env has the extents of a call, by their letters in the signature, and the configuration.
type env struct {
	dims   map[byte]int
	config map[string]int64
}

func (e env) dim(letter byte) int { return e.dims[letter] }

// is(name, c) reports whether the configuration's entry with this name is the option character c.
func (e env) is(name string, c byte) bool { return e.config[name] == int64(c) }

// call is the call of a routine for one matrix of the batch. The routine may change the operands.
// Results start as zeros. In calls of real routines, each element of a complex result is two
// numbers: the real and the imaginary part.
type call[T float64 | complex128] struct {
	env
	in, out [][]T
}

// bound is a custom_call whose types and configuration match the signature.
type bound struct {
	env
	ins, outs []array
	batch     int
}

// array describes a tensor that holds a batch of matrices.
type array struct {
	kind tensor.Kind
	size int // number of elements of one matrix
}

func target(s signature, k tensor.Kind, eval func(ctx context.Context, b *bound, in, out []*tensor.Tensor) error) stablehlo.CallTarget {
	return stablehlo.CallTarget{
		Limit: func(o stablehlo.CustomCall) string {
			_, why := s.bind(o, k)
			return why
		},
		Eval: func(ctx context.Context, o stablehlo.CustomCall, in []*tensor.Tensor) ([]*tensor.Tensor, error) {
			b, why := s.bind(o, k)
			if why != "" {
				return nil, fmt.Errorf("%s", why)
			}
			own, out := make([]*tensor.Tensor, len(in)), make([]*tensor.Tensor, len(b.outs))
			var err error
			for i, t := range in {
				// The operands are copied: if ctx ends before eval does, the caller may change the
				// operands while eval still runs.
				if own[i], err = t.TryClone(); err != nil {
					return nil, err
				}
			}
			for i, t := range o.Op.ResultTypes() {
				shape, _ := t.Shape()
				if out[i], err = tensor.TryNew(t.Kind(), shape...); err != nil {
					return nil, err
				}
			}
			if err := within(ctx, func() error { return eval(ctx, b, own, out) }); err != nil {
				return nil, err
			}
			return out, nil
		},
	}
}

// within calls f, which cannot be interrupted, and returns when f returns or when ctx ends. A panic
// of f becomes an error. If ctx ends first, f continues: f must not use data that the caller
// changes later, and the caller must not use the results of f.
func within(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	go func() {
		defer func() {
			if why := recover(); why != nil {
				done <- fmt.Errorf("LAPACK failed: %v", why)
			}
		}()
		done <- f()
	}()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// bind checks the types and the configuration of a call against the signature. It returns the bound
// call, or the reason why they do not match.
func (s signature) bind(o stablehlo.CustomCall, k tensor.Kind) (*bound, string) {
	b := &bound{env: env{map[byte]int{}, map[string]int64{}}, batch: 1}
	for _, name := range s.config {
		v, ok := o.Option(name)
		if !ok {
			return nil, fmt.Sprintf("its configuration needs the integer '%s'", name)
		}
		b.config[name] = v
	}
	var batch []int64
	first := true
	match := func(what string, types []ir.Type, words []string) ([]array, string) {
		if len(types) != len(words) {
			return nil, fmt.Sprintf("expected %d %ss, but got %d", len(words), what, len(types))
		}
		var arrays []array
		for i, t := range types {
			word, kind := kindOf(words[i], k)
			shape, ok := t.Shape()
			if !ok || !t.HasStaticShape() || len(shape) < len(word) {
				return nil, fmt.Sprintf("%s #%d must have a static shape of rank %d or more", what, i, len(word))
			}
			outer, inner := shape[:len(shape)-len(word)], shape[len(shape)-len(word):]
			if first {
				batch, first = outer, false
				for _, n := range outer {
					b.batch *= int(n)
				}
			}
			if t.Kind() != kind || !slices.Equal(outer, batch) {
				return nil, fmt.Sprintf("%s #%d must be of '%s', with the outer dimensions %v, but is '%s'", what, i, kind, batch, t)
			}
			size := 1
			for j, n := range inner {
				if want, ok := b.extent(word[j]); ok && want != int(n) {
					return nil, fmt.Sprintf("dimension %d of %s #%d must be %d, but is %d", len(outer)+j, what, i, want, n)
				}
				b.dims[word[j]] = int(n)
				size *= int(n)
			}
			arrays = append(arrays, array{kind, size})
		}
		return arrays, ""
	}
	var why string
	if b.ins, why = match("operand", o.Op.OperandTypes(), strings.Fields(s.ins)); why != "" {
		return nil, why
	}
	if b.outs, why = match("result", o.Op.ResultTypes(), strings.Fields(s.outs)); why != "" {
		return nil, why
	}
	if s.valid != nil {
		if why := s.valid(b.env); why != "" {
			return nil, why
		}
	}
	return b, ""
}

// extent returns the extent for a letter. It reports false if the extent is not known yet.
func (e env) extent(letter byte) (int, bool) {
	switch letter {
	case 'k':
		return min(e.dims['m'], e.dims['n']), true
	case 'd':
		return max(e.dims['n']-1, 0), true
	}
	n, ok := e.dims[letter]
	return n, ok
}

// kindOf splits a word of a signature into the letters of its extents and its element type. k is
// the element type of the target.
func kindOf(word string, k tensor.Kind) (letters string, kind tensor.Kind) {
	wide := k == tensor.F64 || k == tensor.C128
	pick := func(narrow, other tensor.Kind) tensor.Kind {
		if wide {
			return other
		}
		return narrow
	}
	switch cut := len(word) - 1; word[cut] {
	case 'I':
		return word[:cut], tensor.I32
	case 'R':
		return word[:cut], pick(tensor.F32, tensor.F64)
	case 'C':
		return word[:cut], pick(tensor.C64, tensor.C128)
	}
	return word, k
}

func realCall(run func(*call[float64])) func(context.Context, *bound, []*tensor.Tensor, []*tensor.Tensor) error {
	return func(ctx context.Context, b *bound, in, out []*tensor.Tensor) error {
		return each(ctx, b, in, out, run, func(t *tensor.Tensor, i int) float64 { return t.Float(i) }, func(t *tensor.Tensor, base int, from []float64) {
			for i := range from {
				switch {
				case t.Kind == tensor.I32:
					t.SetInt(base+i, int64(from[i]))
				case t.Kind.IsComplex():
					if i%2 == 0 {
						t.SetComplex(base+i/2, complex(from[i], from[i+1]))
					}
				default:
					t.SetFloat(base+i, from[i])
				}
			}
		})
	}
}

func complexCall(run func(*call[complex128])) func(context.Context, *bound, []*tensor.Tensor, []*tensor.Tensor) error {
	return func(ctx context.Context, b *bound, in, out []*tensor.Tensor) error {
		return each(ctx, b, in, out, run, (*tensor.Tensor).Complex, func(t *tensor.Tensor, base int, from []complex128) {
			for i, v := range from {
				switch {
				case t.Kind == tensor.I32:
					t.SetInt(base+i, int64(real(v)))
				case t.Kind.IsComplex():
					t.SetComplex(base+i, v)
				default:
					t.SetFloat(base+i, real(v))
				}
			}
		})
	}
}

// each runs the routine on all matrices of the batch, unless all results are empty. load returns an
// element of an operand. store(t, i, m) writes the elements m of one matrix to t, from index i.
func each[T float64 | complex128](ctx context.Context, b *bound, in, out []*tensor.Tensor, run func(*call[T]), load func(*tensor.Tensor, int) T, store func(*tensor.Tensor, int, []T)) error {
	if !slices.ContainsFunc(b.outs, func(a array) bool { return a.size > 0 }) {
		return nil
	}
	_, isReal := any(T(0)).(float64)
	for at := range b.batch {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := call[T]{env: b.env}
		for i, a := range b.ins {
			m := make([]T, a.size)
			for j := range m {
				m[j] = load(in[i], at*a.size+j)
			}
			c.in = append(c.in, m)
		}
		for _, a := range b.outs {
			n := a.size
			if isReal && a.kind.IsComplex() {
				n *= 2
			}
			c.out = append(c.out, make([]T, n))
		}
		run(&c)
		for i, a := range b.outs {
			store(out[i], at*a.size, c.out[i])
		}
	}
	return nil
}

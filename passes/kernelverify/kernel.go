package kernelverify

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/ir"
)

// kernel is a kernel function with a valid signature.
type kernel struct {
	fn.Func
	grid, lanes int64 // lanes is 0 if there are no vectors
	buffers     int
	lo, hi      *ir.Value
	written     []bool
	partner     []int // by buffer: index of the buffer that may share its memory; -1: none
}

// kernel checks a kernel. It checks addresses if the kernel has no other errors and the budget is
// not spent. If v.bounds is set, each kernel has the whole budget.
func (v *verifier) kernel(f fn.Func) {
	before := len(v.errs)
	k := v.signature(f)
	if k == nil {
		return
	}
	v.kernels[f.Op] = k
	v.body(k)
	if len(v.errs) != before || len(v.errs) > ir.MaxErrors || v.budget.spent {
		return
	}
	if v.bounds && !v.budget.spent { // a large program has many kernels, which the user cannot change
		v.budget.left = v.limit
	}
	if v.interpret(k); v.budget.spent {
		// A proof that fails after the budget is spent is not an error of the kernel.
		v.errs = append(v.errs[:before:before], ir.Errorf(k.Op, "@%s makes the verification of the module exceed %d steps", k.SymName(), v.limit).
			WithHelp("split the kernel, or verify it with --kernel-verify=max-steps=N"))
	}
}

// signature checks the arguments and attributes of f. It returns nil if they are invalid.
func (v *verifier) signature(f fn.Func) *kernel {
	k := &kernel{Func: f}
	var ok bool
	if k.grid, ok = f.Op.Attr("kernel.grid").Int(); !ok || k.grid < 0 || k.grid > kernelop.MaxGrid {
		v.fail(ir.Errorf(f.Op, "must have 'kernel.host', or 'kernel.grid' with the number of iterations, at most 2^56"))
		return nil
	}
	if !f.Op.IsPrivate() {
		v.fail(ir.Errorf(f.Op, "@%s is a kernel, so it must be private", f.SymName()))
	}
	if f.IsDeclaration() || len(f.Body().Blocks) != 1 {
		v.fail(ir.Errorf(f.Op, "@%s is a kernel, so it must have a body of one block", f.SymName()))
		return nil
	}
	if !v.arguments(k) || !v.writes(k) || !v.inplace(k) || !v.lanes(k) {
		return nil
	}
	return k
}

// arguments checks that the arguments of k are buffers and a slice of its grid.
func (v *verifier) arguments(k *kernel) bool {
	args := k.Entry().Args()
	n := len(args) - 2
	if n < 0 || !args[n].Type().IsIndex() || !args[n+1].Type().IsIndex() {
		v.fail(ir.Errorf(k.Op, "@%s must have buffers as arguments, then the two bounds of a slice of its grid, of type index", k.SymName()))
		return false
	}
	good := true
	for i, a := range args[:n] {
		if !v.isBuffer(a.Type()) {
			v.fail(ir.Errorf(k.Op, "argument #%d must be %s, but is '%s'", i, wanted(a.Type()), a.Type()))
			good = false
		}
	}
	if t := k.FunctionType(); t == nil || len(t.Results) != 0 {
		v.fail(ir.Errorf(k.Op, "@%s is a kernel, so it must have no results", k.SymName()))
		good = false
	}
	k.buffers, k.lo, k.hi = n, args[n], args[n+1]
	k.written, k.partner = make([]bool, n), slices.Repeat([]int{-1}, n)
	return good
}

// writes reads and checks the attribute kernel.writes of k.
func (v *verifier) writes(k *kernel) bool {
	a := k.Op.Attr("kernel.writes")
	list, ok := a.Ints()
	if !ok {
		v.fail(ir.Errorf(k.Op, "@%s must list the buffers that it writes in 'kernel.writes', as array<i64: …>", k.SymName()))
		return false
	}
	for _, w := range list {
		if w < 0 || w >= int64(k.buffers) || k.written[w] {
			v.fail(ir.Errorf(k.Op, "'kernel.writes' must list indices of the %d buffers, counted from 0, each at most once, but is %s", k.buffers, a))
			return false
		}
		k.written[w] = true
	}
	return true
}

// inplace reads and checks the attribute kernel.inplace of k.
func (v *verifier) inplace(k *kernel) bool {
	a := k.Op.Attr("kernel.inplace")
	if a.IsNil() {
		return true
	}
	list, ok := a.Ints()
	if !ok || len(list)%2 != 0 {
		v.fail(ir.Errorf(k.Op, "'kernel.inplace' must be array<i64: written, read, …>, but is %s", a))
		return false
	}
	for i := 0; i < len(list); i += 2 {
		w, r := list[i], list[i+1]
		if !k.pairable(w, r) {
			v.fail(ir.Errorf(k.Op, "'kernel.inplace' must pair a buffer that is written with a buffer that is only read, "+
				"each of them once, but is %s", a))
			return false
		}
		x, y := k.Entry().Arg(int(w)).Type(), k.Entry().Arg(int(r)).Type()
		if xs, _ := x.Shape(); !slices.Equal(xs, y.Dims()) || bytesOf(x) != bytesOf(y) {
			v.fail(ir.Errorf(k.Op, "'kernel.inplace' must pair buffers of the same shape and element size, but pairs '%s' with '%s'", x, y))
			return false
		}
		k.partner[w], k.partner[r] = int(r), int(w)
	}
	return true
}

// pairable reports whether kernel.inplace may pair buffer w, which the kernel writes, with buffer
// r.
func (k *kernel) pairable(w, r int64) bool {
	n := int64(k.buffers)
	return w >= 0 && r >= 0 && w < n && r < n && k.written[w] && !k.written[r] && k.partner[w] < 0 && k.partner[r] < 0
}

// mostLanes is the maximum number of lanes of kernels. It limits the size of vectors: they have one
// element for each lane.
const mostLanes = 1024

// lanes reads and checks the attribute kernel.lanes of k.
func (v *verifier) lanes(k *kernel) bool {
	a := k.Op.Attr("kernel.lanes")
	if a.IsNil() {
		return true
	}
	var ok bool
	if k.lanes, ok = a.Int(); !ok || k.lanes <= 0 || k.lanes > mostLanes || k.lanes&(k.lanes-1) != 0 {
		v.fail(ir.Errorf(k.Op, "'kernel.lanes' must be a power of two, at most %d, but is %s", mostLanes, a))
		return false
	}
	return true
}

package kernels_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/lathe-ir/lathe/dialects/arith"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/kernelverify"
)

// TestVerifierCatches makes one change to a module in kernel form: to a bound, a stride, an offset,
// the size of a grid, or the list of buffers that a kernel writes. The verifier must refuse the
// module if a kernel then accesses an element outside of a buffer, or if two iterations of its grid
// write the same element.
func TestVerifierCatches(t *testing.T) {
	for _, file := range programs(t) {
		f := read(t, file)
		caught, stride := 0, 7 // verifies every seventh changed module
		if os.Getenv("LATHE_SWEEP") != "" {
			stride = 1
		}
		for _, lanes := range []int{1, 8} {
			whole := lower(t, f, true, lanes)
			for _, change := range []func(m ir.Module, n int) *ir.Op{largerConstant, moreGrid, unlistedWrite} {
				for n := 0; ; n += stride {
					m, _ := ir.As[ir.Module](ir.CloneModule(whole.Op))
					where := change(m, n)
					if where == nil {
						break
					}
					if kernelverify.Module(t.Context(), m) != nil {
						caught++
						continue
					}
					for op := range m.Body().Ops() {
						if k, ok := ir.As[fn.Func](op); ok && !k.Op.Attr("kernel.grid").IsNil() {
							if err := walk(k); err != nil {
								t.Errorf("%s, lanes %d: the verifier accepts a change of %s: %v", filepath.Base(file), lanes, where, err)
							}
						}
					}
				}
			}
		}
		t.Logf("%s: %d changed modules were refused", filepath.Base(file), caught)
		if caught*stride < 10 {
			t.Errorf("%s: the verifier refused %d changed modules, which are too few", filepath.Base(file), caught)
		}
	}
}

// pick returns the n-th operation, counted from 0, in the kernels of m for which match returns
// true. It returns nil if there are fewer such operations.
func pick(m ir.Module, n int, match func(op *ir.Op) bool) *ir.Op {
	var found *ir.Op
	m.Op.Walk(func(op *ir.Op) bool {
		if found == nil && match(op) {
			if n == 0 {
				found = op
			}
			n--
		}
		return op.Attr("kernel.host").IsNil()
	})
	return found
}

// largerConstant adds one to the n-th index constant in kernels. The constant can be a bound, a
// stride, an offset or a step.
func largerConstant(m ir.Module, n int) *ir.Op {
	op := pick(m, n, func(op *ir.Op) bool { return ir.Is[arith.Constant](op) && op.Result().Type().IsIndex() })
	if op != nil {
		v, _ := op.Attr("value").Int()
		op.SetAttr("value", ir.NewInt(v+1, ir.Index()))
	}
	return op
}

// moreGrid adds one to the number of iterations of a kernel's grid.
func moreGrid(m ir.Module, n int) *ir.Op {
	op := pick(m, n, func(op *ir.Op) bool { return !op.Attr("kernel.grid").IsNil() })
	if op != nil {
		v, _ := op.Attr("kernel.grid").Int()
		op.SetAttr("kernel.grid", ir.NewInt(v+1, ir.Index()))
	}
	return op
}

// unlistedWrite empties the list of buffers that a kernel writes.
func unlistedWrite(m ir.Module, n int) *ir.Op {
	op := pick(m, n, func(op *ir.Op) bool { return !op.Attr("kernel.writes").IsNil() })
	if op != nil {
		op.SetAttr("kernel.writes", ir.NewDenseI64())
	}
	return op
}

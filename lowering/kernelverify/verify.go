// Package kernelverify checks that a module is in kernel form: every rule of
// docs/kernel-form.md, and by interval analysis that every access lies inside
// its buffer.
package kernelverify

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Check returns the first violation in m as a diagnostic.
func Check(m ir.Module) error {
	hosts := 0
	for op := range m.Body().Ops() {
		f, isFunc := ir.As[fn.Func](op)
		var err error
		switch {
		case !isFunc && op.Name() == "memref.global":
			err = checkBuffer(op, typeAttr(op.Attr("type")))
		case !isFunc:
			err = ir.Errorf(op, "is not part of a module in kernel form")
		case !f.Attr("kernel.host").IsNil():
			hosts++
			err = checkHost(f)
		default:
			err = checkKernel(f)
		}
		if err != nil {
			return err
		}
	}
	if hosts != 1 {
		return ir.Errorf(m.Op, "must have one host function, but has %d", hosts)
	}
	return nil
}

func typeAttr(a ir.Attr) ir.Type {
	if t, ok := ir.AttrAs[*ir.TypeAttr](a); ok {
		return t.Type
	}
	return ir.Type{}
}

// checkBuffer demands a memref of static shape without a layout.
func checkBuffer(op *ir.Op, t ir.Type) error {
	d, ok := ir.TypeAs[*ir.MemRefType](t)
	if !ok || !t.HasStaticShape() || !d.Layout.IsNil() || !d.Space.IsNil() || !scalar(d.Elem) {
		return ir.Errorf(op, "needs buffers of static shape and identity layout, but got '%s'", t)
	}
	return nil
}

// scalar reports whether t is a type of elements and values of kernels.
func scalar(t ir.Type) bool {
	switch d := t.Data().(type) {
	case *ir.IntType:
		switch d.Bits {
		case 1, 8, 16, 32, 64:
			return d.Sign == ir.Signless
		}
		return false
	case *ir.FloatType:
		return t.Kind().Bits() >= 16 && t.Kind().Bits() <= 64 && t.String() != "tf32"
	case *ir.IndexType:
		return true
	case *ir.ComplexType:
		return d.Elem == ir.F32() || d.Elem == ir.F64()
	}
	return false
}

// signature is what the attributes of a kernel say.
type signature struct {
	buffers int
	grid    int64
	lanes   int64
	writes  []int64
	inplace []int64 // pairs: written, read
}

func signatureOf(f fn.Func) (signature, error) {
	ins := f.FunctionType().Inputs
	s := signature{buffers: len(ins) - 2, lanes: 1}
	if s.buffers < 0 || !ins[s.buffers].IsIndex() || !ins[s.buffers+1].IsIndex() || len(f.FunctionType().Results) > 0 {
		return s, ir.Errorf(f.Op, "kernels take buffers and the two ends of a slice of the grid, and return nothing")
	}
	for _, t := range ins[:s.buffers] {
		if err := checkBuffer(f.Op, t); err != nil {
			return s, err
		}
	}
	var ok bool
	if s.grid, ok = f.Attr("kernel.grid").Int(); !ok || s.grid < 1 {
		return s, ir.Errorf(f.Op, "needs 'kernel.grid', the number of slices, at least 1")
	}
	if s.writes, ok = f.Attr("kernel.writes").Ints(); !ok || !within(s.writes, s.buffers) {
		return s, ir.Errorf(f.Op, "needs 'kernel.writes', the numbers of the buffers that it writes")
	}
	if a := f.Attr("kernel.lanes"); !a.IsNil() {
		if s.lanes, ok = a.Int(); !ok || s.lanes < 2 || s.lanes&(s.lanes-1) != 0 {
			return s, ir.Errorf(f.Op, "'kernel.lanes' must be a power of two above 1")
		}
	}
	if a := f.Attr("kernel.inplace"); !a.IsNil() {
		if s.inplace, ok = a.Ints(); !ok || len(s.inplace)%2 != 0 || !within(s.inplace, s.buffers) {
			return s, ir.Errorf(f.Op, "'kernel.inplace' must be pairs of a written and a read buffer")
		}
	}
	return s, nil
}

func within(numbers []int64, n int) bool {
	for _, v := range numbers {
		if v < 0 || v >= int64(n) {
			return false
		}
	}
	return true
}

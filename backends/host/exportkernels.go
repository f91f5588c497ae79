package host

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"math"
	"slices"

	"github.com/lathe-ir/lathe/backends/kernel"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/kernelop"
	"github.com/lathe-ir/lathe/dialects/memref"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/passes/kernelverify"
)

// encodeForm writes a program in kernel form. First come the functions and the memref.global
// operations as text, since other operations such as sdy.mesh are not used. Then come the initial
// values that are not splats, and the ids of the sources of each operation in the host function.
func encodeForm(e *sealed.Encoder, p *kernel.Module) error {
	m, _ := ir.As[ir.Module](p.Host.Func.Op.Parent())
	var text bytes.Buffer
	w := asm.NewPrinter(&text, ir.NewPrintOptions())
	custom := w.Custom
	w.Custom = func(to *ir.Writer, op *ir.Op) bool {
		if op.Parent() == m.Op && !ir.Is[memref.Global](op) && !ir.Is[fn.Func](op) {
			return true
		}
		if ir.Is[memref.Global](op) {
			defer func(limit int) { to.Opts.ElideAbove = limit }(to.Opts.ElideAbove)
			to.Opts.ElideAbove = 0
		}
		return custom(to, op)
	}
	w.Op(m.Op)
	if err := w.Flush(); err != nil {
		return err
	}
	e.Blob(text.Bytes())
	for g := range globals(m) {
		if d, ok := ir.AttrAs[*ir.DenseElements](g.InitialValue()); ok && !isSplat(d) {
			kernel.EncodeTensor(e, d.Tensor())
		}
	}
	p.Host.Func.Op.Walk(func(op *ir.Op) bool {
		sealed.EncodeNumbers(e, op.Sources())
		return true
	})
	return nil
}

// decodeForm reads and verifies what encodeForm wrote, perhaps in another process.
func decodeForm(ctx context.Context, d *sealed.Decoder, reg *ir.Registry) (*kernel.Module, error) {
	reg, err := formRegistry(reg)
	if err != nil {
		return nil, err
	}
	text := d.Blob()
	if d.Err() != nil {
		return nil, d.Err()
	}
	op, err := asm.Parse(reg, diag.NewSource("exported program", text), asm.Options{})
	if err != nil {
		return nil, sealed.Bad("has no program in kernel form: %v", err)
	}
	m, ok := ir.As[ir.Module](op)
	if !ok || !kernel.IsProgram(m) {
		return nil, sealed.Bad("has no program in kernel form")
	}
	if err := decodeGlobals(d, m); err != nil {
		return nil, err
	}
	kernel.HostOf(m).Op.Walk(func(op *ir.Op) bool {
		op.SetSources(sealed.DecodeNumbers[uint32](d, math.MaxUint32+1))
		return true
	})
	if d.Err() != nil {
		return nil, d.Err()
	}
	if err := verifyForm(ctx, m); err != nil {
		return nil, err
	}
	p, err := kernel.Read(ctx, m)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if lack := (*hostbytes.Lack)(nil); errors.As(err, &lack) {
		return nil, err
	}
	if err != nil {
		return nil, sealed.Bad("has no program in kernel form: %v", err)
	}
	return p, nil
}

func verifyForm(ctx context.Context, m ir.Module) error {
	err := kernelverify.Module(ctx, m)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return sealed.Bad("has kernels that fail verification: %v", diag.Messages(err))
	}
	return nil
}

// decodeGlobals reads the initial values that are not splats, and sets them in m.
func decodeGlobals(d *sealed.Decoder, m ir.Module) error {
	for g := range globals(m) {
		r, ok := ir.AttrAs[*ir.ResourceElements](g.InitialValue())
		if !ok {
			continue
		}
		t := kernel.DecodeTensor(d)
		if d.Err() != nil {
			return d.Err()
		}
		shape, _ := r.Type.Shape()
		if t.Kind != r.Type.Kind() || !slices.Equal(t.Shape, shape) {
			return sealed.Bad("has a constant whose type is not '%s'", r.Type)
		}
		if len(t.Data) <= 4096 {
			t = t.Clone() // attributes of small constants are shared, so they must not alias the blob
		}
		g.Op.SetAttr("initial_value", ir.NewDense(r.Type, t))
	}
	return nil
}

// formRegistry returns reg if it has all dialects of the kernel form, else a registry of these.
func formRegistry(reg *ir.Registry) (*ir.Registry, error) {
	dialects := kernelop.Dialects()
	if slices.ContainsFunc(dialects, func(d *ir.Dialect) bool { return reg.Dialect(d.Name) == nil }) {
		return ir.NewRegistry(dialects...)
	}
	return reg, nil
}

// globals yields the memref.global operations of m.
func globals(m ir.Module) iter.Seq[memref.Global] {
	return func(yield func(memref.Global) bool) {
		for op := range m.Body().Ops() {
			if g, ok := ir.As[memref.Global](op); ok && !yield(g) {
				return
			}
		}
	}
}

func isSplat(d *ir.DenseElements) bool {
	_, splat := d.Splat()
	return splat
}

package correctlayout

import (
	"strconv"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes"
)

const alterDoc = `replace operations by operations in other layouts

A device's module can attach a faster layout to an operation. Such operations are replaced by
operations in that layout, between transforms of their operands and results. With block=N,
convolutions of NCHW images whose numbers of channels are multiples of N are replaced by
convolutions on blocks of N channels. Run correct-layout and infer-shapes before this pass, so
that all layouts and shapes are known. Run infer-shapes after it, since the types of new operations
are unknown.`

type alterOptions struct {
	Block int `opt:"block" help:"compute convolutions on blocks of this many channels; 0 leaves them unchanged"`
}

// AlterPass returns alter-layout.
func AlterPass() passes.Pass {
	p := passes.OnWith("alter-layout", alterDoc, alterOptions{}, func(r *passes.Run, f fn.Func, o alterOptions) error {
		if o.Block < 0 {
			return diag.Errorf(diag.Span{}, "block must not be negative, but is %d", o.Block).WithHelp("leave it out, or use 0, to leave convolutions unchanged")
		}
		if f.IsDeclaration() {
			return nil
		}
		n, changed, err := AlterFunc(f, o.Block)
		if r.Count("altered", n); !changed {
			r.Unchanged()
		}
		return err
	})
	p.Needs = []passes.Fact{passes.Shapes(), layouts()}
	return p
}

// layouts is the fact that all operations that alter-layout can change have layouts. It checks the
// entry block of a function.
func layouts() passes.Fact {
	return passes.Fact{Name: "layout", Lacks: func(op *ir.Op) *ir.Op {
		f, ok := ir.As[fn.Func](op)
		if !ok || f.IsDeclaration() {
			return nil
		}
		for o := range f.Entry().Ops() {
			_, alters := ir.Cast[Alterer](o)
			if (alters || ir.Is[nnvm.Conv2D](o)) && o.Discardable(nnvm.LayoutsAttr).IsNil() {
				return o
			}
		}
		return nil
	}}
}

// Alterer is an operation that a device can compute faster in another layout. The module of the
// device attaches it to operations as a model. Alter inserts and returns an operation in the faster
// layout, or returns nil if there is none.
type Alterer interface{ Alter(b *ir.Builder) *ir.Op }

// replaceAll replaces operations by operations in another layout, and returns their number and the
// types of the replaced results. The attributes with layouts do not change, so that correcting
// layouts afterwards inserts transforms around the new operations.
func replaceAll(f fn.Func, block int) (n int, types map[*ir.Value]ir.Type) {
	types = map[*ir.Value]ir.Type{}
	b := ir.NewBuilder(f.Op.Registry())
	blocked := map[*ir.Op]bool{} // found first, since a replacement makes types unknown
	for op := range f.Entry().Ops() {
		blocked[op] = inBlocks(op, block)
	}
	for op := f.Entry().First(); op != nil; {
		next := op.Next()
		b.Before(op)
		if by := alter(b, op, block, blocked[op]); by != nil {
			by.Derive(op)
			by.SetDiscardable(nnvm.LayoutsAttr, op.Discardable(nnvm.LayoutsAttr))
			for i, v := range op.ResultList() {
				v.ReplaceAllUses(by.ResultAt(i))
				types[by.ResultAt(i)] = v.Type()
			}
			op.Erase()
			n++
		}
		op = next
	}
	return n, types
}

// AlterFunc replaces operations of f by operations in other layouts, with transforms around them,
// and returns their number. If block is not 0, it also replaces convolutions by convolutions on
// blocks of this number of channels. The types of new operations may be unknown. If f has
// operations that could be replaced, f changes even if none is replaced, since AlterFunc infers
// layouts and inserts missing transforms.
func AlterFunc(f fn.Func, block int) (n int, changed bool, err error) {
	if !altersIn(f, block) {
		return 0, false, nil
	}
	// Operations that were inserted since the last inference need layouts too.
	if _, err := Func(f); err != nil {
		return 0, true, err
	}
	n, types := replaceAll(f, block)
	_, err = correct(f, true, types)
	return n, true, err
}

// altersIn reports whether any operation in f may be computed in another layout.
func altersIn(f fn.Func, block int) bool {
	for op := range f.Entry().Ops() {
		if _, ok := ir.Cast[Alterer](op); ok || inBlocks(op, block) {
			return true
		}
	}
	return false
}

// inBlocks reports whether op is a convolution that can be computed on blocks.
func inBlocks(op *ir.Op, block int) bool {
	c, ok := ir.As[nnvm.Conv2D](op)
	if !ok || block == 0 {
		return false
	}
	data, kernel, out := c.Layouts()
	in, _ := c.Data().Type().Shape()
	made, _ := op.Result().Type().Shape()
	return data == "NCHW" && kernel == "OIHW" && out == "NCHW" && c.Groups() == 1 && blocks(in, block) && blocks(made, block)
}

// alter inserts an operation that computes op in another layout, or, for some convolutions, on
// blocks of channels. It returns nil if no such layout is known.
func alter(b *ir.Builder, op *ir.Op, block int, blocked bool) *ir.Op {
	if a, ok := ir.Cast[Alterer](op); ok {
		return a.Alter(b)
	}
	if !blocked {
		return nil
	}
	by := b.Clone(op, &ir.Mapping{})
	n := strconv.Itoa(block)
	if blocked, ok := ir.As[nnvm.Conv2D](by); ok {
		blocked.SetLayouts(nnvm.Layout("NCHW"+n+"c"), nnvm.Layout("OIHW"+n+"i"+n+"o"))
	}
	nnvm.SetName(by, nnvm.NameOf(op.Result())+"_alter")
	by.ResultAt(0).SetType(nnvm.Unknown())
	return by
}

// blocks reports whether the channels of a shape in layout NCHW can be divided into blocks.
func blocks(shape []int64, block int) bool {
	return len(shape) == 4 && shape[1] > 0 && shape[1]%int64(block) == 0
}

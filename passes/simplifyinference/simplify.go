// Package simplifyinference replaces operators of training by simpler operators for inference.
package simplifyinference

import (
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/nnvm"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `replace batch_norm by a scale and a shift, and remove dropout

The scale and the shift are computed with the moving mean and variance, not with those of the
batch. The moving mean and variance also replace the mean and variance results of batch_norm.
The mask result of a dropout becomes a constant of ones.`

// Pass returns simplify-inference.
func Pass() passes.Pass {
	p := passes.On("simplify-inference", doc, func(r *passes.Run, f fn.Func) error {
		if f.IsDeclaration() {
			return nil
		}
		n := Func(f)
		if r.Count("simplified", n); n == 0 {
			r.Unchanged()
		}
		return nil
	})
	p.Needs = []passes.Fact{passes.Shapes()}
	return p
}

// Func simplifies f, whose shapes are known, and returns how many operations it replaced. The types
// of some new operations are unknown.
func Func(f fn.Func) int {
	n := 0
	b := ir.NewBuilder(f.Op.Registry())
	// keeper copies variables, since the readers of a replaced result may run after a variable has
	// changed.
	keeper := nnvm.NewKeeper(f.Entry())
	replacement := func(out, v *ir.Value) {
		if out.HasUses() {
			out.ReplaceAllUses(keeper.Keep(out.Def(), v))
		}
	}
	for op := f.Entry().First(); op != nil; {
		next := op.Next()
		b.Before(op)
		switch o := op.View().(type) {
		case nnvm.BatchNorm:
			replacement(o.Mean(), o.MovingMean())
			replacement(o.Var(), o.MovingVar())
			replace(op, o.Output(), unpack(b, o))
			n++
		case nnvm.Dropout:
			if o.Mask().HasUses() {
				mask := nnvm.Make[nnvm.OnesLike](b, []*ir.Value{o.Data()})
				mask.SetType(o.Mask().Type())
				o.Mask().ReplaceAllUses(mask)
			}
			waitNoMore(o.Output())
			replace(op, o.Output(), keeper.Keep(op, o.Data()))
			n++
		}
		op = next
	}
	return n
}

// waitNoMore removes the control dependencies of v on other values. They are not needed, because v
// is replaced by a value that is computed earlier.
func waitNoMore(v *ir.Value) {
	var waits []*ir.Op
	for u := range v.Uses() {
		if o, ok := ir.As[nnvm.After](u.Owner()); ok && o.Then() == v {
			waits = append(waits, o.Op)
		}
	}
	for _, op := range waits {
		op.Erase()
	}
}

// replace replaces one result of op by v; the other results of op have no uses.
func replace(op *ir.Op, out, v *ir.Value) {
	if v.Def() != nil {
		v.SetType(out.Type())
		v.Def().Derive(op)
	}
	out.ReplaceAllUses(v)
	op.Erase()
}

// unpack returns data · scale + shift, where scale = gamma / √(var + ε) and
// shift = beta - mean · scale.
func unpack(b *ir.Builder, o nnvm.BatchNorm) *ir.Value {
	name, _ := o.Op.Discardable(nnvm.NameAttr).Str()
	named := func(v *ir.Value, suffix string) *ir.Value {
		nnvm.SetName(v.Def(), name+suffix)
		return v
	}
	eps := named(nnvm.Make[nnvm.AddScalar](b, []*ir.Value{o.MovingVar()}, nnvm.ScalarParam(o.Epsilon())), "_add_eps")
	root := named(nnvm.Make[nnvm.Sqrt](b, []*ir.Value{eps}), "_sqrt")
	scale := named(nnvm.Make[nnvm.RDivScalar](b, []*ir.Value{root}, nnvm.ScalarParam(1)), "_div")
	if o.Scales() {
		scale = named(nnvm.Make[nnvm.ElemMul](b, []*ir.Value{scale, o.Gamma()}), "_gamma_mul_div")
	}
	neg := named(nnvm.Make[nnvm.Negative](b, []*ir.Value{o.MovingMean()}), "_neg_mean")
	shift := named(nnvm.Make[nnvm.ElemMul](b, []*ir.Value{neg, scale}), "_neg_mean_mul_a")
	if o.Centers() {
		shift = named(nnvm.Make[nnvm.ElemAdd](b, []*ir.Value{shift, o.Beta()}), "_add_beta")
	}
	shape, _ := o.Data().Type().Shape()
	dims := o.Channels()
	along := func(v *ir.Value) *ir.Value { return nnvm.AlongAxis(b, v, len(shape), dims[0], dims[1:]...) }
	scale, shift = along(scale), along(shift)
	product := named(nnvm.Make[nnvm.BroadcastMul](b, []*ir.Value{o.Data(), scale}), "_a_mul_data")
	return named(nnvm.Make[nnvm.BroadcastAdd](b, []*ir.Value{product, shift}), "_out")
}

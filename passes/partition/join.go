package partition

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/nn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// checkJoined fails where what is to be joined can not be told apart any more.
func checkJoined(g *placement.Func, p *placement.Partition) error {
	for _, c := range p.Clusters {
		if c.Part != nil && len(c.Part.Joined) > 0 {
			return fmt.Errorf("outputs of @%s can not be joined, since its operations are in fusion groups", g.Fn.SymName())
		}
	}
	return nil
}

// joinAll joins what is to leave clusters as one. Regions that are changed are made
// anew, so those that come first change those that come later, never the other way.
func (f *former) joinAll() {
	for _, i := range f.joins {
		var values []*ir.Value
		for _, value := range f.p.Clusters[i].Part.Joined {
			values = append(values, f.p.Result[value])
		}
		f.join(f.regions[i], values)
	}
	if f.added > 0 {
		n, _ := f.p.Fn.Op.Discardable(cluster.OpsAttr).Int()
		f.p.Fn.Op.SetDiscardable(cluster.OpsAttr, ir.NewI64(n+f.added))
		f.p.Fn.Op.SetDiscardable(cluster.HashAttr, ir.NewString(f.hasher.Of(f.p.Fn)))
	}
}

// join makes results of a region leave it as one: joined along the last dimension, and
// cut again inside each region that reads them. Results that anything else reads stay.
func (f *former) join(r cluster.Region, values []*ir.Value) {
	var joined []int
	for i, v := range r.Yield().Values() {
		if slices.Contains(values, v) && onlyRegions(r.Op.ResultAt(i)) {
			joined = append(joined, i)
		}
	}
	if len(joined) < 2 {
		return
	}
	yielded := r.Yield().Values()
	whole, axis := f.concat(r, joined)
	var kept []*ir.Value // results that stay, as the body calls them
	var old []*ir.Value
	for i, v := range yielded {
		if !slices.Contains(joined, i) {
			kept, old = append(kept, v), append(old, r.Op.ResultAt(i))
		}
	}
	made := f.rebuild(r, r.Inputs(), append(kept, whole))
	for i, v := range old {
		v.ReplaceAllUses(made.Op.ResultAt(i))
	}
	results := make([]*ir.Value, len(joined))
	for k, i := range joined {
		results[k] = r.Op.ResultAt(i)
	}
	f.cutAgain(results, made.Op.ResultAt(len(kept)), axis)
	r.Op.Erase()
	placement.Recount(made, f.p.Symbols)
}

// concat joins what r yields in some places, at its end.
func (f *former) concat(r cluster.Region, places []int) (whole *ir.Value, axis int64) {
	parts := make([]*ir.Value, len(places))
	for k, i := range places {
		parts[k] = r.Yield().Values()[i]
	}
	shape, _ := parts[0].Type().Shape()
	axis = int64(len(shape) - 1)
	f.b.Before(r.Yield().Op)
	joined := nn.NewConcat(f.b, axis, parts...)
	cluster.SetDevice(joined.Op, r.Device())
	f.added++
	return joined.Op.Result(), axis
}

// onlyRegions reports whether only regions read v.
func onlyRegions(v *ir.Value) bool {
	for u := range v.Uses() {
		if !ir.Is[cluster.Region](u.Owner()) {
			return false
		}
	}
	return true
}

// rebuild makes a region with r's body, of other operands and with other results; r is
// left empty. The body's arguments must fit the operands already.
func (f *former) rebuild(r cluster.Region, operands []*ir.Value, results []*ir.Value) cluster.Region {
	types := make([]ir.Type, len(results))
	for i, v := range results {
		types[i] = v.Type()
	}
	f.b.Before(r.Op)
	made := cluster.NewRegion(f.b, r.Device(), operands, types)
	for _, a := range r.Op.DiscardableAttrs() {
		made.Op.SetDiscardable(a.Name, a.Attr)
	}
	r.Yield().Op.Erase()
	for i, a := range r.Body().Args() {
		a.ReplaceAllUses(made.Body().Arg(i))
	}
	for i, v := range results {
		if v.ArgBlock() == r.Body() {
			results[i] = made.Body().Arg(v.Index())
		}
	}
	for op := range r.Body().Ops() {
		op.MoveToEnd(made.Body())
	}
	f.b.AtEnd(made.Body())
	cluster.NewYield(f.b, results...)
	for _, i := range f.joins {
		if f.regions[i] == r {
			f.regions[i] = made
		}
	}
	return made
}

// cutAgain makes the regions that read some of parts read whole instead, and cut what
// they need out of it.
func (f *former) cutAgain(parts []*ir.Value, whole *ir.Value, axis int64) {
	var readers []cluster.Region
	for _, v := range parts {
		for u := range v.Uses() {
			if r, ok := ir.As[cluster.Region](u.Owner()); ok && !slices.Contains(readers, r) {
				readers = append(readers, r)
			}
		}
	}
	for _, r := range readers {
		f.readWhole(r, parts, whole, axis)
	}
}

// readWhole changes one reader.
func (f *former) readWhole(r cluster.Region, parts []*ir.Value, whole *ir.Value, axis int64) {
	body := r.Body()
	inner := body.AddArg(whole.Type(), whole.Loc())
	f.b.AtStart(body)
	var operands []*ir.Value
	offset := map[*ir.Value]int64{}
	at := int64(0)
	for _, v := range parts {
		offset[v] = at
		shape, _ := v.Type().Shape()
		at += shape[axis]
	}
	gone := []int{}
	for i, v := range r.Inputs() {
		from, ok := offset[v]
		if !ok {
			operands = append(operands, v)
			continue
		}
		shape, _ := v.Type().Shape()
		start := make([]int64, len(shape))
		start[axis] = from
		cut := nn.NewSlice(f.b, inner, start, shape)
		cluster.SetDevice(cut.Op, r.Device())
		f.added++
		body.Arg(i).ReplaceAllUses(cut.Op.Result())
		gone = append(gone, i)
	}
	for _, i := range slices.Backward(gone) {
		body.EraseArg(i)
	}
	yielded := slices.Clone(r.Yield().Values())
	made := f.rebuild(r, append(operands, whole), yielded)
	for i := range r.Op.NumResults() {
		r.Op.ResultAt(i).ReplaceAllUses(made.Op.ResultAt(i))
	}
	r.Op.Erase()
	placement.Recount(made, f.p.Symbols)
}

package partition

import (
	"slices"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/fingerprint"
	"github.com/lathe-ir/lathe/passes/placement/irplace"
)

// Parts has the operations of a cluster, and the values that enter and leave it.
type Parts struct {
	Ops       []*ir.Op    // in program order
	Constants []*ir.Op    // constants that the cluster uses, in program order
	Inputs    []*ir.Value // arguments of the function, followed by results of other clusters
	Outputs   []*ir.Value // in program order
}

// Parts returns the operations and values of each cluster.
func (p *Plan) Parts() []Parts {
	parts := make([]Parts, len(p.Clusters))
	position := map[*ir.Value]int{}
	for _, a := range p.Fn.Entry().Args() {
		position[a] = len(position)
	}
	for _, v := range p.Result {
		position[v] = len(position)
	}
	for i, c := range p.Clusters {
		part := &parts[i]
		seen := map[*ir.Value]bool{}
		var constants []int32
		for _, v := range c.Nodes {
			part.Ops = append(part.Ops, p.Ops[v])
			constants = append(constants, p.Consts(v)...)
			irplace.Reads(p.Ops[v], p.Fn.Entry(), func(x *ir.Value) {
				if !seen[x] && p.outside(x, int32(i)) {
					seen[x] = true
					part.Inputs = append(part.Inputs, x)
				}
			})
			for r := range p.Ops[v].Results() {
				if p.leaves(r, int32(i)) {
					part.Outputs = append(part.Outputs, r)
				}
			}
		}
		slices.SortFunc(part.Inputs, func(a, b *ir.Value) int { return position[a] - position[b] })
		slices.Sort(constants)
		for _, v := range slices.Compact(constants) {
			part.Constants = append(part.Constants, p.Ops[v])
		}
	}
	return parts
}

// outside reports whether a value is an input of cluster i. A constant is no input, since each
// cluster has its own copy.
func (p *Plan) outside(x *ir.Value, i int32) bool {
	if x.IsArg() {
		return true
	}
	v, _ := p.Node(x.Def())
	return !p.IsConstant(v) && p.Of[v] != i
}

// leaves reports whether a value is used outside cluster i.
func (p *Plan) leaves(x *ir.Value, i int32) bool {
	for u := range x.Uses() {
		if v, ok := p.NodeAround(u.Owner()); !ok || p.Of[v] != i {
			return true
		}
	}
	return false
}

// form turns each cluster into a cluster.region, in order, after the constants that are still used
// outside of clusters. hasher computes the fingerprint of the function.
func (p *Plan) form(hasher *fingerprint.Hasher) {
	parts := p.Parts() // before any operation moves
	p.remember(hasher)
	f := former{p: p, b: ir.NewBuilder(p.Fn.Op.Registry()), exports: map[*ir.Value]*ir.Value{}, copied: map[*ir.Op]bool{}}
	for i, part := range parts {
		if p.Clusters[i].Device == placement.None {
			f.unplaced(part)
			continue
		}
		region := f.cluster(p.DeviceName(p.Clusters[i].Device), part)
		if named := p.Clusters[i].Part; named != nil {
			cluster.SetPart(region.Op, p.attr(named))
		}
	}
	end := p.Fn.Entry().Last()
	redirect(end, f.exports)
	for v, op := range p.Ops {
		switch {
		case !p.IsConstant(int32(v)) || !f.copied[op]:
		case op.Unused():
			op.Erase()
		default:
			cluster.SetOrigin(op, op.ID())
		}
	}
}

// remember records the fingerprint of the function and the number of divided operations. If the ids
// of the function's operations are not ascending, it also records these ids, in program order.
func (p *Plan) remember(hasher *fingerprint.Hasher) {
	count := 0
	for v := range p.Ops {
		if !p.IsConstant(int32(v)) {
			count++
		}
	}
	p.Fn.Op.SetDiscardable(cluster.OpsAttr, ir.NewI64(int64(count)))
	p.Fn.Op.SetDiscardable(cluster.HashAttr, ir.NewString(hasher.Of(p.Fn)))
	ids := p.before
	if ids == nil {
		ids = p.ids()
	}
	if !slices.IsSorted(ids) {
		p.Fn.Op.SetDiscardable(cluster.OrderAttr, ir.NewDenseI64(ids...))
	}
}

func (p *Plan) ids() []int64 {
	ids := make([]int64, len(p.Ops))
	for v, op := range p.Ops {
		ids[v] = int64(op.ID())
	}
	return ids
}

type former struct {
	p       *Plan
	b       *ir.Builder
	exports map[*ir.Value]*ir.Value // region results that replace values of clusters
	copied  map[*ir.Op]bool         // constants that some cluster has a copy of
}

func (f *former) cluster(device string, part Parts) cluster.Region {
	operands := make([]*ir.Value, len(part.Inputs))
	for i, x := range part.Inputs {
		operands[i] = x
		if e, ok := f.exports[x]; ok {
			operands[i] = e
		}
	}
	types := make([]ir.Type, len(part.Outputs))
	for i, x := range part.Outputs {
		types[i] = x.Type()
	}
	for _, op := range part.Ops {
		runOn(op, device)
	}
	f.b.Before(f.p.Fn.Entry().Last())
	f.b.Loc = part.Ops[0].Loc()
	region := cluster.NewRegion(f.b, device, operands, types)
	inner := map[*ir.Value]*ir.Value{}
	for i, x := range part.Inputs {
		inner[x] = region.Body().Arg(i)
	}
	f.fill(region.Body(), part, inner)
	f.b.AtEnd(region.Body())
	cluster.NewYield(f.b, part.Outputs...)
	for i, x := range part.Outputs {
		f.exports[x] = region.Op.ResultAt(i)
	}
	return region
}

// runOn sets the device of op. If op lists candidates, runOn adds the device to the list.
func runOn(op *ir.Op, device string) {
	if d, ok := cluster.DeviceOf(op); !ok || d != device {
		cluster.SetDevice(op, device)
	}
	if takers := cluster.Candidates(op); takers != nil && !slices.Contains(takers, device) {
		cluster.SetCandidates(op, append(takers, device))
	}
}

// unplaced moves an operation that no device accepts to its position between the clusters.
func (f *former) unplaced(part Parts) {
	for _, op := range part.Ops {
		op.MoveBefore(f.p.Fn.Entry().Last())
		redirect(op, f.exports)
	}
}

// fill moves a cluster's operations into its body, with copies of constants, in program
// order.
func (f *former) fill(body *ir.Block, part Parts, inner map[*ir.Value]*ir.Value) {
	constants := part.Constants
	for _, op := range part.Ops {
		v, _ := f.p.Node(op)
		for len(constants) > 0 {
			c := constants[0]
			if at, _ := f.p.Node(c); at > v {
				break
			}
			f.b.AtEnd(body)
			copied := f.b.Clone(c, &ir.Mapping{})
			cluster.SetOrigin(copied, c.ID())
			inner[c.Result()] = copied.Result()
			f.copied[c] = true
			constants = constants[1:]
		}
		op.MoveToEnd(body)
		redirect(op, inner)
	}
}

// redirect replaces operands of op and of nested operations.
func redirect(op *ir.Op, to map[*ir.Value]*ir.Value) {
	op.Walk(func(o *ir.Op) bool {
		for i := range o.NumOperands() {
			if v, ok := to[o.OperandAt(i)]; ok {
				o.SetOperandAt(i, v)
			}
		}
		return true
	})
}

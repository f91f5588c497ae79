package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// grouping determines which processes the IDs in a replica group denote. The specification of
// StableHLO describes the groupings.
type grouping uint8

const (
	crossReplica grouping = iota
	crossPartition
	crossBoth
	flattenedIDs
)

// reduceGrouping returns the grouping of operations that have the attribute use_global_device_ids.
func reduceGrouping(c *ChannelHandle, globalIDs bool) grouping {
	switch {
	case channelOf(c) <= 0:
		return crossReplica
	case globalIDs:
		return flattenedIDs
	}
	return crossBoth
}

func exchangeGrouping(c *ChannelHandle) grouping {
	if channelOf(c) > 0 {
		return crossPartition
	}
	return crossReplica
}

// groupOf returns the group of processes that contains p, and the index of p in the group. It
// reports false if no group contains p. If "groups" is empty, one group has all replicas or, with
// the grouping crossPartition, all partitions.
func groupOf(p *interp.Process, how grouping, groups ir.Attr) (group []interp.ProcessID, place int, ok bool) {
	shape := groups.TypeOf().Dims()
	ids, _ := groups.Ints()
	if len(shape) != 2 {
		return nil, 0, false
	}
	width := int(shape[1])
	if len(ids) == 0 {
		width = int(p.Grid.Replicas)
		if how == crossPartition {
			width = int(p.Grid.Partitions)
		}
		ids = upTo(width)
	}
	for row := range slices.Chunk(ids, max(width, 1)) {
		for _, g := range members(p, how, slices.DeleteFunc(slices.Clone(row), func(id int64) bool { return id < 0 })) {
			if i := slices.Index(g, p.ID); i >= 0 {
				return g, i, true
			}
		}
	}
	return nil, 0, false
}

// members returns the groups of processes that the IDs of a replica group denote.
func members(p *interp.Process, how grouping, ids []int64) [][]interp.ProcessID {
	var groups [][]interp.ProcessID
	var all []interp.ProcessID
	switch how {
	case crossReplica, crossBoth:
		for part := range p.Grid.Partitions {
			var g []interp.ProcessID
			for _, id := range ids {
				g = append(g, interp.ProcessID{Replica: id, Partition: part})
			}
			groups, all = append(groups, g), append(all, g...)
		}
	case crossPartition:
		for replica := range p.Grid.Replicas {
			var g []interp.ProcessID
			for _, id := range ids {
				g = append(g, interp.ProcessID{Replica: replica, Partition: id})
			}
			groups = append(groups, g)
		}
	case flattenedIDs:
		for _, id := range ids {
			all = append(all, interp.ProcessID{Replica: id / p.Grid.Partitions, Partition: id % p.Grid.Partitions})
		}
	}
	if how == crossBoth || how == flattenedIDs {
		return [][]interp.ProcessID{all}
	}
	return groups
}

// meet sends the operands to all members of the process's group. It returns the operands of all
// members, in the order of the group, and the index of the process in the group. The result "all"
// is nil if the process is in no group.
func meet(c *interp.Context, op *ir.Op, how grouping, channel int64, groups ir.Attr, in []interp.Value) (all [][]*tensor.Tensor, place int, err error) {
	if !isI64Elements(groups) {
		return nil, 0, interp.Unsupported(op, "its replica groups are defined by axes of a mesh")
	}
	p := c.Process()
	group, place, ok := groupOf(p, how, groups)
	if !ok {
		return nil, 0, nil
	}
	met, err := p.Meet(fmt.Sprintf("%s %d ", op.Name(), channel), group, slices.Clone(in))
	if err != nil {
		return nil, 0, err
	}
	for _, vals := range met {
		ts, err := interp.Tensors(vals)
		if err != nil {
			return nil, 0, err
		}
		if len(all) > 0 && !slices.EqualFunc(all[0], ts, sameType) {
			return nil, 0, fmt.Errorf("failed: the processes of its group have operands of different types")
		}
		all = append(all, ts)
	}
	return all, place, nil
}

func sameType(a, b *tensor.Tensor) bool { return a.Kind == b.Kind && slices.Equal(a.Shape, b.Shape) }

// column returns operand i of all members of a group.
func column(all [][]*tensor.Tensor, i int) []*tensor.Tensor {
	ts := make([]*tensor.Tensor, len(all))
	for j, vals := range all {
		ts[j] = vals[i]
	}
	return ts
}

// combine combines tensors of the same shape elementwise, using the region r.
func combine(c *interp.Context, r *ir.Region, ts []*tensor.Tensor) (*tensor.Tensor, error) {
	acc := ts[0]
	for _, t := range ts[1:] {
		if liftable(r) {
			outs, err := c.Region(r, acc, t)
			if err != nil {
				return nil, err
			}
			if acc = outs[0].(*tensor.Tensor); len(acc.Shape) != len(t.Shape) { // a constant, which has the shape of a scalar
				acc = splat(c, acc, t.Shape)
			}
			continue
		}
		next := c.New(acc.Kind, acc.Shape...)
		for i := range acc.NumElements() {
			outs, err := c.Region(r, elementAt(acc, i), elementAt(t, i))
			if err != nil {
				return nil, err
			}
			setElement(next, i, outs[0].(*tensor.Tensor))
		}
		acc = next
	}
	return acc, nil
}

// nothing(op, err) returns zeros, the results of a process that is in no group. If err is not nil,
// it returns err instead.
func nothing(op *ir.Op, err error) ([]interp.Value, error) {
	if err != nil {
		return nil, err
	}
	outs := make([]interp.Value, op.NumResults())
	for i := range outs {
		t := op.ResultAt(i).Type()
		if !t.HasStaticShape() {
			return nil, fmt.Errorf("failed: the process is in no group, so the shape of its result of type '%s' is unknown", t)
		}
		outs[i] = tensor.New(t.Kind(), t.Dims()...)
	}
	return outs, nil
}

// Eval concatenates the operands of the group's members.
func (o AllGather) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	all, _, err := meet(c, o.Op, reduceGrouping(o.ChannelHandle(), o.UseGlobalDeviceIds()), channelOf(o.ChannelHandle()), o.ReplicaGroups(), in)
	if err != nil || all == nil {
		return nothing(o.Op, err)
	}
	outs := make([]interp.Value, len(in))
	for i := range outs {
		outs[i] = joined(c, column(all, i), o.AllGatherDim())
	}
	return outs, nil
}

// Eval combines the operands of the group's members.
func (o AllReduce) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := promoted(c, o.Op, in)
	if err != nil {
		return nil, err
	}
	all, _, err := meet(c, o.Op, reduceGrouping(o.ChannelHandle(), o.UseGlobalDeviceIds()), channelOf(o.ChannelHandle()), o.ReplicaGroups(), interp.Values(ts))
	if err != nil || all == nil {
		return nothing(o.Op, err)
	}
	outs := make([]interp.Value, len(in))
	for i := range outs {
		if outs[i], err = combine(c, o.Computation(), column(all, i)); err != nil {
			return nil, err
		}
	}
	return outs, nil
}

// Eval combines the operands of the group's members, and returns this member's part.
func (o ReduceScatter) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := promoted(c, o.Op, in)
	if err != nil {
		return nil, err
	}
	all, place, err := meet(c, o.Op, reduceGrouping(o.ChannelHandle(), o.UseGlobalDeviceIds()), channelOf(o.ChannelHandle()), o.ReplicaGroups(), interp.Values(ts))
	if err != nil || all == nil {
		return nothing(o.Op, err)
	}
	sum, err := combine(c, o.Computation(), column(all, 0))
	if err != nil {
		return nil, err
	}
	return interp.One(partOf(sum, o.ScatterDimension(), int64(len(all)), int64(place)))
}

// partOf returns part i of a tensor that is divided into n parts along a dimension.
func partOf(t *tensor.Tensor, dim, n, i int64) *tensor.Tensor {
	shape := slices.Clone(t.Shape)
	shape[dim] /= n
	start := make([]int64, len(shape))
	start[dim] = i * shape[dim]
	return sliced(nil, t, start, shape, slices.Repeat([]int64{1}, len(shape)))
}

// Eval divides each operand into parts, sends one part to each member of the group, and
// concatenates the received parts.
func (o AllToAll) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	all, place, err := meet(c, o.Op, exchangeGrouping(o.ChannelHandle()), channelOf(o.ChannelHandle()), o.ReplicaGroups(), in)
	if err != nil || all == nil {
		return nothing(o.Op, err)
	}
	outs := make([]interp.Value, len(in))
	for i := range outs {
		var parts []*tensor.Tensor
		for _, t := range column(all, i) {
			parts = append(parts, partOf(t, o.SplitDimension(), o.SplitCount(), int64(place)))
		}
		outs[i] = joined(c, parts, o.ConcatDimension())
	}
	return outs, nil
}

// roots returns the index of the root in the group for each of the first n operands. If dynamic is
// set, the indices are the elements of operand n of the group's first member, clamped to the valid
// indices. Otherwise they are 0.
func roots(dynamic bool, all [][]*tensor.Tensor, n int) []int {
	at := make([]int, n)
	if dynamic {
		for i := range at {
			at[i] = min(max(int(all[0][n].Int(i)), 0), len(all)-1)
		}
	}
	return at
}

// Eval returns the operand of the group's root.
func (o CollectiveBroadcast) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	all, _, err := meet(c, o.Op, exchangeGrouping(o.ChannelHandle()), channelOf(o.ChannelHandle()), o.ReplicaGroups(), in)
	if err != nil || all == nil {
		return nothing(o.Op, err)
	}
	outs := make([]interp.Value, o.Op.NumResults())
	for i, root := range roots(o.HasDynamicRoot(), all, len(outs)) {
		outs[i] = all[root][i]
	}
	return outs, nil
}

// Eval combines the operands of the group's members for the root. The results of the other members
// are zeros.
func (o CollectiveReduce) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := promoted(c, o.Op, in)
	if err != nil {
		return nil, err
	}
	all, place, err := meet(c, o.Op, reduceGrouping(o.ChannelHandle(), o.UseGlobalDeviceIds()), channelOf(o.ChannelHandle()), o.ReplicaGroups(), interp.Values(ts))
	if err != nil || all == nil {
		return nothing(o.Op, err)
	}
	outs := make([]interp.Value, o.Op.NumResults())
	for i, root := range roots(o.HasDynamicRoot(), all, len(outs)) {
		if root != place {
			outs[i] = c.New(all[place][i].Kind, all[place][i].Shape...)
			continue
		}
		if outs[i], err = combine(c, o.Computation(), column(all, i)); err != nil {
			return nil, err
		}
	}
	return outs, nil
}

// Eval sends operands between pairs of processes. The results of a process that receives nothing
// are zeros.
func (o CollectivePermute) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	out := []interp.Value{c.New(ts[0].Kind, ts[0].Shape...)}
	pairs, p := o.SourceTargetPairs(), c.Process()
	var failed error
	for i := 0; i+1 < len(pairs) && failed == nil; i += 2 {
		for _, g := range members(p, exchangeGrouping(o.ChannelHandle()), pairs[i:i+2]) {
			from, to := g[0], g[1]
			switch {
			case from == p.ID && to == p.ID:
				out = []interp.Value{in[0]}
			case from == p.ID, to == p.ID:
				met, err := p.Meet(fmt.Sprintf("%s %d ", o.Op.Name(), channelOf(o.ChannelHandle())), g, slices.Clone(in))
				if failed = err; err == nil && to == p.ID {
					out = met[0]
				}
			}
		}
	}
	return out, failed
}

// Eval returns the ID of the replica.
func (o ReplicaID) Eval(c *interp.Context, _ []interp.Value) ([]interp.Value, error) {
	return interp.One(unsignedScalar(c.Process().ID.Replica))
}

// Eval returns the ID of the partition.
func (o PartitionID) Eval(c *interp.Context, _ []interp.Value) ([]interp.Value, error) {
	return interp.One(unsignedScalar(c.Process().ID.Partition))
}

func unsignedScalar(n int64) *tensor.Tensor {
	t := tensor.New(tensor.U32)
	t.SetInt(0, n)
	return t
}

// Eval sends the operands, except the token, to the channel.
func (o Send) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	c.Process().Send(channelOf(o.ChannelHandle()), slices.Clone(in[:len(in)-1]))
	return interp.One(interp.Token{})
}

// Eval receives its results from the channel.
func (o Recv) Eval(c *interp.Context, _ []interp.Value) ([]interp.Value, error) {
	vals, err := c.Process().Receive(channelOf(o.ChannelHandle()))
	if err != nil {
		return nil, err
	}
	if len(vals) != o.Op.NumResults()-1 {
		return nil, fmt.Errorf("receives %d values, but %d were sent", o.Op.NumResults()-1, len(vals))
	}
	return append(slices.Clone(vals), interp.Token{}), nil
}

// Eval takes its results from the infeed.
func (o Infeed) Eval(c *interp.Context, _ []interp.Value) ([]interp.Value, error) {
	vals, err := c.Infeed()
	if err != nil {
		return nil, err
	}
	if len(vals) != o.Op.NumResults()-1 {
		return nil, fmt.Errorf("takes %d values from the infeed, which provides %d", o.Op.NumResults()-1, len(vals))
	}
	return append(vals, interp.Token{}), nil
}

// Eval ignores the operands, because the outfeed has no reader.
func (o Outfeed) Eval(*interp.Context, []interp.Value) ([]interp.Value, error) {
	return interp.One(interp.Token{})
}

// Eval runs the body immediately, not asynchronously.
func (o AsyncStart) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	outs, err := c.Region(o.Body(), in...)
	if err != nil {
		return nil, err
	}
	return interp.One(interp.Tuple(outs))
}

// AcceptsAllShapes implements interp.ShapeAgnostic. The operations of the body check the shapes.
func (o AsyncStart) AcceptsAllShapes() {}

// Eval returns the results of the body.
func (o AsyncDone) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	t, ok := in[0].(interp.Tuple)
	if !ok {
		return nil, interp.Unsupported(o.Op, "its operand is not the result of an async_start")
	}
	return t, nil
}

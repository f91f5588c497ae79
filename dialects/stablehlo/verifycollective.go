package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

// groupRules are the rules for replica_groups of an operation.
type groupRules struct {
	equalSizes, globalIDs bool
	size                  int64 // size of each group; 0 means any
}

// check checks replica_groups. Groups that refer to axes of a mesh are not checked.
func (r groupRules) check(groups ir.Attr) error {
	if !isI64Elements(groups) {
		return nil
	}
	shape := groups.TypeOf().Dims()
	ids, _ := groups.Ints()
	switch {
	case len(shape) != 2:
		return fmt.Errorf("replica groups should be a rank 2 tensor")
	case r.globalIDs && len(ids) == 0:
		return fmt.Errorf("if `use_global_device_ids` is set, the replica groups cannot be empty")
	}
	seen := map[int64]bool{}
	for _, id := range ids {
		switch {
		case id == -1 && r.equalSizes:
			return fmt.Errorf("Invalid replica id -1")
		case id == -1:
		case seen[id]:
			return fmt.Errorf("replica id #%d seen more than once", id)
		default:
			seen[id] = true
		}
	}
	for id := range int64(len(seen)) {
		if !seen[id] {
			return fmt.Errorf("replica id #%d not seen in replica groups", id)
		}
	}
	if r.size != 0 && (shape[0] == 0 || shape[1] != r.size) {
		return fmt.Errorf("group size of replica_groups must be %d", r.size)
	}
	return nil
}

func channelOf(c *ChannelHandle) int64 {
	if c == nil {
		return 0
	}
	return c.Handle
}

func checkChannel(globalIDs bool, channel int64) error {
	if globalIDs && channel <= 0 {
		return fmt.Errorf("channel_id must be positive when useGlobalDeviceIds is set but got: %d", channel)
	}
	return nil
}

// checkMesh requires that the module defines the mesh to which the replica groups refer by name.
func checkMesh(op *ir.Op, t *ir.Symbols, groups ir.Attr) error {
	d, ok := ir.AttrAs[*ReplicaGroupMesh](groups)
	if !ok || !isFlatRef(d.Mesh) {
		return nil
	}
	if t.Resolve(d.Mesh) == nil {
		name, _ := ir.AttrAs[*ir.SymbolRefAttr](d.Mesh)
		return ir.Errorf(op, "replica_groups: mesh symbol '%s' not found", name.Root)
	}
	return nil
}

// VerifySymbols implements ir.SymbolUser.
func (o AllGather) VerifySymbols(t *ir.Symbols) error { return checkMesh(o.Op, t, o.ReplicaGroups()) }

// VerifySymbols implements ir.SymbolUser.
func (o AllReduce) VerifySymbols(t *ir.Symbols) error { return checkMesh(o.Op, t, o.ReplicaGroups()) }

// VerifySymbols implements ir.SymbolUser.
func (o ReduceScatter) VerifySymbols(t *ir.Symbols) error {
	return checkMesh(o.Op, t, o.ReplicaGroups())
}

// VerifySymbols implements ir.SymbolUser.
func (o AllToAll) VerifySymbols(t *ir.Symbols) error { return checkMesh(o.Op, t, o.ReplicaGroups()) }

// VerifySymbols implements ir.SymbolUser.
func (o CollectiveBroadcast) VerifySymbols(t *ir.Symbols) error {
	return checkMesh(o.Op, t, o.ReplicaGroups())
}

// VerifySymbols implements ir.SymbolUser.
func (o CollectiveReduce) VerifySymbols(t *ir.Symbols) error {
	return checkMesh(o.Op, t, o.ReplicaGroups())
}

// checkScalarReducer requires that the region r can combine two elements of each operand.
func checkScalarReducer(r *ir.Region, operands []*ir.Value) error {
	for _, v := range operands {
		scalar := ir.Tensor(v.Type().Elem())
		if err := (reducer{r, []ir.Type{v.Type()}, []ir.Type{scalar}, nil}).check(); err != nil {
			return err
		}
	}
	return nil
}

// reducedTypes returns the operand types with the element type that the region returns.
func reducedTypes(r *ir.Region, operands []*ir.Value) []ir.Type {
	var ts []ir.Type
	for _, v := range operands {
		ts = append(ts, v.Type().WithElem(accumulated(r, []ir.Type{v.Type()})[0]))
	}
	return ts
}

// VerifyTypes implements ir.TypeVerifier.
func (o AllGather) VerifyTypes() error { return checkPairs(o.Op, "element type", elemOf) }

// Verify implements ir.Verifier.
func (o AllGather) Verify() error { return at(o.Op, o.check()) }

func (o AllGather) check() error {
	if err := (groupRules{equalSizes: true, globalIDs: o.UseGlobalDeviceIds()}).check(o.ReplicaGroups()); err != nil {
		return err
	}
	if o.UseGlobalDeviceIds() && channelOf(o.ChannelHandle()) < 0 {
		return fmt.Errorf("channel_id cannot be negative when useGlobalDeviceIds is set")
	}
	dim := o.AllGatherDim()
	for i, v := range o.Inputs() {
		in, out := v.Type().Dims(), o.Op.ResultAt(i).Type().Dims()
		switch {
		case dim >= int64(len(in)):
			return fmt.Errorf("all_gather_dim must be a valid index of operand")
		case in[dim] == 0:
			return fmt.Errorf("dimension size of operand at 'all_gather_dim' cannot be zero")
		case len(in) != len(out):
			return fmt.Errorf("operand and result must have the same rank")
		}
		for j := range in {
			if int64(j) != dim && !compatibleDim(in[j], out[j]) {
				return fmt.Errorf("operand and result should have the same shape except for the dimension size at 'all_gather_dim'")
			}
		}
		if a, b := in[dim], out[dim]; a != ir.Dynamic && b != ir.Dynamic && b%a != 0 {
			return fmt.Errorf("result gather dimension has size %d, expected to be a multiple of operand gather dimension size %d", b, a)
		}
	}
	return nil
}

// Verify implements ir.Verifier.
func (o AllReduce) Verify() error {
	return at(o.Op, firstOf(
		func() error { return groupRules{globalIDs: o.UseGlobalDeviceIds()}.check(o.ReplicaGroups()) },
		func() error { return checkChannel(o.UseGlobalDeviceIds(), channelOf(o.ChannelHandle())) },
		func() error { return checkScalarReducer(o.Computation(), o.Inputs()) },
	))
}

// VerifyRegions implements ir.RegionVerifier.
func (o AllReduce) VerifyRegions() error {
	return checkResults(o.Op, reducedTypes(o.Computation(), o.Inputs()), nil)
}

// Verify implements ir.Verifier.
func (o ReduceScatter) Verify() error {
	return at(o.Op, firstOf(
		func() error {
			return groupRules{equalSizes: true, globalIDs: o.UseGlobalDeviceIds()}.check(o.ReplicaGroups())
		},
		func() error { return checkScalarReducer(o.Computation(), []*ir.Value{o.Operand()}) },
		o.checkShapes,
	))
}

func (o ReduceScatter) checkShapes() error {
	in, out, dim := o.Operand().Type().Dims(), o.Op.Result().Type().Dims(), o.ScatterDimension()
	switch {
	case len(in) != len(out):
		return fmt.Errorf("operand and result should have same rank")
	case dim >= int64(len(in)):
		return fmt.Errorf("scatter dim should be less than operand/result rank")
	}
	if err := checkChannel(o.UseGlobalDeviceIds(), channelOf(o.ChannelHandle())); err != nil {
		return err
	}
	switch from, to := in[dim], out[dim]; {
	case from == ir.Dynamic || to == ir.Dynamic:
		return nil
	case to == 0:
		return fmt.Errorf("result dimension size at scatter_dimension cannot be zero")
	case from == 0:
		return fmt.Errorf("operand dimension size at scatter_dimension cannot be zero")
	case from%to != 0:
		return fmt.Errorf("operand scatter dimension has size %d, expected to be a multiple of result scatter dimension size %d", from, to)
	}
	for i := range in {
		if int64(i) != dim && !compatibleDim(in[i], out[i]) {
			return fmt.Errorf("non scatter dimensions should be same for operand (%d) and result (%d)", in[i], out[i])
		}
	}
	want := accumulated(o.Computation(), []ir.Type{o.Operand().Type()})[0]
	if have := o.Op.Result().Type().Elem(); have != want {
		return fmt.Errorf("result element-type is expected to be '%s', but got '%s'", want, have)
	}
	return nil
}

// VerifyTypes implements ir.TypeVerifier.
func (o AllToAll) VerifyTypes() error { return checkPairs(o.Op, "element type", elemOf) }

// Verify implements ir.Verifier.
func (o AllToAll) Verify() error {
	want, err := o.infer()
	return checkResults(o.Op, want, err)
}

func (o AllToAll) infer() ([]ir.Type, error) {
	split, concat, n := o.SplitDimension(), o.ConcatDimension(), o.SplitCount()
	if err := (groupRules{equalSizes: true, size: n}).check(o.ReplicaGroups()); err != nil {
		return nil, err
	}
	var ts []ir.Type
	for _, v := range o.Inputs() {
		shape, bounds := slices.Clone(v.Type().Dims()), slices.Clone(boundsOf(v.Type()))
		rank := int64(len(shape))
		switch {
		case split >= rank:
			return nil, fmt.Errorf("AllToAll split_dimension %d is out-of-bounds for input rank %d", split, rank)
		case concat >= rank:
			return nil, fmt.Errorf("AllToAll concat_dimension %d is out-of-bounds for input rank %d", concat, rank)
		case shape[split] != ir.Dynamic && shape[split]%n != 0:
			return nil, fmt.Errorf("split dimension has size %d, expected to be a multiple of split_count %d", shape[split], n)
		}
		for _, sizes := range [][]int64{shape, bounds} {
			if len(sizes) > 0 && sizes[split] != ir.Dynamic {
				sizes[split] /= n
			}
			if len(sizes) > 0 && sizes[concat] != ir.Dynamic {
				sizes[concat] *= n
			}
		}
		ts = append(ts, bounded(v.Type().Elem(), shape, bounds))
	}
	return ts, nil
}

// checkRoot checks that op has data operands. If dynamic is true, the last operand must be a vector
// of i32 with one root per data operand.
func checkRoot(op *ir.Op, name string, dynamic bool) error {
	if !dynamic && op.NumOperands() == 0 {
		return fmt.Errorf("%s requires at least one data operand", name)
	}
	if !dynamic {
		return nil
	}
	if op.NumOperands() < 2 {
		return fmt.Errorf("%s with has_dynamic_root=true requires at least two operands (data + root)", name)
	}
	n := op.NumOperands() - 1
	t := op.OperandAt(n).Type()
	if shape := t.Dims(); len(shape) != 1 || !t.Elem().IsInt(32) {
		return fmt.Errorf("last operand of %s with has_dynamic_root=true must be a rank-1 i32 tensor, but got '%s'", name, t)
	} else if shape[0] != int64(n) {
		return fmt.Errorf("last operand of %s with has_dynamic_root=true must have the same number of elements as data operands (%d), but got %d", name, n, shape[0])
	}
	return nil
}

// dataOf returns the operands of op, except the roots: the last operand if dynamic is true.
func dataOf(op *ir.Op, dynamic bool) []*ir.Value {
	vs := op.OperandList()
	if dynamic && len(vs) > 0 {
		vs = vs[:len(vs)-1]
	}
	return vs
}

// Verify implements ir.Verifier.
func (o CollectiveBroadcast) Verify() error {
	if err := checkBroadcastGroups(o.ReplicaGroups()); err != nil {
		return at(o.Op, err)
	}
	if err := checkRoot(o.Op, "collective_broadcast", o.HasDynamicRoot()); err != nil {
		return at(o.Op, err)
	}
	return o.checkTypes()
}

func (o CollectiveBroadcast) checkTypes() error {
	return checkResults(o.Op, typesOf(dataOf(o.Op, o.HasDynamicRoot())), nil)
}

func checkBroadcastGroups(groups ir.Attr) error {
	if !isI64Elements(groups) {
		return nil
	}
	if n := rankOf(groups.TypeOf()); n != 2 {
		return fmt.Errorf("replica groups should be a rank 2 tensor,but instead it is of rank %d", n)
	}
	ids, _ := groups.Ints()
	seen := map[int64]bool{}
	for _, id := range ids {
		switch {
		case id < 0:
			return fmt.Errorf("replica_groups values must be positive, but was given %d", id)
		case seen[id]:
			return fmt.Errorf("replica id #%d seen more than once", id)
		}
		seen[id] = true
	}
	return nil
}

// Verify implements ir.Verifier.
func (o CollectiveReduce) Verify() error {
	inputs := dataOf(o.Op, o.HasDynamicRoot())
	return at(o.Op, firstOf(
		func() error { return groupRules{globalIDs: o.UseGlobalDeviceIds()}.check(o.ReplicaGroups()) },
		func() error { return checkChannel(o.UseGlobalDeviceIds(), channelOf(o.ChannelHandle())) },
		func() error { return checkRoot(o.Op, "collective_reduce", o.HasDynamicRoot()) },
		func() error { return checkScalarReducer(o.Computation(), inputs) },
	))
}

// VerifyRegions implements ir.RegionVerifier.
func (o CollectiveReduce) VerifyRegions() error {
	return checkResults(o.Op, reducedTypes(o.Computation(), dataOf(o.Op, o.HasDynamicRoot())), nil)
}

// Verify implements ir.Verifier.
func (o CollectivePermute) Verify() error {
	if err := checkPairsAttr(o.Op.AttrAt(0)); err != nil {
		return at(o.Op, err)
	}
	return o.checkTypes()
}

func (o CollectivePermute) checkTypes() error {
	return checkResults(o.Op, typesOf(o.Op.OperandList()), nil)
}

func checkPairsAttr(a ir.Attr) error {
	shape := a.TypeOf().Dims()
	switch {
	case len(shape) != 2:
		return fmt.Errorf("expect source_target_pairs attribute to be of rank 2, but got rank %d", len(shape))
	case shape[1] != 2:
		return fmt.Errorf("expect source_target_pairs attribute of shape (N, 2), but got (%s)", list(shape))
	}
	ids, _ := a.Ints()
	sources, targets := map[int64]bool{}, map[int64]bool{}
	for i, id := range ids {
		to, what := sources, "sources"
		if i%2 == 1 {
			to, what = targets, "targets"
		}
		switch {
		case id < 0:
			return fmt.Errorf("replica ids in source_target_pairs must be >= 0.")
		case to[id]:
			return fmt.Errorf("duplicate %s not allowed.", what)
		}
		to[id] = true
	}
	return nil
}

// VerifyTypes implements ir.TypeVerifier.
func (o CrossReplicaSum) VerifyTypes() error { return checkCompatible(o.Op) }

package stablehlo

import "github.com/lathe-ir/lathe/ir"

// collectiveOps lists the collective operations and transfers.
func collectiveOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[ReplicaID](),
		ir.Decl[PartitionID](),
		ir.Decl[AllGather](),
		ir.Decl[AllReduce](),
		ir.Decl[ReduceScatter](),
		ir.Decl[AllToAll](),
		ir.Decl[CollectiveBroadcast](),
		ir.Decl[CollectiveReduce](),
		ir.Decl[CollectivePermute](),
		ir.Decl[CrossReplicaSum](),
		ir.Decl[Infeed](),
		ir.Decl[Outfeed](),
		ir.Decl[Send](),
		ir.Decl[Recv](),
	}
}

// ReplicaID returns the ID of the replica that executes the operation.
//
//	%r = stablehlo.replica_id : tensor<ui32>
type ReplicaID struct{ ir.Ref }

// Spec implements ir.View.
func (ReplicaID) Spec() ir.Spec {
	return ir.Spec{
		Name:    "stablehlo.replica_id",
		Doc:     "ReplicaID returns the ID of the replica that executes the operation.",
		Results: []ir.Field{{Name: "result", Type: ui32Tensor()}},
		Traits:  ir.Pure,
		Format:  "attr-dict `:` type(results)",
	}
}

// PartitionID returns the ID of the partition that executes the operation.
//
//	%r = stablehlo.partition_id : tensor<ui32>
type PartitionID struct{ ir.Ref }

// Spec implements ir.View.
func (PartitionID) Spec() ir.Spec {
	return ir.Spec{
		Name:    "stablehlo.partition_id",
		Doc:     "PartitionID returns the ID of the partition that executes the operation.",
		Results: []ir.Field{{Name: "result", Type: ui32Tensor()}},
		Traits:  ir.Pure,
		Format:  "attr-dict `:` type(results)",
	}
}

// AllGather concatenates the operands of a group of processes.
//
//	%r = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<4xf32>
type AllGather struct{ ir.Ref }

// Inputs, AllGatherDim, ReplicaGroups, ChannelHandle and UseGlobalDeviceIds return the operands and
// attributes with these names.
func (o AllGather) Inputs() []*ir.Value           { return o.Op.OperandsOf(0) }
func (o AllGather) AllGatherDim() int64           { return intAt(o.Op, 0) }
func (o AllGather) ReplicaGroups() ir.Attr        { return o.Op.AttrAt(1) }
func (o AllGather) ChannelHandle() *ChannelHandle { return structAt[*ChannelHandle](o.Op, 2) }
func (o AllGather) UseGlobalDeviceIds() bool      { return !o.Op.AttrAt(3).IsNil() }

// Spec implements ir.View.
func (AllGather) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.all_gather",
		Doc:      "AllGather concatenates the operands of a group of processes.",
		Operands: []ir.Field{{Name: "operands", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: anyTensor(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			i64Attr("all_gather_dim", nonNegative),
			replicaGroups(),
			optional(channelAttr()),
			unitAttr("use_global_device_ids"),
		},
	}
}

// AllReduce combines the operands of a group of processes.
//
//	%r = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({…}) : (tensor<2xf32>) -> tensor<2xf32>
type AllReduce struct{ ir.Ref }

// Inputs, ReplicaGroups, ChannelHandle, UseGlobalDeviceIds and Computation return the operands,
// attributes and region with these names.
func (o AllReduce) Inputs() []*ir.Value           { return o.Op.OperandsOf(0) }
func (o AllReduce) ReplicaGroups() ir.Attr        { return o.Op.AttrAt(0) }
func (o AllReduce) ChannelHandle() *ChannelHandle { return structAt[*ChannelHandle](o.Op, 1) }
func (o AllReduce) UseGlobalDeviceIds() bool      { return !o.Op.AttrAt(2).IsNil() }
func (o AllReduce) Computation() *ir.Region       { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (AllReduce) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.all_reduce",
		Doc:      "AllReduce combines the operands of a group of processes.",
		Operands: []ir.Field{{Name: "operands", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: anyTensor(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			replicaGroups(),
			optional(channelAttr()),
			unitAttr("use_global_device_ids"),
		},
		Regions:  []ir.RegionField{{Name: "computation", Sized: true}},
		Traits:   ir.SingleBlock,
		Implicit: "stablehlo.return",
	}
}

// ReduceScatter combines the operands of a group and gives each process a part of the result.
//
//	%r = "stablehlo.reduce_scatter"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, scatter_dimension = 0 : i64}> ({…}) : (tensor<4xf32>) -> tensor<2xf32>
type ReduceScatter struct{ ir.Ref }

// Operand, ScatterDimension, ReplicaGroups, ChannelHandle, UseGlobalDeviceIds and Computation
// return the operand, attributes and region with these names.
func (o ReduceScatter) Operand() *ir.Value            { return o.Op.OperandAt(0) }
func (o ReduceScatter) ScatterDimension() int64       { return intAt(o.Op, 0) }
func (o ReduceScatter) ReplicaGroups() ir.Attr        { return o.Op.AttrAt(1) }
func (o ReduceScatter) ChannelHandle() *ChannelHandle { return structAt[*ChannelHandle](o.Op, 2) }
func (o ReduceScatter) UseGlobalDeviceIds() bool      { return !o.Op.AttrAt(3).IsNil() }
func (o ReduceScatter) Computation() *ir.Region       { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (ReduceScatter) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.reduce_scatter",
		Doc:      "ReduceScatter combines the operands of a group and gives each process a part of the result.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			i64Attr("scatter_dimension", nonNegative),
			replicaGroups(),
			optional(channelAttr()),
			unitAttr("use_global_device_ids"),
		},
		Regions: []ir.RegionField{{Name: "computation", Sized: true}},
	}
}

// AllToAll splits operands and exchanges the parts within a group.
//
//	%r = "stablehlo.all_to_all"(%x) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
type AllToAll struct{ ir.Ref }

// Inputs, SplitDimension, ConcatDimension, SplitCount, ReplicaGroups and ChannelHandle return the
// operands and attributes with these names.
func (o AllToAll) Inputs() []*ir.Value           { return o.Op.OperandsOf(0) }
func (o AllToAll) SplitDimension() int64         { return intAt(o.Op, 0) }
func (o AllToAll) ConcatDimension() int64        { return intAt(o.Op, 1) }
func (o AllToAll) SplitCount() int64             { return intAt(o.Op, 2) }
func (o AllToAll) ReplicaGroups() ir.Attr        { return o.Op.AttrAt(3) }
func (o AllToAll) ChannelHandle() *ChannelHandle { return structAt[*ChannelHandle](o.Op, 4) }

// Spec implements ir.View.
func (AllToAll) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.all_to_all",
		Doc:      "AllToAll splits operands and exchanges the parts within a group.",
		Operands: []ir.Field{{Name: "operands", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: anyTensor(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			i64Attr("split_dimension", nonNegative),
			i64Attr("concat_dimension", nonNegative),
			i64Attr("split_count", positive),
			replicaGroups(),
			optional(channelAttr()),
		},
	}
}

// CollectiveBroadcast sends the operand of a group's root to all processes of the group. By
// default, the root is the first process. If has_dynamic_root is set, element i of the last operand
// is the index of operand i's root in the group.
//
//	%r = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
type CollectiveBroadcast struct{ ir.Ref }

// Inputs, ReplicaGroups, ChannelHandle and HasDynamicRoot return the operands and attributes with
// these names.
func (o CollectiveBroadcast) Inputs() []*ir.Value           { return o.Op.OperandsOf(0) }
func (o CollectiveBroadcast) ReplicaGroups() ir.Attr        { return o.Op.AttrAt(0) }
func (o CollectiveBroadcast) ChannelHandle() *ChannelHandle { return structAt[*ChannelHandle](o.Op, 1) }
func (o CollectiveBroadcast) HasDynamicRoot() bool          { return !o.Op.AttrAt(2).IsNil() }

// Spec implements ir.View.
func (CollectiveBroadcast) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.collective_broadcast",
		Doc:      "CollectiveBroadcast sends the operand of a group's root to all processes of the group.",
		Operands: []ir.Field{{Name: "operands", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: anyTensor(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			replicaGroups(),
			optional(channelAttr()),
			unitAttr("has_dynamic_root"),
		},
	}
}

// CollectiveReduce combines the operands of a group's processes. The root of the group gets the
// result. [CollectiveBroadcast] describes how the root is determined.
//
//	%r = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({…}) : (tensor<2xf32>) -> tensor<2xf32>
type CollectiveReduce struct{ ir.Ref }

// Inputs, ReplicaGroups, ChannelHandle, UseGlobalDeviceIds, HasDynamicRoot and Computation return
// the operands, attributes and region with these names.
func (o CollectiveReduce) Inputs() []*ir.Value           { return o.Op.OperandsOf(0) }
func (o CollectiveReduce) ReplicaGroups() ir.Attr        { return o.Op.AttrAt(0) }
func (o CollectiveReduce) ChannelHandle() *ChannelHandle { return structAt[*ChannelHandle](o.Op, 1) }
func (o CollectiveReduce) UseGlobalDeviceIds() bool      { return !o.Op.AttrAt(2).IsNil() }
func (o CollectiveReduce) HasDynamicRoot() bool          { return !o.Op.AttrAt(3).IsNil() }
func (o CollectiveReduce) Computation() *ir.Region       { return o.Op.RegionAt(0) }

// Spec implements ir.View.
func (CollectiveReduce) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.collective_reduce",
		Doc:      "CollectiveReduce combines the operands of a group's processes; the root gets the result.",
		Operands: []ir.Field{{Name: "operands", Type: anyTensor(), Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Type: anyTensor(), Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			replicaGroups(),
			optional(channelAttr()),
			unitAttr("use_global_device_ids"),
			unitAttr("has_dynamic_root"),
		},
		Regions:  []ir.RegionField{{Name: "computation", Sized: true}},
		Traits:   ir.SingleBlock,
		Implicit: "stablehlo.return",
	}
}

// CollectivePermute sends operands from process to process.
//
//	%r = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
type CollectivePermute struct{ ir.Ref }

// Operand, SourceTargetPairs and ChannelHandle return the operand and attributes with these names.
func (o CollectivePermute) Operand() *ir.Value            { return o.Op.OperandAt(0) }
func (o CollectivePermute) SourceTargetPairs() []int64    { return intsAt(o.Op, 0) }
func (o CollectivePermute) ChannelHandle() *ChannelHandle { return structAt[*ChannelHandle](o.Op, 1) }

// Spec implements ir.View.
func (CollectivePermute) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.collective_permute",
		Doc:      "CollectivePermute sends operands from process to process.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			elementsAttr("source_target_pairs"),
			optional(channelAttr()),
		},
		Traits: ir.SameOperandsAndResultElementType,
	}
}

// CrossReplicaSum adds the operands of a group of replicas.
//
//	%r = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
type CrossReplicaSum struct{ ir.Ref }

// Operand and ReplicaGroups return the operand and attribute with these names.
func (o CrossReplicaSum) Operand() *ir.Value     { return o.Op.OperandAt(0) }
func (o CrossReplicaSum) ReplicaGroups() []int64 { return intsAt(o.Op, 0) }

// Spec implements ir.View.
func (CrossReplicaSum) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.cross-replica-sum",
		Doc:      "CrossReplicaSum adds the operands of a group of replicas.",
		Operands: []ir.Field{{Name: "operand", Type: anyTensor()}},
		Results:  []ir.Field{{Name: "result", Type: anyTensor()}},
		Attrs: []ir.AttrField{
			elementsAttr("replica_groups"),
		},
		Traits: ir.Pure,
	}
}

// Infeed reads values that the host sends to the device.
//
//	%r, %t = "stablehlo.infeed"(%token) <{infeed_config = ""}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
type Infeed struct{ ir.Ref }

// Token, InfeedConfig and Layout return the operand and attributes with these names.
func (o Infeed) Token() *ir.Value     { return o.Op.OperandAt(0) }
func (o Infeed) InfeedConfig() string { return stringAt(o.Op, 0) }
func (o Infeed) Layout() ir.Attr      { return o.Op.AttrAt(1) }

// Spec implements ir.View.
func (Infeed) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.infeed",
		Doc:      "Infeed reads values that the host sends to the device.",
		Operands: []ir.Field{{Name: "token", Type: token()}},
		Results:  []ir.Field{{Name: "results", Type: oneOf(staticTensor(), token()), Arity: ir.Variadic}},
		Traits:   ir.AlwaysEffect,
		Attrs: []ir.AttrField{
			withDefault(stringAttr("infeed_config"), ir.NewString("")),
			optional(arrayAttr("layout", "array attribute", nil)),
		},
	}
}

// Outfeed sends values to the host.
//
//	%t = "stablehlo.outfeed"(%x, %token) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
type Outfeed struct{ ir.Ref }

// Inputs, Token and OutfeedConfig return the operands and attribute with these names.
func (o Outfeed) Inputs() []*ir.Value   { return o.Op.OperandsOf(0) }
func (o Outfeed) Token() *ir.Value      { return o.Op.OperandsOf(1)[0] }
func (o Outfeed) OutfeedConfig() string { return stringAt(o.Op, 0) }

// Spec implements ir.View.
func (Outfeed) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.outfeed",
		Doc:      "Outfeed sends values to the host.",
		Operands: []ir.Field{{Name: "inputs", Type: anyOrPerAxis(), Arity: ir.Variadic}, {Name: "token", Type: token()}},
		Results:  []ir.Field{{Name: "result", Type: token()}},
		Traits:   ir.AlwaysEffect,
		Attrs: []ir.AttrField{
			withDefault(stringAttr("outfeed_config"), ir.NewString("")),
		},
	}
}

// Send sends values to a channel.
//
//	%t = "stablehlo.send"(%x, %token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 2>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
type Send struct{ ir.Ref }

// Inputs, Token, ChannelHandle, IsHostTransfer and SourceTargetPairs return the operands and
// attributes with these names.
func (o Send) Inputs() []*ir.Value           { return o.Op.OperandsOf(0) }
func (o Send) Token() *ir.Value              { return o.Op.OperandsOf(1)[0] }
func (o Send) ChannelHandle() *ChannelHandle { return structAt[*ChannelHandle](o.Op, 0) }
func (o Send) IsHostTransfer() bool          { return boolAt(o.Op, 1) }
func (o Send) SourceTargetPairs() []int64    { return intsAt(o.Op, 2) }

// Spec implements ir.View.
func (Send) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.send",
		Doc:      "Send sends to a channel.",
		Operands: []ir.Field{{Name: "inputs", Type: anyOrPerAxis(), Arity: ir.Variadic}, {Name: "token", Type: token()}},
		Results:  []ir.Field{{Name: "result", Type: token()}},
		Traits:   ir.AlwaysEffect,
		Attrs: []ir.AttrField{
			channelAttr(),
			withDefault(boolAttr("is_host_transfer"), ir.BoolAttr(false)),
			optional(elementsAttr("source_target_pairs")),
		},
	}
}

// Recv receives values from a channel.
//
//	%r, %t = "stablehlo.recv"(%token) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
type Recv struct{ ir.Ref }

// Token, ChannelHandle, IsHostTransfer and SourceTargetPairs return the operand and attributes with
// these names.
func (o Recv) Token() *ir.Value              { return o.Op.OperandAt(0) }
func (o Recv) ChannelHandle() *ChannelHandle { return structAt[*ChannelHandle](o.Op, 0) }
func (o Recv) IsHostTransfer() bool          { return boolAt(o.Op, 1) }
func (o Recv) SourceTargetPairs() []int64    { return intsAt(o.Op, 2) }

// Spec implements ir.View.
func (Recv) Spec() ir.Spec {
	return ir.Spec{
		Name:     "stablehlo.recv",
		Doc:      "Recv receives from a channel.",
		Operands: []ir.Field{{Name: "token", Type: token()}},
		Results:  []ir.Field{{Name: "results", Type: oneOf(staticTensor(), token()), Arity: ir.Variadic}},
		Traits:   ir.AlwaysEffect,
		Attrs: []ir.AttrField{
			channelAttr(),
			withDefault(boolAttr("is_host_transfer"), ir.BoolAttr(false)),
			optional(elementsAttr("source_target_pairs")),
		},
	}
}

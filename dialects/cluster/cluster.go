// Package cluster is the dialect of placement: on which device each operation runs, and which
// operations run together as one launch. These decisions are part of the IR, so they can be
// printed, edited, parsed and verified.
package cluster

import (
	"github.com/lathe-ir/lathe/ir"
)

// Dialect describes the dialect to a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name: "cluster",
		Doc:  "Devices, and groups of operations that run on one device as one launch.",
		Ops: func() []ir.OpDecl {
			return []ir.OpDecl{
				ir.Decl[Region](), ir.Decl[Yield](), ir.Decl[Launch](), ir.Decl[Copy](),
			}
		},
		Syntax:     syntax{},
		VerifyAttr: verifyAttr,

		VerifyArgAttr:    verifyArgAttr,
		VerifyResultAttr: verifyResultAttr,
	}
}

// deviceName accepts strings that are not empty and have no type.
func deviceName() ir.AttrConstraint {
	return ir.AttrConstraint{
		Text: "name of a device",
		Accept: func(a ir.Attr) bool {
			s, ok := a.Str()
			return ok && s != "" && a.TypeOf().IsNil()
		},
		// A colon after the name begins the types of the operation, not the type of the string.
		Form: ir.FormNoType,
		Type: ir.None(),
	}
}

// Region is a cluster: operations that run on one device as one launch. Inside the body, block
// arguments represent the operands. No result may share memory with an operand.
//
//	%r:2 = cluster.region "vm" (%x = %a : tensor<4xf32>) -> (tensor<4xf32>, f32) { … }
type Region struct{ ir.Ref }

const regionDevice = 0

// Spec implements ir.View.
func (Region) Spec() ir.Spec {
	return ir.Spec{
		Name:     "cluster.region",
		Doc:      "A cluster: operations that run on one device as one launch.",
		Operands: []ir.Field{{Name: "operands", Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Arity: ir.Variadic}},
		Attrs:    []ir.AttrField{{Name: "device", Type: deviceName(), Doc: "the device it runs on"}},
		Regions:  []ir.RegionField{{Name: "body", Sized: true}},
		Traits:   ir.IsolatedFromAbove | ir.AffineScope | ir.AllocationScope | ir.SingleBlock | ir.RecursiveEffects,
	}
}

// NewRegion creates a cluster. The body is an empty block that has an argument for each operand.
func NewRegion(b *ir.Builder, device string, operands []*ir.Value, results []ir.Type) Region {
	o := ir.Create[Region](b, ir.Init{
		Operands: operands, Results: results,
		Attrs: []ir.Attr{ir.NewString(device)}, NumRegions: 1,
	})
	body := o.Op.RegionAt(0).AddBlock()
	for _, v := range operands {
		body.AddArg(v.Type(), v.Loc())
	}
	return o
}

// Device returns the device's name.
func (o Region) Device() string { return text(o.Op.AttrAt(regionDevice)) }

// Inputs returns the operands, one for each argument of the body.
func (o Region) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Body returns the block of the cluster.
func (o Region) Body() *ir.Block { return o.Op.RegionAt(0).Blocks[0] }

// Yield returns the terminator of the body.
func (o Region) Yield() Yield {
	y, ok := ir.As[Yield](o.Body().Last())
	if !ok {
		panic("cluster: BUG: a region that was not verified")
	}
	return y
}

// Verify implements ir.Verifier.
func (o Region) Verify() error {
	body := o.Body()
	if body.NumArgs() != o.Op.NumOperands() {
		return ir.Errorf(o.Op, "expects as many block arguments as operands, but has %d and %d", body.NumArgs(), o.Op.NumOperands())
	}
	for i, a := range body.Args() {
		if got, want := a.Type(), o.Op.OperandAt(i).Type(); got != want {
			return ir.Errorf(o.Op, "type of block argument #%d ('%s') must match the type of operand #%d ('%s')", i, got, i, want)
		}
	}
	return verifyOrder(o.Op)
}

// VerifyRegions implements ir.RegionVerifier.
func (o Region) VerifyRegions() error {
	y, ok := ir.As[Yield](o.Body().Last())
	if !ok {
		return ir.Errorf(o.Op, "expects its body to end with 'cluster.yield'")
	}
	if y.Op.NumOperands() != o.Op.NumResults() {
		return ir.Errorf(y.Op, "has %d operands, but the cluster has %d results", y.Op.NumOperands(), o.Op.NumResults())
	}
	for i, v := range y.Values() {
		if want := o.Op.ResultAt(i).Type(); v.Type() != want {
			return ir.Errorf(y.Op, "type of operand #%d ('%s') must match the type of result #%d ('%s')", i, v.Type(), i, want)
		}
	}
	return nil
}

// Yield ends the body of a cluster. Its operands are the cluster's results.
//
//	cluster.yield %a, %b : tensor<4xf32>, f32
type Yield struct{ ir.Ref }

// Spec implements ir.View.
func (Yield) Spec() ir.Spec {
	return ir.Spec{
		Name:     "cluster.yield",
		Doc:      "Ends a cluster with its results.",
		Operands: []ir.Field{{Name: "values", Arity: ir.Variadic}},
		Traits:   ir.Pure | ir.Terminator | ir.ReturnLike,
		Parents:  []string{"cluster.region"},
		Format:   "attr-dict ($values^ `:` type($values))?",
	}
}

// NewYield ends the body of a cluster whose results are vs.
func NewYield(b *ir.Builder, vs ...*ir.Value) Yield {
	return ir.Create[Yield](b, ir.Init{Operands: vs})
}

// Values returns the results of the cluster.
func (o Yield) Values() []*ir.Value { return o.Op.OperandsOf(0) }

// Copy copies a value from the memory of one device to the memory of another device.
//
//	%r = cluster.copy %a from "vm" to "c" : tensor<4xf32>
type Copy struct{ ir.Ref }

const (
	copyFrom = iota
	copyTo
)

// Spec implements ir.View.
func (Copy) Spec() ir.Spec {
	t := ir.Constraint{Text: "any type", Var: "T"}
	return ir.Spec{
		Name:     "cluster.copy",
		Doc:      "Copies a value from the memory of one device to the memory of another device.",
		Operands: []ir.Field{{Name: "input", Type: t}},
		Results:  []ir.Field{{Name: "result", Type: t}},
		Attrs:    []ir.AttrField{{Name: "from", Type: deviceName()}, {Name: "to", Type: deviceName()}},
		Traits:   ir.Pure,
		Format:   "$input `from` $from `to` $to attr-dict `:` type($result)",
	}
}

// NewCopy creates a copy of v from one device to another.
func NewCopy(b *ir.Builder, v *ir.Value, from, to string) Copy {
	return ir.Create[Copy](b, ir.Init{
		Operands: []*ir.Value{v}, Results: []ir.Type{v.Type()},
		Attrs: []ir.Attr{ir.NewString(from), ir.NewString(to)},
	})
}

// Input returns the value that is copied.
func (o Copy) Input() *ir.Value { return o.Op.OperandAt(0) }

// From and To return the names of the devices.
func (o Copy) From() string { return text(o.Op.AttrAt(copyFrom)) }
func (o Copy) To() string   { return text(o.Op.AttrAt(copyTo)) }

// Verify implements ir.Verifier.
func (o Copy) Verify() error {
	if o.From() == o.To() {
		return ir.Errorf(o.Op, "must copy between two different devices, but both are '%s'", o.To())
	}
	return nil
}

func text(a ir.Attr) string {
	s, _ := a.Str()
	return s
}

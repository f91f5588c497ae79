package cluster

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Launch runs a cluster that the pass cluster-outline moved to a function.
//
//	%r:2 = cluster.launch @cluster_0_vm(%a) on "vm" : (tensor<4xf32>) -> (tensor<4xf32>, f32)
type Launch struct{ ir.Ref }

const (
	launchCallee = iota
	launchDevice
)

// Spec implements ir.View.
func (Launch) Spec() ir.Spec {
	return ir.Spec{
		Name:     "cluster.launch",
		Doc:      "Calls a function that contains the operations of a cluster.",
		Operands: []ir.Field{{Name: "operands", Arity: ir.Variadic}},
		Results:  []ir.Field{{Name: "results", Arity: ir.Variadic}},
		Attrs: []ir.AttrField{
			{Name: "callee", Type: ir.AttrConstraint{Text: "flat symbol reference attribute", Accept: isFlatRef}},
			{Name: "device", Type: deviceName(), Doc: "the device it runs on"},
		},
		// The pass inline must not divide a cluster. Only the pass cluster-inline replaces a
		// launch.
		Traits: ir.InlineBarrier,
		Format: "$callee `(` $operands `)` `on` $device attr-dict `:` functional-type($operands, results)",
	}
}

func isFlatRef(a ir.Attr) bool {
	r, ok := ir.AttrAs[*ir.SymbolRefAttr](a)
	return ok && len(r.Nested) == 0
}

// NewLaunch creates a launch of the function named callee on a device.
func NewLaunch(b *ir.Builder, callee, device string, args []*ir.Value, results []ir.Type) Launch {
	return ir.Create[Launch](b, ir.Init{
		Operands: args, Results: results,
		Attrs: []ir.Attr{ir.NewSymbolRef(callee), ir.NewString(device)},
	})
}

// Callee implements ir.Caller.
func (o Launch) Callee() ir.Attr { return o.Op.AttrAt(launchCallee) }

// CalleeName returns the function's name.
func (o Launch) CalleeName() string {
	r, _ := ir.AttrAs[*ir.SymbolRefAttr](o.Callee())
	return r.Root
}

// Args implements ir.Caller.
func (o Launch) Args() []*ir.Value { return o.Op.OperandsOf(0) }

// Inputs returns the operands, one for each argument of the function.
func (o Launch) Inputs() []*ir.Value { return o.Op.OperandsOf(0) }

// Device returns the device's name.
func (o Launch) Device() string { return text(o.Op.AttrAt(launchDevice)) }

// Replicas returns the names of the callee's copies.
func (o Launch) Replicas() (names []string) {
	list, ok := ir.AttrAs[*ir.ArrayAttr](o.Op.Discardable(ReplicasAttr))
	if !ok {
		return nil
	}
	for _, a := range list.Elems {
		if r, ok := ir.AttrAs[*ir.SymbolRefAttr](a); ok {
			names = append(names, r.Root)
		}
	}
	return names
}

// SetReplicas sets the list of the callee's copies.
func (o Launch) SetReplicas(names []string) {
	list := make([]ir.Attr, len(names))
	for i, n := range names {
		list[i] = ir.NewSymbolRef(n)
	}
	o.Op.SetDiscardable(ReplicasAttr, ir.NewArray(list...))
}

func verifyReplicas(op *ir.Op, a ir.Attr) error {
	list, ok := ir.AttrAs[*ir.ArrayAttr](a)
	if !ok || len(list.Elems) == 0 || slices.ContainsFunc(list.Elems, func(e ir.Attr) bool { return !isFlatRef(e) }) {
		return ir.Errorf(op, "attribute '%s' must be a list of functions such as [@f], but is %s", ReplicasAttr, a)
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Launch) Verify() error { return verifyOrder(o.Op) }

// VerifySymbols implements ir.SymbolUser.
func (o Launch) VerifySymbols(t *ir.Symbols) error {
	f, ok := ir.As[fn.Func](t.Resolve(o.Callee()))
	if !ok {
		return ir.Errorf(o.Op, "'%s' does not reference a valid function", o.CalleeName())
	}
	want := f.FunctionType()
	if len(want.Inputs) != o.Op.NumOperands() {
		return ir.NoteAt(ir.Errorf(o.Op, "has %d operands, but function @%s takes %d", o.Op.NumOperands(), f.SymName(), len(want.Inputs)), f.Op, "the function")
	}
	for i, in := range want.Inputs {
		if got := o.Op.OperandAt(i).Type(); got != in {
			return ir.Errorf(o.Op, "operand type mismatch: expected operand type '%s', but provided '%s' for operand number %d", in, got, i)
		}
	}
	if len(want.Results) != o.Op.NumResults() {
		return ir.NoteAt(ir.Errorf(o.Op, "has %d results, but function @%s returns %d", o.Op.NumResults(), f.SymName(), len(want.Results)), f.Op, "the function")
	}
	for i, out := range want.Results {
		if got := o.Op.ResultAt(i).Type(); got != out {
			return ir.Errorf(o.Op, "result type mismatch: expected result type '%s', but got '%s' for result number %d", out, got, i)
		}
	}
	for _, name := range o.Replicas() {
		r, ok := ir.As[fn.Func](t.Resolve(ir.NewSymbolRef(name)))
		switch {
		case !ok:
			return ir.Errorf(o.Op, "attribute '%s': '%s' does not reference a valid function", ReplicasAttr, name)
		case r.Op == f.Op:
			return ir.Errorf(o.Op, "attribute '%s' lists @%s, which is the callee", ReplicasAttr, name)
		case !slices.Equal(r.FunctionType().Inputs, want.Inputs) || !slices.Equal(r.FunctionType().Results, want.Results):
			return ir.NoteAt(ir.Errorf(o.Op, "attribute '%s': @%s has another type than @%s", ReplicasAttr, name, f.SymName()), r.Op, "the copy")
		}
	}
	return o.verifyDevice(f)
}

func (o Launch) verifyDevice(f fn.Func) error {
	if d, ok := DeviceOf(f.Op); ok && d != o.Device() {
		return ir.NoteAt(ir.Errorf(o.Op, "launches @%s on device '%s', but the function is for '%s'", f.SymName(), o.Device(), d), f.Op, "the function")
	}
	return nil
}

// FuncName returns the name of the function to which cluster n of a module is outlined.
func FuncName(n int, device string) string { return fmt.Sprintf("cluster_%d_%s", n, device) }

package gomlx

import (
	"context"
	"fmt"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/notimplemented"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/dialects/stablehlo"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Builder builds a graph as the function @main of a module. For distributed operations, it has only
// the methods of the embedded builder, which return an error.
type Builder struct {
	notimplemented.Builder
	backend *Backend
	name    string
	m       ir.Module
	main    fn.Func
	b       *ir.Builder
	names   []string // names of the parameters
	inputs  []shapes.Shape
	done    bool // set by Compile
}

var _ backends.Builder = (*Builder)(nil)

// node is a value of the graph.
type node struct {
	owner *Builder
	v     *ir.Value
	shape shapes.Shape
}

// Builder implements backends.Backend.
func (b *Backend) Builder(name string) backends.Builder {
	m := ir.NewModule(b.registry)
	bld := ir.NewBuilder(b.registry)
	bld.AtEnd(m.Body())
	main := fn.New(bld, "main", nil, nil)
	bld.AtEnd(main.Entry())
	out := &Builder{backend: b, name: name, m: m, main: main, b: bld}
	out.ErrFn = func(op backends.OpType) error { return fmt.Errorf("backend %q has no %s", Name, op) }
	return out
}

// Name implements backends.Builder.
func (b *Builder) Name() string { return b.name }

// check returns an error if operations can no longer be added to the graph.
func (b *Builder) check() error {
	if b.done {
		return fmt.Errorf("graph %q is compiled already", b.name)
	}
	return b.backend.check()
}

// nodes returns the nodes of ops, which must be values of this graph.
func (b *Builder) nodes(ops ...backends.Op) ([]*node, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	ns := make([]*node, len(ops))
	for i, op := range ops {
		n, ok := op.(*node)
		switch {
		case !ok || n == nil:
			return nil, fmt.Errorf("operand #%d is not a value of backend %q: %T", i, Name, op)
		case n.owner != b:
			return nil, fmt.Errorf("operand #%d belongs to graph %q, but is used in %q", i, n.owner.name, b.name)
		}
		ns[i] = n
	}
	return ns, nil
}

func values(ns []*node) []*ir.Value {
	vs := make([]*ir.Value, len(ns))
	for i, n := range ns {
		vs[i] = n.v
	}
	return vs
}

func (b *Builder) node(v *ir.Value, s shapes.Shape) *node { return &node{b, v, s} }

// made verifies op, which was just built, and returns the result of op. s is the shape of the
// result. If op is invalid, made returns an error and removes op, so that the graph remains usable.
func (b *Builder) made(op *ir.Op, s shapes.Shape) (backends.Op, error) {
	if err := ir.Verify(op); err != nil {
		op.Erase()
		return nil, err
	}
	return b.node(op.Result(), s), nil
}

// OpShape implements backends.Builder.
func (b *Builder) OpShape(op backends.Op) (shapes.Shape, error) {
	ns, err := b.nodes(op)
	if err != nil {
		return shapes.Invalid(), err
	}
	return ns[0].shape, nil
}

// DeviceAssignment implements backends.Builder.
func (b *Builder) DeviceAssignment(devices ...backends.DeviceNum) error {
	if len(devices) != 1 {
		return fmt.Errorf("DeviceAssignment: expected one device, but got %d", len(devices))
	}
	return checkDevice(devices[0])
}

// Identity implements backends.Builder.
func (b *Builder) Identity(x backends.Op) (backends.Op, error) {
	ns, err := b.nodes(x)
	if err != nil {
		return nil, err
	}
	return ns[0], nil
}

// Parameter implements backends.Builder.
func (b *Builder) Parameter(name string, s shapes.Shape, sharding *backends.ShardingSpec) (backends.Op, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	if err := checkShape(s); err != nil {
		return nil, fmt.Errorf("parameter %q: %w", name, err)
	}
	if sharding != nil {
		return nil, fmt.Errorf("parameter %q: backend %q has one device and does not support sharding", name, Name)
	}
	for _, n := range b.names {
		if n == name {
			return nil, fmt.Errorf("parameter %q is defined twice", name)
		}
	}
	b.names, b.inputs = append(b.names, name), append(b.inputs, s)
	return b.node(b.main.Entry().AddArg(typeOf(s), b.b.Loc), s), nil
}

// Constant implements backends.Builder.
func (b *Builder) Constant(flat any, dims ...int) (backends.Op, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	elem := elemOf(flat)
	if elem == nil {
		return nil, fmt.Errorf("expected a slice with the elements of a constant, but got %T", flat)
	}
	s, err := shapeWith(dtypes.FromGoType(elem), dims...)
	if err != nil {
		return nil, err
	}
	raw, err := bytesOf(flat, s)
	if err != nil {
		return nil, err
	}
	t, err := tensor.TryNew(kindOf(s.DType), wide(dims)...)
	if err != nil {
		return nil, fmt.Errorf("cannot create a constant of shape %s: %w", s, err)
	}
	copy(t.Data, raw)
	return b.node(b.constant(t), s), nil
}

func (b *Builder) constant(t *tensor.Tensor) *ir.Value {
	typ := ir.Tensor(ir.KindType(t.Kind), t.Shape...)
	return stablehlo.NewConstant(b.b, ir.NewDense(typ, t)).Op.Result()
}

// constantOf creates a scalar constant of element type d with the value v. The Go type of v must be
// the type that GoMLX uses for d.
func (b *Builder) constantOf(d dtypes.DType, v any) *ir.Value {
	raw, err := bytesOf(oneOf(v), shapes.Make(d))
	if err != nil {
		panic("gomlx: BUG: " + err.Error())
	}
	t := tensor.New(kindOf(d))
	copy(t.Data, raw)
	return b.constant(t)
}

// number creates a scalar constant of element type d with the value v.
func (b *Builder) number(d dtypes.DType, v float64) *ir.Value {
	t := tensor.New(kindOf(d))
	switch {
	case t.Kind.IsComplex():
		t.SetComplex(0, complex(v, 0))
	case t.Kind.IsFloat():
		t.SetFloat(0, v)
	default:
		t.SetInt(0, int64(v))
	}
	return b.constant(t)
}

// Compile implements backends.Builder.
func (b *Builder) Compile(outputs []backends.Op, shardings []*backends.ShardingSpec) (backends.Executable, error) {
	for _, s := range shardings {
		if s != nil {
			return nil, fmt.Errorf("graph %q: backend %q has one device and does not support sharding", b.name, Name)
		}
	}
	ns, err := b.nodes(outputs...)
	if err != nil {
		return nil, err
	}
	b.done = true
	e := &executable{backend: b.backend, name: b.name, names: b.names, inputs: b.inputs}
	var ins, outs []ir.Type
	for _, v := range b.main.Entry().Args() {
		ins = append(ins, v.Type())
	}
	for _, n := range ns {
		outs = append(outs, n.v.Type())
		e.outputs = append(e.outputs, n.shape)
	}
	fn.NewReturn(b.b, values(ns)...)
	b.main.SetFunctionType(ins, outs)
	if err := ir.Verify(b.m.Op); err != nil {
		return nil, fmt.Errorf("graph %q: %w", b.name, err)
	}
	if e.exe, err = b.backend.compile(context.Background(), b.m); err != nil {
		return nil, fmt.Errorf("graph %q: %w", b.name, err)
	}
	return e, nil
}

// compile compiles m for the first device. If this fails and there are other devices, compile
// divides m among all devices.
func (b *Backend) compile(ctx context.Context, m ir.Module) (*compile.Executable, error) {
	e, err := compile.Module(ctx, m, compile.Options{Backend: b.devices[0]})
	if err == nil || len(b.devices) == 1 {
		return e, err
	}
	return compile.Module(ctx, m, compile.Options{Devices: b.devices})
}

package onednngraph

import (
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// These discardable attributes hold the properties of a graph that its operations, values and types
// do not express.
const (
	// IDAttr is an operation's id in its graph, and NameAttr its name.
	IDAttr   = Prefix + "id"
	NameAttr = Prefix + "name"
	// TensorsAttr lists the logical tensors of an operation's results. TensorAttr is the logical
	// tensor of a function argument.
	TensorsAttr = Prefix + "tensors"
	TensorAttr  = Prefix + "tensor"
	// GraphAttr is a dictionary on a function. Its entries, such as fpmath_mode, apply to the whole
	// graph.
	GraphAttr = Prefix + "graph"
)

// The layouts and properties of logical tensors, as oneDNN names them. Strided is the default
// layout, and Undefined is the default property.
const (
	Strided   = "strided"
	AnyLayout = "any"
	Opaque    = "opaque"
	Undefined = "undef"
	Constant  = "constant"
	Host      = "host_scalar"
)

// Tensor is the part of a logical tensor that the type of its value does not express.
type Tensor struct {
	// ID is the tensor's id in its graph, or negative if the tensor has none.
	ID int64
	// Layout is Strided, AnyLayout, Opaque or Undefined. Strides has the distance between elements
	// along each dimension, counted in elements; nil means row-major.
	Layout  string
	Strides []int64
	// Property is Undefined, "variable", Constant or Host.
	Property string
	// Handle identifies an opaque layout.
	Handle int64
}

// Attr returns the tensor as a dictionary, without entries that have default values.
func (t Tensor) Attr() ir.Attr {
	var es []ir.NamedAttr
	add := func(name string, a ir.Attr) { es = append(es, ir.NamedAttr{Name: name, Attr: a}) }
	if t.Handle != 0 {
		add("handle", ir.NewI64(t.Handle))
	}
	if t.ID >= 0 {
		add("id", ir.NewI64(t.ID))
	}
	if t.Layout != Strided {
		add("layout", ir.NewString(t.Layout))
	}
	if t.Property != Undefined {
		add("property", ir.NewString(t.Property))
	}
	if t.Strides != nil {
		add("strides", ir.NewDenseI64(t.Strides...))
	}
	return ir.NewDict(es...)
}

func tensorOf(a ir.Attr) Tensor {
	t := Tensor{ID: -1, Layout: Strided, Property: Undefined}
	d, ok := ir.AttrAs[*ir.DictAttr](a)
	if !ok {
		return t
	}
	if n, ok := d.Get("id").Int(); ok {
		t.ID = n
	}
	if s, ok := d.Get("layout").Str(); ok {
		t.Layout = s
	}
	if s, ok := d.Get("property").Str(); ok {
		t.Property = s
	}
	if v, ok := d.Get("strides").Ints(); ok {
		t.Strides = v
	}
	t.Handle, _ = d.Get("handle").Int()
	return t
}

// TensorOf returns the logical tensor of a value, with default values if no attribute describes it.
func TensorOf(v *ir.Value) Tensor {
	if op := v.Def(); op != nil {
		list, ok := ir.AttrAs[*ir.ArrayAttr](op.Discardable(TensorsAttr))
		if ok && v.Index() < len(list.Elems) {
			return tensorOf(list.Elems[v.Index()])
		}
		return tensorOf(ir.Attr{})
	}
	if f, ok := ir.As[fn.Func](v.ArgBlock().Parent()); ok {
		if d := f.ArgAttrs(v.Index()); d != nil {
			return tensorOf(d.Get(TensorAttr))
		}
	}
	return tensorOf(ir.Attr{})
}

// SetTensors stores the logical tensors of op's results.
func SetTensors(op *ir.Op, ts ...Tensor) {
	as := make([]ir.Attr, len(ts))
	for i, t := range ts {
		as[i] = t.Attr()
	}
	op.SetDiscardable(TensorsAttr, ir.NewArray(as...))
}

// EngineOf returns the engine kind of the graph in function f: cpu, gpu or any. The default is cpu.
func EngineOf(f *ir.Op) string { return entryOf(f, "engine_kind", "cpu") }

// MathOf returns the math mode of the graph in function f. The default is strict.
func MathOf(f *ir.Op) string { return entryOf(f, "fpmath_mode", MathModes()[0]) }

// MathModes returns the math modes: strict, and the modes in which f32 operations may be less
// precise.
func MathModes() []string { return []string{"strict", "bf16", "f16", "tf32", "any"} }

// entryOf returns the named string in f's GraphAttr, or the last argument if there is none.
func entryOf(f *ir.Op, name, otherwise string) string {
	if d, ok := ir.AttrAs[*ir.DictAttr](f.Discardable(GraphAttr)); ok {
		if s, ok := d.Get(name).Str(); ok {
			return s
		}
	}
	return otherwise
}

// IDOf returns an operation's id in its graph. ok is false if the operation has no id.
func IDOf(op *ir.Op) (id int64, ok bool) { return op.Discardable(IDAttr).Int() }

// verifyAttr checks the dialect's attributes on operations.
func verifyAttr(op *ir.Op, name string, a ir.Attr) error {
	switch name {
	case IDAttr:
		if n, ok := a.Int(); !ok || n < 0 {
			return ir.Errorf(op, "attribute '%s' must be an integer of 0 or more", name)
		}
	case NameAttr:
		if _, ok := a.Str(); !ok {
			return ir.Errorf(op, "attribute '%s' must be a string", name)
		}
	case GraphAttr:
		if !ir.IsAttr[*ir.DictAttr](a) {
			return ir.Errorf(op, "attribute '%s' must be a dictionary", name)
		}
		if mode := MathOf(op); !slices.Contains(MathModes(), mode) {
			return ir.Errorf(op, "attribute '%s' has the fpmath_mode '%s', which must be one of %s", name, mode, strings.Join(MathModes(), ", "))
		}
		if kind := EngineOf(op); kind != "cpu" && kind != "gpu" && kind != "any" {
			return ir.Errorf(op, "attribute '%s' has the engine_kind '%s', which must be cpu, gpu or any", name, kind)
		}
	case TensorsAttr:
		list, ok := ir.AttrAs[*ir.ArrayAttr](a)
		if !ok || len(list.Elems) != op.NumResults() {
			return ir.Errorf(op, "attribute '%s' must be an array with one dictionary for each result (%d in total)", name, op.NumResults())
		}
		for i, e := range list.Elems {
			if err := verifyTensor(op, name, e, op.ResultAt(i).Type()); err != nil {
				return err
			}
		}
	default:
		return ir.Errorf(op, "attribute '%s' does not exist in dialect '%s'", name, Name)
	}
	return nil
}

// verifyArgAttr checks an attribute of a function argument. Only TensorAttr is valid.
func verifyArgAttr(op *ir.Op, arg int, name string, a ir.Attr) error {
	f, ok := ir.As[fn.Func](op)
	if name != TensorAttr || !ok {
		return ir.Errorf(op, "argument #%d has attribute '%s', but an argument can only have '%s', and only if it is an argument of a function", arg, name, TensorAttr)
	}
	return verifyTensor(op, name, a, f.FunctionType().Inputs[arg])
}

// verifyTensor checks a dictionary that describes a logical tensor of type t.
func verifyTensor(op *ir.Op, name string, a ir.Attr, t ir.Type) error {
	d, ok := ir.AttrAs[*ir.DictAttr](a)
	if !ok {
		return ir.Errorf(op, "attribute '%s' must be a dictionary", name)
	}
	for _, e := range d.Entries {
		if err := verifyEntry(op, name, e, t); err != nil {
			return err
		}
	}
	return nil
}

func verifyEntry(op *ir.Op, name string, e ir.NamedAttr, t ir.Type) error {
	s, _ := e.Attr.Str()
	n, isInt := e.Attr.Int()
	ok := false
	switch e.Name {
	case "id", "handle":
		ok = isInt && n >= 0
	case "layout":
		ok = slices.Contains([]string{Strided, AnyLayout, Opaque, Undefined}, s)
	case "property":
		ok = slices.Contains([]string{Undefined, "variable", Constant, Host}, s)
		if shape, ranked := t.Shape(); ok && s == Host && ranked && len(shape) > 0 {
			return ir.Errorf(op, "attribute '%s' has the property host_scalar for a tensor of type '%s', but a host scalar must have rank 0", name, t)
		}
	case "strides":
		shape, ranked := t.Shape()
		v, isList := e.Attr.Ints()
		ok = isList && (!ranked || len(v) == len(shape))
	}
	if !ok {
		return ir.Errorf(op, "attribute '%s' has the entry '%s = %s', which does not describe a logical tensor of type '%s'", name, e.Name, e.Attr, t)
	}
	return nil
}

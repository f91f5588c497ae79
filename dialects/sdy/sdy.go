// Package sdy is Shardy: meshes of devices, and how tensors are spread over
// them. It is read, kept and printed; nothing acts on it.
package sdy

import "github.com/lathe-ir/lathe/ir"

// Dialect describes the dialect to a registry.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:   "sdy",
		Doc:    "Meshes of devices, and how tensors are spread over them.",
		Ops:    []ir.OpDecl{ir.Decl[Mesh]()},
		Syntax: syntax{},
	}
}

// Mesh names a mesh of devices.
//
//	sdy.mesh @mesh = <["x"=2, "y"=4]>
type Mesh struct{ *ir.Op }

// SymName returns the name of the mesh.
func (o Mesh) SymName() string {
	s, _ := o.AttrAt(0).Str()
	return s
}

// Mesh returns the axes and devices.
func (o Mesh) Mesh() *MeshAttr {
	m, _ := ir.AttrAs[*MeshAttr](o.AttrAt(1))
	return m
}

// Spec implements ir.View.
func (Mesh) Spec() ir.Spec {
	return ir.Spec{
		Name: "sdy.mesh",
		Doc:  "Names a mesh of devices.",
		Attrs: []ir.AttrField{
			{Name: "sym_name", Type: ir.SymbolNameConstraint},
			{Name: "mesh", Type: ir.AttrConstraint{
				Text: "Mesh of axes and a list of devices", Accept: ir.IsAttr[*MeshAttr],
				Form: ir.FormStripped, Mnemonic: "sdy.mesh",
			}},
		},
		Traits: ir.Symbol,
		Format: "$sym_name `=` $mesh attr-dict",
	}
}

// Verify implements ir.Verifier.
func (o Mesh) Verify() error {
	seen := map[string]bool{}
	for _, a := range o.Mesh().Axes {
		switch {
		case seen[a.Name]:
			return ir.Errorf(o.Op, "duplicate axis name: \"%s\"", a.Name)
		case a.Size <= 0:
			return ir.Errorf(o.Op, "axis size must be at least 1, got: %d", a.Size)
		}
		seen[a.Name] = true
	}
	return nil
}

// Effects implements ir.Effecter: there are none.
func (o Mesh) Effects() []ir.Effect { return nil }

// Axis is one axis of a mesh.
type Axis struct {
	Name string
	Size int64
}

// MeshAttr is a grid of devices; without DeviceIDs they are numbered in order.
//
//	#sdy.mesh<["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
type MeshAttr struct {
	Axes      []Axis
	DeviceIDs []int64
}

// AxisRef refers to an axis, or to the part of it of size Size behind PreSize;
// Size 0 means the whole axis.
//
//	"x", "x":(1)2
type AxisRef struct {
	Name          string
	PreSize, Size int64
}

// DimSharding says along which axes a dimension is cut. An open one may be cut
// further; Priority is -1 where none is given.
//
//	{"x", "y", ?}p1
type DimSharding struct {
	Axes     []AxisRef
	Open     bool
	Priority int64
}

// Sharding says how a tensor is spread. Mesh is a symbol or a *MeshAttr.
//
//	#sdy.sharding<@mesh, [{"x"}, {?}], replicated={"y"}>
type Sharding struct {
	Mesh                  ir.Attr
	Dims                  []DimSharding
	Replicated, Unreduced []AxisRef
}

// PerValue is one sharding for each result.
//
//	#sdy.sharding_per_value<[<@mesh, [{"x"}]>]>
type PerValue struct{ Shardings []ir.Attr }

// Print implements ir.AttrData.
func (d *MeshAttr) Print(w *ir.Writer) {
	w.Str("#sdy.mesh")
	d.printBare(w)
}

func (d *MeshAttr) printBare(w *ir.Writer) {
	w.Str("<[")
	for i, a := range d.Axes {
		comma(w, i)
		w.Quoted(a.Name)
		w.Byte('=')
		w.Int(a.Size)
	}
	w.Byte(']')
	if len(d.DeviceIDs) > 0 {
		w.Str(", device_ids=[")
		for i, n := range d.DeviceIDs {
			comma(w, i)
			w.Int(n)
		}
		w.Byte(']')
	}
	w.Byte('>')
}

func comma(w *ir.Writer, i int) {
	if i > 0 {
		w.Str(", ")
	}
}

func (a AxisRef) print(w *ir.Writer) {
	w.Quoted(a.Name)
	if a.Size != 0 {
		w.Str(":(")
		w.Int(a.PreSize)
		w.Byte(')')
		w.Int(a.Size)
	}
}

func (d DimSharding) print(w *ir.Writer) {
	w.Byte('{')
	for i, a := range d.Axes {
		comma(w, i)
		a.print(w)
	}
	if d.Open {
		comma(w, len(d.Axes))
		w.Byte('?')
	}
	w.Byte('}')
	if d.Priority >= 0 {
		w.Byte('p')
		w.Int(d.Priority)
	}
}

// Print implements ir.AttrData.
func (d *Sharding) Print(w *ir.Writer) {
	w.Str("#sdy.sharding")
	d.printBare(w)
}

func (d *Sharding) printBare(w *ir.Writer) {
	w.Byte('<')
	if m, ok := ir.AttrAs[*MeshAttr](d.Mesh); ok {
		w.Str("mesh")
		m.printBare(w)
	} else {
		w.Attr(d.Mesh)
	}
	w.Str(", [")
	for i, s := range d.Dims {
		comma(w, i)
		s.print(w)
	}
	w.Byte(']')
	printAxes(w, "replicated", d.Replicated)
	printAxes(w, "unreduced", d.Unreduced)
	w.Byte('>')
}

func printAxes(w *ir.Writer, name string, axes []AxisRef) {
	if len(axes) == 0 {
		return
	}
	w.Str(", " + name + "={")
	for i, a := range axes {
		comma(w, i)
		a.print(w)
	}
	w.Byte('}')
}

// Print implements ir.AttrData.
func (d *PerValue) Print(w *ir.Writer) {
	w.Str("#sdy.sharding_per_value<[")
	for i, a := range d.Shardings {
		comma(w, i)
		if s, ok := ir.AttrAs[*Sharding](a); ok {
			s.printBare(w)
		}
	}
	w.Str("]>")
}

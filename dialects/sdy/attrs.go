package sdy

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Axis is one axis of a mesh.
type Axis struct {
	Name string
	Size int64
}

// MeshAttr is a grid of devices. DeviceIDs lists the IDs of the devices in row-major order. If the
// list is empty, the IDs are 0, 1, 2 and so on.
//
//	#sdy.mesh<["x"=2, "y"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0]>
type MeshAttr struct {
	Axes      []Axis
	DeviceIDs []int64
}

// AxisRef refers to an axis, or to a sub-axis if Size is not 0. The sub-axis "x":(m)k is the factor
// k of an axis of size m · k · n. Its PreSize is m, and its Size is k.
//
//	"x", "x":(1)2
type AxisRef struct {
	Name          string
	PreSize, Size int64
}

// DimSharding lists the axes along which a dimension is sharded. If the dimension is open, a
// propagation may add axes. Priority is -1 if the dimension has no priority.
//
//	{"x", "y", ?}p1
type DimSharding struct {
	Axes     []AxisRef
	Open     bool
	Priority int64
}

// Sharding describes how a tensor is sharded. Mesh is a *MeshAttr, or the name of a [Mesh]. Along
// the axes in Replicated, the devices have copies of the same data. Along the axes in Unreduced,
// the devices have partial results, which are not combined yet.
//
//	#sdy.sharding<@mesh, [{"x"}, {?}], replicated={"y"}>
type Sharding struct {
	Mesh                  ir.Attr
	Dims                  []DimSharding
	Replicated, Unreduced []AxisRef
	// Reduction is the operation that combines the partial results: "max", "min", or "" for
	// addition.
	Reduction string
}

// PerValue lists one sharding for each operand or result.
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
	printAxes(w, "replicated=", d.Replicated)
	printAxes(w, "unreduced="+d.Reduction, d.Unreduced)
	w.Byte('>')
}

func printAxes(w *ir.Writer, name string, axes []AxisRef) {
	if len(axes) == 0 {
		return
	}
	w.Str(", " + name)
	printAxisList(w, axes)
}

// Print implements ir.AttrData.
func (d *PerValue) Print(w *ir.Writer) {
	w.Str("#sdy.sharding_per_value<")
	d.printBare(w)
	w.Byte('>')
}

func (d *PerValue) printBare(w *ir.Writer) {
	w.Byte('[')
	for i, a := range d.Shardings {
		comma(w, i)
		if s, ok := ir.AttrAs[*Sharding](a); ok {
			s.printBare(w)
		}
	}
	w.Byte(']')
}

func printAxisList(w *ir.Writer, axes []AxisRef) {
	w.Byte('{')
	for i, a := range axes {
		comma(w, i)
		a.print(w)
	}
	w.Byte('}')
}

// ManualAxes lists the axes along which the body of a [ManualComputation] computes on shards, not
// on whole tensors.
//
//	#sdy<manual_axes{"x", "y"}>
type ManualAxes struct{ Axes []string }

// Print implements ir.AttrData.
func (d *ManualAxes) Print(w *ir.Writer) {
	w.Str("#sdy<manual_axes")
	d.printBare(w)
	w.Byte('>')
}

func (d *ManualAxes) printBare(w *ir.Writer) {
	w.Byte('{')
	for i, a := range d.Axes {
		comma(w, i)
		w.Quoted(a)
	}
	w.Byte('}')
}

// AxisRefList is a list of axes.
//
//	#sdy<axis_ref_list{"x", "y":(1)2}>
type AxisRefList struct{ Axes []AxisRef }

// Print implements ir.AttrData.
func (d *AxisRefList) Print(w *ir.Writer) {
	w.Str("#sdy<axis_ref_list")
	printAxisList(w, d.Axes)
	w.Byte('>')
}

// AxisRefLists has a list of axes for each dimension.
//
//	#sdy<list_of_axis_ref_lists[{"x"}, {}]>
type AxisRefLists struct{ Dims [][]AxisRef }

// Print implements ir.AttrData.
func (d *AxisRefLists) Print(w *ir.Writer) {
	w.Str("#sdy<list_of_axis_ref_lists[")
	for i, axes := range d.Dims {
		comma(w, i)
		printAxisList(w, axes)
	}
	w.Str("]>")
}

// Exchange moves axes from one dimension to another.
type Exchange struct {
	Axes     []AxisRef
	From, To int64
}

// Exchanges lists the exchanges of an all-to-all.
//
//	#sdy<all_to_all_param_list[{"x"}: 0->1]>
type Exchanges struct{ Params []Exchange }

// Print implements ir.AttrData.
func (d *Exchanges) Print(w *ir.Writer) {
	w.Str("#sdy<all_to_all_param_list[")
	for i, e := range d.Params {
		comma(w, i)
		printAxisList(w, e.Axes)
		w.Str(": " + strconv.FormatInt(e.From, 10) + "->" + strconv.FormatInt(e.To, 10))
	}
	w.Str("]>")
}

// inOrder reports whether DeviceIDs lists the default IDs, 0, 1, 2 and so on, one for each device.
// It returns false if the list is empty, or if the mesh has no axes.
func (d *MeshAttr) inOrder() bool {
	if len(d.Axes) == 0 || len(d.DeviceIDs) == 0 {
		return false
	}
	for i, id := range d.DeviceIDs {
		if id != int64(i) {
			return false
		}
	}
	return d.devices() == len(d.DeviceIDs)
}

// devices returns the product of the sizes of the axes, limited to [math.MaxInt].
func (d *MeshAttr) devices() int {
	sizes := make([]int64, len(d.Axes))
	for i, a := range d.Axes {
		sizes[i] = a.Size
	}
	return tensor.NumElements(sizes)
}

func (d *MeshAttr) check() error {
	names := map[string]bool{}
	for _, a := range d.Axes {
		switch {
		case names[a.Name]:
			return fmt.Errorf("duplicate axis name: \"%s\"", a.Name)
		case a.Size <= 0:
			return fmt.Errorf("axis size must be at least 1, got: %d", a.Size)
		}
		names[a.Name] = true
	}
	return d.checkDevices()
}

func (d *MeshAttr) checkDevices() error {
	ids := slices.Sorted(slices.Values(d.DeviceIDs))
	switch {
	case len(ids) == 0:
		return nil
	case ids[0] < 0:
		return fmt.Errorf("device id must be non-negative, got: %d", ids[0])
	case len(d.Axes) == 0 && len(ids) == 1:
		return nil
	case len(ids) != d.devices():
		return fmt.Errorf("total product of axis sizes must match total number of device ids, got: %d != %d", d.devices(), len(ids))
	}
	for i, id := range ids {
		if id != int64(i) {
			return fmt.Errorf("sorted device ids must be iota(product(axes)), got: %s", listOf(ids))
		}
	}
	return nil
}

func listOf(v []int64) string {
	s := ""
	for i, n := range v {
		if i > 0 {
			s += ", "
		}
		s += strconv.FormatInt(n, 10)
	}
	return s
}

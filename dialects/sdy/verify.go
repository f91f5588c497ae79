package sdy

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// meshOf returns the mesh of a sharding, or nil if the sharding names a mesh that does not exist.
func meshOf(t *ir.Symbols, d *Sharding) *MeshAttr {
	if m, ok := ir.AttrAs[*MeshAttr](d.Mesh); ok {
		return m
	}
	op := t.Resolve(d.Mesh)
	if op == nil {
		return nil
	}
	if m, ok := ir.As[Mesh](op); ok {
		return m.Mesh()
	}
	return nil
}

// splits reports whether a sharding of d, whose meshes exist, splits a dimension among devices.
func (d *PerValue) splits(t *ir.Symbols) bool {
	return slices.ContainsFunc(d.Shardings, func(a ir.Attr) bool {
		s, _ := ir.AttrAs[*Sharding](a)
		mesh := meshOf(t, s)
		return slices.ContainsFunc(s.Dims, func(dim DimSharding) bool {
			return slices.ContainsFunc(dim.Axes, func(a AxisRef) bool {
				return a.Size > 1 || a.Size == 0 && mesh.Axes[mesh.place(a.Name)].Size > 1
			})
		})
	})
}

// verifySharding checks the sharding d of a value of type typ.
func verifySharding(op *ir.Op, t *ir.Symbols, d *Sharding, typ ir.Type) error {
	if err := checkSharding(op, t, d, typ); err != nil {
		return ir.Errorf(op, "%s", err)
	}
	return nil
}

func checkSharding(op *ir.Op, t *ir.Symbols, d *Sharding, typ ir.Type) error {
	mesh := meshOf(t, d)
	if mesh == nil {
		return fmt.Errorf("unknown mesh: %s", d.Mesh)
	}
	plain := len(d.Dims) == 0 && len(d.Replicated) == 0 && len(d.Unreduced) == 0
	if len(mesh.Axes) == 0 && len(mesh.DeviceIDs) == 1 {
		if !plain {
			return fmt.Errorf("a maximal sharding can only have a sharding with rank 0 and no replicated or unreduced axes.")
		}
		return nil
	}
	if tuple, ok := ir.TypeAs[*ir.TupleType](typ); ok {
		if len(tuple.Elems) != 1 {
			return fmt.Errorf("ops can only have a sharding for a tuple of size 1: '%s'", typ)
		}
		typ = tuple.Elems[0]
	}
	shape, ranked := typ.Shape()
	switch {
	case !typ.IsShaped() && plain:
		return nil
	case !typ.IsShaped():
		return fmt.Errorf("non-shaped tensors can only have a sharding with rank 0 and no replicated or unreduced axes. type: '%s', sharding: %s", typ, ir.NewAttr(d))
	case !ranked:
		return fmt.Errorf("only ranked tensors can have a sharding. type: '%s'", typ)
	case len(d.Dims) != len(shape):
		return fmt.Errorf("sharding doesn't match tensor rank: %d != %d", len(d.Dims), len(shape))
	}
	if err := d.checkAxes(mesh); err != nil {
		return err
	}
	return checkBound(op, d)
}

func (d *Sharding) axes() []AxisRef {
	var all []AxisRef
	for _, s := range d.Dims {
		all = append(all, s.Axes...)
	}
	return slices.Concat(all, d.Replicated, d.Unreduced)
}

// checkAxes checks the axes against the mesh, and that they do not overlap. It also checks the
// priorities of the dimensions, and the order of the replicated and unreduced axes.
func (d *Sharding) checkAxes(mesh *MeshAttr) error {
	var seen []AxisRef
	for i, s := range d.Dims {
		if s.Priority >= 0 && !s.Open && len(s.Axes) == 0 {
			return fmt.Errorf("dim %d is empty and closed but has a priority", i)
		}
		if err := mesh.checkList(s.Axes, &seen); err != nil {
			return err
		}
	}
	for _, l := range []struct {
		name string
		axes []AxisRef
	}{{"replicated", d.Replicated}, {"unreduced", d.Unreduced}} {
		if !slices.IsSortedFunc(l.axes, mesh.compare) {
			return fmt.Errorf("%s axes are not ordered w.r.t. mesh", l.name)
		}
		if err := mesh.checkList(l.axes, &seen); err != nil {
			return err
		}
	}
	return mesh.checkParts(seen)
}

// place returns the index of the axis in the mesh, or -1 if the mesh has no such axis.
func (d *MeshAttr) place(name string) int {
	return slices.IndexFunc(d.Axes, func(a Axis) bool { return a.Name == name })
}

// compare orders axes as in the mesh, and sub-axes of the same axis by PreSize.
func (d *MeshAttr) compare(a, b AxisRef) int {
	if i, j := d.place(a.Name), d.place(b.Name); i != j {
		return i - j
	}
	return int(max(a.PreSize, 1) - max(b.PreSize, 1))
}

// checkList checks that all axes are in the mesh, and that none is repeated or is in "seen", the
// axes of earlier lists. Neighboring sub-axes must not be mergeable, such as "x":(1)2, "x":(2)4.
// checkList adds the axes to seen.
func (d *MeshAttr) checkList(axes []AxisRef, seen *[]AxisRef) error {
	for i, a := range axes {
		switch {
		case d.place(a.Name) < 0:
			return fmt.Errorf("unknown axis name: \"%s\"", a.Name)
		case slices.Contains(*seen, a):
			return fmt.Errorf("duplicate axis ref: %s", a)
		}
		*seen = append(*seen, a)
		if i > 0 && a.Size != 0 && axes[i-1].Size != 0 && axes[i-1].Name == a.Name && axes[i-1].PreSize*axes[i-1].Size == a.PreSize {
			return fmt.Errorf("two consecutive sub-axes can be merged: %s, %s", axes[i-1], a)
		}
	}
	return nil
}

// String formats the reference for messages, such as "x":(1)2.
func (a AxisRef) String() string {
	if a.Size == 0 {
		return fmt.Sprintf("%q", a.Name)
	}
	return fmt.Sprintf("%q:(%d)%d", a.Name, a.PreSize, a.Size)
}

// checkParts checks the sizes of the given sub-axes, and that the given axes do not overlap.
func (d *MeshAttr) checkParts(seen []AxisRef) error {
	for _, axis := range d.Axes {
		var parts []AxisRef
		whole := false
		for _, a := range seen {
			if a.Name == axis.Name && a.Size != 0 {
				parts = append(parts, a)
			}
			whole = whole || a.Name == axis.Name && a.Size == 0
		}
		if whole && len(parts) > 0 {
			return fmt.Errorf("both sub-axis and full-axis are used for axis name: \"%s\"", axis.Name)
		}
		slices.SortFunc(parts, d.compare)
		for i, p := range parts {
			switch {
			case p.PreSize < 1:
				return fmt.Errorf("sub-axis pre-size must be at least 1: %s", p)
			case p.Size <= 1:
				return fmt.Errorf("sub-axis sizes must be greater than 1: %s", p)
			case p.PreSize > axis.Size/p.Size || axis.Size%(p.PreSize*p.Size) != 0:
				next := tensor.NumElements([]int64{p.PreSize, p.Size})
				return fmt.Errorf("sub-axis next pre-size %d doesn't divide the size of the full axis %d: %s", next, axis.Size, p)
			case p.Size == axis.Size:
				return fmt.Errorf("sub-axis size is equal to the full axis size: %s", p)
			case i > 0 && parts[i-1].PreSize*parts[i-1].Size > p.PreSize:
				return fmt.Errorf("overlapping sub-axes: %s, %s", parts[i-1], p)
			}
		}
	}
	return nil
}

// checkBound checks that the sharding uses no manual axes of a ManualComputation that contains op.
func checkBound(op *ir.Op, d *Sharding) error {
	for p := op.Parent(); p != nil; p = p.Parent() {
		m, ok := ir.As[ManualComputation](p)
		if !ok {
			continue
		}
		for _, a := range d.axes() {
			if slices.Contains(m.ManualAxes().Axes, a.Name) {
				return fmt.Errorf("operates on axis \"%s\" which is already bound by a parent sdy.manual_computation op", a.Name)
			}
		}
	}
	return nil
}

// verifyShardings checks that d has a valid sharding for each type in values. If there are no
// values, d may also have one sharding, which is not checked. Errors begin with the text "what".
func verifyShardings(op *ir.Op, t *ir.Symbols, d *PerValue, values []ir.Type, what string) error {
	if len(values) == 0 && len(d.Shardings) == 1 {
		return nil
	}
	if len(d.Shardings) != len(values) {
		return ir.Errorf(op, "%sshardings don't match number of values: %d shardings vs %d values", what, len(d.Shardings), len(values))
	}
	for i, a := range d.Shardings {
		s, _ := ir.AttrAs[*Sharding](a)
		if err := checkSharding(op, t, s, values[i]); err != nil {
			if len(values) == 1 {
				return ir.Errorf(op, "%s- %s", what, err)
			}
			return ir.Errorf(op, "%s%d - %s", what, i, err)
		}
	}
	return nil
}

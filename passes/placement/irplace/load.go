package irplace

import (
	"math"

	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes/placement"
)

// Looping is an operation that repeats its regions until a condition fails. Trips returns the
// number of iterations. If it depends on values that only a run computes, known is false and n is
// the largest possible number, or 0 if there is no limit.
type Looping interface {
	Trips() (n float64, known bool)
}

// UnknownTrips is the number of iterations to assume for a loop if Trips does not know it. If the
// loop has a limit, the number is the geometric mean of UnknownTrips and the limit. In another loop
// of unknown length, the number is InnerTrips, because line searches and rejection loops end soon.
// The number is never above the limit.
const (
	UnknownTrips = 10
	InnerTrips   = 2
)

// Entry sets the function that runs. Later calls of Load count the bytes of the arguments of this
// function at the first [placement.Level] that has room for all of them.
func (n *Insides) Entry(f fn.Func) {
	n.entry, n.inputs = f.Entry(), 0
	for _, v := range n.entry.Args() {
		bytes, _ := Bytes(v.Type())
		n.inputs += bytes
	}
}

// Load returns the counts on which the time of op in a run depends. A recursive function counts
// once. No count exceeds [placement.MaxCount].
func (n *Insides) Load(op *ir.Op) placement.Load {
	l := n.load(op)
	l.Limit()
	return l
}

func (n *Insides) load(op *ir.Op) (l placement.Load) {
	if IsConstant(op) || op.Terminator() {
		return l
	}
	if kindOf(op).base == 0 && n.addCallees(op, &l) {
		return l
	}
	if op.NumRegions() == 0 {
		n.ownLoad(op, &l)
		return l
	}
	if k := kindOf(op); k.class != control {
		n.regionLoad(op, k, &l)
		return l
	}
	n.addRegions(op, &l)
	return l
}

// addCallees adds the loads of the functions that op runs.
func (n *Insides) addCallees(op *ir.Op, l *placement.Load) (called bool) {
	n.runs(op, func(f *ir.Op) {
		called = true
		x := n.loadOf(f)
		l.Add(&x, 1)
	})
	return called
}

// loadKey is a function, and whether a loop of an unknown number of iterations calls it.
type loadKey struct {
	f       *ir.Op
	unknown bool
}

func (n *Insides) loadOf(f *ir.Op) placement.Load {
	at := loadKey{f, n.unknown}
	l, known := n.loads[at]
	if !known {
		n.loads[at] = l
		for i := range f.NumRegions() {
			x := n.blocks(f.RegionAt(i))
			l.Add(&x, 1)
		}
		n.loads[at] = l
	}
	return l
}

func (n *Insides) blocks(r *ir.Region) (l placement.Load) {
	for _, b := range r.Blocks {
		for o := range b.Ops() {
			x := n.Load(o)
			l.Add(&x, 1)
		}
	}
	return l
}

// addRegions adds the loads of the regions of op. For a loop, it multiplies them by the number of
// iterations. For an operation that runs one of several regions, it adds the mean of their loads.
func (n *Insides) addRegions(op *ir.Op, l *placement.Load) {
	var all placement.Load
	times, loop := n.repeated(op, func() {
		for i := range op.NumRegions() {
			x := n.blocks(op.RegionAt(i))
			all.Add(&x, 1)
		}
	})
	l.Ops = 1
	switch {
	case loop:
		l.Turns = times
	case op.NumRegions() > 1:
		times, l.Turns = 1/float64(op.NumRegions()), 1
	}
	l.Add(&all, times)
}

// repeated calls visit, which must visit the regions of op. If op is a loop, repeated returns the
// number of iterations; otherwise it returns 1.
func (n *Insides) repeated(op *ir.Op, visit func()) (times float64, loop bool) {
	l, loop := ir.Cast[Looping](op)
	if !loop {
		visit()
		return 1, false
	}
	times, known := l.Trips()
	if !known {
		times = n.assumed(times)
	}
	before := n.unknown
	n.unknown = before || !known
	visit()
	n.unknown = before
	return times, true
}

// assumed returns the number of iterations to assume for a loop of unknown length. If limit is not
// 0, the loop makes at most this number of iterations.
func (n *Insides) assumed(limit float64) float64 {
	switch {
	case n.unknown && limit == 0:
		return InnerTrips
	case n.unknown:
		return min(limit, InnerTrips)
	case limit == 0:
		return UnknownTrips
	}
	return min(limit, math.Sqrt(limit*UnknownTrips))
}

// stepping is a product over windows, such as a convolution. Steps is the number of window
// positions, summed over all elements of the result.
type stepping interface{ Steps() float64 }

// slicing is an operation that moves slices at computed indices.
type slicing interface{ Slices() float64 }

// sliceElements is the number of elements that could be moved in the time that it takes to find a
// slice.
const sliceElements = 16

// ownLoad sets the load of an operation without regions.
func (n *Insides) ownLoad(op *ir.Op, l *placement.Load) {
	k := kindOf(op)
	l.Ops = 1
	elements := 0.0
	for v := range op.Results() {
		elements = max(elements, v.Type().Elements())
	}
	switch {
	case k.class == nothing:
		l.Ops = 0
		return
	case k.class == placement.Product:
		if w, ok := ir.Cast[Laborious](op); ok {
			l.Work[k.class] = w.Flops() * productWeight(op.OperandList()[0])
		}
		if w, ok := ir.Cast[stepping](op); ok {
			l.Work[placement.Windowed] = w.Steps() / 2
		}
	case k.class == placement.Indexed:
		if s, ok := ir.Cast[slicing](op); ok {
			l.Work[k.class] = s.Slices() + elements/sliceElements
		} else {
			l.Work[k.class] = elements * k.cost * weightOf(op)
		}
	case k.class == placement.Serial:
		for _, v := range op.OperandList() {
			elements = max(elements, v.Type().Elements())
		}
		l.Work[k.class] = k.base + elements*k.cost*weightOf(op)
	default:
		l.Work[k.class] = elements * k.cost * weightOf(op)
	}
	n.traffic(op, k, l)
}

// regionLoad sets the load of an operation that runs its region for elements, such as a reduction.
func (n *Insides) regionLoad(op *ir.Op, k kind, l *placement.Load) {
	l.Ops = 1
	times := 1.0
	if r, ok := ir.Cast[Repeating](op); ok {
		times = r.Repeats()
	}
	body := 0.0
	for i := range op.NumRegions() {
		for _, b := range op.RegionAt(i).Blocks {
			for o := range b.Ops() {
				if !IsConstant(o) && !o.Terminator() {
					body++
				}
			}
		}
	}
	if body > 1 {
		k.class = placement.Scripted
	}
	l.Work[k.class] = k.base + times*max(1, body)*k.cost*weightOf(op)
	n.traffic(op, k, l)
}

// traffic adds the bytes of the operands of op that a kernel reads from memory. If op has a kernel
// of its own, traffic also adds this kernel and the bytes of the results.
func (n *Insides) traffic(op *ir.Op, k kind, l *placement.Load) {
	move := func(bytes int64) { l.Bytes[placement.LevelOf(bytes)] += float64(bytes) }
	for i, v := range op.OperandList() {
		if def := v.Def(); def != nil && n.inKernel(def) {
			continue
		}
		bytes, _ := Bytes(v.Type())
		if t, ok := ir.Cast[toucher](op); ok {
			if part, ok := t.Touched(i); ok {
				bytes = part
			}
		}
		if k.partial && op.NumResults() > 0 { // operations on memrefs have no results
			r, _ := Bytes(op.ResultAt(0).Type())
			bytes = min(bytes, r)
		}
		if v.IsArg() && v.ArgBlock() == n.entry {
			l.Bytes[placement.LevelOf(n.inputs)] += float64(bytes)
			continue
		}
		move(bytes)
	}
	if fusedAs(op, k) {
		return
	}
	l.Kernels = 1
	for v := range op.Results() {
		bytes, _ := Bytes(v.Type())
		move(bytes)
	}
}

// inKernel reports whether kernels of the readers of op contain its results, or compute them.
func (n *Insides) inKernel(op *ir.Op) bool {
	if IsConstant(op) {
		return splat(op)
	}
	in, known := n.fused[op]
	if !known {
		in = fusedAs(op, kindOf(op))
		n.fused[op] = in
	}
	return in
}

// splat reports whether all elements of a constant are equal, so that kernels contain the value.
func splat(c *ir.Op) bool {
	if !c.Result().Type().IsShaped() {
		return true
	}
	if v, ok := c.View().(ir.Constant); ok {
		if d, ok := ir.AttrAs[*ir.DenseElements](v.Value()); ok {
			_, one := d.Splat()
			return one
		}
	}
	return false
}

// fusedAs reports whether kernels of the readers of op, which is of kind k, compute its results.
func fusedAs(op *ir.Op, k kind) bool {
	if !k.chains {
		return false
	}
	used := false
	for v := range op.Results() {
		for u := range v.Uses() {
			o := u.Owner()
			if o.Block() != op.Block() || !kindOf(o).reads {
				return false
			}
			used = true
		}
	}
	return used
}

// weightOf returns how much an element costs, in units of an element of f32. It uses the costliest
// type of op's results and its first operand.
func weightOf(op *ir.Op) float64 {
	w := 0.0
	for v := range op.Results() {
		w = max(w, weight(v.Type()))
	}
	if op.NumOperands() > 0 {
		w = max(w, weight(op.OperandList()[0].Type()))
	}
	return w
}

// productWeight returns the weight of an operand of a product. If the operand was converted from
// small integers, its weight is the weight of these integers, since a product can multiply them
// without the conversion.
func productWeight(v *ir.Value) float64 {
	t := v.Type()
	if def := v.Def(); def != nil && def.NumOperands() == 1 && t.Kind().IsInt() && kindOf(def).class == placement.Simple {
		t = def.OperandList()[0].Type()
	}
	if k := t.Kind(); k.IsInt() && k.Size() == 1 {
		return .25
	}
	return weight(t)
}

// weight returns how much an element of a type costs, in units of an element of f32.
func weight(t ir.Type) float64 {
	switch k := t.Kind(); {
	case k.IsComplex():
		return float64(k.Size()) / 2
	case k.IsFloat() && k.Size() < 2:
		return 6
	case k.IsFloat() && k.Size() < 4:
		return 2
	default:
		return max(1, float64(k.Size())/4)
	}
}

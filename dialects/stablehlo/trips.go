package stablehlo

import (
	"math"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/rewrite"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Trips returns the number n of iterations of a loop whose condition compares a counter with a
// bound. The bound is a constant, or a loop-carried value that is initially constant and never
// changes. If the condition has more parts, which may end the loop earlier, known is false and n is
// an upper bound. If no counter limits the loop, known is false and n is 0. Overflow of the counter
// is ignored.
func (o While) Trips() (n float64, known bool) {
	end := o.Cond().Entry().Last()
	if end == nil || end.NumOperands() != 1 {
		return 0, false
	}
	return o.limit(end.OperandAt(0))
}

// limit returns the number of iterations until v, a value in the condition, becomes false. The
// results have the same meaning as in Trips.
func (o While) limit(v *ir.Value) (n float64, known bool) {
	if both, ok := ir.Defining[And](v); ok {
		a, exact := o.limit(both.LHS())
		b, also := o.limit(both.RHS())
		if exact && a == 0 || also && b == 0 {
			return 0, true
		}
		if a == 0 || b != 0 && b < a {
			a = b
		}
		return a, false
	}
	if same, ok := ir.Defining[Convert](v); ok {
		return o.limit(same.Op.OperandAt(0))
	}
	c, ok := ir.Defining[Compare](v)
	if !ok {
		return 0, false
	}
	if c.Direction() == "NE" && isFalse(c.RHS()) {
		return o.limit(c.LHS())
	}
	direction := c.Direction()
	if n, ok := o.count(c.LHS(), c.RHS(), direction); ok {
		return n, true
	}
	swapped := map[string]string{"LT": "GT", "LE": "GE", "GT": "LT", "GE": "LE", "NE": "NE"}
	return o.count(c.RHS(), c.LHS(), swapped[direction])
}

// isFalse reports whether v is false or a broadcast of false.
func isFalse(v *ir.Value) bool {
	if b, ok := ir.Defining[BroadcastInDim](v); ok {
		v = b.Op.OperandAt(0)
	}
	n, ok := rewrite.ConstInt(v)
	return ok && n == 0 && v.Type().Kind() == tensor.I1
}

// count returns the number of iterations until the comparison of counter with bound becomes false.
// direction is the direction of the comparison, such as "LT". count reports false if the number is
// unknown or infinite: if the counter moves away from the bound, or skips the bound of an "NE".
func (o While) count(counter, bound *ir.Value, direction string) (n float64, ok bool) {
	first, step, ok := o.counter(counter)
	last, known := o.invariant(bound)
	if !ok || !known {
		return 0, false
	}
	if counter.Type().Kind() == tensor.U64 {
		// Flipping the sign bit maps the order of unsigned integers to that of signed integers.
		first, last = first^math.MinInt64, last^math.MinInt64
	}
	if step < 0 {
		first, last = last, first
	}
	distance, by := uint64(last)-uint64(first), uint64(max(step, -step)) // exact distance if first <= last
	n = float64(distance / by)
	switch direction {
	case "LT", "LE":
		ok = step > 0
	case "GT", "GE":
		ok = step < 0
	case "NE":
		ok = first <= last && distance%by == 0
	default:
		ok = false
	}
	switch {
	case !ok || first > last:
		return 0, ok
	case direction == "LE" || direction == "GE" || distance%by != 0:
		n++
	}
	return n, true
}

// counter returns the initial value of v, and the constant that each iteration adds to v. It
// reports false if v is not an argument of the condition, or if the iterations change v in another
// way.
func (o While) counter(v *ir.Value) (first, step int64, ok bool) {
	i, ok := o.carried(v, o.Cond())
	if !ok {
		return 0, 0, false
	}
	first, ok = rewrite.ConstInt(o.Operand()[i])
	if !ok {
		return 0, 0, false
	}
	next, own := o.Body().Entry().Last().OperandAt(i), o.Body().Entry().Arg(i)
	if add, is := ir.Defining[Add](next); is {
		if add.LHS() == own {
			step, ok = rewrite.ConstInt(add.RHS())
		} else if add.RHS() == own {
			step, ok = rewrite.ConstInt(add.LHS())
		} else {
			ok = false
		}
		return first, step, ok && step != 0
	}
	if sub, is := ir.Defining[Subtract](next); is && sub.LHS() == own {
		step, ok = rewrite.ConstInt(sub.RHS())
		return first, -step, ok && step != 0
	}
	return 0, 0, false
}

// invariant returns the value of v if v is a constant, or an argument of the condition that is
// initially constant and never changes.
func (o While) invariant(v *ir.Value) (int64, bool) {
	i, ok := o.carried(v, o.Cond())
	if !ok {
		return rewrite.ConstInt(v)
	}
	if o.Body().Entry().Last().OperandAt(i) != o.Body().Entry().Arg(i) {
		return 0, false
	}
	return rewrite.ConstInt(o.Operand()[i])
}

// carried returns the index of v among the arguments of r, and whether v is an argument of r.
func (o While) carried(v *ir.Value, r *ir.Region) (int, bool) {
	for i, a := range r.Entry().Args() {
		if a == v {
			return i, true
		}
	}
	return 0, false
}

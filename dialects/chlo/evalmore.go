package chlo

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"github.com/lathe-ir/lathe/ir/interp"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Eval finds the largest elements. NaN is larger than all numbers, and 0 is larger than -0. Equal
// elements keep their order.
func (o TopK) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	t, k := ts[0], o.K()
	last := len(t.Shape) - 1
	if last < 0 || t.Shape[last] < k {
		return nil, fmt.Errorf("failed: its operand's last dimension must be at least %d", k)
	}
	n := int(t.Shape[last])
	shape := slices.Clone(t.Shape)
	shape[last] = k
	values, indices := c.New(t.Kind, shape...), c.New(tensor.I32, shape...)
	if values.NumElements() == 0 {
		return []interp.Value{values, indices}, nil
	}
	order := tensor.Slice[int64](c.New(tensor.I64, t.Shape[last]))
	for row := range tensor.NumElements(t.Shape[:last]) {
		c.Parts(n, func(from, to int) {
			for i := from; i < to; i++ {
				order[i] = int64(i)
			}
		})
		slices.SortStableFunc(order, func(a, b int64) int {
			c.Work(32)
			return descending(t, row*n+int(a), row*n+int(b))
		})
		c.Parts(int(k), func(first, end int) {
			for i := first; i < end; i++ {
				from, to := int(order[i]), row*int(k)+i
				values.SetBits(to, t.Bits(row*n+from))
				indices.SetInt(to, int64(from))
			}
		})
	}
	return []interp.Value{values, indices}, nil
}

// descending compares elements a and b of t for a sort in descending order. NaN comes first, and 0
// comes before -0.
func descending(t *tensor.Tensor, a, b int) int {
	if t.Kind.IsInt() {
		x, y := t.Int(a), t.Int(b)
		if t.Kind.IsUnsigned() && (x < 0) != (y < 0) {
			x, y = y, x
		}
		switch {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	}
	x, y := t.Float(a), t.Float(b)
	switch {
	case x > y, x != x && y == y, x == 0 && y == 0 && math.Signbit(y) && !math.Signbit(x):
		return -1
	case x < y, y != y && x == x, x == 0 && y == 0 && math.Signbit(x) && !math.Signbit(y):
		return 1
	}
	return 0
}

// Eval computes the high half of each product.
func (o Mulhi) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	x, y := ts[0], ts[1]
	d := tensor.New(x.Kind, x.Shape...)
	number := func(t *tensor.Tensor, i int) *big.Int {
		if t.Kind.IsUnsigned() {
			return new(big.Int).SetUint64(t.Bits(i))
		}
		return big.NewInt(t.Int(i))
	}
	for i := range x.NumElements() {
		p := new(big.Int).Mul(number(x, i), number(y, i))
		p.Rsh(p, uint(x.Kind.Bits()))
		if p.IsInt64() {
			d.SetInt(i, p.Int64())
		} else {
			d.SetBits(i, p.Uint64())
		}
	}
	return interp.One(d)
}

// Eval computes each element. If x equals y, the result is y. If x or y is NaN, the result is NaN.
func (o NextAfter) Eval(_ *interp.Context, in []interp.Value) ([]interp.Value, error) {
	ts, err := interp.Tensors(in)
	if err != nil {
		return nil, err
	}
	x, y := ts[0], ts[1]
	d := tensor.New(x.Kind, x.Shape...)
	for i := range x.NumElements() {
		a, b := x.Float(i), y.Float(i)
		switch bits := x.Bits(i); {
		case a != a || b != b:
			d.SetFloat(i, math.NaN())
		case a == b:
			d.SetBits(i, y.Bits(i))
		case a == 0:
			d.SetBits(i, 1)
			if b < 0 {
				d.SetBits(i, 1|1<<(x.Kind.Bits()-1))
			}
		case (a < b) == (a > 0):
			d.SetBits(i, bits+1)
		default:
			d.SetBits(i, bits-1)
			if d.Float(i) != d.Float(i) { // the type has no minus zero
				d.SetBits(i, 0)
			}
		}
	}
	return interp.One(tensor.WithCanonicalNaNs(d))
}

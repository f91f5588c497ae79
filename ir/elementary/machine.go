package elementary

import "math"

// machine implements Ops on the bit patterns of float64 and int64 values. A truth value is 0 or all
// ones.
type machine struct{}

func (f Function) eval(x, y float64, narrow bool) float64 {
	return value(Apply(machine{}, f, bits(x), bits(y), narrow))
}

func value(x uint64) float64 { return math.Float64frombits(x) }
func bits(x float64) uint64  { return math.Float64bits(x) }

func truth(c bool) uint64 {
	if c {
		return math.MaxUint64
	}
	return 0
}

func (machine) F(c float64) uint64      { return bits(c) }
func (machine) I(c int64) uint64        { return uint64(c) }
func (machine) AddF(x, y uint64) uint64 { return bits(value(x) + value(y)) }
func (machine) SubF(x, y uint64) uint64 { return bits(value(x) - value(y)) }

// MulF converts the product to float64, so that Go does not fuse it with an addition.
func (machine) MulF(x, y uint64) uint64     { return bits(float64(value(x) * value(y))) }
func (machine) DivF(x, y uint64) uint64     { return bits(value(x) / value(y)) }
func (machine) NegF(x uint64) uint64        { return x ^ 1<<63 }
func (machine) AbsF(x uint64) uint64        { return x &^ (1 << 63) }
func (machine) Sqrt(x uint64) uint64        { return bits(math.Sqrt(value(x))) }
func (machine) Floor(x uint64) uint64       { return bits(math.Floor(value(x))) }
func (machine) RoundEven(x uint64) uint64   { return bits(math.RoundToEven(value(x))) }
func (machine) CopySign(x, s uint64) uint64 { return x&^(1<<63) | s&(1<<63) }
func (machine) AddI(x, y uint64) uint64     { return x + y }
func (machine) SubI(x, y uint64) uint64     { return x - y }
func (machine) MulI(x, y uint64) uint64     { return x * y }
func (machine) DivUI(x, y uint64) uint64    { return x / y }
func (machine) And(x, y uint64) uint64      { return x & y }
func (machine) Or(x, y uint64) uint64       { return x | y }
func (machine) Xor(x, y uint64) uint64      { return x ^ y }
func (machine) ShL(x, y uint64) uint64      { return x << y }
func (machine) ShRS(x, y uint64) uint64     { return uint64(int64(x) >> y) }
func (machine) ShRU(x, y uint64) uint64     { return x >> y }
func (machine) Bits(x uint64) uint64        { return x }
func (machine) Float(x uint64) uint64       { return x }
func (machine) Less(x, y uint64) uint64     { return truth(value(x) < value(y)) }
func (machine) Equal(x, y uint64) uint64    { return truth(value(x) == value(y)) }
func (machine) IsNaN(x uint64) uint64       { return truth(value(x) != value(x)) }
func (machine) LessI(x, y uint64) uint64    { return truth(int64(x) < int64(y)) }
func (machine) EqualI(x, y uint64) uint64   { return truth(x == y) }

// Call implements ComplexOps.
func (machine) Call(f Function, x, y uint64) uint64 { return Apply(machine{}, f, x, y, false) }

func (machine) Select(c, x, y uint64) uint64 {
	if c != 0 {
		return x
	}
	return y
}

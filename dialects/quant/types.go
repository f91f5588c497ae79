package quant

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// Storage is the integer type that stores a quantized value, and the range of the stored values.
//
//	i8, u16<0:1023>
type Storage struct {
	Bits     int
	Signed   bool
	Min, Max int64
}

// FullRange returns the storage that uses all values of an integer type.
func FullRange(bits int, signed bool) Storage {
	if signed {
		return Storage{bits, true, -1 << (bits - 1), 1<<(bits-1) - 1}
	}
	return Storage{bits, false, 0, 1<<bits - 1}
}

// Type returns the signless integer type of the storage.
func (s Storage) Type() ir.Type { return ir.Int(s.Bits) }

func (s Storage) print(w *ir.Writer) {
	if s.Signed {
		w.Byte('i')
	} else {
		w.Byte('u')
	}
	w.Int(int64(s.Bits))
	if s == FullRange(s.Bits, s.Signed) {
		return
	}
	w.Byte('<')
	w.Int(s.Min)
	w.Byte(':')
	w.Int(s.Max)
	w.Byte('>')
}

// Quantized is a type of this dialect.
type Quantized interface {
	ir.TypeData
	// Expressed returns the float type of the represented values. It is the zero Type for an
	// [AnyType] whose expressed type is unknown.
	Expressed() ir.Type
	// StorageType returns the type of the stored values, or the zero Type for a [CalibratedType].
	StorageType() ir.Type
}

// AnyType is a quantized type without quantization parameters.
//
//	!quant.any<i8<-8:7>:f32>
type AnyType struct {
	Storage Storage
	Of      ir.Type // the expressed type, or the zero Type if it is unknown
}

// Expressed and StorageType implement Quantized.
func (d *AnyType) Expressed() ir.Type   { return d.Of }
func (d *AnyType) StorageType() ir.Type { return d.Storage.Type() }

// Print implements ir.TypeData.
func (d *AnyType) Print(w *ir.Writer) {
	w.Str("!quant.any<")
	d.Storage.print(w)
	if !d.Of.IsNil() {
		w.Byte(':')
		w.Type(d.Of)
	}
	w.Byte('>')
}

// CalibratedType is the type of float values whose range was observed by calibration.
//
//	!quant.calibrated<f32<-0.5:1.25>>
type CalibratedType struct {
	Of       ir.Type
	Min, Max float64
}

// Expressed and StorageType implement Quantized.
func (d *CalibratedType) Expressed() ir.Type   { return d.Of }
func (d *CalibratedType) StorageType() ir.Type { return ir.Type{} }

// Print implements ir.TypeData.
func (d *CalibratedType) Print(w *ir.Writer) {
	w.Str("!quant.calibrated<")
	w.Type(d.Of)
	w.Byte('<')
	w.Str(number(d.Min))
	w.Byte(':')
	w.Str(number(d.Max))
	w.Str(">>")
}

// number formats a float as MLIR does.
func number(v float64) string {
	return tensor.FormatFloat(tensor.F64, tensor.FloatToBits(tensor.F64, v), 0)
}

// Param has the quantization parameters. The expressed value is (stored value - ZeroPoint) * Scale.
type Param struct {
	Scale     float64
	ZeroPoint int64
}

func (q Param) print(w *ir.Writer) {
	w.Str(number(q.Scale))
	if q.ZeroPoint != 0 {
		w.Byte(':')
		w.Int(q.ZeroPoint)
	}
}

// UniformType is a uniformly quantized type that has one scale and zero point for all elements of a
// tensor.
//
//	!quant.uniform<i8:f32, 3.0:10>
type UniformType struct {
	Storage Storage
	Of      ir.Type
	Param   Param
}

// Expressed and StorageType implement Quantized.
func (d *UniformType) Expressed() ir.Type   { return d.Of }
func (d *UniformType) StorageType() ir.Type { return d.Storage.Type() }

// Print implements ir.TypeData.
func (d *UniformType) Print(w *ir.Writer) {
	printHead(w, d.Storage, d.Of)
	w.Str(", ")
	d.Param.print(w)
	w.Byte('>')
}

func printHead(w *ir.Writer, s Storage, of ir.Type) {
	w.Str("!quant.uniform<")
	s.print(w)
	w.Byte(':')
	w.Type(of)
}

// PerAxisType is a uniformly quantized type that has a scale and zero point for each index of one
// dimension.
//
//	!quant.uniform<i8:f32:1, {3.0,4.0:10}>
type PerAxisType struct {
	Storage Storage
	Of      ir.Type
	Axis    int64
	Params  []Param
}

// Expressed and StorageType implement Quantized.
func (d *PerAxisType) Expressed() ir.Type   { return d.Of }
func (d *PerAxisType) StorageType() ir.Type { return d.Storage.Type() }

// Print implements ir.TypeData.
func (d *PerAxisType) Print(w *ir.Writer) {
	printHead(w, d.Storage, d.Of)
	w.Byte(':')
	w.Int(d.Axis)
	w.Str(", {")
	for i, q := range d.Params {
		if i > 0 {
			w.Byte(',')
		}
		q.print(w)
	}
	w.Str("}>")
}

// Block is the size of blocks along the dimension Axis.
type Block struct{ Axis, Size int64 }

// SubChannelType is a uniformly quantized type that has a scale and zero point for each block of a
// tensor.
//
//	!quant.uniform<i8:f32:{0:1, 1:2}, {{2.0:10, 3.0:20}, {4.0, 5.0}}>
type SubChannelType struct {
	Storage Storage
	Of      ir.Type
	Blocks  []Block
	Shape   []int64 // the shape of the tensor of parameters
	Params  []Param // its elements in row-major order
}

// Expressed and StorageType implement Quantized.
func (d *SubChannelType) Expressed() ir.Type   { return d.Of }
func (d *SubChannelType) StorageType() ir.Type { return d.Storage.Type() }

// Print implements ir.TypeData.
func (d *SubChannelType) Print(w *ir.Writer) {
	printHead(w, d.Storage, d.Of)
	w.Str(":{")
	for i, b := range d.Blocks {
		if i > 0 {
			w.Str(", ")
		}
		w.Int(b.Axis)
		w.Byte(':')
		w.Int(b.Size)
	}
	w.Str("}, ")
	at := 0
	d.printParams(w, d.Shape, &at)
	w.Byte('>')
}

func (d *SubChannelType) printParams(w *ir.Writer, shape []int64, at *int) {
	if len(shape) == 0 {
		d.Params[*at].print(w)
		*at++
		return
	}
	w.Byte('{')
	for i := range shape[0] {
		if i > 0 {
			w.Str(", ")
		}
		d.printParams(w, shape[1:], at)
	}
	w.Byte('}')
}

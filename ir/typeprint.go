package ir

import "strconv"

// Print implements TypeData.
func (d *IntType) Print(w *Writer) {
	switch d.Sign {
	case Signless:
		w.Str("i")
	case Signed:
		w.Str("si")
	case Unsigned:
		w.Str("ui")
	}
	w.Int(int64(d.Bits))
}

// Print implements TypeData.
func (d *FloatType) Print(w *Writer) { w.Str(d.Kind.String()) }

// Print implements TypeData.
func (*IndexType) Print(w *Writer) { w.Str("index") }

// Print implements TypeData.
func (*NoneType) Print(w *Writer) { w.Str("none") }

// Print implements TypeData.
func (d *ComplexType) Print(w *Writer) {
	w.Str("complex<")
	w.Type(d.Elem)
	w.Str(">")
}

// Print implements TypeData.
func (d *TupleType) Print(w *Writer) {
	w.noteAlias(len(d.Elems) > 16)
	w.Str("tuple<")
	w.Types(d.Elems)
	w.Str(">")
}

// Print implements TypeData.
func (d *FunctionType) Print(w *Writer) {
	w.Str("(")
	w.Types(d.Inputs)
	w.Str(") -> ")
	w.ResultTypes(d.Results)
}

// Print implements TypeData.
func (d *VectorType) Print(w *Writer) {
	w.Str("vector<")
	for i, n := range d.Shape {
		if d.Scalable != nil && d.Scalable[i] {
			w.Str("[" + strconv.FormatInt(n, 10) + "]x")
			continue
		}
		w.Int(n)
		w.Str("x")
	}
	w.Type(d.Elem)
	w.Str(">")
}

// Dims writes "4x?x" for a shape.
func (w *Writer) Dims(shape []int64) {
	for _, n := range shape {
		if n == Dynamic {
			w.Str("?x")
			continue
		}
		w.Int(n)
		w.Str("x")
	}
}

// Print implements TypeData.
func (d *TensorType) Print(w *Writer) {
	w.Str("tensor<")
	w.Dims(d.Shape)
	w.Type(d.Elem)
	if !d.Encoding.IsNil() {
		w.Str(", ")
		w.Attr(d.Encoding)
	}
	w.Str(">")
}

// Print implements TypeData.
func (d *UnrankedTensorType) Print(w *Writer) {
	w.Str("tensor<*x")
	w.Type(d.Elem)
	w.Str(">")
}

// Print implements TypeData.
func (d *MemRefType) Print(w *Writer) {
	w.Str("memref<")
	w.Dims(d.Shape)
	w.Type(d.Elem)
	if !d.Layout.IsNil() {
		w.Str(", ")
		w.Attr(d.Layout)
	}
	if !d.Space.IsNil() {
		w.Str(", ")
		w.AttrElided(d.Space)
	}
	w.Str(">")
}

// Print implements TypeData.
func (d *UnrankedMemRefType) Print(w *Writer) {
	w.Str("memref<*x")
	w.Type(d.Elem)
	if !d.Space.IsNil() {
		w.Str(", ")
		w.AttrElided(d.Space)
	}
	w.Str(">")
}

// Print implements TypeData.
func (d *OpaqueType) Print(w *Writer) { w.dialectSymbol('!', d.Dialect, d.Body) }

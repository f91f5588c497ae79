package ir

import "github.com/lathe-ir/lathe/ir/tensor"

// Print implements AttrData.
func (*UnitAttr) Print(w *Writer) { w.Str("unit") }

// Print implements AttrData.
func (d *IntAttr) Print(w *Writer) {
	if d.Type == i1 {
		if d.Value != 0 {
			w.Str("true")
		} else {
			w.Str("false")
		}
		return
	}
	d.printValue(w)
	if w.elide && d.Type == i64 {
		return
	}
	w.Str(" : ")
	w.Type(d.Type)
}

func (d *IntAttr) printValue(w *Writer) {
	t, isInt := d.Type.Data().(*IntType)
	switch {
	case d.Big != nil:
		w.Str(d.Big.String())
	case isInt && t.Sign == Unsigned:
		w.Uint(uint64(d.Value))
	default:
		w.Int(d.Value)
	}
}

// Print implements AttrData.
func (d *FloatAttr) Print(w *Writer) {
	start := len(w.buf)
	d.printValue(w)
	// Without the type, hexadecimal digits would be parsed as an integer.
	if hex := len(w.buf) > start+1 && w.buf[start+1] == 'x'; w.elide && d.Type == f64 && !hex {
		return
	}
	w.Str(" : ")
	w.Type(d.Type)
}

func (d *FloatAttr) printValue(w *Writer) {
	w.Str(tensor.FormatFloat(d.Type.Kind(), d.Lo, d.Hi))
}

// Print implements AttrData.
func (d *StringAttr) Print(w *Writer) {
	w.Quoted(d.Value)
	if !d.Type.IsNil() && !IsType[*NoneType](d.Type) {
		w.Str(" : ")
		w.Type(d.Type)
	}
}

// Print implements AttrData.
func (d *ArrayAttr) Print(w *Writer) {
	w.Str("[")
	for i, a := range d.Elems {
		if i > 0 {
			w.Str(", ")
		}
		w.AttrElided(a)
	}
	w.Str("]")
}

// Print implements AttrData.
func (d *DictAttr) Print(w *Writer) {
	w.Str("{")
	w.NamedAttrs(d.Entries)
	w.Str("}")
}

// Print implements AttrData.
func (d *TypeAttr) Print(w *Writer) { w.Type(d.Type) }

// Print implements AttrData.
func (d *SymbolRefAttr) Print(w *Writer) {
	w.Symbol(d.Root)
	for _, n := range d.Nested {
		w.Str("::")
		w.Symbol(n)
	}
}

// Print implements AttrData.
func (d *AffineMapAttr) Print(w *Writer) {
	w.noteAlias(true)
	w.Str("affine_map<")
	w.Str(d.Map.String())
	w.Str(">")
}

// Print implements AttrData.
func (d *IntegerSetAttr) Print(w *Writer) {
	w.noteAlias(true)
	w.Str("affine_set<")
	w.Str(d.Set.String())
	w.Str(">")
}

// Print implements AttrData.
func (d *StridedLayoutAttr) Print(w *Writer) {
	w.Str("strided<[")
	for i, s := range d.Strides {
		if i > 0 {
			w.Str(", ")
		}
		w.dim(s)
	}
	w.Str("]")
	if d.Offset != 0 {
		w.Str(", offset: ")
		w.dim(d.Offset)
	}
	w.Str(">")
}

func (w *Writer) dim(n int64) {
	if n == Dynamic {
		w.Str("?")
		return
	}
	w.Int(n)
}

// Print implements AttrData.
func (d *DenseArrayAttr) Print(w *Writer) {
	w.Str("array<")
	w.Type(d.Elem)
	if d.Values.NumElements() > 0 {
		w.Str(": ")
		d.PrintBare(w)
	}
	w.Str(">")
}

// PrintBare writes the elements separated by commas.
func (d *DenseArrayAttr) PrintBare(w *Writer) {
	for i := range d.Values.NumElements() {
		if i > 0 {
			w.Str(", ")
		}
		w.element(d.Values, i)
	}
}

// element writes one element of a constant without its type.
func (w *Writer) element(t *tensor.Tensor, i int) {
	switch k := t.Kind; {
	case k == tensor.I1:
		if t.Data[i] != 0 {
			w.Str("true")
		} else {
			w.Str("false")
		}
	case k.IsComplex():
		w.complexElement(t, i)
	case k == tensor.F80 || k == tensor.F128:
		lo, hi := t.Bits128(i)
		w.Str(tensor.FormatFloat(k, lo, hi))
	case k.IsFloat():
		w.Str(tensor.FormatFloat(k, t.Bits(i), 0))
	case k.IsUnsigned():
		w.Uint(uint64(t.Int(i)))
	default:
		w.Int(t.Int(i))
	}
}

func (w *Writer) complexElement(t *tensor.Tensor, i int) {
	part, width := tensor.F32, 4
	if t.Kind == tensor.C128 {
		part, width = tensor.F64, 8
	}
	halves := &tensor.Tensor{Kind: part, Shape: []int64{2}, Data: t.Data[2*width*i : 2*width*(i+1)]}
	w.Str("(")
	w.element(halves, 0)
	w.Str(",")
	w.element(halves, 1)
	w.Str(")")
}

// Print implements AttrData.
func (d *DenseElements) Print(w *Writer) {
	if !d.splat && w.elideElements(d.NumElements()) {
		w.Str("dense_resource<__elided__> : ")
		w.Type(d.Type)
		return
	}
	w.Str("dense<")
	w.elements(d)
	w.Str("> : ")
	w.Type(d.Type)
}

// elements writes the content of dense<…>.
func (w *Writer) elements(d *DenseElements) {
	n := d.NumElements()
	switch {
	case d.splat:
		w.element(d.one, 0)
	case w.asHex(n):
		w.Str(`"0x`)
		w.hexElements(d)
		w.Str(`"`)
	case n == 0:
	default:
		shape, _ := d.Type.Shape()
		t := d.Tensor()
		at := 0
		w.nested(shape, func() {
			w.element(t, at)
			at++
		})
	}
}

func (w *Writer) hexElements(d *DenseElements) {
	if d.hex != nil {
		w.bulk(textOf(upperHex(d.hex)))
		return
	}
	w.bulkHex(tensor.Pack(d.Tensor()))
}

// nested writes nested brackets for a tensor of the given shape. It calls elem to write each
// element, in row-major order.
func (w *Writer) nested(shape []int64, elem func()) {
	if len(shape) == 0 {
		elem()
		return
	}
	w.Str("[")
	for i := range shape[0] {
		if i > 0 {
			w.Str(", ")
		}
		w.nested(shape[1:], elem)
	}
	w.Str("]")
}

// Print implements AttrData.
func (d *DenseStrings) Print(w *Writer) {
	if !d.Splat && w.elideElements(len(d.Values)) {
		w.Str("dense_resource<__elided__> : ")
		w.Type(d.Type)
		return
	}
	w.Str("dense<")
	if d.Splat {
		w.Quoted(d.Values[0])
	} else if len(d.Values) > 0 {
		shape, _ := d.Type.Shape()
		at := 0
		w.nested(shape, func() {
			w.Quoted(d.Values[at])
			at++
		})
	}
	w.Str("> : ")
	w.Type(d.Type)
}

// Print implements AttrData.
func (d *SparseElements) Print(w *Writer) {
	n := d.Indices.TypeOf().NumElements()
	if w.elidePart(d.Indices) || w.elidePart(d.Values) {
		w.Str("dense_resource<__elided__> : ")
		w.Type(d.Type)
		return
	}
	w.Str("sparse<")
	if n > 0 {
		hex := w.Opts.HexAbove
		w.Opts.HexAbove = -1
		w.denseBody(d.Indices)
		w.Opts.HexAbove = hex
		w.Str(", ")
		w.denseBody(d.Values)
	}
	w.Str("> : ")
	w.Type(d.Type)
}

// elidePart reports whether the indices or values of a sparse constant are too long to be printed.
func (w *Writer) elidePart(a Attr) bool {
	switch d := a.Data().(type) {
	case *DenseElements:
		return !d.splat && w.elideElements(d.NumElements())
	case *DenseNumbers:
		return !d.Splat && w.elideElements(d.NumElements())
	}
	return false
}

// denseBody writes the elements of a dense constant without "dense<>" and the type.
func (w *Writer) denseBody(a Attr) {
	switch d := a.Data().(type) {
	case *DenseElements:
		w.elements(d)
	case *DenseNumbers:
		w.numbers(d)
	case *DenseStrings:
		shape, _ := d.Type.Shape()
		at := 0
		if d.Splat {
			w.Quoted(d.Values[0])
			return
		}
		w.nested(shape, func() {
			w.Quoted(d.Values[at])
			at++
		})
	}
}

// Print implements AttrData.
func (d *ResourceElements) Print(w *Writer) {
	w.noteResource(d.Resource)
	w.Str("dense_resource<")
	w.Keyword(d.Resource.Name)
	w.Str("> : ")
	w.Type(d.Type)
}

// Print implements AttrData.
func (d *OpaqueAttr) Print(w *Writer) {
	w.dialectSymbol('#', d.Dialect, d.Body)
	if !d.Type.IsNil() && !IsType[*NoneType](d.Type) {
		w.Str(" : ")
		w.Type(d.Type)
	}
}

// Print implements AttrData.
func (d *DistinctAttr) Print(w *Writer) {
	w.noteAlias(true)
	w.Str("distinct[")
	w.Int(int64(w.distinctID(d)))
	w.Str("]<")
	if !IsAttr[*UnitAttr](d.Of) {
		w.Attr(d.Of)
	}
	w.Str(">")
}

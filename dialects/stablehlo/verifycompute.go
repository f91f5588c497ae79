package stablehlo

import (
	"fmt"
	"slices"

	"github.com/lathe-ir/lathe/ir"
)

func checkPrecision(a ir.Attr) error {
	if d, ok := ir.AttrAs[*ir.ArrayAttr](a); ok && len(d.Elems) > 2 {
		return fmt.Errorf("expects precision config to be empty or have <= 2 elements, got %d", len(d.Elems))
	}
	return nil
}

// checkResultShape requires that the shape of the result is compatible with the inferred shape.
func checkResultShape(op *ir.Op, shape []int64) error {
	if t := op.Result().Type(); !compatibleShapes(shape, t.Dims()) {
		return &wrongTypes{[]ir.Type{ir.Tensor(t.Elem(), shape...)}, []error{ir.ErrorAt(op, "inferred shape '%s' is incompatible with return type of operation '%s'", dimList(shape), t)}}
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Dot) Verify() error {
	if err := checkPrecision(o.PrecisionConfig()); err != nil {
		return at(o.Op, err)
	}
	l, r := o.LHS().Type().Dims(), o.RHS().Type().Dims()
	if n := len(l); n < 1 || n > 2 || len(r) < 1 || len(r) > 2 || !compatibleDim(l[n-1], r[0]) {
		return ir.ErrorAt(o.Op, "expected both lhs/rhs ranks to be either 1 or 2")
	}
	return checkResultShape(o.Op, slices.Concat(l[:len(l)-1], r[1:]))
}

// Verify implements ir.Verifier.
func (o DotGeneral) Verify() error {
	d, l, r := o.DotDimensionNumbers(), o.LHS().Type(), o.RHS().Type()
	if a := o.Algorithm(); a != nil {
		if err := a.check(); err != nil {
			return at(o.Op, err)
		}
	}
	if err := checkPrecision(o.PrecisionConfig()); err != nil {
		return at(o.Op, err)
	}
	if err := d.check(l.Dims(), r.Dims()); err != nil {
		return at(o.Op, err)
	}
	shape, err := d.result(l, r)
	if err != nil {
		return at(o.Op, err)
	}
	if err := checkResultShape(o.Op, shape); err != nil {
		return err
	}
	if o.Algorithm() != nil && !allDefault(o.PrecisionConfig()) {
		return ir.ErrorAt(o.Op, "must specify DEFAULT precision config when algorithm is set.")
	}
	if out := o.Op.Result().Type(); anyUniform(l, r, out) {
		return at(o.Op, checkQuantizedDot(l, r, out, d.RHSContracting))
	}
	return nil
}

func allDefault(a ir.Attr) bool {
	d, ok := ir.AttrAs[*ir.ArrayAttr](a)
	return !ok || !slices.ContainsFunc(d.Elems, func(e ir.Attr) bool { return Word(e) != "DEFAULT" })
}

// result returns the shape of the product of operands with the given types.
func (d *DotDims) result(lhs, rhs ir.Type) ([]int64, error) {
	l, r := lhs.Dims(), rhs.Dims()
	var shape []int64
	for i, dim := range d.LHSBatching {
		other := d.RHSBatching[i]
		n, _, err := merge(i, l[dim], r[other], boundAt(boundsOf(lhs), int(dim)), boundAt(boundsOf(rhs), int(other)))
		if err != nil {
			return nil, err
		}
		shape = append(shape, n)
	}
	shape = append(shape, keptShape(l, slices.Concat(d.LHSBatching, d.LHSContracting))...)
	return append(shape, keptShape(r, slices.Concat(d.RHSBatching, d.RHSContracting))...), nil
}

func (d *DotDims) check(l, r []int64) error {
	switch {
	case len(d.LHSBatching) != len(d.RHSBatching):
		return fmt.Errorf("lhs and rhs should have the same number of batching dimensions")
	case len(d.LHSContracting) != len(d.RHSContracting):
		return fmt.Errorf("lhs and rhs should have the same number of contracting dimensions")
	}
	lists := [2][2]indexList{
		{{"lhs_batching_dimensions", d.LHSBatching, int64(len(l)), ""}, {"lhs_contracting_dimensions", d.LHSContracting, int64(len(l)), ""}},
		{{"rhs_batching_dimensions", d.RHSBatching, int64(len(r)), ""}, {"rhs_contracting_dimensions", d.RHSContracting, int64(len(r)), ""}},
	}
	for _, side := range lists {
		if err := checkDistinct(side[0], side[1]); err != nil {
			return err
		}
	}
	for _, side := range lists {
		for _, dims := range side {
			for _, i := range dims.dims {
				if i < 0 || i >= dims.limit {
					return fmt.Errorf("%s value: %d is out of range: [0, %d)", dims.name, i, dims.limit)
				}
			}
		}
	}
	for i, from := range d.LHSBatching {
		if !compatibleDim(l[from], r[d.RHSBatching[i]]) {
			return fmt.Errorf("batching dimension sizes must match for lhs/rhs")
		}
	}
	for i, from := range d.LHSContracting {
		if !compatibleDim(l[from], r[d.RHSContracting[i]]) {
			return fmt.Errorf("contracting dimension sizes must match for lhs/rhs")
		}
	}
	return nil
}

// check requires an algorithm that StableHLO accepts, and positive counts.
func (d *DotAlgorithm) check() error {
	switch {
	case d.LHSComponents < 1:
		return fmt.Errorf("lhs component count must be positive")
	case d.RHSComponents < 1:
		return fmt.Errorf("rhs component count must be positive")
	case d.PrimitiveOps < 1:
		return fmt.Errorf("num primitive operations must be positive")
	case !d.known():
		flag := 0
		if d.Imprecise {
			flag = 1
		}
		return fmt.Errorf("dot algorithm not known to be supported on any hardware: {lhs:'%s', rhs:'%s', accum:'%s', lhs_components:%d, rhs_components:%d, primitive_ops:%d, imprecise:%d}",
			d.LHSPrecision, d.RHSPrecision, d.Accumulation, d.LHSComponents, d.RHSComponents, d.PrimitiveOps, flag)
	}
	return nil
}

// known reports whether StableHLO accepts the algorithm.
func (d *DotAlgorithm) known() bool {
	if d.LHSComponents != 1 || d.RHSComponents != 1 {
		return false
	}
	l, r, acc := d.LHSPrecision.String(), d.RHSPrecision.String(), d.Accumulation.String()
	if isF8(l) && isF8(r) && acc == "f32" && d.PrimitiveOps == 1 {
		return true
	}
	if d.Imprecise || l != r {
		return false
	}
	switch l + "," + acc {
	case "f16,f16", "f16,f32", "bf16,bf16", "f32,f32", "f64,f64":
		return d.PrimitiveOps == 1
	case "bf16,f32":
		return slices.Contains([]int64{1, 3, 6, 9}, d.PrimitiveOps)
	case "tf32,f32":
		return d.PrimitiveOps == 1 || d.PrimitiveOps == 3
	}
	return false
}

func isF8(name string) bool {
	return slices.Contains([]string{"f8E3M4", "f8E4M3", "f8E4M3FN", "f8E5M2", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2FNUZ"}, name)
}

// InferTypes implements ir.TypeInferrer.
func (Cholesky) InferTypes(in ir.Init) ([]ir.Type, error) {
	shape := shapeOf(in, 0)
	switch n := len(shape); {
	case n < 2:
		return nil, fmt.Errorf("argument 'a' must have rank >= 2, got shape %s.", list(shape))
	case !compatibleDim(shape[n-1], shape[n-2]):
		return nil, fmt.Errorf("minor dimensions of 'a' must have equal size, got shape %s.", list(shape))
	}
	return []ir.Type{in.Operands[0].Type()}, nil
}

// VerifyTypes implements ir.TypeVerifier.
func (o Cholesky) VerifyTypes() error { return checkElems(o.Op) }

// Verify implements ir.Verifier.
func (o Cholesky) Verify() error { return checkInferred(o.Op, o.InferTypes) }

// VerifyTypes implements ir.TypeVerifier.
func (o TriangularSolve) VerifyTypes() error { return checkElems(o.Op) }

// Verify implements ir.Verifier.
func (o TriangularSolve) Verify() error {
	return checkResults(o.Op, []ir.Type{o.B().Type()}, o.check())
}

func (o TriangularSolve) check() error {
	a, b := o.A().Type(), o.B().Type()
	s, t := a.Dims(), b.Dims()
	n, shared := len(s), 1
	if o.LeftSide() {
		shared = 2
	}
	switch {
	case n < 2:
		return fmt.Errorf("operand 'a' must have rank >= 2, but got '%s'", a)
	case !compatibleDim(s[n-2], s[n-1]):
		return fmt.Errorf("two minor dimensions of operand 'a' must be compatible, but got '%s'", a)
	case len(t) != n:
		return fmt.Errorf("operands must have equal rank, but got '%s' and '%s'", a, b)
	case !compatibleDim(s[n-1], t[n-shared]):
		return fmt.Errorf("shared dimension of operands 'a' and 'b' must be compatible, but got '%s' and '%s'", a, b)
	case !compatibleShapes(s[:n-2], t[:n-2]):
		return fmt.Errorf("batch dimensions of the operands must be compatible, but got '%s' and '%s'", a, b)
	case o.TransposeA() == "TRANSPOSE_INVALID":
		return fmt.Errorf("Invalid transpose option value for triangular solve")
	}
	return nil
}

// Verify implements ir.Verifier.
func (o Fft) Verify() error {
	t, err := o.infer()
	return checkResults(o.Op, []ir.Type{t}, err)
}

func (o Fft) infer() (ir.Type, error) {
	in, lengths, kind := o.Operand().Type(), o.FftLength(), o.FftType()
	n, elem := len(lengths), in.Elem()
	if n < 1 || n > 3 {
		return ir.Type{}, fmt.Errorf("rank must be between 1 and 3, but got %d.", n)
	}
	z, isComplex := ir.TypeAs[*ir.ComplexType](elem)
	switch {
	case kind == "RFFT" && elem != ir.F32() && elem != ir.F64():
		return ir.Type{}, fmt.Errorf("RFFT requires f32 or f64 input type, but is given '%s'.", elem)
	case kind != "RFFT" && !isComplex:
		return ir.Type{}, fmt.Errorf("FFT/IFFT/IRFFT take a complex tensor as input, but is given '%s'.", in)
	}
	shape := slices.Clone(in.Dims())
	if len(shape) < n {
		return ir.Type{}, fmt.Errorf("operand rank must not be less than fft rank of %d for operand of type '%s'.", n, in)
	}
	bounds := slices.Clone(boundsOf(in))
	if kind == "RFFT" || kind == "IRFFT" {
		if err := checkRealFft(kind, shape, lengths); err != nil {
			return ir.Type{}, err
		}
		if len(bounds) > 0 {
			bounds[len(bounds)-1] = ir.Dynamic
		}
	}
	last := &shape[len(shape)-1]
	switch kind {
	case "RFFT":
		elem = ir.Complex(elem)
		if lengths[n-1] != 0 {
			*last = lengths[n-1]/2 + 1
		}
	case "IRFFT":
		elem, *last = z.Elem, lengths[n-1]
	}
	return bounded(elem, shape, bounds), nil
}

// checkRealFft checks the operand shape of an RFFT or IRFFT against fft_length.
func checkRealFft(kind string, shape, lengths []int64) error {
	if slices.Min(lengths) < 0 {
		return fmt.Errorf("%s requires lengths that are not negative, but got %s", kind, list(lengths))
	}
	n := len(lengths)
	back := shape[len(shape)-n:]
	if kind == "RFFT" {
		if !compatibleShapes(back, lengths) {
			return fmt.Errorf("RFFT requires innermost dimensions to be compatible with fft_length. Got: %s but wanted %s.", list(shape), list(lengths))
		}
		return nil
	}
	for i := range n - 1 {
		if !compatibleDim(back[i], lengths[i]) {
			return fmt.Errorf("IRFFT requires non-final dimensions to be compatible with fft_length. Got: %s but wanted %s, and %d != %d.", list(shape), list(lengths), back[i], lengths[i])
		}
	}
	last, length := back[n-1], lengths[n-1]
	if (!compatibleDim(last, 0) || length != 0) && !compatibleDim(last, length/2+1) {
		return fmt.Errorf("IRFFT requires innermost dimension to be compatible with fft_length[-1]/2+1. Got: %d but fft_length is %s.", last, list(lengths))
	}
	return nil
}

// VerifyTypes implements ir.TypeVerifier.
func (o Rng) VerifyTypes() error {
	return checkAll(o.Op, "a, b, result", "element type", elemOf, o.A().Type(), o.B().Type(), o.Op.Result().Type())
}

// Verify implements ir.Verifier.
func (o Rng) Verify() error {
	if !o.A().Type().Elem().IsFloat() && o.RngDistribution() != "UNIFORM" {
		return checkResults(o.Op, nil, fmt.Errorf("mu and sigma must be floats"))
	}
	shape, ok := constInts(o.Shape())
	if err := checkShapeLength(o.Shape()); err != nil {
		return checkResults(o.Op, nil, err)
	}
	if !ok {
		shape = slices.Repeat([]int64{ir.Dynamic}, int(o.Shape().Type().Dims()[0]))
	}
	return checkResults(o.Op, []ir.Type{ir.Tensor(o.B().Type().Elem(), shape...)}, nil)
}

// Verify implements ir.Verifier.
func (o RngBitGenerator) Verify() error {
	if a, b := o.InitialState().Type(), o.OutputState().Type(); !ir.CompatibleShapes(a, b) {
		return ir.ErrorAt(o.Op, "output state shape must be compatible with initial state shape. Got: '%s' and '%s'", a, b)
	}
	return nil
}

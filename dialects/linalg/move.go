package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
	"github.com/lathe-ir/lathe/ir/asm"
	"github.com/lathe-ir/lathe/ir/constraint"
)

// movement returns the Spec of an operation that only moves elements. dims is the name of the
// operation's attribute.
func movement(name, doc, dims string) ir.Spec {
	return ir.Spec{
		Name:     "linalg." + name,
		Doc:      doc,
		Operands: []ir.Field{{Name: "input", Type: tensorOrMemRef}, {Name: "init", Type: tensorOrMemRef}},
		Results:  []ir.Field{{Name: "result", Type: constraint.AnyTensor, Arity: ir.Variadic}},
		Attrs:    []ir.AttrField{{Name: dims, Type: constraint.I64s, Doc: "The dimensions."}},
		Regions:  []ir.RegionField{{Name: "region", Sized: true}},
		Traits:   structuredTraits(),
		Implicit: "linalg.yield",
	}
}

// parseMovement reads ins(…) outs(…) dims = […] and creates the body.
func parseMovement(p *asm.Parser, st *asm.State, dims string) error {
	if _, err := parsePartsAndAttrs(p, st); err != nil {
		return err
	}
	if err := parseDims(p, st, dims); err != nil {
		return err
	}
	if err := p.AttrDict(st); err != nil {
		return err
	}
	r := st.AddRegion()
	if len(st.Operands) == 0 {
		return nil
	}
	blk := elementsAt(r, st.Operands, (*ir.Value).Loc)
	return inBody(p, st.Loc, blk, func(b *ir.Builder) error {
		NewYield(b, blk.Arg(0))
		return nil
	})
}

func newMovement(b *ir.Builder, in, init *ir.Value, dims []int64) ir.Init {
	i := ir.Init{Operands: []*ir.Value{in, init}, NumRegions: 1, Attrs: []ir.Attr{ir.NewDenseI64(dims...)}}
	if constraint.IsTensor(init.Type()) {
		i.Results = []ir.Type{init.Type()}
	}
	return i
}

func fillMovement(b *ir.Builder, op *ir.Op) {
	old, before := b.Point()
	blk := elements(op.RegionAt(0), op.OperandList(), b.Loc)
	b.AtEnd(blk)
	NewYield(b, blk.Arg(0))
	b.SetPoint(old, before)
}

// Transpose permutes the dimensions of its input.
//
//	%r = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%b : tensor<8x4xf32>) permutation = [1, 0]
type Transpose struct{ ir.Ref }

// Input returns the input; Init returns the output operand.
func (o Transpose) Input() *ir.Value { return o.Op.OperandAt(0) }
func (o Transpose) Init() *ir.Value  { return o.Op.OperandAt(1) }

// Inputs implements Structured.
func (o Transpose) Inputs() []*ir.Value { return []*ir.Value{o.Input()} }

// Outputs implements Structured.
func (o Transpose) Outputs() []*ir.Value { return []*ir.Value{o.Init()} }

// Body implements Structured.
func (o Transpose) Body() *ir.Block { return o.Op.RegionAt(0).Entry() }

// Permutation returns, for each dimension of the output, the corresponding dimension of the input.
func (o Transpose) Permutation() []int64 { return intsOf(o.Op.AttrAt(0)) }

// Maps implements Structured.
func (o Transpose) Maps() []affine.Map {
	perm := o.Permutation()
	inverse := make([]int, len(perm))
	for i, p := range perm {
		inverse[p] = i
	}
	return []affine.Map{affine.Permutation(inverse), affine.Identity(len(perm))}
}

// Iterators implements Structured.
func (o Transpose) Iterators() []Iterator { return make([]Iterator, rank(o.Init().Type())) }

// Spec implements ir.View.
func (Transpose) Spec() ir.Spec {
	return movement("transpose", "Permutes the dimensions.", "permutation")
}

// NewTranspose inserts a Transpose operation.
func NewTranspose(b *ir.Builder, in, init *ir.Value, perm ...int64) Transpose {
	o := ir.Create[Transpose](b, newMovement(b, in, init, perm))
	fillMovement(b, o.Op)
	return o
}

// ResultNames implements ir.Namer.
func (o Transpose) ResultNames(set func(*ir.Value, string)) {
	if o.Op.NumResults() > 0 {
		set(o.Op.ResultAt(0), "transposed")
	}
}

// Effects implements ir.Effecter.
func (o Transpose) Effects() []ir.Effect { return structuredEffects(o) }

// ParseOp implements asm.OpParser.
func (Transpose) ParseOp(p *asm.Parser, st *asm.State) error {
	return parseMovement(p, st, "permutation")
}

// PrintOp implements asm.OpPrinter.
func (o Transpose) PrintOp(w *asm.Printer) {
	printParts(w, o.Inputs(), o.Outputs())
	printDims(w, "permutation", o.Permutation())
	w.AttrDict(o.Op, "permutation")
}

// VerifyRegions implements ir.RegionVerifier.
func (o Transpose) VerifyRegions() error { return verifyStructured(o) }

// Verify implements ir.Verifier.
func (o Transpose) Verify() error {
	from, _ := o.Input().Type().Shape()
	to, _ := o.Init().Type().Shape()
	perm := o.Permutation()
	sorted := slices.Sorted(slices.Values(perm))
	for i, p := range sorted {
		if p != int64(i) {
			return ir.Errorf(o.Op, "permutation is not valid")
		}
	}
	if len(from) != len(to) {
		return ir.Errorf(o.Op, "input rank %d does not match init rank %d", len(from), len(to))
	}
	if len(perm) != len(to) {
		return ir.Errorf(o.Op, "size of permutation %d does not match the argument rank %d", len(perm), len(to))
	}
	for i, p := range perm {
		if to[i] != from[p] {
			return ir.Errorf(o.Op, "dim(result, %d) = %s doesn't match dim(input, permutation[%d]) = %s", i, list(to[i:i+1]), i, list(from[p:p+1]))
		}
	}
	return nil
}

// Broadcast repeats the input along added dimensions.
//
//	%r = linalg.broadcast ins(%a : tensor<4xf32>) outs(%b : tensor<4x8xf32>) dimensions = [1]
type Broadcast struct{ ir.Ref }

// Input returns the input; Init returns the output operand.
func (o Broadcast) Input() *ir.Value { return o.Op.OperandAt(0) }
func (o Broadcast) Init() *ir.Value  { return o.Op.OperandAt(1) }

// Inputs implements Structured.
func (o Broadcast) Inputs() []*ir.Value { return []*ir.Value{o.Input()} }

// Outputs implements Structured.
func (o Broadcast) Outputs() []*ir.Value { return []*ir.Value{o.Init()} }

// Body implements Structured.
func (o Broadcast) Body() *ir.Block { return o.Op.RegionAt(0).Entry() }

// Dimensions returns the dimensions of the output that the input lacks.
func (o Broadcast) Dimensions() []int64 { return intsOf(o.Op.AttrAt(0)) }

// Maps implements Structured.
func (o Broadcast) Maps() []affine.Map {
	n := rank(o.Init().Type())
	var kept []int
	for d := range n {
		if !slices.Contains(o.Dimensions(), int64(d)) {
			kept = append(kept, d)
		}
	}
	return []affine.Map{{Dims: n, Results: exprs(kept)}, affine.Identity(n)}
}

// Iterators implements Structured.
func (o Broadcast) Iterators() []Iterator { return make([]Iterator, rank(o.Init().Type())) }

// Spec implements ir.View.
func (Broadcast) Spec() ir.Spec {
	return movement("broadcast", "Repeats the input along added dimensions.", "dimensions")
}

// NewBroadcast inserts a Broadcast operation.
func NewBroadcast(b *ir.Builder, in, init *ir.Value, dims ...int64) Broadcast {
	o := ir.Create[Broadcast](b, newMovement(b, in, init, dims))
	fillMovement(b, o.Op)
	return o
}

// ResultNames implements ir.Namer.
func (o Broadcast) ResultNames(set func(*ir.Value, string)) {
	if o.Op.NumResults() > 0 {
		set(o.Op.ResultAt(0), "broadcasted")
	}
}

// Effects implements ir.Effecter.
func (o Broadcast) Effects() []ir.Effect { return structuredEffects(o) }

// ParseOp implements asm.OpParser.
func (Broadcast) ParseOp(p *asm.Parser, st *asm.State) error {
	return parseMovement(p, st, "dimensions")
}

// PrintOp implements asm.OpPrinter.
func (o Broadcast) PrintOp(w *asm.Printer) {
	printParts(w, o.Inputs(), o.Outputs())
	printDims(w, "dimensions", o.Dimensions())
	w.AttrDict(o.Op, "dimensions")
}

// VerifyRegions implements ir.RegionVerifier.
func (o Broadcast) VerifyRegions() error { return verifyStructured(o) }

// Verify implements ir.Verifier.
func (o Broadcast) Verify() error {
	from, _ := o.Input().Type().Shape()
	to, _ := o.Init().Type().Shape()
	dims := o.Dimensions()
	if len(from)+len(dims) != len(to) {
		return ir.Errorf(o.Op, "input rank plus added dimensions does not match init rank. input rank: %d, dimensions size: %d, init rank: %d", len(from), len(dims), len(to))
	}
	for i, d := range dims {
		if d < 0 || int(d) >= len(to) {
			return ir.Errorf(o.Op, "dimension %d is out of range. expected range: [0, %d], got: %d", i, len(to)-1, d)
		}
	}
	at := 0
	for i, n := range to {
		if slices.Contains(dims, int64(i)) {
			continue
		}
		if at < len(from) && from[at] != n {
			return ir.Errorf(o.Op, "input dim %d should match init dim %d. input: %s, init: %s", at, i, list(from[at:at+1]), list(to[i:i+1]))
		}
		at++
	}
	return nil
}

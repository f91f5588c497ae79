package nn

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/interp"
)

func sparseOps() []ir.OpDecl {
	return []ir.OpDecl{
		ir.Decl[SparseLengthsSum](),
		ir.Decl[SparseLengthsWeightedSum](),
		ir.Decl[RowwiseSparseLengthsWeightedSum](),
		ir.Decl[FusedRowwiseSparseLengthsSum](),
		ir.Decl[FusedRowwiseSparseLengthsWeightedSum](),
		ir.Decl[EmbeddingBag](),
		ir.Decl[EmbeddingBagByteRowwise](),
	}
}

// LookupOp is an operation that sums the table rows of each bag of indices.
type LookupOp interface {
	Lookup() Lookup
}

// Lookup describes the operands of a lookup. A bag is a range of Indices. Bags has one element for
// each bag.
type Lookup struct {
	Table   *ir.Value // [rows, width], or [rows, width + 8] if fused
	Weights *ir.Value // one weight for each index, or nil
	Indices *ir.Value
	Bags    *ir.Value // lengths of the bags, or the positions in Indices at which the bags begin
	Starts  bool      // Bags are positions, not lengths
	Fused   bool      // each row consists of bytes, followed by its scale and offset as f32
	Scales  *ir.Value // scales and offsets of the rows, or nil
	Offsets *ir.Value
}

// SparseLengthsSum computes sums of rows of a table.
//
//	%r = nn.sparse_lengths_sum %data, %indices, %lengths : (tensor<10x16xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
type SparseLengthsSum struct{ ir.Ref }

// Data, Indices and Lengths return the operands.
func (o SparseLengthsSum) Data() *ir.Value    { return o.Op.OperandAt(0) }
func (o SparseLengthsSum) Indices() *ir.Value { return o.Op.OperandAt(1) }
func (o SparseLengthsSum) Lengths() *ir.Value { return o.Op.OperandAt(2) }

// Spec implements ir.View.
func (SparseLengthsSum) Spec() ir.Spec {
	return spec("sparse_lengths_sum", "Sums of rows of a table.", tensors("data", "indices", "lengths"), result())
}

// Lookup implements [LookupOp].
func (o SparseLengthsSum) Lookup() Lookup {
	return Lookup{Table: o.Data(), Indices: o.Indices(), Bags: o.Lengths()}
}

// Verify implements ir.Verifier.
func (o SparseLengthsSum) Verify() error { return verifyLookup(o.Op, o.Lookup()) }

// Flops returns the number of scalar operations.
func (o SparseLengthsSum) Flops() float64 { return o.Lookup().flops() }

// Touched returns the number of bytes read from operand 0, the table, and false for other operands.
func (o SparseLengthsSum) Touched(operand int) (bytes int64, ok bool) {
	return o.Lookup().touched(operand)
}

// Eval runs the expansion.
func (o SparseLengthsSum) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o SparseLengthsSum) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return o.Lookup().expand(o.Op, emitting(b), in)
}

// SparseLengthsWeightedSum computes weighted sums of rows of a table.
//
//	%r = nn.sparse_lengths_weighted_sum %data, %weights, %indices, %lengths : (tensor<10x16xf32>, tensor<8xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
type SparseLengthsWeightedSum struct{ ir.Ref }

// Data, Weights, Indices and Lengths return the operands.
func (o SparseLengthsWeightedSum) Data() *ir.Value    { return o.Op.OperandAt(0) }
func (o SparseLengthsWeightedSum) Weights() *ir.Value { return o.Op.OperandAt(1) }
func (o SparseLengthsWeightedSum) Indices() *ir.Value { return o.Op.OperandAt(2) }
func (o SparseLengthsWeightedSum) Lengths() *ir.Value { return o.Op.OperandAt(3) }

// Spec implements ir.View.
func (SparseLengthsWeightedSum) Spec() ir.Spec {
	return spec("sparse_lengths_weighted_sum", "Weighted sums of rows of a table.", tensors("data", "weights", "indices", "lengths"), result())
}

// Lookup implements [LookupOp].
func (o SparseLengthsWeightedSum) Lookup() Lookup {
	return Lookup{Table: o.Data(), Indices: o.Indices(), Bags: o.Lengths(), Weights: o.Weights()}
}

// Verify implements ir.Verifier.
func (o SparseLengthsWeightedSum) Verify() error { return verifyLookup(o.Op, o.Lookup()) }

// Flops returns the number of scalar operations.
func (o SparseLengthsWeightedSum) Flops() float64 { return o.Lookup().flops() }

// Touched returns the number of bytes read from operand 0, the table, and false for other operands.
func (o SparseLengthsWeightedSum) Touched(operand int) (bytes int64, ok bool) {
	return o.Lookup().touched(operand)
}

// Eval runs the expansion.
func (o SparseLengthsWeightedSum) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o SparseLengthsWeightedSum) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return o.Lookup().expand(o.Op, emitting(b), in)
}

// RowwiseSparseLengthsWeightedSum computes weighted sums of rows of a table of bytes. Each
// row has a scale and an offset.
//
//	%r = nn.rowwise_sparse_lengths_weighted_sum %data, %scales, %offsets, %weights, %indices, %lengths : (tensor<10x16xui8>, tensor<10xf32>, tensor<10xf32>, tensor<8xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
type RowwiseSparseLengthsWeightedSum struct{ ir.Ref }

// Data, Scales, Offsets, Weights, Indices and Lengths return the operands.
func (o RowwiseSparseLengthsWeightedSum) Data() *ir.Value    { return o.Op.OperandAt(0) }
func (o RowwiseSparseLengthsWeightedSum) Scales() *ir.Value  { return o.Op.OperandAt(1) }
func (o RowwiseSparseLengthsWeightedSum) Offsets() *ir.Value { return o.Op.OperandAt(2) }
func (o RowwiseSparseLengthsWeightedSum) Weights() *ir.Value { return o.Op.OperandAt(3) }
func (o RowwiseSparseLengthsWeightedSum) Indices() *ir.Value { return o.Op.OperandAt(4) }
func (o RowwiseSparseLengthsWeightedSum) Lengths() *ir.Value { return o.Op.OperandAt(5) }

// Spec implements ir.View.
func (RowwiseSparseLengthsWeightedSum) Spec() ir.Spec {
	return spec("rowwise_sparse_lengths_weighted_sum", "Weighted sums of rows of a table of bytes, each row with a scale and an offset.", tensors("data", "scales", "offsets", "weights", "indices", "lengths"), result())
}

// Lookup implements [LookupOp].
func (o RowwiseSparseLengthsWeightedSum) Lookup() Lookup {
	return Lookup{Table: o.Data(), Indices: o.Indices(), Bags: o.Lengths(), Weights: o.Weights(), Scales: o.Scales(), Offsets: o.Offsets()}
}

// Verify implements ir.Verifier.
func (o RowwiseSparseLengthsWeightedSum) Verify() error { return verifyLookup(o.Op, o.Lookup()) }

// Flops returns the number of scalar operations.
func (o RowwiseSparseLengthsWeightedSum) Flops() float64 { return o.Lookup().flops() }

// Touched returns the number of bytes read from operand 0, the table, and false for other operands.
func (o RowwiseSparseLengthsWeightedSum) Touched(operand int) (bytes int64, ok bool) {
	return o.Lookup().touched(operand)
}

// Eval runs the expansion.
func (o RowwiseSparseLengthsWeightedSum) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o RowwiseSparseLengthsWeightedSum) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return o.Lookup().expand(o.Op, emitting(b), in)
}

// FusedRowwiseSparseLengthsSum computes sums of rows of a table of bytes. Each row ends
// with its scale and offset.
//
//	%r = nn.fused_rowwise_sparse_lengths_sum %data, %indices, %lengths : (tensor<10x24xui8>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
type FusedRowwiseSparseLengthsSum struct{ ir.Ref }

// Data, Indices and Lengths return the operands.
func (o FusedRowwiseSparseLengthsSum) Data() *ir.Value    { return o.Op.OperandAt(0) }
func (o FusedRowwiseSparseLengthsSum) Indices() *ir.Value { return o.Op.OperandAt(1) }
func (o FusedRowwiseSparseLengthsSum) Lengths() *ir.Value { return o.Op.OperandAt(2) }

// Spec implements ir.View.
func (FusedRowwiseSparseLengthsSum) Spec() ir.Spec {
	return spec("fused_rowwise_sparse_lengths_sum", "Sums of rows of a table of bytes. Each row ends with its scale and offset.", tensors("data", "indices", "lengths"), result())
}

// Lookup implements [LookupOp].
func (o FusedRowwiseSparseLengthsSum) Lookup() Lookup {
	return Lookup{Table: o.Data(), Indices: o.Indices(), Bags: o.Lengths(), Fused: true}
}

// Verify implements ir.Verifier.
func (o FusedRowwiseSparseLengthsSum) Verify() error { return verifyLookup(o.Op, o.Lookup()) }

// Flops returns the number of scalar operations.
func (o FusedRowwiseSparseLengthsSum) Flops() float64 { return o.Lookup().flops() }

// Touched returns the number of bytes read from operand 0, the table, and false for other operands.
func (o FusedRowwiseSparseLengthsSum) Touched(operand int) (bytes int64, ok bool) {
	return o.Lookup().touched(operand)
}

// Eval runs the expansion.
func (o FusedRowwiseSparseLengthsSum) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o FusedRowwiseSparseLengthsSum) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return o.Lookup().expand(o.Op, emitting(b), in)
}

// FusedRowwiseSparseLengthsWeightedSum computes weighted sums of rows of a table of bytes.
// Each row ends with its scale and offset.
//
//	%r = nn.fused_rowwise_sparse_lengths_weighted_sum %data, %weights, %indices, %lengths : (tensor<10x24xui8>, tensor<8xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
type FusedRowwiseSparseLengthsWeightedSum struct{ ir.Ref }

// Data, Weights, Indices and Lengths return the operands.
func (o FusedRowwiseSparseLengthsWeightedSum) Data() *ir.Value    { return o.Op.OperandAt(0) }
func (o FusedRowwiseSparseLengthsWeightedSum) Weights() *ir.Value { return o.Op.OperandAt(1) }
func (o FusedRowwiseSparseLengthsWeightedSum) Indices() *ir.Value { return o.Op.OperandAt(2) }
func (o FusedRowwiseSparseLengthsWeightedSum) Lengths() *ir.Value { return o.Op.OperandAt(3) }

// Spec implements ir.View.
func (FusedRowwiseSparseLengthsWeightedSum) Spec() ir.Spec {
	return spec("fused_rowwise_sparse_lengths_weighted_sum", "Weighted sums of rows of a table of bytes. Each row ends with its scale and offset.", tensors("data", "weights", "indices", "lengths"), result())
}

// Lookup implements [LookupOp].
func (o FusedRowwiseSparseLengthsWeightedSum) Lookup() Lookup {
	return Lookup{Table: o.Data(), Indices: o.Indices(), Bags: o.Lengths(), Weights: o.Weights(), Fused: true}
}

// Verify implements ir.Verifier.
func (o FusedRowwiseSparseLengthsWeightedSum) Verify() error { return verifyLookup(o.Op, o.Lookup()) }

// Flops returns the number of scalar operations.
func (o FusedRowwiseSparseLengthsWeightedSum) Flops() float64 { return o.Lookup().flops() }

// Touched returns the number of bytes read from operand 0, the table, and false for other operands.
func (o FusedRowwiseSparseLengthsWeightedSum) Touched(operand int) (bytes int64, ok bool) {
	return o.Lookup().touched(operand)
}

// Eval runs the expansion.
func (o FusedRowwiseSparseLengthsWeightedSum) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o FusedRowwiseSparseLengthsWeightedSum) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return o.Lookup().expand(o.Op, emitting(b), in)
}

// EmbeddingBag computes weighted sums of rows of a table. Starts has the position in Indices at
// which each bag begins.
//
//	%r = nn.embedding_bag %data, %weights, %indices, %starts : (tensor<10x16xf32>, tensor<8xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
type EmbeddingBag struct{ ir.Ref }

// Data, Weights, Indices and Starts return the operands.
func (o EmbeddingBag) Data() *ir.Value    { return o.Op.OperandAt(0) }
func (o EmbeddingBag) Weights() *ir.Value { return o.Op.OperandAt(1) }
func (o EmbeddingBag) Indices() *ir.Value { return o.Op.OperandAt(2) }
func (o EmbeddingBag) Starts() *ir.Value  { return o.Op.OperandAt(3) }

// Spec implements ir.View.
func (EmbeddingBag) Spec() ir.Spec {
	return spec("embedding_bag", "Weighted sums of rows of a table. Each element of starts is the position in indices at which a bag begins.", tensors("data", "weights", "indices", "starts"), result())
}

// Lookup implements [LookupOp].
func (o EmbeddingBag) Lookup() Lookup {
	return Lookup{Table: o.Data(), Indices: o.Indices(), Bags: o.Starts(), Starts: true, Weights: o.Weights()}
}

// Verify implements ir.Verifier.
func (o EmbeddingBag) Verify() error { return verifyLookup(o.Op, o.Lookup()) }

// Flops returns the number of scalar operations.
func (o EmbeddingBag) Flops() float64 { return o.Lookup().flops() }

// Touched returns the number of bytes read from operand 0, the table, and false for other operands.
func (o EmbeddingBag) Touched(operand int) (bytes int64, ok bool) { return o.Lookup().touched(operand) }

// Eval runs the expansion.
func (o EmbeddingBag) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o EmbeddingBag) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return o.Lookup().expand(o.Op, emitting(b), in)
}

// EmbeddingBagByteRowwise computes weighted sums of rows of a table of bytes. Each row ends with
// its scale and offset. Starts has the position in Indices at which each bag begins.
//
//	%r = nn.embedding_bag_byte_rowwise %data, %weights, %indices, %starts : (tensor<10x24xui8>, tensor<8xf32>, tensor<8xi64>, tensor<4xi32>) -> tensor<4x16xf32>
type EmbeddingBagByteRowwise struct{ ir.Ref }

// Data, Weights, Indices and Starts return the operands.
func (o EmbeddingBagByteRowwise) Data() *ir.Value    { return o.Op.OperandAt(0) }
func (o EmbeddingBagByteRowwise) Weights() *ir.Value { return o.Op.OperandAt(1) }
func (o EmbeddingBagByteRowwise) Indices() *ir.Value { return o.Op.OperandAt(2) }
func (o EmbeddingBagByteRowwise) Starts() *ir.Value  { return o.Op.OperandAt(3) }

// Spec implements ir.View.
func (EmbeddingBagByteRowwise) Spec() ir.Spec {
	return spec("embedding_bag_byte_rowwise", "Weighted sums of rows of a table of bytes. Each row ends with its scale and offset. Each element of starts is the position in indices at which a bag begins.", tensors("data", "weights", "indices", "starts"), result())
}

// Lookup implements [LookupOp].
func (o EmbeddingBagByteRowwise) Lookup() Lookup {
	return Lookup{Table: o.Data(), Indices: o.Indices(), Bags: o.Starts(), Starts: true, Weights: o.Weights(), Fused: true}
}

// Verify implements ir.Verifier.
func (o EmbeddingBagByteRowwise) Verify() error { return verifyLookup(o.Op, o.Lookup()) }

// Flops returns the number of scalar operations.
func (o EmbeddingBagByteRowwise) Flops() float64 { return o.Lookup().flops() }

// Touched returns the number of bytes read from operand 0, the table, and false for other operands.
func (o EmbeddingBagByteRowwise) Touched(operand int) (bytes int64, ok bool) {
	return o.Lookup().touched(operand)
}

// Eval runs the expansion.
func (o EmbeddingBagByteRowwise) Eval(c *interp.Context, in []interp.Value) ([]interp.Value, error) {
	return Eval(c, o.Op, in)
}

// Expand implements [Expander].
func (o EmbeddingBagByteRowwise) Expand(b *ir.Builder, in []*ir.Value) []*ir.Value {
	return o.Lookup().expand(o.Op, emitting(b), in)
}

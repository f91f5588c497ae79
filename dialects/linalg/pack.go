package linalg

import (
	"slices"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/constraint"
	"github.com/lathe-ir/lathe/ir/rewrite"
)

// packing holds the tensor types and attributes of a Pack or Unpack.
type packing struct {
	op               *ir.Op
	unpacked, packed ir.Type
	// Outer dimension i of the packed tensor is dimension perm[i] of the unpacked tensor. An empty
	// perm is the identity. Dimension pos[i] of the unpacked tensor has tiles of size tiles[i].
	perm, pos, tiles []int64
	dynamic          []*ir.Value // the tile sizes that are operands
}

func packFields() []ir.AttrField {
	return []ir.AttrField{
		{Name: "outer_dims_perm", Type: constraint.I64s, Optional: true, Default: ir.NewDenseI64(), Doc: "The order of the outer dimensions."},
		{Name: "inner_dims_pos", Type: constraint.I64s, Doc: "The dimensions that are tiled."},
		{Name: "static_inner_tiles", Type: constraint.I64s, Doc: "The tile sizes."},
	}
}

const packFormat = "(`outer_dims_perm` `=` $outer_dims_perm^)? `inner_dims_pos` `=` $inner_dims_pos " +
	"`inner_tiles` `=` custom<DynamicIndexList>($inner_tiles, $static_inner_tiles) `into` $dest attr-dict `:` type($source) `->` type($dest)"

func packRules() []ir.TypeRule {
	return []ir.TypeRule{{From: "dest", To: "result", Text: "result type matches type of dest"}}
}

// Pack divides a tensor into tiles. The last dimensions of the result are the dimensions of a tile.
// Elements of a tile that are outside the tensor have the padding value.
//
//	%r = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %b : tensor<128x256xf32> -> tensor<16x8x8x32xf32>
type Pack struct{ ir.Ref }

// Source returns the unpacked tensor, Dest the output operand, and PaddingValue the padding value
// or nil. OuterDimsPerm, InnerDimsPos and StaticInnerTiles return the attributes. InnerTiles
// returns the tile sizes that are ir.Dynamic in StaticInnerTiles.
func (o Pack) Source() *ir.Value         { return o.Op.OperandAt(0) }
func (o Pack) Dest() *ir.Value           { return o.Op.OperandAt(1) }
func (o Pack) PaddingValue() *ir.Value   { return o.Op.OptionalOperand(2) }
func (o Pack) InnerTiles() []*ir.Value   { return o.Op.OperandsOf(3) }
func (o Pack) OuterDimsPerm() []int64    { return intsOf(o.Op.AttrAt(0)) }
func (o Pack) InnerDimsPos() []int64     { return intsOf(o.Op.AttrAt(1)) }
func (o Pack) StaticInnerTiles() []int64 { return intsOf(o.Op.AttrAt(2)) }

func (o Pack) packing() packing {
	return packing{o.Op, o.Source().Type(), o.Dest().Type(), o.OuterDimsPerm(), o.InnerDimsPos(), o.StaticInnerTiles(), o.InnerTiles()}
}

// Spec implements ir.View.
func (Pack) Spec() ir.Spec {
	return ir.Spec{
		Name: "linalg.pack",
		Doc:  "Divides a tensor into tiles. The last dimensions of the result are the dimensions of a tile.",
		Operands: []ir.Field{
			{Name: "source", Type: constraint.RankedTensor}, {Name: "dest", Type: constraint.RankedTensor},
			{Name: "padding_value", Type: constraint.Any, Arity: ir.Optional}, {Name: "inner_tiles", Type: constraint.Index, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "result", Type: constraint.RankedTensor}},
		Attrs:   append(packFields(), ir.AttrField{Name: ir.OperandSegments, Type: constraint.Segments}),
		Rules:   packRules(),
		Traits:  ir.NoSideEffect | ir.AttrSizedOperandSegments,
		Format:  "$source (`padding_value` `(` $padding_value^ `:` type($padding_value) `)`)? " + packFormat,
	}
}

// ResultNames implements ir.Namer.
func (o Pack) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "pack") }

// Verify implements ir.Verifier.
func (o Pack) Verify() error {
	k := o.packing()
	if err := k.verify(); err != nil {
		return err
	}
	pad := o.PaddingValue()
	if elem := k.unpacked.Elem(); pad != nil && pad.Type() != elem {
		return ir.Errorf(o.Op, "expected padding_value has '%s' but got: '%s'", elem, pad.Type())
	}
	if pad == nil && k.partial() {
		return ir.Errorf(o.Op, "invalid tile factor or output size provided. Only full tiles are supported when padding_value is not set")
	}
	return nil
}

// Unpack is the inverse of Pack: it assembles a tensor from its tiles.
//
//	%r = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [8, 32] into %b : tensor<16x8x8x32xf32> -> tensor<128x256xf32>
type Unpack struct{ ir.Ref }

// Source returns the packed tensor, and Dest the output operand. OuterDimsPerm, InnerDimsPos and
// StaticInnerTiles return the attributes. InnerTiles returns the tile sizes that are ir.Dynamic in
// StaticInnerTiles.
func (o Unpack) Source() *ir.Value         { return o.Op.OperandAt(0) }
func (o Unpack) Dest() *ir.Value           { return o.Op.OperandAt(1) }
func (o Unpack) InnerTiles() []*ir.Value   { return o.Op.OperandsOf(2) }
func (o Unpack) OuterDimsPerm() []int64    { return intsOf(o.Op.AttrAt(0)) }
func (o Unpack) InnerDimsPos() []int64     { return intsOf(o.Op.AttrAt(1)) }
func (o Unpack) StaticInnerTiles() []int64 { return intsOf(o.Op.AttrAt(2)) }

func (o Unpack) packing() packing {
	return packing{o.Op, o.Dest().Type(), o.Source().Type(), o.OuterDimsPerm(), o.InnerDimsPos(), o.StaticInnerTiles(), o.InnerTiles()}
}

// Spec implements ir.View.
func (Unpack) Spec() ir.Spec {
	return ir.Spec{
		Name: "linalg.unpack",
		Doc:  "The inverse of linalg.pack: forms a tensor from its tiles.",
		Operands: []ir.Field{
			{Name: "source", Type: constraint.RankedTensor}, {Name: "dest", Type: constraint.RankedTensor},
			{Name: "inner_tiles", Type: constraint.Index, Arity: ir.Variadic},
		},
		Results: []ir.Field{{Name: "result", Type: constraint.RankedTensor}},
		Attrs:   packFields(),
		Rules:   packRules(),
		Traits:  ir.NoSideEffect,
		Format:  "$source " + packFormat,
	}
}

// ResultNames implements ir.Namer.
func (o Unpack) ResultNames(set func(*ir.Value, string)) { set(o.Op.Result(), "unpack") }

// Verify implements ir.Verifier.
func (o Unpack) Verify() error { return o.packing().verify() }

// open() returns the number of dynamic tile sizes.
func (k packing) open() int {
	n := 0
	for _, size := range k.tiles {
		if size == ir.Dynamic {
			n++
		}
	}
	return n
}

// sizes returns the tile sizes, also dynamic sizes that are constants. Unknown sizes are
// ir.Dynamic.
func (k packing) sizes() []int64 {
	sizes, at := slices.Clone(k.tiles), 0
	for i, n := range sizes {
		if n != ir.Dynamic || at >= len(k.dynamic) {
			continue
		}
		if c, ok := rewrite.ConstInt(k.dynamic[at]); ok {
			sizes[i] = c
		}
		at++
	}
	return sizes
}

func (k packing) verify() error {
	whole, tiled := rank(k.unpacked), rank(k.packed)
	switch n := len(k.tiles); {
	case k.open() != len(k.dynamic):
		return ir.ErrorAt(k.op, "expected %d dynamic tile sizes, but got %d", k.open(), len(k.dynamic))
	case slices.Contains(k.sizes(), 0):
		return ir.ErrorAt(k.op, "invalid zero tile factor")
	case !distinct(k.pos, whole):
		return ir.ErrorAt(k.op, "invalid inner_dims_pos vector")
	case !distinct(k.perm, whole):
		return ir.ErrorAt(k.op, "invalid outer_dims_perm vector")
	case len(k.perm) > 0 && len(k.perm) != whole:
		return ir.ErrorAt(k.op, "outer_dims_perm must be a permutation or empty")
	case n > whole:
		return ir.ErrorAt(k.op, "tiling factors must be less than or equal to the input rank for pack or output rank for unpack")
	case n != len(k.pos):
		return ir.ErrorAt(k.op, "tiling factors must equal the number of dimensions to tile")
	case tiled != whole+n:
		return ir.ErrorAt(k.op, "packed rank != (unpacked rank + num tiling factors), got %d != %d", tiled, whole+n)
	}
	shape, _ := k.packed.Shape()
	if !slices.Equal(shape[whole:], k.tiles) {
		return ir.ErrorAt(k.op, "mismatch in inner tile sizes specified and shaped of tiled dimension in the packed type")
	}
	if want := k.packedShape(); !compatible(want, shape) {
		return ir.ErrorAt(k.op, "expected '%s' for the packed domain value, got '%s'", ir.Tensor(k.unpacked.Elem(), want...), k.packed)
	}
	return nil
}

// distinct reports whether dims are different dimensions of a tensor of rank n.
func distinct(dims []int64, n int) bool {
	seen := make([]bool, n)
	for _, d := range dims {
		if d < 0 || d >= int64(n) || seen[d] {
			return false
		}
		seen[d] = true
	}
	return true
}

// packedShape computes the shape of the packed tensor.
func (k packing) packedShape() []int64 {
	shape, _ := k.unpacked.Shape()
	counts := slices.Clone(shape)
	for i, d := range k.pos {
		switch {
		case counts[d] == ir.Dynamic:
		case k.tiles[i] == ir.Dynamic:
			counts[d] = ir.Dynamic
		default:
			counts[d] = (counts[d] + k.tiles[i] - 1) / k.tiles[i]
		}
	}
	if len(k.perm) > 0 {
		ordered := make([]int64, len(counts))
		for i, d := range k.perm {
			ordered[i] = counts[d]
		}
		counts = ordered
	}
	return append(counts, k.tiles...)
}

// partial reports whether a tile provably extends past the tensor.
func (k packing) partial() bool {
	shape, _ := k.unpacked.Shape()
	counts, _ := k.packed.Shape()
	sizes := k.sizes()
	for i, d := range k.pos {
		if shape[d] == ir.Dynamic {
			continue
		}
		size := sizes[i]
		if size == ir.Dynamic {
			at := d
			if j := slices.Index(k.perm, d); j >= 0 {
				at = int64(j)
			}
			size = counts[at]
		}
		if size != ir.Dynamic && size != 0 && shape[d]%size != 0 {
			return true
		}
	}
	return false
}

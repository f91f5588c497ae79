package structured

import (
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/affine"
)

// Shape is what a new nest consists of; Maps and Reduction are as in Nest.
type Shape struct {
	Ins, Outs []*ir.Value
	Maps      []affine.Map
	Reduction []bool
}

// New inserts a linalg.generic. body gets a builder in the block and the block's
// arguments, and returns what is yielded. Results have the types of tensor
// outputs; on buffers there are none.
func New(b *ir.Builder, s Shape, body func(b *ir.Builder, args []*ir.Value) []*ir.Value) *ir.Op {
	operands := append(append([]*ir.Value(nil), s.Ins...), s.Outs...)
	var elems, results []ir.Type
	for _, v := range operands {
		elems = append(elems, v.Type().Elem())
	}
	for _, v := range s.Outs {
		if ir.IsType[*ir.TensorType](v.Type()) {
			results = append(results, v.Type())
		}
	}
	op := b.Op("linalg.generic", ir.Init{
		Operands: operands, Results: results, NumRegions: 1,
		Discard: []ir.NamedAttr{
			{Name: "indexing_maps", Attr: mapsAttr(s.Maps)},
			{Name: "iterator_types", Attr: kindsAttr(s.Reduction)},
			{Name: "operandSegmentSizes", Attr: ir.NewDenseI32(int32(len(s.Ins)), int32(len(s.Outs)))},
		},
	})
	block := op.RegionAt(0).AddBlock(elems...)
	inner := ir.NewBuilder(b.Registry())
	inner.Loc = b.Loc
	inner.AtEnd(block)
	inner.Op("linalg.yield", ir.Init{Operands: body(inner, block.Args())})
	return op
}

func mapsAttr(maps []affine.Map) ir.Attr {
	elems := make([]ir.Attr, len(maps))
	for i, m := range maps {
		elems[i] = ir.NewAffineMap(m)
	}
	return ir.NewArray(elems...)
}

func kindsAttr(reduction []bool) ir.Attr {
	elems := make([]ir.Attr, len(reduction))
	for i, r := range reduction {
		word := "parallel"
		if r {
			word = "reduction"
		}
		elems[i] = ir.NewAttr(&ir.OpaqueAttr{Dialect: "linalg", Body: "iterator_type<" + word + ">"})
	}
	return ir.NewArray(elems...)
}

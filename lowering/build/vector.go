package build

import "github.com/lathe-ir/lathe/ir"

// Broadcast puts a scalar into every lane.
func Broadcast(b *ir.Builder, v *ir.Value, lanes int64) *ir.Value {
	return b.Op("vector.broadcast", ir.Init{
		Operands: []*ir.Value{v}, Results: []ir.Type{ir.Vector(v.Type(), lanes)},
	}).Result()
}

// Lane reads one lane.
func Lane(b *ir.Builder, v *ir.Value, lane int64) *ir.Value {
	return b.Op("vector.extract", ir.Init{
		Operands: []*ir.Value{v}, Results: []ir.Type{v.Type().Elem()},
		Discard: []ir.NamedAttr{{Name: "static_position", Attr: ir.NewDenseI64(lane)}},
	}).Result()
}

// Step makes 0, 1, 2 … of type index.
func Step(b *ir.Builder, lanes int64) *ir.Value {
	return b.Op("vector.step", ir.Init{Results: []ir.Type{ir.Vector(ir.Index(), lanes)}}).Result()
}

// VectorLoad reads neighbouring elements of a flat buffer.
func VectorLoad(b *ir.Builder, v, at *ir.Value, lanes int64) *ir.Value {
	return b.Op("vector.load", ir.Init{
		Operands: []*ir.Value{v, at}, Results: []ir.Type{ir.Vector(v.Type().Elem(), lanes)},
	}).Result()
}

// VectorStore writes neighbouring elements of a flat buffer.
func VectorStore(b *ir.Builder, x, v, at *ir.Value) {
	b.Op("vector.store", ir.Init{Operands: []*ir.Value{x, v, at}})
}

// Gather reads an element of a flat buffer for each lane of at, counted from
// base.
func Gather(b *ir.Builder, v, base, at, mask, pass *ir.Value) *ir.Value {
	return b.Op("vector.gather", ir.Init{
		Operands: []*ir.Value{v, base, at, mask, pass}, Results: []ir.Type{pass.Type()},
	}).Result()
}

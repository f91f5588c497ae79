package build

import (
	"github.com/lathe-ir/lathe/dialects/vector"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/slice"
)

// Broadcast puts a scalar into every lane.
func Broadcast(b *ir.Builder, v *ir.Value, lanes int64) *ir.Value {
	return vector.NewBroadcast(b, v, ir.Vector(v.Type(), lanes)).Vector()
}

// Lane reads one lane.
func Lane(b *ir.Builder, v *ir.Value, lane int64) *ir.Value {
	return vector.NewExtract(b, v, slice.Fixed(lane)).Op.Result()
}

// Step inserts the vector 0, 1, 2 … of type index.
func Step(b *ir.Builder, lanes int64) *ir.Value {
	return vector.NewStep(b, ir.Vector(ir.Index(), lanes)).Op.Result()
}

// VectorLoad reads v[at], v[at+1], … into a vector. v is a flat buffer.
func VectorLoad(b *ir.Builder, v, at *ir.Value, lanes int64) *ir.Value {
	return vector.NewLoad(b, v, ir.Vector(v.Type().Elem(), lanes), at).Op.Result()
}

// Gather reads v[base+at[l]] for each lane l. v is a flat buffer, and "at" is a vector of indices.
// If mask[l] is false, lane l of the result is pass[l].
func Gather(b *ir.Builder, v, base, at, mask, pass *ir.Value) *ir.Value {
	return vector.NewGather(b, v, []*ir.Value{base}, at, mask, pass).Op.Result()
}

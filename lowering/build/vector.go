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

// VectorLoad reads adjacent elements of a flat buffer into a vector: one for each lane, beginning
// at a given index (parameter at).
func VectorLoad(b *ir.Builder, v, at *ir.Value, lanes int64) *ir.Value {
	return vector.NewLoad(b, v, ir.Vector(v.Type().Elem(), lanes), at).Op.Result()
}

// Gather reads an element of a flat buffer for each lane. The index of the element for a lane is
// base plus that lane of an index vector (parameter at). A lane that the mask does not select gets
// the corresponding lane of another vector (parameter pass).
func Gather(b *ir.Builder, v, base, at, mask, pass *ir.Value) *ir.Value {
	return vector.NewGather(b, v, []*ir.Value{base}, at, mask, pass).Op.Result()
}

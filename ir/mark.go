package ir

// Mark returns a number that the algorithm at work on op keeps there, such as
// its place in a worklist; 0 at rest. An algorithm that sets marks clears them,
// and calls no other that uses them meanwhile.
func (op *Op) Mark() uint32 { return op.mark }

// SetMark changes the mark.
func (op *Op) SetMark(m uint32) { op.mark = m }

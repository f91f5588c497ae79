package ir

// Mark returns a number that the current algorithm stores in op, such as its position in a
// worklist; 0 otherwise. An algorithm that sets marks must clear them, and must not call another
// one that uses marks.
func (op *Op) Mark() uint32 { return op.mark }

// SetMark changes the mark.
func (op *Op) SetMark(m uint32) { op.mark = m }

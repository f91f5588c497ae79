package ir

// Mark returns the number that the current algorithm stored in op, such as its position in a
// worklist, or 0. An algorithm that sets marks must reset them to 0. It must not call another
// algorithm that uses marks.
func (op *Op) Mark() uint32 { return op.mark }

// SetMark sets the mark.
func (op *Op) SetMark(m uint32) { op.mark = m }

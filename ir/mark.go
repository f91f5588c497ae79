package ir

// Mark returns the number that SetMark stored in op, or 0. It can be, for example, the position of
// op in a worklist. An algorithm that sets marks must reset them to 0, and must not call another
// algorithm that uses marks.
func (op *Op) Mark() uint32 { return op.mark }

// SetMark sets the mark.
func (op *Op) SetMark(m uint32) { op.mark = m }

package ir

import "math"

// extent is the size of a type or attribute as a tree. Shared parts, such as aliases, count each
// time they occur. So the number of parts can grow exponentially with the length of the text.
type extent struct {
	parts uint32 // math.MaxUint32 means this many or more
	depth uint16 // math.MaxUint16 means this deep or deeper
}

// holds adds the extent of a part to e, the combined extent of several parts.
func (e *extent) holds(part extent) {
	e.parts += min(part.parts, math.MaxUint32-e.parts)
	e.depth = max(e.depth, part.depth)
}

// around returns the extent of a type or attribute whose parts have the combined extent e.
func (e extent) around() extent {
	return extent{e.parts + min(1, math.MaxUint32-e.parts), e.depth + min(1, math.MaxUint16-e.depth)}
}

// Extent returns the size of t as a tree: the number of types and attributes, including t, and the
// depth of nesting. The results are at most math.MaxUint32 and math.MaxUint16.
func (t Type) Extent() (parts, depth int) {
	if t.rep == nil {
		return 0, 0
	}
	return int(t.rep.size.parts), int(t.rep.size.depth)
}

// Extent returns the size of a as a tree: the number of types and attributes, including a, and the
// depth of nesting. The results are at most math.MaxUint32 and math.MaxUint16.
func (a Attr) Extent() (parts, depth int) {
	if a.rep == nil {
		return 0, 0
	}
	return int(a.rep.size.parts), int(a.rep.size.depth)
}

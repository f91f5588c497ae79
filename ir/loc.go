package ir

import (
	"cmp"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Loc is the source location of an operation or block argument. It is an offset into the source
// text, or an entry of a table of structured locations. The zero Loc is the unknown location.
type Loc struct {
	tab *LocTable
	pos uint32
}

// LocTable holds the data to which the locations of one parsed text refer, or the data of one
// structured location.
type LocTable struct {
	Source  *diag.Source // nil without a source text
	Entries []Attr       // location attributes
}

// entryBit marks a pos that is an index into Entries, not an offset.
const entryBit = 1 << 31

// MaxSource is the largest size in bytes of a source text whose offsets fit into a Loc.
const MaxSource = entryBit - 1

// At returns the location of a byte offset in the table's source.
func (t *LocTable) At(off int) Loc { return Loc{t, uint32(off)} }

// Add appends a location attribute to the table and returns its location. It is not safe for
// concurrent use.
func (t *LocTable) Add(a Attr) Loc {
	t.Entries = append(t.Entries, a)
	return Loc{t, uint32(len(t.Entries)-1) | entryBit}
}

// NewLoc returns the location that a location attribute describes.
func NewLoc(a Attr) Loc {
	if IsAttr[*UnknownLoc](a) {
		return Loc{}
	}
	return (&LocTable{}).Add(a)
}

// FuseLocs returns a fused location of the known locations in locs. If only one location is known,
// it returns that location. If none is known, it returns the unknown location.
func FuseLocs(locs ...Loc) Loc {
	var parts []Attr
	for _, l := range locs {
		if !l.IsUnknown() {
			parts = append(parts, l.Attr())
		}
	}
	switch len(parts) {
	case 0:
		return Loc{}
	case 1:
		return NewLoc(parts[0])
	}
	return NewLoc(NewAttr(&FusedLoc{Locs: parts}))
}

// IsUnknown reports whether l is the unknown location.
func (l Loc) IsUnknown() bool { return l.tab == nil }

// Attr returns the location as an attribute.
func (l Loc) Attr() Attr {
	switch {
	case l.tab == nil:
		return NewAttr(&UnknownLoc{})
	case l.pos&entryBit != 0:
		return l.tab.Entries[l.pos&^entryBit]
	}
	line, col := l.tab.Source.Position(int(l.pos))
	return NewAttr(&FileLoc{File: l.tab.Source.DisplayName(), Line: line, Col: col})
}

// Span returns the position in the source text. It is invalid for the unknown location and for
// structured locations.
func (l Loc) Span() diag.Span {
	if l.tab == nil || l.pos&entryBit != 0 || l.tab.Source == nil {
		return diag.Span{}
	}
	return diag.Span{Src: l.tab.Source, Start: int(l.pos), End: int(l.pos)}
}

// String returns the location in the form loc(…).
func (l Loc) String() string { return l.Attr().String() }

// Place returns a short text for the location, for diagnostics whose source text is not available.
// It is file:line:col or, if l has no file position, a name. If l has neither, Place returns "".
func (l Loc) Place() string {
	if l.tab == nil {
		return ""
	}
	return placeOf(l.Attr())
}

// placeOf returns the first file position in a location or, if there is none, the first name.
func placeOf(a Attr) string {
	if f := filePart(a); f != nil {
		w := plainWriter()
		defer w.release()
		w.Str(f.File)
		w.Str(":")
		w.Int(int64(f.Line))
		w.Str(":")
		w.Int(int64(f.Col))
		return string(w.buf)
	}
	return namePart(a)
}

// filePart returns the first file position in a location, or nil if there is none.
func filePart(a Attr) *FileLoc {
	switch d := a.Data().(type) {
	case *FileLoc:
		return d
	case *NamedLoc:
		return filePart(d.Child)
	case *CallLoc:
		if f := filePart(d.Callee); f != nil {
			return f
		}
		return filePart(d.Caller)
	case *FusedLoc:
		for _, l := range d.Locs {
			if f := filePart(l); f != nil {
				return f
			}
		}
	}
	return nil
}

func namePart(a Attr) string {
	switch d := a.Data().(type) {
	case *NamedLoc:
		return cmp.Or(d.Name, namePart(d.Child))
	case *CallLoc:
		return cmp.Or(namePart(d.Callee), namePart(d.Caller))
	case *FusedLoc:
		for _, l := range d.Locs {
			if p := namePart(l); p != "" {
				return p
			}
		}
	}
	return ""
}

// callPart returns the first call in a location, or nil if there is none.
func callPart(a Attr) *CallLoc {
	switch d := a.Data().(type) {
	case *CallLoc:
		return d
	case *NamedLoc:
		return callPart(d.Child)
	case *FusedLoc:
		for _, l := range d.Locs {
			if c := callPart(l); c != nil {
				return c
			}
		}
	}
	return nil
}

// maxCallers limits the callers that a diagnostic shows, as in MLIR.
const maxCallers = 10

// callers returns the texts from Place for at most maxCallers callers in l, innermost first. It
// skips callers for which Place returns "".
func (l Loc) callers() (places []string) {
	if l.tab == nil || l.pos&entryBit == 0 {
		return nil
	}
	for c := callPart(l.Attr()); c != nil && len(places) < maxCallers; c = callPart(c.Caller) {
		if p := placeOf(c.Caller); p != "" {
			places = append(places, p)
		}
	}
	return places
}

// UnknownLoc is loc(unknown).
type UnknownLoc struct{}

// FileLoc is loc("file":line:col), or a range if EndLine is not 0.
type FileLoc struct {
	File            string
	Line, Col       int
	EndLine, EndCol int // end of the range
}

// NamedLoc is loc("name") or loc("name"(child)).
type NamedLoc struct {
	Name  string
	Child Attr
}

// CallLoc is loc(callsite(callee at caller)).
type CallLoc struct{ Callee, Caller Attr }

// FusedLoc is loc(fused<metadata>[a, b]).
type FusedLoc struct {
	Metadata Attr // may be nil
	Locs     []Attr
}

// A location attribute is printed as loc(…), except inside another location; see wrapLoc.

// Print implements AttrData.
func (*UnknownLoc) Print(w *Writer) { w.wrapLoc(func() { w.Str("unknown") }) }

// Print implements AttrData.
func (d *FileLoc) Print(w *Writer) {
	w.wrapLoc(func() {
		w.Quoted(d.File)
		w.Str(":")
		w.Int(int64(d.Line))
		w.Str(":")
		w.Int(int64(d.Col))
		d.printEnd(w)
	})
}

func (d *FileLoc) printEnd(w *Writer) {
	if d.EndLine == 0 {
		return
	}
	w.Str(" to ")
	if d.EndLine != d.Line {
		w.Int(int64(d.EndLine))
	}
	w.Str(":")
	w.Int(int64(d.EndCol))
}

// Print implements AttrData.
func (d *NamedLoc) Print(w *Writer) {
	w.wrapLoc(func() {
		w.Quoted(d.Name)
		if !IsAttr[*UnknownLoc](d.Child) {
			w.Str("(")
			w.LocAttr(d.Child)
			w.Str(")")
		}
	})
}

// Print implements AttrData.
func (d *CallLoc) Print(w *Writer) {
	w.wrapLoc(func() {
		w.Str("callsite(")
		w.LocAttr(d.Callee)
		w.Str(" at ")
		w.LocAttr(d.Caller)
		w.Str(")")
	})
}

// Print implements AttrData.
func (d *FusedLoc) Print(w *Writer) {
	w.wrapLoc(func() {
		w.Str("fused")
		if !d.Metadata.IsNil() {
			w.Str("<")
			w.Attr(d.Metadata)
			w.Str(">")
		}
		w.Str("[")
		for i, l := range d.Locs {
			if i > 0 {
				w.Str(", ")
			}
			w.LocAttr(l)
		}
		w.Str("]")
	})
}

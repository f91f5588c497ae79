package ir

// prettyLoc writes a location in the short form of --mlir-pretty-debuginfo, which
// cannot be read back.
//
//	"foo" at mysource.cc:10:8
func (w *Writer) prettyLoc(a Attr) {
	switch d := a.Data().(type) {
	case *UnknownLoc:
		w.Str("[unknown]")
	case *FileLoc:
		w.Str(d.File)
		w.filePlace(d)
	case *NamedLoc:
		w.Quoted(d.Name)
		if !IsAttr[*UnknownLoc](d.Child) {
			w.Str("(")
			w.prettyLoc(d.Child)
			w.Str(")")
		}
	case *CallLoc:
		w.prettyLoc(d.Callee)
		if !IsAttr[*NamedLoc](d.Callee) || !IsAttr[*FileLoc](d.Caller) {
			w.Str("\n")
		}
		w.Str(" at ")
		w.prettyLoc(d.Caller)
	case *FusedLoc:
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
			w.prettyLoc(l)
		}
		w.Str("]")
	default:
		w.attrData(a, false)
	}
}

package ir

import "github.com/lathe-ir/lathe/ir/diag"

// prettyLoc writes loc in the form of --mlir-pretty-debuginfo, which cannot be parsed. If loc is
// inside another location, prettyLoc may write the alias of loc instead.
func (w *Writer) prettyLoc(loc Attr, inside bool) {
	if inside && w.aliases != nil {
		if name := w.aliases.nameOf(loc); name != "" {
			w.Str(name)
			return
		}
	}
	switch d := loc.Data().(type) {
	case *UnknownLoc:
		w.Str("[unknown]")
	case *FileLoc:
		w.Str(diag.OneLine(diag.Escape(d.File)))
		w.Byte(':')
		w.Int(int64(d.Line))
		w.Byte(':')
		w.Int(int64(d.Col))
		d.printEnd(w)
	case *NamedLoc:
		w.Quoted(d.Name)
		if !IsAttr[*UnknownLoc](d.Child) {
			w.Byte('(')
			w.prettyLoc(d.Child, true)
			w.Byte(')')
		}
	case *CallLoc:
		w.prettyCall(d)
	case *FusedLoc:
		w.prettyFused(d)
	default:
		w.attrData(loc, false)
	}
}

func (w *Writer) prettyCall(d *CallLoc) {
	w.prettyLoc(d.Callee, true)
	if IsAttr[*NamedLoc](d.Callee) && IsAttr[*FileLoc](d.Caller) {
		w.Str(" at ")
	} else {
		w.Str("\n at ")
	}
	w.prettyLoc(d.Caller, true)
}

func (w *Writer) prettyFused(d *FusedLoc) {
	if !d.Metadata.IsNil() {
		w.Byte('<')
		w.Attr(d.Metadata)
		w.Byte('>')
	}
	w.Byte('[')
	for i, l := range d.Locs {
		if i > 0 {
			w.Str(", ")
		}
		w.prettyLoc(l, true)
	}
	w.Byte(']')
}

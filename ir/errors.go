package ir

import (
	"fmt"

	"github.com/lathe-ir/lathe/ir/diag"
)

// Errorf returns an error at the location of op, in MLIR's form: "'name' op message". If op is nil,
// as in a method InferTypes, the error is the message without a location.
func Errorf(op *Op, format string, args ...any) *diag.Diagnostic {
	if op == nil {
		return diag.Errorf(diag.Span{}, format, args...)
	}
	d := diag.Errorf(opSpan(op), "'%s' op %s", op.Name(), fmt.Sprintf(format, args...))
	return placed(d, op)
}

// placed sets d.Subject to op. If the source text is not available, it also sets d.Place to the
// location of op, and adds a note for each of the first maxCallers call sites in this location. If
// op has no location, placed adds help with the nearest enclosing operation that has a location.
func placed(d *diag.Diagnostic, op *Op) *diag.Diagnostic {
	d.Subject = op
	if d.Span.IsValid() {
		return d
	}
	d.Place = op.Loc().Place()
	if op.Loc().IsUnknown() {
		for p := op.Parent(); p != nil; p = p.Parent() {
			if !p.Loc().IsUnknown() {
				return d.WithHelp("the operation is in the body of '" + p.Name() + "' at " + p.Loc().Place())
			}
		}
	}
	for _, p := range op.Loc().callers() {
		d.Note(diag.Span{}, diag.CalledFrom)
		d.Notes[len(d.Notes)-1].Place = p
	}
	return d
}

// ErrorAt returns an error at the location of op. The message does not contain the name of op.
func ErrorAt(op *Op, format string, args ...any) *diag.Diagnostic {
	return placed(diag.Errorf(opSpan(op), format, args...), op)
}

// Warnf returns a warning about op, in the form of Errorf: "'name' op message".
func Warnf(op *Op, format string, args ...any) *diag.Diagnostic {
	d := Errorf(op, format, args...)
	d.Severity = diag.Warning
	return d
}

// WarnAt returns a warning at the location of op. The message does not contain the name of op.
func WarnAt(op *Op, format string, args ...any) *diag.Diagnostic {
	d := ErrorAt(op, format, args...)
	d.Severity = diag.Warning
	return d
}

// opSpan returns the range of op's name in the source text.
func opSpan(op *Op) diag.Span {
	sp := op.Loc().Span()
	if !sp.IsValid() {
		return sp
	}
	text := sp.Src.Text
	for sp.End < len(text) && nameByte(text[sp.End]) {
		sp.End++
	}
	return sp
}

func nameByte(c byte) bool {
	return isLetter(c) || isDigit(c) || c == '_' || c == '.' || c == '"' || c == '$'
}

// NoteAt appends a note at the location of op to d, and returns d. If op has no location, the note
// has the location of d.
func NoteAt(d *diag.Diagnostic, op *Op, format string, args ...any) *diag.Diagnostic {
	sp := opSpan(op)
	d.Note(sp, format, args...)
	if place := op.Loc().Place(); !sp.IsValid() && place != "" {
		n := d.Notes[len(d.Notes)-1]
		n.Span, n.Place = diag.Span{}, place
	}
	return d
}

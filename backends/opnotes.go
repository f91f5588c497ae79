package backends

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// OpNote is what a program records about a source operation.
type OpNote struct {
	ID    uint32
	Name  string // "stablehlo.add"
	Place string // the name in the operation's location; "" if there is none
	// Host is the id of the operation whose step does the work of this operation. It differs from
	// ID if this operation was fused into another operation. It is 0 if no step does the work.
	Host uint32

	// Loc is the location for errors; unknown in a program imported without its source module.
	Loc ir.Loc
}

// OpError is the failure of an operation in a run.
type OpError struct {
	Op   OpNote
	Says string   // what is wrong, as words that follow the operation's name
	Err  error    // the cause
	With []OpNote // other operations that the same step executed
}

func (e *OpError) Error() string { return e.Diagnostic().Error() }

// Unwrap returns the cause.
func (e *OpError) Unwrap() error { return e.Err }

// Diagnostic implements diag.Diagnoser. The result has the operation's location or, if the location
// is not known, the operation's id.
func (e *OpError) Diagnostic() *diag.Diagnostic {
	d := diag.Errorf(e.Op.Loc.Span(), "%s %s", e.Op.called(), e.says())
	if d.Place = e.Op.Loc.Place(); e.Op.Loc.IsUnknown() {
		d.Place = e.Op.Place
	}
	for i := range e.With {
		d.Note(e.With[i].Loc.Span(), "%s was executed in the same step", e.With[i].called())
	}
	return d
}

// says returns the text of the error, followed by the cause if the cause adds information.
func (e *OpError) says() string {
	if e.Err == nil {
		return cmp.Or(e.Says, "failed")
	}
	why := diag.Messages(e.Err)
	switch {
	case e.Says == "":
		return "failed: " + why
	case strings.HasPrefix(why, e.Says):
		return why
	case strings.HasSuffix(why, e.Says) || strings.Contains(e.Says, why):
		return e.Says
	}
	return e.Says + ": " + why
}

// called returns the operation's name for diagnostics, with the id if the location is not known.
func (n *OpNote) called() string {
	if n.Loc.IsUnknown() {
		return fmt.Sprintf("'%s' op #%d", n.Name, n.ID)
	}
	return fmt.Sprintf("'%s' op", n.Name)
}

// NoteOf returns the note of op, with op as its own host.
func NoteOf(op *ir.Op) OpNote {
	n := OpNote{ID: op.ID(), Name: op.Name(), Host: op.ID(), Loc: op.Loc()}
	if d, ok := ir.AttrAs[*ir.NamedLoc](op.Loc().Attr()); ok {
		n.Place = d.Name
	}
	return n
}

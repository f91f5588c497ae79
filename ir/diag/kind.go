package diag

// ofKind is a diagnostic of a kind.
type ofKind struct {
	said *Diagnostic
	kind error
}

// OfKind returns d as an error of a kind: errors.Is finds kind, errors.As the diagnostic.
func OfKind(kind error, d *Diagnostic) error { return &ofKind{d, kind} }

func (e *ofKind) Error() string { return e.said.Error() }

// Diagnostic implements Diagnoser.
func (e *ofKind) Diagnostic() *Diagnostic { return e.said }

// Unwrap lets errors.As find the diagnostic and errors.Is the kind.
func (e *ofKind) Unwrap() []error { return []error{e.said, e.kind} }

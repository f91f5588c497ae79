package diag

type ofKind struct {
	said *Diagnostic
	kind error
}

// OfKind returns an error for which errors.Is finds kind and errors.As finds d.
func OfKind(kind error, d *Diagnostic) error { return &ofKind{d, kind} }

func (e *ofKind) Error() string { return e.said.Error() }

// Diagnostic implements Diagnoser.
func (e *ofKind) Diagnostic() *Diagnostic { return e.said }

// Unwrap returns the diagnostic for errors.As and the kind for errors.Is.
func (e *ofKind) Unwrap() []error { return []error{e.said, e.kind} }

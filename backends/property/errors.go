package property

import "errors"

// The kinds of errors, for errors.Is.
var (
	// ErrUnknownProperty: a key that no property has, or none that is visible.
	ErrUnknownProperty = errors.New("unknown property")
	// ErrReadOnly: a property that cannot be set.
	ErrReadOnly = errors.New("read-only property")
	// ErrBadValue: a value that a property cannot have.
	ErrBadValue = errors.New("bad value")
)

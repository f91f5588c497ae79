package property

import "errors"

// The kinds of errors, for errors.Is.
var (
	// ErrUnknownProperty: no property has the key, or the property is internal.
	ErrUnknownProperty = errors.New("unknown property")
	// ErrReadOnly: the property cannot be set.
	ErrReadOnly = errors.New("read-only property")
	// ErrBadValue: the property cannot have the value.
	ErrBadValue = errors.New("bad value")
)

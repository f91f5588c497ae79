package backends

import (
	"errors"

	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/sealed"
)

// The kinds of errors. Use errors.Is to find the kind of an error.
var (
	// ErrUnsupported: the backend or program lacks an optional interface.
	ErrUnsupported = errors.New("not supported")
	// ErrBusy: a request is used while it runs.
	ErrBusy = errors.New("busy")
	// ErrClosed: a request, a program, a graph or a buffer is used after Close.
	ErrClosed = errors.New("closed")
	// ErrUnknownProperty: no property has this key, or the property is internal.
	ErrUnknownProperty = property.ErrUnknownProperty
	// ErrReadOnly: the property can't be set.
	ErrReadOnly = property.ErrReadOnly
	// ErrBadValue: the property can't have this value.
	ErrBadValue = property.ErrBadValue
	// ErrBlob: the bytes are not an exported program, or were exported by another backend or
	// version.
	ErrBlob = sealed.ErrBlob
	// ErrForeignBuffer: the device can't access the memory of a buffer.
	ErrForeignBuffer = errors.New("buffer of another memory")
)

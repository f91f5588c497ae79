package backends

import (
	"errors"

	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/sealed"
)

// What kind of error it is. errors.Is finds them behind the diagnostic that says what,
// where and what to do.
var (
	// ErrUnsupported: the backend or program lacks an optional interface.
	ErrUnsupported = errors.New("not supported")
	// ErrBusy: a request is used while it runs.
	ErrBusy = errors.New("busy")
	// ErrClosed: a request, program or backend is used after Close.
	ErrClosed = errors.New("closed")
	// ErrUnknownProperty: a key that nothing has, or nothing that may be seen here.
	ErrUnknownProperty = property.ErrUnknownProperty
	// ErrReadOnly: a property that can't be set.
	ErrReadOnly = property.ErrReadOnly
	// ErrBadValue: a value that a property can't have.
	ErrBadValue = property.ErrBadValue
	// ErrBlob: bytes that are no exported program, or one for something else.
	ErrBlob = sealed.ErrBlob
	// ErrForeignBuffer: a buffer in memory that the device can't reach.
	ErrForeignBuffer = errors.New("buffer of another memory")
)

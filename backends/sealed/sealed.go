// Package sealed is the form of files that hold compiled programs: a header that says
// what they are for, a payload, and a sum over both, so that a program is read as it was
// written or not at all. The sum finds damage; it is no signature, and whoever may write
// such files may make a program do anything.
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"

	"github.com/lathe-ir/lathe/ir/diag"
)

// ErrBlob says that bytes are no exported program, or one for something else. errors.Is
// finds it behind the diagnostic that says what is wrong.
var ErrBlob = errors.New("no usable exported program")

// Error is a diagnostic about a blob.
type Error struct{ said *diag.Diagnostic }

func (e *Error) Error() string { return e.said.Error() }

// Diagnostic implements diag.Diagnoser.
func (e *Error) Diagnostic() *diag.Diagnostic { return e.said }

// Unwrap lets errors.As find the diagnostic and errors.Is the kind.
func (e *Error) Unwrap() []error { return []error{e.said, ErrBlob} }

// Header says what an exported program is for. What imports it must be the same.
type Header struct {
	Backend     string // name of the backend
	Version     string // of the backend
	Fingerprint string // what else compiled programs depend on
	// Options are the properties that the program was compiled with, each as
	// "key=value".
	Options []string
}

// A sealed program is the magic, the format's version, the number of bytes that follow,
// the SHA-256 sum of all else, the header's texts and the payload.
const (
	blobMagic   = "LATHEPRG"
	blobVersion = 1
	blobFixed   = len(blobMagic) + 4 + 8 + sha256.Size
	// Alignment is what a payload's offset in its blob is a multiple of, so that tensors in
	// it can be used where they are.
	Alignment = 64
)

// Seal returns payload with a header and a sum over both.
func Seal(h Header, payload []byte) []byte {
	var e Encoder
	e.bytes = make([]byte, blobFixed, blobFixed+len(payload)+256)
	e.Strings([]string{h.Backend, h.Version, h.Fingerprint})
	e.Strings(h.Options)
	e.Align(Alignment)
	e.bytes = append(e.bytes, payload...)
	blob := e.bytes
	copy(blob, blobMagic)
	at := len(blobMagic)
	binary.LittleEndian.PutUint32(blob[at:], blobVersion)
	binary.LittleEndian.PutUint64(blob[at+4:], uint64(len(blob)-blobFixed))
	sum := blobSum(blob)
	copy(blob[at+12:], sum[:])
	return blob
}

// blobSum is the sum over all of blob but the sum.
func blobSum(blob []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(blob[:blobFixed-sha256.Size])
	h.Write(blob[blobFixed:])
	return [sha256.Size]byte(h.Sum(nil))
}

// Unseal checks blob and returns its header and payload, which share its bytes. It fails
// with ErrBlob where a byte is not what Seal wrote, or is missing, or too many.
func Unseal(blob []byte) (Header, []byte, error) {
	at := len(blobMagic)
	switch {
	case len(blob) < blobFixed || !bytes.HasPrefix(blob, []byte(blobMagic)):
		return Header{}, nil, Bad("is no exported program, or is cut off in its first bytes")
	case binary.LittleEndian.Uint32(blob[at:]) != blobVersion:
		return Header{}, nil, Bad("is of format version %d, but this is %d", binary.LittleEndian.Uint32(blob[at:]), blobVersion)
	}
	rest := binary.LittleEndian.Uint64(blob[at+4:])
	switch have := uint64(len(blob) - blobFixed); {
	case have < rest:
		return Header{}, nil, Bad("is cut off: %d bytes of %d are there", have, rest)
	case have > rest:
		return Header{}, nil, Bad("is followed by %d bytes that don't belong to it", have-rest)
	}
	if sum := blobSum(blob); !bytes.Equal(sum[:], blob[at+12:blobFixed]) {
		return Header{}, nil, Bad("is damaged: its sum is not that of its bytes")
	}
	d := &Decoder{bytes: blob, at: blobFixed}
	texts, options := d.Strings(), d.Strings()
	d.Align(Alignment)
	if d.Err() != nil || len(texts) != 3 {
		return Header{}, nil, Bad("has no readable header")
	}
	return Header{texts[0], texts[1], texts[2], options}, d.Rest(), nil
}

// Bad returns the error for a blob about which format says what is wrong.
func Bad(format string, args ...any) error {
	return &Error{diag.Errorf(diag.Span{}, "the exported program "+format, args...).WithHelp("export it again, or compile its module")}
}

// Open unseals blob and fails with ErrBlob unless it was made for what h says, options
// left aside, which it returns.
func (h Header) Open(blob []byte) (payload []byte, options []string, err error) {
	got, payload, err := Unseal(blob)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range []struct{ what, got, want string }{
		{"backend", got.Backend, h.Backend}, {"version", got.Version, h.Version}, {"machine", got.Fingerprint, h.Fingerprint},
	} {
		if f.got != f.want {
			return nil, nil, Bad("is for %s '%s', but this is '%s'", f.what, f.got, f.want)
		}
	}
	return payload, got.Options, nil
}

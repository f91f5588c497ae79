// Package sealed implements the format of files with compiled programs. A file has a header, a
// payload, and a checksum over both. The header identifies the program, and the checksum detects
// damage. The checksum is not a signature: a manipulated file with a correct checksum can execute
// any code.
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"strings"

	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/hostbytes"
)

// ErrBlob says that bytes are not an exported program, are damaged, or are a program for another
// backend, version or machine.
var ErrBlob = errors.New("no usable exported program")

// Header describes an exported program. An import fails if the backend, the version or the
// fingerprint differs from the values of the importing backend.
type Header struct {
	Backend     string // name of the backend
	Version     string // version of the backend
	Fingerprint string // other data on which compiled programs depend
	// Options are the properties that the program was compiled with, each as "key=value".
	Options []string
	// Running are the other properties that were set, in the same form. They apply to runs.
	Running []string
}

// A sealed program begins with the magic number, the format's version and the number of bytes after
// the checksum. Then come the SHA-256 checksum of all other bytes, the header's texts and the
// payload.
const (
	blobMagic   = "LATHEPRG"
	blobVersion = 6
	blobFixed   = len(blobMagic) + 4 + 8 + sha256.Size
	// Alignment is the alignment of payloads in blobs. It allows the use of tensors in place.
	Alignment = 64
)

// Seal returns payload with a header and a checksum over both.
func Seal(h Header, payload []byte) []byte {
	blob, _ := Make(h, func(e *Encoder) error {
		e.bytes = append(e.bytes, payload...)
		return nil
	})
	return blob
}

// Make is like Seal, but the function "fill" writes the payload. Make fails if "fill" fails, or if
// the host lacks memory for bytes that "fill" writes with Encoder.Aligned.
func Make(h Header, fill func(e *Encoder) error) (blob []byte, err error) {
	defer func() {
		if what := recover(); what != nil {
			lack, ok := what.(*hostbytes.Lack)
			if !ok {
				panic(what)
			}
			blob, err = nil, diag.OfKind(lack, diag.Errorf(diag.Span{}, "no memory for the exported program: %v", lack))
		}
	}()
	var e Encoder
	e.bytes = make([]byte, blobFixed, blobFixed+256)
	e.Strings([]string{h.Backend, h.Version, h.Fingerprint})
	e.Strings(h.Options)
	e.Strings(h.Running)
	e.Align(Alignment)
	if err := fill(&e); err != nil {
		return nil, err
	}
	blob = e.bytes
	at := len(blobMagic)
	copy(blob, blobMagic)
	binary.LittleEndian.PutUint32(blob[at:], blobVersion)
	binary.LittleEndian.PutUint64(blob[at+4:], uint64(len(blob)-blobFixed))
	sum := blobSum(blob)
	copy(blob[at+12:], sum[:])
	return blob, nil
}

// blobSum returns the checksum over all bytes of blob except the checksum itself.
func blobSum(blob []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write(blob[:blobFixed-sha256.Size])
	h.Write(blob[blobFixed:])
	return [sha256.Size]byte(h.Sum(nil))
}

// Unseal checks blob and returns its header and its payload. The payload shares the memory of blob.
// Unseal fails with ErrBlob if blob is not an unchanged result of Seal or Make. It verifies the
// checksum before it decodes the header.
func Unseal(blob []byte) (Header, []byte, error) {
	if err := checkFrame(blob, int64(len(blob))); err != nil {
		return Header{}, nil, err
	}
	if sum := blobSum(blob); !bytes.Equal(sum[:], blob[blobFixed-sha256.Size:blobFixed]) {
		return Header{}, nil, Bad("is damaged: its checksum does not match its bytes")
	}
	return parseHeader(blob)
}

// checkFrame checks the fields before the checksum of a sealed program. The parameter "size" is the
// number of bytes of the program, and blob has its first bytes.
func checkFrame(blob []byte, size int64) error {
	at := len(blobMagic)
	if len(blob) < blobFixed || !bytes.HasPrefix(blob, []byte(blobMagic)) {
		return Bad("is not an exported program, or is truncated in its first bytes")
	}
	if v := binary.LittleEndian.Uint32(blob[at:]); v != blobVersion {
		return Bad("has format version %d, but only version %d is supported", v, blobVersion)
	}
	rest := binary.LittleEndian.Uint64(blob[at+4:])
	switch have := uint64(size) - uint64(blobFixed); {
	case have < rest:
		return Bad("is truncated: it has %d bytes of %d", uint64(size), rest+uint64(blobFixed))
	case have > rest:
		return Bad("is followed by extra bytes: %d", have-rest)
	}
	return nil
}

func parseHeader(blob []byte) (Header, []byte, error) {
	d := &Decoder{bytes: blob, at: blobFixed}
	texts, options, running := d.Strings(), d.Strings(), d.Strings()
	d.Align(Alignment)
	if d.Err() != nil || len(texts) != 3 {
		return Header{}, nil, Bad("has no readable header")
	}
	return Header{texts[0], texts[1], texts[2], options, running}, d.Rest(), nil
}

// Bad returns an ErrBlob with a formatted message.
func Bad(format string, args ...any) error {
	return diag.OfKind(ErrBlob, diag.Errorf(diag.Span{}, "the exported program "+format, args...).WithHelp("export it again, or compile its module"))
}

// Open unseals blob and returns its payload and header. It fails with ErrBlob if the backend,
// version or fingerprint differs from h.
func (h Header) Open(blob []byte) (payload []byte, got Header, err error) {
	got, payload, err = Unseal(blob)
	if err != nil {
		return nil, Header{}, err
	}
	for _, f := range []struct{ what, got, want string }{
		{"backend", got.Backend, h.Backend}, {"version", got.Version, h.Version}, {"machine", got.Fingerprint, h.Fingerprint},
	} {
		if f.got != f.want {
			return nil, Header{}, Bad("is for %s '%s', not for '%s'", f.what, f.got, f.want)
		}
	}
	return payload, got, nil
}

// headerRoom is the largest number of bytes that ReadHeader reads. A longer header is an error, so
// package cache shortens the texts in its headers.
const headerRoom = 16 << 10

// Begins reports whether the first bytes of a file are the beginning of a sealed program. It also
// returns true for an empty file, which a full disk or a loss of power can leave.
func Begins(file *os.File) bool {
	start := make([]byte, len(blobMagic))
	n, err := file.ReadAt(start, 0)
	return (err == nil || err == io.EOF) && strings.HasPrefix(blobMagic, string(start[:n]))
}

// Is reports whether blob begins like a result of Seal.
func Is(blob []byte) bool { return bytes.HasPrefix(blob, []byte(blobMagic)) }

// ReadHeader returns the header of a sealed program in a regular file. It checks the length of the
// file, but not the checksum.
func ReadHeader(file *os.File) (Header, error) {
	head, _, err := readFrame(file)
	if err != nil {
		return Header{}, err
	}
	h, _, err := parseHeader(head)
	return h, err
}

// Read returns the bytes of a sealed program in a regular file. If the size before the checksum
// differs from the size of the file, Read fails before it allocates memory for the program.
func Read(file *os.File) ([]byte, error) {
	head, size, err := readFrame(file)
	if err != nil {
		return nil, err
	}
	blob := make([]byte, size)
	_, err = io.ReadFull(file, blob[copy(blob, head):])
	return blob, err
}

// readFrame reads at most headerRoom bytes of a file. It fails if the size that they state is not
// the size of the file.
func readFrame(file *os.File) (head []byte, size int64, err error) {
	stat, err := file.Stat()
	if err != nil {
		return nil, 0, err
	}
	head = make([]byte, min(stat.Size(), headerRoom))
	if _, err = io.ReadFull(file, head); err == nil {
		err = checkFrame(head, stat.Size())
	}
	return head, stat.Size(), err
}

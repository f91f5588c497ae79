package sealed

import (
	"encoding/binary"
	"math"

	"github.com/lathe-ir/lathe/ir/hostbytes"
)

// Encoder writes data for a Decoder: numbers in a variable-length encoding, and texts with their
// length. The zero value is ready to use.
type Encoder struct{ bytes []byte }

// Bytes returns the written bytes.
func (e *Encoder) Bytes() []byte { return e.bytes }

// Uint and Int write a number in a variable-length encoding.
func (e *Encoder) Uint(v uint64) { e.bytes = binary.AppendUvarint(e.bytes, v) }
func (e *Encoder) Int(v int64)   { e.bytes = binary.AppendVarint(e.bytes, v) }

// Blob writes bytes with their length, String writes a text, and Strings writes a list of texts.
func (e *Encoder) Blob(b []byte) {
	e.Uint(uint64(len(b)))
	e.bytes = append(e.bytes, b...)
}

func (e *Encoder) String(s string) {
	e.Uint(uint64(len(s)))
	e.bytes = append(e.bytes, s...)
}

func (e *Encoder) Strings(list []string) {
	e.Uint(uint64(len(list)))
	for _, s := range list {
		e.String(s)
	}
}

// Align pads with zeros so that the next byte is at a multiple of n, counted from the first byte.
func (e *Encoder) Align(n int) {
	for len(e.bytes)%n != 0 {
		e.bytes = append(e.bytes, 0)
	}
}

// Aligned writes bytes with their length, at a multiple of Alignment. If the host lacks memory for
// a copy of b, Aligned panics with a *hostbytes.Lack, which Make converts to an error.
func (e *Encoder) Aligned(b []byte) {
	e.Uint(uint64(len(b)))
	e.Align(Alignment)
	e.grow(len(b))
	e.bytes = append(e.bytes, b...)
}

// grow makes room for n more bytes. If the host lacks memory for them, grow panics like Aligned.
// The Go runtime would end the process.
func (e *Encoder) grow(n int) {
	if cap(e.bytes)-len(e.bytes) >= n {
		return
	}
	size := len(e.bytes) + n
	if err := hostbytes.Check(uint64(size)); err != nil {
		panic(err)
	}
	if more := size + len(e.bytes)/4; hostbytes.Check(uint64(more)) == nil {
		size = more
	}
	e.bytes = append(make([]byte, 0, size), e.bytes...)
}

// Decoder reads the data of an Encoder. After the first error it returns zeros, and Err returns the
// error. The allocations of a Decoder are proportional to the length of the data.
type Decoder struct {
	bytes []byte
	at    int
	bad   bool
	why   error // the error of FailWith
}

// NewDecoder returns a decoder of b. The byte slices that its methods return share the memory of b.
func NewDecoder(b []byte) *Decoder { return &Decoder{bytes: b} }

// Err returns an error if something could not be read: ErrBlob, or the error of FailWith.
func (d *Decoder) Err() error {
	if d.why != nil {
		return d.why
	}
	if d.bad {
		return Bad("has unreadable content")
	}
	return nil
}

// Fail makes Err return ErrBlob. Callers use Fail for invalid values.
func (d *Decoder) Fail() { d.bad = true }

// FailWith makes Err return err. Callers use FailWith for errors that the data did not cause, such
// as a lack of memory.
func (d *Decoder) FailWith(err error) { d.bad, d.why = true, err }

// Rest returns the bytes that were not read.
func (d *Decoder) Rest() []byte { return d.bytes[d.at:] }

// Uint and Int read a number.
func (d *Decoder) Uint() uint64 {
	v, n := binary.Uvarint(d.bytes[d.at:])
	if n <= 0 || d.bad {
		d.bad = true
		return 0
	}
	d.at += n
	return v
}

func (d *Decoder) Int() int64 {
	v, n := binary.Varint(d.bytes[d.at:])
	if n <= 0 || d.bad {
		d.bad = true
		return 0
	}
	d.at += n
	return v
}

// Len reads the length of a list. The parameter "size" is the minimum number of bytes of an
// element. A list that is longer than the remaining data is an error.
func (d *Decoder) Len(size int) int {
	n := d.Uint()
	if n > uint64(len(d.bytes)-d.at)/uint64(size) {
		d.bad = true
		return 0
	}
	return int(n)
}

// Index reads a number from 0 to n-1.
func (d *Decoder) Index(n int) int {
	v := d.Uint()
	if v > math.MaxInt32 || int(v) >= n {
		d.bad = true
		return 0
	}
	return int(v)
}

// Blob reads the data of [Encoder.Blob].
func (d *Decoder) Blob() []byte {
	n := d.Len(1)
	b := d.bytes[d.at : d.at+n : d.at+n]
	d.at += n
	return b
}

// Aligned reads the data of [Encoder.Aligned].
func (d *Decoder) Aligned() []byte {
	n := d.Len(1)
	d.Align(Alignment)
	if n > len(d.bytes)-d.at {
		d.bad = true
		return nil
	}
	b := d.bytes[d.at : d.at+n : d.at+n]
	d.at += n
	return b
}

// String reads a text.
func (d *Decoder) String() string { return string(d.Blob()) }

// Strings reads a list of texts.
func (d *Decoder) Strings() []string { return DecodeList(d, 1, d.String) }

// Align skips the padding of [Encoder.Align].
func (d *Decoder) Align(n int) {
	for d.at%n != 0 && d.at < len(d.bytes) {
		d.bad = d.bad || d.bytes[d.at] != 0
		d.at++
	}
}

package ir

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"unsafe"
)

// ones and high are used to test eight characters at a time.
const (
	ones = 0x0101010101010101
	high = 0x8080808080808080
)

const hexDigits = "0123456789ABCDEF"

// NonHex returns the index of the first byte that is not a hexadecimal digit, or -1. It checks
// eight bytes at a time, since constants can have megabytes of digits.
func NonHex(text []byte) int {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:])
		if x&high != 0 {
			break
		}
		// The high bit of each byte of digit is set if the same byte of x is a decimal digit. In
		// letter, it is set if the byte of x is a letter from a to f or from A to F.
		digit := (x + ones*(0x80-'0')) &^ (x + ones*(0x7f-'9'))
		y := x | ones*0x20
		letter := (y + ones*(0x80-'a')) &^ (y + ones*(0x7f-'f'))
		if (digit|letter)&high != high {
			break
		}
	}
	for ; i < len(text); i++ {
		if !isHex(text[i]) {
			return i
		}
	}
	return -1
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// upperHex returns hexadecimal digits in upper case. It returns text itself if text has no
// lower-case digits.
func upperHex(text []byte) []byte {
	i := 0
	for ; i+8 <= len(text); i += 8 {
		// Digits and upper-case letters are less than '`', and lower-case letters are greater.
		if (binary.LittleEndian.Uint64(text[i:])+ones*(0x80-'`'))&high != 0 {
			return bytes.ToUpper(text)
		}
	}
	if strings.ContainsAny(string(text[i:]), "abcdef") {
		return bytes.ToUpper(text)
	}
	return text
}

// bulk writes text. A long text bypasses the buffer.
func (w *Writer) bulk(text string) {
	if w.out == nil || len(text) < flushAt {
		w.buf = append(w.buf, text...)
		return
	}
	if w.Flush() == nil {
		_, w.err = io.WriteString(w.out, text)
	}
}

// bulkHex writes bytes as upper-case hexadecimal digits.
func (w *Writer) bulkHex(raw []byte) {
	for len(raw) > 0 {
		n := min(len(raw), flushAt/4)
		for _, b := range raw[:n] {
			w.buf = append(w.buf, hexDigits[b>>4], hexDigits[b&15])
		}
		raw = raw[n:]
		if w.out != nil && len(w.buf) >= flushAt {
			w.Flush()
		}
	}
}

// textOf returns b as a string without a copy. b must not change afterwards.
func textOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

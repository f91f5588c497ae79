// Package pages asks the system for large pages. A tool that reads a large program touches each
// page of its memory once, which takes a fifth of its time if pages have 4 KiB.
package pages

import (
	"io"
	"os"
	"slices"
	"time"
	"unsafe"
)

// Large is the size of a large page.
const Large = 2 << 20

// slow is the longest time that a request for a large page may take. Clearing one takes a tenth of
// it, and creating one from scattered small pages many times as long.
const slow = time.Millisecond

// Asker requests large pages until one request takes too long. Then the system has no free ones,
// and small pages are faster. The zero Asker is ready for use by one goroutine.
type Asker struct {
	last  uintptr // the large page asked for last
	stops bool
}

// Fill requests large pages for the n bytes at p, which must not have been used yet, and touches
// the first byte of each page. It is a hint: if there are no large pages, it has no effect.
func (a *Asker) Fill(p unsafe.Pointer, n uintptr) {
	for done := uintptr(0); done < n && !a.stops; {
		at := unsafe.Add(p, done)
		page := uintptr(at) / Large
		done += (page+1)*Large - uintptr(at)
		if page == a.last {
			continue
		}
		a.last = page
		began := time.Now()
		if !advise(page*Large, Large) {
			a.stops = true
			return
		}
		*(*byte)(at) = 0
		a.stops = time.Since(began) > slow
	}
}

// FillBytes is Fill for bytes that are about to be written. It does nothing if there are few.
func FillBytes(b []byte) {
	if len(b) >= Large {
		new(Asker).Fill(unsafe.Pointer(&b[0]), uintptr(len(b)))
	}
}

// Make is make([]T, n, room) in large pages, for memory that is about to be written.
func Make[T any](n, room int) []T {
	s := make([]T, n, room)
	if size := uintptr(room) * unsafe.Sizeof(*new(T)); size >= Large {
		new(Asker).Fill(unsafe.Pointer(unsafe.SliceData(s)), size)
	}
	return s
}

// Push is append for stacks that may become large. It doubles the capacity when it grows. append
// grows by a quarter, so it copies each element about four times instead of once.
func Push[T any](s []T, v T) []T {
	if len(s) == cap(s) {
		s = slices.Grow(s, max(len(s), 1))
	}
	return append(s, v)
}

// ReadFile is os.ReadFile into large pages. It reads at most the given number of bytes, since a
// device or a pipe may have no end.
func ReadFile(name string, most int64) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return ReadAll(f, most)
	}
	if info.Size() < min(Large, most) {
		return os.ReadFile(name)
	}
	size := int(min(info.Size(), most))
	text := Make[byte](size, size)
	n, err := io.ReadFull(f, text)
	if err == io.ErrUnexpectedEOF { // the file became shorter
		return text[:n], nil
	}
	if err != nil {
		return nil, err
	}
	more, err := ReadAll(f, most-int64(n))
	return append(text, more...), err
}

// ReadAll is io.ReadAll into large pages. It reads at most the given number of bytes. The system
// frees large pages quickly, so that a process which reads a device without an end still exits soon
// after a signal.
func ReadAll(r io.Reader, most int64) ([]byte, error) {
	r = io.LimitReader(r, most)
	text := make([]byte, 0, 4<<10)
	for {
		if len(text) == cap(text) {
			text = append(Make[byte](0, 2*cap(text)), text...)
		}
		n, err := r.Read(text[len(text):cap(text)])
		text = text[:len(text)+n]
		if err == io.EOF {
			return text, nil
		}
		if err != nil {
			return text, err
		}
	}
}

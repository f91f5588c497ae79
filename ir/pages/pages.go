// Package pages requests large pages from the system. With pages of 4 KiB, page faults take a fifth
// of the time of a tool that parses a large program.
package pages

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"
	"unsafe"
)

// Large is the size of a large page in bytes.
const Large = 2 << 20

// slow is the longest time that a request for a large page may take. A request for a free large
// page takes a tenth of this time. If the system must combine small pages, it takes longer.
const slow = time.Millisecond

// Asker requests large pages until a request is too slow. Then the system has no free large pages,
// and small pages are faster. The zero Asker is ready for use, but not safe for concurrent use.
type Asker struct {
	last  uintptr // the large page of the last request
	stops bool
}

// Fill requests large pages for the n bytes at p, and writes 0 to one byte of each large page. The
// bytes must not have been used yet.
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

// FillBytes requests large pages for b, whose bytes must not have been used yet. It does nothing if
// b is smaller than a large page.
func FillBytes(b []byte) {
	if len(b) >= Large {
		new(Asker).Fill(unsafe.Pointer(&b[0]), uintptr(len(b)))
	}
}

// Make is like make([]T, n, room), but requests large pages for a large slice.
func Make[T any](n, room int) []T {
	s := make([]T, n, room)
	if size := uintptr(room) * unsafe.Sizeof(*new(T)); size >= Large {
		new(Asker).Fill(unsafe.Pointer(unsafe.SliceData(s)), size)
	}
	return s
}

// Push is like append, for stacks that may become large. Push doubles the capacity of a full stack,
// so each element is copied about once. append increases the capacity by a quarter, so each element
// is copied about four times.
func Push[T any](s []T, v T) []T {
	if len(s) == cap(s) {
		s = slices.Grow(s, max(len(s), 1))
	}
	return append(s, v)
}

// ReadFile is like os.ReadFile, but uses large pages and reads at most the given number of bytes.
// The limit is needed because a device or a pipe may have no end.
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
	size := int(min(info.Size(), most))
	text := Make[byte](size, size)
	n, err := io.ReadFull(f, text)
	if err == io.EOF || err == io.ErrUnexpectedEOF { // the file became shorter
		return text[:n], nil
	}
	if err != nil {
		return nil, err
	}
	more, err := ReadAll(f, most-int64(n)) // files in /proc report the size 0
	return append(text, more...), err
}

// mostOfDevice limits the bytes that are read from a device, such as a terminal, because some
// devices have no end. Gigabytes of memory take long to free after a signal.
const mostOfDevice = 64 << 20

// ReadAll is like io.ReadAll, but uses large pages and reads at most the given number of bytes. If
// this number is larger than mostOfDevice, ReadAll returns an error for a device with more than
// mostOfDevice bytes.
func ReadAll(r io.Reader, most int64) ([]byte, error) {
	device, ok := r.(*os.File)
	if !ok || most <= mostOfDevice || !isDevice(device) {
		return readAll(r, most)
	}
	text, err := readAll(r, mostOfDevice+1)
	if err == nil && len(text) > mostOfDevice {
		return nil, &os.PathError{Op: "read", Path: device.Name(), Err: fmt.Errorf("it is a device with more than %d bytes", mostOfDevice)}
	}
	return text, err
}

func isDevice(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func readAll(r io.Reader, most int64) ([]byte, error) {
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

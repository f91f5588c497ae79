//go:build linux && (amd64 || arm64)

package codemem

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"
)

func region(t *testing.T, code []byte) *Region {
	t.Helper()
	r, err := New(code)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func TestCall(t *testing.T) {
	r := region(t, append(slices.Clone(nothing), double...))
	block := []uint64{21}
	if err := r.Call(len(nothing), unsafe.Pointer(&block[0])); err != nil || block[0] != 42 {
		t.Errorf("got %d, %v", block[0], err)
	}
}

// TestSealed checks that no memory is both writable and executable.
func TestSealed(t *testing.T) {
	region(t, double)
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip(err)
	}
	if strings.Contains(string(maps), " rwx") {
		t.Errorf("some memory is both writable and executable:\n%s", maps)
	}
}

// TestFile checks code in an anonymous file, which is used if mprotect fails.
func TestFile(t *testing.T) {
	mem, err := sealFile(double, errors.New("refused"))
	if err != nil {
		t.Fatal(err)
	}
	r := &Region{mem}
	defer r.Close()
	block := []uint64{4}
	if err := r.Call(0, unsafe.Pointer(&block[0])); err != nil || block[0] != 8 {
		t.Errorf("got %d, %v", block[0], err)
	}
}

// TestFaults checks that faults are errors: repeated accesses to invalid addresses near 0 and far
// from 0, and a division by zero.
func TestFaults(t *testing.T) {
	r := region(t, double)
	for _, at := range []uintptr{8, 1 << 46, 0x123456789abc0} {
		for range 100 {
			var f *Fault
			if err := r.Call(0, *(*unsafe.Pointer)(unsafe.Pointer(&at))); !errors.As(err, &f) {
				t.Fatalf("an access to the address %#x returned %v", at, err)
			}
		}
	}
	if divideByZero == nil {
		return
	}
	d := region(t, divideByZero)
	var f *Fault
	if err := d.Call(0, nil); !errors.As(err, &f) {
		t.Errorf("a division by zero returned %v", err)
	}
}

// TestRuntime calls machine code from many goroutines while the garbage collector runs.
func TestRuntime(t *testing.T) {
	spin := region(t, countDown)
	var wg sync.WaitGroup
	stop := time.Now().Add(200 * time.Millisecond)
	for range 64 {
		wg.Go(func() {
			for time.Now().Before(stop) {
				block := []uint64{20000}
				if err := spin.Call(0, unsafe.Pointer(&block[0])); err != nil || block[0] != 7 {
					t.Errorf("got %d, %v", block[0], err)
					return
				}
				runtime.GC()
			}
		})
	}
	wg.Wait()
}

// TestLong checks that the garbage collector does not wait for code that takes seconds.
func TestLong(t *testing.T) {
	r := region(t, countDown)
	done := make(chan uint64)
	go func() {
		block := []uint64{1 << 32}
		r.CallLong(0, unsafe.Pointer(&block[0]))
		done <- block[0]
	}()
	time.Sleep(50 * time.Millisecond)
	runtime.GC()
	select {
	case <-done:
		t.Error("the garbage collector waited for the code")
	default:
	}
	if got := <-done; got != 7 {
		t.Errorf("the code stored %d, expected 7", got)
	}
}

func BenchmarkCall(b *testing.B) {
	r, err := New(double)
	if err != nil {
		b.Fatal(err)
	}
	block := []uint64{1}
	for b.Loop() {
		r.Call(0, unsafe.Pointer(&block[0]))
	}
}

package tensor

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
)

// TestLack checks that TryNew and TryRandom return an error and no tensor if the host lacks memory.
func TestLack(t *testing.T) {
	var lack *hostbytes.Lack
	for _, extents := range [][]int64{{1 << 45}, {1 << 61}, {1 << 62, 4}} {
		x, err := TryNew(F32, extents...)
		if x != nil || !errors.As(err, &lack) {
			t.Errorf("TryNew of shape %v: returned a tensor: %t, error: %v, expected no tensor and a *hostbytes.Lack", extents, x != nil, err)
		}
		if x, err = TryRandom(F32, extents, 1, 2); x != nil || !errors.As(err, &lack) {
			t.Errorf("TryRandom of shape %v: returned a tensor: %t, error: %v, expected no tensor and a *hostbytes.Lack", extents, x != nil, err)
		}
	}
}

// TestLackOfFile reads a file whose tensor does not fit into memory. The error must contain the
// offset in the file.
func TestLackOfFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "large.npy")
	header := npyFile(1, "{'descr': '|i1', 'fortran_order': False, 'shape': (8000000000000,), }\n")
	if err := os.WriteFile(name, header, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(name, int64(len(header))+8e12); err != nil {
		t.Skipf("cannot create a sparse file: %v", err)
	}
	x, err := ReadNpyFile(name)
	var lack *hostbytes.Lack
	if x != nil || !errors.As(err, &lack) || !strings.Contains(err.Error(), "data of tensor<8000000000000xi8> at byte ") {
		t.Errorf("returned a tensor: %t, error: %v, expected no tensor and a *hostbytes.Lack with the offset", x != nil, err)
	}
}

// TestMemoryGone limits the process to 64 MiB of additional memory. With this limit, functions that
// need 128 MiB must fail.
func TestMemoryGone(t *testing.T) {
	if !hosttest.Alone(t) {
		return
	}
	const many = 128 << 20
	odd := make([]byte, many+1)[1:]
	large := &Tensor{I4, []int64{many}, odd}
	stream := func(fortran string) io.Reader {
		header := npyFile(1, "{'descr': '|i1', 'fortran_order': "+fortran+", 'shape': (8192, 16384), }\n")
		return io.MultiReader(bytes.NewReader(header), bytes.NewReader(odd))
	}
	hosttest.Limited(t, 64<<20, func() {
		for name, f := range map[string]func() (*Tensor, error){
			"clone":   large.TryClone,
			"wrap":    func() (*Tensor, error) { return Wrap(I8, []int64{many}, odd) },
			"unpack":  func() (*Tensor, error) { return Unpack(I8, []int64{many}, odd) },
			"as":      func() (*Tensor, error) { return large.As(U8) },
			"npy":     func() (*Tensor, error) { return ReadNpy(stream("False")) },
			"fortran": func() (*Tensor, error) { return ReadNpy(stream("True")) },
		} {
			x, err := f()
			var lack *hostbytes.Lack
			if x != nil || !errors.As(err, &lack) {
				t.Errorf("%s: returned a tensor: %t, error: %v, expected no tensor and a *hostbytes.Lack", name, x != nil, err)
			}
		}
	})
	if x, err := large.TryClone(); err != nil || len(x.Data) != many {
		t.Errorf("TryClone without the memory limit: got error %v, or a tensor of another size", err)
	}
}

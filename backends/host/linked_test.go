package host

import (
	"errors"
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/hostbytes"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestLinked checks that a panic of link is an error about the imported file. If the host lacks
// memory, the error must say so.
func TestLinked(t *testing.T) {
	fails := func(stumble func()) error {
		_, err := linked(nil, []byte{}, func(*Lowered, []byte) (backends.Kernels, error) { stumble(); return nil, nil })
		return err
	}
	err := fails(func() { tensor.New(tensor.I8, 1<<45) })
	var lack *hostbytes.Lack
	if !errors.As(err, &lack) || !strings.Contains(err.Error(), "no memory for the kernels: the allocation needs ") {
		t.Errorf("without memory: got %v", err)
	}
	if err := fails(func() { panic("oops") }); err == nil || !strings.Contains(err.Error(), "has invalid kernels: oops") {
		t.Errorf("a panic while the kernels are linked: got %v", err)
	}
	if err := fails(func() {}); err != nil {
		t.Errorf("kernels: got %v", err)
	}
}

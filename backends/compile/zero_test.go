package compile_test

import (
	"testing"

	"github.com/lathe-ir/lathe/backends/compile"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// TestZeroExecutable checks that the zero value of Executable has no inputs and outputs.
func TestZeroExecutable(t *testing.T) {
	var e compile.Executable
	if in, out := e.Inputs(), e.Outputs(); in != nil || out != nil {
		t.Errorf("got %v, %v", in, out)
	}
}

// TestUnknownKind checks that an undefined tensor kind is an error, not a panic.
func TestUnknownKind(t *testing.T) {
	k := tensor.Kind(250)
	if k.Size() != tensor.Invalid.Size() || k.Bits() != tensor.Invalid.Bits() || k.String() != tensor.Invalid.String() {
		t.Errorf("got %d bytes, %d bits, %s", k.Size(), k.Bits(), k)
	}
	if _, err := tensor.TryNew(k, 2); err == nil {
		t.Error("TryNew created a tensor of an unknown kind")
	}
}

package host_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// far is a buffer in another memory. It is larger than the host's memory.
type far struct{ backends.Buffer }

func (far) Memory() backends.Memory           { return farMemory{host.Memory("far")} }
func (far) Kind() tensor.Kind                 { return tensor.I8 }
func (far) Shape() []int64                    { return []int64{1 << 45} }
func (far) Host() (t *tensor.Tensor, ok bool) { return nil, false }

type farMemory struct{ backends.Memory }

func (farMemory) Space() string { return "far" }

// TestTransferLack checks that a buffer larger than the host's memory cannot be transferred.
func TestTransferLack(t *testing.T) {
	b, err := host.Transfer(host.Memory("vm"), far{}, nil)
	if b != nil || err == nil || !strings.Contains(err.Error(), "'tensor<35184372088832xi8>' takes 35184372088832 bytes, but the host has ") {
		t.Errorf("got %v, %v", b, err)
	}
}

// near is a buffer of 16 bytes in another memory.
type near struct{ far }

func (near) Shape() []int64            { return []int64{16} }
func (near) Read(*tensor.Tensor) error { return nil }

// TestMemoryLimit checks that the limit of a memory includes buffers that were copied to it, and
// that a buffer above the limit is refused before it is allocated.
func TestMemoryLimit(t *testing.T) {
	m, err := host.NewMemory("vm", map[string]any{host.LimitParameter: 20})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		b, err := host.Transfer(m, near{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := host.Transfer(m, near{}, nil); err == nil || !strings.Contains(err.Error(), "a buffer of 16 bytes exceeds the limit of the memory: 20 bytes, of which 16 are in use") {
			t.Errorf("the second transfer returned the error %v", err)
		}
		b.Close()
	}
	if _, err := m.NewBuffer(tensor.I8, 1<<45); err == nil || !strings.Contains(err.Error(), "exceeds the limit of the memory") {
		t.Errorf("a large buffer gives the error %v", err)
	}
	unlimited, err := host.NewMemory("vm", nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := unlimited.NewBuffer(tensor.I8, 1<<45); err == nil {
		t.Error("a buffer that is larger than the host's memory was made")
	}
	if used, err := unlimited.(backends.Configured).Properties().Get(host.UsedParameter); used != 0 || err != nil {
		t.Errorf("%v bytes are in use; error %v", used, err)
	}
}

package host_test

import (
	"strings"
	"testing"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/host"
	"github.com/lathe-ir/lathe/ir/tensor"
)

// far is a buffer in the memory of another device. It is larger than the host's memory.
type far struct{ backends.Buffer }

func (far) Memory() backends.Memory           { return farMemory{host.Memory("far")} }
func (far) Kind() tensor.Kind                 { return tensor.I8 }
func (far) Shape() []int64                    { return []int64{1 << 45} }
func (far) Host() (t *tensor.Tensor, ok bool) { return nil, false }

type farMemory struct{ backends.Memory }

func (farMemory) Space() string { return "far" }

// TestTransferLack checks that the transfer of a buffer that is larger than the host's memory
// fails.
func TestTransferLack(t *testing.T) {
	b, err := host.Transfer(host.Memory("vm"), far{}, nil)
	if b != nil || err == nil || !strings.Contains(err.Error(), "'tensor<35184372088832xi8>' takes 35184372088832 bytes, but the host has ") {
		t.Errorf("got %v, %v", b, err)
	}
}

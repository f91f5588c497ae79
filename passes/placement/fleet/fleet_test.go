package fleet

import (
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
	"github.com/lathe-ir/lathe/passes/placement/graphgen"
)

// TestHomogeneous checks that Homogeneous ignores classes that no node has. Such classes are added
// when sets are formed.
func TestHomogeneous(t *testing.T) {
	f := chain(t, 0, 8, 8)
	f.number(Class{Backend: "a"})
	if !f.Homogeneous() {
		t.Error("Homogeneous returns false, but all nodes are of one class")
	}
}

// TestTooFew checks that the error about one device has the singular.
func TestTooFew(t *testing.T) {
	for devices, want := range map[int]string{
		1: "devices is 3, but there is 1 device of backend 'a'; list more, or give at most 1",
		2: "devices is 3, but there are 2 devices of backend 'a'; list more, or give at most 2",
	} {
		if err := (Class{Backend: "a", Devices: make([]int32, devices)}).TooFew("devices", 3); err.Error() != want {
			t.Errorf("got error %q, want %q", err, want)
		}
	}
}

// TestUnknownDevice checks the error for a node on a device without a name or description.
func TestUnknownDevice(t *testing.T) {
	g := graphgen.Text(func(string) int32 { return 0 }, "a")
	want := "%a is on device 0, but 0 devices are known"
	if _, err := New(g, placement.Options{}); err == nil || err.Error() != want {
		t.Errorf("got error %v, want %q", err, want)
	}
}

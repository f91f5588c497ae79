package fleet

import "testing"

// TestHomogeneous: classes that sets have been given since change nothing about nodes.
func TestHomogeneous(t *testing.T) {
	f := chain(t, 0, 8, 8)
	f.number(Class{Backend: "a"})
	if !f.Homogeneous() {
		t.Error("all nodes are of one class")
	}
}

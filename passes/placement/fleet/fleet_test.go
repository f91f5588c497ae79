package fleet

import "testing"

// TestHomogeneous checks that classes that are added for sets do not affect the result.
func TestHomogeneous(t *testing.T) {
	f := chain(t, 0, 8, 8)
	f.number(Class{Backend: "a"})
	if !f.Homogeneous() {
		t.Error("Homogeneous returns false, but all nodes are of one class")
	}
}

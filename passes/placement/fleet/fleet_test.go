package fleet

import "testing"

// TestHomogeneous checks that Homogeneous ignores classes that no node has. Such classes are added
// when sets are formed.
func TestHomogeneous(t *testing.T) {
	f := chain(t, 0, 8, 8)
	f.number(Class{Backend: "a"})
	if !f.Homogeneous() {
		t.Error("Homogeneous returns false, but all nodes are of one class")
	}
}

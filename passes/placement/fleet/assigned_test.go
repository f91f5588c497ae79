package fleet

import (
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// TestBackends checks that each backend is named once, even if it has several devices.
func TestBackends(t *testing.T) {
	f := &Fleet{Model: placement.NewModel([]placement.Spec{
		{Name: "a.0", Backend: "a"}, {Name: "b", Backend: "b"}, {Name: "a.1", Backend: "a"},
	})}
	if got, want := f.backends(), []string{"'a'", "'b'"}; !slices.Equal(got, want) {
		t.Errorf("got backends %v, want %v", got, want)
	}
}

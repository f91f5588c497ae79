package fleet

import (
	"slices"
	"testing"

	"github.com/lathe-ir/lathe/passes/placement"
)

// TestBackends: each backend is listed once.
func TestBackends(t *testing.T) {
	f := &Fleet{Model: placement.NewModel([]placement.Spec{
		{Name: "a.0", Backend: "a"}, {Name: "b", Backend: "b"}, {Name: "a.1", Backend: "a"},
	})}
	if got, want := f.backends(), []string{"'a'", "'b'"}; !slices.Equal(got, want) {
		t.Errorf("got %v, not %v", got, want)
	}
}

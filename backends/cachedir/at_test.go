package cachedir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPathsOfErrors checks that the errors of operations on a cache have the path of its folder.
func TestPathsOfErrors(t *testing.T) {
	root, err := os.OpenRoot(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	d := &Dir{root, root.Name()}
	for _, err := range []error{root.Remove("missing"), root.Rename("missing", "new")} {
		if got := d.at(err); !strings.Contains(got.Error(), filepath.Join(d.path, "missing")) || !errors.Is(got, fs.ErrNotExist) {
			t.Errorf("got %v", got)
		}
	}
}

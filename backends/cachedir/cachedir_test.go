package cachedir_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/lathe-ir/lathe/backends/cachedir"
	"github.com/lathe-ir/lathe/backends/sealed"
)

const kind = "programs"

var key = strings.Repeat("0123456789abcdef", 4)

// create creates a cache in dir and writes an entry to it.
func create(t *testing.T, dir string) *cachedir.Dir {
	t.Helper()
	d, _, err := cachedir.Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	if err := d.Write(kind, key, sealed.Seal(sealed.Header{Backend: "test"}, []byte("payload"))); err != nil {
		t.Fatal(err)
	}
	return d
}

// TestModes checks that only the user can read or write the folder of a cache and its subfolders.
func TestModes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	create(t, dir)
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no file modes")
	}
	for _, name := range []string{dir, filepath.Join(dir, kind)} {
		if stat, err := os.Stat(name); err != nil || stat.Mode().Perm() != 0o700 {
			t.Errorf("the mode of '%s' is %v, %v", name, stat.Mode(), err)
		}
	}
}

// TestPartialTag checks folders in which the tag, the file CACHEDIR.TAG, is incomplete or is
// another program's. A tag is incomplete if its writer was killed, or if the disk was full. If the
// folder has no other files, an incomplete tag must be completed. In all other cases, the cache
// must be in a subfolder.
func TestPartialTag(t *testing.T) {
	for _, test := range []struct {
		tag, file string
		moved     bool
	}{
		{"", "", false},
		{"Signature: 8a47", "", false},
		{"", "notes", true},
		{"Signature: 8a477f597d28d172789f06886806bc55\n", "notes", true},
		{"Signature: 8a477f597d28d172789f06886806bc55\n# of another program\n", "", true},
	} {
		dir := t.TempDir()
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "CACHEDIR.TAG"), []byte(test.tag), 0o644); err != nil {
			t.Fatal(err)
		}
		if test.file != "" {
			if err := os.WriteFile(filepath.Join(dir, test.file), nil, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := cachedir.Open(dir); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%+v: Open returned %v", test, err)
		}
		d, moved, err := cachedir.Create(dir)
		if err != nil || moved != test.moved || (d.Path() == dir) == moved {
			t.Fatalf("%+v: Create returned moved = %v, error %v", test, moved, err)
		}
		d.Close()
		again, moved, err := cachedir.Create(dir)
		if err != nil || moved || again.Path() != d.Path() {
			t.Errorf("%+v: the second Create returned moved = %v, error %v", test, moved, err)
		}
		again.Close()
	}
}

// TestCreateAtOnce checks that callers that create a cache at the same time use the same folder.
func TestCreateAtOnce(t *testing.T) {
	for range 50 {
		dir := filepath.Join(t.TempDir(), "cache")
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				d, moved, err := cachedir.Create(dir)
				if err != nil || moved || d.Path() != dir {
					t.Errorf("Create returned moved = %v, error %v", moved, err)
					return
				}
				defer d.Close()
				if err := d.Write(kind, key, sealed.Seal(sealed.Header{}, nil)); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
	}
}

//go:build unix

package cachedir_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends/cachedir"
)

// TestNotPrivate checks that a cache is not used if its folder, a subfolder or an entry belongs to
// another user, or is writable for other users.
func TestNotPrivate(t *testing.T) {
	const other = 12345 // another user
	chmod := func(name string) error { return os.Chmod(name, 0o777) }
	chown := func(name string) error { return os.Chown(name, other, -1) }
	for _, test := range []struct {
		name   string
		change func(string) error
		why    string
	}{
		{".", chmod, "can be written to by other users"},
		{kind, chmod, "can be written to by other users"},
		{kind + "/" + key + ".lathe", chmod, "can be written to by other users"},
		{".", chown, "belongs to user 12345"},
		{kind, chown, "belongs to user 12345"},
		{kind + "/" + key + ".lathe", chown, "belongs to user 12345"},
	} {
		t.Run(strings.ReplaceAll(test.name+" "+test.why, "/", " "), func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "cache")
			create(t, dir)
			if err := test.change(filepath.Join(dir, test.name)); err != nil {
				t.Skip("only root can give files away: ", err)
			}
			d, _, err := cachedir.Create(dir)
			if err == nil {
				defer d.Close()
				if _, err := d.Read(kind, key); !errors.Is(err, cachedir.ErrNotPrivate) {
					t.Errorf("Read returned %v, not ErrNotPrivate", err)
				}
				files, _, e := d.Files()
				if len(files) > 0 || e != nil {
					t.Errorf("Files returned %v, %v, but there must be no entries", files, e)
				}
				if err := d.Remove(kind, key); err == nil {
					t.Error("the entry was removed")
				}
				err = d.Write(kind, key, nil)
			}
			if !errors.Is(err, cachedir.ErrNotPrivate) || !strings.Contains(err.Error(), test.why) {
				t.Errorf("the error is %v, but it must say %q", err, test.why)
			}
		})
	}
}

// TestSharedFolder checks that the cache is in a private subfolder if other users can write to the
// folder. A subfolder that belongs to another user must be refused.
func TestSharedFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	d, moved, err := cachedir.Create(dir)
	if err != nil || !moved || d.Path() == dir {
		t.Fatal(moved, err)
	}
	d.Close()
	if stat, err := os.Stat(d.Path()); err != nil || stat.Mode().Perm() != 0o700 {
		t.Errorf("the subfolder is %v, %v", stat.Mode(), err)
	}
	if err := os.Chown(d.Path(), 12345, -1); err != nil {
		t.Skip("only root can give files away: ", err)
	}
	if _, _, err := cachedir.Create(dir); !errors.Is(err, cachedir.ErrNotPrivate) {
		t.Errorf("the error is %v, expected ErrNotPrivate", err)
	}
}

// TestTagIsPipe checks that a folder in which CACHEDIR.TAG is a pipe is not used as a cache.
// Opening the folder must not wait for a writer of the pipe.
func TestTagIsPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "CACHEDIR.TAG"), 0o600); err != nil {
		t.Fatal(err)
	}
	done := make(chan bool)
	go func() {
		defer close(done)
		d, _, err := cachedir.Create(dir)
		if err != nil {
			return
		}
		defer d.Close()
		if err := d.Write(kind, key, nil); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(filepath.Join(dir, kind)); err == nil {
			t.Error("an entry is in the folder itself, not in a subfolder")
		}
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("opening the folder waits for a writer of the pipe")
	}
}

// TestSubfolderIsLink checks a folder that other users can write to. Its subfolder for the cache is
// a link, which another user could have created. The link must be refused, and nothing must be
// written to its target.
func TestSubfolderIsLink(t *testing.T) {
	dir, private := t.TempDir(), t.TempDir()
	if err := os.Chmod(private, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(private, filepath.Join(dir, "lathe-cache")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := cachedir.Create(dir); !errors.Is(err, cachedir.ErrNotPrivate) {
		t.Errorf("the error is %v, expected ErrNotPrivate", err)
	}
	if files, err := os.ReadDir(private); err != nil || len(files) > 0 {
		t.Errorf("the folder that the link leads to has %v, %v", files, err)
	}
}

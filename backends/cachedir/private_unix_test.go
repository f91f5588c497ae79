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

// TestNotPrivate checks that a cache is not used if another user could have written to its
// folder, a subfolder or an entry.
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
					t.Errorf("the entry was read, %v", err)
				}
				files, _, e := d.Files()
				if len(files) > 0 || e != nil {
					t.Errorf("entries are %v, %v", files, e)
				}
				if err := d.Remove(kind, key); err == nil {
					t.Error("the entry was removed")
				}
				err = d.Write(kind, key, nil)
			}
			if !errors.Is(err, cachedir.ErrNotPrivate) || !strings.Contains(err.Error(), test.why) {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

// TestSharedFolder checks that a cache in a folder that other users can write to is in a
// subfolder that they cannot, and that the subfolder of another user is refused.
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
		t.Errorf("the error is %v", err)
	}
}

// TestTagIsPipe checks that a folder whose tag is a pipe is not used, and that opening it does not
// wait for a writer.
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
			t.Error("the folder itself is used")
		}
	}()
	select {
	case <-done:
	case <-time.After(10 * time.Second):
		t.Fatal("opening the folder waits")
	}
}

// TestSubfolderIsLink checks that a cache in a folder with other files is not used through a link,
// which another user could have made. Nothing must be written to the folder that it names.
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
		t.Errorf("the error is %v", err)
	}
	if files, err := os.ReadDir(private); err != nil || len(files) > 0 {
		t.Errorf("the folder has %v, %v", files, err)
	}
}

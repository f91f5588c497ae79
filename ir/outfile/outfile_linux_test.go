package outfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"github.com/lathe-ir/lathe/ir/outfile"
)

// TestUnwritable checks that a file in a folder without write permission, and a file without write
// permission, remain unchanged. The names of the files may be links.
func TestUnwritable(t *testing.T) {
	dir := t.TempDir()
	file, link, kept := filepath.Join(dir, "folder", "old"), filepath.Join(dir, "link"), filepath.Join(dir, "kept")
	if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("old"), 0o600), os.WriteFile(kept, []byte("old"), 0o400), os.Symlink(file, link), os.Chmod(filepath.Dir(file), 0o500)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Dir(file), 0o700)
	if os.Geteuid() == 0 {
		// Root may write to every folder, so this thread accesses files as another user.
		const nobody = 65534
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if err := errors.Join(os.Chown(filepath.Dir(dir), nobody, nobody), os.Chown(dir, nobody, nobody), os.Chown(filepath.Dir(file), nobody, nobody), os.Chown(file, nobody, nobody), os.Chown(kept, nobody, nobody), syscall.Setfsuid(nobody)); err != nil {
			t.Fatal(err)
		}
		defer syscall.Setfsuid(0)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, name := range []string{file, link, kept} {
		err := outfile.Write(name, []byte("new"))
		if text, _ := os.ReadFile(name); !errors.Is(err, fs.ErrPermission) || string(text) != "old" {
			t.Errorf("Write(%s) returned the error %v and the file has the content %q", name, err, text)
		}
	}
	err = outfile.WriteBelow(root, "kept", []byte("new"))
	if text, _ := os.ReadFile(kept); !errors.Is(err, fs.ErrPermission) || string(text) != "old" {
		t.Errorf("WriteBelow returned the error %v and the file has the content %q", err, text)
	}
}

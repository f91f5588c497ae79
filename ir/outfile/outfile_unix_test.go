//go:build unix

package outfile_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/lathe-ir/lathe/ir/outfile"
)

// TestWrite checks that a file that is not regular keeps its kind, and that a regular file keeps
// its permissions.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	old, link, dangling, pipe := filepath.Join(dir, "old"), filepath.Join(dir, "link"), filepath.Join(dir, "dangling"), filepath.Join(dir, "pipe")
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(os.WriteFile(old, []byte("a long old text"), 0o600))
	check(os.Symlink("old", link))
	check(os.Symlink("new", dangling))
	check(syscall.Mkfifo(pipe, 0o600))
	got := make(chan string)
	go func() {
		text, _ := os.ReadFile(pipe)
		got <- string(text)
	}()
	check(outfile.Write(pipe, []byte("piped")))
	if text := <-got; text != "piped" {
		t.Errorf("the reader of the pipe gets %q", text)
	}
	check(outfile.Write(link, []byte("linked")))
	check(outfile.Write(dangling, []byte("linked")))
	want := map[string]os.FileMode{"old": 0, "link": os.ModeSymlink, "dangling": os.ModeSymlink, "pipe": os.ModeNamedPipe, "new": 0}
	files, err := os.ReadDir(dir)
	check(err)
	for _, f := range files {
		if kind, ok := want[f.Name()]; !ok || f.Type() != kind {
			t.Errorf("%s is a %v", f.Name(), f.Type())
		}
	}
	for _, name := range []string{"old", "new"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != "linked" {
			t.Errorf("%s has %q (%v)", name, text, err)
		}
	}
	check(outfile.Write(old, []byte("replaced")))
	if info, err := os.Stat(old); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the old file is now %v (%v)", info.Mode(), err)
	}
	if err := outfile.Write(dir, nil); err == nil {
		t.Error("a folder was written")
	}
}

// TestFinish checks that Finish(false) leaves only the old file in the folder.
func TestFinish(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	if err := os.WriteFile(name, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := outfile.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(f, "new")
	if err := f.Finish(false); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	files, _ := os.ReadDir(filepath.Dir(name))
	if err != nil || string(text) != "old" || len(files) != 1 {
		t.Errorf("the file has %q (%v), and the folder has %d other files", text, err, len(files)-1)
	}
}

//go:build unix

package outfile_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/lathe-ir/lathe/ir/outfile"
)

// TestWrite checks that a link, a device or a pipe keeps its kind, and that a regular file keeps
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
		t.Errorf("the reader of the pipe got %q, expected %q", text, "piped")
	}
	check(outfile.Write(link, []byte("linked")))
	check(outfile.Write(dangling, []byte("linked")))
	want := map[string]os.FileMode{"old": 0, "link": os.ModeSymlink, "dangling": os.ModeSymlink, "pipe": os.ModeNamedPipe, "new": 0}
	files, err := os.ReadDir(dir)
	check(err)
	for _, f := range files {
		if kind, ok := want[f.Name()]; !ok || f.Type() != kind {
			t.Errorf("file %s has the wrong type %v, or should not exist", f.Name(), f.Type())
		}
	}
	for _, name := range []string{"old", "new"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != "linked" {
			t.Errorf("file %s has the content %q, expected %q (error %v)", name, text, "linked", err)
		}
	}
	check(outfile.Write(old, []byte("replaced")))
	if info, err := os.Stat(old); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the replaced file has the mode %v, expected -rw------- (error %v)", info.Mode(), err)
	}
	if err := outfile.Write(dir, nil); err == nil {
		t.Error("Write to a folder returned no error")
	}
}

// TestLinks checks that after an error, the file that a link names is unchanged, and that links of
// all kinds remain.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(os.MkdirAll(path("real/sub"), 0o777))
	check(os.WriteFile(path("real/old"), []byte("old"), 0o640))
	check(os.Symlink("real/sub", path("folder")))
	full := errors.New("no space left on device")
	fail := func(w io.Writer) error {
		io.WriteString(w, "new")
		return full
	}
	for _, test := range []struct {
		to   string // the target of the link
		err  error  // expected from writing
		file string // the file that is written
	}{
		{to: "real/old", file: "real/old"},
		{to: path("real/old"), file: "real/old"},
		{to: "folder/../old", file: "real/old"}, // the link "folder" is followed before ".."
		{to: "real/new", file: "real/new"},
		{to: "folder/new", file: "real/sub/new"},
		{to: "missing/new", err: fs.ErrNotExist},
		{to: "link", err: syscall.ELOOP},
		{to: "real", err: syscall.EISDIR},
		{to: "/dev/null"},
	} {
		check(os.Symlink(test.to, path("link")))
		check(os.Symlink("link", path("outer")))
		if test.err == nil {
			old, before := os.ReadFile(path(test.file))
			if err := outfile.Stream(path("outer"), fail); !errors.Is(err, full) {
				t.Errorf("%s: got the error %v, expected %v", test.to, err, full)
			}
			if text, after := os.ReadFile(path(test.file)); test.file != "" && (string(text) != string(old) || (before == nil) != (after == nil)) {
				t.Errorf("%s: after an error, the file has the content %q (error %v), expected %q (error %v)", test.to, text, after, old, before)
			}
		}
		if err := outfile.Write(path("outer"), []byte("new "+test.to)); !errors.Is(err, test.err) {
			t.Errorf("%s: got the error %v, expected %v", test.to, err, test.err)
		}
		if text, err := os.ReadFile(path(test.file)); test.file != "" && (err != nil || string(text) != "new "+test.to) {
			t.Errorf("%s: the file has the content %q (error %v)", test.to, text, err)
		}
		for name, want := range map[string]string{"link": test.to, "outer": "link"} {
			if to, err := os.Readlink(path(name)); err != nil || to != want {
				t.Errorf("%s: the link %s is now %q (error %v), expected %q", test.to, name, to, err, want)
			}
			check(os.Remove(path(name)))
		}
	}
	if info, err := os.Stat(path("real/old")); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("the replaced file has the mode %v, expected -rw-r----- (error %v)", info.Mode(), err)
	}
	for folder, want := range map[string]int{".": 2, "real": 3, "real/sub": 1} {
		if files, err := os.ReadDir(path(folder)); err != nil || len(files) != want {
			t.Errorf("folder %s has the files %v, expected %d files (error %v)", folder, files, want, err)
		}
	}
}

// TestLinkToUnwritableFolder checks that a link to a file in a folder without write permission
// leaves the file unchanged, as without the link.
func TestLinkToUnwritableFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write to every folder")
	}
	dir := t.TempDir()
	file, link := filepath.Join(dir, "folder", "old"), filepath.Join(dir, "link")
	if err := errors.Join(os.Mkdir(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("old"), 0o600), os.Symlink(file, link), os.Chmod(filepath.Dir(file), 0o500)); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(filepath.Dir(file), 0o700)
	for _, name := range []string{file, link} {
		err := outfile.Write(name, []byte("new"))
		if text, _ := os.ReadFile(file); !errors.Is(err, fs.ErrPermission) || string(text) != "old" {
			t.Errorf("Write(%s) returned the error %v and the file has the content %q", name, err, text)
		}
	}
}

// TestOpenFiles checks that an open file that the link /proc/self/fd/N names is written through the
// link: other processes may write to the file too, so it must not be replaced.
func TestOpenFiles(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "a"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	name := fmt.Sprintf("/dev/fd/%d", f.Fd())
	if _, err := os.Stat(name); err != nil {
		t.Skip(err)
	}
	if err := outfile.Write(name, []byte("text")); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, 10)
	if n, _ := f.ReadAt(b, 0); string(b[:n]) != "text" {
		t.Errorf("the open file has the content %q, expected %q", b[:n], "text")
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
		t.Errorf("the file has the content %q, expected %q (error %v); the folder has %d other files, expected 0", text, "old", err, len(files)-1)
	}
}

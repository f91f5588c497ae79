//go:build unix

package outfile_test

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/lathe-ir/lathe/ir/hostbytes/hosttest"
	"github.com/lathe-ir/lathe/ir/outfile"
)

// TestWrite checks that a link or a pipe keeps its kind, and that a regular file keeps its
// permissions.
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
			t.Errorf("%s: the file has the content %q (error %v), expected %q", test.to, text, err, "new "+test.to)
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
	check(os.Symlink("old", path("real/last")))
	inReal := func(io.Writer) error {
		if files, err := filepath.Glob(path("real/.lathe.*")); err != nil || len(files) != 1 {
			t.Errorf("the folder real has the temporary files %v, expected one (error %v)", files, err)
		}
		return nil
	}
	// ".." is the parent folder of the link's target.
	check(outfile.Stream(path("folder")+"/../last", inReal))
	check(outfile.Stream(path("folder")+"/../old", inReal))
	for folder, want := range map[string]int{".": 2, "real": 4, "real/sub": 1} {
		if files, err := os.ReadDir(path(folder)); err != nil || len(files) != want {
			t.Errorf("folder %s has the files %v, expected %d files (error %v)", folder, files, want, err)
		}
	}
}

// TestWriteBelow checks that WriteBelow follows symbolic links in a folder, does not leave the
// folder, and keeps an old file and its permissions if the disk is full.
func TestWriteBelow(t *testing.T) {
	if !hosttest.Alone(t) {
		return
	}
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	links := map[string]string{"in/deep": "sub/deeper", "in/sub/first": "second", "in/far": "deep/../first", "in/link": "old", "in/up": "sub/../old", "in/new": "sub/made", "in/out": "../other", "in/gone": "../missing", "in/loop": "loop"}
	err := errors.Join(os.MkdirAll(path("in/sub/deeper"), 0o700), os.WriteFile(path("in/old"), []byte("old"), 0o600), os.WriteFile(path("other"), []byte("other"), 0o600))
	for name, to := range links {
		err = errors.Join(err, os.Symlink(to, path(name)))
	}
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(path("in"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, c := range []struct{ name, file string }{{"old", "in/old"}, {"link", "in/old"}, {"up", "in/old"}, {"new", "in/sub/made"}, {"sub/b", "in/sub/b"}, {"far", "in/sub/second"}, {"deep/../c", "in/sub/c"}} {
		err := outfile.WriteBelow(root, c.name, []byte(c.name))
		if text, _ := os.ReadFile(path(c.file)); err != nil || string(text) != c.name {
			t.Errorf("WriteBelow(%s) returned the error %v, and %s has the content %q", c.name, err, c.file, text)
		}
	}
	for _, name := range []string{"out", "gone", "loop", "../other", "missing/file"} {
		if outfile.WriteBelow(root, name, []byte("new")) == nil {
			t.Errorf("WriteBelow(%s) returned no error", name)
		}
	}
	room := hosttest.FillUp(t)
	err = outfile.WriteBelow(root, "link", make([]byte, 1000))
	room()
	text, _ := os.ReadFile(path("in/old"))
	if info, e := os.Stat(path("in/old")); err == nil || e != nil || string(text) != "up" || info.Mode().Perm() != 0o600 {
		t.Errorf("on a full disk, the error is %v, and the file has the content %q (error %v)", err, text, e)
	}
	for name := range links {
		if info, err := os.Lstat(path(name)); err != nil || info.Mode().Type() != fs.ModeSymlink {
			t.Errorf("%s is not a link any more (error %v)", name, err)
		}
	}
	for folder, want := range map[string]int{".": 2, "in": len(links) + 1, "in/sub": 6} {
		if files, err := os.ReadDir(path(folder)); err != nil || len(files) != want {
			t.Errorf("folder %s has the files %v, expected %d files (error %v)", folder, files, want, err)
		}
	}
}

// TestOpenFiles checks that Write to /dev/fd/N writes to the open file N, and does not replace it.
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
	if f, err = outfile.Create(name); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Remove(name), os.MkdirAll(filepath.Join(name, "b"), 0o777)); err != nil {
		t.Fatal(err)
	}
	if err := f.Finish(true); err == nil || strings.Contains(err.Error(), ".lathe") {
		t.Errorf("got the error %v, expected one without the name of the temporary file", err)
	}
}

// TestCheck checks that Check reports files that cannot be written, and leaves no file.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	link, pipe := filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	file, dangling, loop := filepath.Join(dir, "file"), filepath.Join(dir, "dangling"), filepath.Join(dir, "loop")
	if err := errors.Join(os.Symlink("/dev/null", link), syscall.Mkfifo(pipe, 0o600), os.WriteFile(file, nil, 0o600), os.Symlink("missing/new", dangling), os.Symlink("loop", loop)); err != nil {
		t.Fatal(err)
	}
	for name, ok := range map[string]bool{filepath.Join(dir, "new"): true, link: true, pipe: true, file: true, dir: false, filepath.Join(dir, "none", "new"): false, file + "/new": false, dangling: false, loop: false} {
		if err := outfile.Check(name); (err == nil) != ok {
			t.Errorf("%s: got error %v, expected success: %v", name, err, ok)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 5 {
		t.Errorf("the folder has the files %v, expected 5 files; the error is %v", files, err)
	}
}

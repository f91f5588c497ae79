package cache_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
)

// ownFiles returns the contents of a user's files, by path. Some paths are in folders that a cache
// also uses, such as programs.
func ownFiles() map[string]string {
	zeros := strings.Repeat("0", 64)
	return map[string]string{
		"notes/ideas.txt":               "ideas",
		"photos/picture.raw":            "", // putOwnFiles makes it large
		"programs/" + zeros + ".lathe":  "a file with the name of an entry",
		"programs/list.lathe":           "a list",
		"programs/writing-poem":         "a poem",
		"programs/writing-12":           "another poem",
		"c/main.c":                      "int main(void) {}",
		"c/" + zeros[:32] + ".lathe":    "a file with the name of a kernel file",
		"locks/00":                      "a lock",
		"elsewhere/writing-a-book":      "a book",
		"elsewhere/" + zeros + ".lathe": "a file",
	}
}

// pictureBytes is larger than the default limit of a cache.
const pictureBytes = 2 << 30

// putOwnFiles creates ownFiles in dir. The files were last used a year ago.
func putOwnFiles(t *testing.T, dir string) {
	t.Helper()
	old := time.Now().Add(-365 * 24 * time.Hour)
	for name, text := range ownFiles() {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
		if text == "" {
			if err := os.Truncate(file, pictureBytes); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chtimes(file, old, old); err != nil {
			t.Fatal(err)
		}
	}
}

func checkOwnFiles(t *testing.T, dir, after string) {
	t.Helper()
	for name, text := range ownFiles() {
		file := filepath.Join(dir, name)
		stat, err := os.Stat(file)
		if err != nil {
			t.Errorf("after %s: %v", after, err)
			continue
		}
		if time.Since(stat.ModTime()) < 24*time.Hour {
			t.Errorf("after %s: '%s' was modified", after, name)
		}
		if text == "" {
			if stat.Size() != pictureBytes {
				t.Errorf("after %s: '%s' has %d bytes", after, name, stat.Size())
			}
			continue
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != text {
			t.Errorf("after %s: '%s' holds %q, %v", after, name, got, err)
		}
	}
}

// useCache calls all methods that remove files from a cache. It calls check after the compilations,
// and after each further call.
func useCache(t *testing.T, c *cache.Cache, check func(after string)) {
	t.Helper()
	b := open(t, func() {})
	for _, op := range []string{"add", "multiply", "subtract"} {
		m := parse(t, "a.mlir", strings.Replace(program, "stablehlo.add", "stablehlo."+op, 1))
		p, _, err := c.Compile(context.Background(), b, m, backends.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		p.Close()
	}
	check("compilations and automatic pruning")
	all, err := c.Verify()
	for _, e := range all {
		if e.Err != nil || e.Backend() != "vm" {
			t.Errorf("the entries include %+v", e)
		}
	}
	if err != nil {
		t.Error(err)
	}
	check("verify")
	for _, o := range []cache.PruneOptions{{Most: -1, Stale: true}, {Most: -1, Unused: time.Hour}, {Most: 0, Unused: time.Nanosecond, Stale: true}} {
		if _, err := c.Prune(o); err != nil {
			t.Error(err)
		}
		check("prune")
	}
}

// TestFolderWithOtherFiles opens a cache in a folder with other files. The cache must be in a
// subfolder, one warning must name the subfolder, and the other files must not change.
func TestFolderWithOtherFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	putOwnFiles(t, dir)
	var warnings []string
	c := cache.Open(dir, cache.Options{Most: 1, Warn: func(err error) { warnings = append(warnings, err.Error()) }})
	useCache(t, c, func(after string) { checkOwnFiles(t, dir, after) })
	sub := filepath.Join(dir, "lathe-cache")
	if len(warnings) != 1 || !strings.Contains(warnings[0], "'"+dir+"'") || !strings.Contains(warnings[0], "'"+sub+"'") {
		t.Errorf("the warnings are %q", warnings)
	}
	if names, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(names) != 7 {
		t.Errorf("the folder has %v, %v", names, err)
	}
	again := cache.Open(dir, cache.Options{Warn: func(err error) { t.Error(err) }}) // only the first Cache warns
	compile(t, again, open(t, func() {}), parse(t, "a.mlir", program))
	if r := compile(t, again, open(t, func() {}), parse(t, "a.mlir", program)); !r.Hit || again.Folder() != sub {
		t.Errorf("got %+v in the folder '%s'", r, again.Folder())
	}
}

// TestOtherFilesInCache checks that files which a user puts into a folder of the cache are neither
// read as entries nor removed.
func TestOtherFilesInCache(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	compile(t, cache.Open(dir, cache.Options{}), open(t, func() {}), parse(t, "a.mlir", program))
	if tag, err := os.ReadFile(filepath.Join(dir, "CACHEDIR.TAG")); err != nil || !strings.HasPrefix(string(tag), "Signature: 8a477f597d28d172789f06886806bc55\n") {
		t.Errorf("the tag is %q, %v", tag, err)
	}
	putOwnFiles(t, dir)
	c := cache.Open(dir, cache.Options{Most: 1 << 20, Warn: func(err error) { t.Error(err) }})
	useCache(t, c, func(after string) { checkOwnFiles(t, dir, after) })
	if names := strings.Join(c.Skipped(), "\n"); !strings.Contains(names, "list.lathe") {
		t.Errorf("Skipped returned %v", names)
	}
	small := cache.Open(dir, cache.Options{Most: 1, Warn: func(err error) { t.Error(err) }})
	useCache(t, small, func(after string) { checkOwnFiles(t, dir, after) })
}

// TestOtherFileInPlaceOfEntry checks that a file which is not an entry, but has the name of an
// entry, is neither read nor replaced.
func TestOtherFileInPlaceOfEntry(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	b, m := open(t, func() {}), parse(t, "a.mlir", program)
	compile(t, cache.Open(dir, cache.Options{}), b, m)
	file := entry(t, dir)
	if err := errors.Join(os.Remove(file), os.WriteFile(file, []byte("my file"), 0o644)); err != nil {
		t.Fatal(err)
	}
	var warnings []string
	c := cache.Open(dir, cache.Options{Warn: func(err error) { warnings = append(warnings, err.Error()) }})
	if r := compile(t, c, b, m); r.Hit {
		t.Errorf("%+v", r)
	}
	if got, err := os.ReadFile(file); err != nil || string(got) != "my file" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], file) {
		t.Errorf("the warnings are %q", warnings)
	}
}

package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Entry is one program of a cache, or a file of kernels that a backend keeps beside.
type Entry struct {
	Key string // of a program; of kernels the file's name
	// Kernels is the backend that keeps the file; "" of a program.
	Kernels string
	Bytes   int64
	Used    time.Time // last
	// Header is what the program is for; Err says why it can't be used.
	Name  string
	Parts []Part
	Err   error

	file string
}

// part returns the value of the part called what.
func (e *Entry) part(what string) string {
	for _, p := range e.Parts {
		if p.What == what {
			return p.Value
		}
	}
	return ""
}

// Backend and Device are what the program is for.
func (e *Entry) Backend() string { return e.part("backend") + e.Kernels }
func (e *Entry) Device() string  { return e.part("device") + e.Kernels }

// Stale reports whether this build of Lathe can't ever use the entry.
func (c *Cache) Stale(e *Entry) bool {
	return e.Kernels == "" && (e.Err != nil || e.part("toolkit") != c.toolkit())
}

// Entries returns all entries, those used last first. With verify every byte is looked
// at, and Err of a damaged entry says what is wrong; otherwise only the header is.
func (c *Cache) Entries(verify bool) ([]Entry, error) {
	all, err := c.files()
	for i := range all {
		if all[i].Kernels == "" {
			all[i].read(verify)
		} else if verify {
			all[i].check()
		}
	}
	return all, err
}

// files returns all entries as their folder has them, without what is in them.
func (c *Cache) files() ([]Entry, error) {
	files, err := os.ReadDir(filepath.Join(c.dir, programs))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		if path := (*fs.PathError)(nil); errors.As(err, &path) {
			err = path.Err
		}
		return nil, diag.Errorf(diag.Span{}, "the cache in '%s' can't be read: %v", c.dir, err)
	}
	var all []Entry
	for _, f := range files {
		key, ok := strings.CutSuffix(f.Name(), suffix)
		stat, err := f.Info()
		if !ok || err != nil || !stat.Mode().IsRegular() {
			continue // being written, gone meanwhile, or nothing that was written here
		}
		all = append(all, Entry{Key: key, Bytes: stat.Size(), Used: stat.ModTime(), file: c.file(key)})
	}
	all = append(all, c.kernels()...)
	slices.SortStableFunc(all, func(a, b Entry) int { return b.Used.Compare(a.Used) })
	return all, nil
}

// kernels returns the files that backends keep in folders of their own.
func (c *Cache) kernels() []Entry {
	files, err := filepath.Glob(filepath.Join(c.dir, "*", "*"))
	if err != nil {
		return nil // the folder's name is no pattern
	}
	var all []Entry
	for _, file := range files {
		owner := filepath.Base(filepath.Dir(file))
		stat, err := os.Lstat(file)
		if err != nil || owner == programs || owner == locks || !stat.Mode().IsRegular() || strings.HasPrefix(stat.Name(), sealed.Unfinished) {
			continue
		}
		all = append(all, Entry{Key: stat.Name(), Kernels: owner, Name: "kernels of " + owner, Bytes: stat.Size(), Used: stat.ModTime(), file: file})
	}
	return all
}

// Skipped returns what lies where entries do but is no regular file, and so never read nor
// removed: directories, links, pipes.
func (c *Cache) Skipped() []string {
	names, err := filepath.Glob(filepath.Join(c.dir, "*", "*"))
	if err != nil {
		return nil // the folder's name is no pattern
	}
	return slices.DeleteFunc(names, func(name string) bool {
		stat, err := os.Lstat(name)
		return err != nil || stat.Mode().IsRegular() || filepath.Base(filepath.Dir(name)) == locks
	})
}

// check looks at every byte of a file of kernels that is sealed; others say nothing.
func (e *Entry) check() {
	key, ok := strings.CutSuffix(e.Key, suffix)
	if !ok {
		return
	}
	blob, err := sealed.ReadFile(e.file)
	var h sealed.Header
	if err == nil {
		h, _, err = sealed.Unseal(blob)
	}
	if err == nil && h.Fingerprint != key {
		err = sealed.Bad("is an entry for another key")
	}
	e.Err = err
}

// read reads the header of the entry's file, and with verify all of it.
func (e *Entry) read(verify bool) {
	var h sealed.Header
	if verify {
		blob, err := sealed.ReadFile(e.file)
		if err == nil {
			h, _, err = sealed.Unseal(blob)
		}
		e.Err = err
	} else {
		h, e.Err = sealed.ReadHeader(e.file)
	}
	if e.Err == nil && h.Fingerprint != e.Key {
		e.Err = sealed.Bad("is an entry for another key")
	}
	if e.Err != nil {
		return
	}
	e.Name = h.Version
	for _, o := range h.Options {
		what, value, _ := strings.Cut(o, "=")
		e.Parts = append(e.Parts, Part{what, value})
	}
}

// PruneOptions say what goes.
type PruneOptions struct {
	Most   int64         // bytes that may stay; -1: any number
	Unused time.Duration // entries unused for longer go; 0: whatever their age
	Stale  bool          // entries of other builds of Lathe go, and damaged ones
}

// forgotten is how old a temporary file is when nobody is writing it any more.
const forgotten = time.Hour

// Prune removes entries and returns them.
func (c *Cache) Prune(o PruneOptions) (removed []Entry, err error) {
	all, err := c.files()
	if err != nil {
		return nil, err
	}
	var errs []error
	var kept int64
	for _, e := range all {
		kept += e.Bytes
		if o.Stale && e.Kernels == "" {
			e.read(false)
		}
		if !(o.Most >= 0 && kept > o.Most || o.Unused > 0 && time.Since(e.Used) > o.Unused || o.Stale && c.Stale(&e)) {
			continue
		}
		kept -= e.Bytes
		if e.Kernels == "" {
			e.read(false) // for whoever asks what went
		}
		if err := os.Remove(e.file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			errs = append(errs, err)
			continue
		}
		removed = append(removed, e)
	}
	return removed, errors.Join(append(errs, c.sweep())...)
}

// sweep removes temporary files that a killed process has left.
func (c *Cache) sweep() error {
	names, err := filepath.Glob(filepath.Join(c.dir, "*", sealed.Unfinished+"*"))
	for _, name := range names {
		if stat, e := os.Lstat(name); e == nil && stat.Mode().IsRegular() && time.Since(stat.ModTime()) > forgotten {
			err = errors.Join(err, os.Remove(name))
		}
	}
	return err
}

// Verify reads every byte of every entry, removes those that are damaged, and returns
// all that were there.
func (c *Cache) Verify() (all []Entry, err error) {
	if all, err = c.Entries(true); err != nil {
		return nil, err
	}
	var errs []error
	for _, e := range all {
		if e.Err != nil {
			errs = append(errs, os.Remove(e.file))
		}
	}
	return all, errors.Join(errs...)
}

// Explain says whether b's program of m is in the cache and, if it is not, what the
// entry that is most alike differs in.
func (c *Cache) Explain(b backends.Backend, m ir.Module, o backends.CompileOptions) (string, error) {
	if _, ok := b.(backends.Importer); !ok {
		return fmt.Sprintf("miss: programs of backend '%s' can't be kept", b.Info().Name), nil
	}
	k, err := c.Key(b, m, o)
	if err != nil {
		return "", err
	}
	all, err := c.Entries(true)
	if err != nil {
		return "", err
	}
	key := k.Sum()
	best, fewest := -1, len(k.Parts)
	for i, e := range all {
		if e.Key == key {
			if e.Err != nil {
				return "miss: the entry is damaged: " + e.Err.Error(), nil
			}
			return "hit: " + key, nil
		}
		if n := len(k.different(e)); e.Err == nil && e.Kernels == "" && n < fewest {
			best, fewest = i, n
		}
	}
	if best < 0 {
		return "miss: nothing like it was ever compiled, or it was pruned", nil
	}
	var b2 strings.Builder
	fmt.Fprintf(&b2, "miss: the entry most alike, %.12s of %s, differs:", all[best].Key, all[best].Name)
	for _, d := range k.different(all[best]) {
		b2.WriteString("\n  " + d)
	}
	return b2.String(), nil
}

// different lists the parts of k that e does not have, each with what e has.
func (k Key) different(e Entry) []string {
	var out []string
	for _, p := range k.Parts {
		if slices.Contains(e.Parts, p) {
			continue
		}
		had := e.part(p.What)
		if p.What == "option" {
			name, _, _ := strings.Cut(p.Value, "=")
			had = ""
			for _, o := range e.Parts {
				if o.What == "option" && strings.HasPrefix(o.Value, name+"=") {
					had = o.Value
				}
			}
		}
		out = append(out, fmt.Sprintf("%s: %s here, %s there", p.What, brief(p.Value), brief(had)))
	}
	return out
}

// brief is a value cut to what a line has room for.
func brief(v string) string {
	v = strings.ToValidUTF8(strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, v), "")
	if r := []rune(v); len(r) > 40 {
		v = string(r[:40]) + "…"
	}
	if v == "" {
		return "none"
	}
	return v
}

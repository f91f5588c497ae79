package cache

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cachedir"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
)

// Entry is a program in a cache, a file with a backend's kernels, or a tuning file.
type Entry struct {
	Key string
	// Kernels is the name of the backend that stores the kernels, or Schedules for a tuning file.
	// It is "" for a program.
	Kernels string
	Bytes   int64
	Used    time.Time // when it was last used
	// For a program, Name is the name of its module, and Parts are the parts of its key. For other
	// entries, Name is a description. Err is the reason why the entry cannot be used; nil if none
	// is known.
	Name  string
	Parts []Part
	Err   error
}

func (e *Entry) kind() string { return cmp.Or(e.Kernels, programs) }

// part returns the value of the part "what" of the key; "" if there is none.
func (e *Entry) part(what string) string {
	for _, p := range e.Parts {
		if p.What == what {
			return p.Value
		}
	}
	return ""
}

// Backend returns the name of the backend that compiled the program, and Device returns its device.
// For an entry that is not a program, both return e.Kernels.
func (e *Entry) Backend() string { return e.part("backend") + e.Kernels }
func (e *Entry) Device() string  { return e.part("device") + e.Kernels }

// Stale reports whether e is a program that this build of Lathe can never use, because the entry is
// damaged or another build compiled the program. Other entries are never stale. e must be a result
// of Entries.
func (c *Cache) Stale(e *Entry) bool {
	return e.Kernels == "" && (e.Err != nil || e.part("toolkit") != c.toolkit())
}

// Entries returns all entries, the most recently used first. If verify is set, it reads every byte
// of every entry, and sets Err of damaged entries. Otherwise it reads only the headers of programs.
func (c *Cache) Entries(verify bool) ([]Entry, error) {
	d, all, err := c.files(-1)
	if d == nil {
		return nil, err
	}
	defer d.Close()
	return readAll(d, all, verify), nil
}

// readAll reads entries, and leaves out those that were removed after the method files listed them.
func readAll(d *cachedir.Dir, all []Entry, verify bool) []Entry {
	for i := range all {
		all[i].read(d, verify)
	}
	return slices.DeleteFunc(all, Entry.removed)
}

// removed reports whether the method read found that the entry no longer exists.
func (e Entry) removed() bool { return errors.Is(e.Err, fs.ErrNotExist) }

// files returns the open folder and all its entries, without their content. If most is not negative
// and the entries have at most this number of bytes, it returns no entries. The folder is nil if
// there is no cache.
func (c *Cache) files(most int64) (*cachedir.Dir, []Entry, error) {
	d, err := cachedir.Open(c.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	var files []cachedir.File
	if err == nil {
		if most >= 0 {
			if bytes, err := d.Size(); err == nil && bytes <= most {
				return d, nil, nil
			}
		}
		if files, _, err = d.Files(); err != nil {
			d.Close()
		}
	}
	if err != nil {
		if path := (*fs.PathError)(nil); errors.As(err, &path) {
			err = path.Err
		}
		return nil, nil, diag.Errorf(diag.Span{}, "the cache in '%s' can't be read: %v", c.dir, err)
	}
	var all []Entry
	for _, f := range files {
		e := Entry{Key: f.Key, Bytes: f.Bytes, Used: f.Used}
		if f.Kind != programs {
			e.Kernels, e.Name = f.Kind, "kernels of "+f.Kind
		}
		if f.Kind == Schedules {
			e.Name = "schedules of kernels"
		}
		all = append(all, e)
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Used.After(all[j].Used) })
	return d, all, nil
}

// Skipped returns the files in the folder that have the suffix of entries, but are not entries.
// They are never read or removed.
func (c *Cache) Skipped() []string {
	d, err := cachedir.Open(c.dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	_, skipped, err := d.Files()
	if err != nil {
		return nil
	}
	return skipped
}

// read reads the whole entry if verify is set. Otherwise it reads only the header, and only if the
// entry is a program. The headers of other entries contain nothing to report.
func (e *Entry) read(d *cachedir.Dir, verify bool) {
	if e.Kernels != "" && !verify {
		return
	}
	var h sealed.Header
	if verify {
		var blob []byte
		if blob, e.Err = d.Read(e.kind(), e.Key); e.Err == nil {
			h, _, e.Err = unsealed(blob, e.Key)
		}
	} else if h, e.Err = d.ReadHeader(e.kind(), e.Key); e.Err == nil {
		e.Err = checkKey(h, e.Key)
	}
	if e.Err != nil || e.Kernels != "" {
		return
	}
	e.Name = h.Version
	for _, o := range h.Options {
		what, value, _ := strings.Cut(o, "=")
		e.Parts = append(e.Parts, Part{what, value})
	}
}

// PruneOptions select the entries to remove.
type PruneOptions struct {
	Most   int64         // bytes that may remain; negative: any number
	Unused time.Duration // removes entries that were unused for longer than this; 0: no limit
	Stale  bool          // removes programs of other builds, and programs with a damaged header
}

// Prune removes the entries that o selects, and returns the removed entries. It also removes
// temporary files that killed processes have left behind.
func (c *Cache) Prune(o PruneOptions) (removed []Entry, err error) {
	most := o.Most
	if o.Unused > 0 || o.Stale {
		most = -1
	}
	d, all, err := c.files(most)
	if d == nil {
		return nil, err
	}
	defer d.Close()
	var errs []error
	var kept int64
	for _, e := range all {
		kept += e.Bytes
		if o.Stale {
			e.read(d, false)
		}
		if !(o.Most >= 0 && kept > o.Most || o.Unused > 0 && time.Since(e.Used) > o.Unused || o.Stale && c.Stale(&e)) {
			continue
		}
		kept -= e.Bytes
		if !o.Stale {
			e.read(d, false) // so that the caller can say what was removed
		}
		if e.removed() {
			continue
		}
		if err := d.Remove(e.kind(), e.Key); err != nil {
			errs = append(errs, err)
			continue
		}
		removed = append(removed, e)
	}
	return removed, errors.Join(append(errs, d.Sweep())...)
}

// Verify reads every byte of every entry and removes damaged entries. It returns all entries, the
// damaged entries with an Err.
func (c *Cache) Verify() (all []Entry, err error) {
	d, all, err := c.files(-1)
	if d == nil {
		return nil, err
	}
	defer d.Close()
	var errs []error
	all = readAll(d, all, true)
	for _, e := range all {
		if e.Err != nil {
			errs = append(errs, d.Remove(e.kind(), e.Key))
		}
	}
	return all, errors.Join(errs...)
}

// Explain says whether the program that b compiles from m is in the cache. If it is not, Explain
// says how its key differs from the key of the most similar entry.
func (c *Cache) Explain(b backends.Backend, m ir.Module, o backends.CompileOptions) (string, error) {
	if _, ok := b.(backends.Importer); !ok {
		return fmt.Sprintf("miss: backend '%s' cannot import programs, so they are not cached", b.Info().Name), nil
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
		if e.Kernels == "" && e.Key == key {
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
		return "miss: the cache has no similar entry", nil
	}
	var b2 strings.Builder
	fmt.Fprintf(&b2, "miss: the most similar entry, %.12s of %s, differs:", all[best].Key, all[best].Name)
	for _, d := range k.different(all[best]) {
		b2.WriteString("\n  " + d)
	}
	return b2.String(), nil
}

// different returns a text with both values for each part whose values in k and in e differ.
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
		out = append(out, fmt.Sprintf("%s: %s for this program, %s in the entry", p.What, brief(p.Value), brief(had)))
	}
	return out
}

// brief returns a value, truncated to fit on a line.
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

// Package cache keeps compiled programs in a folder, for later runs and other processes.
//
// A program is found by the sum over all that it depends on: the module's text, the
// options, the backend and its fingerprint, this build of Lathe. Entries are written
// under a temporary name and renamed, so that a reader never sees half of one. For each
// key there is a lock between processes, so that many that want one program compile it
// once. What can't be read is removed and compiled again. A folder that can't be written
// is used as far as it goes, after one warning.
package cache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir"
)

// DefaultMost is how many bytes a cache holds unless something is said.
const DefaultMost = 1 << 30

// Cache is a folder of compiled programs. Safe for concurrent use, also by several
// processes.
type Cache struct {
	dir     string
	most    int64
	warn    func(error)
	once    sync.Once // for the warning
	toolkit func() string
}

// Options say how a cache is used.
type Options struct {
	// Most is about how many bytes the entries may have together; those unused for longest
	// go first. 0 means DefaultMost.
	Most int64
	// Warn is told, once, that the cache can't be used as it should; may be nil.
	Warn func(error)
}

// Open returns the cache in the folder dir, which need not be there yet.
func Open(dir string, o Options) *Cache {
	if o.Most == 0 {
		o.Most = DefaultMost
	}
	return &Cache{dir: dir, most: o.Most, warn: o.Warn, toolkit: sync.OnceValue(findToolkit)}
}

// Result says where a program came from.
type Result struct {
	Hit bool   // it was in the cache
	Key string // its name there; "" where the backend's programs can't be kept
	Why string // of a miss
}

// Compile returns what b makes of m: from the cache, or compiled and then kept there. A
// backend that can't import, and options that ask for kernels, notes or a veto, are
// compiled as without a cache.
func (c *Cache) Compile(ctx context.Context, b backends.Backend, m ir.Module, o backends.CompileOptions) (backends.Program, Result, error) {
	importer, ok := b.(backends.Importer)
	if !ok || o.Kernels != nil || o.Log != nil || o.Veto != nil || o.Passes != nil {
		p, err := b.Compile(ctx, m, o)
		return p, Result{Why: "what is asked for can't be kept"}, err
	}
	k, err := c.Key(b, m, o)
	if err != nil {
		return nil, Result{}, err
	}
	r := Result{Key: k.Sum()}
	in := backends.ImportOptions{Registry: m.Op.Registry(), Source: m, Properties: o.Properties}
	p, why := c.load(ctx, importer, r.Key, in)
	if p != nil {
		r.Hit = true
		return p, r, nil
	}
	unlock, err := c.lock(ctx, r.Key)
	if err != nil {
		return nil, r, err
	}
	defer unlock()
	if p, _ = c.load(ctx, importer, r.Key, in); p != nil { // another caller was faster
		r.Hit = true
		return p, r, nil
	}
	r.Why = why
	p, err = b.Compile(ctx, m, o)
	if err == nil {
		err = backends.CheckProgram(b, m, o.Entry, p)
	}
	if err != nil {
		return nil, r, err
	}
	if x, ok := p.(backends.Exporter); ok {
		c.keep(k, x)
	}
	return p, r, nil
}

// load imports the entry of a key; nil, and why, where there is none that can be. A
// damaged one is removed.
func (c *Cache) load(ctx context.Context, b backends.Importer, key string, o backends.ImportOptions) (backends.Program, string) {
	file := c.file(key)
	blob, err := sealed.ReadFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "there is no entry"
	case errors.Is(err, sealed.ErrIrregular):
		return nil, "the entry is no regular file" // and not ours
	}
	var h sealed.Header
	var payload []byte
	if err == nil {
		h, payload, err = sealed.Unseal(blob)
	}
	if err == nil && h.Fingerprint != key {
		err = sealed.Bad("is an entry for another key")
	}
	var p backends.Program
	if err == nil {
		p, err = b.Import(ctx, payload, o)
	}
	if err != nil {
		if ctx.Err() == nil {
			os.Remove(file)
			if path := (*fs.PathError)(nil); !errors.As(err, &path) { // a folder's trouble is told where writing meets it
				c.tell(fmt.Errorf("a compiled program could not be used, and is compiled again: %w", err))
			}
		}
		return nil, "the entry could not be used: " + err.Error()
	}
	now := time.Now()
	_ = os.Chtimes(file, now, now) // it was used; where this fails, it looks older than it is
	return p, ""
}

// keep writes the entry of a compiled program. Failing to is no error, but a warning.
func (c *Cache) keep(k Key, p backends.Exporter) {
	var out bytes.Buffer
	if err := p.Export(&out); err != nil {
		if !errors.Is(err, backends.ErrUnsupported) {
			c.warning(err)
		}
		return
	}
	key := k.Sum()
	h := sealed.Header{Backend: "cache", Version: k.Name, Fingerprint: key}
	for _, part := range k.Parts {
		h.Options = append(h.Options, part.What+"="+part.Value)
	}
	blob := sealed.Seal(h, out.Bytes())
	if err := sealed.WriteFile(c.file(key), blob); err != nil {
		c.warning(err)
		return
	}
	// Looking at all files costs more than writing one: one time in 16, or where this one
	// can make much of a difference, is enough to stay near the limit.
	if key[0] != '0' && int64(len(blob)) < c.most/64 {
		return
	}
	if _, err := c.Prune(PruneOptions{Most: c.most}); err != nil {
		c.warning(err)
	}
}

// Names in the folder.
const (
	programs = "programs"
	locks    = "locks"
	suffix   = ".lathe"
)

func (c *Cache) file(key string) string { return filepath.Join(c.dir, programs, key+suffix) }

// warning tells, once, that the cache does not work as it should.
func (c *Cache) warning(err error) {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	c.tell(fmt.Errorf("compiled programs are not kept: %w", err))
}

// tell gives the cache's one warning.
func (c *Cache) tell(err error) {
	c.once.Do(func() {
		if c.warn != nil {
			c.warn(err)
		}
	})
}

// Package cache stores compiled programs in a folder, for later runs and other processes.
//
// The key of a program is a hash of everything that the program depends on: the module's text, the
// options, the backend, its fingerprint, and this build of Lathe. Entries are written under a
// temporary name and renamed, so that a reader never sees an incomplete entry. A process locks a
// key before it compiles the program, so that only one process compiles it. A damaged entry is
// removed, and its program is compiled again. If the folder is not writable, programs are compiled
// but not stored, and there is one warning. The package never touches other files in the folder;
// see package cachedir.
package cache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"sync"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cachedir"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir"
)

// DefaultMost is the limit of a cache in bytes if Options.Most is 0.
const DefaultMost = 1 << 30

// Cache is a folder of compiled programs, safe for concurrent use, even by several processes.
type Cache struct {
	dir     string
	most    int64
	fresh   bool
	warn    func(error)
	once    sync.Once // for the warning
	toolkit func() string
}

// Options say how a cache is used.
type Options struct {
	// Most is the approximate limit for the total size of all entries in bytes. The least recently
	// used entries are removed first. 0 means DefaultMost.
	Most int64
	// Fresh makes Compile compile a program even if it is in the cache, and replace its entry.
	Fresh bool
	// Warn is called at most once, with the first problem: the cache cannot be used, the cache had
	// to be created in a subfolder (see [Cache.Folder]), or an entry is damaged. Warn may be nil.
	Warn func(error)
}

// Open returns the cache in the folder dir, which need not exist yet.
func Open(dir string, o Options) *Cache {
	if o.Most == 0 {
		o.Most = DefaultMost
	}
	return &Cache{dir: dir, most: o.Most, fresh: o.Fresh, warn: o.Warn, toolkit: sync.OnceValue(findToolkit)}
}

// Result says whether a program came from the cache.
type Result struct {
	Hit bool   // the program was in the cache
	Key string // the key of its entry; "" if the cache was not used
	Why string // the reason for a miss
	// Keeping is the time that it took to write the program to the cache.
	Keeping time.Duration
}

// Compile returns the program that b compiles from m. If the cache has the program, Compile loads
// it; otherwise Compile compiles the program and writes it to the cache. The cache is not used if b
// is not a backends.Importer, or if the options have Kernels, a Log, a Veto or Passes.
func (c *Cache) Compile(ctx context.Context, b backends.Backend, m ir.Module, o backends.CompileOptions) (backends.Program, Result, error) {
	importer, ok := b.(backends.Importer)
	if !ok || o.Kernels != nil || o.Log != nil || o.Veto != nil || o.Passes != nil {
		why := "these options cannot be used with a cache"
		if !ok {
			why = "the backend cannot import programs"
		}
		p, err := b.Compile(ctx, m, o)
		return p, Result{Why: why}, err
	}
	k, err := c.Key(b, m, o)
	if err != nil {
		return nil, Result{}, err
	}
	r := Result{Key: k.Sum()}
	in := backends.ImportOptions{Registry: m.Op.Registry(), Source: m, Properties: o.Properties, Fresh: true}
	load := func() (backends.Program, string) {
		if c.fresh {
			return nil, "the option Fresh requires a compilation"
		}
		return c.load(ctx, importer, r.Key, in)
	}
	p, why := load()
	if p != nil {
		r.Hit = true
		return p, r, nil
	}
	unlock, err := c.lock(ctx, r.Key)
	if err != nil {
		return nil, r, err
	}
	defer unlock()
	if p, _ = load(); p != nil { // another caller compiled the program while this one waited
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
		begin := time.Now()
		c.keep(k, x)
		r.Keeping = time.Since(begin)
	}
	return p, r, nil
}

// load imports the program in the entry of a key. If that fails, it returns nil and the reason. A
// damaged entry is removed.
func (c *Cache) load(ctx context.Context, b backends.Importer, key string, o backends.ImportOptions) (backends.Program, string) {
	d, err := cachedir.Open(c.dir)
	var blob []byte
	if err == nil {
		defer d.Close()
		blob, err = d.Read(programs, key)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, "there is no entry"
	case d == nil || errors.Is(err, cachedir.ErrNotEntry) || errors.Is(err, cachedir.ErrNotPrivate):
		return nil, "the entry could not be used: " + err.Error() // Cache.keep fails too, and warns
	}
	var payload []byte
	if err == nil {
		_, payload, err = unsealed(blob, key)
	}
	var p backends.Program
	if err == nil {
		p, err = b.Import(ctx, payload, o)
	}
	if err != nil {
		if ctx.Err() == nil {
			_ = d.Remove(programs, key)                               // if this fails, Cache.keep replaces the entry
			if path := (*fs.PathError)(nil); !errors.As(err, &path) { // Cache.keep warns of errors of the file system
				c.tell(fmt.Errorf("a compiled program could not be used, and is compiled again: %w", err))
			}
		}
		return nil, "the entry could not be used: " + err.Error()
	}
	d.Touch(programs, key)
	return p, ""
}

// unsealed returns the header and the payload of an entry. It fails if the entry is damaged or has
// another key.
func unsealed(blob []byte, key string) (h sealed.Header, payload []byte, err error) {
	if h, payload, err = sealed.Unseal(blob); err == nil {
		err = checkKey(h, key)
	}
	return h, payload, err
}

func checkKey(h sealed.Header, key string) error {
	if h.Fingerprint != key {
		return sealed.Bad("is an entry for another key")
	}
	return nil
}

func (c *Cache) create() (*cachedir.Dir, error) {
	d, moved, err := cachedir.Create(c.dir)
	if moved {
		c.tell(cachedir.Moved(c.dir, d))
	}
	return d, err
}

// keep writes the entry of a compiled program. It warns if this fails.
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
	d, err := c.create()
	if err == nil {
		defer d.Close()
		err = d.Write(programs, key, blob)
	}
	if err != nil {
		c.warning(err)
		return
	}
	// Pruning lists all files, which takes longer than writing one. So it is done at random, about
	// once for every c.most/64 written bytes. The key is a hash, so its first 32 bits serve as the
	// random number.
	if sample, _ := strconv.ParseUint(key[:8], 16, 32); float64(sample)/(1<<32)*float64(c.most/64) > float64(len(blob)) {
		return
	}
	if _, err := c.Prune(PruneOptions{Most: c.most}); err != nil {
		c.warning(err)
	}
}

// programs is the kind of entries with compiled programs. The other kinds are Schedules and the
// names of backends; the entries of a backend contain its kernels.
const programs = "programs"

// Folder returns the folder of the entries. This is the folder given to Open or, if that folder
// could not become a cache (see package cachedir), a subfolder of it. The result is "" if there is
// no cache yet, or if the cache cannot be opened.
func (c *Cache) Folder() string {
	d, err := cachedir.Open(c.dir)
	if err != nil {
		return ""
	}
	defer d.Close()
	return d.Path()
}

// warning calls tell with the warning that compiled programs are not cached.
func (c *Cache) warning(err error) {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = fmt.Errorf("%s: %w", path.Path, path.Err)
	}
	c.tell(fmt.Errorf("compiled programs are not cached: %w", err))
}

// tell calls Options.Warn, but only once.
func (c *Cache) tell(err error) {
	c.once.Do(func() {
		if c.warn != nil {
			c.warn(err)
		}
	})
}

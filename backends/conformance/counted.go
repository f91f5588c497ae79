package conformance

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/ir"
)

// counted is the backend under test with a count of its compilations. It implements only the
// interfaces that the cache needs.
type counted struct {
	backends.Backend
	backends.Importer
	compiled atomic.Int32
	info     func(backends.Info) backends.Info // nil: unchanged
	program  func(backends.Program) backends.Program
}

// counts opens the backend. It skips the check if the backend's programs cannot be cached.
func (s *suite) counts() *counted {
	s.Helper()
	b := s.open()
	return &counted{Backend: b, Importer: optional[backends.Importer](s, b, "import")}
}

// Compile implements backends.Backend.
func (c *counted) Compile(ctx context.Context, m ir.Module, o backends.CompileOptions) (backends.Program, error) {
	c.compiled.Add(1)
	p, err := c.Backend.Compile(ctx, m, o)
	if c.program != nil && err == nil {
		p = c.program(p)
	}
	return p, err
}

// Fingerprint implements backends.Fingerprinter.
func (c *counted) Fingerprint(m ir.Module) (string, error) {
	if f, ok := c.Backend.(backends.Fingerprinter); ok {
		return f.Fingerprint(m)
	}
	return "", nil
}

// Info implements backends.Backend.
func (c *counted) Info() backends.Info {
	if c.info == nil {
		return c.Backend.Info()
	}
	return c.info(c.Backend.Info())
}

// unwritable is a program that cannot be exported.
type unwritable struct {
	backends.Program
	err error
}

// Export implements backends.Exporter.
func (u unwritable) Export(io.Writer) error { return u.err }

// kept compiles m through a cache, and checks that the program computes the results of "chain".
func (s *suite) kept(c *cache.Cache, b backends.Backend, m ir.Module, properties map[string]any) cache.Result {
	s.Helper()
	p, r, err := c.Compile(background(), b, m, backends.CompileOptions{Properties: properties})
	s.usable(err)
	defer p.Close()
	s.runs(p, 2)
	return r
}

// newCache returns a cache in a new folder; a warning fails the check.
func (s *suite) newCache() (c *cache.Cache, dir string) {
	dir = filepath.Join(s.TempDir(), "cache")
	return cache.Open(dir, cache.Options{Warn: func(err error) { s.Errorf("a warning: %v", err) }}), dir
}

func (s *suite) key(b backends.Backend, m ir.Module, properties map[string]any) string {
	s.Helper()
	k, err := cache.Open("", cache.Options{}).Key(b, m, backends.CompileOptions{Properties: properties})
	s.usable(err)
	return k.Sum()
}

func (s *suite) damage(file string) {
	s.Helper()
	blob, err := os.ReadFile(file)
	s.ok(err)
	blob[len(blob)/2] ^= 4
	s.ok(os.Remove(file))
	s.ok(os.WriteFile(file, blob, 0o444))
}

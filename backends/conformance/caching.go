package conformance

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir"
)

// bare is a backend without optional interfaces.
type bare struct{ backends.Backend }

// checkCacheWithoutImport checks that programs are not cached if the backend cannot import them,
// and that there is no warning.
func checkCacheWithoutImport(s *suite) {
	c, dir := s.newCache()
	b := bare{s.open()}
	for range 2 {
		if r := s.kept(c, b, s.module(chain), nil); r.Hit || r.Key != "" {
			s.Errorf("%+v", r)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) > 0 {
		s.Errorf("the folder has %v", files)
	}
}

// entryOf returns the path of the cache entry in dir, and fails unless there is exactly one entry.
func (s *suite) entryOf(dir string) string {
	s.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "programs", "*.lathe"))
	s.ok(err)
	if len(files) != 1 {
		s.Fatalf("the entries are %v", files)
	}
	return files[0]
}

// checkCacheFile checks that an entry is one read-only file named after the key.
func checkCacheFile(s *suite) {
	b := s.counts()
	c, dir := s.newCache()
	r := s.kept(c, b, s.module(chain), nil)
	file := s.entryOf(dir)
	stat, err := os.Stat(file)
	s.ok(err)
	if stat.Mode().Perm() != 0o444 || filepath.Base(file) != r.Key+".lathe" {
		s.Errorf("the entry of %s is %s, %v", r.Key, file, stat.Mode())
	}
}

// checkEntryHeader checks that an entry records the build of Lathe, the backend, its version and
// its options. A backend with another name, version or device must not use the entry.
func checkEntryHeader(s *suite) {
	b := s.counts()
	c, dir := s.newCache()
	s.kept(c, b, s.module(chain), nil)
	blob, err := os.ReadFile(s.entryOf(dir))
	s.ok(err)
	h, _, err := sealed.Unseal(blob)
	s.ok(err)
	for _, want := range []string{"module=", "entry=", "backend=" + b.Info().Name, "device=" + s.device(), "version=" + b.Info().Version, "toolkit=", "option="} {
		if !slices.ContainsFunc(h.Options, func(o string) bool { return strings.HasPrefix(o, want) }) {
			s.Errorf("the header has no %s: %v", want, h.Options)
		}
	}
	for _, change := range []func(*backends.Info){
		func(i *backends.Info) { i.Version += ".1" }, func(i *backends.Info) { i.Name += "x" }, func(i *backends.Info) { i.Device += "1" },
	} {
		b.info = func(i backends.Info) backends.Info { change(&i); return i }
		if r := s.kept(c, b, s.module(chain), nil); r.Hit {
			s.Errorf("backend %+v uses the entry of backend %+v", b.Info(), b.Backend.Info())
		}
	}
}

// checkEntryDamage checks that a damaged, truncated or empty entry, or an entry of another key, is
// replaced. Each of them must cause one warning.
func checkEntryDamage(s *suite) {
	b := s.counts()
	c, dir := s.newCache()
	m := s.module(chain)
	s.kept(c, b, m, nil)
	file := s.entryOf(dir)
	good, err := os.ReadFile(file)
	s.ok(err)
	h, payload, err := sealed.Unseal(good)
	s.ok(err)
	flipped := bytes.Clone(good)
	flipped[len(flipped)/2] ^= 4
	other := h
	other.Fingerprint = strings.Repeat("0", 64)
	for _, bad := range [][]byte{
		{}, good[:len(good)-1], append(bytes.Clone(good), 0), flipped,
		sealed.Seal(other, payload),              // of another key
		sealed.Seal(h, payload[:len(payload)/2]), // valid, but with half a program
	} {
		s.ok(os.Remove(file))
		s.ok(os.WriteFile(file, bad, 0o444))
		before, warnings := b.compiled.Load(), 0
		warned := cache.Open(dir, cache.Options{Warn: func(error) { warnings++ }})
		if r := s.kept(warned, b, m, nil); r.Hit || b.compiled.Load() != before+1 || warnings != 1 || !strings.Contains(r.Why, "could not be used") {
			s.Errorf("damaged entry: got %+v after %d compilations, with %d warnings", r, b.compiled.Load()-before, warnings)
		}
		if r := s.kept(c, b, m, nil); !r.Hit {
			s.Errorf("the new entry is not used: %+v", r)
		}
	}
}

// checkExportFails checks that a program that cannot be exported runs, but is not cached. There
// must be one warning.
func checkExportFails(s *suite) {
	b := s.counts()
	b.program = func(p backends.Program) backends.Program { return unwritable{p, errors.New("the device keeps it")} }
	dir := filepath.Join(s.TempDir(), "cache")
	var warnings []string
	c := cache.Open(dir, cache.Options{Warn: func(err error) { warnings = append(warnings, err.Error()) }})
	for range 2 {
		if r := s.kept(c, b, s.module(chain), nil); r.Hit {
			s.Errorf("%+v", r)
		}
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "the device keeps it") {
		s.Errorf("the warnings are %q", warnings)
	}
	if files, _ := filepath.Glob(filepath.Join(dir, "programs", "*")); len(files) > 0 {
		s.Errorf("the cache has %v", files)
	}
}

// checkOneCompilation checks that if many callers compile a program at once, only one caller
// compiles it and all callers get it. The callers have separate caches in one folder.
func checkOneCompilation(s *suite) { s.compiledOnce(8) }

// compiledOnce compiles the program in the constant "chain" in the given number of concurrent
// callers. Each caller has its own Cache, and all caches use one folder. The backend must compile
// exactly once. The results are the backend, the module and the folder.
func (s *suite) compiledOnce(callers int) (b *counted, m ir.Module, dir string) {
	s.Helper()
	b, m, dir = s.counts(), s.module(chain), filepath.Join(s.TempDir(), "cache")
	s.concurrently(callers, func(int) {
		if r := s.kept(cache.Open(dir, cache.Options{}), b, m, nil); r.Key == "" {
			s.Errorf("%+v", r)
		}
	})
	if n := b.compiled.Load(); n != 1 {
		s.Errorf("%d callers compiled %d times", callers, n)
	}
	return b, m, dir
}

// checkFromCache checks that cache.Result reports a hit, or the reason for a miss. A program from
// the cache must have the same inputs, outputs and results as the compiled program.
func checkFromCache(s *suite) {
	b := s.counts()
	c, _ := s.newCache()
	if r := s.kept(c, b, s.module(chain), nil); r.Hit || r.Why != "there is no entry" {
		s.Errorf("the first compilation: %+v", r)
	}
	p, r, err := c.Compile(background(), b, s.module(chain), backends.CompileOptions{})
	s.ok(err)
	defer p.Close()
	if !r.Hit || b.compiled.Load() != 1 {
		s.Errorf("the second call: %+v, after %d compilations", r, b.compiled.Load())
	}
	s.portsOf(p)
	s.runs(p, 5)
}

// checkOneFile checks that a model has one file for each set of compile options, even if it is
// compiled repeatedly and with different run options.
func checkOneFile(s *suite) {
	b := s.counts()
	c, dir := s.newCache()
	for i := range 2 {
		for _, values := range []map[string]any{nil, {backends.StreamsProperty: i + 1}, {backends.ProfilingProperty: true}, {backends.ThreadsProperty: i + 1}} {
			s.kept(c, b, s.module(chain), values)
		}
	}
	s.entryOf(dir)
	s.kept(c, b, s.module(chain), map[string]any{backends.DisableProperty: "fusion"})
	if all, err := c.Entries(true); err != nil || len(all) != 2 {
		s.Errorf("two sets of compile options have %d entries, %v", len(all), err)
	}
}

// checkPrune checks that pruning by size removes the least recently used entries, and that pruning
// by age removes the entries that were unused for the given time.
func checkPrune(s *suite) {
	b := s.counts()
	c, dir := s.newCache()
	var keys []string
	for i, passes := range []string{"", "fusion", "cse"} {
		r := s.kept(c, b, s.module(chain), map[string]any{backends.DisableProperty: passes})
		used := time.Now().Add(time.Duration(i-10) * time.Hour)
		s.ok(os.Chtimes(filepath.Join(dir, "programs", r.Key+".lathe"), used, used))
		keys = append(keys, r.Key)
	}
	s.kept(c, b, s.module(chain), nil) // uses the oldest entry again
	all, err := c.Entries(true)
	s.ok(err)
	if len(all) != 3 || all[0].Key != keys[0] || all[2].Key != keys[1] || all[0].Backend() != b.Info().Name {
		s.Fatalf("the entries are %+v", all)
	}
	removed, err := c.Prune(cache.PruneOptions{Most: all[0].Bytes + all[1].Bytes})
	if err != nil || len(removed) != 1 || removed[0].Key != keys[1] {
		s.Errorf("pruning by size removed %+v, %v", removed, err)
	}
	removed, err = c.Prune(cache.PruneOptions{Most: -1, Unused: time.Hour})
	if err != nil || len(removed) != 1 || removed[0].Key != keys[2] {
		s.Errorf("pruning by age removed %+v, %v", removed, err)
	}
	if r := s.kept(c, b, s.module(chain), nil); !r.Hit {
		s.Errorf("the most recently used entry was removed: %+v", r)
	}
}

// checkExplain checks that Explain reports a hit or, for a miss, the difference from the most
// similar entry. It also checks that Verify returns the entry without an error.
func checkExplain(s *suite) {
	b := s.counts()
	c, _ := s.newCache()
	explain := func(m ir.Module, properties map[string]any) string {
		text, err := c.Explain(b, m, backends.CompileOptions{Properties: properties})
		s.ok(err)
		return text
	}
	wants := func(text, want string) {
		s.Helper()
		if !strings.Contains(text, want) {
			s.Errorf("the explanation has no %q: %s", want, text)
		}
	}
	m := s.module(chain)
	wants(explain(m, nil), "the cache has no similar entry")
	s.kept(c, b, m, nil)
	wants(explain(m, nil), "hit: ")
	wants(explain(m, map[string]any{backends.DisableProperty: "fusion"}), "option: disable-passes=fusion for this program, disable-passes= in the entry")
	wants(explain(s.module(pairs), nil), "module: ")
	all, err := c.Verify()
	if err != nil || len(all) != 1 || all[0].Err != nil {
		s.Errorf("verified: %+v, %v", all, err)
	}
}

// checkNoFolder checks a cache whose folder cannot be created. Programs must be compiled but not
// cached, with one warning and no error.
func checkNoFolder(s *suite) {
	file := filepath.Join(s.TempDir(), "file")
	s.ok(os.WriteFile(file, nil, 0o644))
	b := s.counts()
	var warnings []string
	c := cache.Open(filepath.Join(file, "sub"), cache.Options{Warn: func(err error) { warnings = append(warnings, err.Error()) }})
	for range 2 {
		if r := s.kept(c, b, s.module(chain), nil); r.Hit {
			s.Errorf("%+v", r)
		}
	}
	if b.compiled.Load() != 2 || len(warnings) != 1 || !strings.Contains(warnings[0], "are not cached") {
		s.Errorf("%d compilations, warnings %q", b.compiled.Load(), warnings)
	}
}

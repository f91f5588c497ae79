package conformance

import (
	"bytes"
	"errors"
	"os"
	"slices"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/backends/sealed"
	"github.com/lathe-ir/lathe/ir"
)

// exported opens a backend that can import programs. It returns the backend and the bytes of a
// program that the backend compiled and exported.
func (s *suite) exported(text string, properties map[string]any) (backends.Importer, []byte) {
	s.Helper()
	b := s.open()
	im := optional[backends.Importer](s, b, "import")
	x := optional[backends.Exporter](s, s.compile(b, text, properties), "export")
	var blob bytes.Buffer
	s.ok(x.Export(&blob))
	return im, blob.Bytes()
}

func (s *suite) options(properties map[string]any) backends.ImportOptions {
	return backends.ImportOptions{Registry: s.Registry, Properties: properties}
}

// imported imports blob; the program is closed at the end of the check.
func (s *suite) imported(im backends.Importer, blob []byte, properties map[string]any) backends.Program {
	s.Helper()
	p, err := im.Import(background(), blob, s.options(properties))
	s.ok(err)
	s.Cleanup(func() { s.ok(p.Close()) })
	return p
}

// checkExport checks that programs can be exported if and only if the backend lists the capability
// "import". The exported bytes must be the same every time, also after another compilation or an
// import.
func checkExport(s *suite) {
	b := s.open()
	v, err := b.Properties().Get(backends.CapabilitiesProperty)
	s.ok(err)
	for _, text := range []string{chain, counter} {
		p := s.compile(b, text, nil)
		x, exports := p.(backends.Exporter)
		if listed := slices.Contains(v.([]string), "import"); exports != listed {
			s.Fatalf("capability 'import' is listed: %v; the program can be exported: %v; expected both or neither", listed, exports)
		}
		if !exports {
			s.T.Skip("the backend neither exports nor imports programs")
		}
		var first, second, other, again bytes.Buffer
		s.ok(x.Export(&first))
		s.ok(x.Export(&second))
		s.ok(s.compile(b, text, nil).(backends.Exporter).Export(&other))
		s.ok(s.imported(b.(backends.Importer), first.Bytes(), nil).(backends.Exporter).Export(&again))
		for what, blob := range map[string][]byte{"the same program": second.Bytes(), "another compilation": other.Bytes(), "the imported program": again.Bytes()} {
			if !bytes.Equal(blob, first.Bytes()) {
				s.Errorf("the export of %s has %d bytes, which differ from the first export", what, len(blob))
			}
		}
	}
}

// checkImport checks that an imported program has the same inputs, outputs, results and optional
// interfaces as the compiled program, also in another instance of the backend. A variable of an
// imported program must keep its value between runs.
func checkImport(s *suite) {
	im, blob := s.exported(chain, nil)
	other, _ := s.exported(chain, nil)
	for _, of := range []backends.Importer{im, other} {
		p := s.imported(of, blob, nil)
		s.runs(p, 4)
		s.portsOf(p)
		if own := backends.Capabilities(s.compile(s.open(), chain, nil)); !slices.Equal(backends.Capabilities(p), own) {
			s.Errorf("the imported program has the capabilities %v, but a compiled program has %v", backends.Capabilities(p), own)
		}
	}
	im, blob = s.exported(counter, nil)
	s.accumulates(s.imported(im, blob, nil))
}

// checkDamage checks that a flipped bit in any byte, a truncation after any byte, and an additional
// byte are errors. In large files it tries only some positions, unless LATHE_TABLES is set.
func checkDamage(s *suite) {
	im, blob := s.exported(chain, nil)
	refused := func(what string, at int, b []byte) {
		p, err := im.Import(background(), b, s.options(nil))
		if err == nil {
			p.Close()
			s.Fatalf("%s %d of %d is not an error", what, at, len(blob))
		}
		s.is(err, backends.ErrBlob, what)
	}
	step := max(1, len(blob)/4096)
	for i := 0; i < len(blob); i++ {
		if i > 4096 && i%step != 0 && i < len(blob)-64 && os.Getenv("LATHE_TABLES") == "" {
			continue
		}
		bad := bytes.Clone(blob)
		bad[i] ^= 1 << (i % 8)
		refused("a flipped bit in byte", i, bad)
		refused("the file cut after byte", i, blob[:i:i])
	}
	refused("one more byte after byte", len(blob), append(bytes.Clone(blob), 0))
	refused("an empty file, cut at byte", 0, nil)
}

// checkHeader checks that a blob of another backend, version or machine, or with an unknown option,
// is an error. The error names the other backend or version.
func checkHeader(s *suite) {
	im, blob := s.exported(chain, nil)
	h, payload, err := sealed.Unseal(blob)
	s.ok(err)
	for _, change := range []func(h *sealed.Header){
		func(h *sealed.Header) { h.Backend += "x" },
		func(h *sealed.Header) { h.Version += "x" },
		func(h *sealed.Header) { h.Fingerprint += "x" },
		func(h *sealed.Header) { h.Options = append(slices.Clone(h.Options), "no-such-property=1") },
	} {
		bad := h
		change(&bad)
		_, err := im.Import(background(), sealed.Seal(bad, payload), s.options(nil))
		s.is(err, backends.ErrBlob, "another header")
	}
	other := h
	other.Backend = "elsewhere"
	_, err = im.Import(background(), sealed.Seal(other, payload), s.options(nil))
	s.says(err, "elsewhere")
	other = h
	other.Version = "version 0"
	_, err = im.Import(background(), sealed.Seal(other, payload), s.options(nil))
	s.says(err, "version 0")
	// A valid file with an invalid payload must be an error, not a panic.
	for n := range len(payload) {
		if p, err := im.Import(background(), sealed.Seal(h, payload[:n]), s.options(nil)); err == nil {
			p.Close()
			s.Fatalf("a payload of %d bytes instead of %d was imported without an error", n, len(payload))
		}
		if n > 2048 {
			break
		}
	}
}

// checkRunOptions checks that the run options with which a program was compiled also apply after
// import. Values that the import sets must replace them. With ImportOptions.Fresh, the options of
// the compilation must not apply.
func checkRunOptions(s *suite) {
	set := map[string]any{
		backends.StreamsProperty: 3, backends.ThreadsProperty: 1, backends.HintProperty: backends.HintThroughput, backends.ProfilingProperty: true,
	}
	im, blob := s.exported(chain, set)
	properties := func(o backends.ImportOptions) *property.Properties {
		p, err := im.Import(background(), blob, o)
		s.ok(err)
		s.Cleanup(func() { p.Close() })
		return optional[backends.Configured](s, p, "properties").Properties()
	}
	has := func(what string, ps *property.Properties, key string, want any) {
		got, err := ps.Get(key)
		s.ok(err)
		if got != want {
			s.Errorf("%s: property '%s' is %v, not %v", what, key, got, want)
		}
	}
	own, fresh := s.options(map[string]any{backends.StreamsProperty: 2}), s.options(nil)
	fresh.Fresh = true
	for key, v := range set {
		has("imported", properties(s.options(nil)), key, v)
		standard, err := im.(backends.Backend).Properties().Get(key)
		s.ok(err)
		has("imported as fresh", properties(fresh), key, standard)
	}
	has("imported with another value", properties(own), backends.StreamsProperty, 2)
	has("imported with another value", properties(own), backends.ProfilingProperty, true)
}

// checkImportOptions checks that compile options are in the blob and apply after import. An import
// can change run options, but not compile options. An unknown property, a missing registry and
// missing dialects are errors.
func checkImportOptions(s *suite) {
	im, blob := s.exported(chain, map[string]any{backends.DisableProperty: "fusion"})
	p := s.imported(im, blob, map[string]any{backends.StreamsProperty: 3})
	ps := optional[backends.Configured](s, p, "properties").Properties()
	disabled, err := ps.Get(backends.DisableProperty)
	s.ok(err)
	streams, err := ps.Get(backends.StreamsProperty)
	s.ok(err)
	if list := disabled.([]string); len(list) != 1 || list[0] != "fusion" || streams != 3 {
		s.Errorf("imported with passes %v disabled and %v streams", disabled, streams)
	}
	s.runs(p, 1)
	_, err = im.Import(background(), blob, s.options(map[string]any{backends.DisableProperty: "cse"}))
	s.is(err, backends.ErrBadValue, "another compile option")
	_, err = im.Import(background(), blob, s.options(map[string]any{"no-such-property": 1}))
	s.is(err, backends.ErrUnknownProperty, "a property that no device has")
	_, err = im.Import(background(), blob, backends.ImportOptions{})
	s.says(err, "registry")
	if _, err := im.Import(background(), blob, backends.ImportOptions{Registry: emptyRegistry(s)}); err == nil || !errors.Is(err, backends.ErrBlob) {
		s.Errorf("an import without the program's dialects returned %v", err)
	}
}

func emptyRegistry(s *suite) *ir.Registry {
	r, err := ir.NewRegistry()
	s.ok(err)
	return r
}

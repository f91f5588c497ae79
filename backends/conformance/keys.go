package conformance

import (
	"maps"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/cache"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/ir"
)

// weighted is the program in the constant "chain" with a constant as one operand of the product.
var weighted = strings.Replace(chain, "  %1 = stablehlo.multiply %0, %y",
	"  %w = stablehlo.constant dense<[[1.5, 2.5, 3.5], [4.5, 5.5, 6.5]]> : tensor<2x3xf32>\n  %1 = stablehlo.multiply %w, %y", 1)

// differ fails if two of the keys are equal.
func (s *suite) differ(keys map[string]string) {
	s.Helper()
	seen := map[string]string{}
	for _, what := range slices.Sorted(maps.Keys(keys)) {
		key := keys[what]
		if other, again := seen[key]; again {
			s.Errorf("%s has the key of %s", what, other)
		}
		seen[key] = what
	}
}

// edited replaces the first occurrence of old in text, and returns the program of the new text.
func (s *suite) edited(text, old, new string) ir.Module {
	s.Helper()
	if !strings.Contains(text, old) {
		s.Fatalf("there is no %q", old)
	}
	return s.module(strings.Replace(text, old, new, 1))
}

// checkKeyOfGraph checks that programs with different graphs, weights, compile options or devices
// have different keys.
func checkKeyOfGraph(s *suite) {
	b := s.open()
	s.differ(map[string]string{
		"chain":             s.key(b, s.module(chain), nil),
		"an operation":      s.key(b, s.edited(chain, "stablehlo.multiply", "stablehlo.add"), nil),
		"another operand":   s.key(b, s.edited(chain, "multiply %0, %y", "multiply %0, %x"), nil),
		"another type":      s.key(b, s.module(strings.ReplaceAll(chain, "2x3xf32", "2x2xf32")), nil),
		"another result":    s.key(b, s.edited(chain, "return %1, %2", "return %2, %1"), nil),
		"a weight":          s.key(b, s.module(weighted), nil),
		"another weight":    s.key(b, s.edited(weighted, "4.5", "4.25"), nil),
		"a disabled pass":   s.key(b, s.module(chain), map[string]any{backends.DisableProperty: "fusion"}),
		"an enabled pass":   s.key(b, s.module(chain), map[string]any{backends.EnableProperty: "cse"}),
		"an accuracy":       s.key(b, s.module(chain), map[string]any{backends.AccuracyProperty: "fast"}),
		"a device's number": s.key(s.numbered("1"), s.module(chain), nil),
	})
}

func (s *suite) numbered(n string) backends.Backend {
	s.Helper()
	cfg := s.config()
	cfg.Device = s.Factory.Name + "." + n
	b, err := s.Factory.Open(cfg)
	s.usable(err)
	s.Cleanup(func() { s.ok(b.Close()) })
	return b
}

// checkCachingProperties checks that the key depends on exactly the properties that the backend
// lists for caching.
func checkCachingProperties(s *suite) {
	b := s.open()
	v, err := b.Properties().Internal(backends.CachingProperty)
	s.ok(err)
	named := v.([]string)
	if len(named) == 0 {
		s.Fatal("the backend lists no property that programs depend on")
	}
	m := s.module(chain)
	usual := s.key(b, m, nil)
	for _, d := range b.Properties().All() {
		if d.Access != property.ReadWrite {
			continue
		}
		old, err := b.Properties().Internal(d.Key)
		s.ok(err)
		value, _ := other(d, old)
		if changed := s.key(b, m, map[string]any{d.Key: value}) != usual; changed != slices.Contains(named, d.Key) {
			s.Errorf("another value of property '%s' changes the key: %v, expected %v; the properties listed for caching are %v", d.Key, changed, !changed, named)
		}
	}
	none, err := property.New(s.device(), nil)
	s.ok(err)
	_, err = cache.Open("", cache.Options{}).Key(careless{b, none}, m, backends.CompileOptions{})
	s.says(err, "'"+b.Info().Name+"'", "does not declare the properties")
}

// careless is a backend that declares no properties on which its programs depend.
type careless struct {
	backends.Backend
	properties *property.Properties
}

// Properties implements backends.Backend.
func (c careless) Properties() *property.Properties { return c.properties }

// newerVersion is a backend of another version.
type newerVersion struct{ backends.Backend }

// Info implements backends.Backend.
func (n newerVersion) Info() backends.Info {
	i := n.Backend.Info()
	i.Version += ".1"
	return i
}

// checkKeyOfDevices checks that the key depends on the backend's version. If programs are divided,
// it must depend on the versions of exactly the backends that run a part.
func checkKeyOfDevices(s *suite) {
	b := s.open()
	m := s.module(chain)
	usual := s.key(b, m, nil)
	if !s.Factory.Divided {
		if s.key(newerVersion{b}, m, nil) == usual {
			s.Error("a backend of another version has the same key")
		}
		return
	}
	for _, newer := range append(s.partDevices(s.compile(b, chain, nil)), "ref.9") {
		cfg := s.config()
		cfg.Others = func(device string) (backends.Backend, error) {
			of, err := s.Others(device)
			if device == newer {
				return newerVersion{of}, err
			}
			return of, err
		}
		c, err := s.Factory.Open(cfg)
		s.ok(err)
		defer c.Close()
		if changed := s.key(c, m, nil) != usual; changed != (newer != "ref.9") {
			s.Errorf("another version of '%s' changes the key: %v, expected the opposite", newer, changed)
		}
	}
}

// checkBuiltTwice checks that a module built twice has the same key, even if the second text has
// other value names, other spaces, and comments.
func checkBuiltTwice(s *suite) {
	b := s.open()
	usual := s.key(b, s.module(chain), nil)
	other := "// a comment\n\n" + strings.NewReplacer("%0", "%sum", "%x", "%first", "  ", "    ").Replace(chain)
	for what, text := range map[string]string{"again": chain, "from other text": other} {
		if s.key(b, s.module(text), nil) != usual {
			s.Errorf("the module has another key if it is built %s", what)
		}
	}
}

// checkCloned checks that a copy of a module has the same key.
func checkCloned(s *suite) {
	b := s.open()
	m := s.module(chain)
	c, _ := ir.As[ir.Module](ir.CloneModule(m.Op))
	if s.key(b, c, nil) != s.key(b, m, nil) {
		s.Error("a copy of a module has another key")
	}
}

// checkKeyOfAttributes checks that the key changes with each attribute of an operation, and with
// the value and the type of an attribute. It must also change with the name of an argument or of a
// location.
func checkKeyOfAttributes(s *suite) {
	b := s.open()
	s.differ(map[string]string{
		"no attribute":                      s.key(b, s.module(chain), nil),
		"an attribute":                      s.key(b, s.edited(chain, "%0, %y :", "%0, %y {t.note} :"), nil),
		"another attribute":                 s.key(b, s.edited(chain, "%0, %y :", "%0, %y {t.other} :"), nil),
		"a value of the attribute":          s.key(b, s.edited(chain, "%0, %y :", "%0, %y {t.note = 1 : i64} :"), nil),
		"another value of the attribute":    s.key(b, s.edited(chain, "%0, %y :", "%0, %y {t.note = 2 : i64} :"), nil),
		"another type of the value":         s.key(b, s.edited(chain, "%0, %y :", "%0, %y {t.note = 1 : i32} :"), nil),
		"an attribute of another operation": s.key(b, s.edited(chain, "%1, %x :", "%1, %x {t.note} :"), nil),
		"an argument's name":                s.key(b, s.edited(chain, `lathe.name = "x"`, `lathe.name = "z"`), nil),
		"an operation's place":              s.key(b, s.edited(chain, `loc("second")`, `loc("renamed")`), nil),
	})
}

// checkNameOrder checks that the order of attributes in the text does not change the key.
// Exchanging the values of two attributes must change the key.
func checkNameOrder(s *suite) {
	b := s.open()
	const first, second = `{lathe.name = "x", t.note = "y"}`, `{t.note = "y", lathe.name = "x"}`
	a := s.edited(chain, `{lathe.name = "x"}`, first)
	if s.key(b, a, nil) != s.key(b, s.edited(chain, `{lathe.name = "x"}`, second), nil) {
		s.Error("the order of attributes changes the key")
	}
	if s.key(b, a, nil) == s.key(b, s.edited(chain, `{lathe.name = "x"}`, `{lathe.name = "y", t.note = "x"}`), nil) {
		s.Error("a module in which the values of two attributes are exchanged has the same key")
	}
}

// checkRemovedResult checks that a program with one result fewer has another key.
func checkRemovedResult(s *suite) {
	b := s.open()
	const both, one = "-> (tensor<2x3xf32> {lathe.name = \"out\"}, tensor<2x3xf32> {lathe.name = \"sum\"})", "-> (tensor<2x3xf32> {lathe.name = \"out\"})"
	less := strings.NewReplacer(both, one, "return %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>", "return %1 : tensor<2x3xf32>").Replace(chain)
	if less == chain {
		s.Fatal("nothing was removed")
	}
	if s.key(b, s.module(less), nil) == s.key(b, s.module(chain), nil) {
		s.Error("a program with one result fewer has the same key")
	}
}

// checkKeyAtOnce checks that concurrent callers get the same key for a module.
func checkKeyAtOnce(s *suite) {
	b := s.open()
	m := s.module(chain)
	want := s.key(b, s.module(chain), nil)
	s.concurrently(8, func(int) {
		for range 10 {
			if got := s.key(b, m, nil); got != want {
				s.Errorf("the key is %s, expected %s", got, want)
			}
		}
	})
}

// checkCacheKey checks that each set of compile options has its own entry. Programs that differ
// only in run options share an entry; a program from the cache uses the run options of the call.
func checkCacheKey(s *suite) {
	b := s.counts()
	c, _ := s.newCache()
	for i, values := range []map[string]any{{backends.StreamsProperty: 1, backends.ThreadsProperty: 1}, {backends.StreamsProperty: 3, backends.ThreadsProperty: 2}} {
		p, r, err := c.Compile(background(), b, s.module(chain), backends.CompileOptions{Properties: values})
		s.usable(err)
		defer p.Close()
		ps := optional[backends.Configured](s, p, "properties").Properties()
		for key, want := range values {
			got, err := ps.Get(key)
			s.ok(err)
			if got != want {
				s.Errorf("a program compiled with %[2]s = %[1]v has %[3]v", want, key, got)
			}
		}
		if r.Hit != (i == 1) {
			s.Errorf("%+v", r)
		}
		s.atOnce(p, values[backends.StreamsProperty].(int))
	}
	if r := s.kept(c, b, s.module(chain), map[string]any{backends.DisableProperty: "fusion"}); r.Hit {
		s.Error("a call with other compile options returned the same program")
	}
	wide := strings.ReplaceAll(chain, "f32", "f64")
	if s.key(b, s.module(wide), nil) == s.key(b, s.module(chain), nil) {
		s.Error("a program of another precision has the same key")
	}
}

// checkRenamed checks that a program with a renamed operation reports the new name, even if the
// cache has the program with the old name.
func checkRenamed(s *suite) {
	b := s.counts()
	c, _ := s.newCache()
	for _, name := range []string{"second", "renamed", "second"} {
		p, _, err := c.Compile(background(), b, s.edited(chain, `loc("second")`, `loc("`+name+`")`), backends.CompileOptions{})
		s.usable(err)
		defer p.Close()
		var profile backends.Profile
		_, err = optional[backends.Profiled](s, p, "profile").RunProfiled(background(), chainInputs(1), &profile)
		s.ok(err)
		var places []string
		for _, r := range profile.Records {
			places = append(places, r.Place)
		}
		slices.Sort(places)
		want := []string{"first", name, "third"}
		slices.Sort(want)
		if !slices.Equal(slices.Compact(places), want) {
			s.Errorf("after renaming to '%s', the profile names the operations %v, expected %v", name, places, want)
		}
	}
}

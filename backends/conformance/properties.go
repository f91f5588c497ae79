package conformance

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/backends/property"
	"github.com/lathe-ir/lathe/ir/diag"
)

// The function "other" returns a value of the property d that differs from v; false if there is
// none. For a list with choices, it returns a list of the first choice, even if v is equal to it.
func other(d property.Property, v any) (any, bool) {
	switch v := v.(type) {
	case bool:
		return !v, true
	case int:
		if n := max(v, d.Least) + 1; d.Most == 0 || n <= d.Most {
			return n, true
		}
		return v - 1, v > d.Least
	case string:
		if d.Key == backends.TuningProperty {
			return `{"schema": "x"}`, true // the text of a tuning file
		}
		for _, c := range d.Choices {
			if c != v {
				return c, true
			}
		}
		return v + "x", d.Choices == nil
	case []string:
		if len(d.Choices) > 0 {
			return []string{d.Choices[0]}, true
		}
		return append(slices.Clone(v), "x"), d.Choices == nil
	}
	return nil, false
}

// checkSet checks that setting an unknown key, a read-only key or an invalid value fails with
// different errors, and that the old value is kept. The errors for unknown keys and for invalid
// values must name the key. If several values are set at once, all or none must change.
func checkSet(s *suite) {
	ps := s.open().Properties()
	s.is(ps.Set("no-such-property", 1), backends.ErrUnknownProperty, "a key that no device has")
	s.says(ps.Set("no-such-property", 1), "'no-such-property'", "'"+s.device()+"'")
	for _, d := range ps.All() {
		old, err := ps.Internal(d.Key)
		s.ok(err)
		if d.Access == property.ReadOnly {
			s.is(ps.Set(d.Key, old), backends.ErrReadOnly, "setting "+d.Key)
			continue
		}
		for _, bad := range []any{nil, struct{}{}, 1.5} {
			s.is(ps.Set(d.Key, bad), backends.ErrBadValue, "an invalid value of "+d.Key)
			s.says(ps.Set(d.Key, bad), "'"+d.Key+"'")
		}
		v, ok := other(d, old)
		if !ok {
			s.Errorf("%s can be set, but has only one possible value", d.Key)
		}
		s.is(ps.SetAll(map[string]any{d.Key: v, "no-such-property": 1}), backends.ErrUnknownProperty, "setting a valid and an unknown property")
		if now, _ := ps.Internal(d.Key); fmt.Sprint(now) != fmt.Sprint(old) {
			s.Errorf("after errors, %s is %v, but it was %v before", d.Key, now, old)
		}
		s.ok(ps.SetAll(map[string]any{d.Key: v}))
		if now, _ := ps.Internal(d.Key); fmt.Sprint(now) != fmt.Sprint(v) {
			s.Errorf("%s was set to %v, but is %v", d.Key, v, now)
		}
		s.ok(ps.Set(d.Key, old))
	}
}

// checkRoundTrips sets every writable property to two values, and to the text form of the first,
// such as "8" for 8. Reading the property must return the value that was set, with the type of the
// property.
func checkRoundTrips(s *suite) {
	ps := s.open().Properties()
	n := 0
	for _, d := range ps.All() {
		if d.Access != property.ReadWrite {
			continue
		}
		n++
		old, err := ps.Internal(d.Key)
		s.ok(err)
		v, _ := other(d, old)
		text := fmt.Sprint(v)
		if list, ok := v.([]string); ok {
			text = strings.Join(list, ",")
		}
		for _, given := range []any{v, old, text} {
			s.ok(ps.Set(d.Key, given))
			now, err := ps.Internal(d.Key)
			s.ok(err)
			want := given
			if given == any(text) {
				want = v
			}
			if !reflect.DeepEqual(now, want) {
				s.Errorf("%s was set to %#v, but is %#v", d.Key, given, now)
			}
		}
		s.ok(ps.Set(d.Key, old))
	}
	if n < 5 {
		s.Errorf("%d properties can be set, expected at least 5", n)
	}
}

// checkReadOnly checks that a read-only property cannot be set on a backend, in a compilation, or
// when a backend is opened. The error must be ErrReadOnly, not ErrUnknownProperty.
func checkReadOnly(s *suite) {
	b := s.open()
	ps := b.Properties()
	for _, d := range ps.All() {
		if d.Access != property.ReadOnly {
			continue
		}
		v, err := ps.Internal(d.Key)
		s.ok(err)
		_, compiling := b.Compile(background(), s.module(chain), backends.CompileOptions{Properties: map[string]any{d.Key: v}})
		cfg := s.config()
		cfg.Properties = map[string]any{d.Key: v}
		_, opening := s.Factory.Open(cfg)
		for what, err := range map[string]error{"setting": ps.Set(d.Key, v), "compiling": compiling, "opening": opening} {
			s.is(err, backends.ErrReadOnly, what+" with "+d.Key)
			s.says(err, "'"+d.Key+"'", "can't be set")
			if errors.Is(err, backends.ErrUnknownProperty) {
				s.Errorf("%s with %s: the error says that the property is unknown: %v", what, d.Key, err)
			}
		}
	}
}

// checkUnknownKeys checks that an unknown key is an error. This applies to opening a backend, to
// setting and reading a property of the backend, to a compilation, and to an import.
func checkUnknownKeys(s *suite) {
	b := s.open()
	none := map[string]any{"no-such-property": 1}
	_, compiling := b.Compile(background(), s.module(chain), backends.CompileOptions{Properties: none})
	cfg := s.config()
	cfg.Properties = none
	_, opening := s.Factory.Open(cfg)
	_, reading := b.Properties().Get("no-such-property")
	all := map[string]error{"compiling": compiling, "opening": opening, "setting": b.Properties().SetAll(none), "reading": reading}
	if im, ok := b.(backends.Importer); ok {
		_, blob := s.exported(chain, nil)
		_, all["importing"] = im.Import(background(), blob, s.options(none))
	}
	for what, err := range all {
		s.is(err, backends.ErrUnknownProperty, what)
		s.says(err, "'no-such-property'")
	}
	_, err := b.Compile(background(), s.module(chain), backends.CompileOptions{Properties: map[string]any{"stream": 1}})
	s.says(err, "'stream'", "streams")
}

// checkGet checks that the property supported-properties lists all properties that are visible to
// users, each with its access. Get must return the same values as GetFor with the device's id.
// GetFor must accept no other id.
func checkGet(s *suite) {
	ps := s.open().Properties()
	_, err := ps.Get("no-such-property")
	s.is(err, backends.ErrUnknownProperty, "a key that no device has")
	_, err = ps.Get("thread")
	s.is(err, backends.ErrUnknownProperty, "a misspelt key")
	var listed []string
	for _, d := range ps.List() {
		listed = append(listed, d.Key+":"+d.Access.String())
		if d.Doc == "" {
			s.Errorf("property %s has no description", d.Key)
		}
		v, err := ps.Get(d.Key)
		s.ok(err)
		by, err := ps.GetFor(d.Key, s.device())
		s.ok(err)
		if fmt.Sprint(v) != fmt.Sprint(by) {
			s.Errorf("%s is %v, but GetFor with the device's id returned %v", d.Key, v, by)
		}
		_, err = ps.GetFor(d.Key, "nowhere.7")
		s.is(err, backends.ErrBadValue, "an unknown device")
		s.says(err, "'nowhere.7'", s.device())
	}
	v, err := ps.Get(backends.SupportedProperty)
	s.ok(err)
	if !slices.Equal(v.([]string), listed) {
		s.Errorf("property %s is %v, but List returned %v", backends.SupportedProperty, v, listed)
	}
	v, err = ps.Get(backends.DevicesProperty)
	s.ok(err)
	if !slices.Equal(v.([]string), []string{s.device()}) {
		s.Errorf("property %s is %v, expected only the device itself", backends.DevicesProperty, v)
	}
}

// checkListed checks that every listed property of a backend and of a program can be read and has a
// value of its declared type.
func checkListed(s *suite) {
	b := s.open()
	all := []*property.Properties{b.Properties()}
	if p, ok := s.compile(b, chain, nil).(backends.Configured); ok {
		all = append(all, p.Properties())
	}
	for _, ps := range all {
		v, err := ps.Get(backends.SupportedProperty)
		s.ok(err)
		for _, entry := range v.([]string) {
			key, _, _ := strings.Cut(entry, ":")
			got, err := ps.Get(key)
			s.ok(err)
			i := slices.IndexFunc(ps.List(), func(d property.Property) bool { return d.Key == key })
			if i < 0 || fmt.Sprintf("%T", got) != fmt.Sprintf("%T", ps.List()[i].Default) {
				s.Errorf("listed property %s has the value %#v, which is not of its declared type", key, got)
			}
		}
	}
}

// checkUsualProperties checks the properties that every backend must have.
func checkUsualProperties(s *suite) {
	ps := s.open().Properties()
	access := map[string]string{}
	for _, d := range ps.All() {
		access[d.Key] = d.Access.String()
		if d.Visibility != property.Public {
			access[d.Key] += ", internal"
		}
	}
	for key, want := range map[string]string{
		backends.DevicesProperty: "RO", backends.SupportedProperty: "RO", backends.NameProperty: "RO", backends.ArchitectureProperty: "RO",
		backends.CapabilitiesProperty: "RO", backends.TypeProperty: "RO", backends.RequestsProperty: "RO", backends.VersionProperty: "RO",
		backends.ProfilingProperty: "RW", backends.HintProperty: "RW", backends.StreamsProperty: "RW", backends.ThreadsProperty: "RW",
		backends.DisableProperty: "RW", backends.EnableProperty: "RW", backends.AccuracyProperty: "RW", backends.TuningProperty: "RW", backends.LevelProperty: "RW", backends.BudgetProperty: "RW",
		backends.CachingProperty: "RO, internal", backends.ExclusiveProperty: "RW, internal",
	} {
		if access[key] != want {
			s.Errorf("%s is %q, expected %q", key, access[key], want)
		}
	}
	v, err := ps.Get(backends.NameProperty)
	s.ok(err)
	if !strings.Contains(v.(string), s.device()) {
		s.Errorf("the full name is %q, expected a name that contains the device", v)
	}
}

// checkOptionOrder checks the precedence of values. A value passed to Compile comes first, then the
// value set on the backend, the value passed to Open, and the default. A program must keep the
// values with which it was compiled. The error for an invalid value must list the valid values.
func checkOptionOrder(s *suite) {
	if v := s.streams(s.open(), nil); v != 0 {
		s.Errorf("a program has %v streams by default, expected 0", v)
	}
	cfg := s.config()
	cfg.Properties = map[string]any{backends.StreamsProperty: 3}
	b, err := s.Factory.Open(cfg)
	s.usable(err)
	defer b.Close()
	if v := s.streams(b, nil); v != 3 {
		s.Errorf("after 3 streams were passed to Open, a program has %v streams", v)
	}
	s.ok(b.Properties().Set(backends.StreamsProperty, 2))
	p := optional[backends.Configured](s, s.compile(b, chain, nil), "properties")
	if v := s.streams(b, map[string]any{backends.StreamsProperty: 1}); v != 1 {
		s.Errorf("a program compiled with 1 stream has %v streams", v)
	}
	if v := s.streams(b, nil); v != 2 {
		s.Errorf("after 1 stream was passed to Compile, the next program has %v streams, expected 2", v)
	}
	s.ok(b.Properties().Set(backends.StreamsProperty, 5))
	v, err := p.Properties().Get(backends.StreamsProperty)
	s.ok(err)
	if v != 2 {
		s.Errorf("a program compiled with 2 streams has %v streams after the backend was set to 5", v)
	}
	bad := b.Properties().Set(backends.HintProperty, "fast")
	s.says(bad, "none, latency, throughput")
	if help := strings.Join(diag.All(bad)[0].Help, " "); !strings.Contains(help, "what to optimize") {
		s.Errorf("the help is %q", help)
	}
	s.says(b.Properties().Set(backends.StreamsProperty, "many"), "a whole number", "'many'")
}

// checkVisibility checks that users can neither read nor list internal properties. The list of
// properties in the cache key must not be empty.
func checkVisibility(s *suite) {
	ps := s.open().Properties()
	hidden := 0
	for _, d := range ps.All() {
		if d.Visibility == property.Public {
			continue
		}
		hidden++
		_, err := ps.Get(d.Key)
		s.is(err, backends.ErrUnknownProperty, "reading "+d.Key)
		_, err = ps.Internal(d.Key)
		s.ok(err)
		for _, l := range ps.List() {
			if l.Key == d.Key {
				s.Errorf("internal property %s is listed", d.Key)
			}
		}
	}
	v, err := ps.Internal(backends.CachingProperty)
	s.ok(err)
	if hidden == 0 || len(v.([]string)) == 0 || len(v.([]string)) != len(ps.Compiling()) {
		s.Errorf("there are %d internal properties, and the cache key depends on the properties %v", hidden, v)
	}
}

// checkProgramProperties checks that a program's properties can be read but not set.
func checkProgramProperties(s *suite) {
	p := optional[backends.Configured](s, s.compile(s.open(), chain, nil), "properties")
	ps := p.Properties()
	_, err := ps.Get("no-such-property")
	s.is(err, backends.ErrUnknownProperty, "a key that no device has")
	for _, d := range ps.List() {
		v, err := ps.Get(d.Key)
		s.ok(err)
		if d.Access != property.ReadOnly {
			s.Errorf("property %s of a program is not read-only", d.Key)
		}
		s.is(ps.Set(d.Key, v), backends.ErrReadOnly, "setting "+d.Key)
	}
	v, err := ps.Get(backends.ExecutionProperty)
	s.ok(err)
	want := []string{s.device()}
	if parts, err := ps.Get(backends.PartDevicesProperty); err == nil {
		want = parts.([]string)
	}
	if !slices.Equal(v.([]string), want) {
		s.Errorf("the program has %v as the devices on which it runs", v)
	}
}

package conformance

import (
	"fmt"
	"slices"
	"time"

	"github.com/lathe-ir/lathe/backends"
)

// other returns a value of a property that is not v; ok is false where there is none.
func other(d backends.Property, v any) (any, bool) {
	switch v := v.(type) {
	case bool:
		return !v, true
	case int:
		return max(v, d.Least) + 1, true
	case string:
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

// checkSet: a key that nobody has, one that is only read and a bad value are errors of
// their own kinds, after which the old value holds; every other value stays.
func checkSet(s *suite) {
	ps := s.open().Properties()
	s.is(ps.Set("no-such-property", 1), backends.ErrUnknownProperty, "a key that nobody has")
	s.says(ps.Set("no-such-property", 1), "'no-such-property'")
	for _, d := range ps.All() {
		old, err := ps.Internal(d.Key)
		s.ok(err)
		if d.Access == backends.ReadOnly {
			s.is(ps.Set(d.Key, old), backends.ErrReadOnly, "setting "+d.Key)
			s.says(ps.Set(d.Key, old), "'"+d.Key+"'")
			continue
		}
		s.is(ps.Set(d.Key, struct{}{}), backends.ErrBadValue, "no value for "+d.Key)
		v, ok := other(d, old)
		if !ok {
			s.Errorf("%s has one value only, but can be set", d.Key)
		}
		s.is(ps.SetAll(map[string]any{d.Key: v, "no-such-property": 1}), backends.ErrUnknownProperty, "two at once")
		if now, _ := ps.Internal(d.Key); fmt.Sprint(now) != fmt.Sprint(old) {
			s.Errorf("after errors %s is %v, but was %v", d.Key, now, old)
		}
		s.ok(ps.Set(d.Key, v))
		now, err := ps.Internal(d.Key)
		s.ok(err)
		if fmt.Sprint(now) != fmt.Sprint(v) || fmt.Sprintf("%T", now) != fmt.Sprintf("%T", v) {
			s.Errorf("%s was set to %v, but is %v", d.Key, v, now)
		}
		s.ok(ps.Set(d.Key, old))
	}
}

// checkGet: every listed key can be read, for the device and by its id; other keys and
// devices are errors; the list says what can be set.
func checkGet(s *suite) {
	ps := s.open().Properties()
	_, err := ps.Get("no-such-property")
	s.is(err, backends.ErrUnknownProperty, "a key that nobody has")
	_, err = ps.Get("thread")
	s.is(err, backends.ErrUnknownProperty, "a key with a slip")
	var listed []string
	for _, d := range ps.List() {
		listed = append(listed, d.Key+":"+d.Access.String())
		if d.Doc == "" {
			s.Errorf("%s is not explained", d.Key)
		}
		v, err := ps.Get(d.Key)
		s.ok(err)
		by, err := ps.GetFor(d.Key, s.device())
		s.ok(err)
		if fmt.Sprint(v) != fmt.Sprint(by) {
			s.Errorf("%s is %v, but %v for the device's id", d.Key, v, by)
		}
		_, err = ps.GetFor(d.Key, "nowhere.7")
		s.is(err, backends.ErrBadValue, "a device that is not there")
	}
	v, err := ps.Get(backends.SupportedProperty)
	s.ok(err)
	if !slices.Equal(v.([]string), listed) {
		s.Errorf("supported are %v, but listed %v", v, listed)
	}
}

// checkVisibility: properties for other backends and the cache are hidden from users, and
// the list of those that programs are cached under is not empty.
func checkVisibility(s *suite) {
	ps := s.open().Properties()
	hidden := 0
	for _, d := range ps.All() {
		if d.Visibility == backends.Public {
			continue
		}
		hidden++
		_, err := ps.Get(d.Key)
		s.is(err, backends.ErrUnknownProperty, "asking for "+d.Key)
		_, err = ps.Internal(d.Key)
		s.ok(err)
		for _, l := range ps.List() {
			if l.Key == d.Key {
				s.Errorf("%s is listed", d.Key)
			}
		}
	}
	v, err := ps.Internal(backends.CachingProperty)
	s.ok(err)
	if hidden == 0 || len(v.([]string)) == 0 || len(v.([]string)) != len(ps.Compiling()) {
		s.Errorf("%d hidden properties; programs are cached under %v", hidden, v)
	}
}

// checkProgramProperties: a program's properties can be read, and none can be set.
func checkProgramProperties(s *suite) {
	p := optional[backends.Configured](s, s.compile(s.open(), chain, nil), "properties")
	ps := p.Properties()
	_, err := ps.Get("no-such-property")
	s.is(err, backends.ErrUnknownProperty, "a key that nobody has")
	for _, d := range ps.List() {
		v, err := ps.Get(d.Key)
		s.ok(err)
		if d.Access != backends.ReadOnly {
			s.Errorf("%s says that it can be set", d.Key)
		}
		s.is(ps.Set(d.Key, v), backends.ErrReadOnly, "setting "+d.Key)
	}
	v, err := ps.Get(backends.ExecutionProperty)
	s.ok(err)
	if !slices.Equal(v.([]string), []string{s.device()}) {
		s.Errorf("it says that it runs on %v", v)
	}
}

// checkHint: a hint for throughput lets a run begin for each thread, and makes as many
// requests useful; one for latency gives all threads to one run; streams that are asked for
// come before both.
func checkHint(s *suite) {
	b := s.open()
	for _, test := range []struct {
		hint             string
		streams, optimal int
		most             int // runs at once; 0: any number
	}{
		{backends.HintThroughput, 0, 2, 2}, // of two threads
		{backends.HintThroughput, 3, 3, 3},
		{backends.HintLatency, 0, 1, 1},
		{backends.HintLatency, 2, 2, 2},
		{backends.HintNone, 0, 1, 0},
	} {
		p := s.compile(b, chain, map[string]any{backends.HintProperty: test.hint, backends.StreamsProperty: test.streams})
		v, err := optional[backends.Configured](s, p, "properties").Properties().Get(backends.OptimalProperty)
		s.ok(err)
		if v.(int) != test.optimal {
			s.Errorf("hint %s, %d streams: %v requests are best, expected %d", test.hint, test.streams, v, test.optimal)
		}
		s.atOnce(p, test.most)
	}
	_, err := b.Compile(background(), s.module(chain), backends.CompileOptions{Properties: map[string]any{backends.HintProperty: "speed"}})
	s.is(err, backends.ErrBadValue, "a hint that is none")
}

// atOnce fails unless most runs of p, which is of chain, go on at once, and no more do; 0
// means any number.
func (s *suite) atOnce(p backends.Program, most int) {
	s.Helper()
	begun := most
	if most == 0 {
		begun = 4
	}
	hs, ended := make([]*held, begun), make(chan error, begun)
	for i := range hs {
		h := hold()
		defer h.release(nil)
		hs[i] = h
		go func() { _, err := p.Run(h, chainInputs(1)); ended <- err }()
		select {
		case <-h.at:
		case <-time.After(10 * time.Second):
			s.Fatalf("only %d runs go on at once, expected %d", i, begun)
		}
	}
	if most > 0 {
		s.blocked(p, fmt.Sprintf("while %d runs go on", most))
	} else {
		s.runs(p, 1)
	}
	for _, h := range hs {
		h.release(nil)
		s.ok(<-ended)
	}
	s.runs(p, 4)
}

// checkRequestRange: as many requests are useful as runs go on at once or, where any number
// does, as there are threads; what is best is never more.
func checkRequestRange(s *suite) {
	b := s.open()
	for _, test := range []struct {
		hint    string
		streams int
		want    []string
	}{
		{backends.HintNone, 0, []string{"1", "2", "1"}}, // of two threads
		{backends.HintNone, 5, []string{"1", "5", "1"}},
		{backends.HintThroughput, 0, []string{"1", "2", "1"}},
		{backends.HintLatency, 0, []string{"1", "1", "1"}},
	} {
		s.ok(b.Properties().SetAll(map[string]any{backends.HintProperty: test.hint, backends.StreamsProperty: test.streams}))
		v, err := b.Properties().Get(backends.RequestsProperty)
		s.ok(err)
		if !slices.Equal(v.([]string), test.want) {
			s.Errorf("hint %s, %d streams: the range is %v, expected %v", test.hint, test.streams, v, test.want)
		}
	}
}

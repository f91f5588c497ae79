package conformance

import (
	"fmt"
	"slices"
	"time"

	"github.com/lathe-ir/lathe/backends"
)

// checkStreams checks that the largest number of concurrent runs of a program is the number of its
// streams.
func checkStreams(s *suite) {
	b := s.open()
	for _, n := range []int{1, 2, 5} {
		s.atOnce(s.compile(b, chain, map[string]any{backends.StreamsProperty: n}), n)
	}
}

// checkHint checks the performance hints. The hint "throughput" allows one concurrent run, and
// recommends one request, for each thread. The hint "latency" allows one run at a time. An explicit
// number of streams takes precedence.
func checkHint(s *suite) {
	b := s.open()
	for _, test := range []struct {
		hint             string
		streams, optimal int
		most             int // concurrent runs; 0: any number
	}{
		{backends.HintThroughput, 0, 2, 2}, // the backend has two threads
		{backends.HintThroughput, 3, 3, 3},
		{backends.HintLatency, 0, 1, 1},
		{backends.HintLatency, 2, 2, 2},
		{backends.HintNone, 0, 1, 0},
	} {
		p := s.compile(b, chain, map[string]any{backends.HintProperty: test.hint, backends.StreamsProperty: test.streams})
		v, err := optional[backends.Configured](s, p, "properties").Properties().Get(backends.OptimalProperty)
		s.ok(err)
		if v.(int) != test.optimal {
			s.Errorf("hint %s, %d streams: the recommended number of requests is %v, expected %d", test.hint, test.streams, v, test.optimal)
		}
		s.atOnce(p, test.most)
	}
	_, err := b.Compile(background(), s.module(chain), backends.CompileOptions{Properties: map[string]any{backends.HintProperty: "speed"}})
	s.is(err, backends.ErrBadValue, "an unknown hint")
}

// atOnce fails unless the largest number of concurrent runs of p is the given number; 0 means any
// number. p is a program of the constant "chain".
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
			s.Fatalf("only %d runs are in progress at the same time, expected %d", i, begun)
		}
	}
	if most > 0 {
		s.blocked(p, fmt.Sprintf("while %d runs are in progress", most))
	} else {
		s.runs(p, 1)
	}
	for _, h := range hs {
		h.release(nil)
		s.ok(<-ended)
	}
	s.runs(p, 4)
}

// checkRequestRange checks that the maximum useful number of requests is the number of concurrent
// runs or, if this number is unlimited, the number of threads.
func checkRequestRange(s *suite) {
	b := s.open()
	for _, test := range []struct {
		hint    string
		streams int
		want    []string
	}{
		{backends.HintNone, 0, []string{"1", "2", "1"}}, // the backend has two threads
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

// Package tune searches for faster schedules of the kernels of a program. In each round, it
// compiles the program with one change to each kernel. It runs this program and the best program so
// far alternately, and keeps the changes that make their kernels faster.
package tune

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/tensor"
	"github.com/lathe-ir/lathe/lowering/schedule"
	"github.com/lathe-ir/lathe/lowering/target"
	"github.com/lathe-ir/lathe/lowering/tuning"
)

// Options say what is tuned, and for how long.
type Options struct {
	Target target.Target
	// Compile compiles the program with the tuning file whose text is the argument "tuning".
	Compile func(ctx context.Context, tuning string) (backends.Program, error)
	Inputs  []*tensor.Tensor
	Budget  time.Duration // time after which no further change is tried
}

// Kernel describes the loop nests with one key (see [schedule.Record]), which were tuned together.
type Kernel struct {
	Key           string
	Nest          string        // a description of the nest
	Before, After time.Duration // time of all executions in a run; equal if no change is faster
	Schedule      schedule.Record
	Tried         int // number of changes that were tried
}

// Result is the result of tuning.
type Result struct {
	File    tuning.File // the schedules that are faster than the default schedules
	Kernels []Kernel    // kernels that can be tuned and take at least 1% of a run, longest first
	Rounds  int         // number of rounds; each round tries one change of each kernel
	Wall    time.Duration
}

const (
	// leastShare is the fraction of the time of a run that a kernel must take to be tuned.
	leastShare = .01
	// leastGain is the fraction of a kernel's time that a change must save.
	leastGain = .03
	// leastTime is the time that the runs of each program in a comparison should take. leastRuns
	// and mostRuns limit the number of runs.
	leastTime           = 30 * time.Millisecond
	leastRuns, mostRuns = 5, 100
)

// ErrCannotTime is the error for a program whose kernels cannot be timed.
var ErrCannotTime = errors.New("the kernels of this program cannot be timed")

// Run tunes a program. If ctx is done, Run fails and returns no result.
func Run(ctx context.Context, o Options) (*Result, error) {
	begin := time.Now()
	s := &search{ctx: ctx, o: o, best: map[string]schedule.Record{}}
	var err error
	if s.tables, err = s.compile(s.best); err != nil {
		return nil, err
	}
	defer s.tables.Close()
	if err := s.choose(); err != nil {
		return nil, err
	}
	r := &Result{}
	s.present = s.tables
	defer func() { s.replace(s.tables) }()
	for time.Since(begin) < o.Budget {
		more, err := s.round()
		if err != nil {
			return nil, err
		}
		if !more {
			break
		}
		r.Rounds++
	}
	if err := s.confirm(); err != nil {
		return nil, err
	}
	r.File = s.file(s.best)
	for _, k := range s.kernels {
		r.Kernels = append(r.Kernels, k.Kernel)
	}
	r.Wall = time.Since(begin)
	return r, nil
}

// search is one call of Run.
type search struct {
	ctx     context.Context
	o       Options
	kernels []*tuned
	best    map[string]schedule.Record // by key: the records that are faster than the default schedules
	// The program "tables" has the default schedules, and the program "present" has the best
	// records.
	tables, present *program
}

// tuned is a kernel with the changes that were tried.
type tuned struct {
	Kernel
	tried map[string]bool // texts of the tried records
}

// program is a compiled program whose kernels can be timed.
type program struct {
	backends.Program
	timer   backends.KernelTimer
	nests   map[string]schedule.Nest // by key
	keys    map[string][]string      // by kernel
	outputs []*tensor.Tensor
}

func (s *search) file(records map[string]schedule.Record) tuning.File {
	f := tuning.File{Schema: tuning.Schema, Target: s.o.Target.String()}
	for _, k := range s.kernels {
		if r, ok := records[k.Key]; ok {
			f.Entries = append(f.Entries, tuning.Entry{Key: k.Key, Nest: k.Nest, Schedule: r})
		}
	}
	f.Sort()
	return f
}

// compile compiles the program with the given records, and runs it once.
func (s *search) compile(records map[string]schedule.Record) (*program, error) {
	f := s.file(records)
	c, err := s.o.Compile(s.ctx, f.Text())
	if err != nil {
		return nil, err
	}
	p := &program{Program: c, nests: map[string]schedule.Nest{}, keys: map[string][]string{}}
	var ok bool
	if p.timer, ok = c.(backends.KernelTimer); !ok {
		c.Close()
		return nil, diag.OfKind(ErrCannotTime, diag.Errorf(diag.Span{}, "the kernels of this program cannot be timed").
			WithHelp("tune for a backend that compiles kernels, as with --backend=jit"))
	}
	kernels := p.timer.KernelNests()
	for _, name := range slices.Sorted(maps.Keys(kernels)) {
		for _, n := range kernels[name] {
			if !slices.Contains(p.keys[name], n.Key) {
				p.keys[name] = append(p.keys[name], n.Key)
			}
			switch old, ok := p.nests[n.Key]; {
			case !ok || old.Kind == schedule.Whole:
			case n.Kind == schedule.Whole:
				n = old
			default:
				n.Split = n.Split && old.Split
			}
			p.nests[n.Key] = n
		}
	}
	if p.outputs, err = c.Run(s.ctx, s.o.Inputs); err != nil {
		c.Close()
		return nil, err
	}
	return p, nil
}

// time runs p once and returns how long the kernels of each key took.
func (p *program) time(s *search) (byKey map[string]time.Duration, all time.Duration, err error) {
	kernels, err := p.timer.TimeKernels(s.ctx, s.o.Inputs, p.outputs)
	byKey = map[string]time.Duration{}
	for name, took := range kernels {
		all += took
		for _, key := range p.keys[name] {
			byKey[key] += took
		}
	}
	return byKey, all, err
}

// choose finds the kernels that can be tuned and take at least leastShare of the time of a run.
func (s *search) choose() error {
	least := map[string]time.Duration{}
	all := time.Duration(1 << 62)
	for range 3 {
		took, sum, err := s.tables.time(s)
		if err != nil {
			return err
		}
		all = min(all, sum)
		for key, t := range took {
			if old, ok := least[key]; !ok || t < old {
				least[key] = t
			}
		}
	}
	for key, t := range least {
		if n := s.tables.nests[key]; n.Kind != schedule.Whole && float64(t) >= leastShare*float64(all) {
			s.kernels = append(s.kernels, &tuned{Kernel{Key: key, Nest: n.String(), Before: t, After: t, Schedule: n.Record}, map[string]bool{}})
		}
	}
	slices.SortFunc(s.kernels, func(a, b *tuned) int {
		if a.Before != b.Before {
			return int(b.Before - a.Before)
		}
		if a.Key < b.Key {
			return -1
		}
		return 1
	})
	return nil
}

// replace makes p the present program, and closes the previous program, unless the previous program
// is s.tables or p.
func (s *search) replace(p *program) {
	if s.present != s.tables && s.present != p {
		s.present.Close()
	}
	s.present = p
}

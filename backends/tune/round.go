package tune

import (
	"maps"
	"slices"
	"time"

	"github.com/lathe-ir/lathe/lowering/schedule"
)

// proposal returns a record for k that was not tried yet, and marks the record as tried. It returns
// false if there is no such record.
func (s *search) proposal(k *tuned) (schedule.Record, bool) {
	n := s.present.nests[k.Key]
	for _, r := range n.Neighbors(s.o.Target) {
		if text := r.Text(); !k.tried[text] {
			k.tried[text] = true
			k.Tried++
			return r, true
		}
	}
	return schedule.Record{}, false
}

// round tries one change of each kernel. The result "more" is false if no kernel has a change
// that was not tried.
func (s *search) round() (more bool, err error) {
	records := maps.Clone(s.best)
	var changed []*tuned
	for _, k := range s.kernels {
		if r, ok := s.proposal(k); ok {
			records[k.Key] = r
			changed = append(changed, k)
		}
	}
	if len(changed) == 0 {
		return false, nil
	}
	p, err := s.compile(records)
	if err != nil {
		return true, s.ctx.Err() // a change is not valid for the program; later rounds try other changes
	}
	faster, err := s.compare(s.present, p)
	if err != nil {
		p.Close()
		return true, err
	}
	wins, all := 0, true
	for _, k := range changed {
		if c := faster[k.Key]; c.wins() {
			n := p.nests[k.Key]
			s.best[k.Key], wins = n.Record, wins+1
		} else {
			all = false
		}
	}
	switch {
	case wins > 0 && all:
		s.replace(p)
		return true, nil
	case wins > 0:
		p.Close()
		if p, err = s.compile(s.best); err == nil {
			s.replace(p)
		}
		return true, err
	}
	return true, p.Close()
}

// comparison has the times of one kernel in two programs.
type comparison struct{ before, after []time.Duration }

// wins reports whether the minimum and the median of the kernel's times are smaller in the second
// program, by more than leastGain.
func (c comparison) wins() bool {
	if len(c.before) == 0 || len(c.after) == 0 {
		return false
	}
	limit := func(t time.Duration) time.Duration { return t - time.Duration(leastGain*float64(t)) }
	return slices.Min(c.after) < limit(slices.Min(c.before)) && median(c.after) < limit(median(c.before))
}

func median(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}

// compare runs two programs alternately, and returns the times of the kernels by key.
func (s *search) compare(before, after *program) (map[string]comparison, error) {
	all := map[string]comparison{}
	sum := time.Duration(0)
	for i := 0; i < mostRuns && (i < leastRuns || sum < 2*leastTime); i++ {
		for second := range 2 {
			p := before
			if second != i%2 { // if i is odd, the program "after" runs first
				p = after
			}
			took, wall, err := p.time(s)
			if err != nil {
				return nil, err
			}
			sum += wall
			for key, t := range took {
				c := all[key]
				if p == before {
					c.before = append(c.before, t)
				} else {
					c.after = append(c.after, t)
				}
				all[key] = c
			}
		}
	}
	return all, nil
}

// confirm compares the program with the best records and the program without records once more. It
// removes the records whose schedules are not faster than the default schedules.
func (s *search) confirm() error {
	if len(s.best) == 0 {
		return nil
	}
	times, err := s.compare(s.tables, s.present)
	if err != nil {
		return err
	}
	for _, k := range s.kernels {
		r, ok := s.best[k.Key]
		if !ok {
			continue
		}
		c := times[k.Key]
		if !c.wins() {
			delete(s.best, k.Key)
			continue
		}
		k.Before, k.After, k.Schedule = slices.Min(c.before), slices.Min(c.after), r
	}
	return nil
}

package passes

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Stats collects the statistics of passes, for --mlir-pass-statistics. A nil Stats collects
// nothing.
type Stats struct {
	all       counts
	pipelines []*Pipeline // the pipelines that ran; of pipelines with the same steps, only the first
}

// collect adds the statistics of one run of p.
func (s *Stats) collect(p *Pipeline, c *counts) {
	if s == nil {
		return
	}
	s.all.join(c)
	known := func(q *Pipeline) bool { return &q.Steps[0] == &p.Steps[0] }
	if len(p.Steps) > 0 && !slices.ContainsFunc(s.pipelines, known) {
		s.pipelines = append(s.pipelines, p)
	}
}

// counts are statistics by step, in the order of each step's first statistics.
type counts struct {
	steps []stepCounts
	at    map[*Step]int // indices in steps
}

type stepCounts struct {
	step *Step
	n    map[string]int
}

func (c *counts) add(s *Step, stats map[string]int) {
	if len(stats) == 0 {
		return
	}
	i, known := c.at[s]
	if !known {
		if c.at == nil {
			c.at = map[*Step]int{}
		}
		i = len(c.steps)
		c.at[s] = i
		c.steps = append(c.steps, stepCounts{s, map[string]int{}})
	}
	sum(c.steps[i].n, stats)
}

func (c *counts) join(d *counts) {
	for _, k := range d.steps {
		c.add(k.step, k.n)
	}
}

func sum(to, stats map[string]int) {
	for k, v := range stats {
		to[k] += v
	}
}

// Write prints the report in mlir-opt's form. If list is true, it prints one total for each pass.
// Otherwise it prints each step that counted something, in the nesting of the pipelines.
func (s *Stats) Write(w io.Writer, list bool) error {
	line := "===-------------------------------------------------------------------------===\n"
	var b strings.Builder
	fmt.Fprintf(&b, "%s                         ... Pass statistics report ...\n%s", line, line)
	if list {
		s.writeList(&b)
	} else {
		for _, p := range s.pipelines {
			s.writePipeline(&b, p, "")
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

func (s *Stats) writeList(b *strings.Builder) {
	totals := map[string]map[string]int{}
	var order []*Pass
	for _, k := range s.all.steps {
		p := k.step.Pass
		if totals[p.Name] == nil {
			totals[p.Name] = map[string]int{}
			order = append(order, p)
		}
		sum(totals[p.Name], k.n)
	}
	for _, p := range order {
		writeCounts(b, "", p, totals[p.Name])
	}
}

func (s *Stats) writePipeline(b *strings.Builder, p *Pipeline, indent string) {
	for i := range p.Steps {
		step := &p.Steps[i]
		if step.Nested != nil {
			var inner strings.Builder
			s.writePipeline(&inner, step.Nested, indent+"  ")
			if inner.Len() > 0 {
				b.WriteString(indent + "'" + step.Nested.Anchor + "' Pipeline\n" + inner.String())
			}
		} else if at, ok := s.all.at[step]; ok {
			writeCounts(b, indent, step.Pass, s.all.steps[at].n)
		}
	}
}

func writeCounts(b *strings.Builder, indent string, p *Pass, counts map[string]int) {
	b.WriteString(indent + p.Title + "\n")
	width := 0
	for _, n := range counts {
		width = max(width, len(fmt.Sprint(n)))
	}
	for _, k := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(b, "%s  (S) %*d %s\n", indent, width, counts[k], k)
	}
}

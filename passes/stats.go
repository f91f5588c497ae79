package passes

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Stats collects the statistics of passes, for --mlir-pass-statistics. A nil
// Stats collects nothing.
type Stats struct{ all counts }

func (s *Stats) collect(c *counts) {
	if s != nil {
		s.all.join(c)
	}
}

// counts are statistics by pass, in the order in which passes first counted.
type counts struct{ passes []passCounts }

type passCounts struct {
	name, title string
	n           map[string]int
}

func (c *counts) of(name, title string) map[string]int {
	for i := range c.passes {
		if c.passes[i].name == name {
			return c.passes[i].n
		}
	}
	c.passes = append(c.passes, passCounts{name, title, map[string]int{}})
	return c.passes[len(c.passes)-1].n
}

func (c *counts) add(p *Pass, stats map[string]int) {
	if len(stats) == 0 {
		return
	}
	n := c.of(p.Name, p.Title)
	for k, v := range stats {
		n[k] += v
	}
}

func (c *counts) join(d *counts) {
	for i := range d.passes {
		n := c.of(d.passes[i].name, d.passes[i].title)
		for k, v := range d.passes[i].n {
			n[k] += v
		}
	}
}

// Write prints the report in mlir-opt's form.
func (s *Stats) Write(w io.Writer) error {
	line := "===-------------------------------------------------------------------------===\n"
	var b strings.Builder
	fmt.Fprintf(&b, "%s                         ... Pass statistics report ...\n%s", line, line)
	for _, p := range s.all.passes {
		b.WriteString(p.title + "\n")
		width := 0
		for _, n := range p.n {
			width = max(width, len(fmt.Sprint(n)))
		}
		for _, k := range slices.Sorted(maps.Keys(p.n)) {
			fmt.Fprintf(&b, "  (S) %*d %s\n", width, p.n[k], k)
		}
	}
	b.WriteByte('\n')
	_, err := io.WriteString(w, b.String())
	return err
}

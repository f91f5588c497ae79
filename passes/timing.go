package passes

import (
	"encoding/json"
	"fmt"
	"io"
	"sort"
	"sync/atomic"
	"time"
)

// Timer collects the times of a run, for --mlir-timing. A nil Timer collects nothing.
type Timer struct {
	began time.Time
	top   timing
}

// NewTimer starts a timer.
func NewTimer() *Timer { return &Timer{began: time.Now(), top: timing{name: "root"}} }

// timing is a node of the report: the time of one step, summed over operations.
type timing struct {
	name string
	ns   atomic.Int64
	kids []*timing
	slot map[int]*timing
}

// Phase starts the time of a phase that is not a pass, such as "Parser", and returns a
// function that ends it.
func (t *Timer) Phase(name string) func() {
	if t == nil {
		return func() {}
	}
	for _, k := range t.top.kids {
		if k.name == name {
			return k.start()
		}
	}
	k := &timing{name: name}
	t.top.kids = append(t.top.kids, k)
	return k.start()
}

// root returns the node for a pipeline at the top.
func (t *Timer) root() *timing {
	if t == nil {
		return nil
	}
	return &t.top
}

// grow creates the nodes for the steps of p. It is called before the steps run, so parallel runs of
// a step only add times.
func (t *timing) grow(p *Pipeline) {
	if t == nil {
		return
	}
	if t.slot == nil {
		t.slot = map[int]*timing{}
	}
	for i := range p.Steps {
		if t.slot[i] != nil {
			continue
		}
		s := &p.Steps[i]
		k := &timing{}
		if s.Nested != nil {
			k.name = "'" + s.Nested.Anchor + "' Pipeline"
			k.grow(s.Nested)
		} else {
			k.name = s.Pass.Title
		}
		t.slot[i] = k
		t.kids = append(t.kids, k)
	}
}

// child returns the node of step i.
func (t *timing) child(i int) *timing {
	if t == nil {
		return nil
	}
	return t.slot[i]
}

// start returns a function that adds the time since the call of start.
func (t *timing) start() func() {
	if t == nil {
		return func() {}
	}
	began := time.Now()
	return func() { t.ns.Add(int64(time.Since(began))) }
}

// Display says how times are printed.
type Display struct {
	List bool // print a list sorted by time instead of a tree
	JSON bool
}

// row is one printed line.
type row struct {
	name  string
	ns    int64
	depth int
}

// Write prints the report in mlir-opt's form.
func (t *Timer) Write(w io.Writer, d Display) error {
	total := int64(time.Since(t.began))
	rows := t.rows(total, d.List)
	if d.JSON {
		return writeTimesJSON(w, rows, total)
	}
	line := "===-------------------------------------------------------------------------===\n"
	fmt.Fprintf(w, "%s                         ... Execution time report ...\n%s", line, line)
	fmt.Fprintf(w, "  Total Execution Time: %.4f seconds\n\n  ----Wall Time----  ----Name----\n", seconds(total))
	for _, r := range rows {
		if _, err := fmt.Fprintf(w, "  %8.4f (%5.1f%%)  %*s%s\n", seconds(r.ns), percent(r.ns, total), 2*r.depth, "", r.name); err != nil {
			return err
		}
	}
	return nil
}

func (t *Timer) rows(total int64, list bool) []row {
	var rows []row
	rest := total
	for _, k := range t.top.kids {
		rest -= k.ns.Load()
		rows = k.rows(rows, 0)
	}
	if list {
		for i := range rows {
			rows[i].depth = 0
		}
		sort.SliceStable(rows, func(i, j int) bool { return rows[i].ns > rows[j].ns })
	}
	return append(rows, row{"Rest", rest, 0}, row{"Total", total, 0})
}

func (t *timing) rows(rows []row, depth int) []row {
	rows = append(rows, row{t.name, t.ns.Load(), depth})
	for _, k := range t.kids {
		rows = k.rows(rows, depth+1)
	}
	return rows
}

func seconds(ns int64) float64 { return float64(ns) / 1e9 }

func percent(ns, total int64) float64 { return 100 * float64(ns) / float64(max(total, 1)) }

// writeTimesJSON writes one array; times are in seconds with nanosecond digits.
func writeTimesJSON(w io.Writer, rows []row, total int64) error {
	type wall struct {
		Duration   float64 `json:"duration"`
		Percentage float64 `json:"percentage"`
	}
	type entry struct {
		Wall  wall   `json:"wall"`
		Name  string `json:"name"`
		Depth int    `json:"depth"`
	}
	es := make([]entry, len(rows))
	for i, r := range rows {
		es[i] = entry{wall{seconds(r.ns), percent(r.ns, total)}, r.name, r.depth}
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", " ")
	return enc.Encode(es)
}

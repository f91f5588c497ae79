// Package printopstats counts the operations of a program.
package printopstats

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/passes"
)

const doc = `Print statistics of operations

Prints how often each operation occurs, sorted by name, as a table or as JSON.`

// Options has the options of mlir-opt's pass.
type Options struct {
	JSON bool `opt:"json" help:"print the stats as JSON"`
}

// Pass returns the pass.
func Pass() passes.Pass {
	p := passes.OnWith("print-op-stats", doc, Options{}, run)
	p.Title = "PrintOpStats"
	return p
}

func run(r *passes.Run, op *ir.Op, o Options) error {
	r.Unchanged()
	counts := map[string]int{}
	op.Walk(func(o *ir.Op) bool {
		counts[o.Name()]++
		return true
	})
	names := slices.Sorted(maps.Keys(counts))
	text := table
	if o.JSON {
		text = object
	}
	_, err := r.Out.Write([]byte(text(names, counts)))
	return err
}

// table aligns the names at the dot after the dialect.
func table(names []string, counts map[string]int) string {
	var b strings.Builder
	b.WriteString("Operations encountered:\n-----------------------\n")
	wide, long := 0, 0
	for _, n := range names {
		d, op, ok := strings.Cut(n, ".")
		if !ok {
			d, op = "", n
		}
		wide, long = max(wide, len(d)), max(long, len(op))
	}
	for _, n := range names {
		if d, op, ok := strings.Cut(n, "."); ok {
			fmt.Fprintf(&b, "%*s.%-*s , %d\n", wide+2, d, long, op, counts[n])
		} else {
			fmt.Fprintf(&b, "%*s%-*s , %d\n", wide+3, "", long, n, counts[n])
		}
	}
	return b.String()
}

func object(names []string, counts map[string]int) string {
	var b strings.Builder
	b.WriteString("{\n")
	for i, n := range names {
		comma := ","
		if i == len(names)-1 {
			comma = ""
		}
		fmt.Fprintf(&b, "  %q : %d%s\n", n, counts[n], comma)
	}
	b.WriteString("}\n")
	return b.String()
}

package host

import (
	"fmt"
	"strings"
	"time"

	"github.com/lathe-ir/lathe/backends"
	"github.com/lathe-ir/lathe/ir"
)

// GraphWriter writes a module with the executed steps of a program, as operations in generic form:
//
//	module attributes {lathe.device = "vm"} {
//	  "lathe.step"() {order = 0 : i64, …, ops = [3 : i64], names = ["stablehlo.add"]} : () -> ()
//	}
type GraphWriter struct {
	b     strings.Builder
	ops   OpNotes
	index map[uint32]*backends.OpNote
	order int
	shown map[uint32]bool
}

// GraphStep is one executed step.
type GraphStep struct {
	Exec string        // name of the kernel or engine that executes the step
	Grid int64         // number of iterations
	Kind string        // element type that the step writes
	Took time.Duration // approximate; 0 if unknown
	Ops  []uint32      // ids of the operations that the step executes
}

// NewGraphWriter returns a writer for a program on a device. ops are notes of its operations.
func NewGraphWriter(device string, ops OpNotes) *GraphWriter {
	g := &GraphWriter{shown: map[uint32]bool{}, ops: ops, index: ops.Index()}
	fmt.Fprintf(&g.b, "module attributes {lathe.device = %s} {\n", ir.NewString(device))
	return g
}

// Step writes the next step.
func (g *GraphWriter) Step(s GraphStep) {
	fmt.Fprintf(&g.b, "  \"lathe.step\"() {order = %d : i64, exec = %s, grid = %d : i64, precision = %s, ns = %d : i64, ",
		g.order, ir.NewString(s.Exec), s.Grid, ir.NewString(s.Kind), s.Took.Nanoseconds())
	g.order++
	g.list(s.Ops)
}

// list writes the ids and the names of operations as two lists, and ends the line.
func (g *GraphWriter) list(of []uint32) {
	var ids, names []string
	for _, id := range of {
		g.shown[id] = true
		ids = append(ids, fmt.Sprintf("%d : i64", id))
		name := ""
		if n := g.index[id]; n != nil {
			name = strings.TrimSpace(n.Name + " " + n.Place)
		}
		names = append(names, ir.NewString(name).String())
	}
	fmt.Fprintf(&g.b, "ops = [%s], names = [%s]} : () -> ()\n", strings.Join(ids, ", "), strings.Join(names, ", "))
}

// Text adds the operations that no step executes, and returns the whole text.
func (g *GraphWriter) Text() string {
	var gone []uint32
	for _, n := range g.ops {
		if !g.shown[n.ID] {
			gone = append(gone, n.ID)
		}
	}
	if len(gone) > 0 {
		g.b.WriteString("  \"lathe.removed\"() {")
		g.list(gone)
	}
	g.b.WriteString("}\n")
	return g.b.String()
}

package explain

import (
	"fmt"
	"io"
	"strings"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/cmd/driver/commands/plan"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/passes/placement"
)

func writeExplain(w io.Writer, r *Report) error {
	var b strings.Builder
	if r.Role == "program" {
		writeMoved(&b, r)
	} else {
		writeSubject(&b, r)
	}
	writeCandidates(&b, r.Candidates)
	if c := r.Cluster; c != nil {
		fmt.Fprintf(&b, "cluster: %s, %s formed by %s; %d bytes in, %d bytes out; %s; peak memory %s\n",
			c.Name, cli.Plural(len(c.Ops), "operation"), c.Origin, c.BytesIn, c.BytesOut, cli.SecondsText(c.Seconds), cli.ByteText(c.PeakBytes))
		if r.Role == "cluster" {
			for _, o := range c.Ops {
				fmt.Fprintf(&b, "  %s\n", plan.OpText(o))
			}
		}
	}
	if len(r.Neighbors) > 0 {
		b.WriteString("neighbors:\n")
	}
	for _, n := range r.Neighbors {
		writeNeighbor(&b, n)
	}
	if len(r.Fusion) > 0 {
		fmt.Fprintf(&b, "fusion:\n  %s\n", strings.Join(r.Fusion, "\n  "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeCandidates(b *strings.Builder, list []Candidate) {
	if len(list) > 0 {
		b.WriteString("candidates, in order:\n")
	}
	for _, c := range list {
		word := "supports it"
		if !c.Takes {
			word = "refuses it: " + c.Reason
		}
		fmt.Fprintf(b, "  %s: %s; %s\n", c.Device, word, cli.SecondsText(c.Seconds))
		switch {
		case c.If == nil:
		case c.If.Strategy != "":
			fmt.Fprintf(b, "    if placed here, strategy %s would make %s\n", c.If.Strategy, c.If.Text)
		default:
			fmt.Fprintf(b, "    if placed here, there would be %s\n", c.If.Text)
		}
		if c.Untried != "" {
			fmt.Fprintf(b, "    %s\n", c.Untried)
		}
	}
}

func writeMoved(b *strings.Builder, r *Report) {
	fmt.Fprintf(b, "not on the first device: %s\n", cli.Plural(len(r.Moved), "operation"))
	for _, m := range r.Moved {
		fmt.Fprintf(b, "%s: %s on %s\n", diag.OneLine(m.Place), plan.OpText(m.Op), m.Device)
		for _, why := range m.Reasons {
			fmt.Fprintf(b, "  %s\n", why)
		}
	}
}

func writeSubject(b *strings.Builder, r *Report) {
	switch r.Role {
	case "argument":
		fmt.Fprintf(b, "%s is an argument of @%s\n%s\n", r.What, diag.OneLine(r.Function), r.Reason)
	case "return":
		fmt.Fprintf(b, "%s is the return of @%s\n%s\n", r.What, diag.OneLine(r.Function), r.Reason)
	case "kernel":
		writeKernel(b, r)
	case "cluster":
		fmt.Fprintf(b, "%s is a cluster of @%s on device %s\n", r.What, diag.OneLine(r.Function), r.Device)
	default:
		fmt.Fprintf(b, "%s in @%s, %s\n", plan.OpText(*r.Op), diag.OneLine(r.Function), diag.OneLine(r.Place))
		if inside := r.Inside; inside != "" {
			if inside[0] == '@' {
				inside = "in " + inside
			}
			fmt.Fprintf(b, "%s (%s) is inside this operation, and is placed with it\n", r.What, inside)
		}
		if r.Role == "constant" {
			fmt.Fprintf(b, "%s\n", r.Reason)
		} else {
			fmt.Fprintf(b, "device: %s (%s)\n", r.Device, r.Reason)
			for _, rule := range r.Shadowed {
				fmt.Fprintf(b, "  the rule '%s' matches too, but has lower priority\n", rule)
			}
		}
	}
	if len(r.Readers) > 0 {
		fmt.Fprintf(b, "read by: %s\n", strings.Join(r.Readers, " "))
	}
}

func writeNeighbor(b *strings.Builder, n Neighbor) {
	word := "after"
	if n.Before {
		word = "before"
	}
	fmt.Fprintf(b, "  %s: %s, %s on %s: %s", word, plan.OpText(n.Op), n.Cluster, n.Device, n.Relation)
	switch {
	case len(n.Path) > 0:
		fmt.Fprintf(b, ", %s: %s", n.Reason, pathText(n.Path))
	case n.Reason != "":
		fmt.Fprintf(b, ", %s", n.Reason)
	}
	b.WriteByte('\n')
}

// pathText formats a path. → leads to an operation that reads a result of the previous operation.
// ⇢ leads to an operation that must run after the previous operation. ~ leads to another operation
// of the same cluster.
func pathText(path []Step) string {
	var b strings.Builder
	for _, s := range path {
		switch s.By {
		case placement.ByValue.String():
			b.WriteString(" → ")
		case placement.ByOrder.String():
			b.WriteString(" ⇢ ")
		case placement.ByCluster.String():
			b.WriteString(" ~ ")
		}
		if s.Op.Value == "" {
			fmt.Fprintf(&b, "%s #%d", s.Op.Op, s.Op.ID)
			continue
		}
		b.WriteString(s.Op.Value)
	}
	return b.String()
}

// Package fusions reports which operations of a program run together, and why other operations do
// not. lathe plan --policy prints the report for all operations. lathe explain prints the report
// for one operation.
package fusions

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/cmd/driver/commands/cli"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
)

// Args are the flags that select a policy, in kong's form.
type Args struct {
	Policy   string `enum:",fusion,debug" default:"" help:"List fused operations instead of devices. fusion: oneDNN graphs are divided by fusion patterns, and other programs by kernels. debug: each operation is listed alone." placeholder:"fusion|debug"`
	Patterns string `help:"With --policy: divide by the fusion patterns of a file." placeholder:"FILE"`
	// Clusters maps the id of an operation to its cluster. Operations of different clusters are not
	// fused.
	Clusters map[uint32]string `kong:"-"`
}

// Report lists partitions in an order in which they can run.
type Report struct {
	Partitions []Partition `json:"partitions"`
	// sentences explain fusions. The map numbers has the index of each sentence. The map why has,
	// by the id of an operation, the indices of the sentences about it.
	sentences []string
	numbers   map[string]int32
	why       map[uint32][]int32
	ops       []*ir.Op
	// clusters is the value of Args.Clusters.
	clusters map[uint32]string
}

// Partition is a set of operations that run together. The ids of its operations are the ids in
// oneDNN's graph or, for other programs, the ids that lathe plan --json prints.
type Partition struct {
	ID        int     `json:"id"`
	Kind      string  `json:"kind"`
	Supported bool    `json:"supported"`
	Ops       []int64 `json:"ops"`
	// Reason is why the partition is not supported.
	Reason string `json:"reason,omitempty"`

	members []*ir.Op
}

// Of reports the fusions in a program. It does not change m.
func Of(ctx context.Context, m ir.Module, a Args) (*Report, error) {
	r := &Report{Partitions: []Partition{}, numbers: map[string]int32{}, why: map[uint32][]int32{}}
	var functions []fn.Func
	for op := range m.Body().Ops() {
		if f, ok := ir.As[fn.Func](op); ok && !f.IsDeclaration() {
			functions = append(functions, f)
		}
	}
	r.clusters = a.Clusters
	byPattern := func(f fn.Func) bool { return a.Patterns != "" || cli.HasOneDNN(f) }
	var err error
	if slices.ContainsFunc(functions, byPattern) {
		err = r.patterns(ctx, functions, a)
	} else {
		err = r.kernels(ctx, m, a)
	}
	return r, err
}

func (r *Report) add(p Partition) {
	p.ID = len(r.Partitions)
	r.Partitions = append(r.Partitions, p)
}

// note adds a sentence about an operation.
func (r *Report) note(id uint32, format string, args ...any) {
	r.say(fmt.Sprintf(format, args...), id)
}

// say adds a sentence about the operations with the given ids. It ignores ids of 0.
func (r *Report) say(sentence string, ids ...uint32) {
	n, known := r.numbers[sentence]
	if !known {
		n = int32(len(r.sentences))
		r.sentences, r.numbers[sentence] = append(r.sentences, sentence), n
	}
	for _, id := range ids {
		if list := r.why[id]; id != 0 && (len(list) == 0 || list[len(list)-1] != n) {
			r.why[id] = append(list, n)
		}
	}
}

// About returns the sentences that explain the fusion of an operation, each of them once.
func (r *Report) About(id uint32) (sentences []string) {
	seen := map[int32]bool{}
	for _, n := range r.why[id] {
		if !seen[n] {
			seen[n] = true
			sentences = append(sentences, r.sentences[n])
		}
	}
	return sentences
}

// Write writes the partitions and the reasons for each operation.
func (r *Report) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", cli.Plural(len(r.Partitions), "partition"))
	for _, p := range r.Partitions {
		state := p.Kind
		if !p.Supported {
			state = "not supported"
		}
		fmt.Fprintf(&b, "%4d  %s: %s\n", p.ID, state, list(p.members))
	}
	for _, op := range r.ops {
		if why := r.About(op.ID()); len(why) > 0 {
			fmt.Fprintf(&b, "%s\n  %s\n", label(op), strings.Join(why, "\n  "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func label(op *ir.Op) string { return fmt.Sprintf("#%d %s", op.ID(), op.Name()) }

// list returns the ids and the names of operations, without their dialects.
func list(ops []*ir.Op) string {
	names := make([]string, len(ops))
	for i, op := range ops {
		_, kind, _ := strings.Cut(op.Name(), ".")
		names[i] = fmt.Sprintf("#%d %s", op.ID(), kind)
	}
	return strings.Join(names, ", ")
}

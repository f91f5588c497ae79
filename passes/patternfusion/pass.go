package patternfusion

import (
	_ "embed" // for the patterns of oneDNN
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/lathe-ir/lathe/dialects/cluster"
	"github.com/lathe-ir/lathe/dialects/fn"
	"github.com/lathe-ir/lathe/ir"
	"github.com/lathe-ir/lathe/ir/diag"
	"github.com/lathe-ir/lathe/ir/fusepattern"
	"github.com/lathe-ir/lathe/passes"
)

//go:embed onednn.patterns
var onednn string

// OneDNN returns the patterns of oneDNN's fusion families.
func OneDNN(reg *ir.Registry) ([]*fusepattern.Pattern, error) {
	return fusepattern.Load(reg, diag.NewSource("onednn.patterns", []byte(onednn)))
}

const doc = `divide functions into partitions by fusion patterns

Operations of one partition get one name in the attribute cluster.group, so that they
stay on one device. A partition of a single operation gets no name. The decision log has each fusion, and each complete match that was
refused, with the reason. docs/onednn.md describes the language of patterns.`

type options struct {
	Patterns string   `opt:"patterns" help:"a file of patterns; by default the patterns of oneDNN Graph"`
	Policy   string   `opt:"policy" help:"fusion: all patterns; debug: patterns of one operation"`
	Engine   string   `opt:"engine" help:"the kind of engine, cpu or gpu; by default that of the graph"`
	Enable   string   `opt:"enable-file" help:"a file with lines 'NAME on' and 'NAME off' for patterns"`
	Disable  []string `opt:"disable" help:"names of patterns to leave out"`
	Explain  bool     `opt:"explain" help:"print the partitions and, for each partition of a single operation, the closest pattern"`
}

// Pass returns pattern-fusion.
func Pass() passes.Pass {
	return passes.OnWith("pattern-fusion", doc, options{Policy: "fusion"}, run)
}

func run(r *passes.Run, m ir.Module, o options) error {
	policy := slices.Index([]string{"fusion", "debug"}, o.Policy)
	if policy < 0 {
		return fmt.Errorf("policy must be fusion or debug, but is %q", o.Policy)
	}
	patterns, err := Load(r.Registry, o.Patterns)
	if err != nil {
		return err
	}
	disabled, err := Disabled(patterns, o.Enable, o.Disable)
	if err != nil {
		return err
	}
	backends := []Backend{{Name: "lathe", Priority: 1, Patterns: patterns}}
	budget := fusepattern.NewBudget()
	for op := range m.Body().Ops() {
		f, ok := ir.As[fn.Func](op)
		if !ok || f.IsDeclaration() {
			continue
		}
		result, err := Divide(r.Ctx, f, backends, Options{Policy: Policy(policy), Engine: o.Engine, Disabled: disabled, Log: r.Log, Explain: o.Explain, Budget: budget})
		if err != nil {
			return err
		}
		mark(result)
		if o.Explain {
			if _, err := io.WriteString(r.Out, result.Explain(f)); err != nil {
				return err
			}
		}
		r.Count("partitions", len(result.Partitions))
	}
	return nil
}

// Load reads the patterns of a file; "" means the patterns of oneDNN's fusion families.
func Load(reg *ir.Registry, file string) ([]*fusepattern.Pattern, error) {
	if file == "" {
		return OneDNN(reg)
	}
	src, err := diag.ReadSource("patterns file", file, fusepattern.MaxText, "name a file of fusion patterns")
	if err != nil {
		return nil, err
	}
	return fusepattern.Load(reg, src)
}

// Disabled returns the given names and the names of the patterns that an enable file turns off; ""
// means no file. The lines of an enable file are "NAME on" or "NAME off"; # begins a comment. The
// last line for a pattern counts, and takes precedence over the given names.
func Disabled(patterns []*fusepattern.Pattern, file string, names []string) ([]string, error) {
	known := func(name string) bool {
		return slices.ContainsFunc(patterns, func(p *fusepattern.Pattern) bool { return p.Name == name })
	}
	for _, n := range names {
		if !known(n) {
			return nil, fmt.Errorf("there is no pattern '%s' to disable", n)
		}
	}
	off := slices.Clone(names)
	if file == "" {
		return off, nil
	}
	src, err := diag.ReadSource("enable file", file, fusepattern.MaxText, "name a file with lines 'NAME on' and 'NAME off'")
	if err != nil {
		return nil, err
	}
	at := 0
	for line := range strings.Lines(string(src.Text)) {
		span := diag.Span{Src: src, Start: at, End: at + len(strings.TrimRight(line, "\n"))}
		at += len(line)
		text, _, _ := strings.Cut(line, "#")
		words := strings.Fields(text)
		switch {
		case len(words) == 0:
			continue
		case len(words) != 2 || words[1] != "on" && words[1] != "off":
			return nil, diag.Errorf(span, "expected 'NAME on' or 'NAME off'")
		case !known(words[0]):
			return nil, diag.Errorf(span, "there is no pattern '%s'", words[0])
		}
		off = slices.DeleteFunc(off, func(n string) bool { return n == words[0] })
		if words[1] == "off" {
			off = append(off, words[0])
		}
	}
	return off, nil
}

// mark sets cluster.group to one name on all operations of each partition that has several
// operations. It removes the attribute from other operations, since an earlier run may have used
// the same names.
func mark(r *Result) {
	digits := int(math.Log10(float64(max(len(r.Partitions), 1)))) + 1
	for _, p := range r.Partitions {
		for _, op := range p.Ops {
			var name ir.Attr
			if len(p.Ops) > 1 {
				name = ir.NewString(fmt.Sprintf("%s.%0*d", p.Pattern, digits, p.ID))
			}
			op.SetDiscardable(cluster.GroupAttr, name)
		}
	}
}

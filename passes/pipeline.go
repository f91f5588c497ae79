package passes

import (
	"fmt"
	"slices"
	"strings"
)

// Any is the anchor of a pipeline that runs on operations of every kind. A nested pipeline with
// this anchor runs only on operations that are isolated from above.
const Any = "any"

// Pipeline is a sequence of steps that runs on operations of one kind.
type Pipeline struct {
	Anchor string // name of the operations, such as "builtin.module", or Any
	Steps  []Step
}

// Step is a pass with its options, or a pipeline that runs on the operations directly inside the
// current operation.
type Step struct {
	Pass    *Pass
	Options any // bound options; nil if the pass has none
	Nested  *Pipeline
}

// Names reports whether a pass needs the names of values in the program's text; see [Pass].Names.
func (p *Pipeline) Names() bool {
	return slices.ContainsFunc(p.Steps, func(s Step) bool {
		return s.Pass != nil && s.Pass.Names || s.Nested != nil && s.Nested.Names()
	})
}

// Add appends passes with their default options. A pass with an anchor other than p's goes into a
// nested pipeline.
func (p *Pipeline) Add(ps ...Pass) *Pipeline {
	for i := range ps {
		var o any
		if ps[i].options.IsValid() {
			o = ps[i].options.Interface()
		}
		p.add(Step{Pass: &ps[i], Options: o})
	}
	return p
}

// add appends a step. If a pass has a different anchor than p, it goes into a nested pipeline with
// this anchor: the last step of p, if it is such a pipeline, or a new one.
func (p *Pipeline) add(s Step) {
	if s.Pass == nil || s.Pass.Anchor == "" || s.Pass.Anchor == p.Anchor {
		p.Steps = append(p.Steps, s)
		return
	}
	if n := len(p.Steps); n > 0 && p.Steps[n-1].Nested != nil && p.Steps[n-1].Nested.Anchor == s.Pass.Anchor {
		p.Steps[n-1].Nested.add(s)
		return
	}
	p.Steps = append(p.Steps, Step{Nested: &Pipeline{Anchor: s.Pass.Anchor, Steps: []Step{s}}})
}

// String returns the pipeline in MLIR's syntax on one line, with the values of all options.
func (p *Pipeline) String() string {
	return p.Anchor + "(" + p.List() + ")"
}

// List returns the steps of the pipeline in the syntax of String, but without the anchor.
func (p *Pipeline) List() string {
	var b strings.Builder
	for i := range p.Steps {
		if i > 0 {
			b.WriteByte(',')
		}
		if n := p.Steps[i].Nested; n != nil {
			b.WriteString(n.String())
			continue
		}
		b.WriteString(p.Steps[i].text())
	}
	return b.String()
}

func (s *Step) text() string {
	if o := formatOptions(s.Options); o != "" {
		return s.Pass.Name + "{" + o + "}"
	}
	return s.Pass.Name
}

// Dump returns the pipeline as --dump-pass-pipeline prints it: one step a line.
func (p *Pipeline) Dump() string {
	var b strings.Builder
	p.dump(&b, "")
	return b.String()
}

func (p *Pipeline) dump(b *strings.Builder, indent string) {
	b.WriteString(indent + p.Anchor + "(\n")
	for i := range p.Steps {
		if n := p.Steps[i].Nested; n != nil {
			n.dump(b, indent+"  ")
		} else {
			b.WriteString(indent + "  " + p.Steps[i].text())
		}
		if i+1 < len(p.Steps) {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString(indent + ")")
}

// Passes counts the steps as MLIR does: a nested pipeline is one step.
func (p *Pipeline) Passes() int { return len(p.Steps) }

// check returns an error if a pass comes before another pass that it must follow.
func (p *Pipeline) check() error {
	var names []string
	p.flatten(func(s *Step) { names = append(names, s.Pass.Name) })
	i := 0
	var err error
	p.flatten(func(s *Step) {
		for _, a := range s.Pass.After {
			if err == nil && slices.Contains(names[i+1:], a) && !slices.Contains(names[:i], a) {
				err = fmt.Errorf("pass '%s' must run after '%s', but is before it", s.Pass.Name, a)
			}
		}
		i++
	})
	return err
}

func (p *Pipeline) flatten(f func(*Step)) {
	for i := range p.Steps {
		if n := p.Steps[i].Nested; n != nil {
			n.flatten(f)
		} else {
			f(&p.Steps[i])
		}
	}
}
